"""axe finds nothing against WCAG A and AA, in every room, in both themes, at every width, all through a round.

Other views (opening form, chart, wheel, replay, errors) are looked at where their own tests have opened them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import siete.server
from tests.page.conftest import Visit
from tests.page.eyes import blemishes, blemishes_in_both_themes, blemishes_in_other_theme, cut_off, enter
from tests.page.visitor import Visitor, first_few, stacked

MAIN = Path(siete.server.__file__).parent / "static" / "main.js"
ROUTES = [re.compile(each.replace("\\/", "/")) for each in re.findall(r"\[\s*/(\^.*?\$)/,", MAIN.read_text())]
"""The addresses of all rooms, as the page itself tells them apart."""
PHONE = (390, 844)
LOOKED_AT = ("/lab", "/rounds")
"""Every view there is looked at in the usual theme by the tests of the room."""
BOOK = ("/book", "/book/clauses/MD-7.M", "/book/decisions/0004", "/book/submission")


def views(visitor: Visitor) -> tuple[list[str], list[str]]:
    """An address for every room of the house, and others in them; a round is played for those that need one."""
    table = visitor.at_table("md")
    visitor.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    visitor.deal()
    visitor.finish()
    desk = visitor.asked("/tables", {"rules": "md", "timers": False, "dealer": visitor.name})["id"]
    shared = visitor.asked(f"/rounds/{table}/1/share", {})["path"]
    rooms = ["/lobby", "/trainer", "/school/md/splits", "/lab", "/staff", "/floor", f"/display/{table}"]
    rooms += ["/desk", f"/desk/{desk}", "/replay", shared, f"/t/{table}", f"/t/{table}/rounds"]
    return rooms, ["/school", f"/replay?table={table}", "/t/md", *BOOK]


@pytest.mark.parametrize("which", first_few(["rooms"], ["others"]))
def test_axe_finds_nothing_in_any_room_in_both_themes(visit: Visit, which: str) -> None:
    """Each room by default; other views of a room and the book's pages, which are looked at elsewhere too, if slow."""
    visitor = visit()
    rooms, others = views(visitor)
    assert len(ROUTES) >= 12
    assert [each.pattern for each in ROUTES if not any(each.match(path.partition("?")[0]) for path in rooms)] == []
    for path in rooms if which == "rooms" else others:
        enter(visitor, path)
        visitor.picture(f"axe-{re.sub(r'[^a-z0-9]+', '-', path)[:24]}")
        look = blemishes_in_other_theme if path.endswith(LOOKED_AT) else blemishes_in_both_themes
        assert look(visitor) == [], path
    visitor.complaints.clear()  # a guest is refused at the floor, which the browser writes down


@pytest.mark.parametrize(
    "size", first_few([PHONE], [(393, 852), (1440, 900), (1280, 720), (820, 1180)]), ids=lambda size: str(size[0])
)
def test_axe_finds_nothing_in_a_round(visit: Visit, size: tuple[int, int]) -> None:
    """In both themes while one plays; sheets, and the table before and after, in one theme by default."""
    visitor = visit(width=size[0], height=size[1])
    look = blemishes if size == PHONE else blemishes_in_both_themes
    visitor.at_table("md")
    visitor.picture(f"betting-{size[0]}")
    assert look(visitor) == []
    assert cut_off(visitor) == []
    visitor.stack(stacked("md", "8s", "8d", "7h", "Kc", "8h 8c 3s 2d"))
    visitor.deal()
    visitor.decide("Split")
    visitor.picture(f"playing-{size[0]}")
    assert blemishes_in_both_themes(visitor) == []
    visitor.page.keyboard.press("o")
    expect(visitor.page.locator("dialog")).to_be_visible()
    assert look(visitor) == []
    visitor.page.locator("dialog [data-clause]").first.click()
    expect(visitor.page.locator("dialog")).to_have_count(2)
    visitor.press("Escape", "Escape")
    expect(visitor.page.locator("dialog")).to_have_count(0)
    visitor.finish()
    expect(visitor.page.locator(".story")).to_be_visible()
    assert look(visitor) == []
    visitor.press("m")
    expect(visitor.page.locator("dialog")).to_contain_text("Invite")
    assert look(visitor) == []
    visitor.press("Escape")
