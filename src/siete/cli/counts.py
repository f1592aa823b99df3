"""A count as options of the command line: its tags, and what follows from it for wagers and play."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import typer

from siete.odds.wagers.registry import names

if TYPE_CHECKING:
    from siete.rules.table_rules import TableRules
    from siete.sim.codes import WagerCode
    from siete.sim.plan import Count


def count_of(
    rules: TableRules,
    tags: str | None,
    bets: str | None,
    starts: tuple[str | None, str | None, str | None],
    index: list[str],
    sides: list[str],
) -> Count | None:
    """The count of the options; `starts` are the true counts of insurance, of play and of match the dealer."""
    if tags is None:
        if index or sides or (bets, *starts) != (None,) * 4:
            sentence = "--bets, --index, --insure-from, --match-from, --play-from and --side-from need --count."
            raise typer.BadParameter(sentence, param_hint="--bets")
        return None
    from siete.cards import Rank
    from siete.money import cents_from_text
    from siete.sim.departures import Departure
    from siete.sim.plan import Count

    try:
        words = [each.strip() for each in tags.split(",")]
        found = {Rank(each[0].upper()): _true_count(each[1:]) for each in words}
        pairs = [each.split(":") for each in bets.split(",")] if bets else []
        wagers = tuple((_true_count(least), cents_from_text(amount)) for least, amount in pairs)
        insures, plays, matches = (None if each is None else _true_count(each) for each in starts)
        waits = {name: _true_count(at) for name, _, at in (each.rpartition(":") for each in sides)}
    except (ValueError, IndexError, ZeroDivisionError):
        raise typer.BadParameter(
            "write tags like A-1,2+0.5, bets like 1:20,3:50 and side wagers like jackpot:3.", param_hint="--count"
        ) from None
    if len(found) < len(words):
        raise typer.BadParameter("a rank has two tags.", param_hint="--count")
    if len({least for least, _ in wagers}) < len(wagers):
        raise typer.BadParameter("a count has two wagers.", param_hint="--bets")
    return Count(
        tags=found,
        wagers=wagers,
        insure_from=insures,
        play_from=plays,
        match_from=matches,
        sides_from={code: at for name, at in waits.items() for code in _codes(rules, name)},
        plays=tuple(map(Departure.from_text, index)),
    )


def _codes(rules: TableRules, name: str) -> list[WagerCode]:
    """The side wagers of this name that the rules offer; all of them where they offer none, to be refused."""
    from siete.errors import UnknownNameError, nearest
    from siete.odds.wagers.registry import priced
    from siete.sim.codes import WagerCode
    from siete.sim.plan import default_wager, offered

    if name not in names():
        raise UnknownNameError("sim/unknown-wager", f"There is no wager {name[:40]!r}.{nearest(name, names())}")
    found = [code for code in WagerCode if code.word in priced(name).wagers]
    return [code for code in found if code in offered(rules, default_wager(rules))] or found


def _true_count(text: str) -> int | Fraction:
    """A number such as +1, -0.5 or 3/2; a long one is refused, for it would only take time."""
    if len(text) > 12:
        raise ValueError(text)
    found = Fraction(text)
    return int(found) if found.denominator == 1 else found
