"""`siete count`: effects of removal, tags, the edge by true count, index plays, wagers and risk; side wagers too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from siete.cli import output
from siete.cli.options import Choices, Decks, Json, Rules, amount_from, listed, rules_from
from siete.cli.progress import progress
from siete.odds.wagers.registry import BASE, names

if TYPE_CHECKING:
    from siete.lab.counting import CountStudy, Ramp, Tags
    from siete.lab.counts.knowledge import Knowledge
    from siete.lab.counts.side_counts import SideCount
    from siete.rules.table_rules import TableRules

EPILOG = "Example: siete count wa --level 2"

_PLAYS = {"H": "hit", "S": "stand", "D": "double", "P": "split", "R": "surrender"}
_SHOWN = 30


def command(
    rules: Rules,
    level: Annotated[
        int, typer.Option("--level", metavar="L", min=1, max=3, help="Largest tag of the count that is used, 1 to 3.")
    ] = 3,
    wager: Annotated[
        str | None,
        typer.Option("--wager", metavar="W", help=f"Count a side wager: {listed(names()[1:])}, or side for all."),
    ] = None,
    paytable: Annotated[
        str | None, typer.Option("--paytable", metavar="P", help="With --wager: a paytable, 3c/6 or D.")
    ] = None,
    meter: Annotated[
        str | None, typer.Option("--meter", metavar="$", help="With --wager: what the meter shows, in dollars.")
    ] = None,
    hole_card: Annotated[
        bool, typer.Option("--hole-card", help="What the hole card, and a bonus card, are worth to whoever sees them.")
    ] = False,
    decks: Decks = None,
    choices: Choices = None,
    json: Json = False,
) -> None:
    """Print what counting the base game is worth: exact effects of removal, best tags, indices, ramps and risk.

    Effects are exact, each shoe solved anew. Edges by true count, wins and deviations are those of the chart down to
    the cover card, as dealing has them; index plays are linear in the cards gone. Play the tags with `siete simulate
    --count`. With --wager the effects on a side wager, counts for it, and when it is worth taking.
    """
    made = rules_from(rules, decks, choices)
    if wager not in (None, BASE.name):
        _show_side(made, wager, paytable, meter, as_json=json)
    elif hole_card:
        _show_knowledge(made, as_json=json)
    else:
        _show_study(made, level, as_json=json)


def _show_study(made: TableRules, level: int, *, as_json: bool) -> None:
    from siete.lab.counting import study

    with progress("solving a shoe for each card gone; cached for next time"):
        found = study(made)
    tags = found.tags[level - 1]
    if as_json:
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


def _show_side(made: TableRules, wager: str | None, paytable: str | None, meter: str | None, *, as_json: bool) -> None:
    from siete.lab.counts.side_counts import side_counts
    from siete.odds.wagers.priced_wager import PricingTerms

    terms = PricingTerms(paytable=paytable, meter=amount_from(meter))
    with progress("counting the shoe without each card"):
        found = side_counts(made, None if wager == "side" else wager, terms)
    if as_json:
        wagers = [each.to_json() for each in found]
        output.as_json({"rules": made.rule_set, "rules_hash": made.rules_hash, "side_wagers": wagers})
        return
    print(f"rules {made.rule_set}, {made.decks} decks, hash {made.rules_hash}\n")
    for each in found:
        _show_side_count(each)


def _show_side_count(found: SideCount) -> None:
    ranks = list(found.effects.by_rank)
    rows = [("effect", *(f"{100 * float(found.effects.by_rank[rank]):+.4f}" for rank in ranks))]
    rows += [(f"level {each.level}", *(f"{each.tags[rank]:+d}" for rank in ranks)) for each in found.tags]
    title = f"{found.name}: house edge {-found.value:.4%}; what a card that is gone is worth, exactly"
    output.table(("% of the wager", *(rank.value for rank in ranks)), rows, title=title)
    if not found.tags:
        print("Every card is worth the same: no count by rank or suit helps.\n")
        return
    if found.by_ranks < 0.99:
        rarest = max(found.effects.by_card.items(), key=lambda each: abs(each[1]))
        print(f"Suits matter: one {rarest[0]} gone is worth {float(rarest[1]):+.4%}.")
    for tags in found.tags:
        taken = found.taken(tags)
        when = "never worth taking"
        if taken.index is not None:
            wins = f"{100 * taken.gain:.4f} units won per 100 rounds"
            when = f"worth taking from {taken.index:+d}, {taken.share:.3%} of rounds, {wins}"
        worth = f"each true count is worth {found.slope(tags):.4%}"
        print(f"level {tags.level}: correlation {tags.correlation:.3f}; {worth}; {when}; --count {tags.text}")
    print()


def _show_knowledge(made: TableRules, *, as_json: bool) -> None:
    from siete.lab.counts.knowledge import knowledge

    with progress("solving a shoe for each hole card; cached for next time"):
        found = knowledge(made)
    if as_json:
        output.as_json(found.to_json())
        return
    print(f"rules {made.rule_set}, {made.decks} decks, hash {made.rules_hash}\n")
    _show_hole_card(found)
    print(f"A bonus card seen before the play is worth {found.shown:.4%} to the base wager.")
    if found.matched is not None and found.matched[0] == found.matched[1]:
        print("A wager on a bonus card is worth the same whichever card that is, while the shoe is full.")


def _show_hole_card(found: Knowledge) -> None:
    if found.hole is None:
        print("No hole card is dealt: there is none to see.")
        return
    rows = [
        (each["up"], f"{each['unseen']:+.3%}", f"{each['seen']:+.3%}", f"{each['seen'] - each['unseen']:+.3%}")
        for each in found.hole.by_up
    ]
    output.table(
        ("up card", "not seen", "seen", "gain"), rows, title="What a round is worth, the hole card seen or not"
    )
    print(f"Seeing the hole card is worth {found.hole.gain:.4%} of the wager, {found.hole.insurance:.4%} of it by")
    print(
        f"insurance against blackjacks alone: the player's edge is then {found.hole.seen + found.hole.insurance:.4%}."
    )
