"""The hands that need the most room and the most buttons: splits, rescue, insurance, surrender, side wagers, wheels."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from siete.money import Cents, cents_to_text
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.server.describe.layout import describe
from tests.page.conftest import Visit
from tests.page.eyes import blemishes
from tests.page.visitor import Visitor, deal_together, first_few, stacked

HELD = """() => new MutationObserver((_, observer) => {
  const won = document.querySelector('.moment .won');
  if (!won) return;
  observer.disconnect();
  won.getAnimations().forEach((each) => each.pause());
  window.hidden = getComputedStyle(won).opacity;
}).observe(document.body, { childList: true, subtree: true })"""
"""Stops the wheel as it appears, and notes how visible what it won is."""
SHOWN = "(node) => node.classList.add('shown')"
"""Shows the last moment again, for as long as a test needs to look at it."""
COVERED = """() => {
  const over = document.querySelector('.moment').getBoundingClientRect();
  const on = (name) => [...document.querySelectorAll(name)];
  const names = ['.felt .card', '.felt .amount', '.felt .badge', '.felt .chips .thing', '.dock button'];
  return names.flatMap(on).filter((node) => {
    const { left, right, top, bottom, width } = node.getBoundingClientRect();
    return width && left < over.right && right > over.left && top < over.bottom && bottom > over.top;
  }).map((node) => node.outerHTML.slice(0, 120));
}"""
"""Cards, wagers and totals of the layout, and what can be pressed in the dock, that lie below a moment."""
FINISH = """() => document.getAnimations()
  .filter((each) => each.effect.getTiming().iterations !== Infinity).forEach((each) => each.finish())"""


def test_split_to_four_hands_with_a_double_and_a_rescue(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "8s", "8d", "7h", "Kc", "8h 8c 3s 2d 9s Qd 5c 6d"))
    ana.press("3", "+")
    ana.deal()
    ana.decide_by_key("p")
    ana.decide_by_key("p")
    ana.decide_by_key("p")
    assert len(ana.hands()) == 4
    ana.picture("split-four")
    ana.decide_by_key("d")
    assert ana.question() == "doubled"
    expect(ana.page.locator(".dock")).to_contain_text("First of four hands: doubled")
    ana.picture("split-four-doubled")
    expect(ana.page.locator("[data-answer=Rescue]")).to_contain_text("save $25")
    ana.decide("Rescue")
    ana.finish()
    assert "rescues $25" in ana.log()


def test_insurance_and_the_dealers_blackjack(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "9s", "8d", "Ah", "Kc"))
    before = ana.rack()
    ana.press("2", "+", "+")
    ana.deal()
    assert ana.question() == "insurance"
    expect(ana.page.locator(".dock")).to_contain_text("Insurance pays 2 to 1")
    ana.picture("insurance")
    assert blemishes(ana) == []
    ana.decide_by_key("i")
    log = ana.log()
    assert "Insurance, 2 to 1: $10" in log
    story = ana.page.locator(".story")
    expect(story).to_contain_text("You broke even")
    expect(story).to_contain_text("the dealer has Blackjack: −$10", ignore_case=True)
    assert ana.rack() == before


def test_insurance_for_less_and_an_amount_that_is_wrong(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "9s", "8d", "Ah", "7c"))
    ana.press("3", "+")
    ana.deal()
    field = ana.page.locator("[data-amount=TakeInsurance]")
    field.fill("77")
    ana.page.locator("[data-answer=TakeInsurance]").click()
    expect(ana.page.locator(".toast.refused").first).to_be_visible()
    field.fill("5")
    ana.decide("TakeInsurance")
    assert "wagers $5 on insurance" in ana.log()
    ana.finish()


def test_a_surrender_waits_for_the_dealers_second_card(visit: Visit) -> None:
    """Maryland parks a surrender against a face card; until the others have played, its badge says so."""
    ana, ben = visit(), visit()
    table = ana.at_table("md")
    ben.join(table)
    ana.press("2", "+")
    ben.press("2", "+")
    for who in (ana, ben):
        who.page.wait_for_function("() => document.querySelector('siete-table').view.round?.boxes.length === 2")
    ana.stack("9s 9d Kh 7s 7d 9c")
    deal_together(ana, ben)
    first, second = (ana, ben) if ana.question() else (ben, ana)
    first.decide("Surrender")
    expect(second.page.locator(".badge", has_text="surrender waits")).to_have_count(1)
    second.picture("surrender-waits")
    second.decide("Stand")
    for who in (ana, ben):
        who.finish()
        assert "surrenders" in who.log()


def test_wagers_that_are_wrong_are_refused_in_words(ana: Visitor) -> None:
    ana.at_table("md")
    ana.press("5", "+", "+", "+", "+", "+", "+")
    expect(ana.page.locator(".toast.refused").first).to_be_visible()
    ana.press("c")
    ana.press("1", "+")
    expect(ana.page.locator(".dock")).to_contain_text("The least wager here is $5")
    ana.press("Enter")
    expect(ana.page.locator(".toast.refused").last).to_contain_text("The least wager here is $5")


@pytest.mark.parametrize("name", first_few(["md", "wa"], NAMES))
def test_side_wagers_lie_in_their_own_areas(ana: Visitor, name: str) -> None:
    ana.at_table(name)
    ana.stack(stacked(name, "7s", "8d", "7h", "Kc"))
    ana.press("2", "+")
    spots = describe(table_rules(name))["spots"]
    for spot in spots:
        ana.page.locator(f"[data-spot='{spot['wager']}']").click()
        if not spot["is_fixed"]:
            ana.page.locator("[data-do=more]").click()
    ana.placed()
    ana.deal()
    bets = ana.view()["round"]["boxes"][0]["bets"]
    assert sorted(bet["wager"] for bet in bets) == sorted(spot["wager"] for spot in spots)
    ana.picture(f"sides-{name}")
    assert "Match, 4 to 1: $20" in ana.log()
    ana.finish()


def test_the_wheel_spins_with_its_true_odds_beside_it(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "As", "Kd", "7h", "9c"))
    ana.press("2", "+")
    ana.page.locator("[data-spot=bonus-spin]").click()
    ana.placed()
    ana.page.locator("[data-do=ready]").click()
    moment = ana.page.locator(".moment")
    expect(moment).to_contain_text("not equally likely")
    expect(moment.locator(".hit")).to_have_count(1)
    ana.settle()
    moment.evaluate(SHOWN)
    ana.picture("wheel")
    assert blemishes(ana) == []
    ana.finish()


XTREME = """
rule_set = "md"
spin_offered = false
xtreme_wheel = { "jackpot 1" = 1, "jackpot 2" = 1, "$200" = 1000000 }
"""
"""Meters are hardly ever won here: they would be told in a second moment."""


def test_xtreme_16_turns_once_for_all_who_wagered(visit: Visit) -> None:
    """Community Pay goes to each of them, the hot spot to one box; the sum of the round is what the rack has more."""
    ana, ben = visit(), visit()
    table = ana.at_table("md", submission=XTREME)
    ben.join(table)
    racks = {}
    for who in (ana, ben):
        racks[who.name] = who.rack()
        who.press("2", "+")
        who.page.locator("[data-spot=xtreme-16]").click()
        who.placed()
    ana.stack("9s 9d Kh 8s 8d 6c 2c")
    deal_together(ana, ben)
    first, second = (ana, ben) if ana.question() else (ben, ana)
    first.decide("Stand")
    second.page.locator("[data-answer=Stand]").click()
    for who in (ana, ben):
        moment = who.page.locator(".moment:has(.spin)")
        expect(moment).to_contain_text("Community Pay")
        expect(moment.locator(".hit")).to_have_count(2)
        who.picture("community-pay")
        expect(who.page.locator(".story")).to_be_visible()  # the rack is read when all is shown
        won = cents_to_text(Cents(who.rack() - racks[who.name]))
        expect(who.page.locator(".story")).to_contain_text(f"You won {won}.")


def test_the_wheel_keeps_its_secret_while_it_turns(visit: Visit) -> None:
    visitor = visit(reduced_motion="no-preference")
    visitor.at_table("md")
    visitor.page.evaluate(HELD)
    visitor.stack(stacked("md", "As", "Kd", "7h", "9c"))
    visitor.press("2", "+")
    visitor.page.locator("[data-spot=bonus-spin]").click()
    visitor.placed()
    visitor.page.locator("[data-do=ready]").click()
    won = visitor.page.locator(".moment .won")
    won.wait_for(state="attached")
    visitor.page.wait_for_function("() => window.hidden")
    assert visitor.page.evaluate("() => window.hidden") == "0"
    visitor.page.evaluate(FINISH)
    assert won.evaluate("(node) => getComputedStyle(node).opacity") == "1"


def test_the_super_bonus_is_worth_seeing(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "7s", "7s", "7h", "9c", "7s"))
    ana.press("3", "+")
    ana.deal()
    ana.press("h")
    moment = ana.page.locator(".moment.prize")
    expect(moment).to_contain_text("Super Bonus")
    expect(moment).to_contain_text("$5,000")
    expect(ana.page.locator(".won-counter")).to_have_text("+$5,075")
    ana.settle()
    moment.evaluate(SHOWN)
    ana.picture("super-bonus")
    assert blemishes(ana) == []
    ana.finish()


@pytest.mark.parametrize("size", first_few([(390, 844)], [(1440, 900)]), ids=lambda size: str(size[0]))
def test_a_moment_hides_no_card_and_no_wager_and_is_over_by_itself(visit: Visit, size: tuple[int, int]) -> None:
    """Seven-card hands on two boxes, both side wagers: whatever is won is told beside the cards, not over them."""
    ana = visit(width=size[0], height=size[1], pace="normal")
    ana.at_table("md")
    ana.stack(stacked("md", "7s", "7s", "7h", "7c", "7s"))
    ana.press("3", "+", "ArrowRight", "+")
    ana.wager()
    ana.placed()
    ana.page.locator("[data-do=ready]").click()
    expect(ana.page.locator(".moment.side")).to_contain_text("to 1")
    ana.page.locator("[data-answer=Hit]").click()
    moment = ana.page.locator(".moment.prize")
    expect(moment).to_contain_text("Super Bonus")
    expect(moment).to_have_class(re.compile(r"\bshown\b"))
    expect(moment).not_to_have_class(re.compile(r"\bshown\b"))
    ana.settle()
    moment.evaluate(SHOWN)
    assert ana.page.evaluate(COVERED) == []


def test_two_boxes_of_one_player(ana: Visitor) -> None:
    ana.at_table("md", submission='rule_set = "md"\nmax_boxes_per_player = 3\n')
    ana.press("2", "+")
    ana.placed()
    ana.page.locator(".area[data-box='3'][data-wager=base]").click()
    ana.page.wait_for_function("() => (document.querySelector('siete-table').view.round?.boxes || []).length === 2")
    ana.stack("9s 5d 7h 8c 6d Kc 2s 3s 4s")
    ana.deal()
    ana.picture("two-boxes")
    assert len(ana.hands()) == 2
    ana.finish()


def test_a_box_that_two_people_share(visit: Visit) -> None:
    ana, ben = visit(), visit()
    table = ana.at_table("ma", submission='rule_set = "ma"\nmax_bettors_per_box = 3\nmax_boxes_per_player = 2\n')
    ben.join(table)
    box = ana.page.evaluate("() => document.querySelector('siete-table').model.you.boxes[0]")
    ana.press("2", "+")
    ana.placed()
    ana.press("m")
    ana.page.get_by_role("button", name="Share my box").click()
    ana.page.get_by_role("button", name=ben.name).click()
    expect(ben.page.locator(".log")).to_contain_text("may wager here too")
    ben.page.locator(f".area[data-box='{box}'][data-wager=base]").click()
    ben.page.wait_for_function("() => document.querySelector('siete-table').view.round.boxes[0].bettors.length === 2")
    ana.stack(stacked("ma", "5s", "6d", "7h", "Kc", "9c"))
    deal_together(ana, ben)
    ana.decide("Double")
    expect(ben.page.locator(".dock")).to_contain_text("was doubled. Follow?")
    ben.picture("shared-box")
    ben.decide("StayOut")
    ana.finish()
    assert "1 to 1: $10" in ana.log()
    assert "1 to 1: $5" in ana.log()


def test_the_cut_is_offered_to_those_who_like_the_ceremony(ana: Visitor) -> None:
    ana.go("/lobby")
    ana.page.evaluate("async () => (await import('/static/prefs.js')).setPref('ceremony', true)")
    ana.open_table("md")
    ana.page.get_by_role("button", name="Sit down").click()
    ana.page.locator("[data-answer=LookOver]").click()
    slider = ana.page.locator("[data-amount=CutCards]")
    slider.fill("100")
    ana.picture("cut")
    ana.page.locator("[data-answer=CutCards]").click()
    expect(ana.page.locator("[data-do=ready]")).to_be_visible()
    ana.settle()
    assert "cuts 100 cards deep" in ana.log()


def test_bonus_cards_lie_in_their_spaces(ana: Visitor) -> None:
    ana.at_table("wa", submission='rule_set = "wa"\nmtd_configuration = 4\nmtd_bonus_cards = 5\n')
    ana.stack(stacked("wa", "7s", "8d", "7h", "Kc"))
    ana.press("2", "+")
    for number in range(1, 6):
        ana.page.locator(f"[data-spot='match-bonus-{number}']").click()
        ana.page.locator("[data-do=more]").click()
    ana.placed()
    ana.deal()
    assert len(ana.view()["round"]["bonus_cards"]) == 5
    ana.picture("bonus-cards")
    ana.finish()


def test_a_jackpot_is_worth_seeing(ana: Visitor) -> None:
    ana.at_table("wa")
    ana.stack(stacked("wa", "As", "As", "As", "9c"))
    ana.press("2", "+")
    ana.page.locator("[data-spot=jackpot-1]").click()
    ana.placed()
    ana.deal()
    ana.decide("DeclineInsurance")
    ana.page.locator("[data-answer=Stand]").click()
    moment = ana.page.locator(".moment.prize")
    expect(moment).to_contain_text("from a meter of")
    ana.picture("jackpot")
