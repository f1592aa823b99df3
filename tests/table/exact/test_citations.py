"""What every result and every refusal cites, in all rule sets side by side with the words of the clause.

`citations.txt` holds the lines as they were read and judged, one by one; a clause that moves shows here.
To renew it after a change that was meant: `python -m tests.table.exact.test_citations`, then read what git shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from siete.clauses import citations
from siete.errors import SieteError
from siete.money import Cents
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table.decide import refusal
from siete.table.due import Question
from siete.table.practice import PracticeTable
from siete.table.wagers import registry
from tests.table.cases import bet, check_refusal, seat

KEPT = Path(__file__).with_name("citations.txt")

DEFAULTS = {Question.INSURANCE: "decline", Question.BLACKJACK: "take", Question.DOUBLED: "stand"}
"""What is answered where a case has nothing to say."""


@dataclass(frozen=True)
class Case:
    """Cards as they leave the shoe (player, up card, player, hole card, further ones), and what the player does."""

    name: str
    shoe: str
    decisions: tuple[str, ...] = ()
    wagers: dict[str, int] = field(default_factory=lambda: {"base": 10})
    wheels: tuple[Any, ...] = ()
    choices: dict[str, Any] = field(default_factory=dict)
    others: dict[int, int] = field(default_factory=dict)


CASES = (
    Case("higher total", "Kh 7d 9c Ks"),
    Case("dealer over 21", "Kh 6d 9c Ks Kd"),
    Case("equal totals", "Kh 9d 9c Ks"),
    Case("lower total", "Kh 9d 7c Ks"),
    Case("player over 21", "Kh 9d 6c Ks Kd", ("hit",)),
    Case("20 against a dealer blackjack", "Kh Ad Kc Ks"),
    Case("blackjack", "Ah 7d Kc Ks"),
    Case("blackjack against an ace", "Ah Ad Kc 9s"),
    Case("blackjack against a dealer blackjack", "Ah Ad Kc Ks"),
    Case("three-card 21", "Kh 7d 5c Ks 6d", ("hit",)),
    Case("21 against 21", "Kh Kd 9d 5c 9c 3s 6d 9s", ("hit",), others={2: 10}),
    Case("five-card 21", "2h 7d 3c Ks 4d 5s 7s", ("hit", "hit", "hit")),
    Case("6-7-8 suited", "6h 7d 7h Ks 8h", ("hit",)),
    Case("two-card 21 on a split hand", "Ah 7d Ac Ks Kd 9s", ("split", "stand", "stand")),
    Case("surrender against a nine", "Kh 9d 6c Ks", ("surrender",)),
    Case("surrender against a king", "Kh Kd 6c 7s", ("surrender",)),
    Case("double won", "6h 7d 5c Ks 9d", ("double 10",)),
    Case("double lost", "6h 9d 5c Ks 2d", ("double 10",)),
    Case("double over 21", "Kh 9d 5c Ks 8d", ("double 10",)),
    Case("double rescued", "6h 9d 5c Ks 2d", ("double 10", "rescue")),
    Case("insurance lost", "Kh Ad 9c 8s", ("insure 5", "stand")),
    Case("insurance won", "Kh Ad 9c Ks", ("insure 5",)),
    Case("no match with the dealer", "Kh 9d 7c Ks", wagers={"base": 10, "match-up": 5}),
    Case("unsuited match with the dealer", "Kh 9d 9c Ks", wagers={"base": 10, "match-up": 5}),
    Case("suited match with the dealer", "Kh 9d 9d Ks", wagers={"base": 10, "match-up": 5}),
    Case("down card match", "Kh 9d 7c Ks", wagers={"base": 10, "match-down": 5}, choices={"mtd_configuration": 2}),
    Case(
        "bonus card match", "Kh 9d 7c Ks 7d", wagers={"base": 10, "match-bonus-1": 5}, choices={"mtd_configuration": 3}
    ),
    Case("super bonus", "7h Kd 7d 7h 9c Ks 7h Kd", ("hit",), others={2: 10}),
    Case("spin lost", "Kh 9d 7c Ks", wagers={"base": 10, "bonus-spin": 5}),
    Case("spin of an ace", "Ah 9d 7c Ks", wagers={"base": 10, "bonus-spin": 5}),
    Case(
        "spin won", "Ah 9d Kc Ks", wagers={"base": 10, "bonus-spin": 1}, wheels=("$10",), choices={"spin_paytable": "B"}
    ),
    Case(
        "spin takes the meter",
        "Ah 9d Kc Ks",
        wagers={"base": 10, "bonus-spin": 1},
        wheels=("jackpot",),
        choices={"spin_paytable": "B"},
    ),
    Case("xtreme 16 lost", "Kh 9d 7c Ks", wagers={"base": 10, "xtreme-16": 5}),
    Case("jackpot lost", "Kh 9d 7c Ks", wagers={"base": 10, "jackpot-1": 5}),
    Case("jackpot line", "7h 9d 9h Kc", wagers={"base": 10, "jackpot-1": 5}),
    Case("jackpot 10%", "9d 9d 9d Kc", ("stand",), wagers={"base": 10, "jackpot-1": 5}),
    Case("jackpot 100%", "As As As 9c", wagers={"base": 10, "jackpot-1": 5}),
)


def _played(rules: str, case: Case) -> PracticeTable:
    wagers: Any = {1: case.wagers, **case.others}
    table = seat(rules, case.shoe, wagers, wheels=case.wheels, **case.choices)
    answers = list(case.decisions)
    asks = table.deal()
    while asks:
        ask = asks[0]
        is_mine = ask.box == 1 and ask.question is not Question.BLACKJACK
        wants_insurance = bool(answers) and answers[0].startswith("insure")
        if is_mine and answers and (ask.question is Question.INSURANCE) == wants_insurance:
            word, _, amount = answers.pop(0).partition(" ")
        else:
            word, amount = DEFAULTS.get(ask.question, "stand"), ""
        asks = table.decide(ask.box, word, int(amount or 0), player=ask.player)
    return table


def _results() -> Iterator[str]:
    for case in CASES:
        yield f"## {case.name.strip()}: {case.shoe}"
        for rules in NAMES:
            try:
                table = _played(rules, case)
            except SieteError as error:
                if error.code in ("command/not-offered", "command/outside-limits") or error.code.startswith(
                    "submission"
                ):
                    continue  # this rule set has no such wager
                raise
            for result in table.results():
                if result.wager != "base" or set(case.wagers) == {"base"}:
                    money = f"{result.payout}/{result.returned}/{result.collected}"
                    yield _line(rules, f"{result.wager} {result.line or '-'} {money}", result.clause)


Refused = tuple[str, Callable[[str], tuple[PracticeTable, c.Command]]]


def _before(rules: str, wagers: dict[str, int], **choices: Any) -> PracticeTable:
    return seat(rules, "Kh 9d 6c Ks 2d 2h 2c 2s", {1: wagers}, **choices)


def _dealt(rules: str, shoe: str, *decisions: str) -> PracticeTable:
    table = seat(rules, shoe, {1: 10, 2: 10})
    table.deal()
    for word, _, amount in (decision.partition(" ") for decision in decisions):
        table.decide(1, word, int(amount or 0))
    return table


_TWO = "Kh 5d 9d 6c 5s Ks 2d 2h 2c 2s 3d 3s 3c"
"""Two boxes: 10-6 and 5-5 against a nine."""


def _hand(shoe: str, *decisions: str, command: c.Command) -> Callable[[str], tuple[PracticeTable, c.Command]]:
    return lambda rules: (_dealt(rules, shoe, *decisions), command)


def _wager(command: c.Command, **wagers: int) -> Callable[[str], tuple[PracticeTable, c.Command]]:
    placed = {name.replace("_", "-"): dollars for name, dollars in wagers.items()}
    return lambda rules: (_before(rules, placed), command)


def _late(command: c.Command) -> Callable[[str], tuple[PracticeTable, c.Command]]:
    return lambda rules: (_dealt(rules, _TWO), command)


def _two_boxes(command: c.Command) -> Callable[[str], tuple[PracticeTable, c.Command]]:
    return lambda rules: (seat(rules, _TWO, {1: 10, 2: 10}), command)


REFUSALS: tuple[Refused, ...] = (
    ("late base wager", _late(bet("p1", 3, 1000))),
    ("late match the dealer", _late(bet("p1", 1, 100, "match-up"))),
    ("late jackpot wager", _late(bet("p1", 1, 100, "jackpot-1"))),
    ("late bonus spin", _late(bet("p1", 1, 100, "bonus-spin"))),
    ("wager taken back after the deal", _late(c.WithdrawWager(player="p1", box=1, wager=bet("p1", 1, 1).wager))),
    ("base wager below the minimum", _wager(bet("p1", 2, 100), base=10)),
    ("base wager above the maximum", _wager(bet("p1", 2, 900_000), base=10)),
    ("base wager not in chips", _wager(bet("p1", 2, 1003), base=10)),
    ("base wager of nothing", _wager(bet("p1", 2, 0), base=10)),
    ("match the dealer of 50 cents", _wager(bet("p1", 1, 50, "match-up"), base=10)),
    ("match the dealer above the base wager", _wager(bet("p1", 1, 2000, "match-up"), base=10)),
    ("match the dealer without a base wager", _wager(bet("p1", 2, 100, "match-up"), base=10)),
    ("jackpot without a base wager", _wager(bet("p1", 2, 100, "jackpot-1"), base=10)),
    ("jackpot of a wrong amount", _wager(bet("p1", 1, 700, "jackpot-1"), base=10)),
    ("second jackpot that is not offered", _wager(bet("p1", 1, 100, "jackpot-2"), base=10)),
    ("bonus spin without a base wager", _wager(bet("p1", 2, 100, "bonus-spin"), base=10)),
    ("bonus spin of a wrong amount", _wager(bet("p1", 1, 300, "bonus-spin"), base=10)),
    ("xtreme 16 of a wrong amount", _wager(bet("p1", 1, 300, "xtreme-16"), base=10)),
    ("xtreme 16 without a base wager", _wager(bet("p1", 2, 100, "xtreme-16"), base=10)),
    ("box that another has", _two_boxes(bet("p2", 1, 1000))),
    ("box that is not there", _wager(bet("p1", 9, 1000), base=10)),
    ("hit on a doubled hand", _hand(_TWO, "double 10", command=c.Hit(player="p1", box=1))),
    ("split of a doubled hand", _hand(_TWO, "double 10", command=c.Split(player="p1", box=1))),
    ("surrender of a doubled hand", _hand(_TWO, "double 10", command=c.Surrender(player="p1", box=1))),
    ("second double", _hand(_TWO, "double 10", command=c.Double(player="p1", box=1, amount=Cents(2000)))),
    ("double for too much", _hand(_TWO, command=c.Double(player="p1", box=1, amount=Cents(5000)))),
    ("rescue without a double", _hand(_TWO, command=c.Rescue(player="p1", box=1))),
    ("split of no pair", _hand(_TWO, command=c.Split(player="p1", box=1))),
    ("surrender after a hit", _hand(_TWO, "hit", command=c.Surrender(player="p1", box=1))),
    ("hit on 21", _hand("Kh 5d 9d 6c 5s Ks 5h 2h", "hit", command=c.Hit(player="p1", box=1))),
    ("out of turn", _hand(_TWO, command=c.Hit(player="p2", box=2))),
    ("box of another", _hand(_TWO, command=c.Hit(player="p1", box=2))),
    ("insurance against a nine", _hand(_TWO, command=c.TakeInsurance(player="p1", box=1, amount=Cents(500)))),
    ("insurance put down before the deal", _wager(bet("p1", 1, 500, "insurance"), base=10)),
    ("insurance put down when it is offered", _hand("Kh 5d Ad 6c 5s 9s", command=bet("p1", 1, 500, "insurance"))),
    ("split before insurance is answered", _hand("Kh 5d Ad Kc 5s 9s", command=c.Split(player="p1", box=1))),
    ("rescue before insurance is answered", _hand("Kh 5d Ad Kc 5s 9s", command=c.Rescue(player="p1", box=1))),
    (
        "insurance above half",
        _hand("Kh 5d Ad 6c 5s 9s", command=c.TakeInsurance(player="p1", box=1, amount=Cents(600))),
    ),
)


def _refusals() -> Iterator[str]:
    for name, made in REFUSALS:
        yield f"## refused: {name}"
        for rules in NAMES:
            table, command = made(rules)
            if isinstance(command, c.PlaceWager) and not _has(rules, command):
                continue
            why = refusal(table.state, table.rules, command)
            if why is None:
                yield f"{rules:9} allowed"
            else:
                check_refusal(why)
                yield _line(rules, f"{why.code.removeprefix('command/')}: {why.sentence}", why.clause)


def _has(rules: str, command: c.PlaceWager) -> bool:
    side = registry.find(command.wager)
    return side is None or bool(side.offered(table_rules(rules, {})))


def _line(rules: str, what: str, clause: str) -> str:
    return f"{rules:9} {what}\n          [{clause}] {citations()[clause].summary}"


def _text() -> str:
    return "\n".join([*_results(), *_refusals()]) + "\n"


def test_every_result_and_refusal_cites_what_was_read_line_by_line() -> None:
    assert _text() == KEPT.read_text("utf-8")


LOSSES = ("lower total", "player over 21", "20 against a dealer blackjack", "double lost", "double over 21")


@pytest.mark.parametrize("rules", NAMES)
@pytest.mark.parametrize("case", [case for case in CASES if case.name in LOSSES], ids=lambda case: case.name)
def test_a_loss_cites_no_clause_about_a_win_or_a_tie(rules: str, case: Case) -> None:
    (result,) = _played(rules, case).results()
    assert result.collected
    assert not result.payout
    words = citations()[result.clause].summary.lower()
    assert "loses" in words or "standard blackjack" in words, words


if __name__ == "__main__":
    KEPT.write_text(_text(), "utf-8")
