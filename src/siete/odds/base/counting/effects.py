"""Effects of removal: what the base game gains or loses when one card of a rank has left the full shoe.

Each shoe is solved anew with its best play. Suits matter for sixes, sevens and eights only, and clubs, diamonds and
hearts alike; the effect of a rank is the mean over its four suits. Decisions between two plays are treated the same
way: what one play is worth more than the other, on average over the first two cards of a cell of the chart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from siete.cards import SPANISH_RANKS, Card, Rank, Suit
from siete.odds.base.kept import cache
from siete.rules.table_rules import TableRules

if TYPE_CHECKING:
    from siete.odds.base.game import Game
    from siete.odds.base.shoe import Shoe

CLOSE = 0.15
"""Decisions that are clearer than this are not changed by any count that comes."""
_TOLD = (Rank.SIX, Rank.SEVEN, Rank.EIGHT)
FACES = (Rank.JACK, Rank.QUEEN, Rank.KING)
"""Ranks that the base game does not tell apart."""


class PlayChoice(TypedDict):
    """A choice between two plays on the first two cards: hard, soft or pair, its name, the up card, the plays."""

    hand: str
    up: str
    play: str
    """The play that the count may call for."""
    otherwise: str
    """The best play with a full shoe."""
    gain: float
    """What `play` is worth more than `otherwise` with a full shoe, per hand of this cell."""
    effects: dict[str, float]
    """How one card of each rank that is gone changes the gain."""
    chance: float
    """How often a round begins so."""


class _Kept(TypedDict):
    value: float
    effects: dict[str, float]
    decisions: list[PlayChoice]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """The effects of removal of a set of rules, in parts of the wager, for the player."""

    value: float
    """What a round is worth with a full shoe."""
    by_rank: dict[Rank, float]
    decisions: tuple[PlayChoice, ...]


def effects(rules: TableRules) -> Effects:
    """The exact effects of removal; a minute the first time."""
    key = f"removal {rules.rules_hash}"
    kept: _Kept | None = cache.load(key)
    if kept is None:
        kept = _solved(rules)
        cache.store(key, kept)
    by_rank = {Rank(rank): worth for rank, worth in kept["effects"].items()}
    return Effects(value=kept["value"], by_rank=by_rank, decisions=tuple(kept["decisions"]))


def _solved(rules: TableRules) -> _Kept:
    from siete.odds.base.shoe import Shoe

    value, cells = _of_shoe(rules, Shoe.full(rules.decks))
    worth: dict[str, float] = {}
    moved: dict[str, Cells] = {}
    for rank in SPANISH_RANKS:
        same = FACES[0].value if rank in FACES[1:] else ""  # alike in all that the base game tells apart
        worth[rank.value], moved[rank.value] = (worth[same], moved[same]) if same else _without(rules, rank)
    decisions = []
    for (hand, up), plays in cells.items():
        best = max(plays.worth, key=plays.worth.__getitem__)
        for play in plays.worth:
            gain = plays.worth[play] - plays.worth[best]
            if play != best and gain > -CLOSE:
                changes = {rank: moved[rank][hand, up].more(play, best) - gain for rank in moved}
                decisions.append(
                    PlayChoice(
                        hand=hand, up=up, play=play, otherwise=best, gain=gain, effects=changes, chance=plays.chance
                    )
                )
    effects = {rank: each - value for rank, each in worth.items()}
    return {"value": value, "effects": effects, "decisions": decisions}


def _of_shoe(rules: TableRules, shoe: Shoe) -> tuple[float, Cells]:
    """What a round is worth, and the plays of each cell; the game, a hundred megabytes, is gone afterwards."""
    from siete.odds.base.game import Game

    game = Game(rules, shoe)
    return game.value(), _cells(game)


def _without(rules: TableRules, rank: Rank) -> tuple[float, Cells]:
    """What a round is worth with one card of a rank gone, and the plays of each cell, on average over its suits."""
    from siete.odds.base.shoe import Shoe

    shares = {Suit.SPADES: 0.25, Suit.HEARTS: 0.75} if told_suits(rank) else {Suit.SPADES: 1.0}
    value, cells = 0.0, Cells()
    for suit, share in shares.items():
        worth, found = _of_shoe(rules, Shoe.full(rules.decks).without([Card(rank, suit)]))
        value += share * worth
        for name, plays in found.items():
            cells[name] = plays.scaled(share) if name not in cells else cells[name].plus(plays.scaled(share))
    return value, cells


@dataclass(frozen=True)
class Plays:
    """What each play on the first two cards of a cell is worth on average, and how often the cell comes."""

    chance: float
    worth: dict[str, float]

    def more(self, play: str, other: str) -> float:
        """What a play is worth more than another."""
        return self.worth[play] - self.worth[other]

    def scaled(self, factor: float) -> Plays:
        """The same counted in part."""
        return Plays(self.chance * factor, {play: each * factor for play, each in self.worth.items()})

    def plus(self, other: Plays) -> Plays:
        """The sum of two parts."""
        return Plays(self.chance + other.chance, {play: self.worth[play] + each for play, each in other.worth.items()})


class Cells(dict[tuple[str, str], Plays]):
    """The plays by hand and up card."""


def _cells(game: Game) -> Cells:
    """The cells of the chart, each over all first two cards that meet in it, which permit the same plays."""
    from siete.odds.base.policy import CODES
    from siete.odds.base.shoe import KINDS

    letters = {code: play.value for play, code in CODES.items()}
    sums: dict[tuple[str, str], Plays] = {}
    for deal in game.deals:
        hand, up = tuple(KINDS[kind] for kind in deal.hand), KINDS[deal.up]
        if not (name := _name(hand)):
            continue
        chance = deal.chance * (1.0 - game.blackjack_chance(deal.hand, deal.up))
        worth = {letters[play]: chance * value for play, value in game.actions(deal.hand, deal.up).items()}
        found = Plays(chance, worth)
        key = (name, column(up))
        sums[key] = found if key not in sums else sums[key].plus(found)
    return Cells({key: Plays(each.chance, each.scaled(1.0 / each.chance).worth) for key, each in sums.items()})


def told_suits(rank: Rank) -> bool:
    """Whether the suit of such a card can matter in the base game: it may be part of a bonus hand."""
    return rank in _TOLD


def column(card: Card) -> str:
    """The column of the chart that an up card has."""
    return "A" if card.rank is Rank.ACE else "X" if card.rank.is_face else card.rank.value


def _name(hand: tuple[Card, ...]) -> str:
    """The cell of two cards; nothing for a blackjack, which is not decided on."""
    hard = sum(card.rank.points for card in hand)
    has_ace = any(card.rank is Rank.ACE for card in hand)
    if has_ace and hard == 11:
        return ""
    if hand[0].rank.points == hand[1].rank.points:
        return f"{column(hand[0])}-{column(hand[0])}"
    return f"soft {hard + 10}" if has_ace else f"hard {hard}"
