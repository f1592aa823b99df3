"""Any command at any time by anyone, under all rule sets: one plain sentence, code and clause, the very same state."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from siete.errors import ParseError
from siete.money import Cents
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table.decide import refusal
from siete.table.due import Due, Question, Refusal, Waiting
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager
from tests.table.cases import bet, check_refusal, play, refused, seat, step_to
from tests.table.generated.random_play import random_nonsense, random_rules
from tests.table.generated.random_tables import Running

every = pytest.mark.parametrize("rules", NAMES)

SHOE = "8c 9c 6s 8d 7d 5h 8h 8s 8d 8c 2c"
"""Box 1 has a pair of eights, box 2 sixteen; more eights follow."""


def two(rules: str, **choices: Any) -> PracticeTable:
    """Two players at their first decision."""
    table = seat(rules, SHOE, {1: 10, 2: 10}, **choices)
    table.deal()
    return table


@every
def test_out_of_turn_and_at_anothers_box(rules: str) -> None:
    table = two(rules)
    assert refused(table, c.Hit(player="p2", box=2))[0] == "command/not-your-turn"
    assert refused(table, c.Hit(player="p2", box=1))[0] == "command/not-your-box"
    assert refused(table, c.Hit(player="p1", box=5))[0] == "command/no-such-box"
    for nobody in ("", "zoe", "a\nb", "x" * 5000):
        assert refused(table, c.Hit(player=nobody, box=1))[0] == "command/not-your-box"


@every
def test_out_of_phase(rules: str) -> None:
    table = seat(rules, SHOE, {1: 10})
    for command in (c.Hit(player="p1", box=1), c.Split(player="p1", box=1), c.Rescue(player="p1", box=1)):
        assert refused(table, command)[0] == "command/no-turn"
    assert refused(table, c.PickUp())[0] == "command/not-this-step"
    assert refused(seat(rules, SHOE, {}), bet("p1", 1, 1000))[0] == "command/no-round"


@every
@pytest.mark.parametrize(
    ("cents", "code"),
    [
        (-500, "command/amount-not-positive"),
        (0, "command/amount-not-positive"),
        (1001, "command/not-in-chips"),
        (60_000, "command/outside-limits"),
        (100, "command/outside-limits"),
        (10**15, "command/not-enough-chips"),
    ],
)
def test_a_wager_that_is_none(rules: str, cents: int, code: str) -> None:
    table = seat(rules, SHOE, {2: 10})
    assert refused(table, bet("p2", 1, cents))[0] == code


@every
def test_a_box_that_is_not_there(rules: str) -> None:
    table = seat(rules, SHOE, {2: 10})
    for box in (-1, 0, 8, 10**9):
        assert refused(table, bet("p2", box, 1000))[0] == "command/no-such-box"


@every
def test_side_wagers_need_a_base_wager_and_every_wager_its_time(rules: str) -> None:
    table = seat(rules, SHOE, {2: 10})
    assert refused(table, bet("p2", 1, 500, "match-up"))[0] == "command/no-base-wager"
    table.step(step_to(table, c.CloseWagers))
    table.step(step_to(table, c.Deal))
    for wager in ("base", "match-up"):
        assert refused(table, bet("p2", 2, 500, wager))[0] == "command/wagers-closed"


@pytest.mark.parametrize("rules", ["ma", "s13"])
def test_a_fourth_bettor(rules: str) -> None:
    table = seat(rules, SHOE, {1: 10, 2: 10, 3: 10, 4: 10}, max_bettors_per_box=3, max_boxes_per_player=7)
    for bettor in ("p2", "p3"):
        table.do(c.AdmitBettor(player="p1", box=1, bettor=bettor))
        table.do(bet(bettor, 1, 1000))
    assert refused(table, bet("p4", 1, 1000))[0] == "command/box-taken"


@pytest.mark.parametrize("rules", [name for name in NAMES if name not in ("ma", "s13")])
def test_a_second_bettor_elsewhere(rules: str) -> None:
    table = seat(rules, SHOE, {1: 10, 2: 10})
    assert refused(table, bet("p2", 1, 1000))[0] == "command/box-taken"


@every
def test_insurance_above_half(rules: str) -> None:
    table = play(rules, "8c As 9d 5h")
    for cents, code in (
        (600, "command/insurance-limit"),
        (0, "command/insurance-limit"),
        (-5, "command/insurance-limit"),
    ):
        assert refused(table, c.TakeInsurance(player="p1", box=1, amount=Cents(cents)))[0] == code


@every
def test_a_double_above_the_wager(rules: str) -> None:
    choices = {"double_double": False} if rules.startswith("wa") else {}
    for cents in (1050, 0, -1000, 10**12):
        double = c.Double(player="p1", box=1, amount=Cents(cents))
        assert refused(two(rules, **choices), double)[0] == "command/double-amount"


@every
def test_a_fifth_hand(rules: str) -> None:
    table = play(rules, "8c 6s 8d 5h 8h 8s 8c", "split", "split", "split")
    assert refused(table, c.Split(player="p1", box=1))[0] == "command/split-limit"


@every
def test_surrender_after_a_card(rules: str) -> None:
    table = play(rules, "3c 6s 8d 5h 2h 8s 8c", "hit")
    assert refused(table, c.Surrender(player="p1", box=1))[0] == "command/may-not-surrender"


@every
def test_rescue_of_a_bust(rules: str) -> None:
    table = play(rules, "9c 9d 6s 7d 8d 5h Kh", "double 10", wagers={1: 10, 2: 10})
    assert refused(table, c.Rescue(player="p1", box=1))[0] == "command/may-not-rescue"


@pytest.mark.parametrize("name", NAMES)
def test_nonsense_at_every_step_of_a_running_table(name: str) -> None:
    seed = f"nonsense {name}"
    rng, running = Random(seed), Running(random_rules(Random(seed), name), seed)
    tried = refusals = 0
    while running.table.state.rounds < 3:
        running._go_on()
        state = running.table.state
        for _ in range(4):
            command = random_nonsense(rng, running.table.due)
            why = refusal(state, running.rules, command)
            tried += 1
            if why is not None:
                check_refusal(why)
                refusals += 1
            assert running.table.state is state
    assert refusals > tried * 0.7


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (None, "command/unknown"),
        ("hit", "command/unknown"),
        (c.Hit, "command/unknown"),
        (c.Command(), "command/unknown"),
        (c.Report(by="dan"), "command/unknown"),
        (c.PlaceWager(player="ana", box="1", amount=Cents(1000)), "command/malformed"),  # type: ignore[arg-type]
        (c.PlaceWager(player="ana", box=True, amount=Cents(1000)), "command/malformed"),
        (c.PlaceWager(player="ana", box=1, amount=10.0), "command/malformed"),  # type: ignore[arg-type]
        (c.PlaceWager(player="ana", box=1, amount=None), "command/malformed"),  # type: ignore[arg-type]
        (c.PlaceWager(player=[], box=1, amount=Cents(1000)), "command/malformed"),  # type: ignore[arg-type]
        (c.PlaceWager(player="ana", box=1, wager="base", amount=Cents(1)), "command/malformed"),  # type: ignore[arg-type]
        (c.ShuffleCards(order=("7s",)), "command/malformed"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_command_is_told_apart_from_what_is_refused(command: Any, code: str) -> None:
    table = PracticeTable("md", shoe="9s", chips={"ana": 100})
    before = table.state
    with pytest.raises(ParseError) as wrong:
        table.do(command)
    assert wrong.value.code == code
    assert table.state is before


@pytest.mark.parametrize("amount", [None, "ten", True, float("nan"), float("inf"), 10**30, "1e999999"])
def test_what_is_no_amount_is_told(amount: Any) -> None:
    table = PracticeTable("md", shoe="9s", chips={"ana": 100})
    with pytest.raises(ParseError):
        table.wager("ana", 1, amount)


def test_a_practice_table_leaves_amounts_to_the_rules() -> None:
    table = PracticeTable("md", shoe="9s", chips={"ana": 100, "ben": 0})
    table.do(c.StartRound())
    for amount, code in ((-5, "command/amount-not-positive"), (5.25, "command/not-in-chips")):
        with pytest.raises(Exception, match=code):
            table.wager("ana", 1, amount)  # type: ignore[arg-type]
    with pytest.raises(ParseError, match="practice/unknown-wager"):
        table.wager("ana", 1, 5, "moon")
    table.wager("ana", 1, 5, Wager.BASE)


@pytest.mark.parametrize("name", ["", " ana", "a\nb", "x" * 65, "\u202e"])
def test_a_name_that_nobody_could_write_down_is_refused(name: str) -> None:
    with pytest.raises(Exception, match="command/unknown-player"):
        PracticeTable("md", shoe="9s", chips={name: 100})
    table = PracticeTable("ma", shoe="9s", chips={})
    assert refused(table, c.BringChips(player=name, amount=Cents(100)))[0] == "command/unknown-player"


@pytest.mark.parametrize("rules", NAMES)
def test_a_player_who_was_paid_and_is_asked_about_insurance_is_refused_anything_else(rules: str) -> None:
    """A blackjack that is paid has no stake left, and insurance is still offered."""
    table = seat(rules, "Ah Ad Kc 9s 9d", {1: 10})
    questions = []
    while asks := table.asks() or table.deal():
        questions.append(asks[0].question)
        for kind in (c.Hit, c.Stand, c.Rescue, c.Surrender, c.AcceptCard):
            assert refused(table, kind(player="p1", box=1))[0] == "command/not-an-answer"
        table.decide(1, "take" if asks[0].question is Question.BLACKJACK else "decline")
    assert Question.INSURANCE in questions


class _Asking(Running):
    """A running table at which everybody who is asked something answers something else first."""

    mishap_rate = 0.5
    asked: set[Question]

    def _answer(self, due: Waiting) -> None:
        for ask in due.asks:
            self.asked.add(ask.question)
            wrong = c.StayOut if ask.question is not Question.FOLLOW_DOUBLE else c.AcceptCard
            why = refusal(self.table.state, self.rules, wrong(player=ask.player, box=ask.box))
            assert why is not None
            assert why.code == "command/not-an-answer"
            is_idle = self.table.state.opening is not None and self.table.state.opening.is_idle
            assert why.clause == due.clause or is_idle, (ask, why.clause, due.clause)
        super()._answer(due)


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_to_another_question_cites_the_clause_that_asks(name: str) -> None:
    table = _Asking(random_rules(Random(name), name), name)
    table.asked = set()
    for _ in range(12):
        table.play_round()
    assert Question.PLAY in table.asked


def test_a_dealer_who_cuts_too_near_an_end_is_told_how_near_is_allowed() -> None:
    table = Running(table_rules("md", {"shuffle_method": "manual"}), "cut")
    due = table.table.go_on()
    while not isinstance(due, Due) or not isinstance(due.command, c.CutForHouse):
        assert isinstance(due, Waiting)
        wants = c.RefuseCut if due.asks[0].question is Question.CUT else c.LookOver
        table.table.do(wants(player=due.asks[0].player, box=due.asks[0].box))
        due = table.table.go_on(holds={c.CutForHouse})
    with pytest.raises(Refusal) as caught:
        table.table.do(c.CutForHouse(at=9))
    assert (caught.value.code, caught.value.clause) == ("command/cut-depth", "MD-5.E")


@pytest.mark.parametrize(
    ("rules", "wager", "clause"),
    [
        pytest.param("wa", "bonus-spin", "WA3-G12.a", marks=pytest.mark.clause("WA3-G12.a")),
        pytest.param("wa-v002", "xtreme-16", "WA2-G12.a", marks=pytest.mark.clause("WA2-G12.a")),
        ("md-draft", "bonus-spin", "MDD-6.G"),
        ("ma", "jackpot-1", "MA-6.a.1"),
        ("s13", "bonus-spin", "S13-f.1-1"),
    ],
)
def test_a_wager_that_no_table_has_cites_what_may_be_offered_and_not_what_a_wager_needs(
    rules: str, wager: str, clause: str
) -> None:
    table = seat(rules, "Kh 5d 9d 6c", {1: 10})
    assert refused(table, bet("p1", 1, 500, wager)) == ("command/not-offered", clause)
