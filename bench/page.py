"""How long the page takes where people wait: first card, a slow line, seven boxes, a dealer's motion, a busy trainer.

    .venv/bin/python bench/page.py

Needs Chromium and the development set. Wall time, since people wait by the wall clock: run it on an idle machine.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, sync_playwright

from tests.page.conftest import CHROMIUM
from tests.page.dealer import Desk, Remote
from tests.page.house import House
from tests.page.visitor import Visitor, stacked

PLAIN = 'rule_set = "md"\nspin_offered = false\nxtreme_offered = false\n'
SEVEN = 'rule_set = "md"\nmax_boxes_per_player = 7\n'
_DEAL = """() => new Promise((done) => {
  const room = document.querySelector('siete-table'), cards = room.getElementsByClassName('card');
  const began = performance.now();
  const look = () => cards.length < 16 ? requestAnimationFrame(look) : done(performance.now() - began);
  room.keyboard.actions.ready();
  look();
})"""
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
"""1.6 Mbit/s with 150 ms."""
_FIRST = """(seen) => new Promise((done) => {
  const look = () => document.querySelector(seen) ? done(performance.now()) : requestAnimationFrame(look);
  look();
})"""
_HINTS = """async (hands) => {
  const { api } = await import('/static/api.js'), took = [];
  const table = document.querySelector('siete-table').getAttribute('table');
  for (const hand of hands) {
    const began = performance.now();
    await api.values(table, hand);
    took.push(performance.now() - began);
  }
  return took;
}"""
_PLACE = """async (count) => {
  const { slip, model } = document.querySelector('siete-table'), { you } = model, took = [];
  for (let i = 0; i < count; i++) {
    const began = performance.now();
    if (i % 2) slip.wanted.clear(); else slip.wanted.set(`${you.boxes[0]} base`, 500);
    await slip.sync();
    took.push(performance.now() - began);
  }
  return took;
}"""
_MOTION = """() => new Promise((done) => {
  const room = document.querySelector('siete-desk'), { model } = room, { mine, step } = model;
  const began = performance.now(), { point, payment } = mine;
  const look = () => model.mine.point === point ? requestAnimationFrame(look) : done(performance.now() - began);
  if (payment) {
    for (const [chip] of mine.tray) while (payment.owed - model.counted() >= chip) model.take(chip);
    room.motion(payment.owed ? 'pay' : payment.collected ? 'collect' : 'leave');
  } else if (step.command === 'Deal') {
    room.motion('draw');
    room.onBox(step.box);
  } else room.send(step);
  look();
})"""
HANDS = [{"player": f"{first}s {second}d", "up": f"{up}h"} for first in "9876" for second in "5432" for up in "A9K7"]


def visitor(browser: Browser, house: House, motion: str = "no-preference") -> Visitor:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion=motion)  # type: ignore[arg-type]
    return Visitor(context, house.address)


def first_card(browser: Browser, house: House) -> float:
    """Milliseconds from the navigation to a table in mid-hand until a card lies on the felt."""
    who = visitor(browser, house)
    who.at_table("md")
    who.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    who.deal()
    who.page.reload(wait_until="commit")
    found: float = who.page.evaluate(_FIRST, ".felt .card")
    who.context.close()
    return found


def seven_boxes(browser: Browser, house: House) -> float:
    """Milliseconds from pressing Deal until all sixteen cards lie there."""
    who = visitor(browser, house)
    who.at_table("md", submission=SEVEN, chips=1_000_000)
    who.page.locator("[data-tab=bench]").click()
    who.page.locator("[data-boxes='7']").click()
    who.placed()
    who.settle()
    who.stack("9s 8d 7h 6c 5s 4d 3h 7c 8s 7d 6h 5c 4s 3d 2h Kc")
    found: float = who.page.evaluate(_DEAL)
    who.context.close()
    return found


def slow_line(browser: Browser, house: House) -> tuple[float, float]:
    """Milliseconds to a lobby with tables, and to the first card of a table in mid-hand, on a slow line."""
    who = visitor(browser, house)
    who.at_table("md")
    who.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    who.deal()
    table = who.page.url
    line = who.context.new_cdp_session(who.page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)
    found = []
    for address, seen in ((f"{house.address}/lobby", ".tcard"), (table, ".felt .card")):
        line.send("Network.clearBrowserCache")
        who.page.goto(address, wait_until="commit")
        found.append(who.page.evaluate(_FIRST, seen))
    who.context.close()
    return found[0], found[1]


def main_thread(browser: Browser, house: House, rounds: int = 8) -> float:
    """The share of time in which the page's main thread works while a person plays, who thinks for 0.7 s.

    The thread's own time is counted: on a busy machine a task takes longer by the wall clock, and works no more.
    """
    who = visitor(browser, house)
    who.at_table("md")
    who.deal()
    who.finish()
    tracing = who.context.new_cdp_session(who.page)
    tracing.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> tuple[float, float]:
        found = {each["name"]: each["value"] for each in tracing.send("Performance.getMetrics")["metrics"]}
        return found["TaskDuration"], time.monotonic()

    before = spent()
    for _ in range(rounds):
        who.deal()
        while who.question():
            who.page.wait_for_timeout(700)
            who.answer_quietly()
        who.settle()
        who.page.wait_for_timeout(900)
    after = spent()
    who.context.close()
    return (after[0] - before[0]) / (after[1] - before[1])


def beside_the_trainer(browser: Browser, house: House) -> tuple[list[float], list[float], list[float]]:
    """Milliseconds of commands at one table alone and beside a trainer that works without a pause, and its values."""
    pupil, other = visitor(browser, house, "reduce"), visitor(browser, house, "reduce")
    pupil.at_table("md")
    other.at_table("ma")
    pupil.page.evaluate(_HINTS, HANDS[:1])  # the worker is warm
    alone: list[float] = other.page.evaluate(_PLACE, 40)
    pupil.page.evaluate(
        f"(hands) => {{ window.took = null; ({_HINTS})(hands).then((found) => {{ window.took = found; }}); }}", HANDS
    )
    beside: list[float] = other.page.evaluate(_PLACE, 40)
    pupil.page.wait_for_function("() => window.took", timeout=120_000)
    values: list[float] = pupil.page.evaluate("() => window.took")
    pupil.context.close()
    other.context.close()
    return alone, beside, values


def motions(browser: Browser, house: House, rounds: int = 12) -> list[float]:
    """Milliseconds from a dealer's motion until its result is drawn, over whole rounds with two guests."""
    dealer, guests = visitor(browser, house, "reduce"), [visitor(browser, house, "reduce") for _ in range(2)]
    dealer.enter()
    made = {"submission": PLAIN, "mode": "practice", "timers": False, "private": False, "dealer": dealer.name}
    table = dealer.asked("/tables", made)["id"]
    remotes = [Remote(guest, table) for guest in guests]
    for box, (guest, remote) in enumerate(zip(guests, remotes, strict=True), start=2):
        guest.enter()
        remote.do("TakeSeat", box=box, amount=50_000)
    dealer.go(f"/desk/{table}")
    desk, took = Desk(dealer), list[float]()
    dealer.page.wait_for_function("() => document.querySelector('siete-desk')?.model?.mine")
    while (now := desk.now)["rounds"] < rounds:
        if now["who"] == "dealer" and now["step"]["command"] != "CloseWagers":
            took.append(dealer.page.evaluate(_MOTION))
        elif now["who"] == "dealer" or not any(remote.quietly() for remote in remotes):
            for box, remote in enumerate(remotes, start=2):
                if (found := remote.find("PlaceWager")) is not None and now["step"] is None:
                    remote.do("PlaceWager", found["point"], box=box, wager="base", amount=500)
            if desk.now["step"]:
                took.append(dealer.page.evaluate(_MOTION))
    for who in (dealer, *guests):
        who.context.close()
    return took


def said(name: str, times: list[float]) -> str:
    times = sorted(times)
    high = times[int(len(times) * 0.95)]
    return f"{name:<44} median {statistics.median(times):7.1f} ms   95 % {high:7.1f} ms   most {times[-1]:7.1f} ms"


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        house = House(Path(folder))
        house.start()
        try:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            began = time.monotonic()
            print(said("load to first card", [first_card(browser, house) for _ in range(5)]))
            slow = [slow_line(browser, house) for _ in range(3)]
            print(said("slow line: load to a lobby with tables", [lobby for lobby, _ in slow]))
            print(said("slow line: load to first card", [card for _, card in slow]))
            print(f"{'main thread while playing':<44} {main_thread(browser, house):.1%}")
            print(said("deal to seven boxes", [seven_boxes(browser, house) for _ in range(3)]))
            print(said("dealer's motion to its drawn result", motions(browser, house)))
            alone, beside, values = beside_the_trainer(browser, house)
            print(said("command, trainer idle", alone))
            print(said("command at another table, trainer busy", beside))
            print(said("values of a hand, warm", values))
            print(f"in {time.monotonic() - began:.0f} s")
            browser.close()
        finally:
            house.kill()


if __name__ == "__main__":
    main()
