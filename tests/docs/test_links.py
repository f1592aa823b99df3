"""Links between the project's own pages lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def _targets(text: str) -> list[str]:
    """Links of a page that stay inside the project."""
    return [target for target in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in target]


@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES])
def test_links_lead_to_a_file_and_a_heading(page: Path) -> None:
    missing = []
    for target in _targets(page.read_text("utf-8")):
        name, _, anchor = target.partition("#")
        path = page.parent / name if name else page
        if not path.exists() or (anchor and anchor not in _anchors(path)):
            missing.append(target)
    assert missing == []


def _anchors(path: Path) -> set[str]:
    """Names that headings of a page get: lower case, punctuation dropped, blanks as hyphens."""
    headings = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_there_are_links_to_follow() -> None:
    """The control of the test above."""
    assert sum(len(_targets(page.read_text("utf-8"))) for page in PAGES) > 100
    assert _targets("see [a](b.md#c) and [d](https://e)") == ["b.md#c"]
    assert "set-up-check-test" in _anchors(ROOT / "CONTRIBUTING.md")
