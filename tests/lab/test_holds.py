"""Expected holds: what odds say, what the simulator plays, and what a computed day comes to are the same."""

from __future__ import annotations

import pytest

from siete.lab.holds import ExpectedHold, expected
from siete.lab.simulation import simulate
from siete.odds.wagers import registry
from siete.rules.submission import table_rules
from siete.table.wagers import registry as played

ROUNDS, SIGMAS = 400_000, 4.5


@pytest.fixture(scope="module")
def washington() -> dict[str, ExpectedHold]:
    return expected(table_rules("wa"))


def test_wagers_without_a_meter_hold_their_edge(washington: dict[str, ExpectedHold]) -> None:
    for wager, name in (("base", "base"), ("insurance", "insurance"), ("match-up", "match-the-dealer")):
        figure = registry.figures(table_rules("wa"), name)[0]
        assert washington[wager].hold == pytest.approx(float(figure.house_edge), abs=1e-12)
        assert washington[wager].deviation == pytest.approx(float(figure.extra["standard_deviation"]), abs=1e-12)


def test_a_bonus_card_is_worth_what_the_up_card_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every wager of a table has its hold: five bonus cards too, one of them from the same shoe as the up card."""
    monkeypatch.setattr("siete.lab.holds.ROUNDS", 1_000)  # of what two boxes share, which is not asked here
    rules = table_rules("wa", {"mtd_configuration": 4, "mtd_bonus_cards": 5})
    found = expected(rules)
    assert set(found) == {"base", "insurance", *(each.value for each in played.offered(rules))}
    figures = {each.extra["card"]: each for each in registry.figures(rules, "match-the-dealer")}
    for number in range(1, 6):
        hold, figure = found[f"match-bonus-{number}"], figures[f"bonus card {number}"]
        assert hold.edge == hold.hold == pytest.approx(float(figure.house_edge), abs=1e-12)
        assert hold.deviation == pytest.approx(float(figure.extra["standard_deviation"]), abs=1e-12)


def test_of_a_jackpot_the_tray_keeps_what_neither_meter_nor_winners_get(washington: dict[str, ExpectedHold]) -> None:
    rules = table_rules("wa")
    jackpot = simulate(rules, ROUNDS, strategy="never-bust", wager="jackpot", cards="fresh", seed=3).wager("jackpot-1")
    fed = sum(float(each.rate + each.reserve_rate) for each in played.meters(rules))
    assert fed > 0
    kept = jackpot.house_edge + jackpot.awarded / jackpot.wagered - fed
    assert abs(kept - washington["jackpot-1"].hold) < SIGMAS * washington["jackpot-1"].deviation / ROUNDS**0.5


def test_two_boxes_of_one_round_share_the_dealers_hand(washington: dict[str, ExpectedHold]) -> None:
    """The spread of a day of two-box rounds is that of a simulation with other cards, and wider than of lone boxes."""
    base = washington["base"]
    assert base.shared > 0.1
    result = simulate("wa", ROUNDS, wager="base", boxes=2, seed=99)
    per_round = 2 * result.deviation
    assert base.spread(squares=2.0, shared=1.0) == pytest.approx(per_round, rel=0.02)
    assert base.spread(squares=2.0, shared=0.0) < per_round * 0.95


def test_a_spread_grows_with_the_root_of_the_rounds() -> None:
    one = ExpectedHold(hold=0.01, edge=0.01, deviation=1.2)
    assert one.spread(squares=100.0, shared=0.0) == pytest.approx(12.0)
    assert one.spread(squares=0.0, shared=0.0) == 0.0
