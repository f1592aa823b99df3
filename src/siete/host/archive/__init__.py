"""What leaves the database for an archive: closed tables, and old rounds of open ones. Files are the store's part."""
