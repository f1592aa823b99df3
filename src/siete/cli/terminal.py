"""A terminal table: shows the layout, asks with the keys that are legal, and lets the engine decide."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from siete.cards import Card
from siete.clauses import register
from siete.errors import ParseError, SieteError
from siete.host.shuffling import Chance
from siete.money import Cents, cents_from_text, cents_to_text
from siete.rules.ruleset import rule_set
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.automatic import next_due
from siete.table.due import Ask, Due, Question, Refusal, Waiting
from siete.table.hand import HandTotal
from siete.table.legal import Template
from siete.table.practice import PracticeTable
from siete.table.state import Box, HandStatus, Round, Wager
from siete.table.wagers import jackpot, match_the_dealer, wheels

YOU = "you"

_KEYS: dict[type[c.PlayerCommand], tuple[str, str]] = {
    c.Hit: ("h", "hit"),
    c.Stand: ("s", "stand"),
    c.Double: ("d", "double"),
    c.Split: ("p", "split"),
    c.Surrender: ("r", "surrender"),
    c.Rescue: ("x", "rescue"),
    c.TakeInsurance: ("i", "insure"),
    c.DeclineInsurance: ("n", "no insurance"),
    c.TakeBlackjack: ("t", "take 3 to 2"),
    c.HoldBlackjack: ("k", "keep to double"),
}

_SIDES = {"m": Wager.MATCH_UP, "w": Wager.MATCH_DOWN, "b": Wager.SPIN, "x": Wager.XTREME, "j": Wager.JACKPOT_1}
_SIDES |= {str(number): wager for number, wager in enumerate(match_the_dealer.BONUS, start=1)} | {"J": Wager.JACKPOT_2}


class Leave(Exception):  # noqa: N818  # no error: the player gets up
    """The player gets up."""


class Terminal:
    """One person at one table, all boxes within the rules, the house played by itself."""

    def __init__(
        self,
        rules: TableRules,
        chance: Chance,
        chips: int,
        ask: Callable[[str], str] = input,
        say: Callable[[str], None] = print,
    ) -> None:
        self.rules, self.chance, self._ask, self.say = rules, chance, ask, say
        self.table = PracticeTable(rules, shoe=chance.shoe(rules), chips={YOU: chips})
        self.last = ""
        self.color = sys.stdout.isatty()

    def run(self) -> None:
        """Rounds until the player leaves or has nothing left."""
        self.say(f"{rule_set(self.rules.rule_set).title}, {self.rules.decks} decks. Play chips only.")
        self.say("Type ? at any prompt for help, q to leave.")
        try:
            while self.rack >= self.rules.table_min:
                self._wager()
                self._play()
                self._tell()
            self.say(f"{cents_to_text(self.rack)} is below the table minimum; thank you for playing.")
        except (Leave, EOFError, KeyboardInterrupt):
            self.say(f"You leave with {cents_to_text(self.rack)}.")

    @property
    def rack(self) -> Cents:
        """The chips in front of the player."""
        return self.table.state.racks[YOU]

    def ask(self, prompt: str) -> str:
        """A line from the player."""
        answer = self._ask(prompt).strip()
        if answer.lower() in ("q", "quit", "exit"):
            raise Leave
        return answer

    # --- wagers --------------------------------------------------------------------------------------------------

    def _wager(self) -> None:
        self._fresh_shoe()
        low, high = cents_to_text(self.rules.table_min), cents_to_text(self.rules.table_max)
        hint = f"Enter repeats {self.last!r}" if self.last else "e.g. 10"
        while True:
            text = self.ask(f"\nYou have {cents_to_text(self.rack)}. Wager ({low} to {high}; {hint}): ") or self.last
            if text in ("?", "help", ""):
                self._explain_wagers()
                continue
            try:
                self._place(text)
            except SieteError as error:
                self.say(str(error))
                self._withdraw()
                continue
            self.last = text
            return

    def _place(self, text: str) -> None:
        """Wagers such as `25`, `25 m5`, or `1:25 m5 2:10` for several boxes."""
        if self.table.state.round is None:
            self.table.do(c.StartRound())
        box = 1
        for word in text.split():
            number, colon, rest = word.partition(":")
            if colon:
                if not number.isdecimal():
                    raise ParseError("play/unreadable", f"{word!r} does not begin with a box; write 2:10.")
                box, word = int(number), rest
            wager = _SIDES.get(word[:1]) if not word[:1].isdecimal() or word[1:2] == "=" else None
            amount = cents_from_text(word.removeprefix(word[:1]).removeprefix("=") if wager else word)
            self.table.do(c.PlaceWager(player=YOU, box=box, wager=wager or Wager.BASE, amount=amount))

    def _withdraw(self) -> None:
        current = self.table.state.round
        for box in current.boxes if current else ():
            self.table.do(c.WithdrawWager(player=YOU, box=box.number))

    def _explain_wagers(self) -> None:
        offered = (*match_the_dealer.offered(self.rules), *wheels.offered(self.rules), *jackpot.offered(self.rules))
        keys = {wager: key for key, wager in _SIDES.items()}
        self.say("Type dollars for box 1, or BOX:DOLLARS for more boxes: 1:25 2:10.")
        for wager in offered:
            key = keys[wager]
            sample = f"{key}=5" if key.isdecimal() else f"{key}5"
            self.say(f"  {sample:5} adds $5 on {wager.value}")
        self.say("q leaves the table.")

    # --- play ----------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        while True:
            due = next_due(self.table.state, self.rules)
            if isinstance(due, Waiting):
                self._answer(due.asks[0], due.clause)
            elif isinstance(due, Due) and not isinstance(due.command, c.StartRound):
                self._step(due.command)
            else:
                return

    def _step(self, command: c.HouseCommand) -> None:
        if isinstance(command, c.Spin):
            current = self.table.state.round
            assert current is not None, "wheels are spun within a round"
            symbols = self.chance.symbols(command.wager, current, self.rules)
            self.say(f"The wheel stops at {', '.join(symbols)}.")
            self.table.spin_next(symbols)
        if isinstance(command, c.PickUp):
            self._draw(None)
        self.table.step(command)
        if isinstance(command, c.Peek):
            self.say("The dealer looks: " + ("BLACKJACK." if self._round().peek else "no blackjack."))

    def _round(self) -> Round:
        assert self.table.state.round is not None, "a round is on"
        return self.table.state.round

    def _answer(self, ask: Ask, clause: str) -> None:
        self._draw(ask)
        templates = {
            _KEYS[type(t.command)][0]: t
            for t in self.table.legal(YOU)
            if t.command.box == ask.box and type(t.command) in _KEYS
        }
        templates = {key: templates[key] for key, _ in _KEYS.values() if key in templates}
        words = ", ".join(f"{key} {_KEYS[type(t.command)][1]}{_range(t)}" for key, t in templates.items())
        while True:
            answer = self.ask(f"Box {ask.box}, {_PROMPTS[ask.question]}: {words}? ")
            if answer in ("?", "help"):
                self._explain(clause, templates.values())
                continue
            template = templates.get(answer[:1].lower())
            if template is None:
                self.say(f"{answer!r} is not one of {', '.join(templates)}.")
                continue
            try:
                self.table.do(_command(template, answer[1:].strip()))
                return
            except (Refusal, ParseError) as error:
                self.say(str(error))

    def _explain(self, clause: str, templates: Iterable[Template]) -> None:
        """What the clause behind the question says, and the keys in full."""
        if clause in register():
            self.say(f"[{clause}] {register()[clause].summary}")
        for template in templates:
            key, word = _KEYS[type(template.command)]
            self.say(f"  {key}  {word}{_range(template)}")

    # --- what it shows -------------------------------------------------------------------------------------------

    def _draw(self, ask: Ask | None) -> None:
        current = self._round()
        self.say("")
        self.say(f"  Dealer   {self._dealer(current)}")
        if current.bonus_cards:
            self.say(f"  Bonus    {self._cards(current.bonus_cards)}")
        for box in current.boxes:
            for index in range(len(box.hands)):
                arrow = ">" if ask and (ask.box, ask.hand) == (box.number, index) else " "
                self.say(f"{arrow} Box {box.number}    {self._hand_text(box, index)}")

    def _dealer(self, current: Round) -> str:
        hidden = current.is_hole_hidden
        shown = current.dealer[:1] if hidden else current.dealer
        total = HandTotal.of(shown)
        back = " [??]" if hidden else ""
        return f"{self._cards(shown)}{back}  {'soft ' if total.is_soft else ''}{total.total}"

    def _hand_text(self, box: Box, index: int) -> str:
        hand = box.hands[index]
        total = hand.total
        word = "blackjack" if hand.is_blackjack else f"{'soft ' if total.is_soft else ''}{total.total}"
        money = Cents(sum(stake.total for stake in hand.stakes if stake.is_open))
        status = "" if hand.status is HandStatus.PLAYING else f"  {hand.status.value}"
        return f"{self._cards(hand.cards)}  {word}{f'  {cents_to_text(money)}' if money else ''}{status}"

    def _cards(self, cards: Iterable[Card]) -> str:
        return " ".join(self._card(card) for card in cards)

    def _card(self, card: Card) -> str:
        text = f"[{card.picture:>2}]"
        return f"\033[31m{text}\033[0m" if self.color and card.suit.is_red else text

    def _tell(self) -> None:
        """How the round ended, wager by wager."""
        for result in self.table.results():
            self.say(f"  {result}")

    def _fresh_shoe(self) -> None:
        """Shuffle once three quarters of the shoe are out."""
        shoe = self.table.state.shoe
        if shoe is not None and self.table.state.round is None and self.table.state.dealt > len(shoe) * 3 // 4:
            self.table.load(self.chance.shoe(self.rules))
            self.say("The cards are shuffled.")


_PROMPTS = {
    Question.BLACKJACK: "you have a blackjack",
    Question.INSURANCE: "insurance",
    Question.PLAY: "your turn",
    Question.DOUBLED: "after the double",
    Question.FOLLOW_DOUBLE: "follow the double",
    Question.FOLLOW_SPLIT: "follow the split",
}


def _range(template: Template) -> str:
    if not template.most:
        return ""
    if template.least == template.most:
        return f" {cents_to_text(template.most)}"
    return f" {cents_to_text(template.least)}–{cents_to_text(template.most)}"


def _command(template: Template, amount: str) -> c.PlayerCommand:
    """The template's command, with the amount typed after the key; without one, the most."""
    command = template.command
    cents = cents_from_text(amount) if amount else template.most
    if isinstance(command, c.Double):
        return c.Double(player=command.player, box=command.box, amount=cents)
    if isinstance(command, c.TakeInsurance):
        return c.TakeInsurance(player=command.player, box=command.box, amount=cents)
    return command
