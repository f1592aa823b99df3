"""The package as others get it: a wheel and a source archive, whole, and installed elsewhere."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from siete import __version__
from tests.few import first_few
from tests.setup.stand_in import ROOT, run


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive of this checkout and the wheel made from that archive."""
    folder = tmp_path_factory.mktemp("dist")
    done = run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)])
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def wheel(folder: Path) -> Path:
    return folder / f"siete-{__version__}-py3-none-any.whl"


def package_files() -> set[str]:
    """Every file under src/siete that is not made by running it."""
    source = ROOT / "src"
    files = (path.relative_to(source) for path in (source / "siete").rglob("*") if path.is_file())
    return {str(path) for path in files if "__pycache__" not in path.parts}


def book_files() -> set[str]:
    """What the book shows, which lies outside the package in a checkout."""
    pages = (
        ((ROOT / "docs/decisions").glob("*/[0-9]*.md"), "decisions"),
        ((ROOT / "tests/golden").glob("*/*.s21"), "golden"),
    )
    held = {f"siete/book/data/{name}/{p.parent.name}/{p.name}" for found, name in pages for p in found}
    return held | {"siete/book/data/glossary.md"}


def test_the_wheel_holds_the_whole_package_and_nothing_else(built: Path) -> None:
    with zipfile.ZipFile(wheel(built)) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    manual = f"siete-{__version__}.data/data/share/man/man1/siete.1"
    assert held == package_files() | book_files() | {manual}
    assert {"siete/rules/data/clauses.tsv", "siete/book/data/golden/md/bonus-6-7-8.s21"} <= held
    assert "siete/py.typed" in held, "whose types type checkers read"


def test_the_source_archive_holds_what_a_checkout_needs(built: Path) -> None:
    with tarfile.open(built / f"siete-{__version__}.tar.gz") as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
        launcher = archive.getmember(f"siete-{__version__}/siete")
    assert {f"src/{name}" for name in package_files()} <= held
    assert {"siete", "scripts/setup.sh", "requirements/run.txt", "LICENSE", "pyproject.toml"} <= held
    assert launcher.mode & 0o111
    assert not [name for name in held if name.startswith((".venv", ".git/"))]


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A virtual environment that has siete's dependencies but not siete."""
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    site = next(venv.glob("lib/python3*/site-packages"))
    # A folder named in a .pth file is searched, but the .pth files in it, such as siete's own, are not read.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return venv


@pytest.mark.parametrize("source", first_few(["wheel"], ["wheel", "checkout"]))
def test_it_runs_where_it_is_installed(source: str, elsewhere: Path, request: pytest.FixtureRequest) -> None:
    what = wheel(request.getfixturevalue("built")) if source == "wheel" else request.getfixturevalue("checkout")
    pip = [sys.executable, "-m", "pip", "--python", str(elsewhere / "bin/python"), "install", "--quiet", "--no-compile"]
    done = run([*pip, "--no-index", "--no-deps", "--no-build-isolation", str(what)])
    assert done.returncode == 0, done.stderr
    where = run([elsewhere / "bin/python", "-c", "import siete; print(siete.__file__)"], cwd=elsewhere)
    assert Path(where.stdout.strip()).is_relative_to(elsewhere)
    version = run([elsewhere / "bin/siete", "--version"], cwd=elsewhere)
    assert (version.returncode, version.stderr) == (0, "")
    assert __version__ in version.stdout
