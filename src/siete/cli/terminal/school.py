"""Dealer's school: the person deals to automatic players; a wrong step is answered with the clause it breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from siete.clauses import citations
from siete.cli.options import Start
from siete.cli.terminal.dealer_steps import USAGE, step_from, step_to_text
from siete.cli.terminal.layout import Pen, drawn
from siete.cli.terminal.narration import sentence
from siete.cli.terminal.prompt import HELP, Leave, Talk
from siete.errors import ParseError
from siete.host.chance.shuffling import Chance
from siete.host.memory_table import MemoryTable
from siete.money import Cents, cents_to_text
from siete.rules.ruleset import rule_set
from siete.rules.table_rules import TableRules
from siete.school.drills.steps import kind_of
from siete.strategy import Strategy
from siete.table import commands as c
from siete.table import events as e
from siete.table.auto_player import answer
from siete.table.due import Due, Refusal, Waiting
from siete.table.money.ledger import moves
from siete.table.stages.betting import side_limits
from siete.table.stepping import StepTaken
from siete.table.wagers import registry
from siete.table.words import name_in_words, step_in_words

PLAYERS = ("ana", "ben", "cleo", "dora", "eli", "fay", "gus")
CHIPS = 1000
"""Table minimums that every player brings, and brings again when they run low."""


@dataclass(slots=True)
class LessonScore:
    """How the lesson went."""

    steps: int = 0
    right: int = 0
    hints: int = 0
    broken: Counter[str] = field(default_factory=Counter)

    def lines(self) -> Iterator[str]:
        """The score in words, with each clause that was broken and what it says."""
        share = f" ({100 * self.right // self.steps} %)" if self.steps else ""
        hints = f", {self.hints} {'hint' if self.hints == 1 else 'hints'} taken" if self.hints else ""
        yield f"{self.right} of {self.steps} steps right first time{share}{hints}."
        if self.broken:
            yield "Clauses broken:"
        for clause, times in self.broken.most_common():
            told = citations()[clause].summary if clause in citations() else ""
            yield f"  {times} × [{clause}] {told}"


StepKeeper = Callable[[str, str, bool], None]
"""Told of every step: what it is, its clause, and whether it was right at the first try."""


class School:
    """One person who deals."""

    def __init__(
        self,
        rules: TableRules,
        chance: Chance,
        strategy: Strategy,
        *,
        talk: Talk | None = None,
        pen: Pen | None = None,
        start: Start = Start.OPENING,
        boxes: int = 2,
        ended: Callable[[Iterable[e.Event]], None] = lambda events: None,
        keep: StepKeeper | None = None,
    ) -> None:
        self.rules, self.strategy, self.talk = rules, strategy, talk or Talk()
        self.pen, self.start, self._ended = pen or Pen(), start, ended
        self.score = LessonScore()
        self._keep = keep or (lambda item, clause, is_right: None)
        self._drawn: tuple[str, ...] = ()
        self._is_clean = True
        self._is_lesson = False
        self.table = MemoryTable(rules, chance, told=self._told)
        for box, player in zip(range(1, rules.positions + 1), PLAYERS[:boxes], strict=False):
            self.table.comes(player, self._chips, box=box)

    @property
    def _chips(self) -> Cents:
        return self.rules.chip_denominations.next_payable(Cents(self.rules.table_min * CHIPS))

    def run(self) -> None:
        """Deal until the person quits; then show the score."""
        self.talk.say(f"{rule_set(self.rules.rule_set).title}, {self.rules.decks} decks. You deal. Play chips only.")
        self.talk.say("Type the next step; help lists the words, hint shows the step, look shows the table, q ends.")
        try:
            self._skip_ahead()
            self.table.seat_dealer()
            self._is_lesson = True
            while True:
                self._go_on()
        except (Leave, EOFError, KeyboardInterrupt) as left:
            if not isinstance(left, Leave):
                self.talk.say("")
        finally:
            self._ended(self.table.events)
        for line in self.score.lines():
            self.talk.say(line)

    def _skip_ahead(self) -> None:
        """Run the house's steps before the lesson."""
        begins: dict[Start, tuple[type[c.Command], ...]] = {
            Start.OPENING: (c.ReceiveCards,),
            Start.SHUFFLE: (c.ShuffleCards, c.DoShuffleStep, c.StackPreshuffled),
            Start.ROUND: (c.StartRound,),
        }
        while isinstance(due := self.table.go_on(holds=begins[self.start]), Waiting):
            self.table.do(answer(self.table.state, self.rules, due.asks[0], self.strategy))
        self.talk.say(sentence(self.table.events))

    def _go_on(self) -> None:
        """One step: a player's answer, the players' wagers, or a step of the person who deals."""
        due = self.table.go_on()
        if isinstance(due, Waiting):
            command = answer(self.table.state, self.rules, due.asks[0], self.strategy)
            self._draw()
            if self.table.state.round is not None:
                self.talk.say(f"  {command.player} (box {command.box}): {name_in_words(type(command))}")
            self.table.do(command)
        elif isinstance(due, Due):
            self._draw()
            self._ask(due)
        else:
            self._wager()

    # --- the players -------------------------------------------------------------------------------------------------

    def _wager(self) -> None:
        """Everybody wagers a few minimums, and sometimes a side wager."""
        chance, rules = self.table.chance, self.rules
        spots = registry.offered(rules)
        least = max(rules.table_min, rules.chip_denominations.smallest)
        for number, player in sorted(self.table.state.seats.items()):
            if self.table.state.racks[player] < self._chips // 2:
                self.table.buys(player, self._chips)
            most = rules.table_max // least
            units = min(chance.depth(1, 4), most)
            amount = rules.chip_denominations.next_payable(Cents(least * units))
            self.table.do(c.PlaceWager(player=player, box=number, amount=amount))
            for spot in spots:
                box = self.table.state.round.box(number) if self.table.state.round else None
                limits = side_limits(box, rules, player, spot)
                if limits is not None and chance.depth(1, 3) == 1:
                    side = rules.chip_denominations.next_payable(limits[0])
                    self.table.do(c.PlaceWager(player=player, box=number, wager=spot, amount=side))

    # --- the dealer --------------------------------------------------------------------------------------------------

    def _ask(self, due: Due) -> None:
        text = self.talk.ask("Dealer: ").lower()
        if text in HELP:
            for word, meaning in USAGE:
                self.talk.say(f"  {word:12} {meaning}")
        elif text == "hint":
            self._hint(due)
        elif text == "look":
            self._drawn = ()
        elif text:
            self._try(text, due)

    def _hint(self, due: Due) -> None:
        self.score.hints += 1
        self._is_clean = False
        told = f" [{due.clause}] {citations()[due.clause].summary}" if due.clause in citations() else ""
        self.talk.say(f"It is due to {step_in_words(due.command)}: {step_to_text(due.command)}.{told}")

    def _try(self, text: str, due: Due) -> None:
        try:
            command = step_from(text, self.table.state)
        except ParseError as error:
            self.talk.say(error.sentence)
            return
        try:
            self.table.do(command, due)
        except Refusal as refused:
            self._refuse(refused)
            return
        self.score.steps += 1
        self.score.right += self._is_clean
        self._keep(f"step {kind_of(step_in_words(due.command))} {due.clause}", due.clause, self._is_clean)
        self._is_clean = True
        if isinstance(command, c.PickUp):
            self.table.wait(1)

    def _refuse(self, refused: Refusal) -> None:
        """Say which clause the step breaks and what it says, but not what is due: that is what hint is for."""
        self._is_clean = False
        self.score.broken[refused.clause] += 1
        if refused.code != "command/not-this-step":
            self.talk.say(str(refused))
        elif refused.clause in citations():
            self.talk.say(f"Not now: it breaks [{refused.clause}] {citations()[refused.clause].summary}.")
        else:
            self.talk.say("Not now: another step comes first.")

    # --- what it shows -----------------------------------------------------------------------------------------------

    def _told(self, step: StepTaken) -> None:
        """What a step brought about, in a line or two; what the house does before the lesson is printed separately."""
        if not self._is_lesson:
            return
        around = sentence(step.events)
        if around:
            self.talk.say(self.pen.dim(f"  {around}"))
        for event in step.events:
            if isinstance(event, e.HoleCardChecked):
                self.talk.say(f"  {'A blackjack' if event.is_blackjack else 'No blackjack'} under the up card.")
            elif isinstance(event, e.CoverCardReached):
                self.talk.say("  The cover card comes: finish this round, then the shoe is done.")
            elif isinstance(event, _PLACED) or (moves(event) and hasattr(event, "line")):
                self.talk.say(f"  {_money(event)}")

    def _draw(self) -> None:
        """The layout, when it has changed."""
        current = self.table.state.round
        lines = tuple(drawn(current, self.pen, names=True)) if current is not None else ()
        if lines and lines != self._drawn:
            for line in lines:
                self.talk.say(line)
        self._drawn = lines


_PLACED = (e.WagerPlaced, e.WagerDoubled, e.SplitFunded)


def _money(event: Any) -> str:
    """An event that moves money, in words."""
    wager = getattr(event, "wager", None)
    parts = (name_in_words(type(event)), f"{event.player} box {event.box}", wager and wager.value)
    return f"{' '.join(filter(None, (*parts, getattr(event, 'line', ''))))}: {cents_to_text(event.amount)}"
