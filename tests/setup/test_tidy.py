"""What must not stand in the project: package index addresses, paths of one machine, shell beyond POSIX."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.setup.stand_in import ROOT, run

# In two halves, so that this file does not hold what it looks for.
HOSTS = [
    f"{name}.{end}"
    for name, end in [
        ("pypi", "org"),
        ("pypi", "python.org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("deb.debian", "org"),
        ("security.debian", "org"),
        ("archive.ubuntu", "com"),
        ("crates", "io"),
    ]
]
PATHS = [f"/{folder}/" for folder in ("work", "root", "opt" + "/pypi", "opt" + "/wheels")]

SHELL = ["siete", "scripts/setup.sh", "scripts/test", "scripts/check", "scripts/prove", "scripts/lock"]

NOT_POSIX = [
    r"\[\[",
    r"\(\(\s*\w+\s*[-+<>=]",
    r"^\s*local ",
    r"^\s*declare ",
    r"^\s*function ",
    r"^\s*\w+=\(",
    r"<\(",
    r"<<<",
    r"&>",
    r"\$\{\w+(//|\^|,)",
    r"\$\{\w+\[",
    r"==",
    r"^\s*source ",
    r"pipefail",
]


def project_files() -> list[Path]:
    """Every file that is in git or would be added to it."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"])
    assert listed.returncode == 0, listed.stderr
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def found(needle: str, files: list[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in files if needle.encode() in path.read_bytes()]


def test_no_file_names_a_package_index_or_a_path_of_one_machine() -> None:
    files = project_files()
    assert {needle: names for needle in HOSTS + PATHS if (names := found(needle, files))} == {}


def test_the_search_finds_what_is_there() -> None:
    """The control of the test above."""
    assert found("the siete " + "authors", [ROOT / "LICENSE"]) == ["LICENSE"]


def test_there_is_no_lock_that_names_addresses() -> None:
    assert [path for path in project_files() if path.name in ("uv.lock", "poetry.lock", "Pipfile.lock")] == []


@pytest.mark.parametrize("name", SHELL)
def test_shell_is_posix(name: str) -> None:
    lines = (ROOT / name).read_text().splitlines()
    code = [line for line in lines if not line.lstrip().startswith("#")]
    assert [line for line in code for pattern in NOT_POSIX if re.search(pattern, line)] == []
    shell = shutil.which("dash") or "sh"
    done = run([shell, "-n", ROOT / name])
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("line", ["if [[ -e x ]]; then", "local x=1", "a=(1 2)", "function f {", "x <<<y"])
def test_what_is_not_posix_is_seen(line: str) -> None:
    """The control of the test above."""
    assert [pattern for pattern in NOT_POSIX if re.search(pattern, line)] != []


@pytest.mark.parametrize("name", [*SHELL, ".ci/run"])
def test_commands_can_be_run(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK) is (name != "scripts/setup.sh")


@pytest.mark.parametrize("name", ["scripts/test", "scripts/check", "scripts/prove", "scripts/lock"])
def test_scripts_explain_themselves_from_any_folder(name: str, tmp_path: Path) -> None:
    done = run([ROOT / name, "--help"], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Usage: {name}")


MOST_ANY = 275
"""Lines of the code with the word; half as many as before money, views and saved files had types of their own."""


def test_any_stays_at_the_edges() -> None:
    """`Any` switches the type checker off; a new one needs a library without types, or a table no type can describe."""
    lines = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in (ROOT / "src").rglob("*.py")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if re.search(r"\bAny\b", line)
    ]
    assert len(lines) <= MOST_ANY, "\n".join(lines)


MOST_MODULES = 20
"""In one folder, its `__init__` among them: a reader takes in about so many names."""


def test_no_folder_is_crowded() -> None:
    modules = Counter(path.parent for path in project_files() if path.suffix == ".py")
    assert [folder.relative_to(ROOT) for folder, count in modules.items() if count > MOST_MODULES] == []
