"""siete: the Spanish 21 table, by the book.

    import siete

    table = siete.PracticeTable("md", shoe="7s 7h 7s 5d 7s", chips={"ana": 500})
    table.wager("ana", box=1, amount=25)
    table.deal()
    table.decide(1, "hit")
    for result in table.results():
        print(result)

Names are looked up when they are first used, so that importing siete costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from siete.cards import Card, cards_from_text
    from siete.clauses import clause
    from siete.rules.submission import table_rules
    from siete.rules.table_rules import TableRules
    from siete.strategy import Strategy
    from siete.table.practice import PracticeTable

__version__ = "0.1.0"

__all__ = ["Card", "PracticeTable", "Strategy", "TableRules", "__version__", "cards_from_text", "clause", "table_rules"]

_HOMES = {
    "Card": "siete.cards",
    "cards_from_text": "siete.cards",
    "clause": "siete.clauses",
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
    return sorted([*__all__, *globals()])
