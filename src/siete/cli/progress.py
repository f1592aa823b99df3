"""A progress bar on a terminal's standard error, for work that takes a while."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock, Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

MOMENT = 0.8
"""Seconds of work before the bar appears; most commands never import what draws it."""

Step = Callable[[str, int, int], None]
"""What is being done, how many parts are done, and how many there are (0: unknown)."""


@contextmanager
def progress(what: str = "") -> Iterator[Step]:
    """A bar that appears when the work takes a while; none in a pipe or a file."""
    if not sys.stderr.isatty():
        yield lambda words, done, parts: None
        return
    bar = _Bar(what)
    timer = Timer(MOMENT, bar.show)
    timer.daemon = True
    timer.start()
    try:
        yield bar.step
    finally:
        timer.cancel()
        bar.hide()


@dataclass
class _Bar:
    """The bar, which the timer shows while the work goes on; the lock keeps the two apart."""

    words: str
    done: int = 0
    parts: int = 0
    is_over: bool = False
    drawn: Progress | None = None
    lock: Lock = field(default_factory=Lock)

    def step(self, words: str, done: int, parts: int) -> None:
        with self.lock:
            self.words, self.done, self.parts = words, done, parts
            if self.drawn is not None:
                self.drawn.update(self.drawn.task_ids[0], description=words, completed=done, total=parts or None)

    def show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        with self.lock:
            if self.is_over:
                return
            columns = (BarColumn(bar_width=30), TimeElapsedColumn(), TextColumn("{task.description}"))
            self.drawn = Progress(*columns, console=Console(stderr=True), transient=True)
            self.drawn.add_task(self.words, completed=self.done, total=self.parts or None)
            self.drawn.start()

    def hide(self) -> None:
        with self.lock:
            self.is_over = True
            if self.drawn is not None:
                self.drawn.stop()
