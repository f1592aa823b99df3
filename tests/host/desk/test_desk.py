"""A person deals for others: hand-over between any two steps, motions with chips, help levels, and who is refused."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, cast

import pytest

from siete.errors import SieteError
from siete.host.access.roles import HouseRole, Person
from siete.host.audit.house import audit
from siete.host.desk.run import HelpLevel
from siete.host.house import House
from siete.host.learning.reviews import Reviews
from siete.host.settings import PRACTICE, Settings
from siete.host.table import actor
from siete.host.table.actor import TableActor
from siete.host.table.messages import sendable
from siete.table import commands as c
from siete.table.due import Due, Waiting
from siete.table.state.table import TableState
from tests.host.guests import Guest, StillClock, come, house_of, is_betting, open_live, round_of, until, wager

pytestmark = pytest.mark.anyio

DORA, DAVE = Person(HouseRole.DEALER, "dora"), Person(HouseRole.DEALER, "dave")
MARYLAND = 'rule_set = "md"\nspin_offered = false\nxtreme_offered = false\n'


class Dealer(Guest):
    """Somebody at a desk: every step as a motion."""

    @property
    def desk(self) -> dict[str, Any]:
        return cast("dict[str, Any]", self.table.broadcaster.own(self.person)["desk"])

    async def take(self, level: HelpLevel = HelpLevel.GUIDED) -> None:
        await self.ask("TakeDealing", help=level.value)

    async def step(self) -> str:
        """Make the motion that is due, as a desk would; its name."""
        due, desk = self.table.due, self.desk
        assert isinstance(due, Due), due
        name, fields = _motion(due, desk)
        await self.ask(name, desk["point"], **fields)
        return name

    async def refused(self, kind: str, point: str = "", **fields: Any) -> SieteError:
        """The refusal of a motion, which changes nothing."""
        before = self.table.loaded
        with pytest.raises(SieteError) as caught:
            await self.ask(kind, point, **fields)
        assert self.table.loaded is before
        return caught.value


def _motion(due: Due, desk: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    payment = desk.get("payment")
    if payment is None:
        step = sendable(due.command)
        return str(step.pop("command")), step
    place = {name: payment[name] for name in ("box", "hand", "wager")}
    if payment["owed"] + payment["handed_over"]:
        return "PayOut", {**place, "chips": _counted(payment["owed"])}
    return ("CollectWager" if payment["collected"] else "LeaveWager"), place


def _counted(amount: int, kinds: tuple[int, ...] = (50_000, 10_000, 2_500, 500, 100, 50)) -> list[int]:
    chips: list[int] = []
    for kind in kinds:
        chips += [kind] * (amount // kind)
        amount %= kind
    assert amount == 0
    return chips


async def deal(dealer: Dealer, guests: list[Guest], rounds: int) -> set[str]:
    """Deal until so many rounds are over; the motions that were made."""
    made: set[str] = set()
    for _ in range(3_000):
        if dealer.table.state.rounds >= rounds and dealer.table.state.round is None:
            return made
        made.add(await _one_step(dealer, guests))
    raise AssertionError("the rounds do not end")


async def _one_step(dealer: Dealer, guests: list[Guest]) -> str:
    """Wagers first, then the dealer's motion, or else the players' answers."""
    table = dealer.table
    for box, guest in enumerate(guests, start=1):
        if is_betting(table) and table.state.round is not None and table.state.round.box(box) is None:
            await wager(guest, box, is_ready=False)
    if isinstance(table.due, Due):
        return await dealer.step()
    for guest in guests:
        await guest.quietly()
    return ""


async def at_practice(house: House, *, dealer: str = "", submission: str = MARYLAND) -> TableActor:
    settings = Settings(submission=submission, has_timers=False, seed="desk", first_dealer=dealer)
    return await house.open_table("t", "t", PRACTICE, "guest:Ana", settings)


async def seated(house: House, table: TableActor, *names: str) -> list[Guest]:
    return [await come(house, table, name, box) for box, name in enumerate(names, start=1)]


def is_dealers(table: TableActor) -> bool:
    """Whether a step of the dealer is due."""
    return isinstance(table.due, Due)


async def in_play(dealer: Dealer, guests: list[Guest]) -> None:
    """Wagers closed, and the first question open."""
    for box, guest in enumerate(guests, start=1):
        await wager(guest, box, is_ready=False)
    table = dealer.table
    while not (
        isinstance(table.due, Waiting) and table.state.round is not None and table.state.round.are_wagers_closed
    ):
        await dealer.step()


# --- a whole table ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["manual", "automated_batch"])
async def test_a_dealer_opens_a_table_by_the_checklist_and_deals_rounds_with_every_motion(method: str) -> None:
    house = await house_of()
    table = await at_practice(house, dealer="Dora", submission=f'{MARYLAND}shuffle_method = "{method}"\n')
    dealer = Dealer(table, Person(HouseRole.GUEST, "Dora"))
    assert table.current.dealer == "Dora"
    assert dealer.desk["phase"] == "opening"
    assert isinstance(table.due, Due), "the floorperson's items are signed; the dealer's first step waits"
    guests = await seated(house, table, "Ana", "Ben")
    made = await deal(dealer, guests, rounds=12)
    opening = {"ReceiveCards", "InspectCards", "RemoveTens", "SpreadCards", "TurnCardsDown", "WashCards", "StackCards"}
    shuffle = {"ShuffleCards", "PlaceCoverCard", "LoadShoe", "BurnCard"}
    rounds = {"StartRound", "CloseWagers", "Deal", "PayOut", "CollectWager", "TurnHoleCard", "PickUp"}
    assert opening | shuffle | rounds <= made
    assert ("DoShuffleStep" in made) is (method == "manual")
    report = (await dealer.ask("GiveDealing"))["report"]
    assert report["steps"] == report["right"] > 100
    assert report["mistakes"] == []
    assert (await audit(house.store)).is_sound


async def test_a_desk_counts_the_tens_that_were_taken_out_and_says_what_became_of_them() -> None:
    house = await house_of()
    table = await at_practice(house, dealer="Dora")
    dealer = Dealer(table, Person(HouseRole.GUEST, "Dora"))
    await seated(house, table, "Ana")
    told = []
    while (due := table.due) and isinstance(due, Due) and not isinstance(due.command, c.SpreadCards):
        told.append(dealer.desk.get("tens"))
        await dealer.step()
    assert not any(told)
    assert dealer.desk["tens"] == {"count": 24, "words": "10s torn"}


# --- who deals -------------------------------------------------------------------------------------------------------


async def test_a_table_changes_hands_in_mid_round_both_ways() -> None:
    house = await house_of()
    table = await open_live(house, "md")
    guests = await seated(house, table, "Ana", "Ben")
    await until(table, guests, is_betting)
    for box, guest in enumerate(guests, start=1):
        await wager(guest, box)
    assert not is_dealers(table), "the automatic dealer has dealt up to a player's question"
    dealer = Dealer(table, DORA)
    await dealer.take()
    while not is_dealers(table):
        for guest in guests:
            await guest.quietly()
    await dealer.step()
    version = table.loaded.version
    await dealer.ask("GiveDealing")
    assert table.loaded.version > version + 1, "the automatic dealer goes on at once"
    assert table.current.dealer == ""
    await round_of(table, guests)
    entries = [entry.kind for entry in await house.store.read("table/t")]
    assert entries.count("DealerCame") == 2
    assert (await audit(house.store)).is_sound


async def test_a_dealer_who_vanishes_is_replaced_after_a_time_and_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(actor, "WATCH_SECONDS", 0.005)
    clock = StillClock()
    house = await house_of(clock=clock)
    table = await open_live(house, "md")
    guests = await seated(house, table, "Ana", "Ben")
    await until(table, guests, is_betting)
    dealer = Dealer(table, DORA)
    await dealer.take()
    await in_play(dealer, guests)
    money = table.state.money
    cards = [hand.cards for box in (table.state.round.boxes if table.state.round else ()) for hand in box.hands]

    async def later(seconds: float) -> None:
        clock.now += seconds
        await asyncio.sleep(0.1)  # it is looked for the dealer many times meanwhile

    def dealing() -> str:
        return table.current.dealer

    await later(31)
    assert dealing() == "dora", "a dealer with an open line is there, however long a motion takes"
    table.subscribers.remove(dealer)
    await later(29)
    assert dealing() == "dora"
    await later(2)
    while dealing():  # however long a busy machine takes to look
        await asyncio.sleep(0.005)
    assert [hand.cards for box in (table.state.round.boxes if table.state.round else ()) for hand in box.hands] == cards
    assert table.state.money == money
    await round_of(table, guests)
    assert (await audit(house.store)).is_sound
    late = await dealer.refused("BurnCard")
    assert (late.code, bool(late.clause)) == ("command/not-the-dealer", True)
    await dealer.take()
    assert table.current.dealer == "dora"
    await house.close()


async def test_of_two_dealers_one_wins_and_the_other_is_told_who() -> None:
    house = await house_of()
    table = await open_live(house, "md")
    guests = await seated(house, table, "Ana")
    await until(table, guests, is_betting)
    dora, dave = Dealer(table, DORA), Dealer(table, DAVE)
    await dora.take()
    refusal = await dave.refused("TakeDealing")
    assert (refusal.code, refusal.sentence) == ("command/not-the-dealer", "dora deals at this table.")
    assert refusal.clause
    assert refusal.facts == {"dealer": "dora"}
    version = table.loaded.version
    await dora.take(HelpLevel.FREE)
    assert table.loaded.version == version, "who deals already only chooses another help level"
    assert (await dave.refused("GiveDealing")).code == "command/not-the-dealer"
    due = table.due
    second = await dave.refused("BurnCard", dora.desk["point"])
    assert (second.code, second.sentence) == ("command/not-the-dealer", "dora deals at this table.")
    assert second.clause
    assert table.due == due, "it is still due, and dora does it"
    await dora.step()


async def test_whoever_has_the_link_deals_at_a_practice_table_and_no_guest_at_a_live_one() -> None:
    house = await house_of()
    practice, live = await at_practice(house), await open_live(house, "md", "live")
    await house.welcome("Zoe")
    zoe = Person(HouseRole.GUEST, "Zoe")
    await Dealer(practice, zoe).take()
    assert practice.current.dealer == "Zoe"
    refusal = await Dealer(live, zoe).refused("TakeDealing")
    assert (refusal.code, bool(refusal.clause)) == ("command/not-for-you", True)
    motion = await Dealer(live, zoe).refused("BurnCard")
    assert (motion.code, bool(motion.clause)) == ("command/not-for-you", True)


# --- chips -----------------------------------------------------------------------------------------------------------


async def _won(house: House) -> tuple[Dealer, TableActor]:
    """A round in which box 2 has lost $25 and box 1 is about to be paid $25."""
    table = await at_practice(house)
    guests = await seated(house, table, "Ana", "Ben")
    await until(table, guests, is_betting)
    dealer = Dealer(table, Person(HouseRole.GUEST, "Dora"))
    await guests[0].ask("StackShoe", cards="2s Ks Kd Qs 9s 6c 7d")
    await dealer.take()
    await dealer.step()
    await guests[0].do("PlaceWager", box=1, wager="base", amount=2_500)
    await guests[1].do("PlaceWager", box=2, wager="base", amount=2_500)
    while not (isinstance(table.due, Due) and dealer.desk.get("payment")):
        if isinstance(table.due, Due):
            await dealer.step()
        for guest in guests:
            await guest.quietly()
    return dealer, table


async def test_any_mix_with_the_right_sum_is_accepted_and_a_wrong_sum_refused() -> None:
    dealer, table = await _won(await house_of())
    assert dealer.desk["payment"]["box"] == 2, "the loser comes first"
    then = {"box": 1, "hand": 0, "wager": "base", "owed": 2_500, "handed_over": 0, "collected": 0}
    assert dealer.desk["following"] == [then]
    assert (await dealer.refused("PayOut", box=2, chips=[2_500])).code == "desk/collect"
    assert (await dealer.refused("LeaveWager", box=2)).code == "desk/collect"
    assert (await dealer.refused("CollectWager", box=1)).code == "command/not-this-step"
    await dealer.step()
    payment = dealer.desk["payment"]
    assert (payment["box"], payment["owed"]) == (1, 2_500)
    assert "following" not in dealer.desk
    short = await dealer.refused("PayOut", box=1, chips=[500, 500, 500, 500])
    assert short.code == "desk/wrong-chips"
    assert short.sentence == "You counted $20; box 1 is paid $25."
    assert short.clause == "MD-7.O.2"
    assert (await dealer.refused("PayOut", box=1, chips=[2_000, 500])).code == "desk/no-such-chip"
    assert (await dealer.refused("CollectWager", box=1)).code == "desk/pay"
    assert dealer.desk["payment"] == payment, "the step is still due"
    rack, tray = table.state.racks["Ana"], dealer.desk["tray"]
    await dealer.ask("PayOut", dealer.desk["point"], box=1, chips=[500, 500, 500, 500, 100, 100, 100, 100, 50, 50])
    assert table.state.racks["Ana"] == rack + 5_000
    assert sum(chip * count for chip, count in dealer.desk["tray"]) == sum(chip * count for chip, count in tray) - 2_500


async def test_stale_repeated_and_malformed_motions_are_refused_with_the_clause_of_what_is_due() -> None:
    dealer, table = await _won(await house_of())
    old = dealer.desk["point"]
    await dealer.step()
    twice = await dealer.refused("CollectWager", old, box=2)
    assert (twice.code, bool(twice.clause)) == ("command/passed-point", True)
    refusal = await dealer.refused("CollectWager", old, box=1)
    assert refusal.code == "command/passed-point"
    assert refusal.clause
    assert refusal.sentence.startswith("That step is done. The next step is to ")
    assert (await dealer.refused("PayOut", box=1, chips=["a"])).code == "message/wrong-value"
    assert (await dealer.refused("PayOut", box=1, chips=[500] * 500)).code == "message/wrong-value"
    assert (await dealer.refused("PayOut")).code == "message/missing-field"
    player = Dealer(table, Person(HouseRole.GUEST, "Ana"))
    mine = await player.refused("PickUp")
    assert (mine.code, mine.sentence) == ("command/not-the-dealer", "Dora deals at this table.")
    assert mine.clause


# --- help and calls --------------------------------------------------------------------------------------------------


async def test_an_exam_says_nothing_until_it_is_over_and_then_everything() -> None:
    house = await house_of()
    table = await open_live(house, "md")
    guests = await seated(house, table, "Ana")
    await until(table, guests, is_betting)
    dealer = Dealer(table, DORA)
    await dealer.take(HelpLevel.EXAM)
    assert set(dealer.desk) == {"help", "point", "phase", "tray", "pile", "lie", "cover"}
    assert "step" not in dealer.now["view"]["due"]
    noted = await dealer.refused("CloseWagers")
    assert (noted.code, noted.sentence, noted.clause, noted.facts) == ("desk/noted", "Noted.", "", {})
    await dealer.ask("BurnCard")
    report = (await dealer.ask("ChooseHelp", help="guided"))["report"]
    assert (report["level"], report["steps"], report["right"]) == ("exam", 1, 0)
    (mistake,) = report["mistakes"]
    assert mistake["done"] == "close the wagers"
    assert mistake["sentence"] == "The next step is to burn a card."
    assert mistake["clause"] == table.rules.clause("burn_new_dealer")
    assert report["clauses"] == {mistake["clause"]: 1}
    assert dealer.desk["who"] == "players"


async def test_a_call_for_a_floorperson_stands_until_one_takes_the_floor() -> None:
    house = await house_of()
    table = await open_live(house, "md")
    dealer = Dealer(table, DORA)
    assert (await dealer.refused("CallFloor", words="now")).code == "command/not-the-dealer"
    await dealer.take()
    await dealer.ask("CallFloor", words="A card  fell\nto the floor")
    assert table.broadcaster.shown(DORA.view)["call"] == "A card fell to the floor"
    await Guest(table, Person(HouseRole.FLOORPERSON, "fred")).ask("TakeFloor")
    assert "call" not in table.broadcaster.shown(DORA.view)


# --- secrecy ---------------------------------------------------------------------------------------------------------


def _otherwise(state: TableState) -> TableState:
    """The same table with another rest of the shoe, and another hole card while nobody has looked at it."""
    current = state.round
    assert current is not None
    assert state.shoe is not None
    left = state.shoe[state.dealt :]
    changed = replace(state, shoe=(*state.shoe[: state.dealt], *reversed(left)))
    if not current.is_hole_hidden or len(current.dealer) < 2 or current.peek is not None:
        return changed
    other = next(card for card in left if card.rank is not current.dealer[1].rank)
    return replace(changed, round=replace(current, dealer=(current.dealer[0], other)))


async def test_nothing_a_desk_is_sent_depends_on_a_hidden_card() -> None:
    """At every step of three rounds, the bytes are the same over another hole card and another rest of the shoe."""
    house = await house_of()
    table = await at_practice(house, dealer="Dora")
    dealer = Dealer(table, Person(HouseRole.GUEST, "Dora"))
    guests = await seated(house, table, "Ana", "Ben")
    compared = 0
    for number in range(1, 4):
        while table.state.rounds < number or table.state.round is not None:
            current, loaded = table.state.round, table.loaded
            if current is not None and current.are_wagers_closed:
                told = table.broadcaster.snapshot(dealer.person, None)
                table.current.loaded = replace(loaded, state=_otherwise(table.state))
                assert table.broadcaster.snapshot(dealer.person, None) == told
                table.current.loaded = loaded
                compared += 1
            await _one_step(dealer, guests)
    assert compared > 30
    dealt = [event for each in dealer.told for event in each.get("events", ()) if event["event"] == "CardDealt"]
    assert [event for event in dealt if not event["is_face_up"] and "card" in event] == []


# --- what is kept ----------------------------------------------------------------------------------------------------


async def test_a_run_is_kept_when_it_ends_however_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actor, "WATCH_SECONDS", 0.005)
    clock = StillClock()
    house = await house_of(clock=clock)
    table = await open_live(house, "md")
    guests = await seated(house, table, "Ana")
    await until(table, guests, is_betting)
    dealer = Dealer(table, DORA)
    kept = Reviews(house.store, clock)

    async def runs() -> list[tuple[str, int, int, tuple[str, ...]]]:
        found = (await kept.learner(DORA.scope)).runs
        return [(run.level, run.steps, run.right, run.missed) for _, run in found]

    await dealer.take(HelpLevel.FREE)
    assert await runs() == [], "nothing was done in it"
    await dealer.refused("PickUp")
    await wager(guests[0], 1, is_ready=False)
    await dealer.step()
    await dealer.ask("ChooseHelp", help="guided")
    ((level, steps, right, missed),) = await runs()
    assert (level, steps, right) == ("free", 1, 0)
    assert missed
    await dealer.step()
    table.subscribers.remove(dealer)
    clock.now += 31
    while len(await runs()) < 2:
        await asyncio.sleep(0.01)
    assert table.current.dealer == ""
    assert (await runs())[1:] == [("guided", 1, 1, ())]
    assert (await audit(house.store)).is_sound
    await house.close()


async def test_a_run_goes_on_in_the_next_process() -> None:
    clock = StillClock()
    house = await house_of(clock=clock)
    table = await open_live(house, "md")
    guests = await seated(house, table, "Ana")
    await until(table, guests, is_betting)
    dealer = Dealer(table, DORA)
    await dealer.take(HelpLevel.FREE)
    await wager(guests[0], 1, is_ready=False)
    await dealer.step()
    await dealer.refused("PickUp")
    kept = Reviews(house.store, clock)
    while not (await kept.learner(DORA.scope)).unfinished:  # written beside the game
        await asyncio.sleep(0)

    killed = await house_of(house.store, clock)
    await killed.start()
    again = Dealer(killed.table("t"), DORA)
    await again.step()
    await again.step()
    report = again.table.current.run.report()
    assert (report["level"], report["steps"], report["right"]) == ("free", 3, 2), "the step that was missed counts once"
    assert [each.done for each in again.table.current.run.mistakes] == ["pick up the cards"]
    await killed.close()

    closed = await house_of(house.store, clock)
    await closed.start()
    last = Dealer(closed.table("t"), DORA)
    await last.ask("GiveDealing")
    learner = await kept.learner(DORA.scope)
    ((_, run),) = learner.runs
    assert (run.steps, run.right, len(run.missed)) == (3, 2, 1), "a house that closes notes the last step too"
    assert not learner.unfinished
    assert (await audit(house.store)).is_sound
    await closed.close()
