"""A table to try cases on: any rules, any stacked shoe and wheel results; it says what every wager came to and why.

Nothing here is random and nothing is stored: the engine with a hand to hold it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from siete.cards import SPANISH_DECK, Card, cards_from_text
from siete.errors import ParseError
from siete.money import Cents, cents_to_text, whole_cents
from siete.rules.options import After100pct, JackpotType
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import meter as meters
from siete.table.apply import apply
from siete.table.automatic import next_due
from siete.table.decide import decide
from siete.table.due import Ask, Due, Waiting
from siete.table.legal import Template, legal
from siete.table.prizes import is_whole_award, meter_of
from siete.table.state import TableState, Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerResult:
    """What one wager came to: the line, what was paid on top, what came back, and the clause."""

    player: str
    box: int
    hand: int
    wager: str
    line: str
    payout: Cents
    returned: Cents
    collected: Cents
    clause: str

    def __str__(self) -> str:
        place = f"{self.player} box {self.box}" + (f" hand {self.hand + 1}" if self.hand else "")
        parts = [f"{word} {cents_to_text(cents)}" for word, cents in self._money() if cents]
        return f"{place} {self.wager}: {self.line or 'settled'}, {', '.join(parts) or 'nothing moved'} [{self.clause}]"

    def _money(self) -> tuple[tuple[str, Cents], ...]:
        return (("paid", self.payout), ("returned", self.returned), ("collected", self.collected))


class PracticeTable:
    """One table in memory. Amounts are in dollars; cards are text such as `7s Kh`."""

    def __init__(
        self,
        rules: str | TableRules,
        *,
        shoe: str | Sequence[Card],
        chips: Mapping[str, int],
        wheels: Iterable[tuple[str, ...] | str] = (),
        **choices: Any,
    ) -> None:
        self.rules = rules if isinstance(rules, TableRules) else table_rules(rules, choices)
        self.events: list[e.Event] = []
        self.state = TableState()
        self.meters = _meters(self.rules)
        self._wheels = [symbols if isinstance(symbols, tuple) else (symbols,) for symbols in wheels]
        stacked = cards_from_text(shoe) if isinstance(shoe, str) else tuple(shoe)
        self._take(e.TableOpened(rules_hash=self.rules.rules_hash, rules=self.rules.canonical_json))
        self._take(e.ShoeLoaded(cards=stacked_shoe(stacked, self.rules)))
        for player, dollars in chips.items():
            self._take(e.ChipsBrought(player=player, amount=whole_cents(dollars)))

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        """Carry a command out and return its events; raises Refusal and changes nothing when it is not allowed."""
        made = decide(self.state, self.rules, command)
        for event in made:
            self._take(event)
        return made

    def _take(self, event: e.Event) -> None:
        self.state = apply(self.state, event)
        self.events.append(event)

    def step(self, command: c.HouseCommand) -> tuple[e.Event, ...]:
        """Carry out a step of the house, with what the host would bring to it."""
        return self.do(self._with_outside(command))

    def spin_next(self, symbols: tuple[str, ...]) -> None:
        """Say where the next wheel stops."""
        self._wheels.append(symbols)

    def load(self, cards: Sequence[Card]) -> None:
        """Load the shoe anew, between rounds."""
        self._take(e.ShoeLoaded(cards=tuple(cards)))

    def _last_round(self) -> list[e.Event]:
        start = max((i for i, event in enumerate(self.events) if isinstance(event, e.RoundStarted)), default=0)
        return self.events[start:]

    def wager(self, player: str, box: int, amount: int, wager: str = "base") -> None:
        """Put dollars on a wager, opening betting if need be."""
        if self.state.round is None:
            self.do(c.StartRound())
        self.do(c.PlaceWager(player=player, box=box, wager=Wager(wager), amount=whole_cents(amount)))

    def deal(self) -> tuple[Ask, ...]:
        """Let the house go on until players must answer, or the round is over; the questions now open."""
        while isinstance(due := next_due(self.state, self.rules), Due):
            if isinstance(due.command, c.StartRound):
                break
            self.step(due.command)
        return due.asks if isinstance(due, Waiting) else ()

    def decide(self, box: int, decision: str, amount: int = 0, *, player: str = "") -> tuple[Ask, ...]:
        """Answer the question before a box, then go on: `hit`, `stand`, `double`, `insure`, `decline`, `rescue`."""
        asks = self.asks()
        ask = next((ask for ask in asks if ask.box == box and player in ("", ask.player)), None)
        who = ask.player if ask else player or self._decider(box)
        self.do(_command(decision, who, box, whole_cents(amount)))
        return self.deal()

    def _decider(self, box: int) -> str:
        found = self.state.round.box(box) if self.state.round else None
        return found.decider if found else ""

    def asks(self) -> tuple[Ask, ...]:
        """The questions open now."""
        due = next_due(self.state, self.rules)
        return due.asks if isinstance(due, Waiting) else ()

    def legal(self, player: str) -> tuple[Template, ...]:
        """What a player may do now."""
        return legal(self.state, self.rules, player)

    def _with_outside(self, command: c.HouseCommand) -> c.HouseCommand:
        """The step with what the host would bring: what a meter says, where a wheel stops."""
        match command:
            case c.Contribute(meter=name):
                return c.Contribute(meter=name, amount=self._contribution(name))
            case c.ReverseContribution(meter=name, wagered=wagered):
                return c.ReverseContribution(meter=name, wagered=wagered, amount=self._reversal(name, wagered))
            case c.PayAward(box=box, player=player, wager=wager, line=line) if meter_of(command) in self.meters:
                before = self._award(command)
                return c.PayAward(box=box, player=player, wager=wager, line=line, before=before)
            case c.PickUp():
                self._reseed()
            case c.Spin(box=box, player=player, wager=wager):
                if not self._wheels:
                    raise ParseError("practice/no-wheel", "A wheel must be spun; say in `wheels` where it stops.")
                return c.Spin(box=box, player=player, wager=wager, symbols=self._wheels.pop(0))
        return command

    def _contribution(self, name: str) -> Cents:
        assert self.state.round is not None, "contributions are made within a round"
        wager = {"spin": Wager.SPIN, "xtreme-primary": Wager.XTREME, "xtreme-secondary": Wager.XTREME}.get(name)
        spots = {wager or Wager(name)}
        bets = [bet for box in self.state.round.boxes for bet in box.bets if bet.wager in spots]
        rate, reserve = meter_rates(name, self.rules)
        event = meters.contribute(self.meters[name], Cents(sum(bet.amount for bet in bets)), rate, reserve)
        self.meters[name] = meters.apply(self.meters[name], event)
        return event.moved

    def _reversal(self, name: str, wagered: Cents) -> Cents:
        rate, reserve = meter_rates(name, self.rules)
        added = meters.contribute(self.meters[name], wagered, rate, reserve)
        event = meters.reverse(self.meters[name], added)
        self.meters[name] = meters.apply(self.meters[name], event)
        return event.moved

    def _award(self, command: c.PayAward) -> Cents:
        """What the meter shows; it pays at once, so that the next award finds less. A posted prize stays posted."""
        name = meter_of(command)
        before = self.meters[name].amount
        if self.rules.jackpot_type is JackpotType.HOUSE and self.rules.house_jackpot_pays_each:
            return before
        trial = c.PayAward(
            box=command.box, player=command.player, wager=command.wager, line=command.line, before=before
        )
        paid = next(event for event in decide(self.state, self.rules, trial) if isinstance(event, e.AwardPaid))
        made = meters.award(self.meters[name], paid.amount, is_whole=is_whole_award(command, self.rules))
        self.meters[name] = meters.apply(self.meters[name], made)
        return before

    def _reseed(self) -> None:
        """Meters that stayed empty for the rest of the round start again."""
        for name, meter in self.meters.items():
            if meter.owes_seed:
                self.meters[name] = meters.apply(meter, meters.reseed(meter))

    def results(self) -> tuple[WagerResult, ...]:
        """What every wager of the last round came to, in the order of settlement."""
        found: dict[tuple[str, int, int, str], list[e.Event]] = {}
        for event in self._last_round():
            key = _result_key(event)
            if key is not None:
                found.setdefault(key, []).append(event)
        return tuple(_result(key, events) for key, events in found.items())


def stacked_shoe(stacked: Sequence[Card], rules: TableRules) -> tuple[Card, ...]:
    """The cards given, then the rest of a full shoe in the deck's own order; an impossible stack stands alone."""
    rest = Counter(SPANISH_DECK * rules.decks)
    given = Counter(stacked)
    if any(count > rest[card] for card, count in given.items()):
        return tuple(stacked)
    return (*stacked, *(rest - given).elements())


def meter_rates(name: str, rules: TableRules) -> tuple[Fraction, Fraction]:
    """What part of a wager goes to a meter, and what part to its reserve."""
    if name.startswith("xtreme"):
        assert rules.xtreme_meter_increment is not None, "an offered wager has its meters"
        return rules.xtreme_meter_increment[name.endswith("secondary")], Fraction(0)
    return rules.meter_increment or Fraction(0), rules.reserve_increment or Fraction(0)


def _meters(rules: TableRules) -> dict[str, meters.Meter]:
    made: dict[str, meters.Meter] = {}
    if rules.meter_seed is not None and rules.meter_reset is not None:
        after = rules.after_100pct or After100pct.RESEED
        names = ["spin"] if rules.spin_offered else [f"jackpot-{game + 1}" for game in range(rules.jackpot_games)]
        for name in names:
            made[name] = meters.Meter.seeded_with(
                rules.meter_seed, reset=rules.meter_reset, cap=rules.meter_cap, after=after
            )
    if rules.xtreme_meter_seed is not None and rules.xtreme_meter_reset is not None:
        for place, name in enumerate(("xtreme-primary", "xtreme-secondary")):
            made[name] = meters.Meter.seeded_with(rules.xtreme_meter_seed[place], reset=rules.xtreme_meter_reset[place])
    return made


_DECISIONS: dict[str, Any] = {
    "hit": c.Hit,
    "stand": c.Stand,
    "split": c.Split,
    "surrender": c.Surrender,
    "rescue": c.Rescue,
    "stay-out": c.StayOut,
    "decline": c.DeclineInsurance,
    "take": c.TakeBlackjack,
    "hold": c.HoldBlackjack,
}


def _command(decision: str, player: str, box: int, amount: Cents) -> c.PlayerCommand:
    if decision == "double":
        return c.Double(player=player, box=box, amount=amount)
    if decision == "insure":
        return c.TakeInsurance(player=player, box=box, amount=amount)
    if decision in ("ride-left", "ride-right"):
        return c.RideHand(player=player, box=box, rides=int(decision == "ride-right"))
    if decision not in _DECISIONS:
        known = ", ".join([*_DECISIONS, "double", "insure", "ride-left", "ride-right"])
        raise ParseError("practice/unknown-decision", f"{decision!r} is no decision; there are {known}.")
    command: c.PlayerCommand = _DECISIONS[decision](player=player, box=box)
    return command


def _result_key(event: e.Event) -> tuple[str, int, int, str] | None:
    match event:
        case e.WagerPaid() | e.WagerReturned() | e.WagerCollected():
            return event.player, event.box, event.hand, event.wager.value
        case e.WagerTaken() | e.AwardPaid():
            return event.player, event.box, 0, event.wager.value
        case e.WagerRescued():
            return event.player, event.box, event.hand, Wager.BASE.value
        case e.SuperBonusPaid():
            return event.player, event.box, event.hand, "super bonus"
        case e.EnvyPaid():
            return event.player, event.box, event.hand, "envy"
    return None


def _result(key: tuple[str, int, int, str], events: list[e.Event]) -> WagerResult:
    paid = sum(x.amount for x in events if isinstance(x, e.WagerPaid | e.AwardPaid | e.SuperBonusPaid | e.EnvyPaid))
    returned = sum(x.amount for x in events if isinstance(x, e.WagerReturned | e.WagerRescued))
    collected = sum(x.amount for x in events if isinstance(x, e.WagerCollected | e.WagerTaken))
    lines = dict.fromkeys(line for x in events if (line := getattr(x, "line", "")))
    player, box, hand, wager = key
    return WagerResult(
        player=player,
        box=box,
        hand=hand,
        wager=wager,
        line=", ".join(lines),
        payout=Cents(paid),
        returned=Cents(returned),
        collected=Cents(collected),
        clause=next((x.clause for x in events if x.clause), ""),
    )
