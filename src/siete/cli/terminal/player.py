"""A terminal table: shows the layout, asks with the keys that are legal, and lets the engine decide.

Between rounds the whole procedure runs: the table opens, the person may look at the spread cards and cut, the shoe
is dealt to its cover card, time passes, and a table at which nobody plays goes idle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from textwrap import wrap

from siete.clauses import citations
from siete.cli.terminal.layout import Pen, drawn
from siete.cli.terminal.narration import sentence
from siete.cli.terminal.prompt import HELP, Leave, Talk, one_of
from siete.cli.terminal.wager_line import amount_from, offered, wagers_from
from siete.errors import ParseError, SieteError
from siete.host.chance.shuffling import Chance
from siete.host.memory_table import MORNING, MemoryTable
from siete.money import Cents, cents_to_text, whole_cents
from siete.rules.ruleset import rule_set
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.answers import ANSWERS, AnswerWords
from siete.table.due import Ask, Due, Next, Question, Refusal, Waiting
from siete.table.legal import Template, legal
from siete.table.stages.shuffling import cut_limits
from siete.table.state.table import TableState
from siete.table.stepping import StepTaken

YOU = "you"

_PROMPTS = {
    Question.BLACKJACK: "you have a blackjack",
    Question.INSURANCE: "insurance",
    Question.PLAY: "your turn",
    Question.DOUBLED: "after the double",
    Question.FOLLOW_DOUBLE: "follow the double",
    Question.FOLLOW_SPLIT: "follow the split",
    Question.SEEN_CARD: "a card was seen",
    Question.SECOND_CARD: "your second card",
    Question.LATE_CARD: "your card",
}


class Terminal:
    """One person at one table, on any boxes that the rules allow; the house plays automatically."""

    def __init__(
        self,
        rules: TableRules,
        chance: Chance,
        chips: int,
        *,
        talk: Talk | None = None,
        pen: Pen | None = None,
        is_quick: bool = False,
        clock: Callable[[], int] | None = None,
        ended: Callable[[Iterable[e.Event]], None] = lambda events: None,
    ) -> None:
        self.rules, self.chance, self.talk = rules, chance, talk or Talk()
        self.pen, self.is_quick, self._clock, self._ended = pen or Pen(), is_quick, clock, ended
        self._seen = TableState()
        self._shown_meters = ""
        self.last = ""
        self.table = MemoryTable(rules, chance, at=clock() if clock else MORNING, told=self._told)
        self.table.comes(YOU, whole_cents(chips), box=1)
        self._telling = self._kept = 0

    @property
    def rack(self) -> Cents:
        """The chips in front of the player."""
        return self.table.state.racks[YOU]

    def run(self) -> None:
        """Rounds until the player leaves or has nothing left."""
        say = self.talk.say
        say(f"{rule_set(self.rules.rule_set).title}, {self.rules.decks} decks. Play chips only.")
        say("Type ? at any prompt for help, ? and a clause to read it, q to leave.")
        try:
            while self.rack >= self.rules.table_min:
                self._between()
                before = self.rack
                self._wager()
                self._play()
                self._results(before)
            say(f"{cents_to_text(self.rack)} is below the table minimum; thank you for playing.")
        except (Leave, EOFError, KeyboardInterrupt) as left:
            if not isinstance(left, Leave):
                say("")
            self._leave()
        finally:
            self._write()

    def _leave(self) -> None:
        left = self.table.state.layout
        rest = f"; {cents_to_text(left)} of yours stays on the layout" if left else ""
        self.talk.say(f"You leave with {cents_to_text(self.rack)}{rest}.")

    def _write(self) -> None:
        self._ended(self.table.events[self._kept :])
        self._kept = len(self.table.events)

    # --- between rounds ------------------------------------------------------------------------------------------

    def _between(self) -> None:
        """All that the table does until wagers may be placed."""
        while not self._is_betting(due := self.table.go_on(holds={c.CloseWagers})):
            if isinstance(due, Waiting):
                self._tell_around()
                self._answer_around(due.asks[0], due.clause)
        self._tell_around()

    def _is_betting(self, due: Next) -> bool:
        return due is None or (isinstance(due, Due) and isinstance(due.command, c.CloseWagers))

    def _tell_around(self) -> None:
        """What has happened between rounds since it was last printed."""
        happened = self.table.events[self._telling :]
        self._telling = len(self.table.events)
        if self.is_quick:
            if any(isinstance(event, e.StackLoaded) for event in happened):
                self.talk.say("The cards are shuffled, cut and in the shoe.")
            return
        for line in wrap(sentence(happened), self.talk.width or 100):
            self.talk.say(self.pen.dim(line))

    def _answer_around(self, ask: Ask, clause: str) -> None:
        """The player is asked to look, to come back to an idle table, or to cut."""
        if ask.question is Question.CUT:
            self._cut(ask, clause)
            return
        look = ask.question is Question.LOOK
        words = "The cards lie before you; look at them" if look else "The table has been idle; play on"
        if not self.is_quick:
            while self.talk.ask(f"{words} (Enter to go on): ") in HELP:
                self.talk.tell_clause(clause)
        answer = c.LookOver if look else c.ReturnToTable
        self.table.do(answer(player=YOU, box=ask.box))

    def _cut(self, ask: Ask, clause: str) -> None:
        pack = self.table.state.pack
        assert pack is not None and pack.order is not None, "a stack is offered to be cut"
        low, high = cut_limits(self.rules, len(pack.order))
        while True:
            prompt = f"Cut under how many cards, {low} to {high}? (Enter: somewhere, n: leave it to the dealer) "
            text = "" if self.is_quick else self.talk.ask(prompt)
            if text in HELP:
                self.talk.tell_clause(clause)
                continue
            try:
                self.table.do(self._cut_command(ask, text, low, high))
                return
            except SieteError as error:
                self.talk.say(str(error))

    def _cut_command(self, ask: Ask, text: str, low: int, high: int) -> c.PlayerCommand:
        if text.lower() in ("n", "no"):
            return c.RefuseCut(player=YOU, box=ask.box)
        if text and not text.isdecimal():
            raise ParseError("play/unreadable", f"{text[:40]!r} is no number of cards.")
        at = int(text[:9]) if text else self.chance.depth(low, high)
        return c.CutCards(player=YOU, box=ask.box, at=at)

    def _pass_time(self, minutes: int = 0) -> None:
        """Advance the table's time; without a clock, only by what was asked for."""
        self.table.wait(max(minutes, self._clock() - self.table.now if self._clock else 0))

    # --- wagers --------------------------------------------------------------------------------------------------

    def _wager(self) -> None:
        low, high = cents_to_text(self.rules.table_min), cents_to_text(self.rules.table_max)
        hint = f"Enter repeats {self.last!r}" if self.last else "e.g. 10"
        self._show_meters()
        while True:
            have = f"You have {cents_to_text(self.rack)}."
            text = self.talk.ask(f"\n{have} Wager ({low} to {high}; {hint}): ") or self.last
            word, _, rest = text.partition(" ")
            if text in (*HELP, "h", ""):  # h is hit elsewhere, and no wager
                self._explain_wagers()
            elif word == "wait":
                self._wait(rest.strip())
            elif word == "burn":
                self._burn_card()
            elif self._is_placed(text):
                self.last = text
                return

    def _is_placed(self, text: str) -> bool:
        """Put the wagers down, or say why not and take all of them back."""
        self._pass_time()
        self._between()
        try:
            for wager in wagers_from(text, YOU):
                self.table.do(wager)
            return True
        except SieteError as error:
            self.talk.say(str(error))
            current = self.table.state.round
            for box in reversed(current.boxes if current else ()):
                self.table.do(c.WithdrawWager(player=YOU, box=box.number))
            return False

    def _wait(self, minutes: str) -> None:
        """Let time pass: an idle table's cards are spread, old ones are changed."""
        if not minutes.isdecimal() or not 0 < int(minutes[:9]) <= 10_000:
            self.talk.say("Write wait and minutes, such as wait 45.")
            return
        self._pass_time(int(minutes))
        self._between()

    def _burn_card(self) -> None:
        try:
            shown = self.table.do(c.AskBurnCard(player=YOU, box=1)).events[0]
            assert isinstance(shown, e.BurnCardShown), "the answer to the request"
            self.talk.say(f"The card burned last: {self.pen.card(shown.card)}")
        except Refusal as error:
            self.talk.say(str(error))

    def _show_meters(self) -> None:
        shown = ", ".join(f"{name} {cents_to_text(meter.amount)}" for name, meter in self.table.meters.items())
        if shown != self._shown_meters:
            self.talk.say(self.pen.dim(f"\nMeters: {shown}"))
        self._shown_meters = shown

    def _explain_wagers(self) -> None:
        say = self.talk.say
        say("Type dollars for box 1, or BOX:DOLLARS for more boxes: 1:25 2:10. After a box's wager, its side wagers:")
        for sample, meaning in offered(self.rules):
            say(f"  {sample:5} {meaning}")
        say("wait 45 lets 45 minutes pass, burn asks for the burn card, ? MD-6.D shows a clause, q leaves the table.")
        self.talk.tell_clause(self.rules.clause_of(Step.PLACE_BASE))

    # --- play ----------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        while self.table.state.round is not None:
            due = self.table.go_on()
            if isinstance(due, Waiting):
                is_cut = due.asks[0].question is Question.CUT  # of a shoe that ran out in mid-round
                (self._answer_around if is_cut else self._answer)(due.asks[0], due.clause)

    def _told(self, step: StepTaken) -> None:
        """What a player would see and hear at a step of the house."""
        for event in step.events:
            if isinstance(event, e.HoleCardChecked):
                self.talk.say(f"The dealer looks: {'BLACKJACK' if event.is_blackjack else 'no blackjack'}.")
            elif isinstance(event, e.WheelSpun) and event.symbols:
                self.talk.say(f"The wheel stops at {', '.join(event.symbols)}.")
            elif isinstance(event, e.CoverCardReached):
                self.talk.say(self.pen.dim("The cover card comes: this is the last round of the shoe."))
            elif isinstance(event, e.CardsPickedUp):
                self._draw(self._seen, None)
        self._seen = step.state

    def _draw(self, state: TableState, ask: Ask | None) -> None:
        assert state.round is not None, "there is a layout to draw within a round"
        self.talk.say("")
        for line in drawn(state.round, self.pen, asked=ask):
            self.talk.say(line)

    def _answer(self, ask: Ask, clause: str) -> None:
        self._draw(self.table.state, ask)
        answers = self._answers(ask)
        words = ", ".join(f"{key} {_in_words(*each)}" for key, each in answers.items())
        while True:
            answer = self.talk.ask(f"Box {ask.box}, {_PROMPTS[ask.question]}: {words}? ")
            if answer in HELP:
                self._explain(clause, answers.values())
                continue
            given = answers.get(answer[:1].lower())
            if given is None:
                wrong = repr(answer[:40]) if answer else "Nothing"
                self.talk.say(f"{wrong} is not one of {one_of(list(answers))}.")
                continue
            try:
                self.table.do(_command(given[1], answer[1:].strip()))
                return
            except (Refusal, ParseError) as error:
                self.talk.say(str(error))

    def _answers(self, ask: Ask) -> Mapping[str, tuple[AnswerWords, Template]]:
        """What may be answered, by key, in the order of the answers."""
        offered = [each for each in legal(self.table.state, self.rules, YOU) if each.command.box == ask.box]
        return {
            answer.key: (answer, template)
            for answer in ANSWERS[ask.question]
            for template in offered
            if answer.gives(template.command)
        }

    def _explain(self, clause: str, answers: Iterable[tuple[AnswerWords, Template]]) -> None:
        """What the clause behind the question says, and each key with the clause that allows it."""
        if clause in citations():
            self.talk.tell_clause(clause)
        for answer, template in answers:
            allowed = self.rules.clause_of(answer.step)
            told = f"  [{allowed}] {citations()[allowed].summary}" if allowed in citations() else ""
            self.talk.say(f"  {answer.key}  {_in_words(answer, template)}{told}")

    def _results(self, before: Cents) -> None:
        """How the round ended, wager by wager."""
        self.talk.say("")
        for result in self.table.results():
            self.talk.say(f"  {result}")
        won = self.rack - before
        sign = "+" if won > 0 else "-" if won < 0 else ""
        self.talk.say(f"  {self.pen.bold(f'{sign}{cents_to_text(Cents(abs(won)))} in this round.')}")
        self._write()
        self._telling = len(self.table.events)
        self._pass_time(0 if self._clock else 1)


def _in_words(answer: AnswerWords, template: Template) -> str:
    return f"{answer.label.lower()}{_range(template)}"


def _range(template: Template) -> str:
    if not template.most:
        return ""
    if template.least == template.most:
        return f" {cents_to_text(template.most)}"
    return f" {cents_to_text(template.least)}–{cents_to_text(template.most)}"


def _command(template: Template, amount: str) -> c.PlayerCommand:
    """The template's command, with the amount typed after the key; without one, the most."""
    command = template.command
    cents = amount_from(amount, amount) if amount else template.most
    if isinstance(command, c.Double):
        return c.Double(player=command.player, box=command.box, amount=cents)
    if isinstance(command, c.TakeInsurance):
        return c.TakeInsurance(player=command.player, box=command.box, amount=cents)
    return command
