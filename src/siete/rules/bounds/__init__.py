"""What choices must obey together: bounds that no single value can show. `checks` lists them all."""
