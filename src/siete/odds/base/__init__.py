"""The base game: exact values of hands and rounds, best play and given strategies."""
