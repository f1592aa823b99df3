"""The architecture page names modules and functions that exist, and every part of the package."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec

import pytest

from tests.docs.shown import ROOT

PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
NAMES = sorted(set(re.findall(r"\bsiete(?:\.[A-Za-z_]\w*)+", PAGE)))


def _exists(name: str) -> bool:
    """Whether a dotted name is a module, or an attribute of one."""
    parent, _, last = name.rpartition(".")
    if not parent:
        return find_spec(name) is not None
    if not _exists(parent):
        return False
    return _is_module(name) or hasattr(import_module(parent), last)


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


@pytest.mark.parametrize("name", NAMES)
def test_what_is_named_exists(name: str) -> None:
    assert _exists(name)


def test_what_does_not_exist_is_noticed() -> None:
    """The control of the test above."""
    assert _exists("siete.odds.base.solution.figure")
    assert not _exists("siete.odds.base.no_such_module")
    assert not _exists("siete.odds.base.solution.no_such_function")
    assert not _exists("siete.no_such_part.module")


def test_every_part_is_drawn() -> None:
    (diagram,) = re.findall(r"^## The parts\n\n```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    parts = {path.parent.name for path in (ROOT / "src/siete").glob("*/__init__.py")}
    assert parts <= set(re.findall(r"siete\.(\w+)", diagram))


@pytest.mark.parametrize("walk", ["odds", "simulate"])
def test_the_walks_name_modules_at_every_step(walk: str) -> None:
    _, _, section = PAGE.partition(f"\n## The walk of `{walk}`\n")
    section, _, _ = section.partition("\n## ")
    steps = re.split(r"^\d\. ", section, flags=re.MULTILINE)[1:]
    assert len(steps) == 6
    assert [step for step in steps if "siete." not in step] == []
