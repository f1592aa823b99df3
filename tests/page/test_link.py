"""Reload, lost link, server restart, clocks that run out, and a slow line: the table resumes in place."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.house import House
from tests.page.visitor import Visitor, stacked

DOCK = """() => {
  window.saw = [];
  const dock = document.querySelector('.dock');
  new MutationObserver(() => saw.push(dock.textContent)).observe(dock, { childList: true, subtree: true });
}"""
"""Notes all that the dock says: a clock may run out before a busy machine looks."""


def test_reload_in_mid_hand(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "5s", "6d", "7h", "Kc", "9c"))
    ana.press("2", "+", "ArrowRight", "+")
    ana.deal()
    ana.page.reload()  # the match is settled by now
    expect(ana.page.locator("[data-answer=Double]")).to_be_visible()
    assert [hand["total"] for hand in ana.hands()] == [11]
    ana.decide_by_key("d")
    ana.finish()
    assert "1 to 1: $10" in ana.log()
    expect(ana.page.locator("[data-do=ready]")).to_contain_text("Deal again $10")
    ana.page.reload()
    expect(ana.page.locator("[data-do=ready]")).to_contain_text("$5 · match $5")


def test_a_server_restart_in_mid_hand_keeps_the_hand_and_what_was_sent_meanwhile(
    visit: Visit, own_house: House
) -> None:
    """The hand goes on where it was, and a command sent while the link was lost happens once."""
    ana = visit(own_house)
    ana.may_lose_link = True
    ana.at_table("md")
    ana.stack(stacked("md", "5s", "6d", "7h", "Kc", "2c 9c"))
    ana.deal()
    own_house.kill()
    banner = ana.page.locator(".banner")
    expect(banner).to_contain_text("your place is kept")
    ana.picture("link-lost")
    assert [hand["total"] for hand in ana.hands()] == [11]
    ana.press("h")
    own_house.start()
    expect(banner).to_be_hidden()
    ana.page.wait_for_function(
        "() => document.querySelector('siete-table').view.round?.boxes[0].hands[0].cards.length === 3"
    )
    assert [hand["total"] for hand in ana.hands()] == [13]
    ana.decide("Stand")
    ana.finish()
    assert ana.rounds() == 1


def test_the_clock_runs_out_and_does_what_it_said(ana: Visitor) -> None:
    ana.at_table("md", timers=True)
    ana.stack(stacked("md", "5s", "6d", "7h", "Kc"))
    ana.page.evaluate(DOCK)
    ana.press("2", "+")
    ana.page.wait_for_function("() => saw.some((text) => text.includes('betting closes'))")
    ana.picture("clock")
    ana.page.wait_for_function(
        "() => document.querySelector('siete-table').log.entries.some((l) => l.text === 'stands')"
    )
    ana.page.wait_for_function("() => saw.some((text) => text.includes('the hand stands'))")


def test_a_slow_line(ana: Visitor) -> None:
    """Three hundred milliseconds each way: slow to load, and then as playable as ever."""
    ana.at_table("md")
    line = ana.context.new_cdp_session(ana.page)
    line.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 300, "downloadThroughput": 50_000, "uploadThroughput": 50_000},
    )
    ana.page.reload()
    expect(ana.page.locator("[data-do=ready]")).to_be_visible()
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    ana.deal()
    ana.decide("Stand")
    ana.finish()
    assert "Push" in ana.log()


def test_a_session_that_another_page_shares(ana: Visitor) -> None:
    """A second page of the same person sees the same box, and either may answer."""
    ana.at_table("md")
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    second = ana.context.new_page()
    second.goto(ana.page.url)
    ana.deal()
    expect(second.locator("[data-answer=Stand]")).to_be_visible()
    second.locator("[data-answer=Stand]").click()
    ana.page.wait_for_function(
        "() => document.querySelector('siete-table').log.entries.some((l) => l.text === 'stands')"
    )
    ana.settle()
    second.close()
