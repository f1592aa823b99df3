"""The AsyncAPI description is whole and tells right messages from wrong ones."""

from __future__ import annotations

import json
import re

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
        name: {each["$ref"].rsplit("/")[-1] for each in DESCRIPTION["operations"][name]["messages"]}
        for name in ("send", "receive")
    }
    assert sides["send"] == {"Snapshot", "Events", "Answer", "CommandRefused", "Pong"}
    assert sides["receive"] == {"Command", "Ping"}
    assert set(DESCRIPTION["components"]["messages"]) == sides["send"] | sides["receive"]


def test_a_wrong_message_does_not_fit() -> None:
    answer = {"type": "answer", "id": "1", "version": 3}
    assert validator("Answer").is_valid(answer)
    assert not validator("Answer").is_valid(answer | {"version": "3"})
    assert not validator("Answer").is_valid(answer | {"type": "answered"})
    assert not validator("Snapshot").is_valid(answer)
