"""What a test sees on the page: blemishes that axe finds, and labels that are cut off."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from tests.page.visitor import Visitor

_RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}
_CUT = """() => {
  const felt = document.querySelector('.felt').getBoundingClientRect(), low = Math.min(felt.bottom, innerHeight);
  return [...document.querySelectorAll('.felt .badge rect, .felt .amount rect, .felt .area circle')].filter((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return left < felt.left - 1 || right > felt.right + 1 || top < felt.top - 1 || bottom > low + 1;
  }).map((node) => node.parentNode.textContent || node.parentNode.className.baseVal);
}"""


ROOMS = ("/lobby", "/trainer", "/desk", "/school/md/splits", "/replay", "/book", "/staff", "/t/md")


def enter(visitor: Visitor, path: str) -> None:
    """Go to a room, and wait until it stands."""
    visitor.go(path)
    expect(visitor.page.locator("#main")).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")


def blemishes(visitor: Visitor) -> list[str]:
    """What axe finds against WCAG A and AA in the view as it stands."""
    found = Axe().run(visitor.page, options=_RULES).response["violations"]
    return [f"{each['id']}: {node['html'][:160]} {node['failureSummary']}" for each in found for node in each["nodes"]]


def cut_off(visitor: Visitor) -> list[str]:
    """Badges, amounts and wager areas that do not lie wholly on the felt, and stay so: chips come in from its edge."""
    found: list[str] = visitor.page.evaluate(_CUT)
    for _ in range(20):
        if not found:
            break
        visitor.page.wait_for_timeout(250)
        found = visitor.page.evaluate(_CUT)
    return found


def overflows(visitor: Visitor) -> int:
    """By how much the page is wider than its window."""
    found: int = visitor.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    return found
