"""Lucky Pair, a side wager that no document has, in the files that a real one would need: engine, odds, simulator.

Its rule data follow. A box's first two cards win when they are of one rank, more when they are the same card, most when
the up card has that rank too.
"""

from __future__ import annotations

RULES = """
[side_wagers.lucky-pair]
offered = { kind = "bool", says = "lucky pair", default = true, clause = "FR-f.1-1" }
wager = { kind = "cents", says = "wager", default = 5, min = 1, max = 100, clause = "FR-f.2-1" }
pays = { kind = "paytable", says = "pays", rows = [
    { line = "three of a rank", pays = "30 to 1", clause = "FR-f.1-2" },
    { line = "same card twice", pays = "15 to 1", clause = "FR-f.1-2" },
    { line = "pair", pays = "6 to 1", clause = "FR-f.1-2" },
] }
"""
