"""One file for each migration. A migration is never changed once it has been released."""
