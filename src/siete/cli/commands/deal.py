"""`siete deal`: a table run by its whole procedure from a seeded shuffle, its rounds written down in notation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from siete.cli import output
from siete.cli.charts import StrategyFile, strategy_for
from siete.cli.options import Choices, Decks, Json, Rules, rules_from
from siete.errors import SieteError

if TYPE_CHECKING:
    from siete.host.sitting import Sitting
    from siete.rules.table_rules import TableRules
    from siete.strategy import Strategy
    from siete.table import commands as c
    from siete.table.due import Ask
    from siete.table.notation import WrittenRound

EPILOG = "Example: siete deal md --rounds 3 --seed 7 --boxes 2 > rounds.s21"

PLENTY = 100
"""A player has at least this many times the wager before every round, so that no play fails for want of chips."""

MINUTES_A_ROUND = 1
"""How long a round takes by the table's own time; cards grow old by it, and readers are inspected each day."""


def command(
    rules: Rules,
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", min=1, max=1_000_000, help="How many rounds.")] = 1,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The same seed deals the same rounds.")] = "1",
    boxes: Annotated[int, typer.Option("--boxes", metavar="N", min=1, help="Boxes in play, one player to each.")] = 1,
    side_wagers: Annotated[
        bool, typer.Option("--side-wagers", help="Put the least on every side wager that RULES offers.")
    ] = False,
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
    round's `_before` tells what came before it. The shuffle is seeded so that it can be repeated: good for practice
    and tests, never for live play. Players wager the table minimum, take no insurance, cut when it is offered, and play
    by the chart derived for the rules, or by a strategy of your own.
    """
    made = rules_from(rules, decks, choices)
    if made.live:
        raise SieteError("deal/live-rules", "Rules declared live allow no seeded shuffle.", clause=made.clause("live"))
    if boxes > made.positions:
        sentence = f"The table has {made.positions} boxes, and {boxes} are wanted."
        raise SieteError("deal/too-many-boxes", sentence, clause=made.clause("positions"))
    plays = strategy_for(made, strategy)
    from siete.cli.logs import logged

    with logged(log) as write:
        dealt = _dealt(made, rounds, seed, boxes, plays, write, with_sides=side_wagers)
        if json:
            _print_json(made, seed, plays.name, dealt)
        else:
            _print_text(made, _written_choices(rules, decks, choices), seed, plays.name, dealt)


def _written_choices(rules: str, decks: int | None, choices: list[str] | None) -> Mapping[str, Any]:
    """The choices that make these rules out of their rule set: those of the file, and those of the command line."""
    from siete.rules.catalogue import NAMES
    from siete.rules.submission import override_from_text, submission_from_file

    of_file = {} if rules in NAMES else submission_from_file(Path(rules)).choices
    over = dict(override_from_text(text) for text in choices or [])
    return {**of_file, **over, **({} if decks is None else {"decks": decks})}


def _print_json(rules: TableRules, seed: str, strategy: str, dealt: Iterator[WrittenRound]) -> None:
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
    head = {"rules": rules.rule_set, "rules_hash": rules.rules_hash, "seed": seed, "strategy": strategy}
    output.as_json({**head, "rounds": rounds})


def _print_text(
    rules: TableRules, choices: Mapping[str, Any], seed: str, strategy: str, dealt: Iterator[WrittenRound]
) -> None:
    from siete.table.notation import Document
    from siete.table.notation_text import document_to_text, round_to_text

    head = Document(rules=rules, choices=choices, rounds=(), own={"_seed": seed, "_strategy": strategy})
    print(document_to_text(head), end="")
    for each in dealt:
        print(f"\n{round_to_text(each)}", end="")


def _dealt(
    rules: TableRules, rounds: int, seed: str, boxes: int, strategy: Strategy, write: Any, *, with_sides: bool
) -> Iterator[WrittenRound]:
    """Rounds as they are dealt, from shoe after shoe."""
    from siete.host.shuffling import Chance
    from siete.host.sitting import Sitting
    from siete.money import Cents

    sitting = Sitting(rules, Chance(seed))
    for box in range(1, boxes + 1):
        sitting.comes(_player(box), Cents(_plenty(rules)), box=box)
    for _ in range(rounds):
        yield _round(sitting, strategy, with_sides=with_sides)
        sitting.wait(MINUTES_A_ROUND)
        write(sitting.events)
        sitting.forget()  # a long run need not remember what is written


def _player(box: int) -> str:
    return f"player-{box}"


def _plenty(rules: TableRules) -> int:
    from siete.money import Cents

    return rules.chip_denominations.next_payable(Cents(rules.table_min * PLENTY))


def _round(sitting: Sitting, strategy: Strategy, *, with_sides: bool) -> WrittenRound:
    """The next round, with all that the table does before it."""
    from dataclasses import replace

    from siete.cli.telling import told
    from siete.money import Cents
    from siete.table import commands as c
    from siete.table.recording import recorded

    for player, chips in sitting.state.racks.items():
        if chips < _plenty(sitting.rules):
            sitting.buys(player, Cents(_plenty(sitting.rules) - chips))
    _go_on(sitting, strategy, while_due=lambda: not isinstance(getattr(sitting.due, "command", None), c.StartRound))
    before, meters, around = sitting.state, sitting.meters, told(sitting.events)
    sitting.do(c.StartRound())
    for wager in _wagers(sitting, with_sides=with_sides):
        sitting.do(wager)
    _go_on(sitting, strategy, while_due=lambda: sitting.state.round is not None)
    made = recorded(before, sitting.last_round(), sitting.rules, results=sitting.results(), meters=meters)
    return replace(made, own={"_before": list(around)} if around else {})


def _go_on(sitting: Sitting, strategy: Strategy, *, while_due: Callable[[], bool]) -> None:
    """Let the table go on, all questions answered."""
    from siete.table import commands as c
    from siete.table.due import Waiting

    while while_due():
        due = sitting.go_on(holds={c.StartRound})
        if isinstance(due, Waiting):
            sitting.do(_answer(sitting, due.asks[0], strategy))


def _answer(sitting: Sitting, ask: Ask, strategy: Strategy) -> c.Command:
    from siete.table import commands as c
    from siete.table.due import Question
    from siete.table.following import answer
    from siete.table.shuffling import cut_limits

    pack = sitting.state.pack
    if ask.question is Question.CUT and pack is not None and pack.order is not None:
        at = sitting.chance.depth(*cut_limits(sitting.rules, len(pack.order)))
        return c.CutCards(player=ask.player, box=ask.box, at=at)
    return answer(sitting.state, sitting.rules, ask, strategy)


def _wagers(sitting: Sitting, *, with_sides: bool) -> Iterator[c.Command]:
    """The least base wager on every box, and the least on each side wager where they are wanted."""
    from siete.table import commands as c
    from siete.table.betting import side_limits
    from siete.table.wagers import jackpot, match_the_dealer, wheels

    rules = sitting.rules
    spots = (*match_the_dealer.offered(rules), *wheels.offered(rules), *jackpot.offered(rules)) if with_sides else ()
    least = max(rules.table_min, rules.chip_denominations.smallest)
    for number, player in sorted(sitting.state.seats.items()):
        yield c.PlaceWager(player=player, box=number, amount=rules.chip_denominations.next_payable(least))
        for spot in spots:
            box = sitting.state.round.box(number) if sitting.state.round else None
            limits = side_limits(box, rules, player, spot)
            if limits is not None:
                amount = rules.chip_denominations.next_payable(limits[0])
                yield c.PlaceWager(player=player, box=number, wager=spot, amount=amount)
