"""Slow, plain definitions of the rounds a table can play, for tests and cross-checks.

`perft` walks every way a round on a tiny shoe can go. Nothing that runs a table imports from here.
"""
