"""The explorer's figures: the edge first, then what stands around it, then what each option costs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict

from siete.errors import SieteError
from siete.lab.command_line import hand_command, odds_command
from siete.lab.options import options, rules_with, switches
from siete.money import Cents
from siete.odds.base.solution import NotSolvedError, figure, house_edge, nothing_solved
from siete.odds.wagers import registry
from siete.plain import Plain
from siete.server.work import trainer

Keys = tuple[str, ...]
"""Options that are turned though the book fixes them."""
OUTSIDE = "# outside the rule book: no command prints these figures"
"""In place of a command: the command line permits only what the book does."""


def at_hand(work: Callable[..., Plain], values: tuple[object, ...]) -> Plain | None:
    """What one of these gives where everything is solved already, else nothing: it never takes long."""
    with suppress(NotSolvedError), nothing_solved():
        return work(*values)
    return None


def edge(text: str, outside: Keys = ()) -> Plain:
    """The first thing to be shown: the edge alone, the switches, and what else can be asked for."""
    rules = rules_with(text, outside)
    found = options(text, outside)
    return {
        "rules": rules.rule_set,
        "rules_hash": rules.rules_hash,
        "command": OUTSIDE if outside else odds_command(rules, registry.BASE.name),
        "house_edge": house_edge(rules),
        "switches": [asdict(each) for each in switches(text, outside)],
        "outside": list(outside),
        "options": [{"words": each.words, "is_outside": each.is_outside} for each in found],
        "wagers": [name for name in registry.offered(rules) if name != registry.BASE.name],
    }


def explored(text: str, outside: Keys = ()) -> Plain:
    """The base game under a submission: edge, deviation, how rounds end, and where its figures come from."""
    rules = rules_with(text, outside)
    solved = figure(rules)
    found = solved.to_json()
    keys = ("house_edge", "standard_deviation", "average_wager", "split_rounds", "bonus_lines", "error_bound", "method")
    return {
        "rules": rules.rule_set,
        "rules_hash": rules.rules_hash,
        "base": {key: found[key] for key in keys},
        "ends": {
            "won": sum(float(each.probability) for each in solved.events if (each.net or 0) > 0),
            "tied": sum(float(each.probability) for each in solved.events if each.net == 0),
            "lost": sum(float(each.probability) for each in solved.events if (each.net or 0) < 0),
        },
    }


def chart(text: str, outside: Keys = ()) -> Plain:
    """The chart of the base game."""
    return trainer.chart(rules_with(text, outside).canonical_json)


def option_cost(text: str, number: int, outside: Keys = ()) -> Plain:
    """What turning one option costs the player against a submission, best play both times."""
    found = options(text, outside)
    if not 0 <= number < len(found):
        raise SieteError("lab/no-option", f"There are options 0 to {len(found) - 1}.")
    turned = found[number]
    changed = house_edge(turned.rules)
    return {
        "option": turned.words,
        "is_outside": turned.is_outside,
        "house_edge": changed,
        "cost": changed - house_edge(rules_with(text, outside)),
    }


def wager_figures(text: str, wager: str) -> Plain:
    """The figures of a side wager under a submission: one for each paytable or card, without their events."""
    priced, rules = registry.priced(wager), rules_with(text)
    return {
        "wager": wager,
        "title": priced.title,
        "figures": [
            {key: value for key, value in each.to_json().items() if key != "events"}
            | {"command": odds_command(rules, wager, each.paytable if priced.has_paytables else None)}
            for each in registry.figures(rules, wager)
        ],
    }


def hand(text: str, outside: Keys, player: str, up: str, is_split: bool, doublings: int, wager: int) -> Plain:
    """What every action on a hand is worth, best first, in parts of the wager and in money."""
    rules = rules_with(text, outside)
    found = trainer.values(rules.canonical_json, player, up, is_split, doublings, "", wager)
    bet = Cents(wager) if wager else None
    told = hand_command(rules, player, up, is_split=is_split, doublings=doublings, bet=bet)
    return found | {"command": OUTSIDE if outside else told}
