"""What a dealer reports to a floorperson: each irregularity in the dealer's own words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from siete.table import commands as c


@dataclass(frozen=True, slots=True)
class Reportable:
    """Something to report: which command that is, and its words."""

    kind: type[c.Report]
    words: str
    fields: dict[str, bool] = field(default_factory=dict)

    def command(self, by: str) -> c.Report:
        """The report as this person makes it."""
        made: Any = self.kind
        found: c.Report = made(by=by, **self.fields)
        return found

    def is_of(self, command: c.Command) -> bool:
        """Whether a command reports this, whoever makes it and whatever the card is."""
        return type(command) is self.kind and all(
            getattr(command, name) == value for name, value in self.fields.items()
        )


REPORTS = (
    Reportable(c.FindFaceUp, "The next card lies face up in the shoe"),
    Reportable(c.DrawUnexposed, "I drew a card in error; nobody saw it"),
    Reportable(c.ExposeCard, "I drew a card in error, and players saw it"),
    Reportable(c.ExposeHoleCard, "The hole card showed its face, and players saw it", {"is_seen": True}),
    Reportable(c.ExposeHoleCard, "The hole card showed its face; no player saw it", {"is_seen": False}),
    Reportable(c.Overdraw, "I drew on a total that stands"),
    Reportable(c.MissOwnCard, "I went on without my own card"),
    Reportable(c.PassOver, "I dealt past the hand whose card is due"),
    Reportable(c.MisreadHoleCard, "I read the hole card without need; the reader showed it", {"is_readable": True}),
    Reportable(c.MisreadHoleCard, "I read the hole card without need; it showed nothing", {"is_readable": False}),
    Reportable(c.FailReader, "The card reader is out of order"),
    Reportable(c.JamShuffler, "The shuffler jammed or stopped"),
    Reportable(c.FailShuffler, "The shuffler cannot be used"),
    Reportable(c.MiscountCards, "The count of the cards is wrong"),
)


def reported(command: c.Command) -> Reportable | None:
    """What a command reports; None for any other command."""
    return next((each for each in REPORTS if each.is_of(command)), None)
