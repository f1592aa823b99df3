"""Rule sets as data, submissions as choices inside them, and the table rules both make."""
