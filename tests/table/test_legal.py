"""The legal list: what a player may do now, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from siete.money import Cents
from siete.rules.names import NAMES
from siete.table import commands as c
from siete.table.decide import refusal
from siete.table.legal import PLAYS, Template, legal, weighed
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager
from tests.few import first_few
from tests.table.generated.random_play import PLAYERS, RandomTable, play_round, random_rules


def _wagers(table: PracticeTable, player: str) -> dict[tuple[int, Wager], Template]:
    found = {}
    for template in table.legal(player):
        if isinstance(template.command, c.PlaceWager):
            found[template.command.box, template.command.wager] = template
    return found


def test_side_wagers_and_withdrawals_are_offered_beside_a_base_wager_only() -> None:
    table = PracticeTable("md", shoe="6s 9h 5d 8c 2c", chips={"ana": 500, "ben": 500})
    table.wager("ana", 3, 25)
    assert {wager for box, wager in _wagers(table, "ana") if box == 3} == {
        Wager.BASE,
        Wager.MATCH_UP,
        Wager.SPIN,
        Wager.XTREME,
    }
    assert {wager for _, wager in _wagers(table, "ben")} == {Wager.BASE}
    taken = [each.command for each in table.legal("ana") if isinstance(each.command, c.WithdrawWager)]
    assert taken == [c.WithdrawWager(player="ana", box=3)]


def test_a_rack_that_is_too_small_offers_no_wager() -> None:
    table = PracticeTable("md", shoe="6s", chips={"ana": 4})
    table.do(c.StartRound())
    assert table.legal("ana") == ()
    assert table.state.racks["ana"] == Cents(400)


def _plain_commands(table: PracticeTable, player: str) -> Iterator[c.PlayerCommand]:
    """Everything without an amount that a player could say between the first wager and the last card."""
    for box in range(1, table.rules.positions + 1):
        for kind in (*PLAYS, c.StayOut, c.RefuseCard, c.AcceptCard, c.TakeBlackjack, c.HoldBlackjack):
            yield kind(player=player, box=box)
        yield c.DeclineInsurance(player=player, box=box)
        yield from (c.RideHand(player=player, box=box, rides=rides) for rides in (0, 1))
        yield from (c.WithdrawWager(player=player, box=box, wager=wager) for wager in Wager.known())


@pytest.mark.parametrize("name", first_few(["md", "ma", "wa"], NAMES))
def test_nothing_that_would_be_taken_is_left_out(name: str) -> None:
    rng, seen = Random(f"left out {name}"), set[type[c.Command]]()
    for _ in range(12):
        table = RandomTable(random_rules(rng, name), rng)
        for _ in play_round(table, rng):
            if table.state.round is None:
                continue
            for player in PLAYERS:
                offered = legal(table.state, table.rules, player)
                told = {each.command for each in offered if not each.step}
                taken = {
                    each for each in _plain_commands(table, player) if refusal(table.state, table.rules, each) is None
                }
                assert taken == told, player
                seen |= {type(each) for each in taken}
                wagers = {(each.command.box, getattr(each.command, "wager", None)) for each in offered if each.step}
                for box in range(1, table.rules.positions + 1):
                    least = c.PlaceWager(player=player, box=box, amount=table.rules.table_min)
                    if refusal(table.state, table.rules, least) is None:
                        assert (box, Wager.BASE) in wagers, least
    assert {c.Hit, c.Stand, c.Split, c.Surrender, c.WithdrawWager} <= seen


def test_a_refused_play_is_weighed_with_its_reason() -> None:
    table = PracticeTable("md", shoe="6s 9h 5d 8c 2c 9s", chips={"ana": 500})
    table.wager("ana", 1, 25)
    table.deal()
    refused = {
        type(each.command): why.code for each, why in weighed(table.state, table.rules, "ana") if why is not None
    }
    assert refused == {
        c.Split: "command/may-not-split",
        c.Rescue: "command/not-an-answer",
        c.RefuseCard: "command/not-an-answer",
    }
    assert {type(each.command) for each in table.legal("ana")} == {c.Hit, c.Stand, c.Double, c.Surrender}
