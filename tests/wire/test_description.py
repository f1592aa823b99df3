"""The AsyncAPI description is whole and tells right messages from wrong ones."""

from __future__ import annotations

import json
import re

from tests.docs.shown import ROOT
from tests.wire.described import DESCRIPTION, validator


def test_every_reference_leads_somewhere() -> None:
    found = set(re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(DESCRIPTION)))
    assert len(found) > 15
    for path in found:
        part = DESCRIPTION
        for name in path.split("/"):
            part = part[name]


def test_each_message_of_either_side_is_described() -> None:
    sides = {
        name: {each["$ref"].rsplit("/")[-1] for each in operation["messages"]}
        for name, operation in DESCRIPTION["operations"].items()
    }
    assert sides == {
        "tableSend": {"Snapshot", "Events", "Answer", "CommandRefused", "Pong"},
        "tableReceive": {"Command", "Ping"},
        "lobbySend": {"LobbyNews", "CommandRefused", "Pong"},
        "lobbyReceive": {"Ping"},
        "floorSend": {"FloorNews", "CommandRefused", "Pong"},
        "floorReceive": {"Ping"},
    }
    assert set(DESCRIPTION["components"]["messages"]) == set().union(*sides.values())


def test_every_websocket_of_the_server_is_described() -> None:
    files = (ROOT / "src/siete/server").rglob("*.py")
    paths = {path for file in files for path in re.findall(r'@router\.websocket\("([^"]+)"\)', file.read_text("utf-8"))}
    described = {channel["address"] for channel in DESCRIPTION["channels"].values()}
    assert {path.replace("{table_id}", "{table}") for path in paths} == described


def test_a_wrong_message_does_not_fit() -> None:
    answer = {"type": "answer", "id": "1", "version": 3}
    assert validator("Answer").is_valid(answer)
    assert not validator("Answer").is_valid(answer | {"version": "3"})
    assert not validator("Answer").is_valid(answer | {"type": "answered"})
    assert not validator("Snapshot").is_valid(answer)
