"""Commands about a house: serving it, its people, its floor, its audit, backups and archives."""
