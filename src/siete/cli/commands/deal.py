"""`siete deal`: runs a table by its whole procedure from a seeded shuffle and writes its rounds in notation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from siete.cli import output
from siete.cli.charts import StrategyFile, strategy_for
from siete.cli.options import Bet, Choices, Decks, Json, Rules, amount_from, rules_from
from siete.errors import SieteError

if TYPE_CHECKING:
    from siete.cli.event_logs import Writer
    from siete.host.memory_table import MemoryTable
    from siete.money import Cents
    from siete.rules.table_rules import TableRules
    from siete.strategy import Strategy
    from siete.table import commands as c
    from siete.table.due import Ask
    from siete.table.notation.model import WrittenRound

EPILOG = "Example: siete deal md --rounds 3 --seed 7 --boxes 2 > rounds.s21"

PLENTY = 100
"""A player has at least this many times the wager before every round, so that no play fails for lack of chips."""

MINUTES_A_ROUND = 1
"""How long a round takes by the table's own time; cards grow old by it, and readers are inspected each day."""


def command(
    rules: Rules,
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", min=1, max=1_000_000, help="How many rounds.")] = 1,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The same seed deals the same rounds.")] = "1",
    boxes: Annotated[int, typer.Option("--boxes", metavar="N", min=1, help="Boxes in play, one player to each.")] = 1,
    side_wagers: Annotated[
        bool, typer.Option("--side-wagers", help="Put the minimum on every side wager that RULES offers.")
    ] = False,
    bet: Bet = None,
    strategy: StrategyFile = None,
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Write every event to FILE, one line of JSON each.")
    ] = None,
    decks: Decks = None,
    choices: Choices = None,
    json: Json = False,
) -> None:
    """Print rounds in notation, for `siete replay` and for people.

    A closed table opens by its procedure, is shuffled, cut and burned, dealt to the cover card and shuffled again; a
    round's `_before` lists what came before it. The shuffle is seeded so that it can be repeated: for practice and
    tests, never for live play. Players wager --bet, or else the table minimum, take no insurance, cut when it is
    offered, and play by the chart derived for the rules and their wager, or by a strategy of your own.
    """
    made = rules_from(rules, decks, choices)
    if made.live:
        raise SieteError(
            "deal/live-rules", "Live rules allow no seeded shuffle. Leave --seed out.", clause=made.clause("live")
        )
    if boxes > made.positions:
        sentence = f"The table has {made.positions} boxes, not {boxes}."
        raise SieteError("deal/too-many-boxes", sentence, clause=made.clause("positions"))
    wager = amount_from(bet) or _least(made)
    plays = strategy_for(made, strategy, wager)
    from siete.cli.event_logs import logged

    with logged(log) as write:
        order = _Order(rounds=rounds, seed=seed, boxes=boxes, wager=wager, with_sides=side_wagers)
        dealt = _dealt(made, plays, order, write)
        if json:
            _print_json(made, seed, plays.name, dealt)
        else:
            _print_text(made, _written_choices(rules, decks, choices), seed, plays.name, dealt)


def _written_choices(rules: str, decks: int | None, choices: list[str] | None) -> Mapping[str, object]:
    """The choices that make these rules out of their rule set: those of the file, and those of the command line."""
    from siete.rules.names import names
    from siete.rules.submission import override_from_text, submission_from_file

    of_file = {} if rules in names() else submission_from_file(Path(rules)).choices
    over = dict(override_from_text(text) for text in choices or [])
    return {**of_file, **over, **({} if decks is None else {"decks": decks})}


def _print_json(rules: TableRules, seed: str, strategy: str, dealt: Iterator[WrittenRound]) -> None:
    from decimal import Decimal

    from siete.table.notation.writer import round_to_plain

    def plain(value: object) -> object:
        """Amounts as text where they are not whole dollars: JSON has no decimals."""
        if isinstance(value, dict):
            return {key: plain(item) for key, item in value.items()}
        if isinstance(value, list):
            return [plain(item) for item in value]
        return str(value) if isinstance(value, Decimal) else value

    rounds = [plain(round_to_plain(each)) for each in dealt]
    head = {"rules": rules.rule_set, "rules_hash": rules.rules_hash, "seed": seed, "strategy": strategy}
    output.as_json({**head, "rounds": rounds})


def _print_text(
    rules: TableRules, choices: Mapping[str, object], seed: str, strategy: str, dealt: Iterator[WrittenRound]
) -> None:
    from siete.table.notation.model import Document
    from siete.table.notation.writer import document_to_text, round_to_text

    head = Document(rules=rules, choices=choices, rounds=(), own={"_seed": seed, "_strategy": strategy})
    print(document_to_text(head), end="")
    for each in dealt:
        print(f"\n{round_to_text(each)}", end="")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Order:
    """What is to be dealt."""

    rounds: int
    seed: str
    boxes: int
    wager: Cents
    with_sides: bool


def _dealt(rules: TableRules, strategy: Strategy, order: _Order, write: Writer) -> Iterator[WrittenRound]:
    """Rounds as they are dealt, from shoe after shoe."""
    from siete.host.chance.shuffling import Chance
    from siete.host.memory_table import MemoryTable

    table = MemoryTable(rules, Chance(order.seed))
    for box in range(1, order.boxes + 1):
        table.comes(_player(box), _plenty(rules, order.wager), box=box)
    for _ in range(order.rounds):
        yield _round(table, strategy, order)
        table.wait(MINUTES_A_ROUND)
        write(table.events)
        table.forget()  # a long run need not keep what is written


def _player(box: int) -> str:
    return f"player-{box}"


def _least(rules: TableRules) -> Cents:
    """The least wager that the table takes."""
    return rules.chip_denominations.next_payable(max(rules.table_min, rules.chip_denominations.smallest))


def _plenty(rules: TableRules, wager: Cents) -> Cents:
    from siete.money import Cents

    return rules.chip_denominations.next_payable(Cents(max(rules.table_min, wager) * PLENTY))


def _round(table: MemoryTable, strategy: Strategy, order: _Order) -> WrittenRound:
    """The next round, with all that the table does before it."""
    from dataclasses import replace

    from siete.cli.terminal.narration import told
    from siete.money import Cents
    from siete.table import commands as c
    from siete.table.notation.record import recorded

    for player, chips in table.state.racks.items():
        if chips < (plenty := _plenty(table.rules, order.wager)):
            table.buys(player, Cents(plenty - chips))
    _go_on(table, strategy, while_due=lambda: not isinstance(getattr(table.due, "command", None), c.StartRound))
    before, meters, around = table.state, table.meters, told(table.events)
    table.do(c.StartRound())
    for wager in _wagers(table, order):
        table.do(wager)
    _go_on(table, strategy, while_due=lambda: table.state.round is not None)
    made = recorded(before, table.last_round(), table.rules, results=table.results(), meters=meters)
    return replace(made, own={"_before": list(around)} if around else {})


def _go_on(table: MemoryTable, strategy: Strategy, *, while_due: Callable[[], bool]) -> None:
    """Step the table, answering every question."""
    from siete.table import commands as c
    from siete.table.due import Waiting

    while while_due():
        due = table.go_on(holds={c.StartRound})
        if isinstance(due, Waiting):
            table.do(_answer(table, due.asks[0], strategy))


def _answer(table: MemoryTable, ask: Ask, strategy: Strategy) -> c.Command:
    from siete.table import commands as c
    from siete.table.auto_player import answer
    from siete.table.due import Question
    from siete.table.stages.shuffling import cut_limits

    pack = table.state.pack
    if ask.question is Question.CUT and pack is not None and pack.order is not None:
        at = table.chance.depth(*cut_limits(table.rules, len(pack.order)))
        return c.CutCards(player=ask.player, box=ask.box, at=at)
    return answer(table.state, table.rules, ask, strategy)


def _wagers(table: MemoryTable, order: _Order) -> Iterator[c.Command]:
    """The base wager on every box, and the least on each side wager where they are wanted."""
    from siete.table import commands as c
    from siete.table.stages.betting import side_limits
    from siete.table.wagers import registry

    rules = table.rules
    spots = registry.offered(rules) if order.with_sides else ()
    for number, player in sorted(table.state.seats.items()):
        yield c.PlaceWager(player=player, box=number, amount=order.wager)
        for spot in spots:
            box = table.state.round.box(number) if table.state.round else None
            limits = side_limits(box, rules, player, spot)
            if limits is not None:
                amount = rules.chip_denominations.next_payable(limits[0])
                yield c.PlaceWager(player=player, box=number, wager=spot, amount=amount)
