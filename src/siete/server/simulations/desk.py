"""Where simulations are asked for: a short queue before one dealing process, with limits by guest and address."""

from __future__ import annotations

import asyncio
import datetime
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from siete.errors import SieteError
from siete.plain import Plain
from siete.server.limits import TooManyError
from siete.server.simulations.dealer import DealingProcess
from siete.server.simulations.files import OWNERS, RunFiles, age, drop_oldest, files_of, made_folder, new_name
from siete.server.simulations.order import Order
from siete.server.simulations.saved import SavedRun
from siete.server.simulations.task import Task
from siete.server.work.workers import Asker

GRACE = 0.7
"""Seconds that a run has to stop by itself; then its process is killed, and what it saved last is kept."""
LOOK_AGAIN = 0.05
"""Seconds until it is looked again whether a run has ended."""
SILENT = 20.0
"""Seconds after which a run of another process that writes nothing counts as broken off."""
_UNDER_WAY = ("waiting", "preparing", "dealing")


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationLimits:
    """What guests may ask for; staff have a hundred times as many rounds."""

    rounds: int = 100_000_000
    """Rounds that a guest, or an address, may have dealt in a day."""
    runs: int = 100
    """Runs that a guest, or an address, may begin in a day: not so many that all that the house keeps are theirs."""
    seconds: float = 600.0
    """For one run."""
    megabytes: int = 6_144
    waiting: int = 8
    waiting_by_guest: int = 2
    patience: float = 60.0
    """Seconds that a run may take longer than it should, as for compiling, before its process is killed."""


STAFF_FACTOR = 100


class Simulations:
    """The runs of a house. Public methods are called on the event loop; files are read and written in threads."""

    def __init__(
        self,
        data: Path,
        limits: SimulationLimits | None = None,
        *,
        today: Callable[[], datetime.date] = datetime.date.today,
    ) -> None:
        self._data, self.limits, self._today = data, limits or SimulationLimits(), today
        self._queue: deque[tuple[Asker, Task]] = deque()
        self._coming: list[tuple[Asker, str]] = []
        """Who has a run coming into the queue, and the name of one that is continued."""
        self._dealing: tuple[Asker, Task] | None = None
        self._process: DealingProcess | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="siete-simulation")
        self._tasks: set[asyncio.Task[None]] = set()
        self._dealt: tuple[datetime.date, Counter[str]] = (today(), Counter())
        self._is_closed = False

    # --- asking --------------------------------------------------------------------------------------------------

    async def start(self, asker: Asker, order: Order, *, is_staff: bool) -> Plain:
        """Put a run into the queue; how it stands."""
        with self._charged(asker, order.rounds, is_staff=is_staff):
            self._count_run(asker, is_staff=is_staff)
            files = files_of(await self._folder(), new_name())
            state = await asyncio.to_thread(self._made, files, order)
            task = Task(files=files, order=order, seconds=self.limits.seconds, charged=order.rounds)
            return self._queued(asker, task, state)

    async def take_up(self, asker: Asker, saved: SavedRun, *, is_staff: bool) -> Plain:
        """A run that was saved and is brought back: shown as it stands, to be continued. It costs no rounds."""
        with self._charged(asker, 0, is_staff=is_staff):
            self._count_run(asker, is_staff=is_staff)
            files, order = files_of(await self._folder(), new_name()), saved.order
            state = await asyncio.to_thread(self._taken_up, files, saved)
            task = Task(files=files, order=order, seconds=self.limits.seconds, charged=0, is_continued=True)
            return self._queued(asker, task, state)

    async def resume(self, asker: Asker, name: str, rounds: int, *, is_staff: bool) -> Plain:
        """Continue a run that was stopped, to so many rounds in all; one of which nothing was kept is dealt anew."""
        state = await self.state(name)
        if state["status"] not in _UNDER_WAY:
            await self._let_go(name)
        if state["status"] in _UNDER_WAY or self._is_mine(name):
            raise SieteError("lab/still-dealing", "This run is still being dealt. Stop it first.")
        files, done = files_of(await self._folder(), name), state["rounds"]
        assert isinstance(done, int), "it was written by this house"
        is_kept = await asyncio.to_thread(files.result.exists)
        if rounds <= done:
            raise SieteError("lab/already-dealt", f"{done:,} rounds were dealt already. Ask for more.")
        if self._is_mine(name):  # somebody else has continued it while its files were read
            raise SieteError("lab/still-dealing", "This run is still being dealt. Stop it first.")
        order = replace(_order_of(state), rounds=rounds)
        more = rounds - done
        task = Task(files=files, order=order, seconds=self.limits.seconds, charged=more, is_continued=is_kept)
        with self._charged(asker, more, is_staff=is_staff, name=name):
            return self._queued(asker, task, await asyncio.to_thread(self._continued, files, order))

    async def state(self, name: str) -> Plain:
        """How a run stands, whichever process of the house deals it."""
        files = files_of(await self._folder(), name)
        found = await asyncio.to_thread(files.read)
        if found["status"] in _UNDER_WAY and not self._is_mine(name) and await asyncio.to_thread(age, files) > SILENT:
            found["status"] = "stopped"
        place = next((n for n, (_, task) in enumerate(self._queue, start=1) if task.files.name == name), None)
        return found if place is None else {**found, "place": place}

    async def stop(self, name: str) -> Plain:
        """Stop a run; within a second it deals no more."""
        state = await self.state(name)
        if state["status"] not in _UNDER_WAY:
            return state
        files = files_of(await self._folder(), name)
        waiting = next((each for each in self._queue if each[1].files.name == name), None)
        if waiting is not None:
            self._queue.remove(waiting)
            return await self._settled(*waiting)
        await asyncio.to_thread(files.stop.touch, OWNERS)
        return await self._ended(name)

    async def result(self, name: str) -> Path:
        """The file of a result that `siete simulate --resume` continues."""
        await self.state(name)
        path = files_of(await self._folder(), name).result
        if not await asyncio.to_thread(path.exists):
            raise SieteError("lab/nothing-kept", "Nothing of this run was kept yet. Wait a moment.")
        return path

    def left(self, asker: Asker, *, is_staff: bool) -> int:
        """Rounds that somebody may still have dealt today."""
        return max(0, self.most(is_staff=is_staff) - max(self._used(asker)))

    def close(self) -> None:
        """End the process; the runs can be continued from what they saved last."""
        self._is_closed = True
        self._queue.clear()
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._process.kill()

    # --- limits --------------------------------------------------------------------------------------------------

    def _charge(self, asker: Asker, rounds: int, *, is_staff: bool) -> None:
        left = self.left(asker, is_staff=is_staff)
        if rounds > left:
            sentence = f"You may have {left:,} more rounds dealt today. Ask for fewer, or use siete simulate yourself."
            raise SieteError("limit/rounds-of-the-day", sentence, facts={"left": left})
        waiting = [each for each, _ in (*self._queue, *self._coming)]
        mine = sum(each.name == asker.name for each in waiting)
        if self._dealing is not None and self._dealing[0].name == asker.name:
            mine += 1
        if mine >= self.limits.waiting_by_guest or len(waiting) >= self.limits.waiting:
            raise TooManyError("Runs of yours are being dealt, or too many wait already.", 30)
        for key in _keys(asker):
            self._dealt[1][key] += rounds

    @contextmanager
    def _charged(self, asker: Asker, rounds: int, *, is_staff: bool, name: str = "") -> Iterator[None]:
        """Charge a run that is put into the queue within; it counts as waiting meanwhile, and costs nothing if not."""
        self._charge(asker, rounds, is_staff=is_staff)
        self._coming.append((asker, name))
        try:
            yield
        except BaseException:
            self._give_back(asker, rounds)
            raise
        finally:
            self._coming.remove((asker, name))

    def _give_back(self, asker: Asker, rounds: int) -> None:
        for key in _keys(asker):
            self._dealt[1][key] = max(0, self._dealt[1][key] - rounds)  # those of yesterday are forgotten

    def _count_run(self, asker: Asker, *, is_staff: bool) -> None:
        """One more run of the day, refused where there were too many."""
        most, keys = self.limits.runs * (STAFF_FACTOR if is_staff else 1), [f"runs of {each}" for each in _keys(asker)]
        self._used(asker)
        if any(self._dealt[1][key] >= most for key in keys):
            sentence = f"You have begun {most} runs today, which is the most. Continue one, or use siete simulate."
            raise SieteError("limit/runs-of-the-day", sentence, facts={"most": most})
        self._dealt[1].update(keys)

    def most(self, *, is_staff: bool) -> int:
        """Rounds that somebody may have dealt in a day."""
        return self.limits.rounds * (STAFF_FACTOR if is_staff else 1)

    def _used(self, asker: Asker) -> list[int]:
        if self._dealt[0] != self._today():
            self._dealt = (self._today(), Counter())
        return [self._dealt[1][key] for key in _keys(asker)]

    # --- dealing -------------------------------------------------------------------------------------------------

    async def _folder(self) -> Path:
        return await asyncio.to_thread(made_folder, self._data)

    def _made(self, files: RunFiles, order: Order) -> Plain:
        """In a thread: the files of a new run."""
        state: Plain = {
            "id": files.name,
            "status": "waiting",
            "goal": order.rounds,
            "order": asdict(order),
            "command": order.command(),
            "began": int(time.time()),
            "rounds": 0,
        }
        drop_oldest(files.folder)
        files.write(state)
        return state

    def _taken_up(self, files: RunFiles, saved: SavedRun) -> Plain:
        """In a thread: the files of a run that was brought back; its rounds count as dealt."""
        self._made(files, saved.order)
        files.result.touch(OWNERS)
        files.result.write_text(saved.text, "utf-8")
        return files.update(rounds=saved.order.rounds, brought=saved.order.rounds)

    def _continued(self, files: RunFiles, order: Order) -> Plain:
        files.stop.unlink(missing_ok=True)
        return files.update(status="waiting", goal=order.rounds, order=asdict(order), command=order.command())

    def _queued(self, asker: Asker, task: Task, state: Plain) -> Plain:
        self._queue.append((asker, task))
        self._start_next()
        return state

    def _is_mine(self, name: str) -> bool:
        known = [*self._queue, *([self._dealing] if self._dealing else [])]
        return any(task.files.name == name for _, task in known) or any(name == each for _, each in self._coming)

    def _start_next(self) -> None:
        if self._dealing is None and self._queue and not self._is_closed:
            self._dealing = self._queue.popleft()
            made = asyncio.get_running_loop().create_task(self._deal(*self._dealing))
            self._tasks.add(made)
            made.add_done_callback(self._tasks.discard)

    async def _deal(self, asker: Asker, task: Task) -> None:
        loop = asyncio.get_running_loop()
        try:
            with suppress(RuntimeError):  # the house closes
                await loop.run_in_executor(self._thread, self._carried_out, task)
        finally:
            with suppress(SieteError):  # the run's files were dropped meanwhile
                await self._settled(asker, task)
            self._dealing = None
            self._start_next()

    def _carried_out(self, task: Task) -> None:
        """In the thread: deal, in a new process where there is none."""
        for _ in range(2):
            process = self._process = self._process or DealingProcess(self.limits.megabytes)
            try:
                process.carry_out(task, self.limits.patience)
            except EOFError:
                process.bury()
                self._process = None
                if _has_begun(task):
                    return
            else:
                return

    async def _settled(self, asker: Asker, task: Task) -> Plain:
        """A run that was killed stands as it was told last; rounds that were not dealt are given back."""
        state = await asyncio.to_thread(_ended_state, task)
        rounds = state["rounds"]
        assert isinstance(rounds, int), "it was written by this house"
        self._give_back(asker, min(task.charged, max(0, task.order.rounds - rounds)))
        return state

    async def _ended(self, name: str) -> Plain:
        """Wait until a run has stopped; kill the process of one that does not."""
        until = time.monotonic() + GRACE
        while time.monotonic() < until:
            state = await self.state(name)
            if state["status"] not in _UNDER_WAY and not self._is_mine(name):  # so that it can be continued at once
                return state
            await asyncio.sleep(LOOK_AGAIN)
        if self._dealing is not None and self._dealing[1].files.name == name and self._process is not None:
            self._process.kill()
        state = await self.state(name)
        return {**state, "status": "stopped" if state["status"] in _UNDER_WAY else state["status"]}

    async def _let_go(self, name: str) -> None:
        """Wait until the process has let go of a run that says that it has ended."""
        until = time.monotonic() + self.limits.patience
        while self._dealing is not None and self._dealing[1].files.name == name and time.monotonic() < until:
            await asyncio.sleep(LOOK_AGAIN)


def _has_begun(task: Task) -> bool:
    """In a thread: no process has taken the run up while it waits; the last one may have been killed after its own."""
    try:
        return task.files.read()["status"] != "waiting"
    except SieteError:  # its files were dropped meanwhile
        return True


def _ended_state(task: Task) -> Plain:
    """In a thread: what is known of a run that is dealt no more."""
    state = task.files.read()
    if state["status"] in _UNDER_WAY:
        state = task.files.update(status="stopped")
    task.files.stop.unlink(missing_ok=True)
    return state


def _keys(asker: Asker) -> tuple[str, ...]:
    """Whose rounds are counted: a guest's and an address's; a member of the staff has no address to share."""
    return tuple(dict.fromkeys((f"who {asker.name}", f"address {asker.address}")))


def _order_of(state: Plain) -> Order:
    """The order that was written down."""
    found = state["order"]
    assert isinstance(found, dict), "it was written by this house"
    pairs = {name: tuple(tuple(each) for each in found[name]) for name in ("tags", "bets")}
    return Order(**{**found, **pairs})
