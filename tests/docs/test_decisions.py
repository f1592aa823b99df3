"""Decisions: each that code or data cites has a page, the index is up to date, and our own bounds are all listed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts import index
from siete.rules.names import NAMES
from siete.rules.ruleset import rule_set

ROOT = Path(__file__).parents[2]
DECISIONS = ROOT / "docs" / "decisions"
PAGES = {path.name[:4]: path for path in DECISIONS.glob("*/[0-9]*.md")}


def test_every_decision_cited_has_a_page() -> None:
    cited: dict[str, str] = {}
    for path in (ROOT / "src").rglob("*"):
        if path.suffix in (".py", ".toml", ".js", ".html"):
            for numbers in re.findall(r"[Dd]ecisions?\W{1,5}(\d{4}(?:, \d{4})*)", path.read_text("utf-8")):
                cited |= dict.fromkeys(numbers.split(", "), path.name)
    assert cited
    assert {number: place for number, place in cited.items() if number not in PAGES} == {}


def test_the_index_is_up_to_date() -> None:
    assert (DECISIONS / "README.md").read_text("utf-8") == index.written(), "run ./scripts/join"
    assert [page.number for folder in index.read_pages().values() for page in folder] == sorted(PAGES)


def test_the_index_shows_the_defaults_of_the_rule_data() -> None:
    """The tables in the pages are typed by hand, so they are held against the rule sets."""
    parameters = {each.name: each for page in index.read_pages()["documents"] for each in page.parameters}
    assert len(parameters) >= 15
    for name, parameter in parameters.items():
        for rules, shown in parameter.defaults.items():
            entry = rule_set(rules).entries.get(name)
            values = {None} if entry is None else {each.value for each in (entry, *entry.variants.values())}
            assert shown == "–" or shown in {str(value).lower() for value in values}, (name, rules)


def _folder(path: Path, *names: str) -> Path:
    (path / "README.md").write_text(f"Above.\n{index.MARKER}below\n", "utf-8")
    for name in names:
        page = path / name
        page.parent.mkdir(exist_ok=True)
        page.write_text(f"# {page.name[:4]} — A title\n\n**In short.** It is so.\n{SWITCH}", "utf-8")
    return path


SWITCH = """
**Switch** `a_switch`

| rule set | md | ma |
|---|---|---|
| default | `true` | – |
"""


def test_the_index_is_written_from_titles_summaries_and_switches(tmp_path: Path) -> None:
    text = index.written(_folder(tmp_path, "documents/0001-a.md", "engineering/0100-b.md"))
    assert text.startswith(f"Above.\n{index.MARKER}")
    assert "| `a_switch` | [0001](documents/0001-a.md) | true | – |\n" in text
    assert "| [0001](documents/0001-a.md) | A title | It is so. | **switch** `a_switch` |\n" in text
    assert "| [0100](engineering/0100-b.md) | A title |\n" in text
    assert "below" not in text


@pytest.mark.parametrize(
    ("names", "fault"),
    [
        (("0001-a.md",), "move it to"),
        (("engineering/0001-a.md",), "move it to"),
        (("documents/0100-a.md",), "move it to"),
        (("documents/0001-a.md", "documents/0001-b.md"), "used twice: 0001"),
    ],
)
def test_a_page_in_the_wrong_place_is_refused(names: tuple[str, ...], fault: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=fault):
        index.written(_folder(tmp_path, *names))


def test_our_own_defaults_and_bounds_are_all_listed() -> None:
    page = PAGES["0103"].read_text("utf-8")
    ours = {
        name
        for rules in NAMES
        for name, entry in rule_set(rules).entries.items()
        if "0103" in {each.decision for each in (entry, *entry.variants.values())}
    }
    assert {name for name in ours if f"`{name}`" not in page} == set()
