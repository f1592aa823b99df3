"""No name in the code is there for tests alone."""

from __future__ import annotations

import ast
import gc
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import siete
from tests.setup.stand_in import ROOT

SOURCE = ROOT / "src" / "siete"
USERS = (SOURCE, ROOT / "scripts", ROOT / "bench", ROOT / "examples")
"""Whoever may be the reason for a name."""

CALLED_FROM_OUTSIDE = {
    "_repr_html_": "Jupyter",
    "redirect_request": "urllib",
    "handle_websocket_upgrade": "uvicorn",
    "capture_signals": "uvicorn",
    "get_call_template": "numba",
    "startup": "uvicorn",
    "run_asgi": "uvicorn",
    "send_receive_event_to_app": "uvicorn",
    "pause_reading": "asyncio",
    "resume_reading": "asyncio",
    "result_processor": "SQLAlchemy",
    "added_folder": "programs that keep rule sets in folders of their own",
    "round_from_text": "programs that keep single rounds, which `round_to_text` writes",
    "to_arrow": "programs that read results as rows",
    "to_pandas": "programs that read results as rows",
    "to_polars": "programs that read results as rows",
    "plot_effects": "programs that draw a study of counting",
    "plot_meters": "programs that draw figures",
    "redeem": "programs with a cashier of their own: the wallet's contract has it, the house's cage does not",
}
"""Names that somebody else calls, and who that is."""
ASIDE = ("definition", "versions")
"""Folders of slow definitions, which tests compare the fast ways with, and of migrations, which Alembic reads."""
PLAIN = {"property", "cache", "cached_property", "staticmethod", "classmethod", "contextmanager", "asynccontextmanager"}
"""Decorators that call nothing themselves; any other may hand the function to a framework."""


def mentioned(tree: ast.AST) -> Iterator[str]:
    """Every name that is read, called, passed or spelt in a short text."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                yield name
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.Constant(value=str(text)) if "\n" not in text and " " not in text:
                yield from re.findall(r"[A-Za-z_]\w*", text)


def defined(body: Iterable[ast.stmt], *, is_module: bool = True) -> Iterator[tuple[str, ast.stmt]]:
    """The functions, classes, methods and module's values, each with its statement."""
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if {getattr(each, "id", "") for each in node.decorator_list} <= PLAIN:
                    yield node.name, node
            case ast.ClassDef():
                yield node.name, node
                yield from defined(node.body, is_module=False) if node.name not in siete.__all__ else ()
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if is_module:
                yield name, node


@cache
def parsed(folder: Path) -> dict[Path, ast.Module]:
    """The modules below a folder."""
    gc.disable()  # a million nodes and no garbage
    try:
        return {path: ast.parse(path.read_text("utf-8")) for path in sorted(folder.rglob("*.py"))}
    finally:
        gc.enable()


@pytest.fixture(scope="module", autouse=True)
def forgotten() -> Iterator[None]:
    """Forget the modules afterwards, so that the garbage collector does not look at them in every other test."""
    yield
    parsed.cache_clear()


def templates() -> Iterator[str]:
    """The names that templates of pages mention."""
    for path in SOURCE.rglob("*.j2"):
        yield from re.findall(r"[A-Za-z_]\w*", path.read_text("utf-8"))


def unused(modules: dict[Path, ast.Module], users: Iterable[ast.Module], others: Iterable[str] = ()) -> list[str]:
    """Names that nobody mentions but they themselves."""
    counts = Counter(name for tree in users for name in mentioned(tree)) + Counter(others)
    found = []
    for path, tree in modules.items():
        lines = path.read_text("utf-8").splitlines()
        for name, node in defined(tree.body):
            text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            # Reading the text is quick, and tells of most definitions that they do not mention themselves so often.
            if not name.startswith("__") and counts[name] <= text.count(name) and counts[name] <= itself(node, name):
                found.append(f"{path.relative_to(path.parents[1])}: {name}")
    return found


def itself(node: ast.stmt, name: str) -> int:
    """How often a definition mentions itself."""
    return sum(each == name for each in mentioned(node))


def test_every_name_has_a_caller_that_is_no_test() -> None:
    modules = {path: tree for path, tree in parsed(SOURCE).items() if path.parent.name not in ASIDE}
    users = [tree for folder in USERS for tree in parsed(folder).values()]
    found = [each for each in unused(modules, users, templates()) if each.split(": ")[1] not in CALLED_FROM_OUTSIDE]
    assert found == []


def test_what_is_called_from_outside_is_still_there() -> None:
    there = {name for tree in parsed(SOURCE).values() for name, _ in defined(tree.body)}
    assert set(CALLED_FROM_OUTSIDE) - there == set()


def test_a_name_without_a_caller_is_noticed(tmp_path: Path) -> None:
    """The control of the tests above: a function that calls itself, and a method, have no other caller."""
    path = tmp_path / "m.py"
    path.write_text("def a():\n    return a()\n\ndef b(): ...\n\nclass C:\n    def d(self): ...\n\nb(C())\n")
    modules = parsed(tmp_path)
    assert [each.split(": ")[1] for each in unused(modules, modules.values())] == ["a", "d"]
