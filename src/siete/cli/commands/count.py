"""`siete count`: effects of removal, tags, the edge by true count, index plays, wagers and risk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from siete.cli import output
from siete.cli.options import Choices, Decks, Json, Rules, rules_from
from siete.cli.progress import progress

if TYPE_CHECKING:
    from siete.lab.counting import CountStudy, Ramp, Tags

EPILOG = "Example: siete count wa --level 2"

_PLAYS = {"H": "hit", "S": "stand", "D": "double", "P": "split", "R": "surrender"}
_SHOWN = 30


def command(
    rules: Rules,
    level: Annotated[
        int, typer.Option("--level", metavar="L", min=1, max=3, help="Largest tag of the count that is used, 1 to 3.")
    ] = 3,
    decks: Decks = None,
    choices: Choices = None,
    json: Json = False,
) -> None:
    """Print what counting the base game is worth: exact effects of removal, best tags, indices, ramps and risk.

    Effects are exact, each shoe solved anew. Edges by true count, wins and deviations are those of the chart down to
    the cover card, as dealing has them; index plays are linear in the cards gone. Play the tags with `siete simulate
    --count`.
    """
    from siete.lab.counting import study

    made = rules_from(rules, decks, choices)
    with progress("solving a shoe for each card gone; cached for next time"):
        found = study(made)
    tags = found.tags[level - 1]
    if json:
        output.as_json(found.to_json(tags))
        return
    print(f"rules {made.rule_set}, {made.decks} decks, hash {made.rules_hash}")
    print(f"house edge of a full shoe {-found.effects.value:.4%}\n")
    _show_effects(found)
    _show_counts(found, tags)
    _show_indices(found, tags)
    _show_ramps(found, tags)
    _show_match(found)


def _show_effects(found: CountStudy) -> None:
    ranks = list(found.effects.by_rank)
    rows = [("effect", *(f"{100 * found.effects.by_rank[rank]:+.3f}" for rank in ranks))]
    rows += [(f"level {each.level}", *(f"{each.tags[rank]:+d}" for rank in ranks)) for each in found.tags]
    output.table(("% of the wager", *(rank.value for rank in ranks)), rows, title="What a card that is gone is worth")
    for each in found.tags:
        worth = f"each true count is worth {found.slope(each):.4%}"
        insured = f"insurance from {found.insurance_index(each):+.1f}"
        print(f"level {each.level}: correlation {each.correlation:.3f}; {worth}; {insured}; --count {each.text}")
    print()


def _show_counts(found: CountStudy, tags: Tags) -> None:
    rows = [
        (f"{count:+d}", f"{each.share:.3%}", f"{-each.value:+.3%}")
        for count, each in found.by_count(tags).items()
        if each.share > 1e-4
    ]
    output.table(("true count", "of rounds", "house edge"), rows, title=f"By true count, level {tags.level}")


def _show_indices(found: CountStudy, tags: Tags) -> None:
    rows = [
        (
            f"{each.hand} against {each.up}",
            f"{_PLAYS[each.play]}, else {_PLAYS[each.otherwise]}",
            f"{'from' if each.is_from else 'up to'} {each.true_count:+.1f}",
        )
        for each in found.indices(tags)[:_SHOWN]
    ]
    output.table(("first two cards", "play", "true count"), rows, title="Decisions that change")


def _show_ramps(found: CountStudy, tags: Tags) -> None:
    rows = [_ramp_row(each) for each in found.ramps(tags)]
    head = ("spread", "win per 100 rounds", "deviation", "average wager", "SCORE", "N0", "ruin of 1,000 units")
    output.table(head, rows, title="Wagers by count, in units, best in proportion to the advantage")


def _ramp_row(ramp: Ramp) -> tuple[str, ...]:
    rounds = ramp.rounds_to_deviation
    return (
        f"1–{ramp.spread}{', sitting out' if ramp.sits_out else ''}",
        f"{100 * ramp.win:+.3f}",
        f"{ramp.deviation:.3f}",
        f"{ramp.average_wager:.3f}",
        f"{ramp.score:.2f}",
        "–" if rounds is None else f"{rounds:,.0f}",
        f"{ramp.ruin(1000):.2%}",
    )


def _show_match(found: CountStudy) -> None:
    from siete.lab.counting import match_effects

    for each in match_effects(found.rules):
        worth = f"a card gone is worth {each['effect_of_any_card']:+.6%}, whichever it is"
        print(f"match the dealer ({each['card']}): {worth}; no count by rank helps.")
