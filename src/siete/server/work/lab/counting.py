"""The counting room's figures: effects of removal, counts, the edge by true count, indices, ramps."""

from __future__ import annotations

from siete.errors import SieteError
from siete.lab.command_line import count_command, side_count_command
from siete.lab.counting import CountStudy, Tags, study
from siete.lab.counts.knowledge import knowledge
from siete.lab.counts.ramps import RUINS, USUAL_RISK, DollarRamp, kelly, valued
from siete.lab.counts.side_counts import side_counts
from siete.lab.options import rules_with
from siete.odds.wagers import registry
from siete.plain import Plain


def counted(text: str, level: int) -> Plain:
    """Everything of `siete count`, with one of its counts looked at closely."""
    found = study(rules_with(text))
    rules = found.rules
    return {
        **found.to_json(_tags(found, level)),
        "level": level,
        "decks": rules.decks,
        "table_min": rules.table_min / 100,
        "table_max": rules.table_max / 100,
        "command": count_command(rules, level),
        "wagers": [name for name in registry.offered(rules) if name != registry.BASE.name],
    }


def side(text: str, wager: str) -> Plain:
    """Effects of removal on a side wager and counts for it, as `siete count --wager` gives them."""
    rules = rules_with(text)
    found = side_counts(rules, registry.priced(wager).name)
    return {
        "side_wagers": [
            each.to_json() | {"command": side_count_command(rules, wager, _paytable(wager, each.effects.paytable))}
            for each in found
        ]
    }


def _paytable(wager: str, name: str | None) -> str | None:
    return name if wager == "jackpot" else None


def known(text: str) -> Plain:
    """What it is worth to see the hole card or a bonus card, as `siete count --hole-card` gives it."""
    return knowledge(rules_with(text)).to_json()


def ramp(text: str, level: int, wagers: tuple[tuple[int, float], ...]) -> Plain:
    """What wagers by true count come to."""
    found = study(rules_with(text))
    return _plain(valued(found, _tags(found, level), dict(wagers)))


def best_ramp(text: str, level: int, bankroll: float, fraction: float, leave_below: int) -> Plain:
    """The wagers that a bankroll calls for, and what they come to."""
    found = study(rules_with(text))
    tags = _tags(found, level)
    return _plain(valued(found, tags, kelly(found, tags, bankroll, fraction=fraction, leave_below=leave_below)))


def _tags(found: CountStudy, level: int) -> Tags:
    if not 1 <= level <= len(found.tags):
        raise SieteError("lab/no-count", f"There are counts of level 1 to {len(found.tags)}.")
    return found.tags[level - 1]


def _plain(made: DollarRamp) -> Plain:
    enough = made.bankroll(USUAL_RISK)
    return {
        "wagers": {str(count): wager for count, wager in made.wagers.items()},
        "win": made.win,
        "deviation": made.deviation,
        "average_wager": made.average_wager,
        "score": made.score,
        "n0": made.rounds_to_deviation,
        "ruin": [{"bankroll": each, "risk": made.ruin(each)} for each in RUINS],
        "bankroll_for_5_percent": enough,
    }
