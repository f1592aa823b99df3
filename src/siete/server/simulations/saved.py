"""A saved run that somebody brings back. A worker reads it, and takes it only if the house could have dealt it.

Rules and strategy are compared with those that the house makes itself, for compiled code trusts them; totals must be
whole numbers to which a chunk can be added. Whether the rounds were dealt as the file says only dealing again shows.
Decision: 0410.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from siete.errors import ParseError, SieteError
from siete.money import dollars
from siete.plain import Plain
from siete.server.simulations.order import Order

if TYPE_CHECKING:  # what is compiled is loaded by workers
    from siete.sim.chunks import Setup
    from siete.sim.results import Result
    from siete.sim.totals import Totals

LARGEST = 4 << 20
"""Bytes of a file when it is unpacked."""
_FAULTY = (ArithmeticError, AssertionError, AttributeError, LookupError, OSError, TypeError, ValueError)
_STRATEGIES = ("never-bust", "mimic-dealer", "random", "derived")


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedRun:
    """What was read: what to ask of a simulation to deal the same, and the file that continues it."""

    order: Order
    text: str


def read(packed: str) -> SavedRun:
    """The run in a saved file, packed with gzip and written in Base64; refused where it is none of this house's."""
    plain = _unpacked(packed)
    text = json.dumps({**plain, "rounds_per_second": 0.0, "is_partial": True}, separators=(",", ":"))
    try:
        result = _loaded(text)
        setup, rounds = result.totals.setup, result.rounds
        if not rounds:
            raise ValueError
        order = _order(setup, rounds)
        for totals in filter(None, (result.totals, result.totals.whole)):
            _check(totals)
    except SieteError as error:
        raise _unreadable() if error.code == "sim/unreadable-result" else error from None
    except _FAULTY:
        raise _unreadable() from None
    return SavedRun(order=order, text=text)


def _unpacked(packed: str) -> Plain:
    try:
        data = zlib.decompressobj(31).decompress(b64decode(packed, validate=True), LARGEST + 1)
        if len(data) > LARGEST:
            raise SieteError("body/too-large", "This run is too large to bring back. Use siete simulate --resume.")
        plain = json.loads(data)
        found = {name: plain[name] for name in ("format", "state", "whole") if name in plain}
    except (zlib.error, *_FAULTY):
        raise _unreadable() from None
    if not all(map(_is_whole, (found.get("state"), found.get("whole")))):
        raise _unreadable()
    return found


def _is_whole(value: object) -> bool:
    """Whether all numbers are whole ones."""
    if isinstance(value, dict):
        return all(map(_is_whole, value.values()))
    return all(map(_is_whole, value)) if isinstance(value, list) else not isinstance(value, float)


def _loaded(text: str) -> Result:
    from siete.sim.saving import load

    with TemporaryDirectory(prefix="siete-") as folder:
        path = Path(folder) / "saved.json"
        path.write_text(text, "utf-8")
        return load(path)


def _order(setup: Setup, rounds: int) -> Order:
    """What to ask for to get this set-up; refused where nothing that can be asked for gives it."""
    from siete.lab.command_line import submission_text

    plan, count = setup.plan, setup.plan.count
    made = Order(
        text=submission_text(setup.rules),
        rounds=rounds,
        seed=setup.seed,
        cards="shoe" if plan.cards.value == "shoe" else "fresh",
        wager="all" if plan.super_bonus else "base",
        bet=dollars(plan.wager),
        session=plan.session,
        bankroll=dollars(plan.bankroll),
        tags=() if count is None else tuple((rank.value, int(tag)) for rank, tag in count.tags.items()),
        bets=() if count is None else tuple((int(least), dollars(amount)) for least, amount in count.wagers),
        play_from=None if count is None or count.play_from is None else int(count.play_from),
    )
    for order in _orders(made):
        if replace(order.setup(), dealing=setup.dealing) == setup:
            return order
    sentence = "The lab does not deal runs like this one. Carry it on with siete simulate --resume."
    raise SieteError("lab/other-run", sentence)


def _orders(made: Order) -> Iterator[Order]:
    for strategy in _STRATEGIES:
        yield replace(made, strategy=strategy)  # type: ignore[arg-type]


def _check(totals: Totals) -> None:
    """See that a chunk can be added; raises where it cannot. Nothing at all is what a run has before its first one."""
    from siete.sim.chunks import run_chunk
    from siete.sim.results import Result
    from siete.sim.simulation import MOST_ROUNDS
    from siete.sim.totals import Totals

    setup = totals.setup
    full, rest = divmod(totals.rounds, setup.chunk)
    if not 0 <= totals.rounds <= MOST_ROUNDS or totals.chunks != full + (rest > 0) or totals._every < 1:
        raise ValueError
    chunk, fresh, made = run_chunk(setup, 0, max(1, setup.plan.session)), Totals(setup), totals.copy()
    fresh.add(chunk)
    if _sizes(totals) != (_sizes(fresh) if totals.rounds else {}):
        raise ValueError
    made.add(chunk)
    Result(made).to_json()


def _sizes(totals: Totals) -> dict[str, int]:
    return {name: found.size for name, found in totals.counts.items()}


def _unreadable() -> ParseError:
    return ParseError("lab/unreadable-run", "This is no saved run, or it was changed since. Choose another file.")
