"""siete: the Spanish 21 table, by the book.

    import siete

    table = siete.PracticeTable("md", shoe="7s 7h 7s 5d 7s", chips={"ana": 500})
    table.wager("ana", box=1, amount=25)
    table.deal()
    table.decide(1, "hit")
    for result in table.results():
        print(result)

    siete.odds("md", "insurance")                 what a wager is worth, or all of them
    siete.hand("wa", "7s 7s", "7h", decks=8)      what every action on a hand is worth
    siete.strategy("wa", double_double=True)      the chart, derived
    siete.costs("md")                             what each option costs
    siete.report("md", "par.html")                the PAR sheet

Names are looked up when they are first used, so that importing siete costs nothing. `siete.odds` and `siete.strategy`
are packages and answer when called; programs that check types call `siete.figures` and `siete.chart`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from siete.cards import Card, cards_from_text
    from siete.clauses import clause
    from siete.lab.asking import chart, costs, figures, hand, report
    from siete.lab.simulating import simulate
    from siete.rules.submission import table_rules
    from siete.rules.table_rules import TableRules
    from siete.strategy import Strategy
    from siete.table.practice import PracticeTable

__version__ = "0.1.0"

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
    "chart": "siete.lab.asking",
    "clause": "siete.clauses",
    "costs": "siete.lab.asking",
    "figures": "siete.lab.asking",
    "hand": "siete.lab.asking",
    "report": "siete.lab.asking",
    "simulate": "siete.lab.simulating",
    "table_rules": "siete.rules.submission",
    "TableRules": "siete.rules.table_rules",
    "Strategy": "siete.strategy",
    "PracticeTable": "siete.table.practice",
}
_ANSWERS = {"odds": "figures", "strategy": "chart"}
"""The parts that answer when they are called, and the name that answers for each."""


def __getattr__(name: str) -> Any:
    if name in _ANSWERS:
        return import_module(f"siete.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'siete' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, *_ANSWERS, *globals()])


class _Answering(ModuleType):
    """A part that can be called."""

    def __call__(self, *arguments: Any, **choices: Any) -> Any:
        return __getattr__(_ANSWERS[self.__name__.rpartition(".")[2]])(*arguments, **choices)


class _Siete(ModuleType):
    """This package: a part that answers is made to when it is imported, whoever imports it."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _ANSWERS and isinstance(value, ModuleType):
            value.__class__ = _Answering
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Siete
