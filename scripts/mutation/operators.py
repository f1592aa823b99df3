"""What can be broken in a function: values and signs, steps and their order, whom it is for, and when.

Every operator says what it would change and where; the changed function is only made when it is tried. Docstrings and
asserts are left alone: asserts are about our own bugs, and no rule.
"""

from __future__ import annotations

import ast
import copy
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """One thing that can be changed in a function."""

    word: str
    place: ast.AST
    line: int
    lines: range
    """The lines of its statement: a test that runs none of them cannot notice."""
    make: Callable[[], ast.FunctionDef]
    """The function with this changed, made when asked for."""

    @property
    def what(self) -> str:
        """The change in words: its kind, and what it is done to."""
        return f"{self.word}: {ast.unparse(self.place).splitlines()[0][:60]}"


Change = Callable[[ast.AST], ast.AST | None]
"""A changed copy of a node of its own; None where this kind of change does not apply."""


def broken(node: ast.FunctionDef, names: Mapping[str, object]) -> Iterator[Broken]:
    """The function broken in every way we know; `names` are the globals of its module."""
    yield from _changed_places(node, names)
    yield from _changed_bodies(node, names)


# --- one expression ------------------------------------------------------------------------------------------------

_FLIP: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}


def _changed_places(node: ast.FunctionDef, names: Mapping[str, object]) -> Iterator[Broken]:
    changes: list[tuple[str, tuple[type[ast.AST], ...], Change]] = [
        ("flip", (ast.Compare,), _flip),
        ("other boundary", (ast.Compare,), _boundary),
        ("join", (ast.BoolOp,), _join),
        ("swap alternatives", (ast.BoolOp,), lambda place: _swap_alternatives(place, names)),
        ("constant", (ast.Constant,), _constant),
        ("arithmetic", (ast.BinOp, ast.AugAssign), _arithmetic),
        ("condition", (ast.If, ast.IfExp, ast.While), _condition),
        ("neighbour", (ast.Attribute,), lambda place: _neighbour(place, names)),
        ("skip", (ast.Call,), _skip),
        ("other box", (ast.keyword,), _other_box),
        ("other game", (ast.Call,), _other_game),
        ("neighbouring row", (ast.Call,), _other_row),
        ("to all", (ast.comprehension,), _to_all),
    ]
    ranges = statements(node)
    for index, place in enumerate(places(node)):
        for word, kinds, change in changes:
            if isinstance(place, kinds) and change(_shallow(place)) is not None:
                line = _line(place)
                yield Broken(
                    word=word,
                    place=place,
                    line=line,
                    lines=_around(line, ranges),
                    make=functools.partial(_with_place, node, index, change),
                )


def _with_place(node: ast.FunctionDef, index: int, change: Change) -> ast.FunctionDef:
    clone = copy.deepcopy(node)
    target = places(clone)[index]
    changed = change(target)
    assert changed is not None
    _replace(clone, target, changed)
    return ast.fix_missing_locations(clone)


def _shallow(place: ast.AST) -> ast.AST:
    """A copy of a node alone, to ask what can be changed in it; copies of all below it took a minute."""
    made = copy.copy(place)
    for name, value in ast.iter_fields(place):
        if isinstance(value, list):
            setattr(made, name, list(value))
    return made


def statements(node: ast.FunctionDef) -> list[range]:
    """The lines of every statement inside, of one with a body those of its head."""
    found = []
    for each in ast.walk(node):
        if isinstance(each, ast.stmt) and each is not node:
            body = getattr(each, "body", None)
            end = body[0].lineno if body else (each.end_lineno or each.lineno) + 1
            found.append(range(each.lineno, max(end, each.lineno + 1)))
    return found


def _around(line: int, ranges: list[range]) -> range:
    """The statement that a line is part of."""
    return min((each for each in ranges if line in each), key=len, default=range(line, line + 1))


def _line(place: ast.AST) -> int:
    return place.target.lineno if isinstance(place, ast.comprehension) else getattr(place, "lineno", 0)


def places(node: ast.FunctionDef) -> list[ast.AST]:
    """All parts of a function but its docstring and its asserts."""
    found: list[ast.AST] = list(node.body[1:] if ast.get_docstring(node) else node.body)
    for place in found:  # grows as it goes
        if not isinstance(place, ast.Assert):
            found.extend(child for child in ast.iter_child_nodes(place) if not _is_type(place, child))
    return found


def _is_type(parent: ast.AST, child: ast.AST) -> bool:
    """Whether a part is only read by people and by the type checker."""
    if isinstance(child, ast.keyword) and child.arg == "strict":
        return True  # of zip: about our own bugs, like an assert
    return isinstance(parent, ast.AnnAssign | ast.arg) and child is parent.annotation


def _replace(root: ast.AST, old: ast.AST, new: ast.AST) -> None:
    if old is new:
        return
    for parent in ast.walk(root):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list):
                value[:] = [new if each is old else each for each in value]


def _flip(place: ast.AST) -> ast.AST | None:
    if isinstance(place, ast.Compare):
        place.ops[0] = _FLIP[type(place.ops[0])]()
        return place
    return None


_BOUNDARY: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}


def _boundary(place: ast.AST) -> ast.AST | None:
    """Below for at most, above for at least."""
    if isinstance(place, ast.Compare) and type(place.ops[-1]) in _BOUNDARY:
        place.ops[-1] = _BOUNDARY[type(place.ops[-1])]()
        return place
    return None


def _join(place: ast.AST) -> ast.AST | None:
    if isinstance(place, ast.BoolOp):
        place.op = ast.Or() if isinstance(place.op, ast.And) else ast.And()
        return place
    return None


def _swap_alternatives(place: ast.AST, names: Mapping[str, object]) -> ast.AST | None:
    """What comes first of two alternatives comes second: the order of steps that are due.

    Of two things that are so or not it tells nothing which is asked first.
    """
    if not isinstance(place, ast.BoolOp) or not isinstance(place.op, ast.Or) or _is_truth(place.values[0], names):
        return None
    if not isinstance(place.values[0], ast.Call):
        return None
    place.values[0], place.values[1] = place.values[1], place.values[0]
    return place


def _is_truth(value: ast.expr, names: Mapping[str, object]) -> bool:
    """Whether it is a call that says true or false."""
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
        return False
    called = names.get(value.func.id)
    return value.func.id in _TRUTHS or getattr(called, "__annotations__", {}).get("return") in ("bool", bool)


_TRUTHS = ("any", "all", "bool", "isinstance", "callable")


def _constant(place: ast.AST) -> ast.AST | None:
    if not isinstance(place, ast.Constant):
        return None
    if type(place.value) is int:
        place.value += 1
    elif type(place.value) is bool:
        place.value = not place.value
    elif type(place.value) is float:
        place.value = place.value * 1.25 + 0.125
    else:
        return None
    return place


def _arithmetic(place: ast.AST) -> ast.AST | None:
    if isinstance(place, ast.BinOp | ast.AugAssign) and type(place.op) in _ARITHMETIC:
        place.op = _ARITHMETIC[type(place.op)]()
        return place
    return None


def _condition(place: ast.AST) -> ast.AST | None:
    """A bare condition, turned round; comparisons and joints have operators of their own."""
    if not isinstance(place, ast.If | ast.IfExp | ast.While) or isinstance(place.test, ast.Compare | ast.BoolOp):
        return None
    test = place.test
    is_not = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    place.test = test.operand if is_not else ast.UnaryOp(op=ast.Not(), operand=test)
    return place


def _neighbour(place: ast.AST, names: Mapping[str, object]) -> ast.AST | None:
    """The next member of an enum: another stage, question, spot, option or kind. Steps only change what is cited."""
    if not isinstance(place, ast.Attribute) or not isinstance(place.value, ast.Name):
        return None
    kind = names.get(place.value.id)
    if not (isinstance(kind, type) and issubclass(kind, Enum)) or place.attr not in kind.__members__:
        return None
    members = list(kind.__members__)
    if len(members) < 2:
        return None
    place.attr = members[(members.index(place.attr) + 1) % len(members)]
    return place


_DUES = ("Due", "Approval")


def _skip(place: ast.AST) -> ast.AST | None:
    """A step or an approval that would have come due does not."""
    if isinstance(place, ast.Call) and isinstance(place.func, ast.Name) and place.func.id in _DUES:
        return ast.Constant(value=None)
    return None


def _other_box(place: ast.AST) -> ast.AST | None:
    """The box beside the one that is meant."""
    if isinstance(place, ast.keyword) and place.arg in ("box", "hand") and not isinstance(place.value, ast.Constant):
        place.value = ast.BinOp(left=place.value, op=ast.Add(), right=ast.Constant(value=1))
        return place
    return None


def _other_game(place: ast.AST) -> ast.AST | None:
    """Of two games the other one."""
    is_index = isinstance(place, ast.Call) and isinstance(place.func, ast.Attribute) and place.func.attr == "index"
    if is_index and isinstance(place.func.value, ast.Name) and place.func.value.id == "WAGERS":
        return ast.BinOp(left=ast.Constant(value=1), op=ast.Sub(), right=place)
    return None


_ROW = ast.parse(
    "(lambda rows, line: rows[([row.line for row in rows].index(line) + 1) % len(rows)])(tuple(TABLE), LINE)",
    mode="eval",
).body


def _other_row(place: ast.AST) -> ast.AST | None:
    """The row of the paytable below the one that was made."""
    is_row = isinstance(place, ast.Call) and isinstance(place.func, ast.Attribute) and place.func.attr == "row"
    if not is_row or len(place.args) != 1:
        return None
    made = copy.deepcopy(_ROW)
    assert isinstance(made, ast.Call)
    assert isinstance(made.args[0], ast.Call)
    made.args = [ast.Call(func=made.args[0].func, args=[place.func.value], keywords=[]), place.args[0]]
    return made


def _to_all(place: ast.AST) -> ast.AST | None:
    """Applied to all, where some are chosen."""
    if isinstance(place, ast.comprehension) and place.ifs:
        place.ifs = []
        return place
    return None


# --- steps -----------------------------------------------------------------------------------------------------------


def _changed_bodies(node: ast.FunctionDef, names: Mapping[str, object]) -> Iterator[Broken]:
    """The function with a step dropped, done twice, or swapped with the next; with a loop that ends after its first."""
    ranges = statements(node)
    for index, body in enumerate(_bodies(node)):
        for at, step in enumerate(body):
            for word, changed in _changed_body(body, at, names):
                yield Broken(
                    word=word,
                    place=step,
                    line=step.lineno,
                    lines=_around(step.lineno, ranges),
                    make=functools.partial(_with_body, node, index, changed),
                )


def _changed_body(body: list[ast.stmt], at: int, names: Mapping[str, object]) -> Iterator[tuple[str, list[ast.stmt]]]:
    step = body[at]
    if _is_step(step):
        yield "drop", body[:at] + body[at + 1 :]
        if not _is_same_twice(step):
            yield "do twice", [*body[:at], step, *body[at:]]
    if at + 1 < len(body) and _may_swap(step, body[at + 1], names):
        yield "swap", [*body[:at], body[at + 1], step, *body[at + 2 :]]
    if isinstance(step, ast.For) and not _ends(step.body[-1]):
        first = copy.copy(step)
        first.body = [*step.body, ast.Break()]
        yield "first only", [*body[:at], first, *body[at + 1 :]]


def _bodies(node: ast.FunctionDef) -> list[list[ast.stmt]]:
    """Every list of statements inside, the function's own first and without its docstring."""
    found = [node.body[1:] if ast.get_docstring(node) else node.body]
    for each in ast.walk(node):
        if each is not node and not isinstance(each, ast.Lambda):
            for name in ("body", "orelse", "finalbody"):
                inner = getattr(each, name, None)
                if isinstance(inner, list) and inner and isinstance(inner[0], ast.stmt):
                    found.append(inner)
    return found


def _is_step(step: ast.stmt) -> bool:
    is_call = isinstance(step, ast.Expr) and isinstance(step.value, ast.Call | ast.Yield | ast.YieldFrom)
    return is_call or isinstance(step, ast.AugAssign)


def _is_same_twice(step: ast.stmt) -> bool:
    """Whether doing it again changes nothing: what is sorted, empty, there or checked stays so, and so does a rest."""
    if isinstance(step, ast.AugAssign):
        return isinstance(step.op, ast.Mod | ast.BitOr | ast.BitAnd)
    if not isinstance(step, ast.Expr) or not isinstance(step.value, ast.Call):
        return False
    name = ast.unparse(step.value.func).rpartition(".")[2]
    return name in ("sort", "clear", "setdefault") or "check" in name


def _may_swap(one: ast.stmt, other: ast.stmt, names: Mapping[str, object]) -> bool:
    """Two steps, or two ways out of which the first that applies is taken."""
    if _is_step(one) and _is_step(other):
        return True
    is_way_out = all(isinstance(each, ast.If) and not each.orelse and _ends(each.body[-1]) for each in (one, other))
    return is_way_out and not _exclude(one, other, names) and not _lead_to_one(one, other)


def _lead_to_one(one: ast.stmt, other: ast.stmt) -> bool:
    """Whether two ways out end alike, so that it tells nothing which is taken."""
    ends = [[*map(ast.dump, each.body)] for each in (one, other) if isinstance(each, ast.If)]
    return ends[0] == ends[1]


def _exclude(one: ast.stmt, other: ast.stmt, names: Mapping[str, object]) -> bool:
    """Whether two conditions cannot both hold, so that their order tells nothing.

    One thing is compared with other constants in each, or is of other kinds, of which none is another's.
    """
    tests = [_first_of(each.test) for each in (one, other) if isinstance(each, ast.If)]
    compared, kinds = [*map(_compared, tests)], [_kinds(test, names) for test in tests]
    if all(compared):
        (left, first), (right, second) = compared  # type: ignore[misc]  # both were found
        return bool(left == right and not first & second)
    if all(kinds):
        (left, mine), (right, theirs) = kinds  # type: ignore[misc]  # both were found
        related = (issubclass(a, b) or issubclass(b, a) for a in mine for b in theirs)
        return bool(left == right and not any(related))
    return False


def _first_of(test: ast.expr) -> ast.expr:
    """The first condition of several that must all hold."""
    return test.values[0] if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else test


def _compared(test: ast.expr) -> tuple[str, frozenset[str]] | None:
    """What is compared with a constant or several: members of an enum, numbers, texts, nothing."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Is | ast.Eq | ast.In):
        return None
    right = test.comparators[0]
    listed = right.elts if isinstance(right, ast.Tuple) else [right]
    if not all(isinstance(each, ast.Attribute | ast.Constant) for each in listed):
        return None
    if isinstance(test.ops[0], ast.In) and not isinstance(right, ast.Tuple):
        return None
    return ast.unparse(test.left), frozenset(map(ast.unparse, listed))


def _kinds(test: ast.expr, names: Mapping[str, object]) -> tuple[str, tuple[type, ...]] | None:
    """What is asked for its kind, and the kinds that it may be of."""
    if not isinstance(test, ast.Call) or ast.unparse(test.func) != "isinstance" or len(test.args) != 2:
        return None
    found = _resolved(test.args[1], names)
    return (ast.unparse(test.args[0]), found) if found else None


def _resolved(kind: ast.expr, names: Mapping[str, object]) -> tuple[type, ...]:
    """The classes that an expression names; none where one of them is not to be found."""
    if isinstance(kind, ast.BinOp):
        left, right = _resolved(kind.left, names), _resolved(kind.right, names)
        return (*left, *right) if left and right else ()
    made: object = None
    if isinstance(kind, ast.Name):
        made = names.get(kind.id)
    elif isinstance(kind, ast.Attribute) and isinstance(kind.value, ast.Name):
        made = getattr(names.get(kind.value.id), kind.attr, None)
    return (made,) if isinstance(made, type) else ()


def _ends(step: ast.stmt) -> bool:
    return isinstance(step, ast.Return | ast.Raise | ast.Break | ast.Continue)


def _with_body(node: ast.FunctionDef, index: int, body: Sequence[ast.stmt]) -> ast.FunctionDef:
    """A copy with another body in one place; a generator stays one."""
    clone = copy.deepcopy(node)
    target = _bodies(clone)[index]
    made = [copy.deepcopy(each) for each in body] or [ast.Pass()]
    if index == 0:
        docstring = clone.body[:1] if ast.get_docstring(clone) else []
        clone.body = [*docstring, *made]
    else:
        target[:] = made
    if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node)):
        never = ast.If(test=ast.Constant(value=False), body=[ast.Expr(ast.Yield(value=None))], orelse=[])
        clone.body.append(never)
    return ast.fix_missing_locations(clone)
