"""How the tests of Washington's jackpots deal a line, and the paytables as typed from the document."""

from __future__ import annotations

from typing import Any

import pytest

from siete.table import events as e
from siete.table.practice import PracticeTable
from tests.rules.printed.reading import printed
from tests.table.cases import answer, asked, money, seat

DECKS = {
    **{f"3{a}": n for a, n in zip("abcd", (4, 5, 6, 8), strict=True)},
    **{f"4{a}": n for a, n in zip("abcde", (2, 4, 5, 6, 8), strict=True)},
    **{f"5{a}": n for a, n in zip("abcd", (4, 5, 6, 8), strict=True)},
    **{f"8{a}": n for a, n in zip("abcd", (4, 5, 6, 8), strict=True)},
    **{f"9{a}": n for a, n in zip("abcd", (4, 5, 6, 8), strict=True)},
    "6": 6,
}
"""The number of decks each table is headed with; Table 6 is for four to eight."""

SEED = 1_000
"""Dollars on the meter before a round's wagers are added."""

UP_CARD_LINES = {
    "unsuited-and-suited": "9s 9d 9d Kc",
    "one-suited": "9d 9d 7h Kc",
    "two-unsuited": "9s 9d 9h Kc",
    "one-unsuited": "7h 9d 9h Kc",
}
"""Player, up card, player, down card; the king below has nothing to do with it."""

TOP_LINES = {
    "3": {"two-suited-aces-of-spades": "As As As 9c", "two-suited": "9d 9d 9d Kc"},
    "4": {"two-suited-up-and-down": "9d 9d 9d 9d", "two-suited-up-or-down": "9d 9d 9d Kc"},
    "4a": {
        "ace-king-of-spades-both": "As Ks Ks As",
        "four-aces": "As Ah Ad Ac",
        "four-of-a-rank": "9s 9h 9d 9c",
    },
    "5": {"four-suited-aces": "As As As As", "four-suited": "9d 9d 9d 9d", "two-suited": "9d 9d 9d Kc"},
}

LINES: dict[str, dict[str, str]] = {
    **{family: top | UP_CARD_LINES for family, top in TOP_LINES.items()},
    "6": {
        "four-of-a-kind-suited": "9d 9d 9d 9d",
        "four-of-a-kind-same-color": "9d 9d 9h 9h",
        "four-of-a-kind": "9s 9d 9h 9c",
        "three-of-a-kind-same-color": "9d 9d 9h Kc",
        "three-of-a-kind": "9s 9d 9h Kc",
        "suited-match": "9d 9d 7h Kc",
    },
}
LINES["8"], LINES["9"] = LINES["3"], LINES["4"]
"""For each family of tables, in the order printed, cards that make exactly that line."""


def cases(*families: str) -> list[Any]:
    """Every line of every paytable of these families: rules, paytable, line, shoe and what is printed for it."""
    found = []
    for row in printed("washington_jackpots"):
        table, number = row["table"], row["paytable"]
        if table[0] not in families:
            continue
        rules, prefix = ("wa", "WA3") if table[0] < "7" else ("wa-v002", "WA2")
        lines = LINES["4a" if table == "4a" else table[0]]
        for (line, shoe), pays in zip(lines.items(), row["pays"].split("; "), strict=True):
            mark = pytest.mark.clause(f"{prefix}-T{table}.{number}")
            found.append(
                pytest.param(rules, f"{table}/{number}", line, shoe, pays, id=f"{table}/{number} {line}", marks=mark)
            )
    return found


def deal(rules: str, shoe: str, paytable: str, dollars: int = 5, **choices: Any) -> PracticeTable:
    """A table with a base wager and a jackpot wager, dealt until somebody is asked."""
    given = {"decks": DECKS[paytable.split("/")[0]], "meter_seed": SEED} | choices
    given |= {"jackpot_paytable": paytable, "jackpot_wager": dollars}
    table = seat(rules, shoe, {1: {"base": 10, "jackpot-1": dollars}}, **given)
    table.deal()
    return table


def finish(table: PracticeTable) -> PracticeTable:
    """The round played to its end: blackjacks taken, no insurance, every hand stands."""
    plain = {"blackjack": "take", "insurance": "decline"}
    while asks := asked(table):
        box, _, question = asks[0]
        answer(table, f"{box}: {plain.get(question, 'stand')}")
    return table


def lines(table: PracticeTable, wager: str = "jackpot-1", *, box: int = 1) -> list[str]:
    """The lines a jackpot wager was paid for, in the order of payment."""
    paid = [event for event in table.events if isinstance(event, e.WagerPaid | e.AwardPaid)]
    return [event.line for event in paid if (event.wager.value, event.box) == (wager, box)]


def printed_cents(pays: str, dollars: int) -> int:
    """What a printed pay comes to on a wager, with the round's own 18 % on a meter of SEED dollars."""
    if pays.endswith("%"):
        return (SEED * 100 + dollars * 18) * int(pays[:-1]) // 100
    if pays == "$":
        return 50 * dollars * 100
    many, each = pays.split(" for ")
    return dollars * 100 * int(many) // int(each)


def check_line(rules: str, paytable: str, line: str, shoe: str, pays: str) -> None:
    """The line is made by these cards alone, and pays what is printed on two and on five dollars."""
    for dollars in (2, 5):
        table = finish(deal(rules, shoe, paytable, dollars))
        expected = printed_cents(pays, dollars)
        made = [line]
        if line == "ace-king-of-spades-both":
            made = ["one-suited", "one-suited", line]
            expected += 2 * printed_cents(printed_pays(paytable, "one-suited"), dollars)
        assert lines(table) == made
        assert money(table, "jackpot-1") == (expected, 0, dollars * 100), "nothing comes back beside the pay"


def printed_pays(paytable: str, line: str) -> str:
    """What is printed for another line of the same paytable."""
    return next(str(case.values[4]) for case in cases(paytable[0]) if case.values[1:3] == (paytable, line))
