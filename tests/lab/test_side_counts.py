"""Counts of side wagers, and what the hole card is worth: as counted, as dealt, as the command prints them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from siete.cards import SPANISH_RANKS, Rank
from siete.lab.counting import insurance_effects, study
from siete.lab.counts.knowledge import Knowledge
from siete.lab.counts.side_counts import SideCount, side_counts
from siete.lab.true_counts import round_starts
from siete.odds.base.counting.effects import effects
from siete.odds.base.counting.hole_card import AgainstUpCard, HoleCard, card_shown
from siete.rules.submission import table_rules
from siete.tabular import Record
from tests.cli.running import Siete

MD, WA = table_rules("md"), table_rules("wa")


@pytest.fixture(scope="module")
def xtreme() -> SideCount:
    (found,) = side_counts(MD, "xtreme-16")
    return found


def test_a_count_by_the_right_ranks_knows_everything(xtreme: SideCount) -> None:
    """Sixes and faces make the wager: five sixes' worth for a face, and the whole tags say so."""
    finest = xtreme.tags[-1]
    assert finest.correlation == pytest.approx(1.0)
    assert {finest.tags[Rank.SIX], finest.tags[Rank.KING], finest.tags[Rank.TWO]} == {-5, -1, 1}
    index = xtreme.taken(finest).index
    assert index is not None
    assert xtreme.by_count(finest)[index - 1][1] < 0 < xtreme.by_count(finest)[index][1]
    assert sum(part for part, _ in xtreme.by_count(finest).values()) == pytest.approx(1)
    gains = [xtreme.taken(tags).gain for tags in xtreme.tags]
    assert gains == sorted(gains), "who knows more wins more"


def test_counting_insurance_agrees_with_the_study_of_the_base_game() -> None:
    (found,) = side_counts(WA, "insurance")
    whole, by_rank = insurance_effects(WA)
    assert found.value == pytest.approx(whole, abs=1e-15)
    assert {rank: float(each) for rank, each in found.effects.by_rank.items()} == pytest.approx(by_rank, abs=1e-15)
    tags = study(WA).tags[1]
    assert -found.value / found.slope(tags) == pytest.approx(study(WA).insurance_index(tags))


def test_no_count_helps_where_all_cards_are_alike() -> None:
    (found,) = side_counts(WA, "match-the-dealer")
    assert found.tags == ()
    assert found.to_json()["is_even"] is True


def test_a_count_wins_what_it_promises_when_it_is_dealt(xtreme: SideCount) -> None:
    """Shoes dealt down to where rounds begin: the wager is taken when the count says so, and worth what it then is."""
    tags = xtreme.tags[-1]
    promised = xtreme.taken(tags)
    rng = np.random.default_rng(21)
    starts = round_starts(MD)
    dealt = rng.multinomial(200_000, starts / starts.sum())
    shoes = (rng.multivariate_hypergeometric([24] * 12, seen, size=int(of)) for seen, of in enumerate(dealt) if of)
    gone = np.concatenate(list(shoes))
    left = 24 - gone
    cards = left.sum(axis=1)
    six, faces = SPANISH_RANKS.index(Rank.SIX), [n for n, rank in enumerate(SPANISH_RANKS) if rank.is_face]
    trigger = 2 * left[:, six] * left[:, faces].sum(axis=1) / (cards * (cards - 1))
    full = 2 * 24 * 72 / (288 * 287)
    worth = (1 + xtreme.value) * trigger / full - 1
    count = 48 * (gone @ [tags.tags[rank] for rank in SPANISH_RANKS]) / cards
    assert promised.index is not None
    is_taken = count >= promised.index
    taken = np.where(is_taken, worth, 0.0)
    assert is_taken.mean() == pytest.approx(promised.share, rel=0.05)
    assert taken.mean() == pytest.approx(promised.gain, abs=4 * taken.std() / len(taken) ** 0.5)


def test_rows_and_json_have_every_figure(xtreme: SideCount) -> None:
    rows: list[Record] = xtreme.records()
    found: dict[str, Any] = dict(xtreme.to_json())
    by_name = {(row["level"], row["name"]): row["value"] for row in rows}
    assert by_name[None, "6s"] == found["effects_by_card"]["6s"]
    for count in found["counts"]:
        assert by_name[count["level"], "gain per round"] == count["gain_per_round"]
        assert by_name[count["level"], "tag of 6"] == count["tags"]["6"]


def test_a_card_that_is_shown_is_worth_the_mean_effect_of_its_going() -> None:
    """By the play of a full shoe the mean over all cards gone is the full shoe's value; the best play is above it."""
    assert 0 < card_shown(effects(WA).by_rank) < 1e-4


def test_knowledge_is_rows_and_json_like_every_result() -> None:
    up: AgainstUpCard = {"up": "X", "probability": 0.25, "unseen": -0.1, "seen": 0.1}
    hole = HoleCard(unseen=-0.01, seen=0.08, insurance=0.02, by_up=(up,))
    found = Knowledge(rules=WA, hole=hole, shown=1e-5, matched=None)
    assert hole.gain == pytest.approx(0.11)
    assert found.to_json()["hole_card"] == hole.to_json()
    assert {"what": "hole card gain", "up": "X", "value": pytest.approx(0.2)} in found.records()
    none = Knowledge(rules=WA, hole=None, shown=1e-5, matched=None)
    assert none.to_json()["hole_card"] is None
    assert len(none.records()) == 1


def test_the_command_prints_side_wagers_and_has_json(siete: Siete) -> None:
    told = siete("count", "md", "--wager", "bonus-spin")
    assert told.code == 0
    assert "worth taking from" in told.out
    (found,) = siete("count", "md", "--wager", "bonus-spin", "--json").json["side_wagers"]
    assert found == side_counts(MD, "bonus-spin")[0].to_json()
    assert siete("count", "md", "--wager", "roulette").code == 1
    assert siete("count", "s13", "--wager", "jackpot").code == 1
    assert "no count" in siete("count", "wa", "--wager", "match-the-dealer").out
