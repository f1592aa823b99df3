"""How long the lab's explorer takes to show rules that nobody has asked for before, in a browser, by the wall clock.

    .venv/bin/python bench/lab.py

From the press of a switch until edge, deviation and chart stand (target 1.5 s), the same when they are known (100 ms),
and until what each option costs and every paytable's rank stand (10 s). Needs Chromium and the development set; people
wait by the wall clock, so run it on an idle machine. The CPU time of the server and its workers, which is told beside
it, is the same on a busy one; about a third of a solving has a second core to itself where there is one.
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

from siete.server.work.worker_process import processor_seconds
from tests.page.conftest import CHROMIUM
from tests.page.house import House

FIRST, REST = ("edge", "base", "chart"), ("costs", "wagers")
NEW = ('dealer_soft17 = "stand"\ndecks = 4', "double_double = true\ndecks = 8", 'dealer_soft17 = "stand"\ndecks = 8')
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


def cpu_seconds(root: int) -> float:
    """What a process and all that it started have used of the processor."""
    found = processor_seconds(root) or 0.0
    started = (path.read_text().split() for path in Path(f"/proc/{root}/task").glob("*/children"))
    return found + sum(cpu_seconds(int(each)) for found_here in started for each in found_here)


class Bench:
    """A page of the lab, and the house that solves for it."""

    def __init__(self, page: Page, house: House) -> None:
        self._page, self._house, self._used = page, house, 0.0

    def case(self, name: str, kind: str, toml: str = "", parts: tuple[str, ...] = FIRST) -> None:
        """Time one case by the clock and by the processor, and tell it."""
        took = taken(self._page, toml, parts)
        used = cpu_seconds(self._house.pid)
        told = ", ".join(f"{part} {seconds:.2f}" for part, seconds in took.items())
        print(
            f"{name:34} {max(took.values()):6.2f} s (target {TARGETS[kind]}), CPU {used - self._used:.2f} s: {told}",
            flush=True,
        )
        self._used = used

    def measure(self) -> None:
        """Each case once, so that all of them take less than a minute."""
        self._used = cpu_seconds(self._house.pid)
        asked = urlencode({"text": 'rule_set = "wa"\ndecks = 5\n'})
        self._page.goto(f"{self._house.address}/lab?{asked}", wait_until="commit")
        self.case("first page of a new house", "cold")
        self.case("costs and paytables", "rest", parts=(*FIRST, *REST))
        self._page.wait_for_load_state("networkidle")
        for words in NEW:
            self.case(f"new: {words.replace(chr(10), ', ')}", "new", f'rule_set = "wa"\n{words}\n')
        self.case("known", "known", 'rule_set = "wa"\ndouble_double = true\ndecks = 8\n')
        self.case(
            "the same game, other limits", "known", 'rule_set = "wa"\ndouble_double = true\ndecks = 8\npositions = 5\n'
        )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        os.environ["SIETE_CACHE_DIR"] = str(Path(folder, "cache"))
        house, browser = House(Path(folder)), playwright.chromium.launch(executable_path=CHROMIUM)
        house.start()
        try:
            Bench(browser.new_page(viewport={"width": 1440, "height": 900}), house).measure()
        finally:
            house.kill()
            browser.close()
