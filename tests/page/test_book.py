"""The book in a browser, as a regulator uses it: from a payout at the table to everything that carries it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from siete.book.clause_page import clause_page
from tests.few import first_few
from tests.page.conftest import Visit
from tests.page.eyes import LAYOUT, blemishes, overflows
from tests.page.visitor import Visitor, stacked

PAGES = (
    "/book",
    "/book/md",
    "/book/clauses/MD-12.B.3",
    "/book/decisions/0007",
    "/book/glossary",
    "/book/search?q=surrender",
    "/book/compare?left=md&right=wa",
    "/book/submission?rules=wa",
)


def opened(ana: Visitor, page: Page) -> None:
    """Go on in the window that a link has opened."""
    page.wait_for_load_state("networkidle")
    ana.page = page


def test_from_a_payout_to_clause_twin_decision_golden_round_and_replay_in_clicks_alone(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "6s", "7s", "9h", "Kc", "8s"))
    ana.deal()
    ana.decide_by_key("h")
    ana.finish()
    ana.page.locator("[data-clause='MD-12.B.3']").first.click()
    with ana.context.expect_page() as window:
        ana.page.locator("dialog").get_by_role("link", name="Open in the book").click()
    opened(ana, window.value)
    expect(ana.page.locator("h1")).to_have_text("6-7-8 of spades in three cards: 3 to 1")
    expect(ana.page.locator(".felt-panel")).to_contain_text("$30")
    ana.page.locator(".twins").get_by_role("link", name="WA3-G11.f").click()
    expect(ana.page.locator("h1")).to_have_text("6-7-8 of spades pays 3 to 1")
    ana.page.locator(".twins").get_by_role("link", name="MD-12.B.3", exact=True).click()
    ana.page.get_by_role("link", name="0008 One Bonus 21 line is paid, the highest that fits").click()
    expect(ana.page.locator("h1")).to_have_text("One Bonus 21 line is paid, the highest that fits")
    ana.page.go_back()
    ana.page.get_by_role("link", name="Replay").last.click()
    expect(ana.page.locator("[data-steps] [aria-current]")).to_have_count(1)  # its key moment
    expect(ana.page.locator("[data-nth]")).to_have_value("2")
    ana.press("End")
    expect(ana.page.locator("[data-steps]")).to_contain_text("round")


def test_search_by_keyboard(ana: Visitor) -> None:
    ana.go("/book")
    ana.press("/")
    expect(ana.page.get_by_label("Search the book")).to_be_focused()
    ana.page.keyboard.type("md-12.b.3")
    expect(ana.page.locator("[role=option]").first).to_contain_text("6-7-8 of spades")
    assert blemishes(ana) == []
    ana.press("ArrowDown", "Enter")
    expect(ana.page.locator(".id")).to_have_text("MD-12.B.3")
    ana.press("/")
    ana.page.keyboard.type("zyzzyva")
    expect(ana.page.locator("[data-hits]")).to_contain_text("Nothing has all these words")
    ana.press("Escape")
    expect(ana.page.locator("[data-hits]")).to_be_hidden()


def test_the_hand_of_a_clause_is_played(ana: Visitor) -> None:
    ana.go("/book/clauses/MD-12.B.3")
    ana.page.locator(".felt-panel").get_by_role("button", name="Play this hand").click()
    expect(ana.page.locator(".felt")).to_be_visible()
    ana.settle()
    ana.deal()
    ana.decide_by_key("h")
    ana.finish()
    expect(ana.page.locator("[data-clause='MD-12.B.3']").first).to_be_visible()


def test_a_submission_is_edited_and_opened(ana: Visitor) -> None:
    ana.go("/book/submission?rules=wa")
    faults, text = ana.page.locator("[data-faults]"), ana.page.locator("[data-toml]")
    expect(faults).to_contain_text("In order")
    expect(ana.page.locator("[data-signs]")).to_contain_text("Insurance pays 2 to 1")
    ana.page.locator("summary", has_text="play").click()
    ana.page.get_by_role("checkbox", name="double-double down").check()
    expect(text).to_have_value('rule_set = "wa"\ndouble_double = true\n')
    expect(faults).to_contain_text("In order")
    ana.page.locator("#f-dealer_soft17").select_option(label="stand")
    expect(faults).to_contain_text("only where the dealer hits soft 17")
    expect(ana.page.locator("[data-preview]")).to_have_class("stale")
    assert blemishes(ana) == []
    text.fill('rule_set = "wa"\ndecks = 2\npenetration = "1/2"\n')
    expect(faults.locator(".idle")).to_contain_text("has no effect, because the cover card tells how deep")
    assert blemishes(ana) == []
    faults.locator("[data-reset]").click()
    expect(text).to_have_value('rule_set = "wa"\ndecks = 2\n')
    expect(faults.locator(".idle")).to_have_count(0)
    expect(faults).to_contain_text("In order")
    expect(ana.page.locator("#f-decks")).to_have_value("2")
    ana.page.get_by_role("button", name="Open a practice table with it").click()
    expect(ana.page.locator(".top")).to_contain_text("2 decks")


@pytest.mark.parametrize("scheme", first_few(["light"], ["dark", "light"]))
def test_every_kind_of_page_is_sound_at_both_widths(visit: Visit, scheme: str) -> None:
    """At a phone's width axe looks for everything, on a desk for what a width can change."""
    visitor = visit(color_scheme=scheme)
    for path in PAGES:
        visitor.page.set_viewport_size({"width": 390, "height": 844})
        visitor.go(path)
        visitor.page.wait_for_load_state("networkidle")
        for width, height in ((390, 844), (1440, 900)):
            visitor.page.set_viewport_size({"width": width, "height": height})
            name = path.partition("?")[0].strip("/").replace("/", "-")
            visitor.picture(f"{name}-{width}-{scheme}")
            assert overflows(visitor) <= 0, (path, width)
            found = blemishes(visitor) if width == 390 else blemishes(visitor, LAYOUT)
            assert found == [], (path, width)
    visitor.page.set_viewport_size({"width": 768, "height": 1024})
    assert overflows(visitor) <= 0, "rooms and search do not fit on one line"
    visitor.go("/book/clauses/MD-12.D.7")
    page, aside = (visitor.page.locator(part).bounding_box() for part in ("main", "aside"))
    assert page is not None
    assert aside is not None
    assert aside["y"] <= page["y"] + page["height"] + 1, "what belongs to a clause waits for no end of the chapters"


def test_without_scripts_the_book_is_whole(visit: Visit) -> None:
    visitor = visit(java_script_enabled=False)
    visitor.page.goto(f"{visitor.address}/book/clauses/MD-12.B.3")
    page = clause_page("MD-12.B.3")
    for twin in page.twins:
        assert visitor.page.locator(".twins", has_text=twin.clause.id).count() == 1
    visitor.page.locator("#q").fill("two up cards")
    visitor.page.locator("#q").press("Enter")
    assert visitor.page.locator(".found li").first.inner_text().startswith("WA3-T1.2")
    visitor.page.locator(".found a").first.click()
    assert visitor.page.locator(".id").inner_text() == "WA3-T1.2"


def test_a_golden_round_is_downloaded(ana: Visitor) -> None:
    ana.go("/book/clauses/MD-12.B.3")
    with ana.page.expect_download() as download:
        ana.page.get_by_role("link", name="Download .s21").first.click()
    assert "siete-s21/1" in Path(download.value.path()).read_text()


_HERE = """() => {
  const [here, nav] = ['.top nav [aria-current]', '.top nav'].map((each) =>
    document.querySelector(each).getBoundingClientRect());
  return here.left >= nav.left - 1 && here.right <= nav.right + 1;
}"""


def test_on_a_phone_the_room_one_is_in_is_in_view_among_the_rooms(visit: Visit) -> None:
    ana = visit(width=390, height=844)
    for path in ("/book", "/replay"):
        ana.go(path)
        ana.page.locator(".top nav [aria-current]").wait_for()
        ana.page.wait_for_function(_HERE)
