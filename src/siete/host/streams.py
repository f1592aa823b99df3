"""The names of streams, by type: a live table and a practice table cannot name the same stream.

Live money is under `table/`, `meter/` and `wallet/`; everything of practice is under `practice/`. The third type is
read only from houses that were opened before practice had names of its own. Decision: 0210.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

PRACTICE_PREFIX = "practice/"
CAGE = "cage"
"""Where chips come from and go to: what it has given out is what the house owes."""


@dataclass(frozen=True, slots=True)
class LiveStreams:
    """The streams of a live table: its own meters, or those it shares with other live tables, and guests' wallets."""

    table: str

    @property
    def events(self) -> str:
        """The table's own stream."""
        return f"table/{self.table}"

    def meter(self, name: str, link: str) -> str:
        """A meter of the table, or the one that live tables share under the name of their link."""
        return f"meter/{link or self.table}/{name}"

    def wallet(self, player: str) -> str:
        """A guest's wallet in the house."""
        return live_wallet(player)


@dataclass(frozen=True, slots=True)
class PracticeStreams:
    """The streams of a practice table; a link joins practice tables of one owner only."""

    table: str
    owner: str

    @property
    def events(self) -> str:
        """The table's own stream."""
        return f"{PRACTICE_PREFIX}table/{self.table}"

    def meter(self, name: str, link: str) -> str:
        """A meter of the table, or the one that its owner's tables share under the name of their link."""
        if link:
            return f"{practice_link(self.owner)}{quote(link, safe='')}/{name}"
        return f"{PRACTICE_PREFIX}meter/{self.table}/{name}"

    def wallet(self, player: str) -> str:
        """A player's practice chips, which exist at this table only."""
        return f"{PRACTICE_PREFIX}wallet/{self.table}/{player.casefold()}"


@dataclass(frozen=True, slots=True)
class FirstPracticeStreams:
    """The streams of a practice table that 0.1.0 opened; a link leads it into the namespace of practice."""

    table: str
    owner: str

    @property
    def events(self) -> str:
        """The table's own stream."""
        return f"table/{self.table}"

    def meter(self, name: str, link: str) -> str:
        """A meter of the table, or the one that its owner's practice tables share."""
        return PracticeStreams(self.table, self.owner).meter(name, link) if link else f"meter/{self.table}/{name}"

    def wallet(self, player: str) -> str:
        """A player's practice chips, which exist at this table only."""
        return f"wallet/{player.casefold()}@{self.table}"


TableStreams = LiveStreams | PracticeStreams | FirstPracticeStreams


def live_wallet(guest: str) -> str:
    """The wallet of a guest of the house."""
    return f"wallet/{guest.casefold()}"


def practice_link(owner: str) -> str:
    """What the names of meters begin with that an owner's practice tables share."""
    return f"{PRACTICE_PREFIX}link/{quote(owner, safe='')}/"


def is_practice(stream: str) -> bool:
    """Whether a stream lies in the namespace of practice."""
    return stream.startswith(PRACTICE_PREFIX)


def kind_of(stream: str) -> str:
    """What a stream is of, in either namespace: `table`, `meter` or `wallet`; another word where a house has none."""
    kind = stream.removeprefix(PRACTICE_PREFIX).partition("/")[0]
    return "meter" if kind == "link" and is_practice(stream) else kind


def cage_of(stream: str) -> str:
    """The cage that a stream's chips come from: practice has one of its own."""
    return f"{PRACTICE_PREFIX}{CAGE}" if is_practice(stream) else CAGE
