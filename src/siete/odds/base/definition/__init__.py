"""Slow, exact definitions of rounds and best play in fractions, for tests and tiny shoes."""
