"""How long the lab's explorer takes to show rules that nobody has asked for before, in a browser, by the wall clock.

    .venv/bin/python bench/lab.py

From the press of a switch until edge, deviation and chart stand (target 1.5 s), the same when they are known (100 ms),
and until what each option costs and every paytable's rank stand (10 s). Needs Chromium and the development set; people
wait by the wall clock, so run it on an idle machine.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, sync_playwright

from tests.page.conftest import CHROMIUM
from tests.page.house import House

FIRST, REST = ("edge", "base", "chart"), ("costs", "wagers")
TARGETS = {"cold": 1.5, "new": 1.5, "known": 0.1, "rest": 10.0}
_TAKEN = """async ([toml, parts]) => {
  const frame = () => new Promise(requestAnimationFrame), view = () => document.querySelector('siete-lab')?.current;
  const began = toml ? performance.now() : 0, before = toml ? view().turn : 0, took = {};
  if (toml) view().write(toml);
  while (parts.some((part) => !(part in took))) {
    await frame();
    const now = view();
    if (!now?.shown?.edge || now.turn === before) continue;
    for (const part of parts) if (!now.busy.has(part)) took[part] ??= performance.now() - began;
  }
  return took;
}"""
"""Milliseconds until each part is there: since the page was asked for, or since a submission was written."""


def taken(page: Page, toml: str = "", parts: tuple[str, ...] = FIRST) -> Mapping[str, float]:
    """Seconds until each of these parts stands."""
    found: dict[str, float] = page.evaluate(_TAKEN, [toml, list(parts)])
    return {part: time / 1000 for part, time in found.items()}


def said(name: str, kind: str, took: Mapping[str, float]) -> None:
    parts = ", ".join(f"{part} {seconds:.2f}" for part, seconds in took.items())
    print(f"{name:34} {max(took.values()):6.2f} s (target {TARGETS[kind]}): {parts}", flush=True)


def measure(page: Page, address: str) -> None:
    """Each case once, so that all of them take less than a minute."""
    page.goto(f"{address}/lab?" + urlencode({"text": 'rule_set = "wa"\ndecks = 5\n'}), wait_until="commit")
    said("first page of a new house", "cold", taken(page))
    said("costs and paytables", "rest", taken(page, "", (*FIRST, *REST)))
    page.wait_for_load_state("networkidle")
    for words in ('dealer_soft17 = "stand"', "double_double = true", 'dealer_soft17 = "stand"\ndecks = 8'):
        toml = f'rule_set = "wa"\n{words}\njackpot_games = 1\n'
        said(f"new: {words.replace(chr(10), ', ')}", "new", taken(page, toml))
    said("known", "known", taken(page, 'rule_set = "wa"\ndouble_double = true\njackpot_games = 1\n'))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        os.environ["SIETE_CACHE_DIR"] = str(Path(folder, "cache"))
        house, browser = House(Path(folder)), playwright.chromium.launch(executable_path=CHROMIUM)
        house.start()
        try:
            measure(browser.new_page(viewport={"width": 1440, "height": 900}), house.address)
        finally:
            house.kill()
            browser.close()
