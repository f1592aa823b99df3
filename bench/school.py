"""How long the school takes to tell a teacher where ten thousand pupils are, and a pupil among them how far they are.

    .venv/bin/python bench/school.py [--pupils 10000] [--json]

One class on SQLite, four scored tests of every pupil, over HTTP on loopback. CPU time of the process beside wall time:
a process folds the class's stream when it starts, and every answer reads what is new.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import httpx

sys.path.insert(0, str(Path(__file__).parents[1]))

from siete.host.access.roles import HouseRole, Person
from siete.host.learning.classes import class_stream
from siete.host.learning.reviews import review_stream
from siete.school.lessons import course
from siete.server.services import Services
from siete.store.codec import event_to_bytes
from siete.store.connect import open_store
from siete.store.port import Batch, NewEvents
from siete.store.reviews import ClassEntered, ItemReviewed, PaperScored, PupilJoined, PupilScored, ReviewEvent
from tests.server.serving import served

MOST = 50
"""Milliseconds within which an answer is wanted."""
AGAIN = 40
"""Answers that are measured."""


async def filled(services: Services, teacher: Person, pupils: int) -> str:
    """A class with so many pupils, each of whom took four tests; its code."""
    store, rng = services.house.store, Random(1)
    code = await services.classes.make(teacher, "Everybody", "md")
    version = (await store.head(class_stream(code))).version
    lessons = course("md").lessons
    for number in range(pupils):
        scope = f"guest:pupil {number}"
        mine: list[ReviewEvent] = [ClassEntered(code=code, name="Everybody")]
        theirs: list[ReviewEvent] = [PupilJoined(pupil=scope)]
        for lesson in rng.sample(lessons, 4):
            clauses = tuple(rng.sample(lesson.clauses, min(6, len(lesson.clauses))))
            missed, is_passed = clauses[:2], rng.random() < 0.7
            mine += [
                ItemReviewed(deck="school/md", item=each, kind=lesson.id, grade=3, note=each, paper=str(number))
                for each in clauses
            ]
            score = {"kind": "test", "name": lesson.id, "right": 8, "asked": 10, "seconds": 70, "missed": missed}
            mine.append(PaperScored(paper=str(number), deck="school/md", is_passed=is_passed, **score))  # type: ignore[arg-type]
            theirs.append(PupilScored(pupil=scope, is_passed=is_passed, clauses=clauses, mastered=12, **score))  # type: ignore[arg-type]
        appends = (
            NewEvents(review_stream(scope), 0, tuple(map(event_to_bytes, mine))),
            NewEvents(class_stream(code), version, tuple(map(event_to_bytes, theirs))),
        )
        await store.append(Batch(recorded_at=services.house.clock.stamp(), appends=appends))
        version += len(theirs)
    return code


async def took(ask: Callable[[], Awaitable[httpx.Response]]) -> dict[str, float]:
    """The first answer, and the later ones: wall and CPU milliseconds."""
    walls, cpus = [], []
    for _ in range(AGAIN + 1):
        wall, cpu = time.perf_counter(), time.process_time()
        (await ask()).raise_for_status()
        walls.append((time.perf_counter() - wall) * 1000)
        cpus.append((time.process_time() - cpu) * 1000)
    later = sorted(walls[1:])
    return {
        "first": walls[0],
        "p50": statistics.median(later),
        "p95": later[round(0.95 * (len(later) - 1))],
        "cpu": statistics.median(cpus[1:]),
    }


async def measured(place: Path, pupils: int) -> dict[str, float]:
    """All figures, on a store of its own."""
    store = await open_store(f"sqlite:///{place / 'school.db'}")
    figures: dict[str, float] = {}
    async with served(place, store=store) as server, server.client() as client:
        teacher = Person(HouseRole.DEALER, "ruth")
        await server.services.accounts.add("ruth", "correct horse battery staple", "dealer")
        token = await server.services.accounts.begin("ruth", HouseRole.DEALER)
        code = await filled(server.services, teacher, pupils)
        wall, cpu = time.perf_counter(), time.process_time()
        await server.services.classes.prepare()  # as a process does when it starts
        figures["prepared_ms"] = (time.perf_counter() - wall) * 1000
        figures["prepared_cpu_ms"] = (time.process_time() - cpu) * 1000
        headers = {"authorization": f"Bearer {token}"}
        found = await took(lambda: client.get(f"/api/v1/school/classes/{code}", headers=headers))
        figures |= {f"class_{name}_ms": value for name, value in found.items()}
        session = (await client.post("/api/v1/session", json={"name": "pupil 7", "token": True})).json()
        mine = {"authorization": f"Bearer {session['token']}"}
        found = await took(lambda: client.get("/api/v1/school/md", headers=mine))
        figures |= {f"course_{name}_ms": value for name, value in found.items()}
    await store.close()
    return figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pupils", type=int, default=10_000, metavar="N")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        figures = asyncio.run(measured(Path(directory), arguments.pupils))
    if arguments.json:
        print(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        most = f"at most {MOST}" if name.endswith("p95_ms") else ""
        print(f"{name:20} {value:9.1f}   {most}".rstrip())


if __name__ == "__main__":
    main()
