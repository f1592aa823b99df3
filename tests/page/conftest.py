"""A real browser at a real house. Without Chromium these tests are left out, loudly; where CI runs them they fail."""

from __future__ import annotations

import os
import shutil
from asyncio import AbstractEventLoop, get_running_loop
from asyncio.events import _set_running_loop
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.page.house import House
from tests.page.visitor import PATIENCE, Visitor

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((found for name in _NAMES if (found := shutil.which(name))), "")
MISSING = "Chromium is not installed: the page was NOT tested. ./scripts/test --install-system installs it."

Visit = Callable[..., Visitor]

expect.set_options(timeout=PATIENCE)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end what was left out, where nobody can miss it."""
    if not CHROMIUM:
        terminalreporter.section("THE PAGE", sep="!", red=True)
        terminalreporter.line(MISSING)


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Browser, AbstractEventLoop]]:
    """One for all modules of a worker, with the loop that drives it: another would cost more than most tests."""
    if not CHROMIUM:
        if os.environ.get("CI") == "true":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as driver:
        found, loop = driver.chromium.launch(executable_path=CHROMIUM, args=flags), get_running_loop()
        _set_running_loop(None)
        yield found, loop
        _set_running_loop(loop)
        found.close()


@pytest.fixture(scope="module")
def browser(chromium: tuple[Browser, AbstractEventLoop]) -> Iterator[Browser]:
    """Chromium, whose event loop counts as running in this thread; between modules other tests may start their own."""
    found, loop = chromium
    _set_running_loop(loop)
    yield found
    _set_running_loop(None)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    found.start()
    yield found
    found.kill()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A house that a test may stop and start."""
    found = House(tmp_path)
    found.start()
    yield found
    found.kill()


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Somebody new at a browser; at the end nobody may have seen an error or asked another machine for anything.

    Practice rounds are shown at once, unless somebody wants to see motion or names another pace.
    """
    made: list[Visitor] = []

    def come(
        at: House | None = None, *, width: int = 1440, height: int = 900, pace: str = "instant", **more: Any
    ) -> Visitor:
        place: House = at or request.getfixturevalue("house")
        settings: dict[str, Any] = {"color_scheme": "dark", "reduced_motion": "reduce", **more}
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        may_lose_link = at is not None  # such a house is stopped before its visitors leave
        is_moving = settings["reduced_motion"] != "reduce"
        pace = "normal" if is_moving else pace
        made.append(Visitor(context, place.address, may_lose_link=may_lose_link, pace=pace))
        return made[-1]

    yield come
    for visitor in made:
        visitor.context.close()
    assert [visitor.complaints for visitor in made if visitor.complaints] == []
    assert [visitor.elsewhere for visitor in made if visitor.elsewhere] == []


@pytest.fixture
def ana(visit: Visit) -> Visitor:
    return visit()
