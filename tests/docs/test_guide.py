"""The guides and the API page keep their word: what they show is run."""

from __future__ import annotations

from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from siete.table.notation import steps
from tests.cli.running import Siete
from tests.docs.shown import ROOT, blocks, check_python, check_session, sessions

PAGES = {path.name: path.read_text("utf-8") for path in [*(ROOT / "docs/guide").glob("*.md"), ROOT / "docs/api.md"]}
SESSIONS = [pytest.param(*each, id=f"{name}: {each[0]}") for name, text in PAGES.items() for each in sessions(text)]
PYTHON = [name for name, text in PAGES.items() if blocks(text, "pycon")]


@pytest.mark.parametrize(("command", "shown"), SESSIONS)
def test_a_command_prints_what_the_guide_shows(command: str, shown: str, siete: Siete) -> None:
    check_session(command, shown, siete)


@pytest.mark.parametrize("name", PYTHON)
def test_python_says_what_the_guide_shows(name: str) -> None:
    assert check_python(PAGES[name], name) > 3


@pytest.mark.parametrize("person", ["player", "dealer", "operator", "regulator", "mathematician", "engineer"])
def test_every_person_has_a_guide_with_an_example_that_is_run(person: str) -> None:
    text = PAGES[f"{person}.md"]
    assert list(sessions(text)) or blocks(text, "pycon")
    assert f"docs/guide/{person}.md" in Path(ROOT / "README.md").read_text("utf-8")


def test_the_notation_lists_every_step_of_a_table() -> None:
    listed = {line.split()[0]: line.split()[1:] for line in blocks(PAGES["notation.md"], "text")[-1].splitlines()}
    assert listed.keys() == steps._kinds().keys()
    for name, kind in steps._kinds().items():
        needed = {each.name for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING}
        assert {word.partition("=")[0] for word in listed[name] if not word.startswith("[")} == needed, name
