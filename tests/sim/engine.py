"""The engine beside the kernel: the same shoe, wagers, decisions and wheels through both, round by round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from siete.cards import Card
from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.sim.codes import Act, WagerCode
from siete.sim.compiler.compiled_rules import Compiled, compile_rules
from siete.sim.compiler.encoding import encoded
from siete.sim.counts import new_counts, new_trace
from siete.sim.kernels.round import run_of
from siete.sim.kernels.shuffling import stream
from siete.sim.meters import MeterAward, Meters
from siete.sim.plan import Plan
from siete.strategy import Strategy
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.due import Approval, Due, Question, Waiting
from siete.table.practice import PracticeTable
from siete.table.stages.play import double_limits
from siete.table.state import wager as engine
from siete.table.wagers.insurance import most

CHIPS = 10**9


@dataclass(frozen=True)
class PlayedRound:
    """What one round came to: cards used, net cents by box and wager, decisions."""

    used: int
    nets: dict[tuple[int, str], int]
    acts: tuple[str, ...]


def by_kernel(
    compiled: Compiled, rules: TableRules, plan: Plan, shoe: Sequence[Card], rounds: int, seed: int = 1
) -> Iterator[tuple[PlayedRound, tuple[int, ...]]]:
    """Rounds that the kernel plays from a given shoe, with the stops of wheels."""
    run = run_of(is_full=True)
    cards, dice = encoded(shoe), stream(seed, 0, 1)
    meters = Meters.of(rules, {wager: amount * plan.boxes for wager, amount in plan.sides.items()})
    pos = 0
    for number in range(1, rounds + 1):
        counts, trace = new_counts(), new_trace(1, plan.boxes)
        counts["is_traced"] = 1
        end = run(compiled.tables, counts, trace, compiled.extras, cards, stream(0, 0), dice, 1, pos, len(cards), 1)
        if counts["errors"][0, 0]:
            return
        nets = {
            (box + 1, wager.word): int(trace.nets[0, box, wager])
            for box in range(plan.boxes)
            for wager in WagerCode
            if trace.nets[0, box, wager]
        }
        meters.to_round(number)
        awards = counts["awards"][0][: counts["award_count"][0, 0]]
        found = [MeterAward(int(box), WagerCode(int(wager)), int(line)) for _, box, wager, line in awards]
        for award, amount in meters.pay(found):
            key = (award.box + 1, award.wager.word)
            nets[key] = nets.get(key, 0) + amount
        acts = tuple(Act(int(act)).name.lower() for act in trace.acts[0, : trace.lengths[0]])
        yield PlayedRound(int(end) - pos, _without_nought(nets), acts), tuple(map(int, trace.wheels[0]))
        pos = int(end)


def _without_nought(nets: dict[tuple[int, str], int]) -> dict[tuple[int, str], int]:
    return {key: net for key, net in nets.items() if net}


class EngineTable:
    """A practice table at which the kernel's decisions are made."""

    def __init__(self, rules: TableRules, plan: Plan, shoe: Sequence[Card]) -> None:
        self.rules, self.plan = rules, plan
        self.table = PracticeTable(rules, shoe=shoe, chips={})

    def play(self, acts: Sequence[str] | Strategy, wheels: Sequence[int], compiled: Compiled) -> PlayedRound:
        """A round with these decisions, or those of a strategy, and these stops of wheels."""
        table = self.table
        names = [f"player-{box}" for box in range(1, self.plan.boxes + 1)]
        table.state = replace(table.state, racks=dict.fromkeys(names, Cents(CHIPS)))
        before = table.state.dealt
        del table.events[:]
        table.do(c.StartRound())
        for box, name in enumerate(names, start=1):
            table.do(c.PlaceWager(player=name, box=box, amount=self.plan.wager))
            for wager, amount in self.plan.sides.items():
                spot = engine.Wager(wager.word)
                table.do(c.PlaceWager(player=name, box=box, wager=spot, amount=amount))
        left, made = list(acts) if not isinstance(acts, Strategy) else [], []
        while table.state.round is not None:
            due = next_due(table.state, self.rules)
            if isinstance(due, Waiting):
                command, word = self._answer(due, acts, left)
                made += [word] if word else []
                table.do(command)
                continue
            if isinstance(due, Approval):
                table.do(due.command)
                continue
            assert isinstance(due, Due)
            if isinstance(due.command, c.Spin):
                table.spin_next(self._symbols(due.command, wheels, compiled))
            table.step(due.command)
        assert not left, f"decisions left over: {left}"
        return PlayedRound(table.state.dealt - before, _without_nought(_nets(table.events)), tuple(made))

    def _symbols(self, command: c.Spin, wheels: Sequence[int], compiled: Compiled) -> tuple[str, ...]:
        if command.wager is engine.Wager.SPIN:
            return (compiled.spin.symbols[wheels[command.box - 1]],)
        position, community, hot = wheels[-3:]
        return str(position + 1), compiled.community.symbols[community], compiled.hot.symbols[hot]

    def _answer(self, due: Waiting, acts: Sequence[str] | Strategy, left: list[str]) -> tuple[c.PlayerCommand, str]:
        ask = due.asks[0]
        who: Any = {"player": ask.player, "box": ask.box}
        if ask.question is Question.BLACKJACK:
            return c.TakeBlackjack(**who), ""
        if ask.question is Question.INSURANCE:
            if not self.plan.insurance:
                return c.DeclineInsurance(**who), ""
            return c.TakeInsurance(**who, amount=most(self.plan.wager, self.rules)), ""
        if isinstance(acts, Strategy):
            from siete.table.auto_player import answer

            command = answer(self.table.state, self.rules, ask, acts)
            return command, type(command).__name__.lower()
        assert left, f"the engine asks {ask} and the kernel decided nothing"
        word = left.pop(0)
        if word == "double":
            assert self.table.state.round is not None
            box = self.table.state.round.box(ask.box)
            assert box is not None
            hand = box.hands[ask.hand]
            return c.Double(**who, amount=double_limits(hand, hand.stakes[0], self.rules)[1]), word
        kinds: dict[str, Any] = {
            "hit": c.Hit, "stand": c.Stand, "split": c.Split, "surrender": c.Surrender, "rescue": c.Rescue
        }  # fmt: skip
        return kinds[word](**who), word


def _nets(events: Sequence[e.Event]) -> dict[tuple[int, str], int]:
    """What each wager came to, in cents: all that went to the player less all that the player put down."""
    nets: dict[tuple[int, str], int] = {}

    def add(box: int, wager: str, amount: int) -> None:
        nets[box, wager] = nets.get((box, wager), 0) + amount

    for event in events:
        match event:
            case e.WagerPlaced() | e.WagerDoubled() | e.SplitFunded():
                wager = event.wager.value if isinstance(event, e.WagerPlaced) else "base"
                add(event.box, wager, -event.amount)
            case e.WagerPaid() | e.WagerReturned() | e.AwardPaid():
                add(event.box, event.wager.value, event.amount)
            case e.PrizeHandedOver():
                add(event.box, event.wager.value, event.worth)
            case e.WagerRescued():
                add(event.box, "base", event.amount)
            case e.SuperBonusPaid():
                add(event.box, "super-bonus", event.amount)
            case e.EnvyPaid():
                add(int(event.player.removeprefix("player-")), "envy", event.amount)
    return nets


def compare(
    rules: TableRules,
    strategy: Strategy,
    plan: Plan,
    shoes: Sequence[Sequence[Card]],
    rounds: int,
    *,
    follow: bool = True,
) -> int:
    """Play the same shoes through both and compare every round; how many rounds the shoes had cards for.

    With `follow` the engine decides by the strategy itself; else it is told the kernel's decisions, which must be
    legal.
    """
    compiled, played = compile_rules(rules, strategy, plan), 0
    for shoe in shoes:
        engine = EngineTable(rules, plan, shoe)
        for number, (kernel, wheels) in enumerate(by_kernel(compiled, rules, plan, shoe, rounds), 1):
            by_engine = engine.play(strategy if follow else kernel.acts, wheels, compiled)
            assert by_engine == kernel, f"round {number}: engine {by_engine}, kernel {kernel}, {engine.table.events}"
            played += 1
    return played
