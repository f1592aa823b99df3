"""Unit tests of the page's pure modules, written in JavaScript in the folder unit and run in Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

import siete.server

STATIC = Path(siete.server.__file__).parent / "static"
UNITS = Path(__file__).parent / "unit"
MODULES = sorted(path.stem for path in UNITS.glob("*.js") if path.stem != "harness")
ORIGIN = "http://page.test"
_RUN = "async (name) => { await import(`/unit/${name}.js`); return (await import('/unit/harness.js')).run(); }"


def serve(route: Route) -> None:
    """Answer with a file of the page or of its tests."""
    folder, _, name = route.request.url.removeprefix(f"{ORIGIN}/").partition("/")
    if not name:
        route.fulfill(content_type="text/html", body="<!doctype html><title>Unit tests</title>")
    else:
        root = {"static": STATIC, "unit": UNITS}[folder]
        route.fulfill(content_type="text/javascript", body=(root / name).read_text("utf-8"))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    found = browser.new_page()
    found.route(f"{ORIGIN}/**", serve)
    found.goto(f"{ORIGIN}/")
    yield found
    found.close()


@pytest.mark.parametrize("name", MODULES)
def test_unit(page: Page, name: str) -> None:
    report = page.evaluate(_RUN, name)
    assert report["ran"] > 0
    assert report["failures"] == []


def test_every_pure_module_has_unit_tests() -> None:
    assert {"pacing", "slip", "stage", "ledger", "words"} <= set(MODULES)


def test_a_failing_unit_test_is_told(page: Page) -> None:
    """The control of the tests above."""
    failing = "import { equal, test } from '/unit/harness.js'; test('sum', () => equal(1 + 1, 3));"
    page.route(f"{ORIGIN}/unit/failing.js", lambda route: route.fulfill(content_type="text/javascript", body=failing))
    assert page.evaluate(_RUN, "failing") == {"ran": 1, "failures": ["sum: got 2, wanted 3"]}
