"""Tables dealt by a seed: players who wager and play by themselves, and irregularities sprung at random.

The same rules and seed give the same table, step by step, on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from siete.host.chance.shuffling import Chance
from siete.host.memory_table import MemoryTable
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.school.demonstrations import Script, demonstration, script_of
from siete.strategy import mimic_the_dealer
from siete.table import commands as c
from siete.table.auto_player import answer
from siete.table.decide import refusal
from siete.table.desk.reports import REPORTS
from siete.table.due import Ask, Due, Question, Waiting
from siete.table.stages.betting import side_limits
from siete.table.state.table import TableState
from siete.table.stepping import StepTaken
from siete.table.wagers import registry

PREFIX = "dealt"
ROUNDS = 3
BOXES = (1, 3, 4, 6)
NAMES = ("Ana", "Priya", "Noor", "Lin")
UNITS = (1, 2, 3, 5, 7)
"""What players wager, in minimums."""
_ODDS = 9
"""One dealer's step in so many has an irregularity before it."""
_MOST_TURNS = 600


def dealt_name(rule_set: str, seed: str, sprung: int = 0) -> str:
    """The name of a dealt table with so many irregularities."""
    return f"{PREFIX}/{rule_set}/{sprung}/{seed}"


@lru_cache(maxsize=64)
def script(name: str) -> Script:
    """The script of this name: a dealt table, or a golden file."""
    if not name.startswith(f"{PREFIX}/"):
        return demonstration(name)
    _, rule_set, sprung, seed = name.split("/", 3)
    return _DealtTable(table_rules(rule_set), seed, int(sprung)).dealt()


class _DealtTable:
    """A few rounds, from the first wager on."""

    def __init__(self, rules: TableRules, seed: str, sprung: int) -> None:
        self._rules, self._rng, self._left = rules, Random(f"{seed}/{rules.rule_set}"), sprung
        self._steps: list[StepTaken] = []
        self._table = MemoryTable(rules, Chance(seed), told=self._steps.append)
        self._strategy = mimic_the_dealer()
        self._sprung: set[type[c.Report]] = set()
        chips = rules.chip_denominations.next_payable(Cents(rules.table_min * 400))
        for box, player in zip(BOXES, NAMES, strict=True):
            self._table.comes(player, chips, box=box)

    def dealt(self) -> Script:
        """The script from the first open wagers to the end of the last round."""
        while isinstance(due := self._table.go_on(holds=(c.StartRound,)), Waiting):
            self._answer(due.asks[0])
        del self._steps[:]
        before: TableState = self._table.state
        self._table.seat_dealer()
        for _ in range(_MOST_TURNS):
            if self._table.state.rounds >= ROUNDS and self._table.state.round is None:
                break
            self._turn()
        return tuple(script_of(self._steps, self._rules, before))

    def _turn(self) -> None:
        due, current = self._table.go_on(), self._table.state.round
        if current is not None and not current.are_wagers_closed and not current.boxes:
            self._wager()
        elif isinstance(due, Waiting):
            self._answer(due.asks[0])
        elif isinstance(due, Due) and not self._spring():
            self._table.do(due.command, due)

    def _spring(self) -> bool:
        """Let something go wrong now and then, where it can; whether it did."""
        current = self._table.state.round
        if not self._left or current is None or not current.are_wagers_closed or self._rng.randrange(_ODDS):
            return False
        possible = [
            report
            for each in REPORTS
            if each.kind not in self._sprung
            and refusal(self._table.state, self._rules, report := each.command("dealer")) is None
        ]
        if not possible:
            return False
        chosen = self._rng.choice(possible)
        self._sprung.add(type(chosen))
        self._left -= 1
        self._table.do(chosen)
        return True

    def _wager(self) -> None:
        rules, state = self._rules, self._table.state
        for box, player in sorted(state.seats.items()):
            amount = Cents(min(rules.table_max, rules.table_min * self._rng.choice(UNITS)))
            amount = rules.chip_denominations.next_payable(amount)
            self._table.do(c.PlaceWager(player=player, box=box, amount=amount))
            for spot in registry.offered(rules):
                round_now = self._table.state.round
                limits = side_limits(round_now.box(box) if round_now else None, rules, player, spot)
                if limits is not None and not self._rng.randrange(2):
                    side = rules.chip_denominations.next_payable(limits[0])
                    self._table.do(c.PlaceWager(player=player, box=box, wager=spot, amount=side))

    def _answer(self, ask: Ask) -> None:
        """What players do: mostly as the dealer would, at times a split, a double, a surrender or insurance."""
        wanted = next(
            (each for each in self._wanted(ask) if refusal(self._table.state, self._rules, each) is None),
            answer(self._table.state, self._rules, ask, self._strategy),
        )
        self._table.do(wanted)

    def _wanted(self, ask: Ask) -> Iterator[c.PlayerCommand]:
        current = self._table.state.round
        box = current.box(ask.box) if current is not None else None
        if box is None or not box.hands:
            return
        stake = Cents(sum(each.amount for each in box.hands[ask.hand].stakes if each.player == ask.player))
        luck = self._rng.randrange(4)
        if ask.question is Question.INSURANCE and luck < 2:
            half = self._rules.chip_denominations.unit
            yield c.TakeInsurance(player=ask.player, box=ask.box, amount=Cents(stake // 2 // half * half))
        elif ask.question is Question.PLAY:
            if luck < 2:
                yield c.Split(player=ask.player, box=ask.box)
            if luck == 1:
                yield c.Double(player=ask.player, box=ask.box, amount=stake)
            if luck == 2:
                yield c.Surrender(player=ask.player, box=ask.box)
