"""How the figures of the base game are computed, and how far off each may be."""

from __future__ import annotations

METHOD = "exact recursion over hands and compositions, in double precision"
OWN_CARDS = "own-cards"
ERROR = 1e-9
"""Rounding of the kernels, measured against fractions on tiny shoes, with room to spare."""
DEVIATION_ERROR = 1e-4
"""How far the standard deviation may be off, measured by rounds dealt and not proved. Decision: 0126."""
EVENT_ERROR, EVENT_SHARE = 5e-6, 0.1
"""How far the chance of one result may be off, as an amount and as a part of itself; the smaller counts. Measured."""

ERROR_WORDS = (
    "Error of the base game: rounding of double precision, measured against fractions on tiny shoes, stays below 1e-9 "
    "of the wager for house edge, average wager and bonus lines. Where nobody looks for a dealer blackjack, several "
    "rescued hands of one split round are taken for independent; the error given then is proved, and rounds dealt find "
    "less than 1e-6. "
    "The distribution of results is exact for all rounds without a split, and its mean is that of the edge. How the "
    "hands of a split round depend on each other is exact as far as the dealer's hand and the number of hands go, and "
    "beyond that of first order in the cards removed: by rounds dealt the chance of a result is off by less than 5e-6, "
    "and less than a tenth of itself, the standard deviation by less than 1e-4. "
    "Splits are valued in the class own-cards. Whoever played them by "
    "all cards seen so far could gain more: by proof less than 2e-4 of the wager per round for the default choices of "
    "every rule set, as measured some 1e-6. For any other choices siete odds RULES --wager base --split-bound proves a "
    "bound, in some minutes. "
    "House edges are those of a full shoe. A shoe dealt down to its cover card costs the player some 0.02 % more, for "
    "rounds with many small cards use more cards and end it sooner: given where it was measured, by simulation; "
    "siete simulate RULES --wager base --cover-effect measures it for other rules."
)
"""What a reader of the figures must know about their errors."""
