"""Decisions: each that code or data cites has a page, each page is listed, and our own bounds are all told."""

from __future__ import annotations

import re
from pathlib import Path

from siete.rules.catalogue import NAMES
from siete.rules.ruleset import rule_set

ROOT = Path(__file__).parents[2]
DECISIONS = ROOT / "docs" / "decisions"
PAGES = {path.name[:4]: path for path in DECISIONS.glob("[0-9]*.md")}


def test_every_decision_cited_has_a_page() -> None:
    cited: dict[str, str] = {}
    for path in (ROOT / "src").rglob("*"):
        if path.suffix in (".py", ".toml", ".js", ".html"):
            for numbers in re.findall(r"[Dd]ecisions?\W{1,5}(\d{4}(?:, \d{4})*)", path.read_text("utf-8")):
                cited |= dict.fromkeys(numbers.split(", "), path.name)
    assert cited
    assert {number: place for number, place in cited.items() if number not in PAGES} == {}


def test_every_page_is_listed_and_has_its_number_in_its_title() -> None:
    index = (DECISIONS / "README.md").read_text("utf-8")
    for number, path in PAGES.items():
        assert f"[{number}]({path.name})" in index
        assert path.read_text("utf-8").startswith(f"# {number} — ")


def test_our_own_defaults_and_bounds_are_all_told() -> None:
    page = PAGES["0103"].read_text("utf-8")
    ours = {
        name
        for rules in NAMES
        for name, entry in rule_set(rules).entries.items()
        if "0103" in {each.decision for each in (entry, *entry.variants.values())}
    }
    assert {name for name in ours if f"`{name}`" not in page} == set()
