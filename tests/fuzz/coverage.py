"""Coverage-guided fuzzing in plain Python: inputs that reach new lines are kept and changed further.

The work of an input is counted in lines of siete and of the TOML reader, not in seconds, so that a run with the same
seed finds the same on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from types import FrameType
from typing import Any

from siete.errors import SieteError

Target = Callable[[bytes], object]
"""Reads an input; raises a SieteError where it refuses it."""

_TRACED = ("/siete/", "/tomllib/", "/tomlkit/")


class TooMuchWork(BaseException):
    """An input has kept the parser busy for longer than any real one."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An input that the parser did not handle."""

    data: bytes
    error: str


class Tracer:
    """Counts the lines that one input runs, and which they were."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.lines: set[tuple[str, int]] = set()
        self.count = 0

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        return self._line if any(part in frame.f_code.co_filename for part in _TRACED) else None

    def _line(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            self.count += 1
            if self.count > self._most:
                raise TooMuchWork
            self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line


def run(target: Target, data: bytes, most: int) -> tuple[Tracer, str]:
    """What an input runs, and what is wrong: anything raised that is no refusal of ours."""
    tracer, before = Tracer(most), sys.gettrace()
    sys.settrace(tracer)
    try:
        target(data)
    except SieteError:
        error = ""
    except TooMuchWork:
        error = f"more than {most:,} lines"
    except Exception as other:
        error = f"{type(other).__name__}: {other}"
    else:
        error = ""
    finally:
        sys.settrace(before)
    return tracer, error


def fuzz(target: Target, corpus: Sequence[bytes], words: Sequence[bytes], *, times: int, seed: int, most: int) -> Found:
    """Change inputs of the corpus so many times; what was found."""
    rng, kept, seen, failures = Random(seed), list(corpus), set[tuple[str, int]](), list[Failure]()
    largest = 2 * max(map(len, corpus))
    inputs = [*corpus, *(None for _ in range(times))]
    for given in inputs:
        data = given if given is not None else changed(rng.choice(kept), kept, words, rng)[:largest]
        tracer, error = run(target, data, most)
        if error:
            failures.append(Failure(data, error))
        elif given is None and tracer.lines - seen:
            kept.append(data)
        seen |= tracer.lines
    return Found(failures, len(seen), len(kept) - len(corpus))


@dataclass(frozen=True, slots=True)
class Found:
    """What fuzzing has found: inputs that were not handled, lines reached, and inputs that reached new ones."""

    failures: list[Failure]
    lines: int
    kept: int


def changed(data: bytes, others: Sequence[bytes], words: Sequence[bytes], rng: Random) -> bytes:
    """An input like this one: pieces flipped, left out, doubled, replaced by words or by those of other inputs."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4, 8))):
        start = rng.randrange(len(made) + 1)
        end = min(len(made), start + rng.choice((1, 2, 4, 8, 32, 200)))
        match rng.randrange(7):
            case 0:
                made[start:end] = b""
            case 1:
                made[start:start] = rng.choice(words)
            case 2:
                made[start:end] = rng.choice(words)
            case 3:
                made[start:start] = bytes(made[start:end]) * rng.choice((1, 2, 20))
            case 4:
                other = rng.choice(others)
                place = rng.randrange(len(other) + 1)
                made[start:end] = other[place : place + rng.choice((4, 32, 200))]
            case 5 if made:
                made[min(start, len(made) - 1)] ^= 1 << rng.randrange(8)
            case _:
                made[start:end] = bytes(rng.choice(b'0123456789-.,:"[]{}=\n eE') for _ in range(end - start))
    return bytes(made)
