"""`siete odds`: what each wager is worth, with the method, the error and the chance of every event."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from siete.cli import output
from siete.cli.charts import strategy_of
from siete.cli.options import Choices, Decks, Json, Rules, listed, rules_from
from siete.cli.progress import progress
from siete.errors import SieteError, UnknownNameError
from siete.odds import formats
from siete.odds.wagers.registry import names, offered

if TYPE_CHECKING:
    from siete.money import Cents
    from siete.odds.figure import Figure
    from siete.rules.table_rules import TableRules

EPILOG = "Example: siete odds wa --wager jackpot --paytable 3c/6 --meter 40000"

RAREST = 1e-9
"""Rarer events are shown as one row; --json has each of them."""


def command(
    rules: Rules,
    wager: Annotated[
        str | None,
        typer.Option(
            "--wager",
            metavar="W",
            help=f"{listed(names())}. Without it: all that RULES offers.",
        ),
    ] = None,
    paytable: Annotated[
        str | None, typer.Option("--paytable", metavar="P", help="A paytable: 3c/6, 6/5, or D for bonus-spin.")
    ] = None,
    meter: Annotated[str | None, typer.Option("--meter", metavar="$", help="What the meter shows, in dollars.")] = None,
    bet: Annotated[str | None, typer.Option("--bet", metavar="$", help="The base wager, for super-bonus.")] = None,
    players: Annotated[int, typer.Option("--players", metavar="N", help="People who wager, one to a box.")] = 1,
    strategy: Annotated[
        Path | None, typer.Option("--strategy", metavar="FILE", help="Value this strategy for the base game.")
    ] = None,
    costs: Annotated[
        bool, typer.Option("--costs", help="Show what each option of the base game costs, compared with RULES.")
    ] = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Only figures that are fractions; the base game is none, see hand --exact.")
    ] = False,
    split_bound: Annotated[
        bool,
        typer.Option(
            "--split-bound", help="Prove what the base game's splits leave of the best play of all; takes minutes."
        ),
    ] = False,
    decks: Decks = None,
    choices: Choices = None,
    json: Json = False,
) -> None:
    """Print what each wager is worth: house edge, chances and pays, as exact fractions where possible."""
    from siete.odds.wagers.registry import figures

    made = rules_from(rules, decks, choices)
    if paytable is not None and _is_about_bonus_spin(made, wager):
        made = rules_from(rules, decks, [*(choices or []), *_spin_paytable(made, paytable)])
    if costs:
        _refuse_beside_costs(wager, paytable, meter, bet, strategy)
        _show_costs(made, as_json=json)
        return
    amounts = {"meter": _cents(meter, "meter"), "bet": _cents(bet, "bet")}
    given = None if strategy is None else strategy_of(strategy)
    asked = _exact_wagers(made, wager, paytable) if exact else [wager]
    with progress("solving the base game; cached for next time"):
        found = [
            figure
            for each in asked
            for figure in figures(made, each, paytable=paytable, players=players, strategy=given, **amounts)
        ]
        found = [_bounded(made, each) for each in found] if split_bound and given is None else found
    if json:
        figures_json = [figure.to_json() for figure in found]
        output.as_json({"rules": made.rule_set, "rules_hash": made.rules_hash, "figures": figures_json})
    else:
        print(f"rules {made.rule_set}, {made.decks} decks, hash {made.rules_hash}\n")
        _show(found)


def _bounded(rules: TableRules, figure: Figure) -> Figure:
    """The figure with what is proved of its splits, if it has any."""
    if figure.wager != "base":
        return figure
    from siete.odds.base.solution import own_cards_bound

    return replace(figure, extra={**figure.extra, "own_cards_leave_at_most": own_cards_bound(rules)})


def _exact_wagers(rules: TableRules, wager: str | None, paytable: str | None) -> list[str | None]:
    """The wagers that have figures in fractions; the base game is refused where it is named."""
    if wager == "base":
        sentence = "The base game as a fraction takes hours. siete hand RULES --exact gives the fractions of one hand."
        raise SieteError("odds/not-exact", sentence)
    return [wager] if wager or paytable else [each for each in offered(rules) if each != "base"]


def _refuse_beside_costs(wager: str | None, *others: object) -> None:
    if wager not in (None, "base") or any(each is not None for each in others):
        sentence = "--costs stands alone. Leave --wager, --paytable, --meter, --bet and --strategy out."
        raise SieteError("odds/costs-alone", sentence)


def _show_costs(rules: TableRules, *, as_json: bool) -> None:
    from siete.odds.base.solution import costs, house_edge, variants

    parts = len(variants(rules)) + 1
    with progress() as step:
        found = costs(rules, lambda option, done: step(option, done, parts))
        usual = house_edge(rules)
    if as_json:
        options = [{"option": each.option, "house_edge": each.house_edge, "cost": each.cost} for each in found]
        output.as_json({"rules": rules.rule_set, "rules_hash": rules.rules_hash, "house_edge": usual, "costs": options})
        return
    print(f"rules {rules.rule_set}, {rules.decks} decks, hash {rules.rules_hash}\n")
    rows = [(each.option, formats.percent(each.house_edge), f"{each.cost:+.4%}") for each in found]
    title = "What each option costs the player, whether or not the rule set permits it; best play both times"
    output.table(("option", "house edge", "cost"), [("these rules", formats.percent(usual), ""), *rows], title=title)


def _is_about_bonus_spin(rules: TableRules, wager: str | None) -> bool:
    return wager == "bonus-spin" or (wager is None and not rules.jackpot_games and rules.spin_offered)


def _spin_paytable(rules: TableRules, id: str) -> list[str]:
    """The choice that puts another Bonus Spin paytable, and the wheel that goes with it, into the rules."""
    from siete.rules.ruleset import rule_set

    known = rule_set(rules.rule_set).spin_paytables
    if not rules.spin_offered or id in (rules.spin_paytable, rules.second_spin_paytable) or not known:
        return []
    if id not in known:
        sentence = f"There is no Bonus Spin paytable {id[:20]!r}; there are {', '.join(known)}."
        raise UnknownNameError("odds/unknown-paytable", sentence, clause=rules.clause("spin_paytable"))
    return [f"spin_paytable={id}"]


def _cents(text: str | None, what: str) -> Cents | None:
    """An amount from the command line; a negative one is refused with a code of its own."""
    from siete.money import cents_from_text

    if text is None:
        return None
    if text.strip().startswith(("-", "−")):
        raise SieteError(f"odds/negative-{what}", f"Give a {what} of $0 or more, not {text.strip()[:30]!r}.")
    return cents_from_text(text)


def _show(figures: Sequence[Figure]) -> None:
    """Each figure by itself; several paytables of one wager as one table."""
    jackpots = [figure for figure in figures if figure.wager == "jackpot"]
    for figure in figures:
        if figure.wager != "jackpot" or len(jackpots) == 1:
            _show_figure(figure)
    if len(jackpots) > 1:
        _show_jackpots(jackpots)


def _show_figure(figure: Figure) -> None:
    from siete.odds.figure import exact_text

    about = ", ".join(
        str(each) for each in (figure.extra.get("card"), figure.paytable and f"paytable {figure.paytable}") if each
    )
    title = f"{figure.wager.upper()}{f' ({about})' if about else ''}"
    exact = exact_text(figure.house_edge)
    edge = f"house edge {formats.percent(figure.house_edge)}" + (f" = {exact}" if exact and len(exact) <= 40 else "")
    long_run = figure.extra.get("house_edge_long_run")
    if long_run is not None and figure.extra["house_edge_at_meter"] == figure.house_edge:
        at = formats.dollars(_number(figure.extra["meter"]))
        edge += f" at a meter of {at}, {formats.percent(_number(long_run))} in the long run"
    print(f"{title}: {edge}\nstrategy: {figure.strategy}; method: {figure.method}; error: {figure.error_bound:g}")
    if "lines" not in figure.extra:
        usual = [each for each in figure.events if each.probability >= RAREST]
        rows = [(each.name, *formats.chance(each.probability), each.pays) for each in usual]
        if len(rare := [each for each in figure.events if each.probability < RAREST]) > 0:
            rows.append((f"{len(rare)} rarer", *formats.chance(sum(each.probability for each in rare)), ""))
        output.table(("event", "probability", "once in", "pays"), rows)
    facts = [(key, value) for key, value in figure.extra.items() if key != "card" and not isinstance(value, list)]
    if facts:
        output.table(("", ""), ((formats.words(key), formats.cell(key, value)) for key, value in facts))
    for key, value in figure.extra.items():
        if isinstance(value, list):
            _show_list(key, value)
    if figure.wager == "base":
        from siete.odds.base.method import ERROR_WORDS

        print("", *textwrap.wrap(ERROR_WORDS, 110), sep="\n")
    print()


def _show_list(key: str, rows: Sequence[Mapping[str, object]]) -> None:
    if rows:
        columns = [name for name in rows[0] if not name.endswith("_exact")]
        cells = ([formats.cell(name, row[name]) for name in columns] for row in rows)
        output.table([formats.words(name) for name in columns], cells, title=formats.words(key))


_JACKPOT_COLUMNS = {
    "printed": "house_edge_printed",
    "fixed pays": "house_edge_fixed",
    "at meter": "house_edge_at_meter",
    "break-even meter per $1": "break_even_meter",
    "average at hit": "average_meter_at_hit",
    "100% once in": "top_award_once_in",
}


def _number(value: object) -> Fraction | float:
    assert isinstance(value, Fraction | float | int), "amounts of a figure are numbers"
    return value


def _show_jackpots(figures: Sequence[Figure]) -> None:
    amount, meter = (formats.dollars(_number(figures[0].extra[key])) for key in ("wager_amount", "meter"))
    title = (
        f"JACKPOT: house edges of a {amount} wager, meter {meter}; "
        "as the documents compute it, by the fixed pays, and at the meter"
    )
    rows = (
        (figure.paytable or "", formats.percent(figure.house_edge), *_jackpot_cells(figure.extra)) for figure in figures
    )
    output.table(("paytable", "house edge", *_JACKPOT_COLUMNS), rows, title=title)


def _jackpot_cells(extra: Mapping[str, object]) -> Iterable[str]:
    return (formats.cell(key, extra[key]) for key in _JACKPOT_COLUMNS.values())
