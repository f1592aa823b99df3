"""What the cage gives: play chips to whoever comes, and to whoever has none left."""

from __future__ import annotations

from siete.money import Cents

FIRST_CHIPS = Cents(100_000)
"""What the cage gives a guest who comes, and one who has nothing left."""
