"""One run, in the process that deals: it writes how far it is, keeps what it can continue, and stops when asked."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from math import log10

from siete.errors import SieteError
from siete.lab.counting import CountStudy, Tags, study
from siete.lab.counts.dealt_counts import dealt_by_count
from siete.lab.counts.ramps import valued
from siete.lab.par_sheet.exact_edges import ExactEdge, exact_edges
from siete.plain import Plain
from siete.server.describe.layout import describe
from siete.server.simulations.files import RunFiles
from siete.server.simulations.task import Task
from siete.sim.chunks import Setup
from siete.sim.codes import WagerCode
from siete.sim.plan import Cards
from siete.sim.results import Result
from siete.sim.saving import load, save
from siete.sim.sessions import quantile
from siete.sim.simulation import Goal, simulate

TELL_SECONDS = 0.25
SAVE_SECONDS = 5.0
HEARTBEAT_SECONDS = 4.0
FIRST_ROUNDS = 1_000
"""The first point of the curve; each of the next has twice as many rounds, until a chunk is full."""
NEXT_POINT = 1.06
"""A point of the curve is kept when it has so many times the rounds of the one before: even steps on a log axis."""
BARS = 60

Series = dict[str, list[tuple[int, float, float]]]
"""Rounds, edge and error by wager, as the run went on."""
Counted = tuple[CountStudy, Tags]
"""What is known of the count that a run keeps."""


@dataclass
class _Run:
    task: Task
    setup: Setup
    exact: dict[str, ExactEdge]
    series: Series
    counted: Counted | None
    clock: Callable[[], float] = time.monotonic
    told: float = 0.0
    saved: float = float("-inf")

    def __post_init__(self) -> None:
        self.began = self.clock()

    def watch(self, result: Result) -> None:
        """Called after each chunk."""
        _note(self.series, result)
        now = self.clock()
        if now - self.saved >= SAVE_SECONDS:
            self.saved = now
            save(result, self.task.files.result)
        if now - self.told >= TELL_SECONDS:
            self.told = now
            self.tell(result, "dealing")
        if self.task.files.stop.exists() or now - self.began > self.task.seconds:
            raise KeyboardInterrupt  # as Ctrl-C in a terminal: what was played is kept

    def tell(self, result: Result, status: str) -> None:
        """Write how far the run is."""
        self.task.files.update(status=status, **told(result, self.exact, self.series, self.counted))


def carry_out(task: Task) -> None:
    """Deal until the goal, a stop, or the end of the time; whatever goes wrong is written down as a refusal."""
    with _heartbeat(task.files):
        try:
            _carry_out(task)
        except SieteError as error:
            task.files.update(status="refused", refusal=_refusal(error))


@contextmanager
def _heartbeat(files: RunFiles) -> Iterator[None]:
    """While a chart is solved or code compiled nothing is written; the file's time says that somebody is at it."""
    is_over = threading.Event()

    def beat() -> None:
        while not is_over.wait(HEARTBEAT_SECONDS):
            with suppress(OSError):
                os.utime(files.state)

    threading.Thread(target=beat, daemon=True).start()
    try:
        yield
    finally:
        is_over.set()


def _carry_out(task: Task) -> None:
    files = task.files
    files.update(status="preparing")
    begun = load(files.result) if task.is_continued else None
    setup = begun.totals.setup if begun is not None else task.order.setup()
    exact = exact_edges(setup)
    counted = _counted(setup) if task.order.strategy == "derived" else None
    if counted is not None:
        files.update(predicted=_predicted(setup, *counted))
    run = _Run(task, setup, exact, {} if begun is None else _kept_series(files), counted)
    if begun is None:
        _first_points(run)
    goal = Goal(rounds=task.order.rounds)
    result = simulate(setup, goal, workers=1, begun=None if begun is None else begun.totals, watch=run.watch)
    _note(run.series, result, is_last=True)
    save(result, files.result)
    run.tell(result, "stopped" if result.is_partial else "done")


def _counted(setup: Setup) -> Counted | None:
    """The study of these rules, and the count of the plan; none where nothing is counted, or no shoe dealt down."""
    if setup.plan.count is None or setup.plan.cards is not Cards.SHOE:
        return None
    found, tags = study(setup.rules), setup.plan.count.tags
    level = max(abs(int(tag)) for tag in tags.values()) or 1
    by_rank = {rank: int(tags.get(rank, 0)) for rank in found.effects.by_rank}
    return found, Tags(level=level, tags=by_rank, correlation=0.0)


def _predicted(setup: Setup, found: CountStudy, tags: Tags) -> Plain:
    """What the figures of the count say that a round wins, to hold the dealing against."""
    plan = setup.plan
    assert plan.count is not None, "something is counted"
    levels = [(-99, 0 if plan.count.play_from is not None else plan.wager), *plan.count.levels(plan.wager)]
    wagers = {at: [amount for least, amount in levels if least <= at][-1] / 100 for at in found.by_count(tags)}
    ramp = valued(found, tags, wagers)
    return {"win": ramp.win, "deviation": ramp.deviation}


def _first_points(run: _Run) -> None:
    """The beginning of the curve: what the same seed comes to after fewer rounds than a chunk has."""
    rounds, setup = FIRST_ROUNDS, run.setup
    session = setup.plan.session or 1
    while rounds < min(setup.chunk, run.task.order.rounds):
        whole = max(rounds - rounds % session, session)
        result = simulate(setup, Goal(rounds=whole), workers=1)
        _note(run.series, result)
        run.tell(result, "dealing")
        if run.task.files.stop.exists():
            return  # the first chunk is dealt, so that there is something to keep, and then it stops
        rounds *= 2


def _note(series: Series, result: Result, *, is_last: bool = False) -> None:
    for each in result.wagers:
        points = series.setdefault(each.wager, [])
        if points and result.rounds <= points[-1][0]:
            continue
        if is_last or not points or result.rounds >= points[-1][0] * NEXT_POINT:
            points.append((result.rounds, each.house_edge, each.error))


def _kept_series(files: RunFiles) -> Series:
    found = files.read().get("series")
    return {name: list(points) for name, points in found.items()} if isinstance(found, dict) else {}


def told(result: Result, exact: dict[str, ExactEdge], series: Series, counted: Counted | None = None) -> Plain:
    """How far a run is, as the page shows it; edges are parts of the wager, errors one standard error."""
    plan = result.totals.setup.plan
    titles = {**describe(result.totals.setup.rules)["names"], WagerCode.BASE.word: "Base wager"}
    return {
        "rounds": result.rounds,
        "rate": result.rate,
        "wagers": [
            {
                "wager": each.wager,
                "title": titles.get(each.wager, each.wager.replace("-", " ").capitalize()),
                "amount": each.wagered / result.rounds / 100,
                "house_edge": each.house_edge,
                "error": each.error,
                "exact": asdict(exact[each.wager]) if each.wager in exact else None,
            }
            for each in result.wagers
        ],
        "series": series,
        "wagered_per_round": result.wagered / result.rounds / 100,
        "win_per_round": -result.house_edge * result.wagered / result.rounds / 100,
        "deviation_per_round": result.standard_error * result.wagered / result.rounds**0.5 / 100,
        "rounds_per_shoe": result.rounds_per_shoe,
        "by_count": [] if counted is None else [asdict(each) for each in dealt_by_count(result, *counted)],
        "sessions": None if not plan.session else sessions(result),
    }


def sessions(result: Result) -> Plain | None:
    """How sessions ended: parts in words, and bars of even width."""
    found, ends = result.sessions, result.totals.session_ends
    if found is None:
        return None
    count = found["sessions"]
    return {
        **found,
        "ahead": sum(n for end, n in ends.items() if end > 0) / count,
        "behind": sum(n for end, n in ends.items() if end < 0) / count,
        **_bars(ends),
    }


def _bars(ends: dict[int, int]) -> Plain:
    """Sessions by result, in bars of a round width with one edge at nought; what lies far out is put at the ends."""
    low, high = quantile(ends, 0.002), quantile(ends, 0.998)
    width = _round_width(max(1, (high - low)) / BARS)
    first, last = low // width, high // width
    bars = dict.fromkeys(range(first, last + 1), 0)
    for end, n in ends.items():
        bars[min(max(end // width, first), last)] += n
    return {"bar_width": width / 100, "bars": [[place * width / 100, n] for place, n in bars.items()]}


def _round_width(cents: float) -> int:
    """A width of 1, 2 or 5 times a power of ten dollars, or 25 or 50 cents, at least as large."""
    power = 10 ** int(log10(max(cents, 100.0)))
    return int(next(step * power for step in (1, 2, 5, 10) if step * power >= cents))


def _refusal(error: SieteError) -> Plain:
    return {"code": error.code, "clause": error.clause, "sentence": error.sentence}
