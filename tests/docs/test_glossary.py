"""The glossary and the engine agree: no class or field of a table bears a name that the glossary rejects."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from importlib import import_module
from pkgutil import iter_modules

import pytest

from siete.table import commands, events, state
from tests.docs.shown import ROOT

ROWS = re.findall(r"^\| (.+?) \| (.+?) \| (.*?) ?\|$", (ROOT / "docs/glossary.md").read_text("utf-8"), re.MULTILINE)[2:]
ENTRIES = {word.strip(" `") for say, _, _ in ROWS for word in say.split(",")}
REJECTED = {word.strip(): say for say, _, rejected in ROWS for word in rejected.split(", ") if word.isalpha()}
"""Words that are not to be used, with the entry to use instead."""


def _names() -> set[str]:
    """Words of the classes and fields of state, commands and events."""
    names: set[str] = set()
    for package in (state, commands, events):
        for module in iter_modules(package.__path__, f"{package.__name__}."):
            for kind in vars(import_module(module.name)).values():
                if isinstance(kind, type) and is_dataclass(kind) and kind.__module__.startswith("siete.table"):
                    names |= {kind.__name__.lower(), *(field.name for field in fields(kind))}
    return names


def test_no_name_of_the_engine_is_a_word_that_the_glossary_rejects() -> None:
    names = _names()
    assert {"box", "hand", "stake", "bet"} <= names
    singular = {name.removesuffix("s") for name in names} | names
    assert {word: say for word, say in REJECTED.items() if word in singular - ENTRIES} == {}


@pytest.mark.parametrize("word", ["spot", "pot", "croupier"])
def test_rejected_words_are_read(word: str) -> None:
    """The control of the test above."""
    assert word in REJECTED


def test_entries_are_in_alphabetical_order() -> None:
    said = [say.lower().lstrip("`") for say, _, _ in ROWS]
    assert len(said) > 150
    assert said == sorted(said)
