"""Proves that siete installs: `scripts/prove --long install` runs it, and it needs the network.

Wheel and source archive are built twice, in two folders, and must be the same bytes. The wheel is installed into an
empty environment on every supported Python that is found, once more with the lowest versions that pyproject.toml
allows, and as a tool of its own; each time it must compute, deal, simulate, and serve a house from the user's
directory, where a bot plays. With the lowest versions there are the extras too, and each must do what it is for.
Pythons that are not installed are named. `--python 3.12` asks for some only.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SECONDS = 120.0
"""For a server to start on a busy machine, its first time with cold caches."""
API = ROOT / "docs/api.md"
"""The page with a bot."""
EPOCH = "1577836800"
"""The time that archives carry; without one they would carry that of the machine."""


EXTRAS = """
import gymnasium
import siete
from gymnasium.utils.env_checker import check_env

found = siete.figures("md", "insurance")
assert len(found.to_pandas()) == len(found.to_polars()) == found.to_arrow().num_rows > 0
check_env(gymnasium.make("siete.lab.environment:siete/Spanish21-v0", rules="md").unwrapped)
many = dict(num_envs=4, vectorization_mode="vector_entry_point")
tables = gymnasium.make_vec("siete/Spanish21-v0", rules="wa", **many)
assert tables.reset(seed=1)[1]["action_mask"].shape[0] == 4
"""


class InstallFailed(Exception):  # noqa: N818  # what happened
    """A step did not do what it must."""


def run(command: Sequence[str | Path], *, home: Path | None = None, **more: str) -> str:
    """What a command prints; its errors where it fails."""
    environment = {**os.environ, **more}
    environment.pop("PYTHONPATH", None)
    if home is not None:
        environment |= {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "XDG_CACHE_HOME": str(home / "cache")}
    done = subprocess.run(
        [str(word) for word in command], cwd=home or ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise InstallFailed(f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def built(folder: Path) -> Path:
    """The wheel, after both archives were built twice from copies of the checkout and were the same."""
    digests = []
    for number in ("one", "two"):
        copy, out = folder / number / "checkout", folder / number / "dist"
        tracked = run(["git", "ls-files", "-z"]).split("\0")
        for name in filter(None, tracked):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name, follow_symlinks=False)
        run([sys.executable, "-m", "build", "--no-isolation", "--outdir", out, copy], SOURCE_DATE_EPOCH=EPOCH)
        digests.append({path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(out.iterdir())})
    if digests[0] != digests[1]:
        raise InstallFailed(f"two builds differ: {digests}")
    for name, digest in digests[0].items():
        print(f"same twice  {digest[:16]}…  {name}")
    return next((folder / "one/dist").glob("*.whl"))


def found_python(version: str) -> str | None:
    """An interpreter of this version: on the path, or among pyenv's."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for candidate in (*sorted(pyenv.glob(f"{version}.*/bin/python3"), reverse=True), shutil.which(f"python{version}")):
        if candidate is not None:
            asked = [str(candidate), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
            done = subprocess.run(asked, capture_output=True, text=True, check=False)
            if done.returncode == 0 and done.stdout.strip() == version:
                return str(candidate)
    return None


def uv_in(folder: Path) -> Path:
    """uv, which resolves lowest versions: the one on the path, or one installed here."""
    found = shutil.which("uv")
    if found:
        return Path(found)
    run([sys.executable, "-m", "venv", folder / "uv"])
    run([folder / "uv/bin/python", "-m", "pip", "install", "--quiet", "uv"])
    return folder / "uv/bin/uv"


def smoke(program: Path, home: Path) -> None:
    """What every installation must do."""
    home.mkdir(parents=True)
    run([program, "--version"], home=home)
    figures = json.loads(run([program, "odds", "md", "--wager", "insurance", "--json"], home=home))["figures"]
    if figures[0]["house_edge_exact"] != "71/287":
        raise InstallFailed(f"insurance has another edge: {figures[0]}")
    if "[[round]]" not in run([program, "deal", "wa", "--rounds", "2", "--seed", "7"], home=home):
        raise InstallFailed("no rounds were dealt")
    run([program, "simulate", "md", "--wager", "base", "--rounds", "20000", "--seed", "7"], home=home)
    run([program, "report", "s13", "-o", home / "par.xlsx"], home=home)
    serve(program, home)
    run([program, "audit", "--database", f"sqlite:///{home}/data/siete/house.db"], home=home)


def serve(program: Path, home: Path) -> None:
    """A house starts without any option but its port, keeps its data under the user's directory, and stops.

    The bot of the API's page plays there.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    environment.pop("PYTHONPATH", None)
    with (home / "serve.log").open("w+") as log:
        server = subprocess.Popen(
            [program, "serve", "--port", str(port)], cwd=home, env=environment, stdout=log, stderr=log
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}/ready", server, home / "serve.log")
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=SECONDS) as page:
                if b"<!doctype html" not in page.read(200).lower():
                    raise InstallFailed("the page is not served")
            (bot,) = re.findall(r"^```python\n(.*?)^```$", API.read_text("utf-8"), re.MULTILINE | re.DOTALL)
            played = run([program.resolve().with_name("python"), "-c", bot, f"http://127.0.0.1:{port}", "2"], home=home)
            if not played.startswith("2 rounds, "):
                raise InstallFailed(f"the bot of {API} did not play: {played}")
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(SECONDS)
    if not (home / "data/siete/house.db").exists():
        raise InstallFailed(f"no house under {home / 'data/siete'}")


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise InstallFailed(f"the server did not start: {log.read_text()[-2000:]}")


def installed(uv: Path, wheel: Path | str, python: str, folder: Path, *words: str) -> Path:
    """An empty environment with the wheel in it; its program."""
    run([uv, "venv", "--quiet", "--python", python, folder])
    run([uv, "pip", "install", "--quiet", "--python", folder / "bin/python", *words, wheel])
    return folder / "bin/siete"


def as_tool(uv: Path, wheel: Path, python: str, folder: Path) -> Path:
    """The program as `uv tool install` gives it."""
    where = {"UV_TOOL_DIR": str(folder / "tools"), "UV_TOOL_BIN_DIR": str(folder / "bin")}
    run([uv, "tool", "install", "--quiet", "--python", python, wheel], **where)
    if not (folder / "tools/siete/share/man/man1/siete.1").exists():
        raise InstallFailed("the manual page was not installed")
    return folder / "bin/siete"


def attempts(uv: Path, wheel: Path, wanted: Sequence[str], folder: Path) -> Iterator[tuple[str, Path]]:
    """Each way to install, and the program it gave."""
    pythons = {version: found_python(version) for version in wanted}
    for version, python in pythons.items():
        if python is None:
            print(f"not installed here: Python {version}")
            continue
        yield f"Python {version}", installed(uv, wheel, python, folder / version)
    first = next((python for python in pythons.values() if python), None)
    if first is None:
        raise InstallFailed("no supported Python was found")
    whole, lowest = f"siete[cluster,data,learn] @ {wheel.as_uri()}", ("--resolution", "lowest-direct")
    program = installed(uv, whole, first, folder / "lowest", *lowest)
    run([program.with_name("python"), "-W", "error::UserWarning:siete", "-c", EXTRAS], home=folder)
    simulation = ("simulate", "md", "--wager", "base", "--rounds", "20000", "--seed", "7")
    run([program, *simulation, "--cluster", "local"], home=folder)
    yield "lowest versions", program
    yield "uv tool install", as_tool(uv, wheel, first, folder / "tool")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--python", action="append", choices=PYTHONS, help="only this one; may be repeated")
    wanted = asked.parse_args().python or PYTHONS
    with tempfile.TemporaryDirectory(prefix="siete-installs-") as name:
        folder = Path(name)
        wheel, uv = built(folder), uv_in(folder)
        for what, program in attempts(uv, wheel, wanted, folder / "at"):
            began = time.monotonic()
            smoke(program, folder / "homes" / what.replace(" ", "-"))
            print(f"works       {what} ({time.monotonic() - began:.0f} s)", flush=True)


if __name__ == "__main__":
    try:
        main()
    except InstallFailed as failed:
        sys.exit(f"siete: install: {failed}")
