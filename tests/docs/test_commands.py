"""Shell blocks of the pages: every command in them is run, in order, at a house of the kind that the page is about.

In this process and a folder of its own; absolute paths lead into that folder, and numbers that make a command long
are smaller. A block that no test can run is marked `sh by-hand`.
"""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from siete.cli.app import _app
from siete.host.access.guest_names import new_pseudonym
from siete.host.access.roles import HouseRole, Person
from siete.host.audit.heads import HEADS_FILE, KEY_FILE, HeadsFile, signing_key
from siete.host.clock import Clock
from siete.host.house import House
from siete.host.settings import LIVE, Settings
from siete.server.data_directory import STORE, data_directory
from siete.store.connect import open_store
from tests.cli.running import Siete
from tests.docs.shown import ROOT, blocks
from tests.host.guests import WITHOUT_WHEELS
from tests.host.playing import play, send

PAGES = {
    path.name: path.read_text("utf-8")
    for path in sorted((ROOT / "docs").rglob("*.md"))
    if "decisions" not in path.parts
}
FOLDERS = ("/var/lib", "/backup", "/archive")
"""The absolute paths of the pages; here they are in a folder of the test's."""
SMALLER = {
    "100000000": "20000",
    "--until-error 0.005%": "--until-error 2%",
    "0.002%": "1.5%",
    "--boxes 3": "--boxes 3 --rounds 20000",
    "--bytes 1000000": "--bytes 1000",
    "--numbers 100000": "--numbers 100",
    "--shoes 1000": "--shoes 3",
}
BY_HAND = {
    "operations.md": ["pipx install .", "pipx install '.[cluster,data,learn]'", "uv tool install ."],
    "scale.md": [
        "python bench/scale.py",
        "python bench/scale.py --tables 20 --processes 1 2 4 --rate 120",
        "python bench/scale.py --tables 10 --watchers 0 200 --rate 60",
    ],
}
"""What no test can run: it takes minutes of a machine that does nothing else, or what `prove --long install` does."""
SOLVING = ("--set double_double=true --format html", "--set decks=8")
"""Charts that do not come solved with the program, some seconds each: run by `./scripts/prove`."""
SERVING = "siete serve"
"""Served by the tests of the README, which begins with the same command."""


def _lines(text: str) -> list[str]:
    joined = "".join(blocks(text, "sh"))
    return [line for line in joined.splitlines() if not line.removeprefix("./").startswith(SERVING)]


async def _play_long_ago(data: Path) -> None:
    """A house in which Ana Maria played twelve rounds of Maryland, at a table that was closed then."""
    store = await open_store(f"sqlite:///{data / STORE}")
    house = House(store)
    settings = Settings(submission=WITHOUT_WHEELS["md"], seed=None, has_timers=False)
    table = await house.open_table("md", "Maryland", LIVE, "house", settings)
    ana = Person(HouseRole.GUEST, (await house.welcome(new_pseudonym(), "Ana Maria")).display_name)
    await send(table, ana, "", "TakeSeat", box=1, amount=50_000)
    await play(table, [ana], 12, Random(7))
    await send(table, ana, "", "LeaveTable")
    await send(table, Person(HouseRole.FLOORPERSON, "fay"), "", "CloseTable")
    await house.close()
    await HeadsFile(data / HEADS_FILE, signing_key(data / KEY_FILE)).sign(store, Clock().stamp())
    await store.close()


@pytest.fixture(scope="module")
def old_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = data_directory(tmp_path_factory.mktemp("house") / "siete")
    with pytest.MonkeyPatch.context() as long_ago:
        long_ago.setattr(Clock, "stamp", lambda _: "2025-11-14T20:00:00.000Z")
        asyncio.run(_play_long_ago(data))
    return data


@pytest.fixture
def here(tmp_path: Path, old_house: Path, siete: Siete, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the commands of a page are run: the examples, and a house where the pages have theirs."""
    for folder in FOLDERS:
        (tmp_path / folder[1:]).mkdir(parents=True)
    shutil.copytree(old_house, tmp_path / "var/lib/siete")
    (tmp_path / "casa").symlink_to("var/lib/siete")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _run(line: str, here: Path, siete: Siete) -> None:
    for shown, smaller in SMALLER.items():
        line = line.replace(shown, smaller)
    line = re.sub(f"({'|'.join(FOLDERS)})/", rf"{here}\1/", line)
    command, _, kept = line.partition("#")[0].partition(" > ")
    program, *words = shlex.split(command)
    assert program in ("siete", "./siete"), f"{line}: mark the block `sh by-hand`, or let this test run it"
    ran = siete(*words)
    assert (ran.code, ran.err) == (0, ""), line
    assert ran.out or {"-o", "--save"} & {*words}, line
    if kept:
        (here / kept.strip()).write_text(ran.out)


@pytest.mark.parametrize("page", [name for name, text in PAGES.items() if _lines(text)])
def test_the_commands_of_a_page_do_what_it_says(page: str, here: Path, siete: Siete) -> None:
    for line in _lines(PAGES[page]):
        if not any(each in line for each in SOLVING):
            _run(line, here, siete)


@pytest.mark.slow
@pytest.mark.parametrize("page", [name for name, text in PAGES.items() if any(each in text for each in SOLVING)])
def test_the_commands_that_solve_do_too(page: str, here: Path, siete: Siete) -> None:
    for line in _lines(PAGES[page]):
        _run(line, here, siete)


def test_a_command_that_fails_or_does_nothing_is_noticed(here: Path, siete: Siete) -> None:
    """The control of the test above."""
    for line in ("siete odds md --no-such-option", "siete audit --database sqlite:////var/lib/none.db", "python -V"):
        with pytest.raises(AssertionError):
            _run(line, here, siete)


def test_what_is_not_run_as_it_stands_is_listed() -> None:
    marked = {name: "".join(blocks(text, "sh by-hand")).splitlines() for name, text in PAGES.items()}
    assert {name: lines for name, lines in marked.items() if lines} == BY_HAND
    shown = "\n".join(line for text in PAGES.values() for line in _lines(text))
    assert all(each in shown for each in (*SMALLER, *SOLVING))
    assert {*re.findall(r"(?:(?<= )|(?<=sqlite:///))(/(?:var/)?\w+)/", shown)} == {*FOLDERS}


def test_every_block_of_a_page_is_of_a_kind_that_is_tested() -> None:
    """`toml` and `text` by the notation's own tests, `nginx` by those of the files to deploy; plain ones are drawn."""
    kinds = {kind for text in PAGES.values() for kind in re.findall(r"^```(.+)$", text, re.MULTILINE)}
    assert kinds == {"console", "json", "nginx", "pycon", "python", "sh", "sh by-hand", "text", "toml"}
    assert [name for name, text in PAGES.items() if blocks(text, "(?:text|toml)")] == ["notation.md"]


def test_the_options_of_a_command_that_a_page_only_names_exist() -> None:
    named = {line for text in PAGES.values() for line in re.findall(r"`(?:\./)?siete ([a-z][^`\n]*)`", text)}
    assert len(named) > 30
    assert [line for line in sorted(named) if not _is_understood(shlex.split(line))] == []


def _is_understood(words: list[str]) -> bool:
    """Whether a command takes these options: with an unknown one it fails even when it is asked for help.

    The last one may be named without its value.
    """
    ways = ([*words, "--help"], [*words, "VALUE", "--help"])
    return any(CliRunner().invoke(_app(words), way).exit_code == 0 for way in ways)


def test_an_unknown_option_or_command_is_noticed() -> None:
    """The control of the test above."""
    assert _is_understood(["odds", "md", "--wager", "base"])
    assert not _is_understood(["odds", "md", "--no-such-option"])
    assert not _is_understood(["no-such-command", "md"])
