"""Changes that need two people: chips of a table, what a meter shows, a table's rules, and what a round paid.

One person proposes, another signs or refuses, within a quarter of an hour. Nothing is in force before it is signed.
Decision: 0246.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from siete.errors import SieteError
from siete.host.floor.gaming_day import moment_of, stamp_of
from siete.host.floor.state import EXPIRED, OPEN, Change, FloorState
from siete.money import Cents, cents_to_text
from siete.store import floor_events as f

OPENER, FILL, CREDIT, CLOSER, METER = "opener", "fill", "credit", "closer", "meter"
CHIPS = (OPENER, FILL, CREDIT, CLOSER)
RULES, CORRECTION = "rules", "correction"
AT_TABLE = (RULES, CORRECTION)
"""Changes that a table carries out itself, in one batch with the second signature."""
MINUTES = 15
"""How long a change waits for its second signature."""
MOST_CHIPS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Tray:
    """A table's tray by what two people signed: its float, and what play has added."""

    opener: Cents = Cents(0)
    fills: Cents = Cents(0)
    credits: Cents = Cents(0)
    is_open: bool = False
    closed_with: Cents | None = None
    opened_at: str = ""
    base: Cents = Cents(0)
    """The table's inventory when the opener was signed: what play had brought by then."""

    @property
    def float(self) -> Cents:
        """What the cage has put in: opener, fills, less credits."""
        return Cents(self.opener + self.fills - self.credits)

    def expected(self, inventory: int) -> Cents:
        """What lies in the tray when play has brought the table's inventory to this."""
        return Cents(self.float + inventory - self.base) if self.is_open else Cents(0)


def tray_of(state: FloorState, table: str) -> Tray:
    """The tray since its last opener."""
    tray = Tray()
    for change in state.changes_of(table):
        tray = _with(tray, change)
    return tray


def _with(tray: Tray, change: Change) -> Tray:
    amount, answer = Cents(change.proposed.amount), change.answer
    assert isinstance(answer, f.ChangeSigned), "only signed changes count"
    match change.proposed.kind:
        case "opener":
            return Tray(opener=amount, is_open=True, opened_at=change.answered_at, base=Cents(answer.expected))
        case "fill":
            return _changed(tray, fills=amount)
        case "credit":
            return _changed(tray, credits=amount)
        case "closer":
            return Tray(closed_with=amount)
    return tray


def _changed(tray: Tray, *, fills: int = 0, credits: int = 0) -> Tray:
    return Tray(
        opener=tray.opener,
        fills=Cents(tray.fills + fills),
        credits=Cents(tray.credits + credits),
        is_open=tray.is_open,
        opened_at=tray.opened_at,
        base=tray.base,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What somebody proposes."""

    kind: str
    table: str
    by: str
    reason: str
    subject: str = ""
    amount: Cents = Cents(0)
    counts: tuple[tuple[int, int], ...] = ()
    round: int = 0
    rules: str = ""
    submission: str = ""
    notice: int = 0
    words: str = ""


def propose(
    state: FloorState, proposal: Proposal, *, denominations: Sequence[int], inventory: int, now: str
) -> f.ChangeProposed:
    """The proposal as an event; refused where two people could not sign it."""
    if not proposal.reason.strip():
        raise SieteError("floor/no-reason", "Say why.")
    amount = check_counts(proposal.counts, denominations) if proposal.kind in CHIPS else proposal.amount
    if proposal.kind in CHIPS:
        _check_chips(state, proposal, amount, inventory)
    same = (each for each in state.changes.values() if _is_same(each, proposal))
    before = next((each for each in same if each.status(now) == OPEN), None)
    if before is not None:
        sentence = f"{before.proposed.by} has proposed this already: change {before.number} waits for a signature."
        raise SieteError("floor/already-proposed", sentence, facts={"change": before.number})
    return f.ChangeProposed(
        by=proposal.by,
        number=max(state.changes, default=0) + 1,
        kind=proposal.kind,
        table=proposal.table,
        subject=proposal.subject,
        amount=amount,
        counts=proposal.counts,
        reason=proposal.reason.strip(),
        round=proposal.round,
        rules=proposal.rules,
        submission=proposal.submission,
        notice=proposal.notice,
        words=proposal.words,
        expires_at=stamp_of(moment_of(now) + timedelta(minutes=MINUTES)),
    )


def _is_same(change: Change, proposal: Proposal) -> bool:
    mine = (proposal.kind, proposal.table, proposal.subject)
    return (change.proposed.kind, change.proposed.table, change.proposed.subject) == mine


def check_counts(counts: Sequence[tuple[int, int]], denominations: Sequence[int]) -> Cents:
    """What counted chips are worth; only chips that the table has, each kind once."""
    kinds = [kind for kind, _ in counts]
    if len(set(kinds)) != len(kinds):
        raise SieteError("floor/counted-twice", "Each denomination is counted once.")
    for kind, count in counts:
        if kind not in denominations:
            known = ", ".join(cents_to_text(Cents(each)) for each in denominations)
            raise SieteError("floor/no-such-chip", f"This table has chips of {known}.")
        if not 0 <= count <= MOST_CHIPS:
            raise SieteError("floor/bad-count", f"A count is between 0 and {MOST_CHIPS:,}.")
    return Cents(sum(kind * count for kind, count in counts))


def _check_chips(state: FloorState, proposal: Proposal, amount: Cents, inventory: int) -> None:
    """Why chips cannot be brought or taken."""
    tray = tray_of(state, proposal.table)
    if proposal.kind == OPENER and tray.is_open:
        raise SieteError("floor/tray-open", "The tray is open. Close it before the next opener.")
    if proposal.kind != OPENER and not tray.is_open:
        raise SieteError("floor/tray-closed", "The tray is closed. Bring the opener first.")
    if proposal.kind != CLOSER and amount <= 0:
        raise SieteError("floor/no-chips", "Count at least one chip.")
    if proposal.kind == FILL and amount > tray.opener:
        most = cents_to_text(tray.opener)
        sentence = f"A fill is at most the table's float, {most}; this is {cents_to_text(amount)}."
        raise SieteError("floor/fill-above-float", sentence)
    lies = tray.expected(inventory)
    if proposal.kind == CREDIT and amount > lies:
        sentence = f"The tray holds {cents_to_text(lies)}; {cents_to_text(amount)} cannot leave it."
        raise SieteError("floor/credit-above-tray", sentence)


def waiting(state: FloorState, number: int, now: str) -> Change:
    """The change of this number, if it still waits for an answer."""
    change = state.changes.get(number)
    if change is None:
        raise SieteError("floor/no-such-change", f"There is no change {number}.")
    status = change.status(now)
    if status == EXPIRED:
        sentence = f"Change {number} was not signed within {MINUTES} minutes. Propose it again."
        raise SieteError("floor/expired", sentence, facts={"change": number})
    if status != OPEN:
        assert change.answer is not None, "an answered change has its answer"
        sentence = f"{change.answer.by} has {status} change {number} already."
        raise SieteError("floor/answered", sentence, facts={"change": number, "by": change.answer.by, "status": status})
    return change


def sign(state: FloorState, number: int, by: str, now: str, *, inventory: int) -> f.ChangeSigned:
    """The second signature; the first signer cannot give it."""
    change = waiting(state, number, now)
    if change.proposed.by == by:
        raise SieteError("floor/same-person", f"{by} proposed it. Somebody else has to sign.")
    made = change.proposed
    if made.kind in CHIPS:
        proposal = Proposal(kind=made.kind, table=made.table, by=made.by, reason=made.reason, counts=made.counts)
        _check_chips(state, proposal, Cents(made.amount), inventory)
    tray = tray_of(state, made.table)
    expected = inventory if made.kind == OPENER else tray.expected(inventory) if made.kind in CHIPS else 0
    return f.ChangeSigned(by=by, number=number, expected=expected)


def refuse(state: FloorState, number: int, by: str, reason: str, now: str) -> f.ChangeRefused:
    """Somebody else refuses it, for a reason."""
    change = waiting(state, number, now)
    if change.proposed.by == by:
        raise SieteError("floor/same-person", f"{by} proposed it, and can withdraw it.")
    if not reason.strip():
        raise SieteError("floor/no-reason", "Say why.")
    return f.ChangeRefused(by=by, number=number, reason=reason.strip())


def withdraw(state: FloorState, number: int, by: str, now: str) -> f.ChangeWithdrawn:
    """Who proposed it takes it back."""
    change = waiting(state, number, now)
    if change.proposed.by != by:
        raise SieteError("floor/not-yours", f"{change.proposed.by} proposed it. Refuse it instead.")
    return f.ChangeWithdrawn(by=by, number=number)
