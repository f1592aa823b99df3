"""Proved bounds on what the split class `own-cards` leaves of the best play of a whole round."""
