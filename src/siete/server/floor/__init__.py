"""The floor console's server side: routes under `/api/v1/floor`, its feed, and what they describe.

What the floor knows and decides is in `siete.host.floor`; nothing here judges a game.
"""
