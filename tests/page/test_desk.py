"""A table dealt by hand in a real browser, from the opening checklist to closing; and who is refused at a desk."""

from __future__ import annotations

import re
import subprocess
import sys

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.dealer import Desk, Remote
from tests.page.eyes import blemishes, overflows
from tests.page.house import House
from tests.page.test_wire import Wire
from tests.page.visitor import PATIENCE, Visitor

SIZE = {"width": 1180, "height": 820}
MOST_BYTES = 60_000
"""What a desk adds to the wire over the shell of the page."""
MANUAL = 'rule_set = "md"\nshuffle_method = "manual"\nspin_offered = false\nxtreme_offered = false\n'

IN_FRONT = 148
"""Cards in front of the cover card where the test drags it."""
NEARLY = 288 - IN_FRONT + 16
"""Cards left in the shoe when it comes in the next round or two."""
CARD = 72
_IN_STACK = """(front) => {
  const felt = document.querySelector('.deskfelt');
  const { x, y } = new DOMPoint(130 + front * 920 / 288, 300).matrixTransform(felt.getScreenCTM());
  return [x, y];
}"""
_CHANGED = """() => {
  const room = document.querySelector('siete-desk');
  Object.assign(room.model.felt, { rules_hash: 'before', table_max: 1 });
  room.hear({ ...room.model.message, events: [] });
}"""


def test_a_maryland_table_from_the_checklist_to_closing(visit: Visit, house: House) -> None:
    dora, ana, ben = visit(**SIZE), visit(), visit()
    frames: list[str] = []
    dora.page.on("websocket", lambda line: line.on("framereceived", lambda frame: frames.append(str(frame))))
    dora.enter()
    dora.go("/desk")
    dora.page.get_by_role("button", name="Open it and deal").click()
    desk = Desk(dora)
    expect(dora.page.locator(".list li.now")).to_contain_text("Receive")
    assert blemishes(dora) == []
    assert overflows(dora) <= 0
    table = dora.page.url.rsplit("/", 1)[1]
    for visitor, box in ((ana, 2), (ben, 4)):
        visitor.enter()
        Remote(visitor, table).do("TakeSeat", box=box, amount=50_000)
    owner, guests = Remote(dora, table), [Remote(ana, table), Remote(ben, table)]
    ana.go(f"/t/{table}")

    # The opening, the shuffle by hand, the cut by a player, cover card and burn: half by mouse, half by key.
    desk.until(guests, "WashCards", mouse_every=2)
    desk.press("l")
    desk.refused("The next step is to wash the cards.", "MD-4.E")
    desk.until(guests, "PlaceCoverCard", mouse_every=2)
    dora.picture("desk-cover-card")
    assert blemishes(dora) == []
    desk.press(*["ArrowRight"] * 8)
    desk.press("v")
    desk.refused("68 cards behind the cover card are not allowed", "MD-5.E.2")
    _drag_cover_card(dora, in_front=IN_FRONT)
    desk.step()
    desk.until(guests, "StartRound", mouse_every=2)
    assert {"ReceiveCards", "InspectCards", "RemoveTens", "SpreadCards", "TurnCardsDown", "WashCards"} <= desk.made
    assert {"DoShuffleStep", "ShuffleCards", "PlaceCoverCard", "LoadShoe", "BurnCard"} <= desk.made

    # A split and a match: 8-8 against a 7 that ben's 7 matches.
    desk.step()
    frames.clear()
    owner.do("StackShoe", cards="8s 7d 7h 8d 2c Kc Kh 9c Ks")
    ana.settle()
    ana.wager()
    ana.page.locator("[data-do=ready]").click()
    ana.placed()
    guests[1].wager(4, 500, match_up=500)
    expect(dora.page.locator("[data-box='2']")).to_have_attribute("aria-label", re.compile(r"wager \$\d"))
    desk.until([], "Deal")
    dora.page.evaluate("() => { window.drawn = document.querySelector('.tray'); }")
    desk.press("d", "4")
    desk.refused("The next step is to deal a card to box 2.", "MD-7.E.1")
    expect(dora.page.get_by_role("region", name="Why")).to_be_visible()
    assert blemishes(dora) == []
    assert dora.page.evaluate("() => drawn.isConnected"), "a card that is drawn leaves the tray as it is drawn"
    assert dora.page.locator(".tray *").count() < 300, "and its chips are few elements"
    desk.until([], "SettleWager")
    desk.count(1_500)
    desk.press("Enter")
    desk.refused("You counted $15; the match-up wager of box 4 is paid $20.", "MD-12.A.4.a.ii")
    dora.picture("desk-refused")
    desk.press("Backspace", "Backspace", "Backspace", "c", "c", "c", "x", "x", "x", "x", "x")
    now = desk.now
    desk.press("Enter")  # four fives are asked for; three and five ones are as good
    desk.moved(now)
    while desk.now["who"] == "dealer":
        desk.step(by_mouse=True)
    ana.settle()
    ana.decide("Split")
    while desk.now["who"] == "dealer":
        desk.step(by_mouse=True)
    ana.decide("Stand")
    while desk.now["who"] == "dealer":
        desk.step()
    ana.decide("Stand")
    ana.go("/lobby")
    dora.picture("desk-split")
    desk.until(guests, "TurnHoleCard")
    lit = dora.page.locator("[data-layer=dealer] .aim").bounding_box()
    assert lit is not None
    assert lit["width"] > 2 * CARD, "what is lit is lit whole"
    assert any('"9c"' in frame for frame in frames), "cards that were dealt came over this line"
    assert not any('"Kc"' in frame or '"Ks"' in frame for frame in frames), "neither the hole card nor the next one did"
    desk.until(guests, "StartRound", mouse_every=3)

    # Insurance, lost: the reader first, then the chips are collected.
    desk.step()
    owner.do("StackShoe", cards="Ks 9d As Qs 9h 8c Kc")
    guests[0].wager(2)
    guests[1].wager(4, 1_000)
    desk.until([], "CloseInsurance", "Peek")
    while (found := guests[1].find("TakeInsurance")) is None:
        desk.step()
    guests[1].do("TakeInsurance", found["point"], box=4, amount=500)
    guests[0].quietly()
    desk.until(guests, "SettleWager")
    desk.press("h")
    desk.refused("The insurance of box 4 loses: collect it.", "MD-8.F")
    desk.until(guests, "StartRound")
    assert "Peek" in desk.made

    # Two irregularities, reported to the floorperson.
    desk.step()
    owner.do("StackShoe", cards="Ks 9d 7h Qs 9h Tc 8c 5s Kc 9s".replace("Tc ", ""))
    guests[0].wager(2)
    guests[1].wager(4)
    desk.until([], "Deal")
    for words in ("The next card lies face up in the shoe", "I drew a card in error; nobody saw it"):
        desk.press("f")
        dora.page.locator("dialog").get_by_role("button", name=words).click()
        expect(dora.page.locator("dialog")).to_have_count(0)
        expect(dora.page.locator(".strip.no")).to_have_count(0)
    desk.until(guests, "StartRound")
    told = ana.context.request.get(f"{house.address}/api/v1/rounds/{table}/3", timeout=PATIENCE).json()
    happened = {step["event"]["event"] for step in told["steps"]}
    assert {"FaceUpCardFound", "CardDrawnUnexposed"} <= happened

    # Handed back, the automatic dealer goes on; taken again for the round in which the cover card comes.
    dora.page.get_by_role("button", name="Hand back").click()
    expect(dora.page.locator(".strip")).to_contain_text("The automatic dealer deals here")
    expect(dora.page.locator("dialog")).to_be_visible()  # what the run came to
    dora.press("Escape")
    _play_on(guests, left=NEARLY)
    dora.page.locator("[data-do=take]").click()
    expect(dora.page.locator(".tray")).to_be_visible()
    for _ in range(4):
        for box, guest in ((2, guests[0]), (4, guests[1])):
            if guest.find("PlaceWager") is not None and desk.now["phase"] == "round":
                _wager_once(guest, box)
        desk.until(guests, "StartRound", "CollectShoe")
        if desk.now["step"]["command"] == "CollectShoe":
            break
        desk.step()
    assert desk.now["phase"] == "shuffle"
    desk.until(guests, "StartRound", mouse_every=2)
    assert "CollectShoe" in desk.made

    desk.press("f")
    dora.page.get_by_role("button", name="Close the table for good").click()
    expect(dora.page.get_by_role("heading", name="The dealer's desk")).to_be_visible()
    command = [sys.executable, "-m", "siete.cli", "audit", "--database", f"sqlite:///{house.data / 'house.db'}"]
    audited = subprocess.run(command, capture_output=True, text=True, check=False)
    assert audited.returncode == 0, audited.stdout + audited.stderr


def _wager_once(guest: Remote, box: int) -> None:
    current = guest.view()["view"].get("round")
    if current and not current["are_wagers_closed"] and not any(each["number"] == box for each in current["boxes"]):
        guest.wager(box)


def _play_on(guests: list[Remote], *, left: int) -> None:
    """Rounds that the automatic dealer deals, until so few cards are left in the shoe."""
    for _ in range(400):
        told = guests[0].view()["view"]
        current = told.get("round")
        if not current or current["are_wagers_closed"]:
            for guest in guests:
                guest.quietly()
            continue
        if told["cards"]["left"] <= left:
            return
        for box, guest in ((2, guests[0]), (4, guests[1])):
            _wager_once(guest, box)
            guest.answer("Ready")
    raise AssertionError("the shoe does not come to its cover card")


def _drag_cover_card(dora: Visitor, *, in_front: int) -> None:
    """By mouse, from where it stands to so many cards from the top."""
    mouse, slab = dora.page.mouse, dora.page.locator("[data-slab] > rect").bounding_box()
    assert slab is not None
    mouse.move(slab["x"] + slab["width"] / 2, slab["y"] + slab["height"] / 2)
    mouse.down()
    x, y = dora.page.evaluate(_IN_STACK, in_front)
    mouse.move(x, y)
    mouse.up()
    expect(dora.page.locator("[data-slab]")).to_contain_text(f"{in_front} in front")


def _open(guest: Remote) -> None:
    """Look the cards over and cut them as they are asked for, until wagers may be placed."""
    for _ in range(400):
        if guest.view()["view"].get("round"):
            return
        guest.quietly()
    raise AssertionError("the table did not open")


def test_one_dealer_at_a_time_and_one_who_vanishes_is_replaced(visit: Visit) -> None:
    dora, dave, ben = visit(**SIZE), visit(**SIZE, color_scheme="light"), visit()
    for visitor in (dora, dave, ben):
        visitor.enter()
    body = {"submission": MANUAL.replace("manual", "automated_batch"), "timers": False, "private": False}
    table = dora.asked("/tables", body)["id"]
    guest = Remote(ben, table)
    guest.do("TakeSeat", box=3, amount=50_000)
    dora.go(f"/desk/{table}")
    wire = Wire(dave.context.new_cdp_session(dave.page))
    dave.go(f"/desk/{table}")
    dave.page.wait_for_load_state("networkidle")
    added = sum(size for name, size in wire.bytes.items() if "/desk" in name and name.startswith("/static/"))
    assert 20_000 < added <= MOST_BYTES
    expect(dave.page.locator("[data-do=take]")).to_be_visible()
    desk, other = Desk(dora), Desk(dave)
    dora.page.wait_for_function("() => document.querySelector('siete-desk')?.model?.message")
    dora.page.evaluate(_CHANGED)  # as if this desk had been opened under other limits
    dora.page.wait_for_function("() => document.querySelector('siete-desk').model.felt.table_max > 1")
    _open(guest)  # whoever takes the dealing before is shown the opening
    dora.page.locator("[data-level=free]").click()
    dora.page.keyboard.press("Enter")
    expect(dora.page.locator(".tray")).to_be_visible()
    expect(dave.page.locator(".strip")).to_contain_text(f"{dora.name} deals here")
    assert Remote(dave, table).send("TakeDealing").status == 403
    assert dave.page.locator("[data-do=take]").count() == 0

    # Free: nothing is lit; a wrong motion is refused with clause and words. Exam: no word until the end.
    assert dora.page.locator(".mo .on, .tube.lit").count() == 0
    dora.press("p")
    desk.refused("The next step is to", "MD-7.B.4")
    dora.page.locator("[data-level=exam]").click()
    expect(dora.page.locator("dialog")).to_contain_text("You wanted to pick up the cards.")
    dora.press("Escape")
    expect(dora.page.locator("[data-level=exam]")).to_have_attribute("aria-pressed", "true")
    dora.press("p")
    expect(dora.page.locator(".strip.no")).to_have_count(0)
    assert desk.now["step"] is None
    dora.page.locator("[data-level=guided]").click()
    expect(dora.page.locator("dialog")).to_contain_text("0 of 0 steps right")
    assert blemishes(dora) == []
    dora.press("Escape")

    # By keyboard alone: what has the focus is pressed by Enter.
    # Whoever comes to deal burns a card; 17 against a 7, so that the round waits for the guest.
    Remote(dora, table).do("StackShoe", cards="2c 9s 2d 7h 8d Kc")
    _wager_once(guest, 3)
    desk.until([], "Deal")
    dora.page.locator("[data-focus=shoe]").focus()
    dora.press("Enter")
    expect(dora.page.locator("[data-focus=shoe]")).to_contain_text("a card in your hand")
    now = desk.now
    dora.page.locator("[data-focus=box-3]").focus()
    dora.press("Enter")
    desk.moved(now)
    dora.press("?")
    expect(dora.page.locator("dialog")).to_contain_text("Backspace")
    dora.press("Escape")

    # Handed back in mid-round and taken again; a line that breaks comes back, and what was sent meanwhile is done once.
    dealt = guest.view()["view"]["cards"]["dealt"]
    dora.page.get_by_role("button", name="Hand back").click()
    expect(dora.page.locator(".strip")).to_contain_text("The automatic dealer deals here")
    assert guest.view()["view"]["round"]["number"] == now["rounds"] + 1
    dora.page.locator("[data-do=take]").click()
    expect(dora.page.locator(".tray")).to_be_visible()
    assert guest.view()["view"]["cards"]["dealt"] >= dealt
    guest.answer("DeclineInsurance", "TakeBlackjack", "Stand")
    desk.until([guest], "BurnCard", "TurnHoleCard", "Deal", "StartRound", "PickUp")
    now = desk.now
    dora.page.evaluate("() => document.querySelector('siete-desk').link.socket.close()")
    desk.step()
    expect(dora.page.locator(".strip")).not_to_contain_text("Reconnecting")
    assert desk.now["point"] != now["point"]

    # The dealer vanishes in mid-round; the automatic one goes on, and another person takes over from it.
    dora.page.goto("about:blank")
    expect(dave.page.locator("[data-do=take]")).to_be_visible()
    cards = guest.view()["view"]
    assert cards["rounds"] or cards["round"]["are_wagers_closed"]
    dave.page.locator("[data-do=take]").click()
    expect(dave.page.locator(".tray, .tile").first).to_be_visible()
    dave.picture("desk-light")
    assert blemishes(dave) == []
    other.until([guest], "StartRound", "CloseWagers", "BurnCard")
    dora.go(f"/desk/{table}")
    expect(dora.page.locator(".strip")).to_contain_text(f"{dave.name} deals here")
