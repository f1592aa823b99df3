"""Figures: what a wager is worth, with the method, the error and every event it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from math import sqrt
from typing import Any

from siete.plain import Plain
from siete.tabular import Record, Tabular

EXACT = "exact enumeration"
"""The method of a figure that is a fraction of counted deals."""

NO_DECISION = "no decision"
"""The strategy class of a wager that its bettor cannot influence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureEvent:
    """One way the wager can end; the events of a figure exclude each other and their chances add up to 1."""

    name: str
    probability: Fraction | float
    pays: str
    net: Fraction | None = None
    """What the bettor wins or loses per unit wagered, where one number says it."""
    error: float = 0.0
    """How far the probability may be off; 0 where it is exact."""

    def to_json(self) -> Plain:
        """The event with stable keys."""
        return {
            "name": self.name,
            "probability": float(self.probability),
            "probability_exact": exact_text(self.probability),
            "pays": self.pays,
            "probability_error": self.error,
            "net": None if self.net is None else float(self.net),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure(Tabular):
    """What one wager is worth under one set of rules."""

    wager: str
    """`base`, `insurance`, `match-the-dealer`, `super-bonus`, `bonus-spin`, `xtreme-16` or `jackpot`."""
    decks: int
    house_edge: Fraction | float
    """A part of the wager, positive for the house; exact when it is a fraction."""
    paytable: str | None = None
    method: str = EXACT
    error_bound: float = 0.0
    strategy: str = NO_DECISION
    """How the bettor is taken to play: the class of strategies over which the figure is best, or the one played."""
    events: tuple[FigureEvent, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further keys of this wager: numbers as fractions, texts, or lists and mappings of them."""
    rules_hash: str = ""

    def to_json(self) -> Plain:
        """The figure with stable keys; those of one wager only come last."""
        return {
            "wager": self.wager,
            "paytable": self.paytable,
            "decks": self.decks,
            "house_edge": float(self.house_edge),
            "house_edge_exact": exact_text(self.house_edge),
            "method": self.method,
            "error_bound": self.error_bound,
            "strategy": self.strategy,
            "events": [event.to_json() for event in self.events],
            **{key: _plain(value) for key, value in self.extra.items()},
        }

    def records(self) -> list[Record]:
        """A row for each event."""
        about: Record = {
            "wager": self.wager,
            "card": self.extra.get("card"),
            "paytable": self.paytable,
            "decks": self.decks,
            "house_edge": float(self.house_edge),
        }
        return [about | _event_record(each) for each in self.events]

    def _repr_html_(self) -> str:
        """The figure as a table, for notebooks."""
        rows = "".join(
            f"<tr><td>{escape(each.name)}</td><td>{float(each.probability):.6%}</td><td>{escape(each.pays)}</td></tr>"
            for each in self.events
        )
        title = " ".join(filter(None, (self.wager, self.paytable)))
        head = f"{escape(title)}, {self.decks} decks: house edge {float(self.house_edge):.4%}"
        return (
            f"<table><caption>{head} ({escape(self.method)}, {escape(self.strategy)})</caption>"
            f"<tr><th>event</th><th>probability</th><th>pays</th></tr>{rows}</table>"
        )


def _event_record(event: FigureEvent) -> Record:
    return {
        "event": event.name,
        "probability": float(event.probability),
        "probability_exact": exact_text(event.probability),
        "pays": event.pays,
        "net": None if event.net is None else float(event.net),
    }


def exact_text(number: Fraction | float) -> str | None:
    """A fraction as text, `71/287`; nothing for a number that is only approximate."""
    return str(number) if isinstance(number, Fraction | int) else None


def to_text(payout: Fraction) -> str:
    """A payout on top of the wager as odds, `3 to 2`; a wager without one loses or is returned."""
    if payout > 0:
        return f"{payout.numerator} to {payout.denominator}"
    return "push" if not payout else "loses"


def edge(events: Iterable[FigureEvent]) -> Fraction:
    """The house edge that events with net results give."""
    return -sum((_exact(each) * _net(each) for each in events), Fraction(0))


def standard_deviation(events: Iterable[FigureEvent]) -> float:
    """The standard deviation of the bettor's result, per unit wagered."""
    kept = tuple(events)
    mean = -edge(kept)
    return sqrt(sum((_exact(each) * (_net(each) - mean) ** 2 for each in kept), Fraction(0)))


def _exact(event: FigureEvent) -> Fraction:
    assert isinstance(event.probability, Fraction), f"{event.name} has no exact chance"
    return event.probability


def _net(event: FigureEvent) -> Fraction:
    assert event.net is not None, f"{event.name} has no net result"
    return event.net


def _plain(value: object) -> object:
    """A value for JSON: fractions become numbers, whatever holds them."""
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value
