"""A shift on the floor in a real browser, from opening four tables to the daily report, and what a glance must say."""

from __future__ import annotations

import asyncio
import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from typing import Any

import pyotp
import pytest
from playwright.sync_api import Page, Route, expect

from siete.host.clock import Clock
from siete.host.floor.log import FloorLog
from siete.server.data_directory import STORE
from siete.store.connect import open_store
from siete.store.floor_events import ChangeProposed
from tests.few import first_few
from tests.page.conftest import Visit
from tests.page.eyes import blemishes, overflows
from tests.page.house import House
from tests.page.visitor import Visitor

PASSWORD = "correct horse 21"
WITHOUT_WHEELS = 'rule_set = "md"\nspin_offered = false\nxtreme_offered = false\n'
_ids = count(1)
_CUT = """() => [...document.querySelectorAll('.tile')].flatMap((tile) => {
  const { right, bottom } = tile.getBoundingClientRect();
  return [...tile.querySelectorAll('*')].filter((each) => {
    const at = each.getBoundingClientRect();
    return at.width && (at.right > right || at.bottom > bottom);
  }).map((each) => each.outerHTML.slice(0, 80));
})"""
_WATCH = """() => {
  window.doneSeen = [];
  const note = () => document.querySelectorAll('.q.done').forEach((each) => window.doneSeen.push(each.textContent));
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes what is shown for six seconds only, however late somebody looks."""
_TALLEST = "() => Math.max(...[...document.querySelectorAll('.tile')].map((each) => each.offsetHeight))"


def _ask(house: House, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(f"{house.address}/api/v1{path}", data, headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


@dataclass
class Floor:
    """A house with two floorpersons and a dealer, shared by the tests of this file."""

    house: House
    token: str
    second: str
    dealer: str = ""
    played: str = ""

    def with_round(self) -> str:
        """A table that has dealt a round, opened where none has yet."""
        if not self.played:
            self.played = self.open("Played")
            _Guest(self.house, self.played, "Noor").play(1)
        return self.played

    def ask(self, path: str, body: dict[str, Any] | None = None, *, second: bool = False) -> Any:
        return _ask(self.house, f"/floor{path}", body, self.second if second else self.token)

    def open(self, name: str, submission: str = WITHOUT_WHEELS, *, floor: bool = False) -> str:
        body = {"name": name, "submission": submission, "mode": "live", "timers": False, "floor": floor}
        made: str = _ask(self.house, "/tables", body, self.token)["id"]
        return made


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    house = House(tmp_path_factory.mktemp("floor"))
    house.start()
    _ask(house, "/staff", {"name": "ana", "password": PASSWORD, "link": house.staff_link()})
    token = _token(house, "ana")
    for name, role in (("ben", "floorperson"), ("mira", "dealer")):
        _ask(house, "/floor/people", {"name": name, "password": PASSWORD, "role": role, "reason": "new"}, token)
    yield Floor(house, token, _token(house, "ben"), _token(house, "mira"))
    house.kill()


def _token(house: House, name: str) -> str:
    found: str = _ask(house, "/session/staff", {"name": name, "password": PASSWORD, "token": True})["token"]
    return found


class _Guest:
    """A guest who plays quietly, through the API."""

    def __init__(self, house: House, table: str, name: str = "Rosa", box: int = 3) -> None:
        self.house, self.table, self.box = house, table, box
        self.token = _ask(house, "/session", {"name": name, "token": True})["token"]
        self.send("TakeSeat", box=box, amount=50_000)

    def send(self, kind: str, point: str = "", **fields: Any) -> None:
        body = {"id": f"shift-{next(_ids):06}", "point": point, "command": {"command": kind, **fields}}
        _ask(self.house, f"/tables/{self.table}/commands", body, self.token)

    def legal(self) -> dict[str, Any]:
        seen = _ask(self.house, f"/tables/{self.table}/view", token=self.token)
        self.rounds = seen["view"]["rounds"]
        self.is_in = bool(seen["view"].get("round", {}).get("boxes"))
        mine = [each for each in seen["you"]["legal"] if each["command"].get("box", self.box) == self.box]
        return {each["command"]["command"]: each for each in reversed(mine)}

    def step(self, legal: dict[str, Any]) -> None:
        """Answer what is asked in the most careful way."""
        for kind in ("LookOver", "RefuseCut", "Stand", "DeclineInsurance", "TakeBlackjack", "Ready", "PlaceWager"):
            if kind in legal and not (kind == "Ready" and not self.is_in):
                fields = {name: value for name, value in legal[kind]["command"].items() if name != "command"}
                amount = {"amount": legal[kind]["least"]} if kind == "PlaceWager" else {}
                self.send(kind, legal[kind]["point"], **{**fields, **amount})
                return

    def play(self, rounds: int) -> None:
        self._until(lambda legal: self.rounds >= rounds)

    def until_asked(self) -> None:
        """Until a hand is to be played, with the wager on the layout."""
        self._until(lambda legal: "Stand" in legal)

    def _until(self, is_there: Callable[[dict[str, Any]], bool]) -> None:
        for _ in range(400):
            legal = self.legal()
            if is_there(legal):
                return
            self.step(legal)
        raise AssertionError("the guest never came there")


def _sign_in(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/staff")
    page.fill("[name=name]", name)
    page.fill("[name=password]", PASSWORD)
    page.click("button.primary")
    page.wait_for_selector(".strip")


def _enter(visitor: Visitor, name: str = "ana") -> Page:
    """Somebody who has signed in comes to the floor: the form is filled in by the walk of a shift."""
    visitor.known("/session/staff", {"name": name, "password": PASSWORD})
    visitor.go("/floor")
    visitor.page.wait_for_selector(".strip")
    return visitor.page


def _sign_in_with_code(floor: Floor, visitor: Visitor) -> None:
    """Somebody with a second factor signs in: the code is asked for in a sheet, and a wrong one is told there."""
    page, name = visitor.page, f"cleo{next(_ids)}"
    floor.ask("/people", {"name": name, "password": PASSWORD, "role": "floorperson", "reason": "new"})
    token = _token(floor.house, name)
    begun = _ask(floor.house, "/floor/second-factor", {}, token)
    totp = pyotp.TOTP(begun["secret"])
    _ask(floor.house, "/floor/second-factor/confirm", {"serial": begun["serial"], "code": totp.now()}, token)
    page.goto(f"{floor.house.address}/staff")
    page.fill("[name=name]", name)
    page.fill("[name=password]", PASSWORD)
    page.click("button.primary")
    code = page.locator("dialog [name=code]")
    expect(code).to_be_focused()
    code.fill("000000")
    page.click("dialog button.primary")
    expect(page.locator("dialog .note")).not_to_be_empty()
    code.fill(totp.now())
    page.click("dialog button.primary")
    page.wait_for_selector(".strip")
    visitor.complaints = [each for each in visitor.complaints if "403" not in each]  # the browser tells of a refusal


def _happened(page: Page, address: str, table: str, number: int, entry: str, *, moved: str = "") -> None:
    """File and apply something by the guide, after looking what it moves."""
    page.goto(f"{address}/floor#incidents/{table}/{entry}")
    expect(page.locator("[aria-current=true]")).to_have_attribute("data-focus", f"entry-{entry}")
    if moved:
        expect(page.locator("[aria-label='What it moves'] tbody tr").first).to_contain_text(moved)
    page.fill("[name=note]", f"note {number}")
    page.click("[data-form=apply] button")
    expect(page.locator(".floor-note")).to_contain_text(f"Incident {number} is filed")


def test_a_shift_from_opening_to_the_daily_report(floor: Floor, visit: Visit) -> None:
    house, address = floor.house, floor.house.address
    visitor = visit(house)
    ana, ben = visitor.page, visit(house, width=390, height=844).page
    _sign_in(ana, address, "ana")
    _sign_in(ben, address, "ben")

    # four tables are opened together, and their checklists signed in one go
    ana.click("[data-do=open]")
    sheet = ana.locator("dialog")
    sheet.locator("[name=name]").fill("Four")
    sheet.locator("[name=rules]").select_option("s13")
    sheet.locator("[name=count]").fill("3")
    sheet.locator("[data-form=open] button").click()
    expect(sheet.locator("[role=status]")).to_contain_text("3 tables are being opened")
    table = floor.open("One", floor=True)
    expect(ana.locator("[data-tile]", has_text="One")).to_have_count(1)
    sheet.locator("[data-close]").click()

    assert ana.evaluate(_CUT) == [], "a tile shows all it has"
    assert ana.evaluate(_TALLEST) <= 226, "three rows of tiles stand above the fold"

    # an approval is refused with a reason, and given when the cause is gone
    item = ana.locator("[data-item]", has_text="One")
    expect(ben.locator("[data-item]", has_text="One")).to_contain_text("ana has this floor.")
    item.locator("[name=reason]").fill("The logo is covered.")
    item.locator("[data-form=refuse] button").click()
    expect(ana.locator(".floor-note")).to_contain_text("Refused")
    refused = ana.locator("[data-item]", has_text="Refused before.")
    ben.evaluate(_WATCH)
    refused.locator("[data-do=approve]").click()
    expect(ana.locator("[data-item]", has_text="Refused before.")).to_have_count(0)
    expect(ana.locator(".q.done").first).to_contain_text("approved")
    ben.wait_for_function("() => window.doneSeen.some((each) => each.includes('taken by ana'))")
    ana.click("[data-do=open]")
    sheet.locator("[data-do=tick]").click()
    expect(sheet.locator("[type=checkbox]:not(:checked)")).to_have_count(0)
    sheet.locator("[data-form=check] button.primary").click()
    expect(sheet.locator("[role=status]")).to_contain_text("items signed")
    sheet.locator("[data-close]").click()
    ana.click("[data-do=leave]")
    expect(ana.locator(".tile.opening")).to_have_count(0)
    expect(ana.locator(".tile")).to_have_count(4 + 6)

    # chips: one proposes, the other signs; the proposer cannot
    ana.goto(f"{address}/floor#money")
    ana.select_option("[name=kind]", "credit")
    ana.fill("[data-chip='2500']", "40")
    ana.select_option("[name=table]", table)
    ana.click("[data-form=propose] button")
    expect(ana.locator(".floor-note")).not_to_be_empty()
    expect(ana.locator("[name=kind]")).to_have_value("credit")  # a refusal takes nothing away that was typed
    expect(ana.locator("[data-chip='2500']")).to_have_value("40")
    expect(ana.locator("[name=table]")).to_have_value(table)
    visitor.complaints = [each for each in visitor.complaints if "422" not in each]  # the browser tells of a refusal
    ana.select_option("[name=kind]", "opener")
    ana.click("[data-form=propose] button")
    expect(ana.locator(".floor-note")).to_contain_text("waits for a second signature")
    expect(ana.locator("[data-do=sign]")).to_have_count(0)
    expect(ana.locator("[data-chip='2500']")).to_have_value("0")
    waiting = ben.locator("[data-item]", has_text="Opener")
    waiting.locator("[data-do=sign]").click()
    expect(ben.locator(".floor-note")).to_contain_text("Signed")
    rosa = _Guest(house, table)
    rosa.play(3)
    floor.played = table

    # the dealer calls, and somebody comes
    floor.ask(f"/tables/{table}/dealer", {"dealer": "mira"})
    words = {"command": "CallFloor", "words": "two cards at once"}
    _ask(house, f"/tables/{table}/commands", {"id": "mira-calls", "point": "", "command": words}, floor.dealer)
    ana.goto(f"{address}/floor#floor")
    call = ana.locator("[data-item]", has_text="two cards at once")
    expect(call).to_contain_text("calls the floor")  # who, if she were here: her place is kept for half a minute
    expect(ana.locator(".tile.stop")).to_contain_text("Call: two cards at once")
    call.locator("[data-do=answerCall]").click()
    expect(call).to_have_count(0)
    expect(ana.locator(f"[data-do=floor][data-table='{table}']")).to_have_text("Leave")
    floor.ask(f"/tables/{table}/dealer", {"dealer": ""})

    # six kinds of what goes wrong: one is found in somebody's own words, one gives a wager back, one is decided later
    rosa.until_asked()
    kinds = ("hole-seen", "other", "reader-broke", "reshuffle", "shuffler-dead", "shuffler-aside")
    _happened(ana, address, table, 1, kinds[0], moved="+$5.00")
    rosa.play(4)
    ana.goto(f"{address}/floor#incidents/{table}")
    ana.fill("[name=said]", "glass of water")
    expect(ana.locator("[data-none]")).to_be_visible()
    ana.fill("[name=said]", "quarrel")
    expect(ana.locator(".guide nav li:visible")).to_have_count(1)
    ana.press("[name=said]", "Enter")
    expect(ana).to_have_url(re.compile("/other$"))
    for number, kind in enumerate(kinds[1:], 2):
        _happened(ana, address, table, number, kind)
    rows = ana.locator(".t").first.locator("tbody tr")
    expect(rows).to_have_count(6)
    ana.select_option("[name=is_open]", "true")
    ana.click("[data-form=find] button")
    expect(rows).to_have_count(1)
    rows.locator("[name=outcome]").fill("settled")
    rows.locator("[data-form=close] button").click()
    expect(ana.locator("h1 ~ * [name=is_open]")).to_have_value("true")
    expect(rows).to_have_count(0)
    ana.select_option("[name=is_open]", "")
    ana.click("[data-form=find] button")
    ana.click("[data-do=one][data-number='1']")
    expect(sheet).to_contain_text("Round Voided")
    expect(sheet).to_contain_text("Rosa")
    ana.emulate_media(media="print")
    assert sheet.evaluate("(node) => getComputedStyle(node).overflow") == "visible", (
        "paper has as many pages as it takes"
    )
    ana.emulate_media(media="screen")
    sheet.locator("[data-close]").click()

    # a dispute: step by step, as two people saw it, and a correction that a second person signs
    ana.goto(f"{address}/floor#disputes/{table}/2")
    expect(ana.locator(".fact").first).to_contain_text("the recorded one among them")
    ana.keyboard.press("ArrowLeft")
    expect(ana.locator("[data-step-line]")).to_contain_text("Step ")
    before = ana.locator("[data-step-line]").inner_text()
    ana.keyboard.press("ArrowLeft")
    expect(ana.locator("[data-step-line]")).not_to_have_text(before)
    ana.select_option("[data-place='1']", "player:Rosa")
    expect(ana.locator("[data-stage]")).to_have_count(2)
    ana.check("[value=correct]")
    ana.fill("[name=cents]", "40")
    ana.click("[data-form=decide] button.primary")
    expect(ana.locator(".floor-note")).to_contain_text("Noted as incident 7. Change 2 waits")
    ben.locator("[data-item]", has_text="Pay Rosa $40").locator("[data-do=sign]").click()
    expect(ben.locator("[data-item]", has_text="Pay Rosa")).to_have_count(0)

    # the day
    ana.goto(f"{address}/floor#report")
    report = floor.ask("/report?odds=false")
    assert report["totals"]["rounds"] == 4
    assert [each["kind"] for each in report["incidents"]] == [*kinds, "dispute"]
    paper = ana.locator(".report-paper").first
    expect(paper).to_contain_text("The results of the tables are the results of the wagers, to the cent.")
    expect(paper.locator(".fact.bad")).to_have_count(0)
    (mine,) = [each for each in report["tables"] if each["id"] == table]
    assert mine["tray"] == 100_000 + mine["result"]
    ana.goto(f"{address}/display/{table}")
    expect(ana.locator("h1")).to_have_text("One")


def test_limits_change_by_two_people_and_what_breaks_the_rules_is_told_with_its_clause(
    floor: Floor, visit: Visit
) -> None:
    table = floor.open("Limits")
    visitor = visit(floor.house)
    page = _enter(visitor)
    page.goto(f"{floor.house.address}/floor#table/{table}")
    page.fill("[data-limit=table_min]", "9000")
    page.fill("[data-limit=max_boxes_per_player]", "99")
    page.click("[data-form=look] button")
    faults = page.locator(".faults li")
    expect(faults).to_have_count(2)
    expect(faults.filter(has_text="table_min")).to_contain_text("above table_max")
    expect(faults.filter(has_text="max_boxes").locator(".clause")).to_have_text("MD-6.H")
    visitor.complaints = [each for each in visitor.complaints if "422" not in each]  # the browser tells of a refusal
    page.fill("[data-limit=table_min]", "2")
    page.fill("[data-limit=max_boxes_per_player]", "")
    page.click("[data-form=look] button")
    expect(page.locator("[data-form=propose]")).to_contain_text("smallest base wager")
    page.fill("[name=reason]", "quiet night")
    page.click("[data-form=propose] button.primary")
    expect(page.locator(".floor-note")).to_contain_text("waits for a second signature")
    (change,) = [each for each in floor.ask("/changes")["changes"] if each["status"] == "open"]
    with pytest.raises(urllib.error.HTTPError) as own:
        floor.ask(f"/changes/{change['number']}/sign", {})
    assert own.value.code == 403, "a change is refused for want of a second person"
    floor.ask(f"/changes/{change['number']}/sign", {}, second=True)
    page.goto(f"{floor.house.address}/display/{table}")
    expect(page.locator(".lead").first).to_contain_text("$2 to $500")


def test_fifteen_items_are_five_and_a_button_and_every_room_is_readable(floor: Floor, visit: Visit) -> None:
    floor.ask("/floors", {"take": False})
    for number in range(8):
        floor.open(f"Q{number}", floor=True)
    visitor = visit(floor.house)
    page = _enter(visitor)
    expect(page.locator("[data-item]")).to_have_count(5)
    expect(page.locator(".tiles.many")).to_have_count(1)
    page.click("[data-do=all]")
    expect(page.locator("[data-item]")).to_have_count(8)
    page.keyboard.press("Escape")
    page.locator("body").click(position={"x": 700, "y": 30})
    page.keyboard.press("3")
    expect(page.locator("[data-item]").nth(2).locator("[data-do=approve]")).to_be_focused()
    page.locator("[data-tile] .no[tabindex='0']").focus()
    first = page.evaluate("document.activeElement.dataset.focus")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-tile] .no[tabindex='0']")).to_be_focused()
    assert page.evaluate("document.activeElement.dataset.focus") != first, "one tile at a time has the focus"
    page.keyboard.press("/")
    expect(page.locator("h1")).to_have_text("Disputes")
    table = floor.with_round()
    rooms = ("floor", "incidents", f"incidents/{table}/other", "disputes", f"disputes/{table}/1")
    for room in (*rooms, "money", "meters", "report", "people", f"table/{table}"):
        page.goto(f"{floor.house.address}/floor#{room}")
        _stands(page)
        visitor.picture(f"floor-{room.split('/')[0]}")
        assert blemishes(visitor) == [], room


@pytest.mark.parametrize("width", first_few([390], [390, 1280, 1920]))
def test_no_room_is_wider_than_its_window(floor: Floor, visit: Visit, width: int) -> None:
    visitor = visit(floor.house, width=width, height={390: 844, 1280: 720}.get(width, 1080), color_scheme="light")
    _sign_in_with_code(floor, visitor)
    table = floor.with_round()
    for room in (
        "floor",
        "money",
        "meters",
        "report",
        f"table/{table}",
        f"disputes/{table}/1",
        f"disputes/{table}/999",
    ):
        visitor.page.goto(f"{floor.house.address}/floor#{room}")
        _stands(visitor.page)
        visitor.picture(f"floor-{room.split('/')[0]}-{width}")
        assert overflows(visitor) <= 0, room
    assert _small(visitor) == []
    expect(visitor.page.locator(".floor-room")).to_contain_text("has no finished round 999. Find another round.")
    visitor.complaints = [each for each in visitor.complaints if "404" not in each]  # the browser tells of a refusal


def _unsigned(house: House, table: str) -> int:
    """A change that nobody signed in time, while the house is closed; its number."""

    async def write() -> int:
        store = await open_store(f"sqlite:///{house.data / STORE}")
        log = FloorLog(store, Clock())
        number = max((await log.read_on()).changes, default=0) + 1
        head = {"by": "ben", "number": number, "table": table, "subject": "", "reason": "forgotten"}
        chips = {"kind": "opener", "amount": 2_500, "counts": ((2_500, 1),), "expires_at": log.clock.stamp()}
        await log.say(ChangeProposed(**head, **chips))  # type: ignore[arg-type]
        await store.close()
        return number

    with ThreadPoolExecutor(1) as pool:  # the browser's loop runs in this thread
        return pool.submit(asyncio.run, write()).result()


def _lost_answer(route: Route) -> None:
    """The house does what is asked, and its answer is lost on the way."""
    route.fetch()
    route.abort()


def _stands(page: Page) -> None:
    expect(page.locator(".floor-room")).not_to_contain_text("One moment")


def _small(visitor: Visitor) -> list[str]:
    """Buttons that a finger misses on a phone."""
    if visitor.page.viewport_size is None or visitor.page.viewport_size["width"] > 600:
        return []
    found: list[str] = visitor.page.evaluate(
        "() => [...document.querySelectorAll('.floor-room .btn')].filter((each) => each.offsetParent &&"
        " each.getBoundingClientRect().height < 43).map((each) => each.textContent)"
    )
    return found


def test_the_report_prints_on_pages_of_paper_without_the_bars(floor: Floor, visit: Visit) -> None:
    page = _enter(visit(floor.house))
    page.goto(f"{floor.house.address}/floor#report")
    _stands(page)
    page.emulate_media(media="print")
    expect(page.locator(".top")).to_be_hidden()
    expect(page.locator("[data-do=audit]")).to_be_hidden()
    expect(page.locator(".report-paper").first).to_be_visible()
    printed = page.pdf(format="A4")
    assert len(re.findall(rb"/Type ?/Page\b", printed)) >= 2, "tables and holds begin on pages of their own"


@pytest.mark.parametrize("width", first_few([768], [768, 600, 1000, 1181]))
def test_every_door_of_the_bar_is_in_view_on_a_tablet(floor: Floor, visit: Visit, width: int) -> None:
    page = _enter(visit(floor.house, width=width, height=1024))
    spilt = page.evaluate("""() => {
      const bar = document.querySelector('.top'), shown = [...bar.querySelectorAll('nav a, .pill, .switches button')];
      const places = shown.filter((each) => each.offsetParent).map((each) => each.getBoundingClientRect());
      const isOut = ({ left, right, bottom }) => left < 0 || right > innerWidth || bottom > bar.offsetHeight + 1;
      const meet = (a, b) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      return places.filter((a, i) => isOut(a) || places.some((b, j) => i < j && meet(a, b))).length;
    }""")
    assert spilt == 0
    expect(page.locator(".top nav a")).to_have_count(7)
    page.get_by_role("link", name="People").click()
    expect(page.locator("h1")).to_have_text("People")


def test_a_lost_link_says_so_and_nothing_is_done_twice(floor: Floor, visit: Visit) -> None:
    """The last one of this file: its house stops hard, and starts again."""
    house = floor.house
    floor.ask("/floors", {"take": False})
    floor.ask("/floors", {"take": False}, second=True)
    table = floor.open("Lost", floor=True)
    floor.ask("/floors", {"take": True, "tables": [table]})
    page = _enter(visit(house))
    expect(page.locator("[data-item]")).to_have_count(1)
    page.goto(f"{house.address}/floor#incidents/{table}/other")
    page.fill("[name=note]", "the lights went out")
    page.route("**/floor/incidents", _lost_answer)
    page.click("[data-form=apply] button")
    expect(page.locator(".floor-note")).to_contain_text("The house does not answer")
    page.unroute("**/floor/incidents")
    before = len(floor.ask("/incidents")["incidents"])
    page.click("[data-form=apply] button")
    expect(page.locator(".floor-note")).to_contain_text("is filed")
    assert len(floor.ask("/incidents")["incidents"]) == before, "it was filed, and only its answer was lost"
    page.goto(f"{house.address}/t/{table}")
    page.get_by_role("button", name="Refuse").click()
    page.fill("dialog [name=reason]", "The logo is covered.")
    page.click("dialog button.primary")
    page.goto(f"{house.address}/floor#floor")
    expect(page.locator("[data-item]")).to_contain_text("Refused before.")
    house.kill()
    expect(page.locator(".pill.link-lost")).to_have_text("No link")
    expect(page.locator("[data-item]")).to_contain_text("No link: answer when it is back.")
    page.click("[data-do=take]")
    expect(page.locator(".floor-note")).to_contain_text("Nothing was done")
    late = _unsigned(house, table)
    house.start()
    expect(page.locator(".pill", has_text="Live")).to_have_count(1)
    expect(page.locator("[data-item] [data-do=approve]")).to_have_count(1)
    page.click("[data-item] [data-do=approve]")
    expect(page.locator(".q.done")).to_have_count(1)

    # what nobody signed in time is over: no button, and a sentence for who comes with an old page
    page.goto(f"{house.address}/floor#money")
    row = page.locator("tr", has=page.locator(f"[data-do=slip][data-change='{late}']"))
    expect(row).to_contain_text("expired")
    expect(row.locator("[data-do=sign]")).to_have_count(0)
    with pytest.raises(urllib.error.HTTPError) as over:
        floor.ask(f"/changes/{late}/sign", {})
    told = json.load(over.value)["error"]
    assert (told["code"], told["sentence"]) == (
        "floor/expired",
        f"Change {late} was not signed within 15 minutes. Propose it again.",
    )
