"""What it is worth to see the hole card before the first decision, and to see a card that takes no part in the round.

The hole card is as likely to be any card of the shoe, and the rest of the round is dealt from the others: so a round
played by someone who has seen it is the mean, over the hole cards, of rounds from the shoe without that card, each with
its best play. A card that is shown and takes no part, as a bonus card, is worth the mean effect of removal: by a play
that takes no notice of it the round would be worth what it always is. Decision: 0330.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypedDict

from siete.cards import SPANISH_RANKS, Card, Rank, Suit
from siete.odds.base.counting.effects import FACES, column, told_suits
from siete.odds.base.kept import cache
from siete.plain import Plain
from siete.rules.options import HoleCardProcedure
from siete.rules.table_rules import TableRules

if TYPE_CHECKING:
    from siete.odds.base.game import Game
    from siete.odds.base.shoe import Shoe


class AgainstUpCard(TypedDict):
    """The rounds with one up card: how often they come, what they are worth as usual and with the hole card seen."""

    up: str
    probability: float
    unseen: float
    seen: float


class _Kept(TypedDict):
    unseen: float
    seen: float
    by_up: list[AgainstUpCard]


@dataclass(frozen=True, slots=True, kw_only=True)
class HoleCard:
    """What the hole card is worth to a player who sees it, in parts of the wager; best play with and without."""

    unseen: float
    """What a round is worth to a player who does not see it."""
    seen: float
    """What a round is worth to one who does, without insurance."""
    insurance: float
    """What insurance adds to that, taken against blackjacks alone."""
    by_up: tuple[AgainstUpCard, ...]

    @property
    def gain(self) -> float:
        """What seeing it is worth."""
        return self.seen + self.insurance - self.unseen

    def to_json(self) -> Plain:
        """With stable keys."""
        return {
            "value_unseen": self.unseen,
            "value_seen": self.seen,
            "insurance": self.insurance,
            "gain": self.gain,
            "house_edge_seen": -self.seen - self.insurance,
            "by_up_card": list(self.by_up),
        }


def hole_card(rules: TableRules) -> HoleCard | None:
    """What the hole card is worth in a full shoe, exactly; half a minute the first time. None where none is dealt."""
    if rules.hole_card_procedure is HoleCardProcedure.NO_HOLE:
        return None
    key = f"hole card {rules.rules_hash}"
    kept: _Kept | None = cache.load(key)
    if kept is None:
        kept = _solved(rules)
        cache.store(key, kept)
    return HoleCard(
        unseen=kept["unseen"], seen=kept["seen"], insurance=float(sure_insurance(rules)), by_up=tuple(kept["by_up"])
    )


def seen_games(rules: TableRules, shoe: Shoe) -> Iterator[tuple[float, Game]]:
    """The games of a player who has seen the hole card, with the chance of each; kinds that are alike are one."""
    from siete.odds.base.game import Game
    from siete.odds.base.shoe import KINDS, NUMBER

    ways: dict[tuple[object, ...], int] = {}
    stands: dict[tuple[object, ...], Card] = {}
    for kind, count in enumerate(shoe.counts):
        if count:
            alike = _alike(KINDS[kind], is_even=shoe.is_even)
            stands.setdefault(alike, KINDS[kind])
            ways[alike] = ways.get(alike, 0) + count
    for alike, card in stands.items():
        yield ways[alike] / shoe.cards, Game(rules, shoe.without([card]), hole=NUMBER[card])


def _alike(card: Card, *, is_even: bool) -> tuple[object, ...]:
    """What the base game tells a hole card by: its value, and its suit where that can make a bonus."""
    if card.rank in FACES:
        return (FACES,)
    return (card.rank, *((card.suit is Suit.SPADES if is_even else card.suit,) if told_suits(card.rank) else ()))


def _solved(rules: TableRules) -> _Kept:
    from siete.odds.base.game import Game
    from siete.odds.base.shoe import Shoe

    shoe = Shoe.full(rules.decks)
    whole = Game(rules, shoe)
    unseen = whole.value()
    usual, seen = _by_up(whole), dict[str, tuple[float, float]]()
    for part, game in seen_games(rules, shoe):
        game.value()
        for up, (chance, worth) in _by_up(game).items():
            before = seen.get(up, (0.0, 0.0))
            seen[up] = (before[0] + part * chance, before[1] + part * worth)
    by_up: list[AgainstUpCard] = [
        {"up": up, "probability": chance, "unseen": worth / chance, "seen": seen[up][1] / chance}
        for up, (chance, worth) in usual.items()
    ]
    return {"unseen": unseen, "seen": sum(worth for _, worth in seen.values()), "by_up": by_up}


def _by_up(game: Game) -> dict[str, tuple[float, float]]:
    """By up card: how often it comes, and what the rounds with it are worth in all rounds."""
    from siete.odds.base.shoe import KINDS

    found: dict[str, tuple[float, float]] = {}
    for deal in game.deals:
        chance, worth = found.get(up := column(KINDS[deal.up]), (0.0, 0.0))
        found[up] = (chance + deal.chance, worth + deal.chance * game.deal_value(deal))
    return found


def sure_insurance(rules: TableRules) -> Fraction:
    """What full insurance taken against blackjacks alone adds to a round. Clauses: MD-8.A.a, MA-11.a.1, WA3-D8.a.

    A player who has been paid for a blackjack may be shut out.
    """
    if Rank.ACE not in rules.insurance_up_cards:
        return Fraction(0)
    cards, aces, faces = 48 * rules.decks, 4 * rules.decks, 12 * rules.decks
    dealt = Fraction(aces * faces, cards * (cards - 1))
    if not rules.insurance_after_paid_blackjack:
        dealt *= 1 - Fraction(2 * (aces - 1) * (faces - 1), (cards - 2) * (cards - 3))
    return dealt * rules.insurance_share * rules.insurance_pays.payout


def card_shown(by_rank: dict[Rank, float]) -> float:
    """What it is worth for the play to see one card that takes no part in the round, from the effects of removal."""
    return sum(by_rank.values()) / len(SPANISH_RANKS)
