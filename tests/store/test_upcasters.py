"""Old versions of an event, made up for this test and kept in a file, become events of today."""

from __future__ import annotations

from pathlib import Path

import pytest

from siete.errors import ParseError
from siete.money import Cents
from siete.store.codec import event_from_json, event_to_json
from siete.store.upcasters import FIRST_VERSION, Fields, Upcasters
from siete.table.events import ChipsBrought, WagerPlaced
from siete.table.state.wager import Wager

OLD = (Path(__file__).parent / "fixtures" / "old-events.jsonl").read_text("utf-8").splitlines()


def history() -> Upcasters:
    """Three steps: fields renamed; the event renamed and clause and wager added; a field renamed again."""

    def renamed(fields: Fields) -> Fields:
        return {"player": fields["who"], "box": fields["spot"], "dollars": fields["dollars"]}

    def in_cents(fields: Fields) -> Fields:
        dollars = fields.pop("dollars")
        assert isinstance(dollars, int)
        cents = dollars * 100
        return {**fields, "clause": "MD-6.D", "wager": "base", "cents": cents}

    def as_amount(fields: Fields) -> Fields:
        cents = fields.pop("cents")
        return {**fields, "amount": cents}

    steps = Upcasters()
    steps.add("BetLaid", 1, renamed)
    steps.add("BetLaid", 2, in_cents, becomes="WagerPlaced")
    steps.add("WagerPlaced", 3, as_amount)
    return steps


TODAY = WagerPlaced(player="ana", box=3, wager=Wager.BASE, amount=Cents(2500), clause="MD-6.D")


@pytest.mark.parametrize("text", OLD)
def test_every_older_version_is_lifted(text: str) -> None:
    assert event_from_json(text, history()) == TODAY


def test_what_is_written_has_todays_version() -> None:
    assert '"version":4' in event_to_json(TODAY, history())
    assert event_from_json(event_to_json(TODAY, history()), history()) == TODAY
    other = ChipsBrought(player="ana", amount=Cents(1))
    assert f'"version":{FIRST_VERSION}' in event_to_json(other, history())


def test_without_the_steps_an_old_event_is_refused() -> None:
    """The control of the test above."""
    assert [_code(text, Upcasters()) for text in OLD] == ["event/unknown-type"] * 2 + ["event/unknown-version"] * 2


def test_a_version_from_the_future_is_refused() -> None:
    assert _code(OLD[-1].replace('"version":4', '"version":5'), history()) == "event/unknown-version"


def _code(text: str, steps: Upcasters) -> str:
    with pytest.raises(ParseError) as refused:
        event_from_json(text, steps)
    return refused.value.code


def test_a_step_does_not_change_what_it_was_given() -> None:
    fields = {"who": "ana", "spot": 3, "dollars": 25}
    history().lifted("BetLaid", 1, fields)
    assert fields == {"who": "ana", "spot": 3, "dollars": 25}


def test_two_ways_up_are_none() -> None:
    steps = history()
    with pytest.raises(AssertionError):
        steps.add("BetLaid", 1, dict)
