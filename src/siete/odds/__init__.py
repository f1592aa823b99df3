"""Exact analysis of every wager. Shares rule data with the engine, never code that judges a hand."""
