"""A progress bar on a terminal's standard error, for work that takes longer than a moment."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

MOMENT = 0.8
"""Seconds of work that go by without a bar."""

Step = Callable[[str, int, int], None]
"""What is being done, how many parts are, and how many there are (0: unknown)."""


@contextmanager
def progress(what: str = "") -> Iterator[Step]:
    """A bar that appears if the work goes on for a moment; in a pipe or a file there is none."""
    if not sys.stderr.isatty():
        yield lambda words, done, parts: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(bar_width=30), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=False) as bar:
        bar.stop()
        task = bar.add_task(what, total=None)
        timer = Timer(MOMENT, bar.start)
        timer.daemon = True
        timer.start()
        try:
            yield lambda words, done, parts: bar.update(task, description=words, completed=done, total=parts or None)
        finally:
            timer.cancel()
            timer.join()
