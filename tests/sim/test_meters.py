"""The simulator's meters against what the engine pays for the same awards, round by round."""

from __future__ import annotations

from typing import Any

import pytest

from siete.cards import cards_from_text
from siete.rules.submission import table_rules
from siete.sim.codes import JACKPOT_LINES, WagerCode
from siete.sim.meters import MeterAward, Meters
from siete.table import events as e
from siete.table.due import Question
from siete.table.practice import PracticeTable

TENTH, WHOLE = ("9d 9d 9d 9d 9d Kc", "two-suited"), ("As As As As As 9c", "two-suited-aces-of-spades")
"""What boxes 1 and 2 are dealt against the up card, and the line that both make."""
BOTH = ("jackpot-1", "jackpot-2")
ONE_GAME = {"jackpot_paytable": "3c/6", "meter_seed": 1_000}
TWO_GAMES = {"jackpot_games": 2, "jackpot_wager": [5, 2], "jackpot_paytable": ["3c/6", "3c/5"], "meter_seed": 1_000}


@pytest.mark.parametrize(
    "choices",
    [
        pytest.param(ONE_GAME, id="progressive"),
        pytest.param({**ONE_GAME, "after_100pct": "zero"}, id="empty until the round is over"),
        pytest.param({**ONE_GAME, "jackpot_type": "house"}, id="house, each winner"),
        pytest.param({**ONE_GAME, "jackpot_type": "house", "house_jackpot_pays_each": False}, id="house"),
        pytest.param({**TWO_GAMES, "second_meter_seed": 2_500}, id="two amounts"),
        pytest.param({**TWO_GAMES, "second_meter_seed": 2_500, "second_meter_reset": 300}, id="two resets"),
        pytest.param(
            {**TWO_GAMES, "second_meter_seed": 2_500, "jackpot_type": "house", "house_jackpot_pays_each": False},
            id="two house jackpots",
        ),
    ],
)
def test_awards_of_several_rounds_come_to_the_same_in_simulator_and_engine(choices: dict[str, Any]) -> None:
    rules = table_rules("wa", choices)
    games = BOTH[: rules.jackpot_games]
    wagered = {
        WagerCode[game.upper().replace("-", "_")]: 2 * amount
        for game, amount in zip(games, rules.jackpot_wager, strict=True)
    }
    meters = Meters.of(rules, wagered)
    table = PracticeTable(rules, shoe="", chips={"p1": 10_000, "p2": 10_000})
    for number, (shoe, line) in enumerate((TENTH, WHOLE, TENTH, TENTH), start=1):
        meters.to_round(number)
        code = JACKPOT_LINES.index(next(each for each in JACKPOT_LINES if each.value == line))
        won = [MeterAward(box, wager, code) for box in (0, 1) for wager in wagered]
        simulated = [(award.box + 1, award.wager.word, amount) for award, amount in meters.pay(won)]
        assert simulated == _played(table, shoe, games)
        assert {name: meter.cents for name, meter in meters.meters.items()} == {
            name: meter.amount for name, meter in table.meters.items()
        }


def _played(table: PracticeTable, shoe: str, games: tuple[str, ...]) -> list[tuple[int, str, int]]:
    """The awards of a round that the engine deals."""
    del table.events[:]
    table.load(cards_from_text(shoe))
    for box in (1, 2):
        table.wager(f"p{box}", box, 10)
        for game, amount in zip(games, table.rules.jackpot_wager, strict=True):
            table.wager(f"p{box}", box, amount // 100, game)
    table.deal()
    while table.asks():
        ask = table.asks()[0]
        table.decide(ask.box, "decline" if ask.question is Question.INSURANCE else "stand")
    return [(event.box, event.wager.value, event.amount) for event in table.events if isinstance(event, e.AwardPaid)]
