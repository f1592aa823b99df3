"""Tables that run for days: people come, play and leave, and in one round of ten something goes wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from siete.cards import Card, Rank, Suit
from siete.host.chance.shuffling import Chance
from siete.host.memory_table import MemoryTable
from siete.money import Cents, whole_cents
from siete.rules.options import JackpotType, MtdMandatory
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.decide import refusal
from siete.table.due import Next, Waiting
from siete.table.legal import legal
from siete.table.money.ledger import moves
from siete.table.money.results import results_of
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.stepping import StepTaken, drive, house_steps, second_batch
from siete.table.wagers import jackpot, match_the_dealer, registry
from tests.table.generated.mishaps import MISHAPS, ORDERS
from tests.table.generated.random_play import PLAYERS, filled

TENS = tuple(Card(Rank.TEN, suit) for suit in Suit)
MOST_STEPS = 20_000
"""More than any round takes with all that comes before it."""


class Running:
    """One table and the accounts that are kept of its cards and its money."""

    mishap_rate = 0.1
    """The share of rounds in which something goes wrong."""

    def __init__(self, rules: TableRules, seed: str) -> None:
        self.rng = Random(seed)
        self._round: list[e.Event] = []
        """What has happened since the round began."""
        self.table = MemoryTable(rules, Chance(seed), told=self._told)
        self.rules = rules
        self.present: Counter[Card] = Counter()
        """Cards at the table by the events that bring them and take them away."""
        self.went_wrong: Counter[str] = Counter()
        self.destroyed = 0
        """10-spots found in play and disposed of."""
        self.batches = 0
        """Batches put into the shuffler, and how many cards the one there has."""
        self.closed = 0
        """How often the table was closed and opened again."""
        self._money = Cents(0)
        self._mishap_in = self._mishaps = 0
        """Steps until the next mishap, 0 for none, and how many are still to come."""
        self._come()

    # --- accounts ----------------------------------------------------------------------------------------------------

    def _told(self, step: StepTaken) -> None:
        for event in step.events:
            self._account(event)

    def _account(self, event: e.Event) -> None:
        if isinstance(event, e.RoundStarted):
            self._round.clear()
        self._round.append(event)
        match event:
            case e.CardsReceived(cards=cards):
                assert not self.present or self.rules.shuffler_batches > 1, "only a second batch comes beside the first"
                self.present += Counter(cards)
            case e.TensDisposed(cards=cards):
                self.present -= Counter(cards)
            case e.TenDisposed(card=card):
                self.destroyed += 1
                self.present -= Counter((card,))
            case e.CardsReturned(count=count):
                left = cards_at(self.table.state)
                assert self.present.total() - left.total() == count
                self.present = left
            case e.CardsRetired() | e.DecksWithdrawn() | e.TableClosed():
                self.present -= self._batch()
                assert event.count == self.present.total(), event
                self.present = self._batch()
            case e.CardsReady(cards=cards):
                self.present = self.present or Counter(cards)
                assert Counter(cards) + self._batch() == self.present
            case e.BatchStored(order=order):
                self.batches += 1
                assert self.present >= Counter(order), "its decks were received"
            case e.ChipsBrought(amount=amount):
                self._money = Cents(self._money + amount)
            case e.ChipsTakenAway(amount=amount):
                self._money = Cents(self._money - amount)

    def _batch(self) -> Counter[Card]:
        """What lies in the shuffler."""
        opening = self.table.state.opening
        return Counter(opening.batch or ()) if opening is not None else Counter()

    def check(self) -> None:
        """Cards and money are where the accounts say."""
        assert self.table.state.money == self._money
        assert_results_sum_to_racks(self._round)
        assert cards_at(self.table.state) == self.present
        meters = self.table.meters.values()
        assert sum(meter.amount + meter.reserve - meter.seeded for meter in meters) == self.table.state.meters
        for terms in registry.meters(self.rules):
            meter = self.table.meters[terms.name]
            assert min(meter.amount, meter.reserve) >= 0
            assert min(meter.fraction, meter.reserve_fraction, meter.overflow) >= 0
            if terms.wager in (Wager.SPIN, Wager.SECOND_SPIN, Wager.XTREME):  # which pay it whole or not at all
                assert meter.amount >= min(terms.seed, terms.reset), "no meter stands below its minimum"
            if self.rules.jackpot_type is JackpotType.HOUSE and terms.wager in jackpot.WAGERS:
                assert (meter.amount, meter.reserve) == (terms.seed, 0), "a posted prize stands as it is posted"

    # --- people ------------------------------------------------------------------------------------------------------

    def _may(self, command: c.Command) -> bool:
        return refusal(self.table.state, self.rules, command) is None

    def _do_if_allowed(self, command: c.Command) -> bool:
        is_allowed = self._may(command)
        if is_allowed:
            self.table.do(command)
        return is_allowed

    def _come(self) -> None:
        for box, player in enumerate(PLAYERS, start=1):
            self._do_if_allowed(c.BringChips(player=player, amount=whole_cents(self.rng.choice((300, 5000)))))
            self._do_if_allowed(c.TakeSeat(player=player, box=box))

    def _wager(self) -> None:
        """Everybody who may puts something down; who has too little brings more."""
        for player in self.rng.sample(PLAYERS, len(PLAYERS)):
            if self.table.state.racks.get(player, 0) < 4 * self.rules.table_max:
                self._do_if_allowed(c.BringChips(player=player, amount=Cents(10 * self.rules.table_max)))
            for _ in range(self.rng.randrange(1, 4)):
                kinds = [each for each in legal(self.table.state, self.rules, player) if _is_wager(each.command)]
                if kinds:
                    self._do_if_allowed(filled(self.rng.choice(kinds), self.rng))
            self._place_required(player)
        if self.table.state.round is not None and not self.table.state.round.boxes:
            # A bar on entry, or a side wager that the house requires: let them in, shuffle, let time pass.
            for player in PLAYERS:
                self._do_if_allowed(c.LetIn(by="fay", player=player))
            self._do_if_allowed(c.OrderReshuffle(by="fay"))
            self.table.wait(self.rng.choice((1, 20)))

    def _place_required(self, player: str) -> None:
        """The side wagers without which the house gives the base wager back."""
        if self.rules.mtd_mandatory in (None, MtdMandatory.NONE):
            return
        spots = match_the_dealer.offered(self.rules)
        for each in legal(self.table.state, self.rules, player):
            if isinstance(each.command, c.PlaceWager) and each.command.wager in spots:
                self._do_if_allowed(each.command)

    def _answer(self, due: Waiting) -> None:
        ask = self.rng.choice(due.asks)
        templates = [each for each in legal(self.table.state, self.rules, ask.player) if each.command.box == ask.box]
        assert templates, f"{ask} has no legal answer"
        keen = [each for each in templates if not isinstance(each.command, c.Stand | c.Surrender)]
        template = self.rng.choice(keen if keen and self.rng.random() < 0.5 else templates)
        if not self._do_if_allowed(filled(template, self.rng)):
            self.table.do(template.command)

    # --- rounds ------------------------------------------------------------------------------------------------------

    def play_round(self) -> None:
        """The next round and all that comes before it; in one of ten something goes wrong somewhere on the way."""
        if self.rng.random() < self.mishap_rate:
            self._mishaps += 1
            self._mishap_in = self._mishap_in or self.rng.randrange(1, 90)
        number = self.table.state.rounds
        for _ in range(MOST_STEPS):
            if self.table.state.rounds > number:
                break
            self._go_on()
        assert self.table.state.rounds > number, "the round does not end"
        self.check()
        self._pass_time()

    def _go_on(self) -> None:
        if self._mishap_in and not self._is_disturbed():
            self._mishap_in -= self._mishap_in > 1
        step = next(self._steps(), None)
        if step is not None:
            self.table._accept(step)
            return
        if (batch := second_batch(self.table.state, self.rules, self.table.chance)) is not None:
            self.table.do(batch)
        due: Next = self.table.due
        if isinstance(due, Waiting):
            if not due.asks:
                self._come()  # an idle or opening table waits for anybody at all
            else:
                self._answer(due)
            return
        assert self.table.state.round is not None, "something is always due"
        self._wager()

    def _steps(self) -> Iterator[StepTaken]:
        return drive(self.table.state, self.rules, self.table.meters, house_steps(), self.table.chance)

    def _is_disturbed(self) -> bool:
        """Let the mishap happen if its time has come and it can."""
        pack = self.table.state.pack
        if pack is not None and pack.pile and not pack.is_preshuffled and self.rng.random() < 0.2:
            self._slip_tens_in()
            self._done_wrong("TenSlippedIn")
            return True
        if self._mishap_in == 1:
            for mishap in self.rng.sample((*MISHAPS, *ORDERS), 3):
                if self._do_if_allowed(mishap):
                    self._done_wrong(type(mishap).__name__)
                    return True
        return False

    def _done_wrong(self, name: str) -> None:
        self.went_wrong[name] += 1
        self._mishaps -= 1
        self._mishap_in = self.rng.randrange(1, 90) if self._mishaps else 0

    def _slip_tens_in(self) -> None:
        """10-spots that an inspection overlooked lie among the cards to be shuffled."""
        pack = self.table.state.pack
        assert pack is not None, "cards wait to be shuffled"
        tens = tuple(self.rng.sample(TENS, self.rng.choice((1, 1, 2))))
        self.present += Counter(tens)
        self.table._take(e.CardsReady(cards=(*pack.pile, *tens), first=pack.first))

    def _pass_time(self) -> None:
        """Mostly a minute; now and then hours, a night with the table closed, and repairs on the way."""
        lot = self.rng.random()
        self.table.wait(1 if lot > 0.05 else self.rng.choice((30, 300, 1500)))
        if lot < 0.3:
            self._do_if_allowed(c.RepairShuffler(by="fay"))
            self._do_if_allowed(c.RepairReader(by="fay"))
        if lot < 0.02:
            for player in PLAYERS:
                self._do_if_allowed(c.LeaveTable(player=player))
            if self._do_if_allowed(c.CloseTable(by="fay")):
                now = self.table.now
                self.table.do(c.PrepareTable(by="fay", at=now + 600))
                self.closed += 1
            self._come()


def assert_results_sum_to_racks(events: Iterable[e.Event]) -> None:
    """What the results of a round tell is what each rack has won or lost in it."""
    happened = [event for event in events if not isinstance(event, _BESIDE_WAGERS)]
    racks: Counter[str] = Counter()
    for move in (move for event in happened for move in moves(event)):
        racks[move.source] -= move.amount
        racks[move.target] += move.amount
    told: Counter[str] = Counter()
    for result in results_of(happened):
        told[f"rack:{result.player}"] += result.payout - result.collected
    assert {name: cents for name, cents in racks.items() if name.startswith("rack:") and cents} == {
        name: cents for name, cents in told.items() if cents
    }, [str(result) for result in results_of(happened)]


_BESIDE_WAGERS = (e.ChipsBrought, e.ChipsTakenAway, e.CashConverted, e.CorrectionPaid, e.CorrectionTaken)
"""Chips that reach or leave a rack and are nobody's wager."""


def _is_wager(command: c.Command) -> bool:
    return isinstance(command, c.PlaceWager)


def cards_at(state: TableState) -> Counter[Card]:
    """Every card at the table, wherever it lies; those disposed of are no longer there."""
    found = Counter(state.discards)
    if state.shoe is not None:
        found.update(state.shoe[state.dealt :])
    if state.pack is not None:
        found.update((*state.pack.pile, *(state.pack.order or ())))
    if state.opening is not None:
        found.update((*(state.opening.cards or ()), *state.opening.tens, *(state.opening.batch or ())))
    current = state.round
    if current is not None:
        hands = (hand for box in current.boxes for hand in box.hands if not hand.is_removed)
        found.update(card for hand in hands for card in hand.cards)
        found.update((*current.dealer, *current.bonus_cards))
        found.update(() if current.faults.seen is None else (current.faults.seen,))
    return found
