"""Strategies: how a cell is read, which cells speak, and in which order plays are preferred."""

from __future__ import annotations

import doctest
import pickle
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import siete.strategy.cell
import siete.strategy.model
from siete.cards import SPANISH_DECK, Card, cards_from_text
from siete.errors import FaultyDocumentError, ParseError
from siete.strategy import (
    COLUMNS,
    ROWS,
    Cell,
    Chase,
    Play,
    Situation,
    Strategy,
    StrategyRow,
    SuperChase,
    Table,
    mimic_the_dealer,
    never_bust,
)


def situation(hand: str, up: str = "6s", *, is_split: bool = False, doublings: int = 0) -> Situation:
    return Situation(cards=cards_from_text(hand), up=Card.from_text(up), is_split=is_split, doublings=doublings)


def row(title: str, *cells: str) -> StrategyRow:
    """A row such as `hard 16` of these cells, or of one cell ten times."""
    table, name = title.split()
    words = cells * len(COLUMNS) if len(cells) == 1 else cells
    read = tuple(None if word == "." else Cell.from_text(word) for word in words)
    return StrategyRow(table=Table(table), name=name, cells=read)


def changed(**cells: str) -> Strategy:
    """The dealer's play with rows put in the place of its own: `hard_16="R/H"`."""
    return with_rows({title.replace("_", " "): cell for title, cell in cells.items()})


def with_rows(cells: dict[str, str]) -> Strategy:
    new = [row(title, cell) for title, cell in cells.items()]
    titles = {(each.table, each.name) for each in new}
    old = [each for each in mimic_the_dealer().rows if (each.table, each.name) not in titles]
    return Strategy(name="Changed", rows=(*old, *new))


MIXED = with_rows({"pairs 8": "P", "hard 16": "R5*/H", "hard 14": "S4+", "hard 9": "D5/H"})


def plays(strategy: Strategy, asked: Situation) -> str:
    return "".join(strategy.preferences(asked))


def cell_plays(cell: str, asked: Situation) -> str:
    return "".join(Cell.from_text(cell).plays(asked))


@pytest.mark.parametrize("module", [siete.strategy.model, siete.strategy.cell])
def test_the_examples_in_the_docstrings_are_true(module: object) -> None:
    results = doctest.testmod(module)  # type: ignore[arg-type]
    assert results.failed == 0
    assert results.attempted > 0


# Cells


@pytest.mark.parametrize("text", ["H", "S", "D/H", "D/S", "P", "P$", "R/H", "X", "D/X", "S4", "S4*", "D5+/H", "P5^%/S"])
def test_a_cell_reads_back_from_its_text(text: str) -> None:
    assert str(Cell.from_text(text)) == text


@given(
    st.sampled_from("SDPR"),
    st.sampled_from(["", *"3456789"]),
    st.sampled_from(Chase),
    st.sampled_from(SuperChase),
    st.booleans(),
)
def test_every_mark_has_its_place(play: str, cards: str, chase: Chase, super_bonus: SuperChase, other: bool) -> None:
    text = f"{play}{cards}{chase.value}{super_bonus.value}" + ("/H" if other and play != "S" else "")
    cell = Cell.from_text(text)
    assert str(cell) == text
    assert (cell.play, cell.chase, cell.super_bonus) == (Play(play), chase, super_bonus)
    assert (str(cell.hit_from or ""), cell.otherwise) == (cards, Play.HIT if "/" in text else None)


@pytest.mark.parametrize(
    "text", ["", "h", "Q", "S*4", "S4$*", "S2", "S10", "D/", "/H", "S 4", "D/H/S", "S4\n", "S" * 9]
)
def test_what_is_no_cell_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as refusal:
        Cell.from_text(text)
    assert refusal.value.code == "strategy/unreadable-cell"


@pytest.mark.parametrize("text", ["H/S", "S/H", "X/S", "D/D", "R/R", "H4", "H*", "X$"])
def test_a_cell_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as refusal:
        Cell.from_text(text)
    assert refusal.value.code == "strategy/impossible-cell"


@pytest.mark.parametrize("number", [0, 2, 10])
def test_a_cell_hits_from_three_to_nine_cards_only(number: int) -> None:
    with pytest.raises(ParseError, match="3 to 9"):
        Cell(play=Play.STAND, hit_from=number)


@pytest.mark.parametrize(
    ("hand", "expected"), [("9h 5c", "S"), ("9h 3c 2d", "S"), ("5h 3c 2d 4d", "H"), ("5h 3c 2d 3d Ah", "H")]
)
def test_a_number_hits_with_so_many_cards_or_more(hand: str, expected: str) -> None:
    assert cell_plays("S4", situation(hand)) == expected


@pytest.mark.parametrize("chase", ["*", "+", "^"])
def test_a_chase_hits_two_cards_of_a_bonus_in_the_suits_it_wants(chase: str) -> None:
    for first, second in product(SPANISH_DECK, repeat=2):
        ranks = "".join(sorted(first.rank.value + second.rank.value))
        suits = first.suit.value + second.suit.value
        is_wanted = {"*": True, "+": suits in ("cc", "dd", "hh", "ss"), "^": suits == "ss"}[chase]
        expected = "H" if ranks in ("67", "68", "78", "77") and is_wanted else "S"
        asked = Situation(cards=(first, second), up=first)
        assert cell_plays(f"S{chase}", asked) == expected, asked


def test_a_chase_is_over_with_three_cards() -> None:
    assert cell_plays("S*", situation("6s 7s 2s")) == "S"


@pytest.mark.parametrize("mark", ["$", "%"])
def test_a_super_bonus_mark_hits_two_sevens_one_card_away_from_it(mark: str) -> None:
    sevens = cards_from_text("7c 7d 7h 7s")
    wanted = {"$": {"7c 7c", "7d 7d", "7h 7h", "7s 7s"}, "%": {"7c 7d", "7c 7h", "7d 7h"}}[mark]
    for first, second, up in product(sevens, repeat=3):
        name = " ".join(sorted((str(first), str(second))))
        is_wanted = name in wanted and (mark == "$" or str(up) == "7s")
        asked = Situation(cards=(first, second), up=up)
        assert cell_plays(f"P{mark}", asked) == ("H" if is_wanted else "P"), asked


@pytest.mark.parametrize(
    ("mark", "asked"),
    [
        ("$", situation("7h 7h", "8s")),
        ("$", situation("8h 8h", "7s")),
        ("$", situation("7h 7h", "7s", is_split=True)),
        ("$", situation("7h 7h 2h", "7s")),
        ("%", situation("7h 7c", "8s")),
        ("%", situation("7h 7c", "7s", is_split=True)),
    ],
)
def test_a_super_bonus_mark_hits_nothing_else(mark: str, asked: Situation) -> None:
    assert cell_plays(f"P{mark}", asked) == "P"


def test_marks_win_over_both_plays() -> None:
    assert cell_plays("R*/S", situation("8h 6c")) == "H"
    assert cell_plays("R*/S", situation("9h 5c")) == "RS"


# Situations


@pytest.mark.parametrize(("hand", "doublings"), [("9h", 0), ("9h 2c", 1), ("9h 2c 3d", 4), ("9h 2c 3d", -1)])
def test_an_impossible_situation_is_a_mistake_of_ours(hand: str, doublings: int) -> None:
    with pytest.raises(AssertionError):
        situation(hand, doublings=doublings)


@pytest.mark.parametrize(
    ("hand", "total", "is_soft"),
    [("9h 7c", 16, False), ("Ah 7c", 8, True), ("Ah Kc", 11, True), ("Ah 7c 4d", 12, False)],
)
def test_a_situation_knows_its_total(hand: str, total: int, is_soft: bool) -> None:
    asked = situation(hand)
    assert (asked.hard_total, asked.is_soft) == (total, is_soft)


# Which rows speak


@pytest.mark.parametrize(("up", "column"), [("2c", 0), ("9c", 7), ("Jc", 8), ("Qc", 8), ("Kc", 8), ("Ac", 9)])
def test_the_up_card_chooses_the_column(up: str, column: int) -> None:
    cells = ["S"] * 10
    cells[column] = "H"
    rows = [each for each in mimic_the_dealer().rows if (each.table, each.name) != (Table.HARD, "16")]
    strategy = Strategy(name="One column", rows=(*rows, row("hard 16", *cells)))
    assert plays(strategy, situation("9h 7c", up)) == "HS"


def test_a_total_is_hard_or_soft() -> None:
    strategy = changed(hard_18="D/H", soft_18="R/S")
    assert plays(strategy, situation("Kh 8c")) == "DHS"
    assert plays(strategy, situation("Ah 7c")) == "RS"
    assert plays(strategy, situation("Ah Kc 7c")) == "DHS"


@pytest.mark.parametrize(("hand", "name"), [("8h 8c", "8"), ("Ah Ac", "A"), ("Jh Kc", "X"), ("2h 2c", "2")])
def test_two_cards_of_equal_value_are_looked_up_among_the_pairs(hand: str, name: str) -> None:
    assert plays(with_rows({f"pairs {name}": "P/S"}), situation(hand)) == "PS"


def test_three_equal_cards_are_no_pair() -> None:
    assert plays(changed(pairs_4="P"), situation("4h 4c 4d")) == "HS"


def test_a_pair_that_may_not_be_split_is_played_by_its_total() -> None:
    assert plays(changed(pairs_8="P", hard_16="R/H"), situation("8h 8c")) == "PRHS"


def test_a_pair_may_say_what_else_to_do_itself() -> None:
    assert plays(changed(pairs_8="P/S", hard_16="R/H"), situation("8h 8c")) == "PS"


def test_a_pair_without_a_word_is_played_by_its_total() -> None:
    assert plays(changed(hard_16="R/H"), situation("8h 8c")) == "RHS"


def test_no_play_is_named_twice() -> None:
    assert plays(changed(pairs_8="R", hard_16="R/H"), situation("8h 8c")) == "RHS"


def test_a_hit_pair_asks_for_nothing_else() -> None:
    assert plays(changed(pairs_7="P$", hard_14="R/S"), situation("7h 7h", "7s")) == "HS"


def test_exact_cards_win_over_the_total() -> None:
    strategy = with_rows({"cards 8-6": "R/S"})
    assert plays(strategy, situation("6h 8c")) == "RS"
    assert plays(strategy, situation("9h 5c")) == "HS"
    assert plays(strategy, situation("8h 4c 2d")) == "HS"


def test_exact_cards_win_over_the_pair_and_leave_the_rest_to_it() -> None:
    assert plays(with_rows({"cards 8-8": "R", "pairs 8": "P", "hard 16": "D/H"}), situation("8h 8c")) == "RPDHS"


def test_cards_with_suits_win_over_cards_without() -> None:
    strategy = with_rows({"cards 7-7": "S", "cards 7s-7s": "R/H"})
    assert plays(strategy, situation("7s 7s")) == "RHS"
    assert plays(strategy, situation("7s 7h")) == "S"


def test_cards_in_one_state_win_over_cards_in_any() -> None:
    strategy = with_rows({"cards split:8-6": "S", "cards first:9-5": "S", "cards 8-6": "D/S", "cards 9-5": "D/S"})
    assert plays(strategy, situation("8h 6c")) == "DS"
    assert plays(strategy, situation("8h 6c", is_split=True)) == "S"
    assert plays(strategy, situation("9h 5c")) == "S"
    assert plays(strategy, situation("9h 5c", is_split=True)) == "DS"


def test_cards_may_be_many_and_faces_are_worth_the_same() -> None:
    strategy = with_rows({"cards X-2-A": "S"})
    assert plays(strategy, situation("2h Ac Jd")) == "S"
    assert plays(strategy, situation("Qh Ac 2d")) == "S"


def test_exact_cards_may_leave_a_column_to_the_next_row() -> None:
    rows = (*mimic_the_dealer().rows, row("cards 8-6", "S", *["."] * 9))
    strategy = Strategy(name="One cell", rows=rows)
    assert plays(strategy, situation("8h 6c", "2s")) == "S"
    assert plays(strategy, situation("8h 6c", "3s")) == "HS"


def test_a_hand_from_a_split_has_tables_of_its_own() -> None:
    strategy = with_rows({"hard-split 16": "S", "soft-split 16": "D/S", "pairs-split 8": "P"})
    assert plays(strategy, situation("9h 7c", is_split=True)) == "S"
    assert plays(strategy, situation("Ah 5c", is_split=True)) == "DS"
    assert plays(strategy, situation("8h 8c", is_split=True)) == "PS"


def test_the_tables_for_split_hands_say_nothing_about_other_hands() -> None:
    strategy = with_rows({"hard-split 16": "S", "soft-split 16": "D/S", "pairs-split 8": "P"})
    assert [plays(strategy, situation(hand)) for hand in ("9h 7c", "Ah 5c", "8h 8c")] == ["HS"] * 3


def test_what_the_tables_for_split_hands_leave_out_the_others_say() -> None:
    strategy = with_rows({"hard-split 16": "S", "pairs-split 8": ".", "pairs 8": "P"})
    assert plays(strategy, situation("9h 6c", is_split=True)) == "HS"
    assert plays(strategy, situation("8h 8c", is_split=True)) == "PS"


def test_a_pair_row_for_split_hands_replaces_the_other() -> None:
    strategy = with_rows({"pairs-split 8": "P", "pairs 8": "D/S", "hard 16": "H"})
    assert plays(strategy, situation("8h 8c", is_split=True)) == "PHS"


def test_a_doubled_hand_has_tables_of_its_own_by_number_of_doublings() -> None:
    cells = {"doubled-1 16": "D/X", "doubled-1 s16": "D"}
    cells |= {f"doubled-2 {name}": "S" for name in ROWS[Table.DOUBLED_2]}
    cells |= {f"doubled-3 {name}": "X" for name in ROWS[Table.DOUBLED_3]}
    strategy = with_rows(cells)
    assert plays(strategy, situation("9h 5c 2d", doublings=1)) == "DXS"
    assert plays(strategy, situation("Ah 3c 2d", doublings=1)) == "DS"
    assert plays(strategy, situation("9h 5c 2d", doublings=2)) == "S"
    assert plays(strategy, situation("9h 5c 2d", doublings=3)) == "XS"


@pytest.mark.parametrize("doublings", [2, 3])
def test_without_a_table_for_more_doublings_the_one_before_serves(doublings: int) -> None:
    strategy = with_rows({"doubled-1 16": "D/X"})
    assert plays(strategy, situation("9h 5c 2d", doublings=doublings)) == "DXS"


def test_a_hand_above_21_stands() -> None:
    assert plays(mimic_the_dealer(), situation("Kh 9c 5d")) == "S"


@given(
    st.lists(st.sampled_from(SPANISH_DECK), min_size=2, max_size=8),
    st.sampled_from(SPANISH_DECK),
    st.booleans(),
)
def test_preferences_always_end_in_a_stand_and_name_each_play_once(cards: list[Card], up: Card, is_split: bool) -> None:
    found = MIXED.preferences(Situation(cards=tuple(cards), up=up, is_split=is_split))
    assert found[-1] is Play.STAND
    assert len(set(found)) == len(found)


# Strategies as values


def test_a_strategy_is_a_value() -> None:
    assert mimic_the_dealer() == mimic_the_dealer()
    assert hash(mimic_the_dealer()) == hash(mimic_the_dealer())
    assert mimic_the_dealer() != never_bust()


def test_the_order_of_rows_and_of_cards_in_a_name_do_not_matter() -> None:
    rows = mimic_the_dealer().rows
    one = Strategy(name="One", rows=(*rows, row("cards 8-6", "S"), row("cards 7s-7h", "S")))
    other = Strategy(name="One", rows=(row("cards 7h-7s", "S"), row("cards 6-8", "S"), *reversed(rows)))
    assert one == other


def test_a_strategy_crosses_processes_whole() -> None:
    copy = pickle.loads(pickle.dumps(mimic_the_dealer()))
    assert copy == mimic_the_dealer()
    assert plays(copy, situation("9h 7c")) == "HS"


def test_faults_of_rows_made_by_a_program_are_all_listed() -> None:
    rows = (*mimic_the_dealer().rows[1:], row("hard 16", "H"), row("cards 8", "H"), row("soft 22", "H", "H"))
    with pytest.raises(FaultyDocumentError) as refusal:
        Strategy(name="", rows=rows)
    codes = [fault.code.removeprefix("strategy/") for fault in refusal.value.faults]
    assert codes == [
        "unfit-name",
        "duplicate-row",
        "unknown-row",
        "unknown-row",
        "wrong-width",
        "missing-row",
    ]


# The two plain ones


@pytest.mark.parametrize(
    ("hand", "expected"),
    [("9h 7c", "HS"), ("9h 8c", "S"), ("Ah 5c", "HS"), ("Ah 6c", "S"), ("8h 8c", "HS"), ("2h 2c", "HS")],
)
def test_the_dealer_hits_below_17_and_never_splits(hand: str, expected: str) -> None:
    assert plays(mimic_the_dealer(), situation(hand)) == expected


@pytest.mark.parametrize(("hand", "expected"), [("Ah 6c", "HS"), ("9h 8c", "S"), ("Ah 7c", "S")])
def test_the_dealer_may_hit_soft_17(hand: str, expected: str) -> None:
    assert plays(mimic_the_dealer(hits_soft_17=True), situation(hand)) == expected


def test_never_bust_never_busts_and_else_hits_as_the_dealer_does() -> None:
    careful, dealer = never_bust(), mimic_the_dealer()
    for cards in product(SPANISH_DECK[:12], repeat=2):
        asked = Situation(cards=cards, up=cards[0])
        is_safe = asked.is_soft or asked.hard_total <= 11
        expected = dealer.preferences(asked) if is_safe else (Play.STAND,)
        assert careful.preferences(asked) == expected, asked
