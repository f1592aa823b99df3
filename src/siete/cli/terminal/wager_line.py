"""Wagers as a player types them: `25`, `25 m5`, `1:25 m5 2:10`."""

from __future__ import annotations

from collections.abc import Iterator

from siete.errors import ParseError
from siete.money import Cents, cents_from_text, cents_to_text
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.stages.betting import side_limits
from siete.table.state.wager import Wager
from siete.table.wagers import registry


def keys() -> dict[str, Wager]:
    """The letter before the dollars of a side wager; a bonus card's number takes a sign between: `1=5`."""
    return {spot.key: spot.wager for each in registry.side_wagers() for spot in each.spots}


def wagers_from(text: str, player: str) -> Iterator[c.PlaceWager]:
    """The wagers of a line, one by one."""
    box, by_key = 1, keys()
    for each in text.split():
        number, colon, word = each.rpartition(":")
        if colon:
            if not (number.isascii() and number.isdecimal() and len(number) < 4):
                raise ParseError("play/unreadable", f"{each[:40]!r} does not begin with a box; write 2:10.")
            box = int(number)
        spot = by_key.get(word[:1]) if not word[:1].isdecimal() or word[1:2] == "=" else None
        amount = amount_from(word[1:].removeprefix("=") if spot else word, each)
        yield c.PlaceWager(player=player, box=box, wager=spot or Wager.BASE, amount=amount)


def amount_from(text: str, typed: str) -> Cents:
    """The amount in what was typed; one below zero is for the rules to refuse."""
    is_below = text.startswith(("-", "−"))
    try:
        amount = cents_from_text(text[is_below:])
    except ParseError as error:
        if error.code != "money/unreadable":
            raise
        sentence = f"{typed[:30]!r} holds no amount; write dollars, like 5 or 2.50."
        raise ParseError("money/unreadable", sentence) from None
    return Cents(-amount) if is_below else amount


def offered(rules: TableRules) -> Iterator[tuple[str, str]]:
    """A sample of each side wager on offer, and what it means."""
    for spot in registry.spots(rules):
        least = _least(rules, spot.wager)
        sample = f"{spot.key}={least}" if spot.key.isdecimal() else f"{spot.key}{least}"
        yield sample, f"adds ${least} on {spot.wager.value}"


def _least(rules: TableRules, wager: Wager) -> str:
    """A fair sample of what may stand on a side wager, in dollars: five, or what the house fixes."""
    limits = side_limits(None, rules, "", wager)
    fixed = limits is not None and limits[0] == limits[1]
    return cents_to_text(limits[0]).removeprefix("$") if limits is not None and fixed else "5"
