"""A house of its own for the browser: the real server on a free port, which can be stopped hard and started again."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import replace
from pathlib import Path

from siete.host import settings
from siete.host.pace import UNHURRIED, Pace
from siete.server.floor import feed
from siete.server.limits import Limits
from siete.server.serving import Options, serve

PATIENCE = 180.0
HURRIED = Pace(wager=3, play=3, insurance=3, cut=2, look=1, other=3, dealer=4)
"""Clocks that a test can wait for."""
KEPT = 8
"""Seconds for which a vanished dealer's place is kept where no clock runs: longer than a line takes to come back."""
GENEROUS = Limits(
    requests_per_second=10_000,
    requests_at_once=10_000,
    sessions_per_second=1_000,
    sessions_at_once=1_000,
    tables_per_guest=1_000,
    tables_per_address=10_000,
    tables=10_000,
)
"""A test is many visitors from one address."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class House:
    """One server process over one folder of data."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None, "it was started"
        return self._process.pid

    def start(self) -> None:
        with (self.data / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(self.port), str(self.data)], stdout=log, stderr=log
            )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                urllib.request.urlopen(f"{self.address}/ready", timeout=2).close()
            except (OSError, urllib.error.URLError):
                assert self._process.poll() is None, (self.data / "server.log").read_text()
                time.sleep(0.1)
            else:
                return
        raise AssertionError("the server does not listen")

    def staff_link(self) -> str:
        """The code that makes the first account, which the server prints soon after it listens."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = re.search(r"/staff#(\S+)\n", (self.data / "server.log").read_text())
            if found is not None:
                return found[1]
            time.sleep(0.1)
        raise AssertionError("the server prints no link")

    def kill(self) -> None:
        """Stop without a word, as a machine does that loses its power."""
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


if __name__ == "__main__":
    vars(settings)["Pace"] = lambda: HURRIED  # clocks are for people; a test does not wait so long
    vars(settings)["UNHURRIED"] = replace(UNHURRIED, dealer=KEPT)
    feed.LOOK = 0.1
    serve(Options(port=int(sys.argv[1]), data=Path(sys.argv[2]), limits=GENEROUS))
