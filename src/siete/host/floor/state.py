"""The floor's log, folded: incidents, changes by two people, duties, second factors and audits as they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from siete.store import floor_events as f

MOST_COLOURED = 100
OPEN, SIGNED, REFUSED, WITHDRAWN, EXPIRED = "open", "signed", "refused", "withdrawn", "expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """What went wrong, and what came of it."""

    filed: f.IncidentFiled
    filed_at: str
    closed: f.IncidentClosed | None = None
    closed_at: str = ""

    @property
    def number(self) -> int:
        return self.filed.number


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change that needs two people, and how far it is."""

    proposed: f.ChangeProposed
    proposed_at: str
    answer: f.FloorEvent | None = None
    answered_at: str = ""

    @property
    def number(self) -> int:
        return self.proposed.number

    def status(self, now: str) -> str:
        """Whether it waits, was answered, or was not signed in time."""
        match self.answer:
            case f.ChangeSigned():
                return SIGNED
            case f.ChangeRefused():
                return REFUSED
            case f.ChangeWithdrawn():
                return WITHDRAWN
        return OPEN if now < self.proposed.expires_at else EXPIRED

    @property
    def is_in_force(self) -> bool:
        """Whether two people have signed it."""
        return isinstance(self.answer, f.ChangeSigned)


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """Who did something, and when."""

    by: str
    at: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourUp:
    """Chips that were changed, and when."""

    exchange: f.ChipsColoured
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """A dealer's break: since when, from which table, and who relieved."""

    began: f.BreakBegan
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """What an audit found, and when."""

    run: f.AuditRun
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorState:
    """All that the floor's log says."""

    incidents: Mapping[int, Incident] = field(default_factory=dict)
    changes: Mapping[int, Change] = field(default_factory=dict)
    duties: Mapping[tuple[str, str], Done] = field(default_factory=dict)
    """By duty and table: when it was last done."""
    factors: Mapping[str, int] = field(default_factory=dict)
    """The serial number of each account's second factor; 0 or absent without one."""
    serials: Mapping[str, int] = field(default_factory=dict)
    """The last serial number that an account was given."""
    hand_pays: Mapping[tuple[str, int], Done] = field(default_factory=dict)
    """Hand pays that were signed for, by table and the version of the event that flags them."""
    colour_ups: Mapping[str, tuple[ColourUp, ...]] = field(default_factory=dict)
    """By table, oldest first; the last hundred of each."""
    breaks: Mapping[str, Break] = field(default_factory=dict)
    """Dealers who are on a break."""
    rested: Mapping[str, str] = field(default_factory=dict)
    """When each dealer's last break ended."""
    audited: Audited | None = None

    def incident_by(self, person: str, request: str) -> Incident | None:
        """The incident that this request of somebody has filed before, if it is one that came again."""
        filed = (each for each in self.incidents.values() if request and each.filed.request == request)
        return next((each for each in filed if each.filed.by == person), None)

    def changes_of(self, table: str) -> tuple[Change, ...]:
        """The changes of one table that are in force, oldest first."""
        return tuple(each for each in self.changes.values() if each.proposed.table == table and each.is_in_force)


def apply(state: FloorState, event: f.FloorEvent, at: str) -> FloorState:
    """The state after an event that was recorded at this time; events about accounts and floors change nothing here."""
    match event:
        case f.IncidentFiled(number=number):
            return replace(state, incidents={**state.incidents, number: Incident(filed=event, filed_at=at)})
        case f.IncidentClosed(number=number):
            closed = replace(state.incidents[number], closed=event, closed_at=at)
            return replace(state, incidents={**state.incidents, number: closed})
        case f.ChangeProposed(number=number):
            return replace(state, changes={**state.changes, number: Change(proposed=event, proposed_at=at)})
        case f.ChangeSigned() | f.ChangeRefused() | f.ChangeWithdrawn():
            answered = replace(state.changes[event.number], answer=event, answered_at=at)
            return replace(state, changes={**state.changes, event.number: answered})
        case f.DutyDone(duty=duty, table=table, note=note):
            return replace(state, duties={**state.duties, (duty, table): Done(by=event.by, at=at, note=note)})
        case f.SecondFactorSet(account=account, serial=serial):
            serials = {**state.serials, account: max(serial, state.serials.get(account, 0))}
            return replace(state, factors={**state.factors, account: serial}, serials=serials)
        case f.HandPaySigned(table=table, version=version):
            return replace(state, hand_pays={**state.hand_pays, (table, version): Done(by=event.by, at=at)})
        case f.ChipsColoured(table=table):
            kept = (*state.colour_ups.get(table, ()), ColourUp(exchange=event, at=at))[-MOST_COLOURED:]
            return replace(state, colour_ups={**state.colour_ups, table: kept})
        case f.BreakBegan(account=account):
            return replace(state, breaks={**state.breaks, account: Break(began=event, at=at)})
        case f.BreakEnded(account=account):
            left = {name: each for name, each in state.breaks.items() if name != account}
            return replace(state, breaks=left, rested={**state.rested, account: at})
        case f.AuditRun():
            return replace(state, audited=Audited(run=event, at=at))
    return state
