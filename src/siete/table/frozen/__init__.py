"""Frozen values made quickly: copies with changes, slots set directly, results worked out once.

Nothing here knows the game.
"""
