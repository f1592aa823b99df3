"""A round in progress on one line of text, like a chess position: to share, to keep and to play on from."""
