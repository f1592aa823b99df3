"""The locked requirements: whole, hashed, one inside the other, and to be had for every Python we promise."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.setup.stand_in import ROOT, run

SETS = ("run", "dev")
PROMISED = ("3.11", "3.12", "3.13", "3.14")


def locked(name: str) -> Path:
    return ROOT / f"requirements/{name}.txt"


def pins(name: str) -> dict[str, str]:
    """Every pin of a set, with its version and marker, and the hashes that follow it."""
    hashes = r"(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+"
    found = re.findall(rf"^([a-z0-9-]+==[^\n]*?) \\\n({hashes})", locked(name).read_text(), re.MULTILINE)
    return dict(found)


@pytest.mark.parametrize("name", SETS)
def test_every_line_is_a_pin_a_hash_or_a_reason(name: str) -> None:
    lines = locked(name).read_text().splitlines()
    rest = [line for line in lines if not line.startswith(("    --hash=sha256:", "    #"))]
    assert rest == [f"{pin} \\" for pin in pins(name)]
    assert rest


def test_the_development_set_holds_every_pin_of_the_run_set() -> None:
    """A marker may be wider there: more packages may want a thing than siete itself."""
    run_set, dev_set = ({(pin.split()[0], hashes) for pin, hashes in pins(name).items()} for name in SETS)
    assert run_set <= dev_set


def test_the_package_asks_for_what_the_run_set_was_locked_from() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = (ROOT / "requirements/run.in").read_text().splitlines()
    assert project["dependencies"] == [line for line in lines if not line.startswith("#")]
    plain = [line for line in project["dependencies"] if re.fullmatch(r"[a-z0-9-]+(\[[a-z,]+\])?>=[0-9.]+", line)]
    (bounded,) = set(project["dependencies"]) - set(plain)
    assert re.fullmatch(r"uvicorn>=[0-9.]+,<[0-9.]+", bounded), "a version it was proved with (decision 0178)"


def wanted(name: str, version: str) -> dict[str, str]:
    """The pins of a set for that Python, without markers: pip would read them as for the Python it runs on."""
    place = {"python_version": version, "python_full_version": f"{version}.0"}
    read = {Requirement(pin): hashes for pin, hashes in pins(name).items()}
    held = {pin: hashes for pin, hashes in read.items() if pin.marker is None or pin.marker.evaluate(place)}
    return {f"{pin.name}{pin.specifier}": hashes for pin, hashes in held.items()}


def download(name: str, *, version: str, folder: Path) -> int:
    """The exit code of fetching a set for CPython of that version, x86-64 Linux, glibc 2.28 or newer."""
    tags = [f"manylinux_2_{minor}_x86_64" for minor in range(28, 4, -1)]
    tags += [f"manylinux{year}_x86_64" for year in (2014, 2010, 1)]
    target = ["--implementation=cp", f"--python-version={version}", *(f"--platform={tag}" for tag in tags)]
    page = folder / "pins.txt"
    page.write_text("".join(f"{pin} \\\n{hashes}" for pin, hashes in wanted(name, version).items()))
    what = ["--only-binary=:all:", "--no-deps", "--dest", str(folder / "wheels"), "--requirement", str(page)]
    return run([sys.executable, "-m", "pip", "download", "--quiet", *target, *what]).returncode


@pytest.mark.slow
@pytest.mark.parametrize("version", PROMISED)
@pytest.mark.parametrize("name", SETS)
def test_every_pin_has_a_wheel(name: str, version: str, tmp_path: Path) -> None:
    assert download(name, version=version, folder=tmp_path) == 0
    assert len(list((tmp_path / "wheels").iterdir())) == len(wanted(name, version))


@pytest.mark.slow
def test_a_pin_without_a_wheel_is_noticed(tmp_path: Path) -> None:
    """The control of the test above: a Python that the compiled parts know nothing of."""
    assert download("run", version="3.7", folder=tmp_path) != 0
