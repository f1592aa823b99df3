"""What `./siete` says when something is missing: one sentence that tells what to do, and exit code 1."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.setup.conftest import Refused
from tests.setup.stand_in import StandIn, fake_python, make_stand_in, run


def test_no_python(stand_in: StandIn, refused: Refused) -> None:
    (stand_in.tools / "python3").unlink()
    assert "no python3 was found. Install it (on Debian:" in refused(stand_in.run())


def test_python_too_old(stand_in: StandIn, refused: Refused) -> None:
    stand_in.add_python(version="3.10.13")
    sentence = refused(stand_in.run())
    assert "only an older one was found: python3 is Python 3.10.13. Install a newer one" in sentence


def test_chosen_python_too_old(stand_in: StandIn, refused: Refused) -> None:
    """A Python that was asked for by name is not silently replaced by another."""
    old = fake_python(stand_in.tools / "old", version="2.7.18")
    assert f"{old} is Python 2.7.18." in refused(stand_in.run(SIETE_PYTHON=str(old)))


def test_chosen_python_is_none(stand_in: StandIn, refused: Refused) -> None:
    assert "SIETE_PYTHON names /dev/null" in refused(stand_in.run(SIETE_PYTHON="/dev/null"))


def test_neither_pip_nor_ensurepip(stand_in: StandIn, refused: Refused) -> None:
    stand_in.add_python(lacks="ensurepip pip")
    assert "has neither ensurepip nor pip" in refused(stand_in.run())


def test_no_venv(stand_in: StandIn, refused: Refused) -> None:
    stand_in.add_python(lacks="ensurepip venv")
    sentence = refused(stand_in.run())
    assert "no module named venv" in sentence
    assert "apt-get install python3-venv" in sentence


def test_no_cmp(stand_in: StandIn, refused: Refused) -> None:
    (stand_in.tools / "cmp").unlink()
    assert "diffutils" in refused(stand_in.run())


def test_nothing_listens_at_the_index(stand_in: StandIn, refused: Refused) -> None:
    """Port 9 of the loopback is the discard service, which nobody runs."""
    changes = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_FIND_LINKS": "", "PIP_RETRIES": "0"}
    sentence = refused(stand_in.run(PIP_NO_INDEX="0", **changes))
    assert "cannot get the packages siete needs" in sentence
    assert "Check the network" in sentence
    assert str(stand_in.root / ".venv.log") in sentence


def test_a_package_that_is_not_the_locked_one(stand_in: StandIn, refused: Refused) -> None:
    requirements = stand_in.root / "requirements/run.txt"
    requirements.write_text(f"stand-in==1.0 --hash=sha256:{'0' * 64}\n")
    assert "not the file that requirements/ was locked with" in refused(stand_in.run())


def test_a_package_without_a_hash(stand_in: StandIn, refused: Refused) -> None:
    (stand_in.root / "requirements/run.txt").write_text("stand-in==1.0\n")
    assert "cannot get the packages siete needs" in refused(stand_in.run())


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can read; pytest's own are closed to all but one."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def unwritable(open_folder: Path, refused: Refused) -> Iterator[Callable[[], str]]:
    """A checkout that cannot be written, and what the launcher says there; the user nobody runs it for root."""
    stand_in = make_stand_in(open_folder)
    python = stand_in.tools / "python3"
    # The user nobody may not be able to run the Python of these tests, and need not.
    python.write_text("#!/bin/sh\necho new 3.11.9 /bin/false\n")
    python.chmod(0o755)
    nobody = 65534 if os.geteuid() == 0 else None

    def said() -> str:
        stand_in.root.chmod(0o555)
        done = run([stand_in.launcher], env=stand_in.surroundings(), user=nobody, cwd=Path("/"))
        return refused(done).replace(str(stand_in.root), "ROOT")

    yield said
    stand_in.root.chmod(0o755)


def test_a_checkout_that_cannot_be_written(unwritable: Callable[[], str]) -> None:
    sentence = unwritable()
    assert "cannot write to ROOT" in sentence
    assert "as a user who may write there" in sentence


def test_a_set_up_with_a_python_that_only_its_owner_may_run(open_folder: Path, unwritable: Callable[[], str]) -> None:
    """As where root prepares a service's checkout with a Python in a home folder."""
    root = open_folder / "a checkout"
    (root / ".venv/bin").mkdir(parents=True)
    (root / ".venv/bin/python").symlink_to("python3.11")
    (root / ".venv/siete-python").write_text("/nowhere/bin/python3.11\n/usr/bin/python3\n")
    made_from = f"siete set-up 1\n{root}\n" + (root / "requirements/run.txt").read_text()
    (root / ".venv/siete-run").write_text(made_from)
    sentence = unwritable()
    assert "cannot run /nowhere/bin/python3.11, which" in sentence
    assert "SIETE_PYTHON=/usr/bin/python3 ROOT/siete --version" in sentence
