"""Solves what Spanish 21 takes from blackjack and what it gives, one rule after another, and writes the file of it.

    .venv/bin/python scripts/gifts.py

No rule set lets a 21 tie, so the kernels cannot be asked for that: two of them are replaced before anything is
compiled, and the compiled code goes into a folder of its own, which is thrown away. Decision: 0349.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from subprocess import run
from tempfile import TemporaryDirectory

import numpy as np

from siete.cards import Rank
from siete.odds.base.jit import Bytes, Floats, Ints, compiled
from siete.odds.base.kept.gifts import FILE
from siete.odds.base.shoe import KINDS, Shoe
from siete.rules.names import names
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules

_COURTS = (Rank.JACK, Rank.QUEEN, Rank.KING)


def with_tens(decks: int) -> Shoe:
    """Decks of 52: the 10-spots are counted as jacks, queens and kings, of whose kind they are in the base game."""
    courts, rest = divmod(4 * decks, len(_COURTS))
    assert rest == 0, "so many decks of 52 cannot be told by 48 kinds"
    return Shoe(tuple(courts if card.rank in _COURTS else decks for card in KINDS))


def tied_blackjacks(shoe: Shoe, pays: float) -> float:
    """What the player loses where a blackjack ties the dealer's: the chance of both, times what it pays."""
    values = shoe.values()
    cards, aces, tens = int(values.sum()), int(values[0]), int(values[9])
    both = 2 * aces * tens * 2 * (aces - 1) * (tens - 1) / (cards * (cards - 1) * (cards - 2) * (cards - 3))
    return pays * both


def _plain(rules: TableRules) -> TableRules:
    return replace(rules, bonus_21=replace(rules.bonus_21, rows=()), rescue=False)


def _three_cards_only(rules: TableRules) -> TableRules:
    rows = tuple(row for row in rules.bonus_21 if str(row.line).startswith(("678", "777")))
    return replace(rules, bonus_21=replace(rules.bonus_21, rows=rows), rescue=False)


def house_edge(rules: TableRules, shoe: Shoe) -> float:
    """The house edge of a round from this shoe by best play."""
    from siete.odds.base.game import Game

    return -Game(rules, shoe).value()


def tied(name: str) -> list[float]:
    """The house edge where every tie is one: with the 10-spots, and without. Only after `let_21_tie`."""
    rules = table_rules(name)
    pays = float(rules.blackjack_pays.payout)
    shoes = (with_tens(rules.decks), Shoe.full(rules.decks))
    return [house_edge(_plain(rules), shoe) + tied_blackjacks(shoe, pays) for shoe in shoes]


def all_tied(chosen: Sequence[str]) -> dict[str, list[float]]:
    """The same for several rule sets, by a process with kernels of its own."""
    with TemporaryDirectory(prefix="siete-gifts-") as folder:
        apart = {**os.environ, "NUMBA_CACHE_DIR": folder}
        asked = [sys.executable, __file__, "--tied", *chosen]
        answer = run(asked, env=apart, capture_output=True, check=True, text=True)
    found: dict[str, list[float]] = json.loads(answer.stdout)
    return found


def after_each(name: str, first: list[float]) -> list[float]:
    """The house edge after each step, in the order of `kept.gifts`; `first` are the two of `tied`."""
    rules = table_rules(name)
    shoe = Shoe.full(rules.decks)
    plain = house_edge(_plain(rules), shoe)
    return [
        *first,
        plain + tied_blackjacks(shoe, float(rules.blackjack_pays.payout)),
        plain,
        house_edge(_three_cards_only(rules), shoe),
        house_edge(replace(rules, rescue=False), shoe),
        house_edge(rules, shoe),
    ]


def let_21_tie() -> None:
    """Replace the kernels by which a 21 always wins; before any other kernel is compiled."""
    from siete.odds.base import play, told
    from siete.odds.base.dealer import OUTCOMES, Draws, outcomes
    from siete.odds.base.states import States
    from siete.odds.base.terms import Terms

    best, stand, late_chance = play.BEST, play.STAND, play.late_chance

    @compiled
    def stand_value(
        hands: States, terms: Terms, state: int, late: float, row: Floats, doublings: int, pays_21: float
    ) -> float:
        total = hands.hard[state] + 10 * hands.is_soft[state]
        won, lost = row[0], 0.0
        for outcome in range(1, 6):
            if outcome + 16 < total:
                won += row[outcome]
            elif outcome + 16 > total:
                lost += row[outcome]
        worth: float = 2.0**doublings * (terms.pays * won - lost)
        return worth if terms.is_split else worth - late

    @compiled
    def needs_row(hands: States, terms: Terms, state: int, wanted: int, plays: Bytes) -> bool:
        for doublings in range(terms.doublings + 1):
            if wanted >> doublings & 1 == 1 and plays[doublings, state] in (best, stand):
                return True
        return False

    @compiled
    def stand_told(
        hands: States, draws: Draws, terms: Terms, left: Ints, state: int, standing: float, doublings: int, pays: float
    ) -> float:
        row = np.empty(OUTCOMES)
        outcomes(draws, left, terms.barred, row)
        late = late_chance(terms, left, left.sum())
        return stand_value(hands, terms, state, late, row, doublings, pays)

    vars(play).update(stand_value=stand_value, needs_row=needs_row)
    vars(told).update(stand_value=stand_value, stand_told=stand_told)


def main() -> None:
    """Solve the rule sets and write the file; with `--tied` print what `all_tied` asks for."""
    if sys.argv[1:2] == ["--tied"]:
        let_21_tie()
        print(json.dumps({name: tied(name) for name in sys.argv[2:]}))
        return
    made = {
        table_rules(name).rules_hash: {"rules": name, "edges": after_each(name, first)}
        for name, first in all_tied(names()).items()
    }
    lines = (f"{json.dumps(key)}: {json.dumps(made[key])}" for key in sorted(made))
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
