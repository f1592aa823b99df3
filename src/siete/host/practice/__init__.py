"""What only practice tables have: decisions taken back, stacked shoes, and a limit on what their owner may store."""
