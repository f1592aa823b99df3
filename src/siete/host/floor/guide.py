"""The guide for when something goes wrong: what people call out, what the table's document orders, and what to do.

The words are data; the clauses are those of the table's rule set; what it costs whom is computed by deciding the
command on the table as it stands, without carrying it out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from siete.clauses import citations
from siete.errors import SieteError
from siete.plain import Plain
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.decide import decide
from siete.table.due import Refusal
from siete.table.money.ledger import INVENTORY, LAYOUT, moves
from siete.table.state.box import Bet
from siete.table.state.table import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideStep:
    """One thing to do, by whom, and the step of the rules whose clause orders it."""

    who: str
    says: str
    step: str = ""

    def clauses(self, rules: TableRules) -> tuple[str, ...]:
        """The clauses of this rule set; none where it has no such procedure."""
        text = rules.clause_of(Step(self.step)) if self.step else ""
        return tuple(each.strip() for each in text.split(",") if each.strip())


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideQuestion:
    """What has to be known first: a field of the command, and its answers in words."""

    field: str
    question: str
    answers: tuple[tuple[str, object], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideEntry:
    """Something that can go wrong."""

    id: str
    group: str
    words: str
    also: tuple[str, ...]
    command: str
    """The engine's command that reports or orders it; empty for what no document knows."""
    steps: tuple[GuideStep, ...]
    question: GuideQuestion | None = None

    def clauses(self, rules: TableRules) -> tuple[str, ...]:
        """Every clause of the steps, each once."""
        return tuple(dict.fromkeys(clause for step in self.steps for clause in step.clauses(rules)))


@cache
def entries() -> tuple[GuideEntry, ...]:
    """Every entry of the guide, in its order."""
    text = files("siete.host.floor").joinpath("guide.toml").read_text(encoding="utf-8")
    return tuple(_entry(each) for each in tomllib.loads(text)["entry"])


def entry_of(name: str) -> GuideEntry:
    """The entry of this id."""
    found = next((each for each in entries() if each.id == name), None)
    if found is None:
        raise SieteError("floor/no-such-guide", f"The guide has no entry {name[:40]!r}.")
    return found


def _entry(plain: Mapping[str, object]) -> GuideEntry:
    steps, also = plain["steps"], plain.get("also", [])
    assert isinstance(steps, list) and isinstance(also, list), "the guide's data is checked by a test"
    return GuideEntry(
        id=str(plain["id"]),
        group=str(plain["group"]),
        words=str(plain["words"]),
        also=tuple(map(str, also)),
        command=str(plain["command"]),
        steps=tuple(GuideStep(**each) for each in steps),
        question=_question(plain),
    )


def _question(plain: Mapping[str, object]) -> GuideQuestion | None:
    ask, choose = plain.get("ask"), plain.get("choose")
    if isinstance(ask, dict):
        answers = ((ask["yes"], True), (ask["no"], False))
        return GuideQuestion(field=ask["field"], question=ask["question"], answers=answers)
    if isinstance(choose, dict):
        values = tuple((value, value) for value in choose["values"])
        return GuideQuestion(field=choose["field"], question=choose["question"], answers=values)
    return None


def fields_of(entry: GuideEntry, answer: object) -> Mapping[str, object]:
    """The fields of the entry's command, as they are sent."""
    question = entry.question
    if question is None:
        return {}
    value = next((value for words, value in question.answers if value == answer or words == answer), None)
    if value is None:
        choices = " or ".join(words for words, _ in question.answers)
        raise SieteError("floor/answer-first", f"{question.question} Answer {choices}.")
    return {question.field: value}


def kind_of(entry: GuideEntry) -> type[c.Command]:
    """The engine's command of an entry."""
    kind = getattr(c, entry.command)
    assert isinstance(kind, type) and issubclass(kind, c.Command), "the guide names commands"
    return kind


# --- what it would do --------------------------------------------------------------------------------------------


def told(entry: GuideEntry, rules: TableRules) -> Plain:
    """An entry for a table of these rules: steps with clauses, and what each clause orders."""
    cited, register = entry.clauses(rules), citations()
    question = entry.question
    return {
        "id": entry.id,
        "group": entry.group,
        "words": entry.words,
        "also": list(entry.also),
        "house_rule": not any(clause in register for clause in cited),
        "clauses": [
            {"id": clause, "orders": register[clause].summary if clause in register else ""} for clause in cited
        ],
        "steps": [
            {"who": step.who, "says": step.says, "clauses": list(step.clauses(rules))}
            for step in entry.steps
            if step.clauses(rules) or not step.step
        ],
        "question": None
        if question is None
        else {
            "field": question.field,
            "question": question.question,
            "answers": [{"words": words, "value": value} for words, value in question.answers],
        },
    }


def preview(state: TableState, rules: TableRules, command: c.Command | None, so_far: Iterable[e.Event] = ()) -> Plain:
    """What the command would do now: the money it moves for whom, or why it cannot be applied.

    `so_far` are the round's events until now, as far as they are known: they tell what was settled and stays.
    """
    nothing: Plain = {"refused": "", "money": [], "boxes": [], "moved": 0, "events": []}
    if command is None:
        return {**nothing, "is_possible": True}
    try:
        made = decide(state, rules, command)
    except Refusal as refusal:
        return {**nothing, "is_possible": False, "refused": refusal.sentence}
    lines = list(_money(made))
    moved = sum(move.amount for event in made for move in moves(event) if move.target.startswith("rack:"))
    return {
        "is_possible": True,
        "refused": "",
        "money": lines,
        "boxes": list(_boxes(state, lines, tuple(so_far))) if lines else [],
        "moved": moved,
        "events": [type(event).__name__ for event in made],
    }


def _boxes(state: TableState, lines: Sequence[Plain], so_far: Sequence[e.Event]) -> Iterator[Plain]:
    """Every bettor box by box: what is undecided, what comes back of it, what was settled and stays, chips after."""
    boxes = state.round.boxes if state.round is not None else ()
    for box in boxes:
        for player in dict.fromkeys((*(name for name, _ in box.originals), *(bet.player for bet in box.bets))):
            stakes = [stake for hand in box.hands for stake in hand.stakes if stake.player == player]
            bets = [bet for bet in box.bets if bet.player == player]
            yield {
                "box": box.number,
                "player": player,
                "base": sum(stake.total for stake in stakes if stake.is_open),
                "side": sum(bet.amount for bet in bets if bet.is_open),
                "returned": _sum(lines, player, box.number),
                "settled": _settled(so_far, player, box.number) - sum(bet.amount for bet in bets if _is_gone(bet)),
                "after": state.racks.get(player, 0) + _sum(lines, player),
            }


def _settled(events: Iterable[e.Event], player: str, box: int) -> int:
    """What was paid at a box, less what was collected; a wager that the system took counts once it is decided."""
    mine = (each for each in events if (getattr(each, "player", ""), getattr(each, "box", 0)) == (player, box))
    return sum(_gained(each) for each in mine if not isinstance(each, e.WagerTaken))


def _gained(event: e.Event) -> int:
    found = 0
    for move in moves(event):
        found += move.amount * (move.target.startswith("rack:") and move.source != LAYOUT)
        found -= move.amount * (move.target == INVENTORY)
    return found


def _is_gone(bet: Bet) -> bool:
    return bet.is_taken and not bet.is_open


def _sum(lines: Iterable[Plain], player: str, box: int | None = None) -> int:
    mine = (each for each in lines if each["player"] == player and box in (None, each["box"]))
    return sum(_amount(each) for each in mine)


def _amount(line: Plain) -> int:
    amount = line["amount"]
    assert isinstance(amount, int), "amounts are cents"
    return amount


def _money(made: Iterable[e.Event]) -> Iterator[Plain]:
    """Every movement of chips between a player and the house."""
    for event in made:
        for move in moves(event):
            if move.target.startswith("rack:"):
                yield {
                    "player": move.target.removeprefix("rack:"),
                    "box": getattr(event, "box", 0),
                    "wager": str(getattr(event, "wager", "")),
                    "amount": move.amount,
                    "source": move.source,
                }
            elif move.source.startswith("rack:"):
                yield {
                    "player": move.source.removeprefix("rack:"),
                    "box": getattr(event, "box", 0),
                    "wager": str(getattr(event, "wager", "")),
                    "amount": -move.amount,
                    "source": move.target,
                }
