"""The functions of `import siete` for odds, hands, charts, costs and reports.

Rules are a rule set's name, a submission's file or ready table rules; other keywords are choices.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from pathlib import Path

from siete.cards import Card, cards_from_text
from siete.errors import SieteError
from siete.lab import plots
from siete.lab.par_sheet.par import ParSheet
from siete.money import Cents, cents_from_text
from siete.odds import base, formats
from siete.odds.base.charts.model import Chart
from siete.odds.base.hand import HandValues
from siete.odds.base.shoe import Shoe
from siete.odds.base.solution import Cost
from siete.odds.figure import Figure
from siete.odds.wagers import registry
from siete.plain import Plain
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.strategy import Strategy
from siete.tabular import Record, Tabular

Rules = str | Path | TableRules
Cards = str | Sequence[Card]
Dollars = str | int | float | Fraction


class Figures(Tabular, tuple[Figure, ...]):
    """Figures that draw themselves in a notebook, one table below the other."""

    __slots__ = ()

    def records(self) -> list[Record]:
        """A row for each event of each figure."""
        return [row for each in self for row in each.records()]

    def plot(self) -> plots.Drawing:
        """The edges as a plotly figure; of one wager the chances of its events."""
        return plots.figures(self)

    def plot_meters(self) -> plots.Drawing:
        """The edges by what the meters show, as a plotly figure."""
        return plots.meters(self)

    def _repr_html_(self) -> str:
        return "".join(each._repr_html_() for each in self)


class Costs(Tabular, tuple[Cost, ...]):
    """Costs of options that draw themselves in a notebook."""

    __slots__ = ()

    def records(self) -> list[Record]:
        """A row for each option."""
        return [{"option": each.option, "house_edge": each.house_edge, "cost": each.cost} for each in self]

    def plot(self) -> plots.Drawing:
        """The costs as a plotly figure."""
        return plots.costs(self)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(each.option)}</td><td>{formats.percent(each.house_edge)}</td><td>{each.cost:+.4%}</td></tr>"
            for each in self
        )
        return f"<table><tr><th>option</th><th>house edge</th><th>cost to the player</th></tr>{rows}</table>"


def figures(
    rules: Rules,
    wager: str | None = None,
    *,
    paytable: str | None = None,
    meter: Dollars | None = None,
    bet: Dollars | None = None,
    players: int = 1,
    strategy: Strategy | Chart | None = None,
    **choices: object,
) -> Figures:
    """What each wager of a table is worth, or one of them; amounts are in dollars.

    >>> import siete
    >>> siete.figures("md", "match-the-dealer")[0].house_edge
    Fraction(114, 3731)
    >>> [figure.wager for figure in siete.figures("s13")]
    ['base', 'insurance', 'match-the-dealer', 'super-bonus']
    """
    given = strategy.strategy if isinstance(strategy, Chart) else strategy
    return Figures(
        registry.figures(
            _rules(rules, choices),
            wager,
            paytable=paytable,
            meter=_cents(meter),
            bet=_cents(bet),
            players=players,
            strategy=given,
        )
    )


def hand(
    rules: Rules,
    player: Cards,
    up: str | Card,
    *,
    split: bool = False,
    doubled: int = 0,
    shoe: str | Shoe | None = None,
    removed: Cards = (),
    bet: Dollars | None = None,
    **choices: object,
) -> HandValues:
    """What every action on a hand is worth, best first; with a bet the super bonus it can win is part of it.

    >>> import siete
    >>> values = siete.hand("wa", "7s 7s", "7h")
    >>> values.best, f"{dict(values.actions)['hit']:.4f}"
    ('split', '-0.2180')
    """
    made = _rules(rules, choices)
    held = Shoe.from_text(shoe) if isinstance(shoe, str) else shoe or Shoe.full(made.decks)
    return base.hand_values(
        made,
        _cards(player),
        Card.from_text(up) if isinstance(up, str) else up,
        is_split=split,
        doublings=doubled,
        shoe=held.without(_cards(removed)),
        wager=_cents(bet),
    )


def chart(rules: Rules, *, bet: Dollars | None = None, **choices: object) -> Chart:
    """The strategy chart of a set of rules, with its exact edge; with a bet it plays for the super bonus too.

    >>> import siete
    >>> chart = siete.chart("wa")
    >>> f"{chart.house_edge:.4%}"
    '0.7770%'

    In a notebook it draws itself; `chart.strategy` is what simulations and `figures` play.
    """
    return base.chart(_rules(rules, choices), _cents(bet))


def costs(rules: Rules, **choices: object) -> Costs:
    """What each option of the base game costs the player.

    Those of the six default submissions come with the program; others take half a minute the first time.

    >>> import siete
    >>> for cost in siete.costs("wa")[:2]:
    ...     print(f"{cost.option}: {cost.cost:+.4%}")
    dealer stands on soft 17: -0.4124%
    no surrender: +0.0179%
    """
    return Costs(base.costs(_rules(rules, choices)))


def report(
    rules: Rules,
    path: str | Path,
    *,
    operator: str | None = None,
    date: datetime.date | None = None,
    **choices: object,
) -> ParSheet:
    """Write the PAR sheet of a table to a `.html` or `.xlsx` file; the date is today's unless given.

    >>> import siete, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     sheet = siete.report("s13", f"{folder}/par.html", operator="Casa Siete")
    >>> sheet.rules.rule_set
    's13'
    """
    from siete.lab.report import report as write

    return write(_rules(rules, choices), Path(path), date=date or datetime.date.today(), operator=operator)


def _rules(rules: Rules, choices: Plain) -> TableRules:
    if not isinstance(rules, TableRules):
        return table_rules(rules, choices)
    if choices:
        sentence = "TableRules take no further choices. Give the rule set's name or a submission's file instead."
        raise SieteError("rules/ready", sentence, facts={"choices": ", ".join(choices)})
    return rules


def _cards(cards: Cards) -> tuple[Card, ...]:
    return cards_from_text(cards) if isinstance(cards, str) else tuple(cards)


def _cents(amount: Dollars | None) -> Cents | None:
    """Dollars as cents; a fraction of a cent is refused, not rounded."""
    if amount is None:
        return None
    if isinstance(amount, str):
        return cents_from_text(amount)
    cents = Fraction(str(amount)) * 100
    if cents.denominator != 1:
        raise SieteError("money/not-cents", f"${amount} is not a whole number of cents.")
    return Cents(int(cents))
