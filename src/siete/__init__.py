"""siete: the Spanish 21 table, by the book."""

__version__ = "0.1.0"
