"""Exact figures of every wager but the base game, one file each; `registry` lists those that a table offers."""
