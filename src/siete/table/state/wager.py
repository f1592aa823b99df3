"""The ids of wagers: texts that are stored as they stand, one object for each, so that they compare by identity."""

from __future__ import annotations

from typing import ClassVar

_KNOWN: dict[str, Wager] = {}


class Wager(str):
    """What money on the layout is wagered on. Bonus cards and jackpot games are numbered from 1.

    The ids of the documents stand here, so that stored events can be read without the engine. The file of any other
    side wager registers its own.
    """

    __slots__ = ()

    BASE: ClassVar[Wager]
    INSURANCE: ClassVar[Wager]
    MATCH_UP: ClassVar[Wager]
    MATCH_DOWN: ClassVar[Wager]
    MATCH_BONUS_1: ClassVar[Wager]
    MATCH_BONUS_2: ClassVar[Wager]
    MATCH_BONUS_3: ClassVar[Wager]
    MATCH_BONUS_4: ClassVar[Wager]
    MATCH_BONUS_5: ClassVar[Wager]
    SPIN: ClassVar[Wager]
    XTREME: ClassVar[Wager]
    JACKPOT_1: ClassVar[Wager]
    JACKPOT_2: ClassVar[Wager]
    SECOND_SPIN: ClassVar[Wager]

    def __new__(cls, value: str) -> Wager:
        """The wager with this id; a `ValueError` where none is registered."""
        known = _KNOWN.get(value)
        if known is None:
            raise ValueError(f"{value[:40]!r} is no wager")
        return known

    @staticmethod
    def register(value: str) -> Wager:
        """The wager with this id, from now on a known one."""
        if value not in _KNOWN:
            _KNOWN[value] = str.__new__(Wager, value)
        return _KNOWN[value]

    @staticmethod
    def known() -> tuple[Wager, ...]:
        """Every registered wager, in the order of registration."""
        return tuple(_KNOWN.values())

    @staticmethod
    def is_known(value: str) -> bool:
        """Whether a wager has this id."""
        return value in _KNOWN

    @property
    def value(self) -> str:
        """The id as a plain text."""
        return str.__str__(self)


Wager.BASE = Wager.register("base")
Wager.INSURANCE = Wager.register("insurance")
Wager.MATCH_UP = Wager.register("match-up")
Wager.MATCH_DOWN = Wager.register("match-down")
Wager.MATCH_BONUS_1 = Wager.register("match-bonus-1")
Wager.MATCH_BONUS_2 = Wager.register("match-bonus-2")
Wager.MATCH_BONUS_3 = Wager.register("match-bonus-3")
Wager.MATCH_BONUS_4 = Wager.register("match-bonus-4")
Wager.MATCH_BONUS_5 = Wager.register("match-bonus-5")
Wager.SPIN = Wager.register("bonus-spin")
Wager.XTREME = Wager.register("xtreme-16")
Wager.JACKPOT_1 = Wager.register("jackpot-1")
Wager.JACKPOT_2 = Wager.register("jackpot-2")
Wager.SECOND_SPIN = Wager.register("bonus-spin-2")
