"""What was stored, read again: loading a table, snapshots, and recall of past rounds."""
