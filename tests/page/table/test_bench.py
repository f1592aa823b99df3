"""The workbench of a practice table: cards by pressing them, wheels, pace, boxes, the chart at play, file and rules."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from siete.table.notation.reader import document_from_text
from tests.page.conftest import Visit
from tests.page.eyes import blemishes, overflows
from tests.page.visitor import Visitor


def opened(who: Visitor) -> Locator:
    """The workbench beside the layout, or where that is narrow, as a sheet."""
    tab = who.page.locator("[data-tab=bench]")
    if tab.is_visible():
        tab.click()
    else:
        who.press("m")
        who.page.locator("dialog [data-do=bench]").click()
    bench = who.page.locator(".bench:visible")
    expect(bench.locator("[data-pick=As]")).to_be_visible()
    return bench


def pick(bench: Locator, cards: str) -> None:
    for number, card in enumerate(cards.split(), 1):
        bench.locator(f'[data-pick="{card}"]').click()
        expect(bench.locator(".strip li")).to_have_count(number)


def test_everything_on_the_workbench_does_what_it_says(ana: Visitor) -> None:
    """Cards for two boxes with their places, a wheel that stops where it was told to, rounds by the chart, the file."""
    ana.at_table("md")
    bench = opened(ana)
    bench.locator('[data-boxes="2"]').click()
    ana.placed()
    assert ana.page.evaluate("() => document.querySelector('siete-table').slip.boxes().length") == 2
    pick(bench, "9s 8s 7h 9d 8d Kc 2c")
    labels = ["Box 3", "Box 4", "Up card", "Box 3", "Box 4", "Hole card", "then"]
    expect(bench.locator(".strip small")).to_have_text(labels)
    bench.locator("[data-unpick='6']").click()
    expect(bench.locator(".strip li")).to_have_count(6)
    assert blemishes(ana) == []
    ana.picture("bench")
    ana.deal()
    assert [hand["cards"] for hand in ana.hands()] == [["9s", "9d"], ["8s", "8d"]]
    expect(bench.locator(".strip")).to_have_count(0)
    bench.locator("[data-pace=instant]").click()
    ana.finish()

    bench.locator('[data-boxes="1"]').click()
    ana.page.wait_for_function("() => document.querySelector('siete-table').slip.boxes().length === 1")
    bench.locator("[data-wheel=bonus-spin]").select_option("$5,000")
    pick(bench, "As 7h Kd 9c")
    ana.page.locator("[data-spot=bonus-spin]").click()
    ana.placed()
    ana.deal()
    expect(ana.page.locator(".story")).to_contain_text("$5,000")
    ana.page.locator("[data-do=clear]").click()

    bench.locator('[data-play="10"]').click()
    expect(bench.locator("[role=status]")).to_contain_text("10 played")
    assert ana.rounds() == 12
    with ana.page.expect_download() as saved:
        bench.locator("[data-bench=save]").click()
    text = saved.value.path().read_text()
    assert len(document_from_text(text).rounds) == 12


def test_the_same_cards_in_every_round_on_a_phone_and_the_table_with_other_rules(visit: Visit) -> None:
    ana = visit(width=390, height=844)
    first = ana.at_table("wa")
    bench = opened(ana)
    pick(bench, "9s 7h Kd 9c")
    bench.locator("[data-kept]").check()
    assert overflows(ana) <= 0
    assert blemishes(ana) == []
    ana.press("Escape")
    for _ in range(2):
        ana.deal()
        assert [hand["cards"] for hand in ana.hands()] == [["9s", "Kd"]]
        ana.finish()
    bench = opened(ana)
    bench.locator("[data-bench=rules]").click()
    form = ana.page.locator("[data-open-form]")
    expect(form.locator("[data-faults]")).to_contain_text("In order")
    form.locator("[data-section=table] summary").click()
    form.locator("#f-max_boxes_per_player").fill("9")
    form.locator("#f-max_boxes_per_player").press("Tab")
    expect(form.locator("[data-faults] .clause")).to_be_visible()
    expect(form.locator("[data-open]")).to_have_attribute("aria-disabled", "true")
    form.locator("#f-max_boxes_per_player").fill("3")
    form.locator("#f-max_boxes_per_player").press("Tab")
    expect(form.locator("[data-faults]")).to_contain_text("In order")
    form.locator("[data-open]").click()
    expect(ana.page.locator("dialog")).to_have_count(0)
    expect(ana.page.locator("[data-do=ready]")).to_be_visible()
    assert not ana.page.url.endswith(first)
    assert ana.page.evaluate("() => document.querySelector('siete-table').felt.max_boxes") == 3
