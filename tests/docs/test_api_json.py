"""The JSON that the API page shows: of the shape of what a server says, and understood where it is sent to one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from siete.host.access.roles import HouseRole, Person
from siete.host.table.wire import command_from, command_type, message_from
from tests.docs.shown import ROOT, blocks
from tests.patience import until
from tests.server.http.test_http import played
from tests.server.serving import Player, live_table, practice_table, served
from tests.wire.described import validator

pytestmark = pytest.mark.anyio

Plain = dict[str, Any]
ANYTHING = {"choices[].value"}
"""What is of another type from case to case."""


def _values(text: str) -> Iterator[Plain]:
    while text := text.strip():
        value, end = json.JSONDecoder().raw_decode(text)
        yield value
        text = text[end:]


SHOWN = [value for block in blocks((ROOT / "docs/api.md").read_text("utf-8"), "json") for value in _values(block)]


def _with(*names: str) -> Plain:
    """The last that is shown whose first keys are these."""
    return [each for each in SHOWN if tuple(each)[: len(names)] == names][-1]


def _differs(shown: Any, real: Any, at: str = "") -> list[str]:
    """Where what is shown is not of the shape of what came; what may be left out may be left out."""
    if isinstance(shown, dict) and isinstance(real, dict):
        missing = [f"{at}.{name}" for name in shown if name not in real]
        return missing + [
            each
            for name in shown
            if name in real
            for each in _differs(shown[name], real[name], f"{at}.{name}".strip("."))
        ]
    if isinstance(shown, list) and isinstance(real, list):
        return [each for one, other in zip(shown, real, strict=False) for each in _differs(one, other, f"{at}[]")]
    if at in ANYTHING:
        return []
    kinds = [float if isinstance(each, int) and not isinstance(each, bool) else type(each) for each in (shown, real)]
    return [] if kinds[0] is kinds[1] or shown is None or real is None else [f"{at}: {shown!r}, {real!r}"]


async def test_answers_have_the_shape_that_is_shown(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, 'rule_set = "md"\nspin_offered = false\nxtreme_offered = false\n')
        await practice_table(server.house)
        ana = await played(server, "ana")
        async with server.client(authorization=f"Bearer {ana.token}") as client, server.client() as anybody:
            made = (await anybody.post("/api/v1/session", json={"name": "ben", "token": True})).json()
            assert _differs(SHOWN[0], made) == []
            asked = {
                "/session": _with("name", "role", "wallet", "seats"),
                "/tables": _with("tables"),
                "/tables/t": _with("felt"),
                "/rounds/t/1": _with("table", "round"),
            }
            for path, shown in asked.items():
                real = (await client.get(f"/api/v1{path}")).json()
                names = [each["event"]["event"] for each in shown.get("steps", ())]
                if names:
                    real["steps"] = [each for each in real["steps"] if each["event"]["event"] in names]
                assert _differs(shown, real) == [], path
            opened = await client.post("/api/v1/tables", json=_with("name", "mode"))
            assert opened.status_code == 201, opened.text
            wrong = {"rules": None, "submission": 'rule_set = "md"\ndecks = 9\n'}
            refused = (await client.post("/api/v1/tables", json=_with("name", "mode") | wrong)).json()
            for shown in (each for each in SHOWN if "error" in each):
                assert _differs(shown, refused) == []
        await ana.leave()
        dora = await Player.come(server, "p", "dora")
        await dora.ask("TakeDealing")
        await until(lambda: dora.now["you"].get("desk") is not None)
        desk = dora.now["you"]["desk"]
        report = (await dora.ask("GiveDealing"))["report"]
        await dora.leave()
        other = {"payment": None, "following": None, "cover": None}  # what is due is not always a payment
        assert _differs(_with("help"), other | desk) == []
        assert _differs({**_with("level"), "clauses": {}}, report) == []


@pytest.mark.parametrize("shown", [each for each in SHOWN if "type" in each], ids=lambda each: str(each["type"]))
def test_messages_are_those_of_the_description(shown: Plain) -> None:
    kind = {"refused": "CommandRefused"}.get(shown["type"], shown["type"].capitalize())
    if kind == "Events":  # shown without what every state has
        snapshot = next(each for each in SHOWN if each.get("type") == "snapshot")
        shown = {**snapshot, "version": shown["to"], **{name: each for name, each in shown.items() if each}}
    assert [error.message for error in validator(kind).iter_errors(shown)] == []
    if kind == "Command":
        message = message_from(shown | {"id": shown["id"].replace("…", "") + "00"})
        command_from(command_type(message.kind), message, Person(HouseRole.GUEST, "ana"))


def test_another_shape_is_noticed() -> None:
    """The control of the tests above."""
    assert _differs({"a": 1, "b": [{"c": ""}]}, {"a": 2.5, "b": [{"c": "x", "d": 1}], "e": None}) == []
    assert _differs({"a": 1, "b": [{"c": ""}]}, {"a": "", "b": [{"d": 1}]}) == ["a: 1, ''", "b[].c"]
