"""Engine, odds and simulator call the same wagers by the same names, and the command line lists them."""

from __future__ import annotations

from siete.lab.simulation import focus
from siete.odds.wagers import registry as priced
from siete.sim.codes import WagerCode
from siete.table.wagers import registry as engine
from tests.cli.conftest import siete as siete
from tests.cli.running import Siete

ALWAYS = {"base", "insurance", "super-bonus", "envy"}
"""What is wagered on, or paid for, at every table beside the spots of side wagers."""


LEFT_OUT = {"bonus-spin-2"}
"""What the simulator does not play, and says so (decision 0056)."""


def test_the_simulator_has_a_code_for_every_spot_of_the_engine() -> None:
    spots = {wager.value for side_wager in engine.side_wagers() for wager in side_wager.wagers}
    assert {code.word for code in WagerCode} == (spots - LEFT_OUT) | ALWAYS


def test_every_name_of_the_odds_stands_for_codes_and_no_code_is_left_out() -> None:
    by_name = {name: focus(name) for name in priced.names()}
    assert all(by_name.values())
    assert sorted(word for words in by_name.values() for word in words) == sorted(code.word for code in WagerCode)
    assert by_name["jackpot"] == ("jackpot-1", "jackpot-2")


def test_the_command_line_lists_the_names(siete: Siete) -> None:
    for command in ("odds", "simulate"):
        told = "".join(siete(command, "--help").out.split())  # lines may end after any hyphen
        assert "base,insurance,match-the-dealer,super-bonus,bonus-spin,xtreme-16orjackpot" in told
