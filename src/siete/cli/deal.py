"""`siete deal`: rounds dealt by the engine from a seeded shuffle, written down in notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from siete.cli import output
from siete.cli.options import Choices, Decks, Json, Rules, rules_from
from siete.errors import SieteError

if TYPE_CHECKING:
    from siete.host.shuffling import Chance
    from siete.money import Cents
    from siete.rules.table_rules import TableRules
    from siete.strategy import Strategy
    from siete.table.notation import WrittenRound
    from siete.table.practice import PracticeTable

EPILOG = "Example: siete deal md --rounds 3 --seed 7 --boxes 2 > rounds.s21"

PLENTY = 100
"""Each player comes to every round with this many times the wager, so that no play fails for want of chips."""


def command(
    rules: Rules,
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", min=1, max=1_000_000, help="How many rounds.")] = 1,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The same seed deals the same rounds.")] = "1",
    boxes: Annotated[int, typer.Option("--boxes", metavar="N", min=1, help="Boxes in play, one player to each.")] = 1,
    side_wagers: Annotated[
        bool, typer.Option("--side-wagers", help="Put the least on every side wager that RULES offers.")
    ] = False,
    decks: Decks = None,
    choices: Choices = None,
    json: Json = False,
) -> None:
    """Print rounds in notation, for `siete replay` and for people.

    The shuffle is seeded so that it can be repeated: good for practice and tests, never for live play. Players wager
    the table minimum, take no insurance, and follow the plain strategy "Never bust".
    """
    from siete.strategy import never_bust

    made = rules_from(rules, decks, choices)
    if made.live:
        raise SieteError("deal/live-rules", "Rules declared live allow no seeded shuffle.", clause=made.clause("live"))
    if boxes > made.positions:
        sentence = f"The table has {made.positions} boxes, and {boxes} are wanted."
        raise SieteError("deal/too-many-boxes", sentence, clause=made.clause("positions"))
    dealt = _dealt(made, rounds, seed, boxes, never_bust(), with_sides=side_wagers)
    if json:
        _print_json(made, seed, dealt)
    else:
        _print_text(made, _written_choices(rules, decks, choices), seed, dealt)


def _written_choices(rules: str, decks: int | None, choices: list[str] | None) -> Mapping[str, Any]:
    """The choices that make these rules out of their rule set: those of the file, and those of the command line."""
    from siete.rules.catalogue import NAMES
    from siete.rules.submission import override_from_text, submission_from_file

    of_file = {} if rules in NAMES else submission_from_file(Path(rules)).choices
    over = dict(override_from_text(text) for text in choices or [])
    return {**of_file, **over, **({} if decks is None else {"decks": decks})}


def _print_json(rules: TableRules, seed: str, dealt: Iterator[WrittenRound]) -> None:
    from decimal import Decimal

    from siete.table.notation_text import round_to_plain

    def plain(value: Any) -> Any:
        """Amounts as text where they are no whole dollars: JSON knows no decimals."""
        if isinstance(value, dict):
            return {key: plain(item) for key, item in value.items()}
        if isinstance(value, list):
            return [plain(item) for item in value]
        return str(value) if isinstance(value, Decimal) else value

    rounds = [plain(round_to_plain(each)) for each in dealt]
    output.as_json({"rules": rules.rule_set, "rules_hash": rules.rules_hash, "seed": seed, "rounds": rounds})


def _print_text(rules: TableRules, choices: Mapping[str, Any], seed: str, dealt: Iterator[WrittenRound]) -> None:
    from siete.table.notation import Document
    from siete.table.notation_text import document_to_text, round_to_text

    head = Document(rules=rules, choices=choices, rounds=(), own={"_seed": seed, "_strategy": "Never bust"})
    print(document_to_text(head), end="")
    for each in dealt:
        print(f"\n{round_to_text(each)}", end="")


def _dealt(
    rules: TableRules, rounds: int, seed: str, boxes: int, strategy: Strategy, *, with_sides: bool
) -> Iterator[WrittenRound]:
    """Rounds as they are dealt, from shoe after shoe."""
    from siete.host.shuffling import Chance
    from siete.table.practice import PracticeTable

    chance = Chance(seed)
    table = PracticeTable(rules, shoe=chance.shoe(rules), chips={})
    last = int(len(table.state.shoe or ()) * (1 - rules.cover_card_depth))
    for _ in range(rounds):
        if table.state.dealt > last:
            table.load(chance.shoe(rules))
        yield _round(table, chance, boxes, strategy, with_sides=with_sides)
        del table.events[:]  # a long run need not remember what is printed


def _round(table: PracticeTable, chance: Chance, boxes: int, strategy: Strategy, *, with_sides: bool) -> WrittenRound:
    from siete.table import commands as c
    from siete.table.automatic import next_due
    from siete.table.due import Due, Waiting
    from siete.table.following import answer
    from siete.table.recording import recorded

    _refill(table, boxes)
    before, meters = table.state, dict(table.meters)
    table.do(c.StartRound())
    for wager in _wagers(table, boxes, with_sides=with_sides):
        table.do(wager)
    while table.state.round is not None:
        due = next_due(table.state, table.rules)
        if isinstance(due, Waiting):
            table.do(answer(table.state, table.rules, due.asks[0], strategy))
            continue
        assert isinstance(due, Due), "a round with wagers goes on"
        if isinstance(due.command, c.Spin):
            table.spin_next(chance.symbols(due.command.wager, table.state.round, table.rules))
        table.step(due.command)
    return recorded(before, table.events, table.rules, results=table.results(), meters=meters)


def _refill(table: PracticeTable, boxes: int) -> None:
    """Every player comes to the round with the same chips."""
    from dataclasses import replace

    chips: Cents = table.rules.chip_denominations.next_payable(_cents(table.rules.table_min * PLENTY))
    table.state = replace(table.state, racks=dict.fromkeys(map(_player, range(1, boxes + 1)), chips))


def _cents(amount: int) -> Cents:
    from siete.money import Cents

    return Cents(amount)


def _player(box: int) -> str:
    return f"player-{box}"


def _wagers(table: PracticeTable, boxes: int, *, with_sides: bool) -> Iterator[Any]:
    """The least base wager on every box, and the least on each side wager where they are wanted."""
    from siete.table import commands as c
    from siete.table.betting import side_limits
    from siete.table.wagers import jackpot, match_the_dealer, wheels

    rules = table.rules
    spots = (*match_the_dealer.offered(rules), *wheels.offered(rules), *jackpot.offered(rules)) if with_sides else ()
    least = max(rules.table_min, rules.chip_denominations.smallest)
    for number in range(1, boxes + 1):
        player = _player(number)
        yield c.PlaceWager(player=player, box=number, amount=rules.chip_denominations.next_payable(least))
        for spot in spots:
            box = table.state.round.box(number) if table.state.round else None
            limits = side_limits(box, rules, player, spot)
            if limits is not None:
                amount = rules.chip_denominations.next_payable(limits[0])
                yield c.PlaceWager(player=player, box=number, wager=spot, amount=amount)
