"""axe finds nothing against WCAG A and AA, in every room, in both themes, at every width, all through a round.

Other views (opening form, chart, wheel, replay, errors) are looked at where their own tests have opened them.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.eyes import ROOMS, blemishes, cut_off, enter
from tests.page.visitor import first_few, stacked


@pytest.mark.parametrize("scheme", first_few(["dark"], ["light"]))
def test_axe_finds_nothing(visit: Visit, scheme: str) -> None:
    visitor = visit(color_scheme=scheme)
    for path in ROOMS:
        enter(visitor, path)
        visitor.picture(f"axe-{path.strip('/').replace('/', '-')}-{scheme}")
        assert blemishes(visitor) == [], path


@pytest.mark.parametrize(
    "size", first_few([(390, 844)], [(1440, 900), (1280, 720), (820, 1180)]), ids=lambda size: str(size[0])
)
def test_axe_finds_nothing_in_a_round(visit: Visit, size: tuple[int, int]) -> None:
    scheme = "light" if size[0] in (1280, 390) else "dark"
    visitor = visit(width=size[0], height=size[1], color_scheme=scheme)
    visitor.at_table("md")
    visitor.picture(f"betting-{size[0]}")
    assert blemishes(visitor) == []
    assert cut_off(visitor) == []
    visitor.stack(stacked("md", "8s", "8d", "7h", "Kc", "8h 8c 3s 2d"))
    visitor.deal()
    visitor.decide("Split")
    visitor.picture(f"playing-{size[0]}")
    assert blemishes(visitor) == []
    visitor.page.keyboard.press("o")
    expect(visitor.page.locator("dialog")).to_be_visible()
    assert blemishes(visitor) == []
    visitor.page.locator("dialog [data-clause]").first.click()
    expect(visitor.page.locator("dialog")).to_have_count(2)
    visitor.press("Escape", "Escape")
    expect(visitor.page.locator("dialog")).to_have_count(0)
    visitor.finish()
    expect(visitor.page.locator(".story")).to_be_visible()
    assert blemishes(visitor) == []
    visitor.press("m")
    expect(visitor.page.locator("dialog")).to_contain_text("Invite")
    assert blemishes(visitor) == []
    visitor.press("Escape")
