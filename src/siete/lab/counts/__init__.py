"""Counts of side wagers, and what cards that are seen are worth."""
