"""The lab in a browser: figures follow the choices, a simulation is found again, and plots are read by key."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from siete.lab.counts.side_counts import side_counts
from siete.odds.base.counting.hole_card import hole_card
from siete.odds.base.solution import figure
from siete.rules.submission import table_rules
from tests.page.conftest import Visit
from tests.page.eyes import LAYOUT, blemishes, blemishes_in_both_themes, overflows
from tests.page.visitor import Visitor

SOLVING = 180_000
"""A busy machine solves new rules slowly."""
SIZES = ((1440, 900), (768, 1024), (390, 844))
DESK, _, PHONE = SIZES
VIEWS = {
    "explorer": "[data-part=wagers] .lab-list",
    "simulate": ".lab-run form",
    "count": "[data-part=ramp] input",
    "compare": "[data-part=words] h2",
    "meter": "[data-part=even] table",
    "hand": "[data-part=values] .plot",
}
"""Every view, and what is there when it stands."""

_COVERED = """() => {
  const panels = [...document.querySelectorAll('siete-lab .panel')].filter((each) => each.offsetHeight);
  const places = panels.map((each) => each.getBoundingClientRect());
  const covers = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const isIn = (i, j) => panels[i].contains(panels[j]) || panels[j].contains(panels[i]);
  return panels.filter((_, i) => places.some((b, j) => i < j && !isIn(i, j) && covers(places[i], b)))
    .map((each) => each.querySelector('h2')?.textContent);
}"""
"""Panels that lie over each other."""


def percent(part: object) -> str:
    return f"{float(str(part)) * 100:.3f} %"


def sized(visitor: Visitor, name: str, size: tuple[int, int]) -> None:
    """Nothing hangs over the edge at this size."""
    width, height = size
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.picture(f"lab-{name}-{width}")
    assert overflows(visitor) <= 0, (name, width)
    assert visitor.page.evaluate(_COVERED) == [], (name, width)


def looked_at(visitor: Visitor, name: str) -> None:
    """Axe finds nothing on a phone, and on a desk nothing of what a width can change."""
    sized(visitor, name, PHONE)
    assert blemishes(visitor) == [], name
    sized(visitor, name, DESK)
    assert blemishes(visitor, LAYOUT) == [], name


def each_view(visitor: Visitor) -> Iterator[str]:
    """Every view in turn, when all of it stands."""
    visitor.go("/lab?rules=wa")
    for name, sign in VIEWS.items():
        visitor.page.locator(f"[data-view={name}]").first.click()
        expect(visitor.page.locator(sign).first).to_be_visible(timeout=SOLVING)
        visitor.page.wait_for_load_state("networkidle")
        yield name


def test_figures_follow_the_choices_and_stay_while_these_are_faulty(ana: Visitor) -> None:
    ana.go("/lab?rules=wa")
    edge, page = ana.page.locator(".lab-edge"), ana.page
    expect(edge).to_have_text(percent(figure(table_rules("wa")).house_edge), timeout=SOLVING)
    expect(page.locator("[data-part=costs]")).to_contain_text("Best play both times", timeout=SOLVING)
    page.get_by_text("Every choice, as a form").click()
    text = page.locator("textarea[data-toml]")
    text.fill('rule_set = "wa"\ndecks = 3\npositions = 9\n')
    expect(page.locator("[data-wrong] li")).to_have_count(2)
    expect(page.locator("siete-lab")).to_have_class("stale")
    expect(edge).to_have_text(percent(figure(table_rules("wa")).house_edge))
    text.fill('rule_set = "wa"\n')
    page.get_by_role("button", name="stand", exact=True).click()
    expect(page.locator(".lab-change")).to_contain_text("−", timeout=SOLVING)
    expect(edge).to_have_text(percent(figure(table_rules("wa", {"dealer_soft17": "stand"})).house_edge))
    expect(page.locator("[data-command]")).to_have_text("siete odds wa --wager base --set dealer_soft17=stand")
    page.get_by_role("switch", name="double-double down").press("Enter")
    expect(page.locator("[data-forbidden]")).to_contain_text("only where the dealer hits soft 17")
    page.get_by_role("button", name="hit", exact=True).click()
    surrender = page.get_by_role("switch", name="surrender as the first decision")
    surrender.click()
    expect(surrender).to_have_attribute("aria-checked", "false", timeout=SOLVING)
    expect(page.locator("[data-outside]")).to_contain_text("Outside the rule book")
    page.locator("[data-play]").press("Enter")
    expect(page.locator("[data-note]")).to_contain_text("outside the rule book")
    surrender.click()
    expect(page.locator("[data-outside]")).to_be_empty(timeout=SOLVING)


def test_every_view_stands_on_a_desk_and_on_a_phone(ana: Visitor) -> None:
    for name in each_view(ana):
        looked_at(ana, name)


@pytest.mark.slow
def test_every_view_stands_at_every_width_in_both_themes(ana: Visitor) -> None:
    for name in each_view(ana):
        for size in SIZES:
            sized(ana, name, size)
            assert blemishes_in_both_themes(ana) == [], (name, size)
        sized(ana, name, DESK)


def test_a_run_is_found_again_stopped_and_carried_on(visit: Visit) -> None:
    """Without a WebSocket, and after a reload."""
    light = visit(color_scheme="light")
    page = light.page
    page.add_init_script("delete globalThis.WebSocket")
    light.go("/lab?rules=md&view=simulate")
    page.locator("[name=rounds]").fill("90,000,000")
    page.locator("[name=wager]").select_option("base")  # its exact figure is known
    page.get_by_role("button", name="Deal").click()
    expect(page.locator("[data-part=curve] .plot")).to_be_visible(timeout=SOLVING)
    address = page.url
    assert re.search(r"run=[\w-]{22}", address)
    page.reload()
    expect(page.locator("[data-part=curve] .plot")).to_be_visible(timeout=SOLVING)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".lab-progress")).to_contain_text("Stopped", timeout=SOLVING)
    looked_at(light, "run")
    page.locator("[name=more]").fill("300,000")
    page.get_by_role("button", name="Carry on").click()
    expect(page.locator(".lab-progress")).to_contain_text("Done", timeout=SOLVING)
    expect(page.locator("[data-part=agrees]")).to_contain_text("standard errors apart")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save").click()
    assert saved.value.suggested_filename == "simulation.json"
    page.get_by_role("button", name="New run").click()
    page.locator("[data-saved]").set_input_files(saved.value.path())
    expect(page.locator(".lab-progress")).to_contain_text("are as the file says", timeout=SOLVING)
    expect(page.locator("[data-part=agrees]")).to_contain_text("standard errors apart", timeout=SOLVING)
    page.get_by_role("button", name="New run").click()
    page.locator("[data-saved]").set_input_files(__file__)
    expect(page.locator("[data-note]")).to_contain_text("This is no saved run")


def test_side_wagers_are_counted_cards_that_are_seen_valued_and_counts_dealt(ana: Visitor) -> None:
    """Side wagers when somebody comes to look at them; the effects of each are drawn in place of the base game's."""
    ana.go("/lab?rules=s13&view=count")
    page = ana.page
    expect(page.locator("[data-part=ramp] input").first).to_be_visible(timeout=SOLVING)
    page.locator("[data-part=sides]").scroll_into_view_if_needed()
    gain = hole_card(table_rules("s13"))
    assert gain is not None
    expect(page.locator("[data-part=known]")).to_contain_text(f"+{gain.gain:.2%}".replace("%", " %"), timeout=SOLVING)
    expect(page.locator("[data-part=sides]")).to_contain_text("every card is worth the same: no count helps")
    (insurance,) = side_counts(table_rules("s13"), "insurance")
    taken = insurance.taken(insurance.tags[-1])
    expect(page.locator("[data-part=sides] tbody tr").first).to_contain_text(f"+{taken.index}")
    page.locator("[data-counted]").select_option(label="Insurance")
    expect(page.locator("[data-command]")).to_have_text("siete count s13 --wager insurance")
    expect(page.locator("[data-part=effects] .twin-table")).to_contain_text("−0.7858")
    looked_at(ana, "count-sides")
    page.get_by_role("button", name="Check each count by dealing").click()
    expect(page.locator("[data-part=sessions]")).to_contain_text("dealt points have the figure", timeout=SOLVING)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".lab-progress")).to_contain_text(re.compile("Stopped|Done"), timeout=SOLVING)
    page.locator("[data-view=count]").first.click()
    page.locator("[data-counted]").select_option(label="Base game")
    expect(page.locator("[data-part=edges]")).to_contain_text("16 dealt points have the figure")
    page.locator("[data-part=edges] summary").press("Enter")
    expect(page.locator("[data-part=edges] .twin-table")).to_contain_text("Dealt, ± 95 %")


def test_plots_are_read_by_key_and_as_tables(ana: Visitor) -> None:
    ana.go("/lab?rules=wa&view=meter")
    page = ana.page
    view = page.locator("[data-part=plot] .plot-view")
    expect(view).to_be_visible(timeout=SOLVING)
    view.focus()
    page.keyboard.press("Home")
    expect(view.locator(".plot-tip")).to_contain_text("$0: 29.21 %")
    page.keyboard.press("ArrowRight")
    expect(view.locator(".plot-tip")).not_to_contain_text("$0:")
    page.locator("[data-part=plot] summary").press("Enter")
    expect(page.locator("[data-part=plot] .twin-table")).to_contain_text("3c/6")
    page.locator("[data-shows]").fill("$18,264.10")
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=figures]")).to_contain_text("18.64 %")
    expect(page.locator("[data-part=even] .here")).to_contain_text("$50,480")
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").click()
    rows = csv.DictReader(saved.value.path().read_text("utf-8").splitlines())
    here = next(row for row in rows if row["paytable"] == "3c/6")
    assert (here["wager"], float(here["meter"])) == ("jackpot", 18264.10)
    assert (f"{float(here['house_edge_at_meter']):.2%}", round(float(here["break_even_meter"]))) == ("18.64%", 50480)


def test_commands_are_those_of_the_submission(ana: Visitor) -> None:
    """Every view names the choices, so that the terminal prints the figures that are shown."""
    text = 'rule_set = "wa"\ndealer_soft17 = "stand"\n'
    chosen = "--set dealer_soft17=stand"
    command = ana.page.locator("[data-command]")
    ana.go(f"/lab?{urlencode({'view': 'hand', 'text': text})}")
    shown = f"siete hand wa --player '7s 7h' --up 6d --bet 25.00 {chosen}"
    expect(command).to_have_text(shown, timeout=SOLVING)
    ana.page.locator("[data-view=explorer]").first.click()
    expect(command).to_have_text(f"siete odds wa --wager base {chosen}", timeout=SOLVING)
    ana.page.locator("[data-view=simulate]").first.click()
    ana.page.evaluate("() => document.querySelector('siete-lab').views.get('explorer').draw()")  # a figure comes late
    expect(command).to_be_empty()
    ana.page.locator("[data-view=meter]").first.click()
    meter = re.compile(rf"siete odds wa --wager jackpot --paytable \S+ {chosen} --meter [\d.]+")
    expect(command).to_have_text(meter, timeout=SOLVING)
