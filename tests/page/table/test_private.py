"""Tables of one's own that only their link leads to, and a way back for somebody whom the browser has forgotten."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.eyes import blemishes
from tests.page.visitor import PATIENCE, Visitor, stacked


def test_a_private_table_is_found_by_its_link_only(visit: Visit) -> None:
    ana, ben = visit(), visit()
    table = ana.at_table("md", name="Hidden away")
    for who, is_listed in ((ana, True), (ben, False)):
        who.enter()
        listed = who.context.request.get(f"{who.address}/api/v1/tables", timeout=PATIENCE).json()["tables"]
        assert (table in [each["id"] for each in listed]) is is_listed
        who.go("/lobby")
        expect(who.page.locator(".grid .tcard").first).to_be_visible()
        expect(who.page.locator(".grid")).not_to_contain_text("Hidden away")
    expect(ana.page.locator(".own")).to_contain_text("Hidden away")
    ana.page.evaluate(
        "() => { const lobby = document.querySelector('siete-lobby'); lobby.own[0].closes_in = 2880; lobby.draw(); }"
    )
    expect(ana.page.locator(".own")).to_contain_text("closes in 48 min")
    assert blemishes(ana) == []
    ana.picture("lobby-own")
    expect(ben.page.locator(".own")).to_have_count(0)
    ana.page.locator(".own").get_by_role("link", name="Back to my box").click()
    expect(ana.page.locator("[data-do=ready]")).to_be_visible()
    ana.settle()
    ana.press("m")
    picture = ana.page.locator("dialog .invite img")
    expect(picture).to_be_visible()
    assert ana.page.evaluate("() => document.querySelector('.invite img').decode().then(() => true)")
    assert blemishes(ana) == []
    ana.picture("invite")
    ben.join(table)
    assert len(ben.view()["seats"]) == 2


def test_the_lobby_keeps_its_order(ana: Visitor) -> None:
    ana.go("/lobby")
    cards = ana.page.locator(".grid .tcard h2")
    expect(cards.first).to_be_attached()
    before = cards.all_inner_texts()
    ana.page.evaluate("() => { const l = document.querySelector('siete-lobby'); l.hear([...l.tables].reverse()); }")
    assert cards.all_inner_texts() == before


def test_whoever_lost_the_cookie_comes_back_to_box_and_chips(ana: Visitor) -> None:
    table = ana.at_table("md")
    ana.stack(stacked("md", "9s", "7d", "7h", "Kc"))
    ana.deal()
    ana.decide("Stand")
    expect(ana.page.locator(".story")).to_contain_text("You lost $5.")
    ana.page.reload()
    ana.settle()
    ana.context.clear_cookies()
    ana.may_lose_link = True  # the first question is refused, and says so on the console
    ana.complaints.clear()
    ana.go(f"/t/{table}")
    expect(ana.page.locator("[data-do=ready]")).to_be_visible()
    assert ana.rack() == 49_500
    ana.complaints[:] = [each for each in ana.complaints if "401" not in each]


def test_a_recovery_code_brings_a_name_back_anywhere(visit: Visit) -> None:
    """Another browser has the wallet, the box and the chips of whoever types the code there, and plays on."""
    ana, other = visit(), visit()
    ana.at_table("md", name="Mine")
    ana.stack(stacked("md", "9s", "7d", "7h", "Kc"))
    ana.deal()
    ana.finish()
    rack = ana.rack()
    ana.go("/lobby")
    pill = ana.page.locator("[data-do=recovery]")
    purse = pill.inner_text()
    ana.page.set_viewport_size({"width": 390, "height": 844})
    expect(ana.page.locator(".hero")).to_contain_text(purse)  # the bar has no room for it
    assert blemishes(ana) == []
    ana.page.set_viewport_size({"width": 768, "height": 1024})
    switches = ana.page.locator(".top .switches").bounding_box()
    assert switches is not None
    assert switches["x"] + switches["width"] <= 768
    pill.click()
    code = ana.page.locator("[data-code]").inner_text()
    assert blemishes(ana) == []
    other.go("/lobby")
    other.page.locator("[data-do=return]").click()
    form = other.page.locator("[data-return]")
    form.locator("[name=name]").fill(ana.name.lower())
    form.locator("[name=code]").fill("AAAA-AAAA-AAAA-AAAA")
    form.get_by_role("button", name="Come back").click()
    expect(form).to_contain_text("Unknown name or wrong recovery code")
    other.complaints.clear()  # the refusal, which the browser reports
    form.locator("[name=code]").fill(code.lower().replace("-", " "))
    form.get_by_role("button", name="Come back").click()
    assert other.page.locator("[data-do=recovery]").inner_text() == purse
    other.page.locator(".own").get_by_role("link", name="Back to my box").click()
    expect(other.page.locator("[data-do=ready]")).to_be_visible()
    assert other.rack() == rack == 49_500
    other.deal()
    other.finish()
    assert other.rounds() == 2
