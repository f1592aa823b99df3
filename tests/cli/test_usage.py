"""The command line as such: help, usage, refusals, pipes and terminals."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from siete import __version__
from siete.cli import app, main
from siete.cli.app import COMMANDS
from siete.cli.commands import rules as rules_command
from tests.cli.running import ROOT, Siete
from tests.few import first_few
from tests.patience import PATIENCE

PROGRAM = [sys.executable, "-m", "siete.cli"]


# --- help ---------------------------------------------------------------------------------------------------------


def _commands() -> Iterator[tuple[str, ...]]:
    """Every command there is, groups included."""
    group = typer.main.get_command(app._app([]))
    waiting: list[tuple[tuple[str, ...], Any]] = [((), group)]
    while waiting:
        path, command = waiting.pop()
        yield path
        waiting += [((*path, name), child) for name, child in getattr(command, "commands", {}).items()]


@pytest.mark.parametrize("path", sorted(_commands()), ids=" ".join)
def test_every_command_explains_itself(siete: Siete, path: tuple[str, ...]) -> None:
    ran = siete(*path, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: {' '.join(('siete', *path))}")
    is_group = "Commands:" in ran.out
    assert "Example: siete " in ran.out or is_group
    assert len(ran.out.split("Usage:")[1].split("Options:")[0].split()) > 5


@pytest.mark.parametrize("path", first_few([(), ("rules", "check"), ("serve",)], sorted(_commands())), ids=" ".join)
def test_every_command_knows_the_short_word_for_help(siete: Siete, path: tuple[str, ...]) -> None:
    assert siete(*path, "-h") == siete(*path, "--help")


def test_the_examples_of_rules_work(siete: Siete, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for command in ("list", "show", "check", "clauses", "signs"):
        help_text = siete("rules", command, "--help").out
        words = help_text.split("Example: siete ")[1].split()
        words = [str(tmp_path / word) if word == "signs.html" else word for word in words]
        assert siete(*words).code == 0


def test_nothing_asked_is_answered_with_help(siete: Siete) -> None:
    for arguments in ((), ("rules",)):
        ran = siete(*arguments)
        assert ran.code == 2
        assert "Commands:" in ran.out + ran.err


def test_the_version_is_told(siete: Siete) -> None:
    ran = siete("--version")
    assert (ran.code, ran.out) == (0, f"siete {__version__}\n")


# --- wrong usage --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("ruels",), "No such command 'ruels'. Did you mean 'rules'?"),
        (("rules", "shwo"), "No such command 'shwo'. Did you mean 'show'"),
        (("rules", "show"), "Missing argument 'RULES'"),
        (("rules", "show", "md", "ma"), "unexpected extra argument"),
        (("rules", "show", "md", "--deks", "8"), "No such option: --deks"),
        (("rules", "show", "md", "--decks", "eight"), "Invalid value for '--decks': Input should be a valid integer"),
        (("rules", "show", "md", "--set", "decks"), "'decks' is not name=value, like decks=8"),
        (("rules", "show", "md", "--set", "decks=["), "is neither TOML nor a bare word"),
        (("rules", "signs", "md", "--format", "pdf"), "'pdf' is not one of 'text', 'html'"),
    ],
)
def test_wrong_usage_ends_with_2(siete: Siete, arguments: tuple[str, ...], words: str) -> None:
    ran = siete(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("choice", "value"),
    [
        ("dealer_soft17=stand", "stand"),
        ('dealer_soft17="stand"', "stand"),
        ("table_min=$10", 1000),
        ("table_min=10.50", 1050),
        ("chip_denominations=[0.25, 1, 5]", [25, 100, 500]),
        ("meter_increment=20%", "1/5"),
        ("live=true", True),
    ],
)
def test_choices_are_toml_or_bare_words(siete: Siete, choice: str, value: object) -> None:
    extra = ("--set", "chip_denominations=[0.25, 1, 5]")  # so that $10.50 can be paid 3 to 2
    ran = siete("rules", "show", "wa", *extra, "--set", choice, "--json")
    assert ran.code == 0
    assert ran.json["values"][choice.split("=")[0]]["value"] == value


# --- refusals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rules", "show", "mdd"), "rules/unknown: 'mdd' is neither a rule set (md, md-draft, ma, s13, wa, wa-v002)"),
        (("rules", "show", "md", "--against", "mdd"), "rules/unknown: 'mdd' is neither"),
        (("rules", "show", "md", "--decks", "5"), "submission/not-allowed [MD-3.A.1]: decks: 5 is not among 6, 8."),
        (("rules", "check", "/nowhere/table.toml"), "rules/unknown: '/nowhere/table.toml' is neither"),
        (("rules", "check", "/"), "file/unreadable: / cannot be read: Is a directory."),
        (("rules", "check", os.devnull), "submission/no-rule-set: The submission names no rule_set"),
    ],
)
def test_a_refusal_ends_with_1_and_says_why(siete: Siete, arguments: tuple[str, ...], message: str) -> None:
    ran = siete(*arguments)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(message)
    assert "Traceback" not in ran.err


def test_a_refusal_of_a_name_is_json_too(siete: Siete) -> None:
    ran = siete("rules", "show", "mdd", "--json")
    (fault,) = ran.json["faults"]
    assert (ran.code, fault["line"], fault["code"], fault["clause"], fault["name"]) == (
        1,
        None,
        "rules/unknown",
        "",
        "",
    )
    assert "Did you mean 'md'?" in fault["sentence"]


def test_ctrl_c_ends_with_130(siete: Siete, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(rules_command, "names", interrupted)
    ran = siete("rules", "list")
    assert (ran.code, ran.out) == (130, "")
    assert "Traceback" not in ran.err


def test_trouble_of_another_kind_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(rules_command, "names", fails)
    monkeypatch.setattr(sys, "argv", ["siete", "rules", "list"])
    with pytest.raises(OSError, match="Input/output error"):
        main()


# --- the real thing -----------------------------------------------------------------------------------------------


def _run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, **environment},
    )


def test_the_program_runs(tmp_path: Path) -> None:
    ran = _run("rules", "list")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Maryland" in ran.stdout
    refused = _run("rules", "check", str(tmp_path))
    assert (refused.returncode, refused.stdout) == (1, "")
    assert _run("rules", "lsit").returncode == 2


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("command", "code"), [("rules list", 0), ("rules clauses", 0), ("rules show mdd --json", 1), ("rules --help", 0)]
)
def test_a_closed_pipe_is_silent(command: str, code: int, unbuffered: str) -> None:
    """The reader goes away before anything is written, as `| head -1` may."""
    reading, writing = os.pipe()
    os.close(reading)
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with os.fdopen(writing, "wb") as gone:
        ran = subprocess.run(
            [*PROGRAM, *command.split()],
            stdout=gone,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=False,
            env=environment,
        )
    assert ran.returncode == code
    assert ran.stderr == "" or (code == 1 and ran.stderr.startswith("rules/unknown") and ran.stderr.count("\n") == 1)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_said(unbuffered: str) -> None:
    with open("/dev/full", "wb") as full:
        environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
        ran = subprocess.run(
            [*PROGRAM, "rules", "list"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=False,
            env=environment,
        )
    assert ran.returncode == 1
    assert ran.stderr == "file/unwritable: The output cannot be written: No space left on device.\n"


def test_a_terminal_without_our_letters_gets_escapes() -> None:
    ran = _run("rules", "show", "ma", "--against", "md", PYTHONIOENCODING="ascii")
    assert ran.returncode == 0
    assert "\\u2013" in ran.stdout


def _on_a_terminal(*arguments: str, **environment: str) -> str:
    """What the program shows on a terminal 100 columns wide."""
    mine, its = pty.openpty()
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "TERM")}
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=its,
        stdout=its,
        stderr=its,
        env={**clean, "TERM": "xterm-256color", "COLUMNS": "100", **environment},
    )
    os.close(its)
    shown = b""
    while True:
        try:
            part = os.read(mine, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(mine)
    assert process.wait(timeout=PATIENCE) == 0
    return shown.decode("utf-8")


def test_a_terminal_gets_lines_and_colour_and_a_pipe_plain_text() -> None:
    shown = _on_a_terminal("rules", "show", "ma")
    assert "─" in shown
    assert "\x1b[" in shown
    plain = _run("rules", "show", "ma").stdout
    assert "─" not in plain
    assert "\x1b[" not in plain
    colours = re.compile(r"\x1b\[[0-9;]*\b[349][0-7]m")
    assert not colours.search(_on_a_terminal("rules", "show", "ma", NO_COLOR="1"))


def test_nothing_written_by_an_operator_is_taken_for_markup(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(
        'rule_set = "md"\nspin_paytable = "A"\njackpot_type = "merchandise"\njackpot_prize = "[red]a car[/red]"\n'
    )
    assert "[red]a" in _on_a_terminal("rules", "show", str(path))


def test_only_the_command_asked_for_is_imported() -> None:
    code = "import sys; sys.argv = ['siete', 'rules', 'list']; from siete.cli import main\ntry:\n main()\nfinally:\n"
    code += " print(*(name for name in ('numpy', 'numba', 'rich') if name in sys.modules), file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ran.stderr.strip() == ""
    assert COMMANDS["rules"] == "siete.cli.commands.rules"


def test_a_server_leaves_what_is_compiled_to_its_workers() -> None:
    code = "import sys, siete.server.serving; print(*(each for each in ('numpy', 'numba') if each in sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert ran.stdout.strip() == ""


# --- completion ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("siete ru", "rules"), ("siete rules sh", "show"), ("siete odds --wag", "--wager"), ("siete co", "completion")],
)
def test_a_shell_is_offered_commands_and_options(typed: str, offered: str) -> None:
    asked = {"_SIETE_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    ran = subprocess.run(PROGRAM, env=os.environ | asked, capture_output=True, text=True, timeout=PATIENCE)
    assert offered in ran.stdout.split()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_each_shell_gets_a_script_that_asks_the_program(shell: str, siete: Siete) -> None:
    ran = siete("completion", shell)
    assert ran.code == 0
    assert "_SIETE_COMPLETE" in ran.out
