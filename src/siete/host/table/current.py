"""A table as it is now.

Writer and actor change it; handlers, readiness, timers and the broadcaster read it.
"""

from __future__ import annotations

from siete.host.access.roles import HouseRole, Person
from siete.host.desk.run import DeskRun, HelpLevel
from siete.host.settings import PRACTICE, AnnouncedRules, LiveSettings, PracticeSettings, settings_of
from siete.host.turn import LoadedTable
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.store.port import Authority, LeaseLost
from siete.store.records import TableRecord
from siete.table.automatic import next_due
from siete.table.due import HOUSE, Next
from siete.table.state.table import TableState
from siete.table.supervision import changed_values
from siete.table.view import DEALER, PUBLIC, Role

_AUTOMATIC = (HOUSE, TableState().dealer)
"""The dealer's name in the state where no person deals."""

CLOSED = "it is closed"


class CurrentTable:
    """The record of a table, its state after the last durable event, and whether this process runs it."""

    def __init__(self, record: TableRecord, loaded: LoadedTable, *, authority: Authority | None) -> None:
        self.run = DeskRun()
        """What the person who deals has done, as far as this process has seen it."""
        self.stopped = ""
        """Why the table cannot play; empty while it can."""
        self._authority = authority
        self.take_record(record)
        self.take_loaded(loaded)

    def take_record(self, record: TableRecord) -> None:
        """Run the table from now on as its record says."""
        self.record, self.settings = record, settings_of(record)
        if record.is_closed:
            self.stopped = CLOSED

    def take_loaded(self, loaded: LoadedTable) -> None:
        """Go on from another stream of events."""
        self.loaded, self.links = loaded, meter_streams(loaded)

    def advance(self, loaded: LoadedTable) -> None:
        """Stand where further events of the same stream lead."""
        self.loaded = loaded

    def take_run(self, run: DeskRun) -> None:
        """Count what the person who deals does from now on as this run."""
        self.run = run

    def stop(self, reason: str) -> None:
        """Play no further; the first reason stays."""
        self.stopped = self.stopped or reason

    @property
    def is_owner(self) -> bool:
        """Whether this process runs the table; else it follows what another one writes."""
        return self._authority is not None

    @property
    def authority(self) -> Authority:
        """Why this process may write to the table; a follower may not."""
        if self._authority is None:
            raise LeaseLost(self.id, 0)
        return self._authority

    def own(self, authority: Authority) -> None:
        """This process runs the table from now on; what another one had written meanwhile is read before it goes on."""
        self._authority = authority

    def disown(self) -> None:
        """Another process runs the table, or will."""
        self._authority = None

    @property
    def id(self) -> str:
        """The table's name in addresses."""
        return self.record.id

    @property
    def rules(self) -> TableRules:
        return self.loaded.rules

    @property
    def state(self) -> TableState:
        """The state after the last durable event."""
        return self.loaded.state

    @property
    def due(self) -> Next:
        """What is due now."""
        return next_due(self.loaded.state, self.loaded.rules)

    @property
    def announced(self) -> AnnouncedRules | None:
        """Rules that begin at a later time."""
        return self.settings.announced if isinstance(self.settings, LiveSettings) else None

    @property
    def notice(self) -> Plain | None:
        """What players are told of rules that begin later: the change, when, and each value now and then."""
        told = self.announced
        if told is None:
            return None
        return {"change": told.change, "starts_at": told.starts_at, "values": changed_values(self.rules, told.rules)}

    @property
    def is_practice(self) -> bool:
        return self.record.mode == PRACTICE

    @property
    def is_private(self) -> bool:
        """Whether only those who have its link find it."""
        return isinstance(self.settings, PracticeSettings) and self.settings.is_private

    @property
    def dealer(self) -> str:
        """The person who deals; empty where the house deals by itself."""
        named = self.state.dealer
        return "" if named in _AUTOMATIC else named

    @property
    def help(self) -> HelpLevel:
        """How much the person who deals is told."""
        return HelpLevel(self.settings.help)

    def may_deal(self, person: Person) -> bool:
        """Whether a person may take the dealer's place: a dealer anywhere, a guest at practice tables."""
        return person.role is HouseRole.DEALER or (person.role is HouseRole.GUEST and self.is_practice)

    def is_dealt_by(self, person: Person) -> bool:
        """Whether this person deals now."""
        named = self.loaded.state.dealer
        return named == person.name and named not in _AUTOMATIC and bool(named) and self.may_deal(person)

    def role_of(self, person: Person) -> Role:
        """What a person sees of this table: who deals sees what dealers do, and in an exam what everybody does."""
        if not self.is_dealt_by(person):
            return person.view
        return PUBLIC if self.help is HelpLevel.EXAM else DEALER

    @property
    def floorperson(self) -> str:
        """The person whose approvals the table waits for; empty where the house signs by itself."""
        return self.settings.floorperson

    @property
    def condition(self) -> str:
        """Whether the table plays, in one word."""
        if self.record.is_closed:
            return "closed"
        if self.stopped:
            return "stopped"
        opening = self.state.opening
        if opening is not None and opening.is_idle:
            return "idle"
        return "open" if opening is None or opening.is_open else "opening"

    def wallet_of(self, player: str) -> str:
        """The stream of the wallet that a player's chips come from: practice has its own chips."""
        return self.loaded.streams.wallet(player)

    def chips_of(self, player: str) -> int:
        """What a player has at this table, in the rack and on the layout; practice chips do not count."""
        if self.is_practice:
            return 0
        boxes = self.state.round.boxes if self.state.round is not None else ()
        stakes = sum(
            s.total for box in boxes for hand in box.hands for s in hand.stakes if s.player == player and s.is_open
        )
        bets = sum(bet.amount for box in boxes for bet in box.bets if bet.player == player and bet.is_open)
        return self.state.racks.get(player, 0) + stakes + bets


def meter_streams(loaded: LoadedTable) -> dict[str, str]:
    """The streams of a table's meters, by their names at the table."""
    return {name: loaded.streams.meter(name, loaded.rules.meter_link or "") for name in loaded.meters}
