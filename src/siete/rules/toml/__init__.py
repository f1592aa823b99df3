"""The text of TOML files: limits that are checked before it is parsed, and the lines on which keys stand."""
