"""The README keeps its word: its commands are run, and its examples compared with what they print."""

from __future__ import annotations

import doctest
import re
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def _blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def _sessions() -> Iterator[tuple[str, str]]:
    """Each command shown in a console block, with the output shown below it."""
    for block in _blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def pattern(shown: str) -> re.Pattern[str]:
    """What the shown output allows: a line of `…` stands for any lines, `…` in a line for anything on it."""
    lines = []
    for line in shown.rstrip("\n").split("\n"):
        if line == "…":
            lines.append(r"(?:.*\n)*?")
        else:
            lines.append(r"[^\n]*?".join(map(re.escape, line.split("…"))) + r"[ ]*\n")
    return re.compile("".join(lines))


@pytest.mark.parametrize(("command", "shown"), [pytest.param(*each, id=each[0]) for each in _sessions()])
def test_a_command_prints_what_the_readme_shows(command: str, shown: str) -> None:
    ran = subprocess.run(
        ["sh", "-c", command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    assert pattern(shown).fullmatch(ran.stdout), ran.stdout
    assert ran.returncode == (1 if "broken" in command else 0)


@pytest.mark.parametrize("number", range(len(_blocks("pycon"))))
def test_python_says_what_the_readme_shows(number: int) -> None:
    """The blocks build on one another, so each is run after those before it."""
    text = "\n".join(_blocks("pycon")[: number + 1])
    parsed = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    result = doctest.DocTestRunner(verbose=False).run(parsed)
    assert result.failed == 0
    assert result.attempted > 3


def test_the_readme_shows_enough() -> None:
    assert len(list(_sessions())) >= 6
    assert len(_blocks("pycon")) >= 2


def test_the_two_commands_of_a_fresh_machine_exist() -> None:
    (block,) = _blocks("sh")
    commands = [line.split("#")[0].split() for line in block.splitlines()]
    assert [words[0] for words in commands] == ["./siete", "./scripts/test"]
    assert all((ROOT / words[0]).stat().st_mode & 0o111 for words in commands)


def test_the_first_command_opens_a_house_that_stands_an_audit(tmp_path: Path) -> None:
    """As the README says, only at a free port and with data of its own."""
    (block,) = _blocks("sh")
    command, address = block.splitlines()[0].split("#")[0].split(), re.search(r"http://127\.0\.0\.1:(\d+)/", block)
    assert address is not None
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = ["--port", str(port), "--data", str(tmp_path)]
    with subprocess.Popen([*command, *options], cwd=ROOT, stdout=subprocess.PIPE, text=True) as house:
        try:
            assert house.stdout is not None
            assert house.stdout.readline().startswith(f"siete is at {address[0].replace(address[1], str(port))}")
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as page:
                assert b"siete" in page.read()
        finally:
            house.terminate()
        assert house.wait(timeout=60) in (0, -signal.SIGTERM)
    (audit,) = _blocks("text")
    asked = audit.replace("casa", str(tmp_path)).split()
    told = subprocess.run(asked, cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=120, check=False)
    assert told.returncode == 0, told.stdout


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/decisions/README.md"])
def test_links_inside_the_project_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    targets = [target for target in re.findall(r"\]\(([^)]+)\)", text) if "://" not in target]
    assert targets
    missing = [target for target in targets if not (ROOT / page).parent.joinpath(target.split("#")[0]).exists()]
    assert missing == []


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
