"""siete: the Spanish 21 table, by the book.

    import siete

    table = siete.PracticeTable("md", shoe="7s 7h 7s 5d 7s", chips={"ana": 500})
    table.wager("ana", box=1, amount=25)
    table.deal()
    table.decide(1, "hit")
    for result in table.results():
        print(result)

    siete.figures("md", "insurance")              what a wager is worth, or all of them
    siete.hand("wa", "7s 7s", "7h", decks=8)      what every action on a hand is worth
    siete.chart("wa", double_double=True)         the strategy chart, derived
    siete.costs("md")                             what each option costs
    siete.report("md", "par.html")                the PAR sheet

Names are looked up when they are first used, so that importing siete costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from siete.cards import Card, cards_from_text
    from siete.clauses import clause
    from siete.lab.api import chart, costs, figures, hand, report
    from siete.lab.simulation import simulate
    from siete.rules.submission import table_rules
    from siete.rules.table_rules import TableRules
    from siete.strategy import Strategy
    from siete.table.practice import PracticeTable

__version__ = "0.2.0"

__all__ = [
    "Card",
    "PracticeTable",
    "Strategy",
    "TableRules",
    "__version__",
    "cards_from_text",
    "chart",
    "clause",
    "costs",
    "figures",
    "hand",
    "report",
    "simulate",
    "table_rules",
]

_HOMES = {
    "Card": "siete.cards",
    "cards_from_text": "siete.cards",
    "chart": "siete.lab.api",
    "clause": "siete.clauses",
    "costs": "siete.lab.api",
    "figures": "siete.lab.api",
    "hand": "siete.lab.api",
    "report": "siete.lab.api",
    "simulate": "siete.lab.simulation",
    "table_rules": "siete.rules.submission",
    "TableRules": "siete.rules.table_rules",
    "Strategy": "siete.strategy",
    "PracticeTable": "siete.table.practice",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'siete' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
