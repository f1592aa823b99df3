"""What a test sees on the page: blemishes that axe finds, and labels that are cut off."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from tests.page.visitor import Visitor

_ASKED: dict[str, object] = {"resultTypes": ["violations"]}
"""What is well is not listed node by node: that takes time and nobody reads it."""
_RULES = _ASKED | {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}
_COLOURS = _ASKED | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""What a theme can change."""
LAYOUT = _ASKED | {"runOnly": {"type": "rule", "values": ["target-size", "scrollable-region-focusable"]}}
"""What a width can change."""
_STILL = """async () => {
  const room = document.querySelector('siete-table');
  const ends = (each) => each.effect.getComputedTiming().endTime !== Infinity;
  const isBusy = () => Boolean(room?.view) && !room.isIdle;
  if (isBusy()) return false;
  await new Promise(requestAnimationFrame);
  document.getAnimations().filter(ends).forEach((each) => each.finish());
  return !isBusy();
}"""
"""The table has drawn what it has heard, and everything that moves has come to where it goes."""
_SWAP = """() => {
  const { dataset } = document.documentElement, before = dataset.theme;
  dataset.theme = before === 'light' ? 'dark' : 'light';
  return before;
}"""
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


def blemishes_in_both_themes(visitor: Visitor) -> list[str]:
    """The same in the theme that is shown, and what of it is about colours in the other one."""
    return blemishes(visitor) + blemishes_in_other_theme(visitor)


def blemishes_in_other_theme(visitor: Visitor) -> list[str]:
    """What axe finds about colours in the theme that is not shown."""
    first = visitor.page.evaluate(_SWAP)
    found = [f"other theme: {each}" for each in blemishes(visitor, _COLOURS)]
    assert first != visitor.page.evaluate(_SWAP), "the other theme was shown"
    return found


def still(visitor: Visitor) -> None:
    """Wait until nothing moves: what is half shown has neither its colours nor its place."""
    visitor.page.wait_for_function(_STILL)


def blemishes(visitor: Visitor, rules: dict[str, object] = _RULES) -> list[str]:
    """What axe finds against WCAG A and AA in the view as it stands."""
    still(visitor)
    found = Axe().run(visitor.page, options=rules).response["violations"]
    return [f"{each['id']}: {node['html'][:160]} {node['failureSummary']}" for each in found for node in each["nodes"]]


def cut_off(visitor: Visitor) -> list[str]:
    """Badges, amounts and wager areas that do not lie wholly on the felt once all is where it goes."""
    still(visitor)
    found: list[str] = visitor.page.evaluate(_CUT)
    return found


def overflows(visitor: Visitor) -> int:
    """By how much the page is wider than its window."""
    found: int = visitor.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    return found
