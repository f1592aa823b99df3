"""What people learn: items that come back when they are due, and the record of all answers."""
