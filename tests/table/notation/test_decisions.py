"""Decisions in the words of a table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siete.errors import ParseError
from siete.money import Cents, dollars
from siete.table import commands as c
from siete.table.notation.model import WITH_AMOUNT, Decision, Word

names = st.text(min_size=1).filter(lambda name: name == name.strip())


@st.composite
def decisions(draw: st.DrawFn) -> Decision:
    word = draw(st.sampled_from(Word))
    amount = draw(st.none() | st.integers(0, 10**9)) if word in WITH_AMOUNT else None
    return Decision(
        box=draw(st.integers(1, 99)),
        word=word,
        amount=None if amount is None else Cents(amount),
        player=draw(st.just("") | names),
    )


@given(decisions())
def test_a_decision_reads_back_as_it_was(decision: Decision) -> None:
    assert Decision.from_text(str(decision)) == decision


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 hit", Decision(box=1, word=Word.HIT)),
        ("1 double 25", Decision(box=1, word=Word.DOUBLE, amount=Cents(2500))),
        ("2 insure 12.50", Decision(box=2, word=Word.INSURE, amount=Cents(1250))),
        ("3 hold", Decision(box=3, word=Word.HOLD)),
        (
            "  1   double  $1,000 by old ben ",
            Decision(box=1, word=Word.DOUBLE, amount=Cents(100_000), player="old ben"),
        ),
    ],
)
def test_words_of_a_table(text: str, expected: Decision) -> None:
    assert Decision.from_text(text) == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "notation/unreadable-decision"),
        ("hit", "notation/unreadable-decision"),
        ("1 HIT", "notation/unreadable-decision"),
        ("-1 hit", "notation/unreadable-decision"),
        ("1 hit me", "notation/unreadable-decision"),
        ("9999 hit", "notation/unreadable-decision"),
        ("١ hit", "notation/unreadable-decision"),
        ("1 fold", "notation/unknown-decision"),
        ("1 hit 5", "notation/needless-amount"),
        ("1 double 1.234", "money/unreadable"),
        ("1 double 1..5", "money/unreadable"),
    ],
)
def test_what_is_no_decision_is_refused(text: str, code: str) -> None:
    with pytest.raises(ParseError) as refused:
        Decision.from_text(text)
    assert refused.value.code == code


def test_every_word_makes_a_command() -> None:
    made = {word: Decision(box=1, word=word).command("ana", Cents(700)) for word in Word}
    assert len({repr(command) for command in made.values()}) == len(Word)
    assert made[Word.DOUBLE] == c.Double(player="ana", box=1, amount=Cents(700))
    assert made[Word.INSURE] == c.TakeInsurance(player="ana", box=1, amount=Cents(700))
    assert made[Word.RIDE_RIGHT] == c.RideHand(player="ana", box=1, rides=1)


def test_a_written_amount_wins_over_the_most() -> None:
    command = Decision.from_text("1 double 5").command("ana", Cents(700))
    assert command == c.Double(player="ana", box=1, amount=Cents(500))


def test_amounts_have_no_signs() -> None:
    assert [dollars(Cents(cents)) for cents in (0, 5, 50, 2500, 1_234_567)] == ["0", "0.05", "0.50", "25", "12345.67"]
