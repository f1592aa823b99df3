"""Who may ask for what: every rank, every command; and at a table, every box."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from siete.errors import SieteError
from siete.host.access.roles import HouseRole, NotAllowedError, Person
from siete.host.table.commands import HOST_COMMANDS
from siete.host.table.handlers import check_role
from siete.host.table.wire import command_type, command_types, message_from
from siete.table import commands as c
from tests.host.guests import Guest, come, house_of, is_betting, open_live, until, wager

ALL = sorted({*command_types(), *HOST_COMMANDS})

GUESTS = {
    *("TakeSeat", "LeaveTable", "BuyChips", "Ready", "TakeBack", "StackShoe", "SetWheel", "CloseTable"),
    *("JoinQueue", "LeaveQueue"),
    *("PlaceWager", "WithdrawWager", "CallWager", "AdmitBettor", "PlaceCoupon"),
    *("TakeBlackjack", "HoldBlackjack", "TakeInsurance", "DeclineInsurance"),
    *("Hit", "Stand", "Double", "StayOut", "Split", "RideHand", "Surrender", "Rescue"),
    *("CutCards", "RefuseCut", "LookOver", "ReturnToTable", "AskFaceUp", "AskBatchSpread", "AskBurnCard"),
    *("AcceptCard", "RefuseCard"),
}
FLOOR = {
    *("OrderRecut", "OrderReshuffle", "LetIn", "RelieveDealer", "SignItem", "InspectReader", "VerifyCards"),
    *("DisposeTens", "DisposeTen", "ReturnCards", "OpenTable", "RepairReader", "SetShufflerAside", "RepairShuffler"),
    *("VoidRound", "CloseTable", "TakeFloor", "GiveFloor", "InstructPayment", "RefuseApproval", "SignChange"),
}
REPORTS = {
    *("FindFaceUp", "DrawUnexposed", "ExposeCard", "Overdraw", "MissOwnCard", "PassOver", "MisreadHoleCard"),
    *("FailReader", "JamShuffler", "FailShuffler", "MiscountCards", "ExposeHoleCard"),
}
"""Typed from docs/api.md; the house's own steps are all the others."""


def _expected(rank: HouseRole, kind: str) -> bool:
    steps = set(ALL) - GUESTS - FLOOR - REPORTS - {"TakeDealing", "GiveDealing"}
    return {
        HouseRole.SPECTATOR: False,
        HouseRole.AUDITOR: False,
        HouseRole.GUEST: kind in GUESTS,
        HouseRole.DEALER: kind in steps | REPORTS | {"TakeDealing", "GiveDealing"},
        HouseRole.FLOORPERSON: kind in FLOOR | REPORTS,
    }[rank]


@pytest.mark.parametrize(("rank", "kind"), list(product(HouseRole, ALL)))
def test_every_rank_and_command(rank: HouseRole, kind: str) -> None:
    person = Person(rank, "somebody" if rank is not HouseRole.SPECTATOR else "")
    try:
        check_role(person, kind, command_type(kind))
        is_allowed = True
    except NotAllowedError as refusal:
        is_allowed = False
        assert refusal.code == ("session/none" if rank is HouseRole.SPECTATOR else "command/not-for-you")  # noqa: PT017
    assert is_allowed is _expected(rank, kind)


def test_nobody_can_send_what_the_host_brings() -> None:
    assert not {"TellTime", "StoreBatch", "PrepareTable", "BringChips", "ChangeRules", "PayCorrection"} & set(ALL)


_PLAYS: list[dict[str, Any]] = [
    {"command": "PlaceWager", "wager": "base", "amount": 500},
    {"command": "WithdrawWager", "wager": "base"},
    {"command": "Hit"},
    {"command": "Stand"},
    {"command": "Double", "amount": 500},
    {"command": "Split"},
    {"command": "Surrender"},
    {"command": "Rescue"},
    {"command": "TakeInsurance", "amount": 250},
    {"command": "DeclineInsurance"},
    {"command": "TakeBlackjack"},
    {"command": "StayOut"},
    {"command": "RideHand", "rides": 0},
]

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("stage", ["wager", "play"])
async def test_nobody_acts_on_another_players_box(stage: str) -> None:
    house = await house_of()
    table = await open_live(house, "md")
    ana, ben = await come(house, table, "Ana", 2), await come(house, table, "Ben", 5)
    stranger = await come(house, table, "Eve")
    while True:
        await until(table, [ana, ben], is_betting)
        if stage == "wager":
            await wager(ana, 2, is_ready=False)
            break
        await wager(ana, 2)
        await wager(ben, 5)
        legal = [each["command"]["command"] for each in ana.legal]
        if "Hit" in legal:
            break
    version, state = table.loaded.version, table.state
    points = {each["point"] for guest in (ana, ben) for each in guest.legal} | {"", "1.wager"}
    for guest, play, point in product((ben, stranger), _PLAYS, sorted(points)):
        with pytest.raises(SieteError):
            await _ask(guest, play, point, box=2)
    for play, box, point in product(_PLAYS, (0, 99, -1), sorted(points)):
        with pytest.raises(SieteError):
            await _ask(ana, play, point, box=box)
    assert (table.loaded.version, table.state) == (version, state)


async def _ask(guest: Guest, play: dict[str, Any], point: str, box: int) -> None:
    fields = {name: value for name, value in play.items() if name != "command"}
    await guest.ask(play["command"], point, box=box, **fields)


@pytest.mark.parametrize("field", ["player", "by", "rank", "card", "balance", "role", "hand", "symbols"])
async def test_a_field_that_is_not_the_senders_is_refused(field: str) -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    point = ana.find("PlaceWager", box=2)["point"]
    version = table.loaded.version
    with pytest.raises(SieteError) as refusal:
        await ana.ask("PlaceWager", point, box=2, amount=500, **{field: "Ben"})
    assert refusal.value.code == "message/unknown-field"
    assert table.loaded.version == version


@pytest.mark.parametrize("amount", [0, -500, 1.5, 500.0, "500", True, None, 2**63, 10**15, 1, 499, [], {}])
async def test_amounts_are_whole_cents_within_the_limits(amount: object) -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    point = ana.find("PlaceWager", box=2)["point"]
    version = table.loaded.version
    with pytest.raises(SieteError) as refusal:
        await ana.ask("PlaceWager", point, box=2, wager="base", amount=amount)
    assert refusal.value.code.startswith(("message/", "command/"))
    assert table.loaded.version == version


@pytest.mark.parametrize(
    "sent",
    [
        None,
        [],
        "text",
        7,
        {},
        {"id": "command-1"},
        {"id": "short", "command": {"command": "Hit", "box": 1}},
        {"id": "a" * 65, "command": {"command": "Hit", "box": 1}},
        {"id": "command 1", "command": {"command": "Hit", "box": 1}},
        {"id": "command-1", "command": "Hit"},
        {"id": "command-1", "command": {"box": 1}},
        {"id": "command-1", "command": {"command": 7}},
        {"id": "command-1", "point": 7, "command": {"command": "Hit", "box": 1}},
        {"id": "command-1", "point": "x" * 65, "command": {"command": "Hit", "box": 1}},
        {"id": "command-1", "extra": 1, "command": {"command": "Hit", "box": 1}},
    ],
)
def test_malformed_messages_are_refused(sent: object) -> None:
    with pytest.raises(SieteError) as refusal:
        message_from(sent)
    assert refusal.value.code.startswith("message/")


@pytest.mark.parametrize("kind", ["Command", "PlayerCommand", "HouseCommand", "hit", "__init__", "", "Ø"])
def test_unknown_commands_are_refused(kind: str) -> None:
    with pytest.raises(SieteError) as refusal:
        command_type(kind)
    assert refusal.value.code == "message/unknown-command"
    assert issubclass(c.Hit, c.PlayerCommand)
