"""Steps of the house and signatures of the floor in the words of a table, as they follow "it is due to"."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

from siete.money import Cents, cents_to_text
from siete.rules.options import ShuffleStep
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.due import Ask, Question
from siete.table.state.wager import Wager

LONGEST_NAME = 64
"""Letters of a player's name, at most."""


def step_in_words(command: c.HouseCommand | c.FloorCommand) -> str:
    """A step in words, as it follows "to": `deal a card to box 1`."""
    told = _WORDS[type(command)]
    return told if isinstance(told, str) else told(command)


def approval_in_words(command: c.FloorCommand, rules: TableRules) -> str:
    """What a floorperson vouches for by this command: the item that is signed, or the step."""
    if isinstance(command, c.SignItem):
        return next(item.sentence for item in rules.checklist if item.name == command.item)
    words = step_in_words(command)
    return f"{words[0].upper()}{words[1:]}."


def name_in_words(kind: type[c.Command]) -> str:
    """What a kind of command does, where no command of it is at hand: `settle wager`."""
    return _apart(kind.__name__)


@cache
def _apart(name: str) -> str:
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()


def person_in_words(name: str) -> str:
    """A name as a sentence begins with it; what is no name is shown in quotes, and not at any length."""
    if not name:
        return "Somebody without a name"
    return name if name.isprintable() and len(name) <= LONGEST_NAME else repr(name[:LONGEST_NAME])


def question_in_words(ask: Ask) -> str:
    """Who is asked what: `ana (box 1) to play the hand`."""
    at = f" (box {ask.box}{f', hand {ask.hand + 1}' if ask.hand else ''})" if ask.box else ""
    return f"{ask.player}{at} to {_QUESTIONS[ask.question]}"


def wager_in_words(wager: Wager) -> str:
    """A wager's name: `base wager`, `insurance`, `match-up wager`."""
    return "insurance" if wager is Wager.INSURANCE else f"{wager.value} wager"


def limits_in_words(least: Cents, most: Cents) -> str:
    """What a wager takes: `$5`, or `$5 to $25`."""
    return cents_to_text(least) if least == most else f"{cents_to_text(least)} to {cents_to_text(most)}"


class _OnHand(Protocol):
    """A command about one hand of a box."""

    @property
    def box(self) -> int: ...
    @property
    def hand(self) -> int: ...


def _hand(command: _OnHand) -> str:
    """A box, and which of its hands where that is not the first."""
    return f"box {command.box}, hand {command.hand + 1}" if command.hand else f"box {command.box}"


def _deal(command: c.Deal) -> str:
    if command.is_bonus:
        return "deal a card to the next bonus space"
    return f"deal a card to {_hand(command)}" if command.box else "deal the dealer's own card"


def _settle_wager(command: c.SettleWager) -> str:
    return f"settle the {wager_in_words(command.wager)} of {command.player} on box {command.box}"


def _spin(command: c.Spin) -> str:
    whom = f"{command.player} on box {command.box}" if command.box else "everybody who wagered on it"
    return f"spin the wheel for {whom}"


def _aside(command: c.SetShufflerAside) -> str:
    return {"remove": "remove the shuffler", "sign": "put a sign on the shuffler"}.get(
        command.how, "cover the shuffler"
    )


_SHUFFLE = {
    ShuffleStep.PLUG: "plug the cards",
    ShuffleStep.RIFFLE: "riffle the cards",
    ShuffleStep.TURN: "turn a part of the cards",
    ShuffleStep.STRIP: "strip the cards",
    ShuffleStep.CUT: "cut the cards",
}

_WORDS: dict[type[c.Command], str | Callable[[Any], str]] = {
    # opening
    c.ReceiveCards: "take the decks that are brought to the table",
    c.InspectCards: "look every card over for defects",
    c.RemoveTens: "take the 10-spots out",
    c.SpreadCards: "spread the cards face up, each deck by suit and in sequence",
    c.TurnCardsDown: "turn the spread cards face down",
    c.WashCards: "wash the cards",
    c.StackCards: "stack the cards",
    c.RetireCards: "take the cards off the table, since they have been in use for long enough",
    c.PrepareTable: "begin to open the table",
    c.SignItem: lambda command: f"sign for the item {command.item} of the checklist",
    c.InspectReader: "inspect the card reader",
    c.VerifyCards: "verify the inspection of the cards and that no 10-spot is left in them",
    c.DisposeTens: "dispose of the 10-spots that were taken out",
    c.ReturnCards: "send cards back that cannot be used",
    c.OpenTable: "open the table for play",
    c.RefuseApproval: "refuse the approval that is due",
    c.CloseTable: "close the table",
    c.ChangeRules: "change the rules of the table",
    c.PayCorrection: "pay what a round should have paid",
    c.TakeCorrection: "take back what a round should not have paid",
    # idle
    c.SpreadIdleCards: "spread the cards of the idle table",
    c.ChangeBatch: "put the spread cards into the shuffler and take its batch out",
    # cards
    c.DoShuffleStep: lambda command: _SHUFFLE[ShuffleStep(command.step)],
    c.ShuffleCards: "shuffle the cards",
    c.StackPreshuffled: "stack the preshuffled cards",
    c.CutForHouse: "cut the cards as the dealer",
    c.AlignStack: "lay the stack along the side of the shoe",
    c.PlaceCoverCard: "put the cover card into the stack",
    c.LoadShoe: "put the stack into the shoe",
    c.BurnCard: "burn a card",
    c.CollectShoe: "put the discard rack and the rest of the shoe together and count them",
    c.OrderRecut: "order the cards to be cut again",
    c.OrderReshuffle: "order a shuffle after the round",
    # people
    c.LetIn: lambda command: f"let {command.player} wager before the next shuffle",
    c.RelieveDealer: lambda command: f"put {command.dealer} at the table as its dealer",
    # betting
    c.StartRound: "open betting for the next round",
    c.ConfirmWager: lambda command: (
        f"confirm, as the {command.by}, the {wager_in_words(command.wager)} that {command.player} made aloud "
        f"on box {command.box}"
    ),
    c.CloseWagers: "close the wagers",
    c.Contribute: lambda command: f"add the round's wagers to the meter {command.meter}",
    # dealing
    c.Deal: _deal,
    c.TurnUpCards: "turn the up card and the bonus cards face up",
    c.BeginBaseGame: "begin the base game",
    c.AnnounceBlackjack: lambda command: f"announce the blackjack of box {command.box}",
    c.OfferInsurance: "offer insurance",
    c.CloseInsurance: "close insurance",
    c.Peek: "look whether the hole card makes a blackjack",
    c.TurnHoleCard: "turn the hole card face up",
    c.SkipSecondCard: "deal no second card to the dealer, since nothing depends on it",
    c.StandDealer: "stand on the dealer's total",
    # settlement
    c.SettleWager: _settle_wager,
    c.PayHand: lambda command: f"pay {_hand(command)} at once",
    c.RemoveHand: lambda command: f"put the cards of {_hand(command)} into the discard rack",
    c.CollectBust: lambda command: f"collect the wagers on the bust hand of {_hand(command)}",
    c.SettleSurrender: lambda command: f"settle the surrender of {_hand(command)}",
    c.SettleHand: lambda command: f"settle the wagers on {_hand(command)}",
    c.PickUp: "pick up the cards",
    # prizes
    c.InstructPayment: lambda command: (
        f"have the dealer pay the bonus of {_hand(command)} and leave the cards"
        if command.what == c.BONUS
        else f"have the dealer pay the super bonus of {_hand(command)} and the envy for it"
    ),
    c.PaySuperBonus: lambda command: f"pay {command.player} the super bonus of {_hand(command)}",
    c.PayEnvy: lambda command: f"pay {command.player} the envy bonus for {_hand(command)}",
    c.Spin: _spin,
    c.PayAward: lambda command: f"pay {command.player} on box {command.box} the award for {command.line}",
    # irregularities
    c.ReverseContribution: lambda command: f"take the returned wagers off the meter {command.meter}",
    c.WithdrawDecks: "take all cards off the table for good",
    c.BringDecks: "bring new decks",
    c.DiscardExposed: "put the exposed card away that nobody takes",
    c.ReuseDiscards: "take the discard rack to be shuffled",
    c.DisposeTen: "take the 10-spot out of the shoe and dispose of it",
    c.RepairReader: "see to it that the card reader works",
    c.SetShufflerAside: _aside,
    c.RepairShuffler: "see to it that the shuffler works",
    c.VoidRound: "declare the round void",
}
"""Every step of the house, and everything a floorperson signs or orders."""

_QUESTIONS: dict[Question, str] = {
    Question.BLACKJACK: "say whether the blackjack is paid now or held",
    Question.INSURANCE: "take or decline insurance",
    Question.LOOK: "look the spread cards over",
    Question.RETURN: "come back to the idle table",
    Question.CUT: "cut the cards or refuse the cut",
    Question.PLAY: "play the hand",
    Question.DOUBLED: "decide on the doubled hand",
    Question.FOLLOW_DOUBLE: "follow the double or stay out",
    Question.FOLLOW_SPLIT: "fund the split or ride on one hand",
    Question.SEEN_CARD: "take or refuse the card that was seen",
    Question.SECOND_CARD: "take or refuse the missed second card",
    Question.LATE_CARD: "take the missed card last or call the hand dead",
}
