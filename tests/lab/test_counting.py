"""Counting: exact effects of removal, tags that follow them, and what a count makes of the edge."""

from __future__ import annotations

import csv
from math import exp

import pytest

from siete.cards import Card, Rank, cards_from_text
from siete.lab.counting import Ramp, Tags, best_tags, centred, insurance_effects, match_effects, study
from siete.odds.base.counting.effects import effects
from siete.odds.base.game import Game
from siete.odds.base.shoe import Shoe
from siete.odds.wagers import insurance, match_the_dealer
from siete.rules.submission import table_rules
from tests.cli.running import Siete

WA = table_rules("wa")


def value(removed: str) -> float:
    return Game(WA, Shoe.full(6).without(cards_from_text(removed))).value()


def test_an_effect_is_that_of_solving_the_shoe_without_the_card() -> None:
    found = effects(WA)
    assert found.by_rank[Rank.FIVE] == pytest.approx(value("5h") - found.value, abs=1e-12)
    assert found.by_rank[Rank.KING] == pytest.approx(value("Qd") - found.value, abs=1e-12)


def test_effects_of_washington_as_looked_at_before() -> None:
    first_look = {"A": -0.142, "2": 0.056, "3": 0.074, "4": 0.106, "5": 0.123, "6": 0.073, "7": 0.009, "8": -0.036,
                  "9": -0.034, "K": -0.077}  # fmt: skip
    for rank, worth in centred(effects(WA).by_rank).items():
        assert 100 * worth == pytest.approx(first_look.get(rank.value, -0.077), abs=0.0025)


def test_effects_add_up_over_several_cards() -> None:
    """Four small cards gone: the exact edge of that shoe lies where the effects put it."""
    found = effects(WA)
    cards = "4h 4c 5h 5d"
    sums = sum(centred(found.by_rank)[card.rank] for card in cards_from_text(cards)) * (288 - 1) / (288 - 4)
    assert value(cards) - found.value == pytest.approx(sums, abs=1e-4)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_tags_are_balanced_whole_and_follow_the_effects(level: int) -> None:
    tags = best_tags(effects(WA).by_rank, level)
    assert sum(tags.tags.values()) == 0
    assert max(map(abs, tags.tags.values())) == level
    assert tags.correlation > 0.93
    for rank, tag in tags.tags.items():
        assert tag * effects(WA).by_rank[rank] >= 0


def test_a_study_is_rows_like_every_result() -> None:
    found = study(WA)
    rows = list(csv.DictReader(found.to_csv().splitlines()))
    assert list(rows[0]) == ["what", "level", "name", "value"]
    by_name = {(row["what"], row["level"], row["name"]): float(row["value"]) for row in rows}
    assert len(by_name) == len(rows) == len(found.records())
    assert by_name["effect of removal", "", "5"] == effects(WA).by_rank[Rank.FIVE]
    for tags in found.tags:
        level = str(tags.level)
        assert by_name["tag", level, "A"] == tags.tags[Rank.ACE]
        assert by_name["house edge at true count", level, "+3"] == -found.by_count(tags)[3].value
        assert by_name["true count from which", level, "insurance"] == found.insurance_index(tags)
        assert sum(row["level"] == level and " against " in row["name"] for row in rows) == len(found.indices(tags))


def test_higher_levels_know_more() -> None:
    one, two, three = (each.correlation for each in study(WA).tags)
    assert one < two < three < 1


def test_true_counts_are_a_law_and_the_edge_falls_with_them() -> None:
    found = study(WA)
    tags = found.tags[0]
    counts = found.by_count(tags)
    assert sum(each.share for each in counts.values()) == pytest.approx(1.0)
    values = [each.value for each in counts.values()]
    assert values == sorted(values)
    assert values[20] - values[16] < values[8] - values[4], "the line bends: high counts add less than low ones take"


def test_indices_name_the_best_play_and_another() -> None:
    indices = {(each.hand, each.up, each.play): each for each in study(WA).indices(study(WA).tags[2])}
    sixteen = indices["hard 16", "X", "R"]
    assert sixteen.otherwise == "H"
    assert sixteen.is_from
    assert 0 < sixteen.true_count < 8
    best = {(each["hand"], each["up"]): each["otherwise"] for each in effects(WA).decisions}
    assert all(each.otherwise == best[each.hand, each.up] for each in indices.values())


def test_insurance_is_counted_exactly() -> None:
    whole, worth = insurance_effects(WA)
    assert whole == float(insurance.value(WA, ()))
    assert worth[Rank.KING] == pytest.approx(3 * 71 / 286 - 3 * 72 / 287)
    assert worth[Rank.TWO] == pytest.approx(3 * 72 / 286 - 3 * 72 / 287)


def test_every_card_gone_does_the_same_to_match_the_dealer() -> None:
    (found,) = (each for each in match_effects(WA) if each["card"] == "up card")
    from siete.odds.shoe import full_shoe, without

    for card in ("2h", "7s", "Kd"):
        shoe = without(full_shoe(6), (Card.from_text(card),))
        edge = match_the_dealer.figure(WA, shoe=shoe).house_edge
        assert found["house_edge"] - float(edge) == pytest.approx(found["effect_of_any_card"], abs=1e-15)


def test_wagers_by_count_win_where_flat_ones_lose() -> None:
    found = study(WA)
    ramps = list(found.ramps(found.tags[2]))
    assert ramps[0].win < ramps[1].win < ramps[2].win < ramps[3].win
    assert {round(ramps[3].wagers[-5]), round(ramps[3].wagers[12])} == {1, 20}
    assert ramps[4].sits_out
    assert ramps[4].wagers[-1] == 0


def test_score_n0_and_ruin_follow_from_win_and_deviation() -> None:
    ramp = Ramp(spread=8, sits_out=False, wagers={}, win=0.01, deviation=4.0, average_wager=2.0)
    assert ramp.score == pytest.approx(6.25)
    assert ramp.rounds_to_deviation == pytest.approx(160_000)
    assert ramp.ruin(1000) == pytest.approx(exp(-2 * 0.01 * 1000 / 16))
    losing = Ramp(spread=1, sits_out=False, wagers={}, win=-0.01, deviation=1.0, average_wager=1.0)
    assert (losing.score, losing.rounds_to_deviation, losing.ruin(1000)) == (0.0, None, 1.0)


def test_a_slope_is_what_the_effects_give_for_one_deck_left() -> None:
    worth = dict.fromkeys(effects(WA).by_rank, 0.0) | {Rank.FIVE: 0.001, Rank.ACE: -0.001}
    tags = Tags(level=1, tags=dict.fromkeys(worth, 0) | {Rank.FIVE: 1, Rank.ACE: -1}, correlation=1.0)
    assert tags.slope(worth, 288) == pytest.approx(0.001 * 287 / 48)
    assert tags.text == "A-1,5+1"


def test_the_command_prints_and_has_json(siete: Siete) -> None:
    told = siete("count", "wa", "--level", "1")
    assert told.code == 0
    assert "What a card that is gone is worth" in told.out
    found = siete("count", "wa", "--json").json
    assert set(found) >= {"effects", "tags", "by_true_count", "indices", "ramps", "match_the_dealer"}
    assert siete("simulate", "wa", "--wager", "base", "--strategy", "never-bust", "--rounds", "2000", "--count",
                 study(WA).tags[1].text, "--json").code == 0  # fmt: skip
