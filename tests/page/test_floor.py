"""A shift on the floor in a real browser: opening, approvals, incidents, chips by two people, a dispute, the report."""

from __future__ import annotations

import json
import urllib.request
from itertools import count
from typing import Any

from playwright.sync_api import Page, expect

from tests.page.conftest import Visit
from tests.page.house import House

PASSWORD = "correct horse 21"
WITHOUT_WHEELS = 'rule_set = "md"\nspin_offered = false\nxtreme_offered = false\n'
_ids = count(1)


def _ask(house: House, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(f"{house.address}/api/v1{path}", data, headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def _play(house: House, table: str, rounds: int) -> None:
    """A guest who plays some rounds quietly, through the API."""
    token = _ask(house, "/session", {"name": "Rosa", "token": True})["token"]

    def send(kind: str, point: str = "", **fields: Any) -> None:
        body = {"id": f"shift-{next(_ids):06}", "point": point, "command": {"command": kind, **fields}}
        _ask(house, f"/tables/{table}/commands", body, token)

    send("TakeSeat", box=3, amount=50_000)
    for _ in range(400):
        seen = _ask(house, f"/tables/{table}/view", token=token)
        if seen["view"]["rounds"] >= rounds:
            return
        legal = {each["command"]["command"]: each for each in reversed(seen["you"]["legal"])}
        for kind in ("LookOver", "RefuseCut", "Stand", "DeclineInsurance", "TakeBlackjack", "Ready", "PlaceWager"):
            if kind in legal and not (kind == "Ready" and not seen["view"]["round"]["boxes"]):
                fields = {name: value for name, value in legal[kind]["command"].items() if name != "command"}
                amount = {"amount": legal[kind]["least"]} if kind == "PlaceWager" else {}
                send(kind, legal[kind]["point"], **{**fields, **amount})
                break
    raise AssertionError("the guest never came to the end")


def _sign_in(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/staff")
    page.fill("[name=name]", name)
    page.fill("[name=password]", PASSWORD)
    page.click("button.primary")
    page.wait_for_selector(".tile")


def _happened(page: Page, address: str, table: str, number: int, entry: str) -> None:
    """File and apply something by the guide."""
    page.goto(f"{address}/floor#incidents/{table}/{entry}")
    page.fill("[name=note]", f"note {number}")
    page.click("[data-form=apply] button")
    expect(page.locator(".floor-note")).to_contain_text(f"Incident {number} is filed")


def test_a_shift_from_opening_to_the_daily_report(own_house: House, visit: Visit) -> None:
    house = own_house
    body = {"name": "ana", "password": PASSWORD, "link": house.staff_link()}
    _ask(house, "/staff", body)
    token = _ask(house, "/session/staff", {"name": "ana", "password": PASSWORD, "token": True})["token"]
    made = {"name": "ben", "password": PASSWORD, "role": "floorperson", "reason": "second floorperson"}
    _ask(house, "/floor/people", made, token)
    opened = {"name": "One", "submission": WITHOUT_WHEELS, "mode": "live", "timers": False, "floor": True}
    table = _ask(house, "/tables", opened, token)["id"]
    for name in ("Two", "Three", "Four"):
        _ask(house, "/tables", {"name": name, "rules": "s13", "mode": "live", "timers": False, "floor": True}, token)
    ana, ben = visit(house).page, visit(house, width=390, height=844).page
    _sign_in(ana, house.address, "ana")
    _sign_in(ben, house.address, "ben")
    expect(ana.locator("[data-item]")).to_have_count(4)

    # an approval is refused with a reason, and given when the cause is gone
    first = ana.locator("[data-item]").first
    words = first.locator("b").inner_text()
    first.locator("[name=reason]").fill("The logo is covered.")
    first.locator("[data-form=refuse] button").click()
    expect(ana.locator(".floor-note")).to_contain_text("Refused")
    refused = ana.locator("[data-item]", has_text="Refused before.")
    expect(refused).to_contain_text(words.partition(": ")[2])
    refused.locator("[data-do=approve]").click()
    expect(ana.locator("[data-item]", has_text="Refused before.")).to_have_count(0)
    ana.click("[data-do=leave]")
    expect(ana.locator(".tile.opening")).to_have_count(0)

    # chips: one proposes, the other signs; the proposer cannot
    ana.goto(f"{house.address}/floor#money")
    ana.select_option("[name=table]", table)
    ana.fill("[data-chip='2500']", "40")
    ana.click("[data-form=propose] button")
    expect(ana.locator(".floor-note")).to_contain_text("waits for a second signature")
    expect(ana.locator("[data-do=sign]")).to_have_count(0)
    item = ben.locator("[data-item]", has_text="Opener")
    item.locator("[data-do=sign]").click()
    expect(ben.locator(".floor-note")).to_contain_text("Signed")
    _play(house, table, 3)

    # what goes wrong
    ana.goto(f"{house.address}/floor#floor")
    ana.locator(f"[data-do=floor][data-table='{table}']").click()
    expect(ana.locator(f"[data-do=floor][data-table='{table}']")).to_have_text("Leave")
    _happened(ana, house.address, table, 1, "other")
    _happened(ana, house.address, table, 2, "reader-broke")
    _happened(ana, house.address, table, 3, "reader-repaired")
    _happened(ana, house.address, table, 4, "reshuffle")
    expect(ana.locator(".t").first.locator("tbody tr")).to_have_count(4)
    ana.goto(f"{house.address}/floor#disputes/{table}/2")
    expect(ana.locator(".fact")).to_contain_text("the recorded one among them")
    ana.click("[data-form=decide] button")
    expect(ana.locator(".floor-note")).to_contain_text("Noted as incident 5")

    # the day
    ana.goto(f"{house.address}/floor#report")
    report = _ask(house, "/floor/report?odds=false", token=token)
    assert report["totals"]["rounds"] == 3
    assert [each["kind"] for each in report["incidents"]] == [
        *("other", "reader-broke", "reader-repaired", "reshuffle", "dispute"),
    ]
    paper = ana.locator(".report-paper").first
    expect(paper).to_contain_text("The results of the tables are the results of the wagers, to the cent.")
    expect(paper.locator(".fact.bad")).to_have_count(0)
    (mine,) = [each for each in report["tables"] if each["id"] == table]
    assert mine["tray"] == 100_000 + mine["result"]
    ana.goto(f"{house.address}/display/{table}")
    expect(ana.locator("h1")).to_have_text("One")
