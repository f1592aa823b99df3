"""A small stand-in for a checkout that is set up without a network, and what else these tests share."""

from __future__ import annotations

import base64
import hashlib
import shlex
import shutil
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

LEAVINGS = shutil.ignore_patterns(".git", ".venv", ".venv.log", "__pycache__", ".*_cache", ".hypothesis", "dist")

TOOLS = ("sh", "cat", "cmp", "find", "grep", "id", "mkdir", "mktemp", "mv", "readlink", "rm", "sleep", "tail", "tr")

CLI = """
import json, os, sys
import stand_in
json.dump({"arguments": sys.argv[1:], "folder": os.getcwd(), "package": stand_in.__file__}, sys.stdout)
sys.exit(int(os.environ.get("STAND_IN_EXIT", "0")))
"""


@dataclass(frozen=True, kw_only=True)
class StandIn:
    """A checkout with the real launcher, one tiny dependency, a tiny CLI, and a system of its own."""

    root: Path
    tools: Path
    wheels: Path

    @property
    def launcher(self) -> Path:
        return self.root / "siete"

    def surroundings(self, **changes: str) -> dict[str, str]:
        return {
            "PATH": str(self.tools),
            "HOME": "/dev/null",
            "PIP_CONFIG_FILE": "/dev/null",
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
            **changes,
        }

    def run(self, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
        """The launcher's run with these arguments and changes of the environment."""
        return run([self.launcher, *arguments], env=self.surroundings(**changes), cwd=self.root.parent)

    def start(self, **changes: str) -> subprocess.Popen[str]:
        """The launcher started in a process group of its own."""
        return subprocess.Popen(
            [self.launcher],
            env=self.surroundings(**changes),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def add_python(self, name: str = "python3", **how: str) -> Path:
        return fake_python(self.tools / name, **how)


def make_stand_in(folder: Path) -> StandIn:
    """A stand-in without any Python in reach."""
    root, tools, wheels = folder / "a checkout", folder / "bin", folder / "wheels"
    (root / "src/siete/cli").mkdir(parents=True)
    (root / "src/siete/__init__.py").touch()
    (root / "src/siete/cli/__init__.py").touch()
    (root / "src/siete/cli/__main__.py").write_text(CLI)
    (root / "scripts").mkdir()
    shutil.copy(ROOT / "siete", root)
    shutil.copy(ROOT / "scripts/setup.sh", root / "scripts")
    (root / "requirements").mkdir()
    (root / "requirements/run.txt").write_text(requirement(tiny_wheel(wheels)))
    tools.mkdir()
    for tool in TOOLS:
        (tools / tool).symlink_to(shutil.which(tool) or pytest.fail(f"this machine has no {tool}"))
    return StandIn(root=root, tools=tools, wheels=wheels)


def tiny_wheel(folder: Path) -> Path:
    """A wheel of one empty module, written by hand."""
    folder.mkdir()
    wheel, info = folder / "stand_in-1.0-py3-none-any.whl", "stand_in-1.0.dist-info"
    files = {
        "stand_in.py": "",
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: stand-in\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: hand\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},sha256={_digest(text)},{len(text)}\n" for name, text in files.items())
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in {**files, f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}.items():
            archive.writestr(name, text)
    return wheel


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


def requirement(wheel: Path) -> str:
    """The line that pins the tiny wheel."""
    return f"stand-in==1.0 --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"


def fake_python(path: Path, *, version: str = "3.11.9", lacks: str = "ensurepip", before_install: str = "") -> Path:
    """A command that passes for a Python of that version without some modules; else the one running now."""
    real = shlex.quote(sys.executable)
    numbers = tuple(int(part) for part in version.split("."))
    probe = f"import sys; sys.version_info = {numbers}; sys._base_executable = {str(path)!r}; exec(sys.argv[1])"
    path.write_text(
        textwrap.dedent(f"""\
        #!/bin/sh
        lacks() {{
            case " {lacks} " in *" $1 "*) echo "error: no module named $1" >&2 ;; *) return 1 ;; esac
        }}
        case "$*" in
            *_base_executable*) exec {real} -c {shlex.quote(probe)} "$2" ;;
            *"-m venv"*"--without-pip"*) lacks venv && exit 1 ;;
            *"-m venv"*) lacks ensurepip && exit 1 ;;
            *"-m pip"*" install "*) {before_install or ":"} ;;
            *"-m pip"*) lacks pip && exit 1 ;;
        esac
        exec {real} "$@"
        """)
    )
    path.chmod(0o755)
    return path


def run(
    command: Iterable[str | Path],
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    user: int | None = None,
) -> subprocess.CompletedProcess[str]:
    """The finished process, whatever its exit code, with its output as text."""
    return subprocess.run(
        list(command),
        env=env,
        cwd=cwd,
        user=user,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
