"""A table to try cases on: any rules, any stacked shoe and wheel results; it gives the result of every wager and why.

Nothing here is random and nothing is stored; the engine is stepped for you.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation

from siete.cards import Card, cards_from_text
from siete.errors import ParseError, SieteError
from siete.money import Cents, whole_cents
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import wellformed
from siete.table.apply import apply
from siete.table.automatic import next_due
from siete.table.decide import decide
from siete.table.due import Approval, Ask, Due, Waiting
from siete.table.legal import Template, legal
from siete.table.money import table_meters
from siete.table.money.meter import Meter
from siete.table.money.results import WagerResult, results_of
from siete.table.stages import seating
from siete.table.state.cards import stacked_shoe
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.stepping import StepTaken, drive, taken


class PracticeTable:
    """One table in memory, with a stacked shoe. Amounts are in dollars; cards are text such as `7s Kh`.

    The house deals and settles by itself and stops where a player must answer. `deal` and `decide` return the open
    questions; a round is over when there are none, and `results` tells every wager with the clause behind it.

    >>> import siete
    >>> table = siete.PracticeTable("md", shoe="7s 7h 7s 5d 7s", chips={"ana": 500})
    >>> table.wager("ana", box=1, amount=25)
    >>> [ask.question.value for ask in table.deal()]
    ['play']
    >>> sorted(type(each.command).__name__ for each in table.legal("ana"))
    ['Double', 'Hit', 'Split', 'Stand', 'Surrender']
    >>> table.decide(1, "hit")
    ()
    >>> print(table.results()[0])
    ana box 1 base: 777-spades, paid $75, returned $25 [MD-12.B.6]

    A refused command changes nothing and raises with its code and clause:

    >>> table.wager("ana", box=1, amount=1)
    Traceback (most recent call last):
    siete.table.due.Refusal: command/outside-limits [decision-0103]: A base wager of $1 is outside $5 to $500.

    Wheels stop where `wheels` or `spin_next` say, `set_meter` sets a meter, `load` brings a new shoe between rounds,
    and `do` carries out any command of the engine.
    """

    def __init__(
        self,
        rules: str | TableRules,
        *,
        shoe: str | Sequence[Card],
        chips: Mapping[str, int],
        wheels: Iterable[tuple[str, ...] | str] = (),
        **choices: object,
    ) -> None:
        self.rules = rules if isinstance(rules, TableRules) else table_rules(rules, choices)
        self.events: list[e.Event] = []
        self.state = TableState()
        self.meters: Mapping[str, Meter] = table_meters.meters_of(self.rules)
        self._wheels: list[tuple[str, ...]] = []
        for symbols in _stops(wheels):
            self.spin_next(symbols)
        stacked = _cards(shoe)
        self._take(e.TableOpened(rules_hash=self.rules.rules_hash, rules=self.rules.canonical_json))
        self._take(e.ShoeLoaded(cards=stacked_shoe(stacked, self.rules)))
        for player, dollars in chips.items():
            self.bring(player, dollars)

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        """Carry a command out and return its events; raises Refusal and changes nothing when it is not allowed."""
        wellformed.check(command)
        made = decide(self.state, self.rules, command)
        for event in made:
            self._take(event)
        return made

    def _keep(self, step: StepTaken) -> StepTaken:
        self.state, self.meters = step.state, step.meters
        self.events += step.events
        return step

    def bring(self, player: str, dollars: int) -> None:
        """Somebody comes with chips, or with none, at any time."""
        self._seat(c.BringChips(player=player, amount=_cents(dollars)))

    def _seat(self, brings: c.BringChips) -> None:
        wellformed.check(brings)
        why = seating.refuse_chips(self.state, self.rules, brings) if brings.amount else None
        if why is not None:
            raise why
        self._take(e.ChipsBrought(player=brings.player, amount=brings.amount))

    def tell(self, *facts: e.Event) -> None:
        """Take facts as a host tells them: cards that are ready, somebody who sits down, time that passed."""
        for fact in facts:
            self._take(fact)

    def set_meter(self, name: str, dollars: int) -> None:
        """Let a meter show so much; its reset value and cap stay."""
        if name not in self.meters:
            known = ", ".join(self.meters) or "none"
            raise ParseError("practice/no-meter", f"This table has no meter {name[:40]!r}; it has {known}.")
        shown = _cents(dollars)
        if shown < 0:
            raise ParseError("practice/no-amount", "A meter shows nothing below $0.")
        self.meters = {**self.meters, name: replace(self.meters[name], amount=shown)}

    def _take(self, event: e.Event) -> None:
        self.state = apply(self.state, event)
        self.events.append(event)

    def step(self, command: c.HouseCommand) -> tuple[e.Event, ...]:
        """Carry out a step of the house, with what the meters say and the wheel stop that was given for it."""
        return self._carry_out(self._spun(command)).events

    def _carry_out(self, command: c.Command) -> StepTaken:
        """Carry a command out, with what the meters bring to it."""
        wellformed.check(command)
        return self._keep(taken(self.state, self.rules, self.meters, command))

    def spin_next(self, symbols: tuple[str, ...] | str) -> None:
        """Say where the next wheel stops."""
        self._wheels.append(_symbols(symbols))

    def load(self, cards: str | Sequence[Card]) -> None:
        """Load a new shoe, before the first card of a round."""
        if self.state.round is not None and self.state.round.are_wagers_closed:
            raise ParseError("practice/round-in-play", "Finish the round, then load a new shoe.")
        self._take(e.ShoeLoaded(cards=_cards(cards)))

    def _last_round(self) -> list[e.Event]:
        start = max((i for i, event in enumerate(self.events) if isinstance(event, e.RoundStarted)), default=0)
        return self.events[start:]

    def wager(self, player: str, box: int, amount: int, wager: str = "base") -> None:
        """Put dollars on a wager, opening betting if need be."""
        placed = c.PlaceWager(player=player, box=box, wager=_wager(wager), amount=_cents(amount))
        before, count = self.state, len(self.events)
        try:
            if self.state.round is None:
                self.do(c.StartRound())
            self.do(placed)
        except SieteError:
            self.state = before
            del self.events[count:]
            raise

    def deal(self) -> tuple[Ask, ...]:
        """Let the house go on until players must answer, and return their questions.

        There are none when the round is over (`is_over`), or when a floorperson must sign first (`approval`).
        """
        for _ in self._due_steps():
            pass
        return self.asks()

    @property
    def is_over(self) -> bool:
        """Whether no round is being played."""
        return self.state.round is None

    @property
    def approval(self) -> Approval | None:
        """What a floorperson must sign before the house can go on, with its clause; None where nothing is."""
        due = next_due(self.state, self.rules)
        return due if isinstance(due, Approval) else None

    def approve(self, by: str = "floorperson") -> tuple[Ask, ...]:
        """Sign what waits for a floorperson, then go on."""
        waiting = self.approval
        if waiting is None:
            raise ParseError("practice/no-approval", "Nothing waits for a floorperson.")
        self.do(replace(waiting.command, by=by))
        return self.deal()

    def _due_steps(self) -> Iterator[StepTaken]:
        """The steps of the house up to the next question, or to the end of the round."""
        for step in drive(self.state, self.rules, self.meters, self._choice):
            yield self._keep(step)

    def _choice(self, _: TableState, due: Due | Approval) -> c.Command | None:
        if isinstance(due, Approval):
            return due.command if isinstance(due.command, c.InstructPayment) else None  # signed by the house
        if isinstance(due.command, c.StartRound):
            return None
        command = self._spun(due.command)
        wellformed.check(command)
        return command

    def decide(self, box: int, decision: str, amount: int | None = None, *, player: str = "") -> tuple[Ask, ...]:
        """Answer the question before a box, then go on: `hit`, `stand`, `double`, `insure`, `accept`, `refuse`.

        Without an amount, `double` and `insure` take the most that the rules allow, and `split` as much as was wagered.
        """
        asks = self.asks()
        ask = next((ask for ask in asks if ask.box == box and player in ("", ask.player)), None)
        who = ask.player if ask else player or self._decider(box)
        command = _command(decision, who, box, Cents(0) if amount is None else _cents(amount))
        self.do(command if amount is not None else self._with_most(command))
        return self.deal()

    def _with_most(self, command: c.PlayerCommand) -> c.PlayerCommand:
        """A double or insurance with the most that is allowed; any other command as it is."""
        if not isinstance(command, c.Double | c.TakeInsurance):
            return command
        kind, most = type(command), Cents(0)
        for template in self.legal(command.player):
            if isinstance(template.command, kind) and template.command.box == command.box:
                most = template.most
        return replace(command, amount=most) if most else command

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

    def _spun(self, command: c.HouseCommand) -> c.HouseCommand:
        """The step, with the next wheel stop that was given where it spins a wheel."""
        if not isinstance(command, c.Spin):
            return command
        if not self._wheels:
            raise ParseError("practice/no-wheel", "A wheel must be spun. Say in `wheels` where it stops.")
        return replace(command, symbols=self._wheels.pop(0))

    def results(self) -> tuple[WagerResult, ...]:
        """The result of every wager of the last round, in the order of settlement."""
        return results_of(self._last_round())


def _cards(cards: str | Sequence[Card]) -> tuple[Card, ...]:
    return cards_from_text(cards) if isinstance(cards, str) else tuple(map(_card, cards))


def _card(card: Card | str) -> Card:
    return card if isinstance(card, Card) else Card.from_text(str(card))


def _stops(wheels: Iterable[tuple[str, ...] | str]) -> Iterator[tuple[str, ...] | str]:
    """The stops of some wheels, one after the other; text is one stop."""
    yield from (wheels,) if isinstance(wheels, str) or not isinstance(wheels, Iterable) else wheels


def _symbols(stop: tuple[str, ...] | str) -> tuple[str, ...]:
    """What a wheel shows, or several wheels of one spin."""
    symbols = tuple(stop) if isinstance(stop, tuple | list) else (stop,)
    if not all(isinstance(each, str) for each in symbols):
        raise ParseError("practice/no-symbol", f"{str(stop)[:40]} is no text that a wheel shows.")
    return symbols


def _cents(dollars: int | Decimal) -> Cents:
    """An amount as it was typed; below zero it is for the engine to refuse."""
    try:
        number = Decimal(str(dollars))
    except InvalidOperation:
        raise ParseError("practice/no-amount", f"{str(dollars)[:40]!r} is not an amount in dollars.") from None
    return Cents(-whole_cents(-number)) if number.is_finite() and number < 0 else whole_cents(number)


def _wager(name: str) -> Wager:
    if not Wager.is_known(name):
        raise ParseError("practice/unknown-wager", f"{name!r} is no wager; there are {', '.join(Wager.known())}.")
    return Wager(name)


_DECISIONS: dict[str, type[c.PlayerCommand]] = {
    "hit": c.Hit,
    "stand": c.Stand,
    "surrender": c.Surrender,
    "rescue": c.Rescue,
    "stay-out": c.StayOut,
    "decline": c.DeclineInsurance,
    "take": c.TakeBlackjack,
    "hold": c.HoldBlackjack,
    "accept": c.AcceptCard,
    "refuse": c.RefuseCard,
}


def _command(decision: str, player: str, box: int, amount: Cents) -> c.PlayerCommand:
    if decision == "split":
        return c.Split(player=player, box=box, amount=amount)
    if decision == "double":
        return c.Double(player=player, box=box, amount=amount)
    if decision == "insure":
        return c.TakeInsurance(player=player, box=box, amount=amount)
    if decision in ("ride-left", "ride-right"):
        return c.RideHand(player=player, box=box, rides=int(decision == "ride-right"))
    if decision not in _DECISIONS:
        known = ", ".join([*_DECISIONS, "split", "double", "insure", "ride-left", "ride-right"])
        raise ParseError("practice/unknown-decision", f"{decision!r} is not a decision. Use one of {known}.")
    return _DECISIONS[decision](player=player, box=box)
