"""One hand at the table: what every action on it is worth, best first.

What has been worked out may be kept on disk: the same question the second time then loads no compiled code.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import TypedDict

from siete.cards import Card, cards_to_text
from siete.money import Cents
from siete.odds.base.kept import cache
from siete.odds.base.shoe import Shoe, kind_of
from siete.odds.figure import exact_text
from siete.odds.sevens import is_super_bonus, missing_card, prize
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.tabular import Record, Tabular


@dataclass(frozen=True, slots=True, kw_only=True)
class HandValues(Tabular):
    """What each action is worth, per original wager, after a negative peek where the dealer peeks; best first.

    With a `wager` the values contain the super bonus that a wager of this size can still win; envy stays aside.
    """

    player: tuple[Card, ...]
    up: Card
    is_split: bool
    doublings: int
    actions: tuple[tuple[str, float], ...]
    wager: Cents | None = None
    super_bonus: float = 0.0
    """How much of the value of a hit (of a standing hand that has won it) is the super bonus."""
    exact: tuple[tuple[str, Fraction], ...] = ()
    """Values as fractions, by the definition, where they were asked for."""

    @property
    def best(self) -> str:
        """The action worth most."""
        return self.actions[0][0]

    def to_json(self) -> Plain:
        """The values with stable keys."""
        found: Plain = {"actions": [self._action(*each) for each in self.actions], "best": self.best}
        if self.wager is not None:
            found |= {"bet": self.wager / 100, "super_bonus_value": self.super_bonus}
        return found

    def _action(self, name: str, worth: float) -> Plain:
        exact = {"ev_exact": exact_text(dict(self.exact).get(name, worth))} if self.exact else {}
        return {"action": name, "ev": worth, **exact}

    def records(self) -> list[Record]:
        """A row for each action, best first."""
        hand = cards_to_text(self.player)
        return [{"hand": hand, "up": str(self.up), "action": name, "ev": worth} for name, worth in self.actions]

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{name}</td><td>{worth:+.6f}</td></tr>" for name, worth in self.actions)
        title = f"{cards_to_text(self.player)} against {self.up}"
        return f"<table><caption>{escape(title)}</caption><tr><th>action</th><th>EV</th></tr>{rows}</table>"


def hand_values(
    rules: TableRules,
    player: tuple[Card, ...],
    up: Card,
    *,
    is_split: bool = False,
    doublings: int = 0,
    shoe: Shoe | None = None,
    wager: Cents | None = None,
    is_kept: bool = False,
) -> HandValues:
    """Value every permitted action on a hand; `shoe` is what the round was dealt from (a full shoe without it).

    With a `wager`, in cents, the super bonus that this wager can win is part of the values.

    The first card of a split hand is the one it was split with, and one more card of that value is gone. Where
    nobody looks for a dealer blackjack, its values leave aside the one wager that the box loses to it. With `is_kept`
    the answer stays on disk; a program that asks for hand after hand does without.
    """
    dealt = Shoe.full(rules.decks) if shoe is None else shoe
    key = f"hand {rules.rules_hash} {_cards_key(player, is_split)} {up} {doublings} {dealt.counts}"
    kept: _Kept | None = cache.load(key) if is_kept else None
    if kept is None:
        from siete.odds.base.actions import actions_of

        found = actions_of(rules, player, up, is_split=is_split, doublings=doublings, shoe=dealt)
        kept = {"actions": list(found)}
        if is_kept:
            cache.store(key, kept)
    actions = tuple((name, worth) for name, worth in kept["actions"])
    base = HandValues(player=player, up=up, is_split=is_split, doublings=doublings, actions=actions)
    return base if wager is None else _with_super_bonus(base, rules, dealt, wager)


def with_fractions(found: HandValues, rules: TableRules, shoe: Shoe) -> HandValues:
    """The same hand with each value but that of a split as a fraction, by the slow definition."""
    from siete.odds.base.actions import ACTIONS
    from siete.odds.base.definition.one_hand import exact_hand
    from siete.odds.base.policy import CODES

    worth = exact_hand(rules, found.player, found.up, shoe, doublings=found.doublings)
    return replace(found, exact=tuple((ACTIONS[CODES[play]], each) for play, each in worth.items()))


def _with_super_bonus(found: HandValues, rules: TableRules, shoe: Shoe, wager: Cents) -> HandValues:
    """The values with what the super bonus adds: to a hit that may make it, or to the hand that has made it."""
    pays = prize(rules, wager)
    added: dict[str, float] = {}
    third = missing_card(rules.super_bonus_shape, found.player, found.up)
    can_win = not (found.is_split or found.doublings)
    if can_win and third is not None:
        left = shoe.without((*found.player, found.up))  # against a seven there is no blackjack to look for
        added["hit"] = pays * left.counts[kind_of(third)] / left.cards
    elif can_win and is_super_bonus(rules.super_bonus_shape, found.player, found.up):
        added["stand"] = pays
    worth = {name: value + added.get(name, 0.0) for name, value in found.actions}
    ranked = tuple(sorted(worth.items(), key=lambda each: -each[1]))  # stable: ties stay in their order
    return replace(found, actions=ranked, wager=wager, super_bonus=sum(added.values()))


class _Kept(TypedDict):
    """What stays on disk."""

    actions: list[tuple[str, float]]


def _cards_key(player: tuple[Card, ...], is_split: bool) -> str:
    """The cards in any order; of a split hand the first one stays the first."""
    first, rest = (player[:1], player[1:]) if is_split else ((), player)
    return f"{cards_to_text(first)}/{' '.join(sorted(map(str, rest)))}"
