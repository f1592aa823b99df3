"""Three implementations of the rules, written by independent thought: no function stands in two of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from tests.setup.stand_in import ROOT

PARTS = ("table", "odds", "sim")
LARGE = 30
"""Nodes of a function from which on two alike are no accident: some three lines."""


class _Renamed(ast.NodeTransformer):
    """Local names become numbers in the order in which they appear, and annotations go."""

    def __init__(self, local: set[str]) -> None:
        self._local = local
        self._numbers: dict[str, str] = {}

    def _number(self, name: str) -> str:
        return self._numbers.setdefault(name, f"_{len(self._numbers)}") if name in self._local else name

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self._number(node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(self._number(node.arg), None)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return None if node.value is None else self.visit(ast.Assign([node.target], node.value))


def bodies(source: str) -> Iterator[tuple[str, str]]:
    """Every function of more than a few lines, with what it does under names that do not matter."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
            body = node.body[ast.get_docstring(node) is not None :]
            if sum(1 for line in body for _ in ast.walk(line)) >= LARGE:
                local = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
                local |= {
                    each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
                }
                yield node.name, ast.dump(_Renamed(local).visit(ast.Module(body, [])))


@cache
def functions(part: str, source: Path = ROOT / "src/siete") -> dict[str, str]:
    return {
        body: f"{path.relative_to(source)}:{name}"
        for path in sorted((source / part).rglob("*.py"))
        for name, body in bodies(path.read_text())
    }


@pytest.mark.parametrize(("one", "other"), list(combinations(PARTS, 2)))
def test_no_function_is_a_copy_of_another_part(one: str, other: str) -> None:
    ours, theirs = functions(one), functions(other)
    assert len(ours) > 50
    assert [(ours[body], theirs[body]) for body in ours.keys() & theirs.keys()] == []


def test_a_copy_under_other_names_is_noticed() -> None:
    engine = '''
def most(original: Cents, rules: TableRules) -> Cents:
    """Half."""
    half: Fraction = Fraction(original) * rules.insurance_share
    amount = Cents(int(half))
    while not rules.chip_denominations.may_pay(amount):
        amount = Cents(amount - 1)
    return amount
'''
    copy = """
def insurance(wager, table):
    part = Fraction(wager) * table.insurance_share
    found = Cents(int(part))
    while not table.chip_denominations.may_pay(found):
        found = Cents(found - 1)
    return found
"""
    assert [body for _, body in bodies(engine)] == [body for _, body in bodies(copy)] != []
    other = copy.replace("found - 1", "found - 2")
    assert [body for _, body in bodies(engine)] != [body for _, body in bodies(other)]
