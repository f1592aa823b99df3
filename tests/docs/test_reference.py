"""The API reference is as the docstrings are, holds everything public, and needs no network."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.util import find_spec

import siete
from scripts import reference
from tests.docs.shown import ROOT
from tests.patience import PATIENCE

INDEX = ROOT / "docs/reference/index.html"


def test_the_pages_are_as_the_docstrings_are() -> None:
    """In a process of its own: what other tests import may give a class another way to be called."""
    command = [sys.executable, str(ROOT / "scripts/reference.py"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert checked.returncode == 0, checked.stderr


def _names() -> dict[str, str]:
    """What the search knows, and where it leads."""
    found = re.search(r'id="names">(.*?)</script>', INDEX.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return {name: address for name, address, _ in json.loads(found[1])}


def test_the_search_knows_every_name_and_leads_to_it() -> None:
    names = _names()
    assert {f"siete.{name}" for name in siete.__all__ if name != "__version__"} <= names.keys()
    assert {"siete.PracticeTable.decide", "siete.client.Client", "siete.wire.messages.Snapshot"} <= names.keys()
    pages = {path.name: path.read_text("utf-8") for path in INDEX.parent.glob("*.html")}
    for address in names.values():
        page, _, anchor = address.partition("#")
        assert f'id="{anchor}"' in pages[page], address


def test_what_the_guides_name_has_its_entry() -> None:
    """Functions and classes; modules and packages only have to be there."""
    names = _names().keys()
    pages = [ROOT / "README.md", *(ROOT / "docs/guide").glob("*.md")]
    text = "\n".join(page.read_text("utf-8") for page in pages)
    said = set(re.findall(r"\bsiete(?:\.[A-Za-z_]\w*)+(?=[^\w/])", text)) - {"siete.example", "siete.service"}
    said |= {
        f"{module}.{name.strip()}"
        for module, given in re.findall(r"from (siete[\w.]*) import ([\w, ]+)", text)
        for name in given.split(",")
    }
    assert len(said) > 20
    assert sorted(each for each in said - names if not _is_module(each)) == []


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def test_no_page_asks_the_network() -> None:
    for path in INDEX.parent.glob("*.html"):
        assert not re.search(r'(?:src|href)="(?:https?:)?//', path.read_text("utf-8")), path


def test_no_mark_of_a_docstring_is_left_in_the_list() -> None:
    assert "`" not in INDEX.read_text("utf-8").partition("<script>")[0]


def test_a_docstring_becomes_paragraphs_sessions_and_code() -> None:
    text = "What `it` does & more.\n\n>>> 1 < 2\nTrue\n\nname  meaning\nother  more"
    made = reference.prose(text)
    assert "<p>What <code>it</code> does &amp; more.</p>" in made
    assert "<pre>&gt;&gt;&gt; 1 &lt; 2\nTrue</pre>" in made
    assert "<pre>name  meaning\nother  more</pre>" in made
