"""Computes what every action on one hand is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isnan

from siete.cards import Card, cards_to_text
from siete.errors import SieteError
from siete.odds.base.game import Game
from siete.odds.base.play import DOUBLE, HIT, RESCUE, SPLIT, STAND, SURRENDER, late_chance, may, rescue_value
from siete.odds.base.policy import Hand, hand_of, state_of
from siete.odds.base.shoe import KINDS, VALUE, Shoe, kind_of
from siete.odds.base.states import ACE, states
from siete.odds.base.terms import terms, up_card
from siete.odds.base.versus_up_card import Level, most_hands
from siete.rules.table_rules import TableRules

ACTIONS = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split", SURRENDER: "surrender", RESCUE: "rescue"}


def actions_of(
    rules: TableRules, player: tuple[Card, ...], up: Card, *, is_split: bool, doublings: int, shoe: Shoe
) -> tuple[tuple[str, float], ...]:
    """Value every permitted action on a hand, best first; a hand that cannot be is refused."""
    game = Game(rules, shoe)
    kinds = _checked(game, player, up, is_split=is_split, doublings=doublings)
    hand, up_kind = hand_of(kinds), kind_of(up)
    if doublings:
        worth = _doubled(game, hand, up_kind, doublings, pair=VALUE[kinds[0]] if is_split else -1)
    elif is_split:
        worth = _split(game, kinds, up_kind)
    elif len(hand) == 2:
        worth = game.actions(hand, up_kind)
    else:
        against = game.against(up_kind)
        worth = against.actions(hand, against.by_value.whole)
    if any(isnan(each) for each in worth.values()):
        raise SieteError("shoe/too-small", "The shoe has too few cards left to finish the round.")
    ranked = sorted(worth, key=lambda play: (-worth[play], play))
    return tuple((ACTIONS[play], worth[play]) for play in ranked)


def _checked(game: Game, player: tuple[Card, ...], up: Card, *, is_split: bool, doublings: int) -> Hand:
    """The kinds of the player's cards; refused when no round can come to this."""
    text = cards_to_text(player)
    if not game.shoe.cards:
        raise _refusal("shoe/empty", "The shoe is empty.")
    kinds = tuple(kind_of(card) for card in player)
    left = game.shoe.without([up, *player])
    if len(player) < 2:
        raise _refusal("hand/too-few", f"{text or 'no card'}: a hand has at least two cards.")
    made = terms(game.rules, up_card(game.rules, up.rank), pair=VALUE[kinds[0]] if is_split else -1)
    if not 0 <= doublings <= made.doublings:
        most = "once" if made.doublings == 1 else f"{made.doublings} times"
        raise _refusal(
            "hand/doubled-too-often", f"Doubled {doublings} times: a hand may be doubled {most} at most here."
        )
    if len(player) < 2 + doublings:
        raise _refusal("hand/too-few", f"{text}: a doubled hand has two cards and one more for each doubling.")
    if state_of(hand_of(kinds)) < 0:
        raise _refusal("hand/bust", f"{text} is over 21; nothing is left to decide.")
    if is_split and sum(left.counts[kind] for kind in range(len(KINDS)) if VALUE[kind] == VALUE[kinds[0]]) == 0:
        raise _refusal("hand/too-many", f"The shoe has no second card of the value of {player[0]} to have split.")
    if is_split and not made.may_draw and len(player) > 2:
        raise _refusal("hand/impossible", f"{text}: split aces get one card each here.")
    _check_peek(game, left, up)
    return kinds


def _check_peek(game: Game, left: Shoe, up: Card) -> None:
    barred = up_card(game.rules, up.rank).barred
    cards = left.values()
    if left.cards == 0 or (barred >= 0 and cards[barred] == left.cards):
        raise _refusal("shoe/too-small", f"With these cards gone no round goes on against {up}.")


def _refusal(code: str, sentence: str) -> SieteError:
    return SieteError(code, sentence)


def _doubled(game: Game, hand: Hand, up: int, doublings: int, *, pair: int) -> Mapping[int, float]:
    against = game.against(up)
    level = against.by_value.split(pair)[0] if pair >= 0 else against.by_value.whole
    state = state_of(hand)
    worth = {STAND: against.stand(hand, level, doublings)}
    if may(states(), level.terms, state, DOUBLE, doublings):
        worth[DOUBLE] = float(level.values.double[doublings, state])
    if may(states(), level.terms, state, RESCUE, doublings):
        left = level.left(against.by_value.shoe, state)
        worth[RESCUE] = float(rescue_value(level.terms, late_chance(level.terms, left, int(left.sum())), doublings))
    return worth


def _split(game: Game, kinds: Hand, up: int) -> Mapping[int, float]:
    against = game.against(up)
    pair = VALUE[kinds[0]]
    level: Level = against.by_value.split(pair)[0]
    worth = against.actions(hand_of(kinds), level)
    is_pair = len(kinds) == 2 and VALUE[kinds[1]] == pair
    if is_pair and most_hands(game.rules, pair) > 2:
        worth[SPLIT] = _again(game, kinds, up)
    return worth


def _again(game: Game, kinds: Hand, up: int) -> float:
    """What splitting again is worth: the two hands that come of it, while one more pair card is out."""
    pair = VALUE[kinds[0]]
    name = "max_additional_splits_aces" if pair == ACE else "max_additional_splits"
    rules = replace(game.rules, **{name: getattr(game.rules, name) - 1})
    left = game.shoe.without([KINDS[up], *(KINDS[kind] for kind in kinds)])
    others = [kind for kind in range(len(KINDS)) if VALUE[kind] == pair and left.counts[kind]]
    total = sum(left.counts[kind] for kind in others)
    tells = any(game.policy.told_draws((kind,)) for kind in others)
    worth = 0.0
    for kind in others if tells else others[:1]:
        part = left.counts[kind] / total if tells else 1.0
        fewer = Game(rules, game.shoe.without([KINDS[kind]]))
        worth += part * fewer.split_hands(up).added(*hand_of(kinds))
    return worth
