"""Rounds put together by lot, with hands in any state: what is due in them, and what hands may do and come to.

`altered` writes them down beside the states that tables come to.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from siete.cards import Card
from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.table import hand as h
from siete.table.stages import dealer, outcome
from siete.table.stages import insurance as looks
from siete.table.stages.play import options
from siete.table.state.box import Bet, Box
from siete.table.state.hand import Hand, HandStatus, Stake
from siete.table.state.round import Insurance, Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.wagers import insurance, jackpot, jackpot_lines, registry

NAMES = ("ana", "ben", "cy")
AMOUNTS = (Cents(500), Cents(1000), Cents(2500), Cents(5000))
SOME = ("A", "A", "7", "7", "7", "8", "6", "K", "K", "Q", "5", "9", "2")
"""Ranks of which pairs, blackjacks, bonuses and 21 are made."""


def _cards(rng: Random, count: int) -> tuple[Card, ...]:
    suits = rng.choice(("s", "sh", "cdhs"))
    return tuple(Card.from_text(rng.choice(SOME) + rng.choice(suits)) for _ in range(count))


def _hand(rng: Random, players: tuple[str, ...]) -> Hand:
    doublings = rng.choice((0, 0, 0, 0, 1, 2, 3))
    return Hand(
        cards=_cards(rng, rng.choice((2, 2, 2, 3, 3, 4, 5, 7))),
        stakes=tuple(_stake(rng, player, doublings) for player in players),
        is_split=rng.random() < 0.3,
        status=rng.choice((HandStatus.PLAYING, *HandStatus)),
        doublings=doublings,
        awaits=rng.choice(("", "", "", "", "hit", "double", "card")),
        is_removed=rng.random() < 0.1,
        is_held=rng.random() < 0.2,
    )


def _stake(rng: Random, player: str, doublings: int) -> Stake:
    amount = rng.choice(AMOUNTS)
    return Stake(
        player=player,
        amount=amount,
        doubles=(amount,) * rng.choice((0, doublings)),
        is_open=rng.random() < 0.8,
        is_answered=rng.random() < 0.3,
        is_lost=rng.random() < 0.1,
        coupon=rng.choice((Cents(0), Cents(0), Cents(500))),
    )


def _box(rng: Random, number: int, rules: TableRules) -> Box:
    players = tuple(rng.sample(NAMES, rng.choice((1, 1, 2))))
    hands = tuple(_hand(rng, players) for _ in range(rng.choice((1, 1, 2, 3, 4))))
    wagers = (*registry.offered(rules), Wager.INSURANCE)
    return Box(
        number=number,
        decider=players[0],
        hands=hands,
        first_cards=hands[0].cards[:2],
        bets=tuple(_bet(rng, rng.choice(players), rng.choice(wagers)) for _ in range(rng.choice((0, 1, 2)))),
        asked_insurance=frozenset(rng.sample(players, rng.randrange(len(players) + 1))),
        is_blackjack_asked=rng.random() < 0.5,
        is_blackjack_announced=rng.random() < 0.5,
        originals=tuple((stake.player, stake.amount) for stake in hands[0].stakes),
    )


def _bet(rng: Random, player: str, wager: Wager) -> Bet:
    return Bet(player, wager, rng.choice(AMOUNTS), is_open=rng.random() < 0.8, is_taken=rng.random() < 0.3)


def random_round(rng: Random, rules: TableRules) -> TableState:
    """A table with a round in any state, whether a table comes to it or not."""
    boxes = tuple(_box(rng, number, rules) for number in sorted(rng.sample(range(1, 7), rng.choice((1, 1, 2)))))
    current = Round(
        number=3,
        boxes=boxes,
        are_wagers_closed=True,
        dealer=_cards(rng, rng.choice((1, 2, 2, 2, 3, 4))),
        is_hole_hidden=rng.random() < 0.4,
        insurance=rng.choice(list(Insurance)),
        peek=rng.choice((None, True, False)),
        is_second_card_skipped=rng.random() < 0.1,
        are_dealer_cards_done=rng.random() < 0.3,
        match_done=rng.random() < 0.8,
        bonus_cards=_cards(rng, rng.choice((0, 1, 5))),
        super_bonuses=tuple((box.number, 0) for box in boxes if rng.random() < 0.1),
        contributed=frozenset(registry.meter_titles(rules)),
        is_void=rng.random() < 0.05,
    )
    return TableState(racks=dict.fromkeys(NAMES, Cents(50_000)), shoe=_cards(rng, 9), rounds=2, round=current)


def of_hands(state: TableState, rules: TableRules) -> Iterator[Any]:
    """What each hand of a round may do and comes to, and what the wagers beside it have made."""
    current = state.round
    assert current is not None, "a round was put together"
    yield dealer.has_hole_card(rules), looks.looks(current, rules), insurance.is_offered(current, rules)
    for box in current.boxes:
        yield (
            insurance.most(box.originals[0][1], rules),
            *insurance.bettors(box, rules),
            looks.may_go(box, current, rules),
        )
        for index, hand in enumerate(box.hands):
            yield options.may_hit(hand, rules), options.may_double(hand, rules), options.must_stand(box, hand, rules)
            yield options.may_split(box, hand, rules), options.may_surrender(box, hand, rules)
            yield h.HandTotal.of(hand.cards), h.bonus_shape(hand.cards), h.is_pair(hand.cards), h.is_bust(hand.cards)
            yield h.is_super_bonus(hand.cards, current.up, rules.super_bonus_shape)
            yield h.is_super_bonus_draw(hand.cards[:2], current.up, rules.super_bonus_shape)
            for stake in hand.stakes:
                yield options.may_rescue(hand, stake, rules), options.double_limits(hand, stake, rules)
                yield outcome.outcome(hand, stake, current, rules), outcome.is_doubled(hand, stake, rules)
                yield outcome.super_bonus_award(hand, stake, current, rules), outcome.surrender_refund(stake, rules)
                yield outcome.against_blackjack(current, box, index, stake, rules)


def of_jackpots(rng: Random, rules: TableRules) -> Iterator[Any]:
    """The lines of four cards, all of them seen or the down card not yet."""
    for wager in jackpot.offered(rules):
        table, cards = jackpot.paytable(wager, rules), _cards(rng, 4)
        for down in (cards[3], None):
            yield table.id, cards, jackpot_lines.lines(cards[:2], cards[2], down, table, rules)
