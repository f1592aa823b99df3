"""A public class has a name of its own, with the exceptions that decision 0431 gives."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from tests.setup.stand_in import ROOT

SOURCES = ROOT / "src" / "siete"
MESSAGES = "wire/messages.py"
"""Messages are called what the engine and the store call what they tell of."""
WORDS_OF_THE_TRADE = {"Course", "Deal"}
"""Classes of the odds, which neither the engine nor the school may import."""


def classes_of(path: Path) -> Iterable[str]:
    """The public classes of a module."""
    found = ast.parse(path.read_text("utf-8")).body
    return [each.name for each in found if isinstance(each, ast.ClassDef) and not each.name.startswith("_")]


def named_twice(folder: Path) -> dict[str, list[str]]:
    """The names that stand in more than one module, each with its modules."""
    modules: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        for each in classes_of(path) if name != MESSAGES else ():
            modules[each].append(name)
    return {name: found for name, found in modules.items() if len(found) > 1}


def test_a_public_class_has_a_name_of_its_own() -> None:
    assert {name: found for name, found in named_twice(SOURCES).items() if name not in WORDS_OF_THE_TRADE} == {}


def test_one_of_the_two_that_share_a_word_of_the_trade_is_of_the_odds() -> None:
    shared = named_twice(SOURCES)
    assert {
        name: sum(each.startswith("odds/") for each in shared[name]) for name in WORDS_OF_THE_TRADE
    } == dict.fromkeys(WORDS_OF_THE_TRADE, 1)


def test_a_second_class_of_a_name_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("class Line: ...\nclass _Own: ...\n")
    (tmp_path / "two.py").write_text("class Line: ...\nclass _Own: ...\n")
    assert named_twice(tmp_path) == {"Line": ["one.py", "two.py"]}
