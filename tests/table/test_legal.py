"""The legal list: what a player may do now, and nothing else."""

from __future__ import annotations

from siete.money import Cents
from siete.table import commands as c
from siete.table.legal import Template
from siete.table.practice import PracticeTable
from siete.table.state import Wager


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
