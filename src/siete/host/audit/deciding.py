"""Deciding again: whether some command that the rules allow brings about exactly the events that were stored.

Commands are not stored, events are. A house's step is known, since the state orders it; who answered a question and how
is told by the events themselves. So for every piece of a history there are a few commands that could have brought it
about, and the engine says whether one of them does. A history that no command explains was not made at this table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import MISSING, Field, fields, replace
from functools import cache
from itertools import islice, product

from siete.cards import SPANISH_DECK
from siete.errors import SieteError
from siete.rules.options import Authority
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.automatic import next_due
from siete.table.decide import decide
from siete.table.due import HOUSE, Approval, Due, Next, Waiting
from siete.table.irregularities.voiding import void
from siete.table.state.table import TableState


def is_fact(state: TableState, rules: TableRules, event: e.Event) -> bool:
    """Whether the host says this by itself: a table opened, once; a shoe was stacked, at a practice table only."""
    match event:
        case e.TableOpened():
            return not state.rules_hash
        case e.ShoeLoaded():
            return not rules.live
    return False


MOST_TRIES = 96
"""Commands of one kind that are tried for a piece of history."""

_ALIASES = {"player": ("player", "cutter"), "order": ("order", "cards", "stored"), "cards": ("cards", "order")}

Values = dict[str, list[object]]


class Explainer:
    """Explains histories; remembers which kind of command brought about which kind of event, to try it first."""

    def __init__(self) -> None:
        self._likely: dict[type[e.Event], list[type[c.Command]]] = {}

    def explained(self, state: TableState, rules: TableRules, coming: Sequence[e.Event]) -> int:
        """How many of the coming events one thing explains, from the first on; 0 where nothing does."""
        if is_fact(state, rules, coming[0]):
            return 1
        due = _due(state, rules)
        for command in self._candidates(state, due, coming):
            made = _made(state, rules, command)
            for told in (made, _as_before(made)):
                if told and is_same(told, coming):
                    self._remember(type(coming[0]), type(command))
                    return len(told)
        if isinstance(due, Approval) and isinstance(due.command, c.InstructPayment):
            return self.explained(_instructed(state, rules, due.command), rules, coming)
        found = _voided(state, rules, coming) or _stored_before(state, rules, coming[0])
        if not found and _awaits_batch(state, rules):
            return self.explained(_not_asked_for(state), rules, coming)
        return found

    def _remember(self, event: type[e.Event], command: type[c.Command]) -> None:
        likely = self._likely.setdefault(event, [])
        if command not in likely:
            likely.append(command)

    def _candidates(self, state: TableState, due: Next, coming: Sequence[e.Event]) -> Iterator[c.Command]:
        """Commands that may have brought the events about: what was due, what did so before, then any at all."""
        values = _values(state, due, coming)
        if isinstance(due, Due | Approval):
            yield from _filled(due.command, values)
        likely = self._likely.get(type(coming[0]), [])
        for kind in likely:
            yield from _commands(kind, values)
        for kind in _kinds():
            if kind not in likely:
                yield from _commands(kind, values)


def _due(state: TableState, rules: TableRules) -> Next:
    try:
        return next_due(state, rules)
    except (SieteError, AssertionError, LookupError, StopIteration):
        return None  # a state that no true history leads to


def _made(state: TableState, rules: TableRules, command: c.Command) -> tuple[e.Event, ...]:
    try:
        return decide(state, rules, command)
    except (SieteError, AssertionError, LookupError, TypeError, ValueError, AttributeError, StopIteration):
        return ()  # refused, or made of values that make no sense together


def is_same(made: Sequence[e.Event], stored: Sequence[e.Event]) -> bool:
    """Whether the stored events begin with those made; the clause may be cited otherwise by another version."""
    return len(made) <= len(stored) and all(
        type(mine) is type(theirs) and (mine == theirs or mine == replace(theirs, clause=mine.clause))
        for mine, theirs in zip(made, stored, strict=False)
    )


def _as_before(made: Sequence[e.Event]) -> tuple[e.Event, ...]:
    """Events as 0.1.0 stored them, which flagged no hand pays."""
    return tuple(event for event in made if not isinstance(event, e.HandPayFlagged))


def _instructed(state: TableState, rules: TableRules, command: c.InstructPayment) -> TableState:
    """The table after a floorperson's word that 0.1.0 did not store."""
    for event in _made(state, rules, command):
        state = apply(state, event)
    return state


def _voided(state: TableState, rules: TableRules, coming: Sequence[e.Event]) -> int:
    """A round that the host declared void, since it had no randomness to go on with."""
    first = coming[0]
    if not isinstance(first, e.RoundVoided) or state.round is None:
        return 0
    made = tuple(void(state, rules, reason=first.reason, clause=first.clause))
    return len(made) if is_same(made, coming) else 0


def _stored_before(state: TableState, rules: TableRules, event: e.Event) -> int:
    """A second batch that went into the shuffler in whole decks, as it did before these were inspected at the table.

    Since then decks lie on the table when a batch is stored. Decision: 0195.
    """
    if not isinstance(event, e.BatchStored) or not _awaits_batch(state, rules):
        return 0
    return int(Counter(event.order) == Counter(SPANISH_DECK * rules.decks))


def _awaits_batch(state: TableState, rules: TableRules) -> bool:
    """Whether the shuffler lacks its second batch, and the decks for it have not come."""
    opening = state.opening
    return rules.shuffler_batches > 1 and opening is not None and opening.batch is None and opening.cards is None


def _not_asked_for(state: TableState) -> TableState:
    """The table as it went on before the decks of a second batch were asked for between rounds."""
    assert state.opening is not None, "a batch is awaited by a table that was prepared"
    return replace(state, opening=replace(state.opening, batch=()))


# --- candidates ------------------------------------------------------------------------------------------------


def _values(state: TableState, due: Next, coming: Sequence[e.Event]) -> Values:
    """The values that fields of a command may have had: those of the events, of what was due, and of who is there."""
    found: Values = {"by": [HOUSE, state.dealer], "rides": [0, 1], "rank": list(Authority)}
    for event in islice(coming, 8):
        for each in fields(event):
            _add(found, each.name, getattr(event, each.name))
    for ask in due.asks if isinstance(due, Waiting) else ():
        for name in ("player", "box", "hand"):
            _add(found, name, getattr(ask, name))
    if state.round is not None:
        for box in state.round.boxes:
            _add(found, "player", box.decider)
            _add(found, "box", box.number)
    return found


def _add(found: Values, name: str, value: object) -> None:
    values = found.setdefault(name, [])
    if value not in values:
        values.append(value)


def _filled(command: c.Command, values: Values) -> Iterator[c.Command]:
    """A step that was due, as it is and with what the host brought to it."""
    yield command
    empty = [each.name for each in fields(command) if getattr(command, each.name) in (None, ())]
    for given in islice(product(*(_of(name, values) for name in empty)), MOST_TRIES if empty else 0):
        yield replace(command, **dict(zip(empty, given, strict=True)))


def _commands(kind: type[c.Command], values: Values) -> Iterator[c.Command]:
    """Commands of a kind with values from the history."""
    known = fields(kind)
    choices = [_choices(each, values) for each in known]
    for given in islice(product(*choices), MOST_TRIES):
        yield kind(**{each.name: value for each, value in zip(known, given, strict=True)})


def _choices(field: Field[object], values: Values) -> list[object]:
    found = list(_of(field.name, values))
    if field.default is not MISSING and field.default not in found:
        found.append(field.default)
    return found


def _of(name: str, values: Values) -> Iterable[object]:
    for alias in _ALIASES.get(name, (name,)):
        yield from values.get(alias, ())


@cache
def _kinds() -> tuple[type[c.Command], ...]:
    """Every kind of command that can be given."""
    known = (kind for kind in vars(c).values() if isinstance(kind, type) and issubclass(kind, c.Command))
    return tuple(kind for kind in known if kind.__name__ not in _BASES)


_BASES = {"Command", "PlayerCommand", "FloorCommand", "Report", "HouseCommand"}
