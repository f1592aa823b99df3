"""`./siete` on a system of our own making: what it hands on, when it sets up anew, two at once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.setup.stand_in import StandIn, fake_python, make_stand_in, requirement, run


@pytest.fixture(scope="module")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[StandIn, subprocess.CompletedProcess[str]]:
    """A stand-in that has been set up, and the run that did it."""
    made = make_stand_in(tmp_path_factory.mktemp("ready"))
    made.add_python()
    return made, made.run("rules", "list", "--json")


@pytest.fixture
def ready(first_run: tuple[StandIn, subprocess.CompletedProcess[str]]) -> StandIn:
    """A stand-in that has been set up; tests that take it leave it as it is."""
    return first_run[0]


def test_the_first_run_sets_up_and_keeps_its_progress_off_the_output(
    first_run: tuple[StandIn, subprocess.CompletedProcess[str]],
) -> None:
    stand_in, done = first_run
    assert done.returncode == 0
    assert json.loads(done.stdout)["arguments"] == ["rules", "list", "--json"]
    assert done.stderr.splitlines() == [
        "siete: setting up .venv with Python 3.11.9; this is done once and takes a minute or two",
        "siete: set up",
    ]
    assert Path(json.loads(done.stdout)["package"]).is_relative_to(stand_in.root / ".venv")


def test_later_runs_say_nothing(ready: StandIn) -> None:
    done = ready.run()
    assert (done.returncode, done.stderr) == (0, "")


def test_arguments_folder_and_exit_code_pass_through(ready: StandIn) -> None:
    done = ready.run("a b", "", "$c", "*", STAND_IN_EXIT="7")
    assert done.returncode == 7
    assert json.loads(done.stdout)["arguments"] == ["a b", "", "$c", "*"]
    assert json.loads(done.stdout)["folder"] == str(ready.root.parent)


def test_it_runs_through_links_and_by_a_relative_name(ready: StandIn, tmp_path: Path) -> None:
    (tmp_path / "there").symlink_to(ready.root)
    (tmp_path / "first").symlink_to("there/siete")
    (tmp_path / "second").symlink_to(tmp_path / "first")
    for command in (["./second"], ["there/siete"], ["sh", "second"]):
        done = run(command, env=ready.surroundings(), cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")


def test_files_named_like_modules_are_not_imported(ready: StandIn, tmp_path: Path) -> None:
    for folder in (tmp_path / "here", tmp_path / "path"):
        folder.mkdir()
        (folder / "json.py").write_text("raise SystemExit('imported by mistake')")
    environment = ready.surroundings(PYTHONPATH=str(tmp_path / "path"))
    done = run([ready.launcher], env=environment, cwd=tmp_path / "here")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_same_python_by_another_name_is_no_change(ready: StandIn, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(ready.tools / "python3")
    assert ready.run(SIETE_PYTHON=str(tmp_path / "alias")).stderr == ""


def test_the_same_python_behind_a_shim_is_no_change(ready: StandIn, tmp_path: Path) -> None:
    shim = tmp_path / "shim"
    shim.write_text('#!/bin/sh\nexec python3 "$@"\n')
    shim.chmod(0o755)
    for _ in range(2):
        done = ready.run(SIETE_PYTHON=str(shim))
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_a_moved_checkout_sets_up_anew(stand_in: StandIn) -> None:
    stand_in.run()
    moved = stand_in.root.rename(stand_in.root.with_name("moved"))
    first, second = (run([moved / "siete"], env=stand_in.surroundings()) for _ in range(2))
    assert Path(json.loads(first.stdout)["package"]).is_relative_to(moved)
    assert ("set up" in first.stderr, second.stderr) == (True, "")


@pytest.mark.slow
def test_another_python_sets_up_anew(stand_in: StandIn) -> None:
    stand_in.run()
    other = stand_in.add_python("other")
    assert "set up" in stand_in.run(SIETE_PYTHON=str(other)).stderr
    assert stand_in.run(SIETE_PYTHON=str(other)).stderr == ""
    assert stand_in.run().stderr == "", "a finished set-up is used whatever python3 is"


def test_another_python_on_the_path_changes_nothing(ready: StandIn, tmp_path: Path) -> None:
    fake_python(tmp_path / "python3", version="3.13.1")
    made = (ready.root / ".venv").stat().st_ino
    done = ready.run(PATH=f"{tmp_path}:{ready.tools}")
    assert (done.returncode, done.stderr) == (0, "")
    assert (ready.root / ".venv").stat().st_ino == made


def test_a_changed_requirement_sets_up_anew_unless_the_old_set_up_is_in_use(stand_in: StandIn) -> None:
    stand_in.run()
    leftover = stand_in.root / ".venv/leftover"
    leftover.touch()
    running = subprocess.Popen([stand_in.root / ".venv/bin/python", "-c", "input()"], stdin=subprocess.PIPE)
    with (stand_in.root / "requirements/run.txt").open("a") as file:
        file.write("# one more line\n")
    refused = stand_in.run()
    assert refused.returncode == 1
    assert f"in use (process {running.pid})" in refused.stderr
    assert leftover.exists()
    running.communicate(b"\n")
    assert "set up" in stand_in.run().stderr
    assert not leftover.exists()
    assert stand_in.run().stderr == ""


@pytest.mark.slow
def test_a_python_that_was_removed_is_replaced(stand_in: StandIn) -> None:
    stand_in.run()
    python = stand_in.root / ".venv/bin/python"
    python.unlink()
    python.symlink_to(stand_in.root / "gone")
    assert stand_in.run().returncode == 0


def test_a_newer_python_is_found_behind_an_old_one(stand_in: StandIn) -> None:
    stand_in.add_python(version="3.9.2")
    stand_in.add_python("python3.12", version="3.12.1")
    assert "with Python 3.12.1;" in stand_in.run().stderr


def test_a_set_up_that_failed_is_not_taken_for_finished(stand_in: StandIn) -> None:
    assert stand_in.run(PIP_FIND_LINKS="/dev/null").returncode == 1
    leftover = stand_in.root / ".venv/leftover"
    leftover.touch()
    assert stand_in.run().returncode == 0
    assert not leftover.exists()


def wait_for(path: Path) -> None:
    ends = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < ends, f"{path} never came"
        time.sleep(0.05)


def test_of_two_first_runs_one_waits_for_the_other(stand_in: StandIn, tmp_path: Path) -> None:
    begun, gate = tmp_path / "begun", tmp_path / "gate"
    stand_in.add_python(before_install=f"echo install >>'{begun}'; while [ ! -e '{gate}' ]; do sleep 0.05; done")
    with stand_in.start() as first:
        wait_for(begun)
        with stand_in.start() as second:
            assert second.stderr is not None
            assert second.stderr.readline() == "siete: waiting for another set-up of this checkout to finish\n"
            gate.touch()
            assert (first.wait(), second.wait()) == (0, 0)
            assert second.stderr.read() == ""
            first.communicate()
            second.communicate()
    assert begun.read_text() == "install\n"


def test_a_killed_set_up_blocks_nobody(stand_in: StandIn, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    stand_in.add_python(before_install=f"[ -e '{begun}' ] || {{ : >'{begun}'; sleep 600; }}")
    with stand_in.start() as killed:
        wait_for(begun)
        os.killpg(killed.pid, signal.SIGKILL)
        killed.communicate()
    done = stand_in.run()
    assert done.returncode == 0
    assert "waiting" not in done.stderr


@pytest.mark.slow
def test_the_development_set_leaves_the_run_set_as_it_is(stand_in: StandIn) -> None:
    wheel = stand_in.wheels / "stand_in-1.0-py3-none-any.whl"
    (stand_in.root / "requirements/dev.txt").write_text(requirement(wheel))
    script = 'root=$1; . "$root/scripts/setup.sh"; is_ready dev || set_up dev'
    command = ["sh", "-eu", "-c", script, "sh", str(stand_in.root)]
    first, second = (run(command, env=stand_in.surroundings()) for _ in range(2))
    assert "adding the dev set" in first.stderr
    assert (second.returncode, second.stderr) == (0, "")
    assert stand_in.run().stderr == ""


def test_compiled_code_goes_elsewhere_only_when_the_source_cannot_be_written(tmp_path: Path) -> None:
    script = 'root=$1; . "$2"; keep_compiled_code; echo "${NUMBA_CACHE_DIR-none}"'
    setup = Path(__file__).parents[2] / "scripts/setup.sh"

    def chosen(source: Path, **environment: str) -> str:
        environment = {"PATH": os.environ["PATH"], "TMPDIR": str(tmp_path), **environment}
        return run(["sh", "-eu", "-c", script, "sh", source, setup], env=environment).stdout.strip()

    (tmp_path / "src/siete").mkdir(parents=True)
    assert chosen(tmp_path, HOME=str(tmp_path)) == "none"
    # A place without any source is one that nobody can write to, not even root.
    assert chosen(tmp_path / "none", HOME=str(tmp_path)) == str(tmp_path / ".cache/siete/numba")
    own = chosen(tmp_path / "none", HOME="/dev/null")
    assert own == str(tmp_path / f"siete-numba-{os.getuid()}")
    assert Path(own).stat().st_mode & 0o777 == 0o700
    assert chosen(tmp_path / "none", HOME="/dev/null", NUMBA_CACHE_DIR="mine") == "mine"
    Path(own).chmod(0o777)
    assert Path(chosen(tmp_path / "none", HOME="/dev/null")) not in (Path(own), Path("none"))


def test_the_stand_in_is_not_seen_by_this_python() -> None:
    """The control: what the launcher imports above comes from its own set-up."""
    done = run([sys.executable, "-c", "import stand_in"])
    assert "ModuleNotFoundError" in done.stderr
