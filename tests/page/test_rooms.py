"""Lobby, opening a table, trainer, replay and book."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.eyes import blemishes, overflows
from tests.page.house import House
from tests.page.visitor import Visitor, stacked

GOLDEN = Path(__file__).parents[1] / "golden"


def test_the_lobby_shows_every_table_and_filters_by_state(ana: Visitor) -> None:
    ana.go("/")
    cards = ana.page.locator("article.tcard")
    expect(cards.nth(5)).to_be_visible()
    ana.picture("lobby")
    ana.page.get_by_role("button", name="Washington").click()
    expect(cards.filter(has_text="Maryland")).to_have_count(0)
    expect(cards.filter(has_text="Jackpot").first).to_be_visible()


def test_from_the_address_to_the_first_cards(ana: Visitor) -> None:
    ana.go("/")
    ana.page.get_by_role("button", name="Deal me in").click()
    expect(ana.page.locator("[data-do=ready]")).to_be_visible()
    ana.settle()
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    ana.deal()
    assert ana.hands()[0]["cards"]


def test_joining_by_link(visit: Visit) -> None:
    ana, ben = visit(), visit()
    table = ana.open_table("s13")
    ben.go("/lobby")
    ben.page.get_by_label("Join by link or table code").fill(f"{ben.address}/t/{table}")
    lobby = "const lobby = document.querySelector('siete-lobby')"
    ben.page.wait_for_function(f"() => {{ {lobby}; return lobby.tables.length }}")
    ben.page.evaluate(f"() => {{ {lobby}; lobby.tables.pop(); lobby.draw(); }}")  # somebody closes a table meanwhile
    ben.page.get_by_role("button", name="Join").click()
    expect(ben.page.locator(".felt")).to_be_visible()
    assert ben.page.url.endswith(f"/t/{table}")


def test_a_submission_shows_its_faults_as_one_types(ana: Visitor) -> None:
    ana.go("/lobby")
    ana.page.get_by_role("button", name="Open a table").click()
    text, faults = ana.page.locator("[data-toml]"), ana.page.locator(".faults")
    expect(faults).to_contain_text("In order")
    text.fill('rule_set = "wa"\ndeks = 6\npositions = 8\n')
    expect(faults).to_contain_text("Line 2")
    expect(faults).to_contain_text("Line 3")
    ana.picture("submission")
    assert blemishes(ana) == []
    text.fill('rule_set = "wa"\ndecks = 2\n')
    expect(faults).to_contain_text("In order")
    ana.page.get_by_role("button", name="Open the table").click()
    expect(ana.page.locator(".felt")).to_be_visible()
    expect(ana.page.locator(".top")).to_contain_text("2 decks")


def test_the_trainer_values_judges_and_takes_back(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "Ks", "2d", "7h", "Kc", "2c"))
    ana.deal()
    ana.press("a")
    table = ana.page.locator(".trainer .prices")
    expect(table).to_contain_text("stand", timeout=60_000)
    expect(ana.page.locator(".trainer")).to_contain_text("full shoe")
    expect(table.locator(".best")).to_contain_text("hit")
    ana.page.get_by_role("button", name="full shoe").click()
    expect(ana.page.locator(".trainer")).to_contain_text("remaining shoe")
    ana.picture("trainer")
    assert blemishes(ana) == []
    ana.decide("Stand")
    expect(ana.page.locator(".trainer")).to_contain_text("stand cost")
    expect(ana.page.locator(".trainer")).to_contain_text("0 % of 1 right")
    ana.page.get_by_role("button", name="Take back").click()
    expect(ana.page.locator("[data-answer=Hit]")).to_be_visible()
    assert [hand["total"] for hand in ana.hands()] == [12]
    ana.page.reload()
    expect(ana.page.locator(".trainer")).to_contain_text("Over all sessions: 0 % of 1 right")
    expect(table).to_contain_text("stand")
    ana.page.get_by_role("button", name="Chart").click()
    chart = ana.page.locator("dialog .chart")
    expect(chart.first).to_be_visible(timeout=60_000)
    expect(chart.locator(".here")).to_have_count(1)
    expect(ana.page.locator("dialog")).to_contain_text("D/H: double, else hit")
    assert blemishes(ana) == []
    ana.press("Escape")


def test_a_drill_deals_hands_worth_deciding(ana: Visitor) -> None:
    ana.at_table("md")
    ana.page.get_by_role("button", name="Drill").click()
    for _ in range(2):
        ana.deal()
        ana.finish()
    assert ana.rounds() == 2


def test_a_shared_position(ana: Visitor) -> None:
    position = "s21/1 #3 base 1.1:play 7h? 1:>ben=25:7s5d=a25:- ben=470 -"
    ana.go(f"/replay?{urlencode({'rules': 'md', 'position': position})}")
    expect(ana.page.locator("[data-line]")).to_contain_text("Due: ben (box 1) to play the hand")
    assert blemishes(ana) == []


def test_a_finished_round_step_by_step(ana: Visitor) -> None:
    table = ana.at_table("md")
    ana.stack(stacked("md", "6s", "7s", "9h", "Kc", "8s"))
    ana.deal()
    ana.decide_by_key("h")
    ana.finish()
    ana.go(f"/replay?table={table}")
    expect(ana.page.get_by_role("link", name="Round 1")).to_be_visible()
    assert blemishes(ana) == []
    ana.page.get_by_role("link", name="Round 1").click()
    line = ana.page.locator("[data-line]")
    expect(line).to_contain_text("6-7-8 spades")  # its key moment
    ana.press("Home")
    expect(line).to_contain_text("Before the round")
    ana.press("ArrowRight", "ArrowRight")
    expect(line).to_contain_text("2 of")
    ana.press("End")
    ana.picture("replay")
    assert blemishes(ana) == []
    ana.page.get_by_label("As seen by").select_option(f"player:{ana.name}")
    expect(line).to_contain_text("of")
    ana.page.get_by_role("button", name="Results").click()
    expect(ana.page.locator("dialog")).to_contain_text("6-7-8 spades")
    ana.page.set_viewport_size({"width": 390, "height": 844})
    ana.picture("replay-results-390")
    assert ana.page.locator("dialog .inside").evaluate("(node) => node.scrollWidth - node.clientWidth") <= 0
    ana.page.set_viewport_size({"width": 1440, "height": 900})
    ana.press("Escape")
    with ana.page.expect_download() as download:
        ana.page.get_by_role("button", name="Download .s21").click()
    assert "siete-s21/1" in Path(download.value.path()).read_text()


def test_a_shared_round_needs_no_name(visit: Visit) -> None:
    ana, ben = visit(), visit()
    table = ana.at_table("md")
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    ana.deal()
    ana.finish()
    ana.go(f"/replay?table={table}&round=1")
    expect(ana.page.locator("[data-line]")).to_contain_text("stands")
    ana.press("Home", "ArrowRight", "ArrowRight", "ArrowRight")
    ana.page.get_by_role("button", name="Share").click()
    whole, step = (ana.page.locator("dialog .link a").nth(at).get_attribute("href") or "" for at in (0, 1))
    ben.go(step)
    expect(ben.page.locator("[data-line]")).to_contain_text("3 of")
    ben.go(whole)  # the key moment of this round is its last decision, with what each action was worth
    expect(ben.page.locator("[data-line]")).to_contain_text("stands")
    expect(ben.page.locator("[data-line] .worth")).to_contain_text("hit −$")
    shown = ben.page.locator("[data-steps] [aria-current]")
    expect(shown).to_contain_text("best, −$")
    words = ben.page.locator("[data-steps] button").all_inner_texts()
    assert words[-1] == "The round is over"
    assert not [each for each in words if re.search(r"[a-z][A-Z]", each)]
    assert blemishes(ben) == []
    ben.page.locator("[data-step='1']").click()
    expect(ben.page.locator("[data-line]")).to_contain_text("1 of")
    ben.page.get_by_role("button", name="Play this hand").click()
    expect(ben.page.locator("[data-do=ready]")).to_contain_text("Deal $5")
    ben.page.locator("[data-do=ready]").click()
    expect(ben.page.locator("[data-answer=Stand]")).to_be_visible()
    assert [hand["cards"] for hand in ben.hands()] == [["9s", "8d"]]
    assert ben.view()["round"]["dealer"]["cards"][0] == "7h"


def test_a_pasted_round(ana: Visitor) -> None:
    text = (GOLDEN / "md" / "double-for-less-and-rescue.s21").read_text("utf-8")
    busy = {"error": {"code": "limit/too-many", "sentence": "The house is busy.", "facts": {"seconds": 1}}}
    ana.page.route("**/replay/values", lambda route: route.fulfill(status=429, json=busy), times=1)
    ana.go("/replay")
    ana.page.get_by_label("Round").fill(text)
    ana.page.get_by_role("button", name="Play it again").click()
    expect(ana.page.locator("[data-line]")).to_contain_text("Before the round")
    ana.press("End")
    expect(ana.page.locator("[data-line]")).to_contain_text("of")
    expect(ana.page.locator("[data-steps] em").first).to_have_text(re.compile(r"^best, |was .*, this "))
    ana.complaints.clear()  # the browser's own line about the 429


def test_errors_are_told_in_words(ana: Visitor) -> None:
    ana.may_lose_link = True
    ana.go("/nowhere")
    expect(ana.page.locator("h1")).to_have_text("There is no such room")
    assert blemishes(ana) == []
    ana.complaints.clear()  # the browser's own line about the 404
    ana.go("/t/no-such-table")
    expect(ana.page.locator(".trouble")).to_contain_text("no-such-table")
    expect(ana.page.get_by_role("link", name="To the lobby", exact=True)).to_be_visible()
    ana.go("/desk/no-such-desk")
    expect(ana.page.locator("main .trouble")).to_contain_text("no-such-desk")
    expect(ana.page.get_by_role("link", name="To the desks", exact=True)).to_be_visible()
    ana.complaints.clear()


def test_the_staff_signs_in_opens_a_table_sees_rounds_and_approves(visit: Visit, own_house: House) -> None:
    """What a floorperson does outside the floor's own room, from the link that the server prints."""
    boss = visit(own_house, width=1280, height=800)
    signs_in_and_opens_a_live_table(boss, own_house.staff_link())
    sees_a_round_as_dealer_and_floorperson(boss, visit(own_house))
    takes_the_floor_and_approves(boss)


def signs_in_and_opens_a_live_table(boss: Visitor, link: str) -> None:
    """The link makes the first floorperson, who is led to the floor."""
    boss.go(f"/staff#{link}")
    boss.page.get_by_label("Name").fill("Floor")
    boss.page.get_by_label("Password").fill("a long enough password")
    boss.page.get_by_role("button", name="Make the account").click()
    expect(boss.page.get_by_role("heading", name="Floor", exact=True)).to_be_visible()
    expect(boss.page).to_have_url(re.compile("/floor$"))
    boss.page.get_by_role("link", name="siete, to the lobby").click()
    expect(boss.page.locator("article.tcard").first).to_be_visible()
    boss.page.get_by_role("button", name="Open a table").click()
    boss.page.get_by_label("Kind").select_option("live")
    boss.page.locator("[data-toml]").fill('rule_set = "s13"\n')
    expect(boss.page.locator(".faults")).to_contain_text("In order")
    boss.page.get_by_role("button", name="Open the table").click()
    expect(boss.page.locator(".felt")).to_be_visible()


def sees_a_round_as_dealer_and_floorperson(boss: Visitor, ana: Visitor) -> None:
    table = ana.at_table("md")
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    ana.deal()
    ana.finish()
    ana.go(f"/replay?table={table}&round=1")
    seen_by = ana.page.get_by_label("As seen by")
    expect(seen_by.locator("option")).to_have_text(["public", ana.name])  # a guest borrows no eyes of the house
    boss.go(f"/replay?table={table}&round=1")
    for role in ("dealer", "floorperson"):
        with boss.page.expect_response(lambda answer, role=role: f"role={role}" in answer.url) as asked:  # type: ignore[misc]
            boss.page.get_by_label("As seen by").select_option(role)
        assert asked.value.json()["role"] == role
        boss.press("End")
        expect(boss.page.locator("[data-line]")).to_contain_text("The round is over")
    boss.picture("replay-floorperson")


def takes_the_floor_and_approves(boss: Visitor) -> None:
    table = boss.asked("/tables", {"rules": "md-draft", "mode": "live", "floor": True})["id"]
    dock = boss.page.locator(".dock")
    for width, height in ((1280, 800), (390, 844)):
        boss.page.set_viewport_size({"width": width, "height": height})
        boss.go(f"/t/{table}")
        expect(dock).to_contain_text("To approve: All betting positions are on one side of the table")
        boss.picture(f"floor-{width}")
        assert overflows(boss) <= 0
    assert blemishes(boss) == []
    dock.get_by_role("button", name="Approve").click()
    expect(dock).to_contain_text("To approve: The layout shows the operator's name or logo.")
    dock.get_by_role("button", name="Leave the floor").click()
    expect(dock).to_contain_text("The house signs and approves here by itself.")
    assert boss.page.get_by_role("button", name="Sit down").count() == 0  # staff do not play
    dock.get_by_role("button", name="Take the floor").click()
    expect(dock).to_contain_text("You have the floor.")
    boss.go("/lobby")
    expect(boss.page.get_by_role("link", name="Go to the table").first).to_be_visible()
    assert boss.page.get_by_role("link", name="Sit down").count() == 0
    boss.picture("lobby-floorperson")


def test_at_a_full_table_one_waits_for_a_box(visit: Visit) -> None:
    """From the lobby into the queue; the house seats whoever is first when somebody leaves."""
    ana, ben = visit(), visit(width=390, height=844)
    table = ana.at_table("wa", submission='rule_set = "wa"\npositions = 1\n', private=False)
    ben.go("/lobby")
    card = ben.page.locator("article.tcard", has=ben.page.locator(f"a[href='/t/{table}']"))
    card.get_by_role("link", name="Queue, 1st").click()
    dock = ben.page.locator(".dock")
    expect(dock).to_contain_text("You are 1st in the queue.")
    dock.get_by_role("button", name="Leave the queue").click()
    dock.get_by_role("button", name="Queue, 1st").click()
    expect(dock).to_contain_text("The next free box is yours.")
    assert blemishes(ben) == []
    ana.press("m")
    ana.page.get_by_role("button", name="Leave the table").click()
    expect(ben.page.locator("[data-urgent]")).to_have_text("Box 1 is yours.")
    expect(ben.page.locator("[data-do=ready]")).to_be_visible()
    assert ben.rack() > 0


def test_meters_rise_in_the_lobby_while_one_looks(visit: Visit) -> None:
    """Pushed by the house: nothing is loaded again, and the page asks for nothing."""
    ana, ben = visit(), visit()
    table = ben.at_table("wa", private=False)
    ana.go("/lobby")
    card = ana.page.locator("article.tcard", has=ana.page.locator(f"a[href='/t/{table}']"))
    expect(card).to_contain_text("$5,000.00")
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url))
    ben.press("2", "+")
    ben.page.locator("[data-spot=jackpot-1]").click()
    ben.placed()
    ben.stack(stacked("wa", "9s", "8d", "7h", "Kc"))
    ben.deal()
    expect(card.locator(".m")).to_contain_text("$5,000.90")
    assert asked == []
    ben.finish()
