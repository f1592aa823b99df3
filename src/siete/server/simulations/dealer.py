"""The process that deals simulations: of low priority, limited in memory, replaced when it was killed."""

from __future__ import annotations

import os
from contextlib import suppress
from multiprocessing.connection import Connection

from siete.errors import SieteError
from siete.rules import names
from siete.server.simulations.task import Task
from siete.server.work.worker_process import READY_SECONDS, confine, process_context

_DONE = b"done"


class DealingProcess:
    """The server's end of the process. One thread waits for it; any thread may kill it."""

    def __init__(self, megabytes: int) -> None:
        context = process_context(())
        self._pipe, far = context.Pipe()
        self._process = context.Process(target=_deal, args=(far, megabytes), daemon=True, name="siete-simulation")
        self._process.start()
        far.close()
        self._is_ready = False

    def carry_out(self, task: Task, patience: float) -> None:
        """Deal a run; raises EOFError where the process has ended, as when it was killed."""
        if not self._is_ready:
            if not self._pipe.poll(READY_SECONDS):
                raise EOFError
            self._pipe.recv_bytes()
            self._is_ready = True
        try:
            self._pipe.send((names.added(), task))
        except OSError:  # it ended while it was idle
            raise EOFError from None
        if not self._pipe.poll(task.seconds + patience):
            raise EOFError
        try:
            self._pipe.recv_bytes()
        except ConnectionError:  # it was killed before it read what was sent
            raise EOFError from None

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def bury(self) -> None:
        """Forget a process that was killed."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _deal(pipe: Connection, megabytes: int) -> None:
    from siete.server.simulations.run import carry_out  # compiled code: the server itself has none of it

    confine(megabytes)
    os.umask(0o077)  # what it writes is the house's own
    pipe.send_bytes(_DONE)
    while True:
        try:
            folders, task = pipe.recv()
        except EOFError:
            return
        names.use_folders(folders)
        try:
            carry_out(task)
        except (MemoryError, RecursionError):
            with suppress(SieteError):
                task.files.update(status="refused", refusal=_TOO_LARGE)
        pipe.send_bytes(_DONE)


_TOO_LARGE = {
    "code": "work/too-large",
    "clause": "",
    "sentence": "This run needs more memory than it may have. Ask for fewer boxes or a shorter session.",
}
