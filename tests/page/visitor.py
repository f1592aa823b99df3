"""Somebody at a browser: what tests do on the page, by mouse and by key, the way a person does."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any
from uuid import uuid4

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, expect

from siete.rules.options import DealOrder
from siete.rules.submission import table_rules
from tests.few import first_few as first_few

PICTURES = Path(__file__).parents[2] / "build" / "page"
TOLERATED = re.compile(r"WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|net::ERR_")
"""What a browser itself writes when a link is cut on purpose."""

_IDLE = """async () => {
  const isIdle = () => document.querySelector('siete-table')?.isIdle;
  if (!isIdle()) return false;
  await new Promise(requestAnimationFrame);
  return isIdle();
}"""
"""Everything heard is drawn; and once more, since what is drawn below the layout may change its size."""
_KEPT = """(() => { try {
  const kept = JSON.parse(localStorage.getItem('siete-prefs') || '{}');
  localStorage.setItem('siete-prefs', JSON.stringify({ ...WANTED, ...kept }));
} catch { /* an empty page keeps nothing */ } })()"""
"""What this browser remembers from before, where it has learned nothing else since."""
_UNHURRIED = """(() => { const real = setTimeout;
  globalThis.setTimeout = (body, ms, ...rest) => real(body, ms >= 2600 ? 2 ** 31 - 1 : ms, ...rest);
})()"""
"""Toasts stay: a busy machine may take longer than they are shown."""
_STACK = """async (cards) => {
  const room = document.querySelector('siete-table');
  const { version } = await room.commands.send({ command: 'StackShoe', cards });
  await room.settled(version);
}"""


def stacked(name: str, first: str, second: str, up: str, hole: str, rest: str = "") -> str:
    """The cards of one box and the dealer in the order in which this rule set deals them, then the rest."""
    if table_rules(name).deal_order is DealOrder.PLAYERS_FIRST:
        return f"{first} {second} {up} {hole} {rest}"
    return f"{first} {up} {second} {hole} {rest}"


PATIENCE = 180_000
"""Milliseconds until something that should be seen counts as missing: a busy machine is slow, and nothing is wrong."""


_DEALT = """(before) => {
  const { view } = document.querySelector('siete-table');
  return view.round?.are_wagers_closed || view.rounds > before;
}"""
"""Wagers are closed, or the round is over already: a blackjack ends one within a single message."""
_PLACED = "() => document.querySelector('siete-table').slip.isPlaced()"
_ANSWERED = "(key) => document.querySelector('siete-table').model.askKey() !== key"
_QUIET = {"insurance": "DeclineInsurance", "blackjack": "TakeBlackjack"}
"""Answers that end a round soon; to anything else one stands."""


def deal_together(*visitors: Visitor) -> None:
    """Everybody at one table says that they are ready; when they see the cards, or the end of the round."""
    rounds = [visitor.rounds() for visitor in visitors]
    for visitor in visitors:
        visitor.wager()
        visitor.page.locator("[data-do=ready]").click()
    for visitor, before in zip(visitors, rounds, strict=True):
        visitor.page.wait_for_function(_DEALT, arg=before)
        visitor.settle()


_IS_WAGERED = """() => {
  const { slip } = document.querySelector('siete-table');
  return slip.sums().size > 0 && !slip.lack();
}"""
_IS_LYING = """() => {
  const { slip } = document.querySelector('siete-table');
  return slip.mayRepeat() || slip.isPlaced();
}"""


class Visitor:
    """One page in one browser context, with everything it complained about."""

    def __init__(
        self, context: BrowserContext, address: str, *, may_lose_link: bool = False, pace: str = "normal"
    ) -> None:
        self.context, self.address = context, address
        context.add_init_script(_KEPT.replace("WANTED", f'{{"pace":"{pace}"}}'))
        if not may_lose_link:  # a link that is lost is tried again after such times
            context.add_init_script(_UNHURRIED)
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.name = f"V{uuid4().hex[:8]}"
        self.complaints: list[str] = []
        self.elsewhere: list[str] = []
        self.may_lose_link, self.is_known = may_lose_link, False
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type != "error" or (self.may_lose_link and TOLERATED.search(message.text)):
            return
        self.complaints.append(message.text)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.elsewhere.append(request.url)

    # --- going places ----------------------------------------------------------------------------------------------

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def open_table(self, rules: str = "md", *, submission: str = "", **choices: Any) -> str:
        """Open a practice table and go there."""
        self.enter()
        text = {"submission": submission} if submission else {"rules": rules}
        table = {"name": "Test", "mode": "practice", "timers": False, "seed": "page", **text, **choices}
        made: str = self.asked("/tables", table)["id"]
        self.go(f"/t/{made}")
        return made

    def enter(self) -> None:
        """Get a name, once; the browser keeps the cookie, so no page need be loaded for it."""
        if not self.is_known:
            self.known("/session", {"name": self.name})

    def known(self, path: str, who: dict[str, str]) -> None:
        """Begin a session as a guest or as staff."""
        self.is_known = True
        self.asked(path, who)
        self.context.add_init_script(_KEPT.replace("WANTED", '{"entered":true}'))

    def asked(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """What the house answers to this browser."""
        answer = self.context.request.post(
            f"{self.address}/api/v1{path}", data=body, headers={"origin": self.address}, timeout=PATIENCE
        )
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    def sit(self) -> None:
        self.page.get_by_role("button", name="Sit down").click()
        expect(self.page.locator("[data-do=ready]")).to_be_visible()
        self.settle()

    def at_table(self, rules: str = "md", **choices: Any) -> str:
        made = self.open_table(rules, **choices)
        self.sit()
        return made

    def join(self, table: str) -> None:
        """Come to somebody else's table and sit down."""
        self.enter()
        self.go(f"/t/{table}")
        self.sit()

    # --- playing ---------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Wait until the page has shown all it has heard."""
        self.page.wait_for_function(_IDLE)

    def stack(self, cards: str) -> None:
        self.page.evaluate(_STACK, cards)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def placed(self) -> None:
        """Wait until all wagers lie on the layout."""
        self.page.wait_for_function(_PLACED)

    def wager(self) -> None:
        """Push chips to the box, if none lie there and none would be wagered again, until they make a wager."""
        for _ in range(20):
            if self.page.evaluate(_IS_WAGERED):
                break
            self.page.locator("[data-do=more]").click()
        self.page.wait_for_function(_IS_LYING)

    def deal(self) -> None:
        deal_together(self)

    def decide(self, command: str) -> None:
        """Press a decision's button, and wait for what follows from it."""
        button = self.page.locator(f"[data-answer={command}]").first
        button.wait_for()
        before = self.asked_key()
        button.click()
        self._answered(before)

    def decide_by_key(self, key: str) -> None:
        """Press a decision's key once it is asked for, and wait for what follows from it."""
        self.page.locator(f"[data-answer][data-key={key}]").wait_for()
        before = self.asked_key()
        self.press(key)
        self._answered(before)

    def _answered(self, before: str) -> None:
        self.page.wait_for_function(_ANSWERED, arg=before)
        self.settle()

    def asked_key(self) -> str:
        """A name for the question before me, another for every new one."""
        found: str = self.page.evaluate("() => document.querySelector('siete-table').model.askKey()")
        return found

    def settled(self, read: str) -> Any:
        """What the page says of its table once it has shown all it has heard; in mid-motion it may say either."""
        self.settle()
        return self.page.evaluate(f"() => document.querySelector('siete-table').{read}")

    def rounds(self) -> int:
        """How many rounds are over, as this page knows."""
        found: int = self.settled("view.rounds")
        return found

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.settled("view")
        return found

    def hands(self) -> list[dict[str, Any]]:
        """The hands in play."""
        return [hand for box in (self.view().get("round") or {}).get("boxes", []) for hand in box["hands"]]

    def question(self) -> str:
        """What the house asks me now."""
        found: str = self.settled("myAsk()?.question || ''")
        return found

    def answer_quietly(self) -> bool:
        """Answer what is asked now so that the round ends soon; False where nothing is asked."""
        asked = self.question()
        if asked:
            self.decide(_QUIET.get(asked, "Stand"))
        return bool(asked)

    def finish(self) -> None:
        """Answer quietly until the round is over."""
        for _ in range(20):
            if not self.answer_quietly():
                break
        expect(self.page.locator("[data-do=ready]")).to_be_visible()

    def log(self) -> str:
        entries: list[dict[str, str]] = self.settled("log.entries")
        return "\n".join(f"{entry['who']} {entry['text']} [{entry['clause']}]" for entry in reversed(entries))

    def rack(self) -> int:
        found: int = self.settled("model.you.rack")
        return found

    def picture(self, name: str) -> None:
        """Keep what the page looks like, for people who asked for it: drawing takes half a second."""
        if not os.environ.get("SIETE_PICTURES"):
            return
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")
