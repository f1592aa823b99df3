"""The README keeps its word: its commands are run, and its examples compared with what they print."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.cli.running import Siete
from tests.docs.shown import ROOT, blocks, check_python, check_session, pattern, sessions
from tests.patience import PATIENCE

README = (ROOT / "README.md").read_text("utf-8")
DOORS = ("Play", "Deal", "Odds and simulation", "`import siete`")


@pytest.mark.parametrize(("command", "shown"), [pytest.param(*each, id=each[0]) for each in sessions(README)])
def test_a_command_prints_what_the_readme_shows(command: str, shown: str, siete: Siete) -> None:
    check_session(command, shown, siete)


def test_python_says_what_the_readme_shows() -> None:
    assert check_python(README, "README.md") > 3


@pytest.mark.parametrize("door", DOORS)
def test_every_door_has_an_example_that_is_run(door: str) -> None:
    _, _, section = README.partition(f"\n## {door}\n")
    section, _, _ = section.partition("\n## ")
    assert list(sessions(section)) or blocks(section, "pycon")


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 170


@pytest.mark.parametrize("name", re.findall(r"^  (\w+)/ ", README, re.MULTILINE))
def test_the_tree_shows_the_parts(name: str) -> None:
    assert (ROOT / "src/siete" / name / "__init__.py").exists()


def test_the_tree_leaves_no_part_out() -> None:
    parts = {path.parent.name for path in (ROOT / "src/siete").glob("*/__init__.py")}
    assert parts <= set(re.findall(r"^  (\w+)/ ", README, re.MULTILINE))


def test_the_two_commands_of_a_fresh_machine_exist() -> None:
    (block,) = blocks(README, "sh")
    commands = [line.split("#")[0].split() for line in block.splitlines()]
    assert [words[0] for words in commands] == ["./siete", "./scripts/test"]
    assert all((ROOT / words[0]).stat().st_mode & 0o111 for words in commands)


def test_the_first_command_opens_a_house_that_stands_an_audit(tmp_path: Path) -> None:
    """As the README says, only at a free port and with data of its own, and as the page on operations goes on."""
    (block,), shown = blocks(README, "sh"), blocks((ROOT / "docs/operations.md").read_text("utf-8"), "sh")[0]
    command, address = block.splitlines()[0].split("#")[0].split(), re.search(r"http://127\.0\.0\.1:(\d+)/", block)
    plain, served = (line.split("#")[0].split() for line in shown.splitlines())
    assert (plain, served[:6]) == (["siete", "serve"], ["siete", "serve", "--data", "/var/lib/siete", "--port", "2121"])
    assert address is not None
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = ["--data", str(tmp_path), "--port", str(port), *served[6:]]
    with subprocess.Popen([*command, *options], cwd=ROOT, stdout=subprocess.PIPE, text=True) as house:
        try:
            assert house.stdout is not None
            assert house.stdout.readline().startswith(f"siete is at {address[0].replace(address[1], str(port))}")
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as page:
                assert b"siete" in page.read()
        finally:
            house.terminate()
        assert house.wait(timeout=PATIENCE) in (0, -signal.SIGTERM)
    (audit,) = blocks((ROOT / "docs/guide/operator.md").read_text("utf-8"), "sh")
    asked = audit.replace("casa", str(tmp_path)).split()
    told = subprocess.run(asked, cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=PATIENCE, check=False)
    assert told.returncode == 0, told.stdout


@pytest.mark.parametrize(
    "word",
    ["Play chips only", "not certified", "belong to their owners", "documents themselves are not", "MIT"],
)
def test_the_notice_is_given(word: str) -> None:
    assert word in README.replace("\n> ", " ")


@pytest.mark.parametrize(
    ("shown", "printed", "fits"),
    [
        ("a\n…\nz\n", "a\nb\nc\nz\n", True),
        ("a\n…\nz\n", "a\nz\n", True),
        ("a\n…\nz\n", "a\nb\n", False),
        ("a…b\n", "a 1 2 b\n", True),
        ("a…b\n", "a\nb\n", False),
        ("a\n", "a\nb\n", False),
        ("a.c\n", "abc\n", False),
    ],
)
def test_the_comparison_notices(shown: str, printed: str, fits: bool) -> None:
    assert bool(pattern(shown).fullmatch(printed)) is fits
