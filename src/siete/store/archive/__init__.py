"""Archives: events that left the database for a file, and a store that reads both as one.

What is chosen to leave, and why, is in `siete.host.archive`.
"""
