"""Every parameter of the table rules is read, for a value that nothing reads promises what nobody does.

Readers are code that plays or prices, a named function of the rules, or the rule data, where another value hangs on it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from siete.rules.names import NAMES
from siete.rules.ruleset import rule_set
from siete.rules.table_rules import parameters

SOURCE = Path(__file__).parents[2] / "src" / "siete"
LISTED = {"rules/table_rules.py", "rules/stored_rules.py", "rules/sheet.py"}
"""What loops over all parameters, whatever they mean."""
ASKED = {"value", "effective"}
"""Methods that give the value of a parameter by its name; `clause` gives its clause and is no reading."""


@cache
def readers(source: Path) -> dict[str, set[str]]:
    """The functions that read each parameter, by its name."""
    found: dict[str, set[str]] = {}
    for path in sorted(source.rglob("*.py")):
        place = path.relative_to(source).as_posix()
        if place in LISTED:
            continue
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for name in _read(function):
                    found.setdefault(name, set()).add(f"{place}:{function.name}")
    return found


def _read(function: ast.AST) -> Iterator[str]:
    for node in ast.walk(function):
        match node:
            case ast.Attribute(value=base, attr=name, ctx=ast.Load()) if name in parameters() and _is_rules(base):
                yield name
            case ast.Call(func=ast.Attribute(attr=method) | ast.Name(id=method), args=[first, *_]) if method in ASKED:
                yield from _named(first)


def _is_rules(base: ast.expr) -> bool:
    """Whether something is called rules: `rules`, `self.rules`, `table.rules`."""
    name = base.id if isinstance(base, ast.Name) else base.attr if isinstance(base, ast.Attribute) else ""
    return name.endswith("rules") or name == "values"


def _named(argument: ast.expr) -> Iterator[str]:
    """The parameters that an argument names; `f"{family}_top"` names all that end so."""
    match argument:
        case ast.Constant(value=str(name)) if name in parameters():
            yield name
        case ast.JoinedStr(values=[ast.FormattedValue(), ast.Constant(value=str(end))]):
            yield from (name for name in parameters() if name.endswith(end))


@cache
def by_data() -> frozenset[str]:
    """Parameters on which other values hang, or conditions of the data."""
    found: set[str] = set()
    for name in NAMES:
        book = rule_set(name)
        entries = [each for entry in book.entries.values() for each in (entry, *entry.variants.values())]
        found |= {each.by for each in entries if each.by}
        found |= {each for condition in book.conditions for each in condition.when}
    return frozenset(found)


def test_every_parameter_is_read() -> None:
    read = readers(SOURCE)
    assert [name for name in parameters() if name not in read and name not in by_data()] == []


def test_a_parameter_that_nothing_reads_is_found(tmp_path: Path) -> None:
    """The control: its clause and a mention in words are no reading, nor is another thing's field."""
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "one.py").write_text(
        "def f(rules, state):\n"
        '    """Reads decks."""\n'
        '    return rules.clause("decks"), state.decks, rules.positions, self.value("table_min"), value(f"{x}_top")\n',
        "utf-8",
    )
    assert readers(tmp_path) == {
        name: {"table/one.py:f"} for name in ("positions", "table_min", "table3_top", "table4_top")
    }


def test_what_nothing_read_once_has_its_reader() -> None:
    for name in ("payout_limit_per_hand", "handpay_threshold", "dealt_from", "spin_timing"):
        assert readers(SOURCE)[name]
