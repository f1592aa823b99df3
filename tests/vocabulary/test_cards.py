"""Cards, their values, their text, and the Spanish deck."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siete.cards import SPANISH_DECK, SPANISH_RANKS, Card, Rank, Suit, cards_from_text, cards_to_text
from siete.errors import ParseError

ANY_CARD = st.builds(Card, st.sampled_from(Rank), st.sampled_from(Suit))


@pytest.mark.clause("MA-1.suit", "S13-a.1.vi")
def test_the_suits_are_club_diamond_heart_and_spade() -> None:
    assert {suit.name: suit.value for suit in Suit} == {
        "CLUBS": "c",
        "DIAMONDS": "d",
        "HEARTS": "h",
        "SPADES": "s",
    }


@pytest.mark.clause("MA-1.suit", "S13-a.1.vi")
@pytest.mark.parametrize(("suit", "symbol"), [("c", "♣"), ("d", "♦"), ("h", "♥"), ("s", "♠")])
def test_a_suit_has_its_printed_sign(suit: str, symbol: str) -> None:
    assert Suit(suit).symbol == symbol


def test_diamonds_and_hearts_are_red() -> None:
    assert [suit for suit in Suit if suit.is_red] == [Suit.DIAMONDS, Suit.HEARTS]


@pytest.mark.clause("MD-3.D.1", "MDD-3.D.1", "MA-2.b.1", "S13-b.2.i")
@pytest.mark.parametrize("number", range(2, 10))
def test_two_to_nine_count_their_face(number: int) -> None:
    assert Rank(str(number)).points == number


@pytest.mark.clause("MD-3.D.2", "MDD-3.D.2", "MA-2.b.2", "S13-b.2.ii")
@pytest.mark.parametrize("letter", "JQK")
def test_jack_queen_and_king_count_ten(letter: str) -> None:
    assert Rank(letter).points == 10


def test_an_ace_counts_one_by_itself() -> None:
    assert Rank.ACE.points == 1


def test_a_ten_spot_counts_ten() -> None:
    assert Rank.TEN.points == 10


def test_the_faces_are_jack_queen_and_king() -> None:
    assert [rank for rank in Rank if rank.is_face] == [Rank.JACK, Rank.QUEEN, Rank.KING]


@pytest.mark.clause("MD-3.B", "MDD-3.B", "MA-2.a.3", "S13-b.1-3", "WA3-G2.c", "WA3-D1", "WA2-G2.c", "WA2-D1")
def test_a_deck_is_every_rank_but_the_ten_spot_in_every_suit() -> None:
    named = Counter(f"{rank}{suit}" for rank in "A23456789JQK" for suit in "cdhs")
    assert Counter(map(str, SPANISH_DECK)) == named
    assert len(SPANISH_DECK) == 48


def test_the_spanish_ranks_begin_with_the_ace() -> None:
    assert "".join(SPANISH_RANKS) == "A23456789JQK"


@given(ANY_CARD)
def test_a_card_reads_back_from_its_text(card: Card) -> None:
    assert Card.from_text(str(card)) == card


@given(st.lists(ANY_CARD))
def test_cards_read_back_from_their_text(cards: list[Card]) -> None:
    assert cards_from_text(cards_to_text(cards)) == tuple(cards)


@pytest.mark.parametrize("text", ["kH", " Kh ", "KH", "kh"])
def test_case_and_outer_space_do_not_matter(text: str) -> None:
    assert Card.from_text(text) == Card(Rank.KING, Suit.HEARTS)


@pytest.mark.parametrize("text", ["10d", "Td", "tD"])
def test_the_ten_spot_has_two_spellings(text: str) -> None:
    assert Card.from_text(text) == Card(Rank.TEN, Suit.DIAMONDS)


def test_cards_may_stand_with_spaces_or_commas() -> None:
    assert cards_to_text(cards_from_text("7s,7s  Kh, 10d")) == "7s 7s Kh Td"


@pytest.mark.parametrize("text", ["", "7", "s7", "1s", "7x", "7s7s", "joker", "\x00", "7s" * 1000])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as refusal:
        Card.from_text(text)
    assert refusal.value.code == "notation/unknown-card"
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize(("text", "picture"), [("7s", "7♠"), ("Td", "10♦"), ("Ah", "A♥")])
def test_a_card_has_a_picture_for_people(text: str, picture: str) -> None:
    assert Card.from_text(text).picture == picture
