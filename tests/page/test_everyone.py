"""For everyone: phones, tablets, zoom, themes, ears and still eyes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.eyes import ROOMS, cut_off, enter, overflows
from tests.page.visitor import Visitor, first_few, stacked

LISTEN = """() => {
  window.heard = [];
  const node = document.querySelector('[data-polite]');
  new MutationObserver(() => heard.push(node.textContent)).observe(node, { childList: true, subtree: true });
}"""


SWITCH = """() => {
  const { dataset } = document.documentElement, text = document.querySelector('.brand span');
  const before = getComputedStyle(text).color;
  dataset.theme = dataset.theme === 'light' ? 'dark' : 'light';
  return [getComputedStyle(text).color !== before, document.getAnimations().length];
}"""
"""Whether text has the other theme's colour at once, and how much is on its way there."""


LONG = stacked("md", "8s", "8d", "7h", "Kc", "8h 8c 2s 2d 3s 2d 3h 2h 3c 2c 4s 3d 2s 2c 4h 2h 3s 2c 4d 2d 3d 3s 4c")


@pytest.mark.parametrize(
    "size", first_few([(390, 844)], [(1440, 900), (1024, 768), (768, 1024)]), ids=lambda size: str(size[0])
)
def test_four_long_hands_are_never_cut_off(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit(width=size[0], height=size[1])
    visitor.at_table("md")
    visitor.stack(LONG)
    visitor.press("3", "+")
    visitor.deal()
    for _ in range(3):
        visitor.decide("Split")
    for hand in range(4):
        while visitor.question() == "play" and len(visitor.hands()[hand]["cards"]) < 5:
            visitor.decide("Hit")
        if hand < 3:
            visitor.decide("Stand")
    assert all(len(hand["cards"]) >= 4 for hand in visitor.hands())
    visitor.picture(f"four-long-hands-{size[0]}")
    assert cut_off(visitor) == []
    assert len(visitor.page.locator(".felt .card").all()) == sum(len(hand["cards"]) for hand in visitor.hands()) + 2


def test_a_phone_never_scrolls_sideways(visit: Visit) -> None:
    visitor = visit(width=390, height=844, has_touch=True, is_mobile=True)
    for path in ROOMS:
        enter(visitor, path)
        visitor.picture(f"phone-{path.strip('/').replace('/', '-')}")
        assert overflows(visitor) <= 0, path


def test_a_phone_plays_a_round_with_large_targets(visit: Visit) -> None:
    visitor = visit(width=390, height=844, has_touch=True, is_mobile=True)
    visitor.at_table("md")
    visitor.stack(stacked("md", "8s", "8d", "7h", "Kc", "8h 8c 3s 2d"))
    visitor.page.locator("[data-chip='2500']").tap()
    visitor.page.locator("[data-do=more]").tap()
    visitor.picture("phone-betting")
    for each in ("Bonus Spin", "Xtreme 16, first", "Xtreme 16, second"):
        expect(visitor.page.locator(".tiny-meters").get_by_text(each)).to_be_in_viewport()
    visitor.deal()
    for _ in range(3):
        visitor.decide("Split")
    visitor.picture("phone-four-hands")
    assert cut_off(visitor) == []
    sizes: list[dict[str, float]] = visitor.page.evaluate(
        "() => [...document.querySelectorAll('.act')].map((n) => n.getBoundingClientRect().toJSON())"
    )
    assert all(size["height"] >= 44 and size["width"] >= 44 for size in sizes)
    assert all(size["bottom"] <= 844 for size in sizes)
    visitor.finish()


def test_two_hundred_percent_zoom(visit: Visit) -> None:
    """A window of 1280 at 200 % has 640 points: the felt gives way to the layout of a tablet."""
    visitor = visit(width=640, height=450, device_scale_factor=2)
    visitor.at_table("md")
    visitor.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    visitor.deal()
    visitor.picture("zoom")
    expect(visitor.page.locator("[data-answer=Stand]")).to_be_visible()
    assert overflows(visitor) <= 0
    visitor.finish()


def test_what_ears_hear(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    ana.deal()
    expect(ana.page.locator("[data-urgent]")).to_contain_text("17 against 7")
    ana.page.evaluate(LISTEN)
    ana.decide("Stand")
    ana.page.wait_for_function("() => heard.join(' ').includes('Push')")
    assert "king of clubs" in " ".join(ana.page.evaluate("() => heard"))
    boxes = ana.page.locator("[data-list] li")
    assert boxes.count() == 8


def test_keyboard_alone_from_the_lobby_to_the_cards(ana: Visitor) -> None:
    ana.go("/lobby")
    expect(ana.page.locator("article.tcard").first).to_be_visible()
    for _ in range(40):
        ana.press("Tab")
        if ana.page.evaluate("() => document.activeElement?.textContent.includes('Deal me in')"):
            break
    ana.press("Enter")
    expect(ana.page.locator("[data-do=ready]")).to_be_visible()
    ana.settle()
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    ana.page.evaluate("() => document.activeElement?.blur()")
    ana.press("2", "+", "Enter")
    ana.decide_by_key("s")
    ana.finish()
    assert "Push" in ana.log()


def test_settings_hold_over_a_reload(ana: Visitor) -> None:
    ana.go("/lobby")
    ana.page.get_by_role("button", name="Four-colour cards").click()
    ana.page.get_by_role("button", name="Dark theme").click()
    ana.page.reload()
    root = ana.page.locator("html")
    expect(root).to_have_attribute("data-suits", "four")
    expect(root).to_have_attribute("data-theme", "light")
    expect(ana.page.get_by_role("button", name="Sound is off")).to_be_visible()


def test_a_theme_is_there_at_once_for_those_who_like_no_motion(ana: Visitor) -> None:
    """However deep a text lies: one that follows what it lies in step by step is unreadable until then."""
    ana.go("/lobby")
    expect(ana.page.locator("article.tcard").first).to_be_visible()
    assert ana.page.evaluate(SWITCH) == [True, 0]


def test_cards_move_for_those_who_like_it(visit: Visit) -> None:
    visitor = visit(reduced_motion="no-preference")
    visitor.at_table("md")
    visitor.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    visitor.deal()
    assert [hand["total"] for hand in visitor.hands()] == [17]
    visitor.decide("Stand")
    visitor.picture("settled")
    visitor.finish()
