"""Somebody at a dealer's desk in a browser, and guests who answer from afar."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from playwright.sync_api import APIResponse, expect

from tests.page.visitor import PATIENCE, Visitor

_DESK = "document.querySelector('siete-desk')"
_NOW = f"""() => {{
  const {{ model }} = {_DESK}, {{ who = '', payment = null, point = '', phase = '' }} = model.mine || {{}};
  return {{ who, payment, point, phase, step: model.step || null, rounds: model.view.rounds }};
}}"""
_MOVED = f"([point, who]) => {_DESK}.model.mine?.point !== point || {_DESK}.model.mine?.who !== who"
_CHIPS = {50_000: "n", 10_000: "b", 2_500: "v", 500: "c", 100: "x", 50: "z"}


class Remote:
    """Somebody's commands at one table, over HTTP with the cookie of their browser."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor, self.table = visitor, table

    def send(self, command: str, point: str = "", **fields: Any) -> APIResponse:
        body = {"id": uuid4().hex, "point": point, "command": {"command": command, **fields}}
        address = f"{self.visitor.address}/api/v1/tables/{self.table}/commands"
        return self.visitor.context.request.post(
            address, data=body, headers={"origin": self.visitor.address}, timeout=PATIENCE
        )

    def do(self, command: str, point: str = "", **fields: Any) -> None:
        answer = self.send(command, point, **fields)
        assert answer.ok, answer.text()

    def view(self) -> dict[str, Any]:
        address = f"{self.visitor.address}/api/v1/tables/{self.table}/view"
        answer = self.visitor.context.request.get(address, timeout=PATIENCE)
        found: dict[str, Any] = answer.json()
        return found

    def legal(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.view()["you"]["legal"]
        return found

    def find(self, command: str) -> dict[str, Any] | None:
        return next((each for each in self.legal() if each["command"]["command"] == command), None)

    def answer(self, *wanted: str) -> bool:
        """Answer what is asked with the first of these that is legal."""
        legal = {each["command"]["command"]: each for each in reversed(self.legal())}
        for command in wanted:
            found = legal.get(command)
            if found is not None:
                amount = {"at": found["least"]} if command == "CutCards" else {}
                answer = self.send(point=found["point"], **{**found["command"], **amount})
                assert answer.ok or "passed-point" in answer.text(), answer.text()  # their own page was quicker
                return True
        return False

    def quietly(self) -> bool:
        return self.answer("CutCards", "LookOver", "DeclineInsurance", "TakeBlackjack", "AcceptCard", "Stand")

    def wager(self, box: int, amount: int = 500, **sides: int) -> None:
        point = f"{self.view()['view']['round']['number']}.wager"
        self.do("PlaceWager", point, box=box, wager="base", amount=amount)
        for wager, cents in sides.items():
            self.do("PlaceWager", point, box=box, wager=wager.replace("_", "-"), amount=cents)


class Desk:
    """A dealer's desk: each due step as a dealer does it, by key or by mouse."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.made: set[str] = set()

    @property
    def now(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(_NOW)
        return found

    def press(self, *keys: str) -> None:
        self.visitor.press(*keys)

    def count(self, amount: int, chips: dict[int, str] | None = None) -> None:
        """Count chips out of the tray, the largest first."""
        for kind, key in (chips or _CHIPS).items():
            while amount >= kind:
                self.press(key)
                amount -= kind

    def moved(self, now: dict[str, Any]) -> None:
        self.page.wait_for_function(_MOVED, arg=[now["point"], now["who"]])

    def step(self, *, by_mouse: bool = False) -> str:
        """Do the step that is due; its name."""
        now = self.now
        name = str(now["step"]["command"])
        self._payment(now["payment"]) if now["payment"] else self._motion(now, by_mouse=by_mouse)
        self.moved(now)
        self.made.add(name)
        return name

    def _payment(self, payment: dict[str, Any]) -> None:
        if payment["owed"]:
            self.count(payment["owed"])
            self.press("Enter")
        else:
            self.press("k" if payment["collected"] else "h")

    def _motion(self, now: dict[str, Any], *, by_mouse: bool) -> None:
        step = now["step"]
        if step["command"] == "Deal":
            self._deal(step["box"], by_mouse=by_mouse)
        elif now["phase"] == "round" and step["command"] in _KEYS:
            self.press(_KEYS[step["command"]])
        elif now["phase"] == "round":
            self.page.locator("[data-do=step]").click() if by_mouse else self.press("Enter")
        elif by_mouse:
            self.page.locator(".tile.now .press").click()
        else:
            self.press(str(self.page.locator(".tile.now kbd").inner_text()).lower())

    def _deal(self, box: int, *, by_mouse: bool) -> None:
        if by_mouse:
            self.page.locator("[data-focus=shoe]").click()
            self.page.locator(f"[data-box='{box}'] .touch").click(force=True)
        else:
            self.press("d", str(box))

    def until(self, guests: list[Remote], *names: str, mouse_every: int = 0) -> None:
        """Deal on, guests answering quietly, until one of these steps is due."""
        for number in range(1, 400):
            now = self.now
            if now["step"] and now["step"]["command"] in names:
                return
            if now["who"] == "dealer":
                self.step(by_mouse=bool(mouse_every) and number % mouse_every == 0)
            elif not any(guest.quietly() for guest in guests):
                assert now["who"] != "floor", "nobody is on this floor"

    def refused(self, sentence: str, clause: str = "") -> None:
        """The strip says this, and shows its clause."""
        strip = self.page.locator(".strip.no")
        expect(strip).to_contain_text(sentence)
        if clause:
            expect(strip.locator("[data-clause]")).to_have_text(clause)


_KEYS = {"TurnHoleCard": "t", "TurnUpCards": "t", "Peek": "r", "PickUp": "p"}
