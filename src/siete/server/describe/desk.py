"""What a dealer's desk needs of given rules: motions with their keys and words, the steps in order, and reports.

Static for a table's whole life, so it is sent once.
"""

from __future__ import annotations

from collections.abc import Iterator

from siete.plain import Plain
from siete.rules.options import HoleCardProcedure, InsuranceCollect, ShuffleStep
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.desk.procedure import ProcedureStep, TablePhase
from siete.table.desk.reports import REPORTS
from siete.table.desk.tray import TUBE
from siete.table.wagers import registry

CHIP_KEYS = "zxcvbnm"
"""From the smallest chip up."""


def described_desk(rules: TableRules) -> Plain:
    """The desk of a table with these rules."""
    kinds = sorted(rules.chip_denominations.denominations)
    return {
        "tube": TUBE,
        "chips": [{"chip": chip, "key": key} for chip, key in zip(kinds, CHIP_KEYS, strict=False)],
        "motions": list(_motions(rules)),
        "calls": [{"command": {"command": kind.__name__}, "words": words} for kind, words in _CALLS],
        "others": [{"command": {"command": kind.__name__}, "words": words} for kind, words in _OTHERS],
        "opening": [_step(each, rules) for each in TablePhase.OPENING.steps(rules)],
        "shuffle": [_step(each, rules) for each in TablePhase.SHUFFLE.steps(rules)],
        "reports": [
            {"command": {"command": each.kind.__name__, **each.fields}, "words": each.words} for each in REPORTS
        ],
        "cover": {"least": float(rules.cover_card_depth), "cards": rules.decks * rules.cards_per_deck},
        "reader": rules.hole_card_procedure is HoleCardProcedure.HOLE_READER,
        **({"peek_says": _peek_says(rules)} if rules.peek_up_cards else {}),
    }


def _peek_says(rules: TableRules) -> list[Plain]:
    """What a look at the hole card can bring, and what follows from it with and without insurance."""
    lost = "Insurance stays until your hole card is turned."
    if rules.insurance_collect is InsuranceCollect.READER:
        lost = "Collect the {insurance} of insurance at once, before any card."
    won = f"Turn it, no more cards. Insurance of {{insurance}} is paid {rules.insurance_pays}."
    none = {"says": "No Blackjack", "plain": "The round goes on.", "insured": lost}
    one = {"says": "Blackjack", "plain": "Turn it. No more cards are dealt.", "insured": won}
    return [
        {**none, "clause": rules.clause_of(Step.INSURANCE_LOST)},
        {**one, "clause": rules.clause_of(Step.DEALER_BLACKJACK)},
    ]


def _motions(rules: TableRules) -> Iterator[Plain]:
    """The motions of a round: what is sent, or which part of the desk it begins at."""
    is_read = rules.hole_card_procedure is HoleCardProcedure.HOLE_READER
    yield {"name": "draw", "key": "d", "label": "Draw", "note": "then a box"}
    yield {"name": "turn", "key": "t", "label": "Turn", "note": "a card"}
    if rules.hole_card_procedure is not HoleCardProcedure.NO_HOLE:
        label, note = ("Reader", "slide it in") if is_read else ("Look", "hole card")
        yield {"name": "peek", "key": "r", "label": label, "note": note, "command": {"command": "Peek"}}
    yield {"name": "collect", "key": "k", "label": "Collect", "note": "a lost wager"}
    yield {"name": "leave", "key": "h", "label": "Leave", "note": "a stand-off"}
    yield {"name": "pickup", "key": "p", "label": "Pick up", "note": "to the rack"}
    wheels = [(wager, registry.of(wager).wheel) for wager in registry.offered(rules)]
    spun = [{"wager": wager.value, "is_shared": wheel.is_shared} for wager, wheel in wheels if wheel is not None]
    if spun:
        yield {"name": "wheel", "key": "w", "label": "Wheel", "note": "for the box", "wagers": spun}


_CALLS: tuple[tuple[type[c.HouseCommand], str], ...] = (
    (c.StartRound, "Place your wagers"),
    (c.CloseWagers, "No more wagers"),
    (c.AnnounceBlackjack, "Blackjack"),
    (c.OfferInsurance, "Insurance?"),
    (c.CloseInsurance, "Insurance is closed"),
    (c.StandDealer, "I stand"),
    (c.SkipSecondCard, "No second card"),
)
"""What a dealer says, and the step that is."""

_OTHERS: tuple[tuple[type[c.HouseCommand], str], ...] = (
    (c.CollectShoe, "Put rack and shoe together and count"),
    (c.BurnCard, "Burn a card"),
    (c.DiscardExposed, "Put the exposed card away"),
    (c.ReuseDiscards, "Take the discard rack to be shuffled"),
    (c.RetireCards, "Change the cards"),
    (c.SpreadIdleCards, "Spread the cards of the idle table"),
    (c.ChangeBatch, "Change the cards for the shuffler's batch"),
    (c.WithdrawDecks, "Take all cards off the table for good"),
    (c.BringDecks, "Bring new decks"),
    (c.CutForHouse, "Cut the cards myself"),
)
"""Motions that are rare, and belong to no place of the desk."""

_TILES: dict[type[c.Command], tuple[str, str]] = {
    c.ReceiveCards: ("Receive", "e"),
    c.InspectCards: ("Inspect", "i"),
    c.RemoveTens: ("Take the 10s out", "x"),
    c.SpreadCards: ("Spread", "d"),
    c.TurnCardsDown: ("Turn down", "t"),
    c.WashCards: ("Wash", "w"),
    c.StackCards: ("One stack", "o"),
    c.RetireCards: ("Change cards", "n"),
    c.ShuffleCards: ("Shuffle", "s"),
    c.StackPreshuffled: ("One stack", "o"),
    c.CutCards: ("Offer the cut", "u"),
    c.AlignStack: ("Along the shoe", "g"),
    c.PlaceCoverCard: ("Cover card", "v"),
    c.LoadShoe: ("Load the shoe", "l"),
    c.BurnCard: ("Burn one", "b"),
    c.CollectShoe: ("Collect", "k"),
    c.LookOver: ("A player looks", ""),
}
"""Short names of the steps before a round, and their keys."""

_SHUFFLE_TILES = {
    ShuffleStep.PLUG: ("Plug", "p"),
    ShuffleStep.RIFFLE: ("Riffle", "r"),
    ShuffleStep.STRIP: ("Strip", "y"),
    ShuffleStep.TURN: ("Turn", "j"),
}


def _step(step: ProcedureStep, rules: TableRules) -> Plain:
    """One step before a round: whose it is, how it is sent, and its words."""
    command = step.command
    if isinstance(command, c.SignItem):
        words = next(item.sentence for item in rules.checklist if item.name == command.item)
        return {"who": "floor", "label": words, "words": words, "clause": step.clause}
    if not isinstance(command, c.HouseCommand):
        who = "floor" if isinstance(command, c.FloorCommand) else "player"
        label, key = _TILES.get(type(command), (step.words, ""))
        made: Plain = {"who": who, "label": label, "words": step.words, "clause": step.clause}
        if isinstance(command, c.CutCards):
            made |= {"key": key, "command": {"command": c.CutForHouse.__name__}}
        return made
    label, key = _named(command)
    sent: Plain = {"command": type(command).__name__}
    if isinstance(command, c.DoShuffleStep):
        sent["step"] = command.step
    return {"who": "dealer", "label": label, "key": key, "words": step.words, "clause": step.clause, "command": sent}


def _named(command: c.HouseCommand) -> tuple[str, str]:
    if isinstance(command, c.DoShuffleStep):
        return _SHUFFLE_TILES[ShuffleStep(command.step)]
    return _TILES[type(command)]
