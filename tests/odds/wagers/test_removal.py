"""Effects of removal on side wagers: exact, nought on average, and those of counting each shoe anew."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from siete.cards import SPANISH_DECK, Card, Rank
from siete.errors import SieteError
from siete.odds.figure import Figure
from siete.odds.shoe import Shoe, full_shoe, without
from siete.odds.wagers import bonus_spin, insurance, jackpot, match_the_dealer, registry, xtreme_16
from siete.odds.wagers.priced_wager import PricingTerms
from siete.odds.wagers.removal import WagerEffects, wager_effects, worth
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules

THREE = ("md", "ma", "wa")


def side_wagers(rules: TableRules) -> list[str]:
    return [name for name in registry.offered(rules) if name != "base"]


@pytest.mark.parametrize("name", THREE)
def test_cards_gone_change_nothing_on_average(name: str) -> None:
    """A card taken out unseen leaves any wager as it was, so the effects of all cards are nought together.

    Insurance is worth what it is with an ace up, and that ace is not among the cards that may be gone.
    """
    rules = table_rules(name)
    for wager in side_wagers(rules):
        for found in wager_effects(rules, wager):
            assert set(found.by_card) == set(SPANISH_DECK)
            up = found.by_rank[Rank.ACE] / rules.decks if wager == "insurance" else 0
            assert sum(found.by_card.values()) - up == 0, (wager, found.paytable)
            assert sum(found.by_rank.values()) == sum(found.by_card.values()) / 4
            assert found.is_even == (wager == "match-the-dealer")


@pytest.mark.parametrize(("name", "wager"), [("md", "bonus-spin"), ("md", "xtreme-16"), ("ma", "insurance")])
def test_an_effect_is_that_of_the_shoe_without_the_card(name: str, wager: str) -> None:
    rules = table_rules(name)
    counted = {"bonus-spin": bonus_spin, "xtreme-16": xtreme_16, "insurance": insurance}[wager]
    (found,) = wager_effects(rules, wager)
    for card in (Card.from_text(text) for text in ("As", "Ad", "2c", "6h", "6s", "7d", "Jc", "Ks")):
        fewer = counted.figure(rules, shoe=without(full_shoe(rules.decks), (card,)))
        assert found.by_card[card] == -fewer.house_edge + counted.figure(rules).house_edge, card


@pytest.mark.parametrize("card", ["As", "Ah", "Ks", "Kd", "2s", "9c"])
def test_an_effect_on_a_jackpot_is_that_of_the_shoe_without_the_card(card: str) -> None:
    rules = table_rules("wa")
    (found,) = _effects_of_washington()
    gone = Card.from_text(card)
    fewer = jackpot.figure(rules, "3c/6", shoe=without(full_shoe(rules.decks), (gone,)))
    assert found.by_card[gone] == worth(fewer) - found.value


@cache
def _effects_of_washington() -> list[WagerEffects]:
    return wager_effects(table_rules("wa"), "jackpot")


@pytest.mark.slow
@pytest.mark.parametrize("name", [*THREE, "wa-v002"])
def test_every_effect_is_that_of_counting_the_shoe_without_the_card(name: str) -> None:
    """Card by card, nothing taken for alike; every paytable that a jackpot of the table has."""
    rules = table_rules(name)
    for wager in side_wagers(rules):
        for found in wager_effects(rules, wager):
            for card in SPANISH_DECK:
                shoe = without(full_shoe(rules.decks), (card,))
                again = [
                    figure
                    for figure in _figures(rules, wager, found.paytable, shoe)
                    if (figure.paytable, figure.extra.get("card")) == (found.paytable, found.card)
                ]
                assert [worth(each) - found.value for each in again] == [found.by_card[card]], (wager, card)


def _figures(rules: TableRules, wager: str, paytable: str | None, shoe: Shoe) -> list[Figure]:
    terms = PricingTerms(paytable=paytable if wager == "jackpot" else None, shoe=shoe)
    return registry.priced(wager).figures(rules, terms)


def test_a_card_that_is_seen_before_the_wager_tells_nothing_while_the_shoe_is_full() -> None:
    """Match the dealer with a bonus card known: the same whichever it is, and the mean over a shoe that leans."""
    rules = table_rules("wa")
    full = {match_the_dealer.value_seen(rules, card) for card in SPANISH_DECK}
    assert full == {-match_the_dealer.figure(rules).house_edge}
    leaning = {Card(rank, card.suit): 1 + (rank is Rank.SEVEN) * 4 for card in SPANISH_DECK for rank in (card.rank,)}
    cards = sum(leaning.values())
    seen = {card: match_the_dealer.value_seen(rules, card, shoe=leaning) for card in leaning}
    assert len(set(seen.values())) == 2
    mean = sum((Fraction(leaning[card], cards) * value for card, value in seen.items()), Fraction(0))
    assert mean == -match_the_dealer.figure(rules, shoe=leaning).house_edge


def test_what_a_table_does_not_offer_is_refused() -> None:
    with pytest.raises(SieteError, match="does not offer"):
        wager_effects(table_rules("s13"), "jackpot")
