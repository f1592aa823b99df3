"""Every way one box's round can go on a tiny shoe: how many there are, and what a strategy makes of them.

The engine itself is walked, step by step, with the shoe's order unknown: each card type left in the shoe is dealt in
turn, with its chance. All numbers are whole or fractions. Insurance is declined and the super bonus is left out, as in
every figure called `base`.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from siete.cards import Card
from siete.errors import SieteError
from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.strategy import Play, Situation, Strategy
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.automatic import next_due
from siete.table.decide import decide
from siete.table.due import Approval, Ask, Due, Question, Waiting
from siete.table.frozen.fast_replace import replace
from siete.table.legal import legal
from siete.table.state.hand import Hand
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.view import Role, event_view

PLAYER, BOX = "player", 1
RACK = Cents(10**9)
"""More than any round can cost."""

Left = tuple[tuple[Card, int], ...]
"""What is left in the shoe, by card type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many nodes the tree of a round has, when every legal play is tried."""

    chance: int = 0
    """Cards dealt."""
    decision: int = 0
    """Questions answered."""
    terminal: int = 0
    """Rounds ended."""
    exhausted: int = 0
    """Rounds for which the shoe had too few cards."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            chance=self.chance + other.chance,
            decision=self.decision + other.decision,
            terminal=self.terminal + other.terminal,
            exhausted=self.exhausted + other.exhausted,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What a strategy makes of a round."""

    probability: Fraction
    """The sum over all rounds; anything but 1 is a fault."""
    mean: Fraction
    """What the player wins on average, per unit of the base wager."""


def count(rules: TableRules, shoe: Iterable[Card], wagers: dict[Wager, Cents] | None = None) -> Tally:
    """The nodes of the tree of all rounds from this shoe."""
    walk = _Counting(rules)
    return walk.node(walk.opening(wagers), _left(shoe))


def worth(
    rules: TableRules, shoe: Iterable[Card], strategy: Strategy, wagers: dict[Wager, Cents] | None = None
) -> Worth:
    """What the strategy is worth: in each situation it makes the first play of its list that is legal."""
    walk = _Valuing(rules, strategy)
    table = walk.opening(wagers)
    probability, gain = walk.node(table, _left(shoe))
    return Worth(probability=probability, mean=(gain + _rack(table) - RACK) / walk.wager)


def optimum(rules: TableRules, shoe: Iterable[Card]) -> Fraction:
    """What the best play without splits is worth to somebody who sees what the player's own view shows."""
    walk = _Optimum(rules)
    table = walk.opening(None)
    return (walk.best([_Branch(table, _left(shoe), Fraction(1))]) + _rack(table) - RACK) / walk.wager


def _left(shoe: Iterable[Card]) -> Left:
    return tuple(sorted(Counter(shoe).items()))


def _draws(left: Left) -> Iterator[tuple[Card, Fraction, Left]]:
    """Each card type that can come next, its chance, and what is left then."""
    cards = sum(number for _, number in left)
    for place, (card, number) in enumerate(left):
        rest = ((card, number - 1),) if number > 1 else ()
        yield card, Fraction(number, cards), (*left[:place], *rest, *left[place + 1 :])


# --- walking ---------------------------------------------------------------------------------------------------

_Result = TypeVar("_Result")


class _Table:
    """The engine with one player at one box."""

    def __init__(self, rules: TableRules) -> None:
        self.rules = dataclasses.replace(rules, super_bonus_tiers=())

    @property
    def wager(self) -> Cents:
        """A unit of which 3 to 2 and one half can be paid."""
        return Cents(2 * self.rules.table_min)

    def opening(self, wagers: dict[Wager, Cents] | None) -> TableState:
        """A table with the wagers placed."""
        state = TableState()
        for event in (e.ShoeLoaded(cards=None), e.ChipsBrought(player=PLAYER, amount=RACK)):
            state = apply(state, event)
        state = self.done(state, c.StartRound())
        for wager, amount in {Wager.BASE: self.wager, **(wagers or {})}.items():
            state = self.done(state, c.PlaceWager(player=PLAYER, box=BOX, wager=wager, amount=amount))
        return state

    def done(self, state: TableState, command: c.Command) -> TableState:
        """The state after a command."""
        for event in decide(state, self.rules, command):
            state = apply(state, event)
        return state


class _Walk(_Table, Generic[_Result]):
    """A walk over the tree; nodes from which everything goes on alike are walked once."""

    def __init__(self, rules: TableRules) -> None:
        super().__init__(rules)
        self._known: dict[object, _Result] = {}

    def due(self, state: TableState) -> tuple[TableState, c.Deal | Ask | None]:
        """Go on until a card is due, the player is asked, or the round is over."""
        while True:
            due = next_due(state, self.rules)
            if isinstance(due, Waiting):
                (ask,) = due.asks
                if ask.question is not Question.INSURANCE:
                    return state, ask
                state = self.done(state, c.DeclineInsurance(player=PLAYER, box=BOX))
                continue
            assert isinstance(due, Due | Approval), "a round with a wager goes on"
            if isinstance(due.command, c.Deal):
                return state, due.command
            if isinstance(due.command, c.StartRound):
                return state, None
            state = self.done(state, due.command)

    def node(self, state: TableState, left: Left) -> _Result:
        """The result from here on."""
        later, due = self.due(state)
        if due is None:
            return self.plus(self.end, _rack(later) - _rack(state))
        key = (_alike(later), left)
        if key not in self._known:
            self._known[key] = self.asked(later, left) if isinstance(due, Ask) else self._dealt(later, left, due)
        return self.plus(self._known[key], _rack(later) - _rack(state))

    def _dealt(self, state: TableState, left: Left, due: c.Deal) -> _Result:
        cards = [(chance, self.after(state, replace(due, card=card), rest)) for card, chance, rest in _draws(left)]
        return self.joined(cards) if cards else self.exhausted()

    def after(self, state: TableState, command: c.Command, left: Left) -> _Result:
        """The result from here on, once a command is carried out."""
        later = self.done(state, command)
        return self.plus(self.node(later, left), _rack(later) - _rack(state))

    end: _Result
    """The result of a round that is over."""

    def exhausted(self) -> _Result:
        """The result of a round for which the shoe has too few cards."""
        raise SieteError("perft/shoe-too-small", "The shoe runs out in the middle of a round.")

    def plus(self, result: _Result, gain: int) -> _Result:
        """The result with cents that the player has gained before."""
        raise NotImplementedError

    def asked(self, state: TableState, left: Left) -> _Result:
        """The result where the player is asked."""
        raise NotImplementedError

    def joined(self, results: list[tuple[Fraction, _Result]]) -> _Result:
        """The result where a card is dealt, from those of all cards with their chances."""
        raise NotImplementedError


def _rack(state: TableState) -> Cents:
    return state.racks[PLAYER]


def _alike(state: TableState) -> object:
    """All that the rest of a round depends on: the order of cards drawn does not count, nor do racks."""
    current = state.round
    assert current is not None, "a walk is within a round"
    boxes = tuple(replace(box, hands=tuple(map(_sorted, box.hands))) for box in current.boxes)
    dealer = (*current.dealer[:2], *sorted(current.dealer[2:]))
    return replace(current, boxes=boxes, dealer=dealer)


def _sorted(hand: Hand) -> Hand:
    """The hand with all but its first card, which a split hand came with, in order."""
    return replace(hand, cards=(*hand.cards[:1], *sorted(hand.cards[1:])))


def _choices(state: TableState, rules: TableRules) -> list[c.PlayerCommand]:
    """All that the player may do now; a double is by the most that is allowed."""
    return [
        replace(each.command, amount=each.most)
        if each.step and isinstance(each.command, c.Double | c.TakeInsurance)
        else each.command
        for each in legal(state, rules, PLAYER)
    ]


class _Counting(_Walk[Tally]):
    """Counting, with every legal play tried."""

    end = Tally(terminal=1)

    def exhausted(self) -> Tally:
        return Tally(exhausted=1)

    def plus(self, result: Tally, gain: int) -> Tally:
        return result

    def asked(self, state: TableState, left: Left) -> Tally:
        nodes = (self.after(state, command, left) for command in _choices(state, self.rules))
        return sum(nodes, Tally(decision=1))

    def joined(self, results: list[tuple[Fraction, Tally]]) -> Tally:
        return sum((tally for _, tally in results), Tally(chance=1))


# --- a given strategy ------------------------------------------------------------------------------------------

_Pair = tuple[Fraction, Fraction]
"""The sum of probabilities, and the cents won on average from a node on."""


class _Valuing(_Walk[_Pair]):
    """Valuing one strategy."""

    end = (Fraction(1), Fraction(0))

    def __init__(self, rules: TableRules, strategy: Strategy) -> None:
        super().__init__(rules)
        self.strategy = strategy

    def plus(self, result: _Pair, gain: int) -> _Pair:
        return result[0], result[1] + gain

    def asked(self, state: TableState, left: Left) -> _Pair:
        return self.after(state, self._choice(state), left)

    def joined(self, results: list[tuple[Fraction, _Pair]]) -> _Pair:
        probability = sum((chance * pair[0] for chance, pair in results), Fraction(0))
        return probability, sum((chance * pair[1] for chance, pair in results), Fraction(0))

    def _choice(self, state: TableState) -> c.PlayerCommand:
        """The first play on the strategy's list that is legal."""
        choices = {type(command): command for command in _choices(state, self.rules)}
        wanted = [_COMMANDS[play] for play in self.strategy.preferences(_situation(state, self.rules))]
        if c.TakeBlackjack in choices:  # a blackjack is held only to be doubled
            is_held = wanted[0] is c.Double
            return choices[c.HoldBlackjack if is_held else c.TakeBlackjack]
        return next(choices[kind] for kind in wanted if kind in choices)


_COMMANDS: dict[Play, type[c.PlayerCommand]] = {
    Play.HIT: c.Hit,
    Play.STAND: c.Stand,
    Play.DOUBLE: c.Double,
    Play.SPLIT: c.Split,
    Play.SURRENDER: c.Surrender,
    Play.RESCUE: c.Rescue,
}


def _situation(state: TableState, rules: TableRules) -> Situation:
    """The hand now asked about, as a strategy sees it."""
    due = next_due(state, rules)
    assert state.round is not None and isinstance(due, Waiting), "the player is asked within a round"
    hand = state.round.boxes[0].hands[due.asks[0].hand]
    return Situation(cards=hand.cards, up=state.round.up, is_split=hand.is_split, doublings=hand.doublings)


# --- the best play ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Branch:
    """A state that the player cannot tell from the others of the same list, and its chance among them."""

    state: TableState
    left: Left
    chance: Fraction


class _Optimum(_Table):
    """The best play without splits, where one decision must serve all states that look alike to the player."""

    def __init__(self, rules: TableRules) -> None:
        super().__init__(rules)
        self._known: dict[object, Fraction] = {}

    def best(self, branches: list[_Branch]) -> Fraction:
        """What the player wins on average from here on."""
        due = next_due(branches[0].state, self.rules)
        if isinstance(due, Due) and isinstance(due.command, c.StartRound):
            return Fraction(0)
        key = tuple((_alike(each.state), each.left, each.chance) for each in branches)
        if key not in self._known:
            self._known[key] = self._asked(branches) if isinstance(due, Waiting) else self._stepped(branches)
        return self._known[key]

    def _asked(self, branches: list[_Branch]) -> Fraction:
        choices = [each for each in _choices(branches[0].state, self.rules) if not isinstance(each, _LEFT_OUT)]
        return max(self._gained(branches, self._after(branches, command)) for command in choices)

    def _after(self, branches: list[_Branch], command: c.Command) -> list[_Branch]:
        return [_Branch(self.done(each.state, command), each.left, each.chance) for each in branches]

    def _gained(self, before: list[_Branch], after: list[_Branch]) -> Fraction:
        return self.best(after) + _rack(after[0].state) - _rack(before[0].state)

    def _stepped(self, branches: list[_Branch]) -> Fraction:
        """The house's step, or a card: what the player sees of it tells the branches apart."""
        groups: dict[str, list[_Branch]] = {}
        for branch in branches:
            for seen, later in self._outcomes(branch):
                groups.setdefault(seen, []).append(later)
        total = Fraction(0)
        for group in groups.values():
            chance = sum((each.chance for each in group), Fraction(0))
            alike = [_Branch(each.state, each.left, each.chance / chance) for each in group]
            total += chance * self._gained(branches, alike)
        return total

    def _outcomes(self, branch: _Branch) -> Iterator[tuple[str, _Branch]]:
        due = next_due(branch.state, self.rules)
        assert isinstance(due, Due), "states that look alike have the same step due"
        if not isinstance(due.command, c.Deal):
            yield self._outcome(branch, due.command, branch.left, Fraction(1))
            return
        if not branch.left:
            raise SieteError("perft/shoe-too-small", "The shoe runs out in the middle of a round.")
        for card, chance, rest in _draws(branch.left):
            yield self._outcome(branch, replace(due.command, card=card), rest, chance)

    def _outcome(self, branch: _Branch, command: c.Command, left: Left, chance: Fraction) -> tuple[str, _Branch]:
        state, seen = branch.state, []
        for event in decide(state, self.rules, command):
            state = apply(state, event)
            seen.append(event_view(event, Role.player(PLAYER)))
        return repr(seen), _Branch(state, left, branch.chance * chance)


_LEFT_OUT = (c.Split, c.TakeInsurance)
