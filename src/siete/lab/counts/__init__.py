"""Counts beside the study of one: side wagers, as dealt, ramps in dollars, and what cards that are seen are worth."""
