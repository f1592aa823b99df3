"""What pages show: console sessions, Python sessions and shell commands, and how they are run and compared."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.cli.running import Ran, Siete
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]


def blocks(text: str, kind: str) -> list[str]:
    """The fenced blocks of a page that are marked with a kind such as `console`, `pycon` or `sh`."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def sessions(text: str) -> Iterator[tuple[str, str]]:
    """Each command shown in a console block, with the output shown below it."""
    for block in blocks(text, "console"):
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


def check_session(command: str, shown: str, siete: Siete) -> None:
    """Run a shown command in the checkout: it must print what is shown, and exit with 1 where faults are shown.

    In this process, but where a shell is part of what is shown.
    """
    ran = siete(*shlex.split(command)[1:]) if re.match(r"\./siete [^|]*$", command) else _in_a_shell(command)
    printed = ran.out + ran.err
    assert pattern(shown).fullmatch(printed), printed
    assert ran.code == (1 if "broken" in command else 0)


def _in_a_shell(command: str) -> Ran:
    ran = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return Ran(code=ran.returncode, out=ran.stdout, err=ran.stderr)


def check_python(text: str, name: str) -> int:
    """Run the Python sessions of a page as one, so that later ones build on earlier ones; how many lines were run."""
    session = "\n".join(blocks(text, "pycon"))
    parsed = doctest.DocTestParser().get_doctest(session, {}, name, name, 0)
    result = doctest.DocTestRunner(verbose=False).run(parsed)
    assert result.failed == 0
    return result.attempted
