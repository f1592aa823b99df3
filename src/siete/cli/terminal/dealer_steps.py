"""A dealer's steps as short words: `deal 1`, `peek`, `settle 2 match-up`. Read from a line, and written as one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from siete.errors import ParseError
from siete.rules.options import ShuffleStep
from siete.table import commands as c
from siete.table.state.box import Bet
from siete.table.state.round import Insurance, Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.wagers import registry

PLAIN: dict[str, tuple[type[c.HouseCommand], str]] = {
    "receive": (c.ReceiveCards, "take the decks that are brought"),
    "inspect": (c.InspectCards, "inspect every card"),
    "tens": (c.RemoveTens, "take the 10-spots out"),
    "spread": (c.SpreadCards, "spread the cards face up"),
    "down": (c.TurnCardsDown, "turn the spread cards face down"),
    "wash": (c.WashCards, "wash the cards"),
    "stack": (c.StackCards, "stack the cards"),
    "retire": (c.RetireCards, "take old cards off the table"),
    "idle": (c.SpreadIdleCards, "spread the cards of an idle table"),
    "batch": (c.ChangeBatch, "change the cards for the shuffler's batch"),
    "shuffle": (c.ShuffleCards, "finish the shuffle, or have the shuffler do it"),
    "preshuffled": (c.StackPreshuffled, "stack preshuffled cards"),
    "cut": (c.CutForHouse, "cut, when no player will; cut 100: under 100 cards"),
    "align": (c.AlignStack, "lay the stack along the side of the shoe"),
    "cover": (c.PlaceCoverCard, "put the cover card in; cover 80: before the last 80"),
    "load": (c.LoadShoe, "put the stack into the shoe"),
    "burn": (c.BurnCard, "burn a card"),
    "collect": (c.CollectShoe, "put discard rack and rest of the shoe together"),
    "bets": (c.StartRound, "open betting"),
    "close": (c.CloseWagers, "no more wagers; or close insurance, while it is open"),
    "insurance": (c.OfferInsurance, "offer insurance"),
    "peek": (c.Peek, "look at the hole card"),
    "skip": (c.SkipSecondCard, "deal yourself no second card"),
    "stand": (c.StandDealer, "take no more cards yourself"),
    "pickup": (c.PickUp, "pick up all cards"),
    "discard": (c.DiscardExposed, "put an exposed card away"),
    "reuse": (c.ReuseDiscards, "take the discard rack to be shuffled"),
    "withdraw": (c.WithdrawDecks, "take bad decks off the table"),
    "bring": (c.BringDecks, "bring new decks"),
}
"""Steps that need no more than a word."""

ON_HAND: dict[str, tuple[type[c.PayHand | c.RemoveHand | c.CollectBust | c.SettleSurrender], str]] = {
    "pay": (c.PayHand, "pay a blackjack or 21 at once"),
    "remove": (c.RemoveHand, "put a hand's cards into the discard rack"),
    "take": (c.CollectBust, "collect the wagers on a bust hand"),
    "surrender": (c.SettleSurrender, "settle a surrender"),
}
"""Steps that name a hand: box, or box and hand, `2.1`."""

USAGE: tuple[tuple[str, str], ...] = (
    *((word, told) for word, (_, told) in PLAIN.items()),
    *((each.value, "a step of the shuffle by hand") for each in ShuffleStep if each is not ShuffleStep.CUT),
    ("deal 2", "a card to box 2; deal 2.1 to its first hand; deal me; deal bonus"),
    ("turn", "turn the up card, or else the hole card (turn up, turn hole)"),
    ("announce 2", "announce the blackjack of box 2"),
    *((f"{word} 2", told) for word, (_, told) in ON_HAND.items()),
    ("settle 2", "settle the hand of box 2; settle 2 match-up: that wager"),
    ("super 2", "pay the super bonus of box 2"),
    ("envy ben 2", "pay ben the envy for box 2"),
    ("spin 2", "spin the wheel for box 2; spin alone: for everybody"),
    ("award 2", "pay the award won on box 2"),
)
"""Every word and what it means."""


def step_from(text: str, state: TableState) -> c.HouseCommand:
    """The step that a line means in this state; raises ParseError when it means none."""
    word, *rest = text.lower().split() or [""]
    if word == "turn" or word in {each.value for each in ShuffleStep if each is not ShuffleStep.CUT}:
        return _turn_or_shuffle(word, rest, state)
    if word in PLAIN and not (word == "close" and rest[:1] == ["insurance"]):
        kind = PLAIN[word][0]
        if kind in (c.CutForHouse, c.PlaceCoverCard) and rest:
            return _at_depth(kind, rest[0])
        is_insurance = kind is c.CloseWagers and state.round is not None and state.round.insurance is Insurance.OPEN
        return c.CloseInsurance() if is_insurance else kind()
    if word == "close":
        return c.CloseInsurance()
    if word in ON_HAND:
        box, hand = _place(rest, word)
        return ON_HAND[word][0](box=box, hand=hand)
    readers = {
        "deal": _deal,
        "announce": _announce,
        "settle": _settle,
        "super": _super,
        "envy": _envy,
        "spin": _spin,
        "award": _award,
    }
    if word not in readers:
        raise ParseError("deal/unknown-step", f"{text[:40]!r} is no step; type help for the words.")
    return readers[word](rest, state)


def _at_depth(kind: type[c.HouseCommand], text: str) -> c.HouseCommand:
    """`cut 100`: under that many cards; `cover 80`: that many behind it."""
    if not (text.isdecimal() and len(text) < 5):
        raise ParseError("deal/how-many", f"{text[:40]!r} is no number of cards.")
    return c.CutForHouse(at=int(text)) if kind is c.CutForHouse else c.PlaceCoverCard(behind=int(text))


def _turn_or_shuffle(word: str, rest: list[str], state: TableState) -> c.HouseCommand:
    """`turn` is of the cards in the dealer's hands while they are shuffled, else of a card on the layout."""
    if word != "turn" or (state.round is None and state.pack is not None and not state.pack.is_loaded):
        return c.DoShuffleStep(step=word)
    is_up = rest[:1] == ["up"] or (rest[:1] != ["hole"] and state.round is not None and state.round.is_up_hidden)
    return c.TurnUpCards() if is_up else c.TurnHoleCard()


def _place(rest: list[str], word: str) -> tuple[int, int]:
    """Box and hand of `2` or `2.1`; hands count from 1 for people, from 0 inside."""
    box, _, hand = (rest[0] if rest else "").partition(".")
    if not (box.isdecimal() and len(box) < 4 and (not hand or (hand.isdecimal() and len(hand) < 4 and int(hand)))):
        raise ParseError("deal/which-box", f"Say which box: {word} 2, or {word} 2.1 for its first hand.")
    return int(box), int(hand or 1) - 1


def _deal(rest: list[str], state: TableState) -> c.HouseCommand:
    if rest[:1] in ([], ["me"], ["dealer"]):
        return c.Deal()
    if rest[0] == "bonus":
        return c.Deal(is_bonus=True)
    box, hand = _place(rest, "deal")
    return c.Deal(box=box, hand=hand)


def _announce(rest: list[str], state: TableState) -> c.HouseCommand:
    return c.AnnounceBlackjack(box=_place(rest, "announce")[0])


def _settle(rest: list[str], state: TableState) -> c.HouseCommand:
    """A hand, or the side wager that is named; whose it is, where several have one, comes last."""
    box, hand = _place(rest, "settle")
    if len(rest) < 2:
        return c.SettleHand(box=box, hand=hand)
    try:
        wager = Wager(rest[1])
    except ValueError:
        raise ParseError("deal/which-wager", f"There is no wager {rest[1][:40]!r}.") from None
    players = [bet.player for bet in _bets(state.round, box) if bet.wager is wager and bet.is_open]
    return c.SettleWager(box=box, player=_named(rest[2:], players), wager=wager)


def _named(rest: list[str], players: list[str]) -> str:
    """The player who is named, or else the first."""
    wanted = [player for player in players if player.lower() == " ".join(rest)]
    return next(iter(wanted or players), "")


def _bets(current: Round | None, box: int) -> Iterator[Bet]:
    found = current.box(box) if current is not None else None
    yield from found.bets if found is not None else ()


def _bettors(state: TableState, box: int) -> list[str]:
    found = state.round.box(box) if state.round is not None else None
    return [player for player, _ in found.originals] if found is not None else []


def _super(rest: list[str], state: TableState) -> c.HouseCommand:
    box, hand = _place(rest, "super")
    return c.PaySuperBonus(player=_named(rest[1:], _bettors(state, box)), box=box, hand=hand)


def _envy(rest: list[str], state: TableState) -> c.HouseCommand:
    box, hand = _place(rest[1:], "envy ben")
    return c.PayEnvy(player=_named(rest[:1], list(state.racks)), box=box, hand=hand)


def _spin(rest: list[str], state: TableState) -> c.HouseCommand:
    """A spin for everybody, or for who wagered on the box that is named."""
    if not rest:
        return c.Spin(box=0, player="", wager=_with_wheel(is_shared=True)[0])
    box, _ = _place(rest, "spin")
    wagers = _with_wheel(is_shared=False)
    found = {bet.player: bet.wager for bet in _bets(state.round, box) if bet.wager in wagers and bet.is_open}
    player = _named(rest[1:], list(found))
    return c.Spin(box=box, player=player, wager=found.get(player, wagers[0]))


def _with_wheel(*, is_shared: bool) -> tuple[Wager, ...]:
    """The sizes of the wager whose wheel is spun for everybody, or for one player."""
    found = (each for each in registry.side_wagers() if each.wheel is not None and each.wheel.is_shared is is_shared)
    return next(found).wagers


def _award(rest: list[str], state: TableState) -> c.HouseCommand:
    """The award of that box; of several the one that is named by its line, else the first."""
    box, _ = _place(rest, "award")
    won = [each for each in (state.round.awards if state.round is not None else ()) if each.box == box]
    wanted = " ".join(rest[1:])
    award = next((each for each in won if f"{each.wager.value} {each.line}".lower() == wanted), next(iter(won), None))
    if award is None:
        raise ParseError("deal/no-award", f"Nothing was won on box {box} that is still to be paid.")
    return c.PayAward(box=box, player=award.player, wager=award.wager, line=award.line)


# --- and back ----------------------------------------------------------------------------------------------------


def step_to_text(command: c.HouseCommand) -> str:
    """What a dealer types for a step."""
    for word, (kind, _) in PLAIN.items():
        if type(command) is kind:
            return word
    for word, (kind, _) in ON_HAND.items():
        if type(command) is kind:
            return f"{word} {_at(command)}"
    match command:
        case c.Deal():
            return "deal bonus" if command.is_bonus else f"deal {_at(command)}" if command.box else "deal me"
        case c.DoShuffleStep(step=step):
            return step
        case c.SettleWager(box=box, wager=wager, player=player):
            return f"settle {box} {wager.value} {player}"
        case c.PayEnvy(player=player):
            return f"envy {player} {_at(command)}"
        case c.Spin(box=box, player=player):
            return f"spin {box} {player}" if box else "spin"
        case c.PayAward(box=box, wager=wager, line=line):
            return f"award {box} {wager.value} {line}"
        case c.PaySuperBonus(player=player):
            return f"super {_at(command)} {player}"
        case c.AnnounceBlackjack(box=box):
            return f"announce {box}"
    told = {c.CloseInsurance: "close insurance", c.TurnUpCards: "turn up", c.TurnHoleCard: "turn hole"}
    return told[type(command)] if type(command) in told else f"settle {_at(command)}"


def _at(command: Any) -> str:
    return f"{command.box}.{command.hand + 1}" if command.hand else f"{command.box}"
