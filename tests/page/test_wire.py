"""What the page costs on the wire: compressed, announced at once, and kept by the browser under its content's name."""

from __future__ import annotations

import re

from playwright.sync_api import CDPSession, expect

from tests.page.visitor import Visitor

FIRST, AGAIN = 120_000, 5_000
"""Bytes of lobby and table on a first visit, and of the files on a second one."""


class Wire:
    """The bytes that a page receives, by address."""

    def __init__(self, session: CDPSession) -> None:
        self.names: dict[str, str] = {}
        self.bytes: dict[str, int] = {}
        session.on("Network.responseReceived", self._named)
        session.on("Network.loadingFinished", self._finished)
        session.send("Network.enable")

    def _named(self, event: dict[str, dict[str, str]]) -> None:
        self.names[str(event["requestId"])] = re.sub(r"^\w+://[^/]+", "", event["response"]["url"])

    def _finished(self, event: dict[str, float]) -> None:
        name = self.names.get(str(event["requestId"]), "")
        self.bytes[name] = self.bytes.get(name, 0) + int(event["encodedDataLength"])

    def total(self) -> int:
        return sum(self.bytes.values())


def visited(ana: Visitor, table: str) -> Wire:
    wire = Wire(ana.context.new_cdp_session(ana.page))
    ana.go("/lobby")
    expect(ana.page.locator(".tcard").first).to_be_visible()
    ana.go(f"/t/{table}")
    ana.settle()
    ana.page.wait_for_load_state("networkidle")
    return wire


def test_a_first_visit_is_light_and_a_second_one_asks_for_next_to_nothing(ana: Visitor) -> None:
    ana.enter()
    table = ana.asked("/tables", {"name": "Wire", "rules": "md", "timers": False})["id"]
    first = visited(ana, table)
    assert [size > 50_000 for name, size in first.bytes.items() if name.endswith("/main.js")], "the page came this way"
    assert first.total() <= FIRST
    again = visited(ana, table)
    assert {"/lobby", f"/t/{table}", "/api/v1/welcome", f"/api/v1/tables/{table}"} <= set(again.bytes)
    assert again.total() <= AGAIN, again.bytes
