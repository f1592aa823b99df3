"""A past round in each role's eyes: every step with its clause, and nothing that the role did not see then."""

from __future__ import annotations

import pytest

from siete.errors import ParseError
from siete.rules.names import NAMES
from siete.table import events as e
from siete.table.disputes.log import rounds_of
from siete.table.disputes.review import review, role_from_text
from siete.table.notation.replay import replayed
from siete.table.view import DEALER, FLOORPERSON, PUBLIC, Role
from tests.table.test_stepping import play_round, seated


@pytest.mark.parametrize("rules", NAMES)
def test_a_log_gives_back_its_rounds(rules: str) -> None:
    sitting = seated(rules)
    for _ in range(6):
        play_round(sitting)
    rounds = list(rounds_of(sitting.events))
    assert [each.number for each in rounds] == [1, 2, 3, 4, 5, 6]
    assert rounds[-1].after == sitting.state
    for each in rounds:
        assert each.is_over
        assert not each.irregularities
        assert each.rules == sitting.rules
        assert replayed(each.written, each.rules).agrees
        assert each.rack == each.after.discards[len(each.before.discards) :]


def test_a_log_may_end_in_mid_round() -> None:
    sitting = seated("md")
    play_round(sitting)
    whole = sitting.events
    last = max(i for i, event in enumerate(whole) if isinstance(event, e.CardDealt))
    (cut,) = rounds_of(whole[: last + 1])
    assert not cut.is_over


def test_a_log_without_its_beginning_is_refused() -> None:
    sitting = seated("md")
    play_round(sitting)
    with pytest.raises(ParseError) as refused:
        list(rounds_of([event for event in sitting.events if not isinstance(event, e.TableOpened)]))
    assert refused.value.code == "log/no-rules"


@pytest.mark.parametrize("role", [Role.player("ana"), DEALER, FLOORPERSON, PUBLIC])
def test_nobody_sees_the_hole_card_before_it_is_turned(role: Role) -> None:
    sitting = seated("md", seed="4")
    play_round(sitting)
    (told,) = rounds_of(sitting.events)
    turned = next(event for event in told.events if isinstance(event, e.CardsTurned))
    for moment in review(told.before, told.events, told.rules, role):
        cards = moment.view.get("round", {}).get("dealer", {}).get("cards", [])
        assert moment.clause == moment.event["clause"]
        if moment.number <= told.events.index(turned):
            assert len(cards) <= 1


def test_every_step_of_a_round_has_its_clause() -> None:
    sitting = seated("ma")
    play_round(sitting)
    (told,) = rounds_of(sitting.events)
    moments = list(review(told.before, told.events, told.rules, FLOORPERSON))
    assert [moment.number for moment in moments] == list(range(1, len(told.events) + 1))
    assert all(moment.clause for moment in moments)


@pytest.mark.parametrize(
    ("text", "role"),
    [("player:ana", Role.player("ana")), ("dealer", DEALER), ("floorperson", FLOORPERSON), ("public", PUBLIC)],
)
def test_roles_are_read(text: str, role: Role) -> None:
    assert role_from_text(text) == role


@pytest.mark.parametrize("text", ["", "player", "player:", "dealer:ana", "house", "PUBLIC"])
def test_what_is_no_role(text: str) -> None:
    with pytest.raises(ParseError):
        role_from_text(text)
