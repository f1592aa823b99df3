"""Results on disk: JSON to continue, merge or compare, CSV for spreadsheets, npz for arrays."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any, NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from siete.cards import Rank
from siete.errors import ParseError, SieteError
from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.sim.chunks import Setup
from siete.sim.codes import WagerCode
from siete.sim.departures import Departure
from siete.sim.meters import RunningMeter
from siete.sim.plan import Cards, Count, Dealing, Plan
from siete.sim.results import Result
from siete.sim.totals import Hits, Totals
from siete.strategy import Strategy

FORMAT = "siete-simulation/1"
MOST_PLACES = 1 << 22
"""How long an array of counts may say that it is: a file may come from anybody."""


def check_kind(path: Path) -> None:
    """Refuse a name with an unknown ending."""
    if path.suffix not in (".json", ".csv", ".npz"):
        raise SieteError("file/unknown-kind", f"{path} should end in .json, .csv or .npz.")


def save(result: Result, path: Path) -> None:
    """Write a result; the name's ending says how: .json, .csv or .npz."""
    check_kind(path)
    writers = {".json": _save_json, ".csv": _save_csv, ".npz": _save_npz}
    try:
        writers[path.suffix](result, path)
    except OSError as error:
        raise SieteError("file/unwritable", f"{path} cannot be written: {error.strerror}.") from None


def _save_json(result: Result, path: Path) -> None:
    whole = result.totals.whole
    before = {} if whole is None else {"whole": state_of(whole)}
    text = json.dumps({"format": FORMAT, **result.to_json(), "state": state_of(result.totals), **before}, indent=1)
    part = path.with_suffix(".part")
    part.write_text(text, "utf-8")
    part.replace(path)


def _save_csv(result: Result, path: Path) -> None:
    path.write_text(csv_of(result), "utf-8")


def csv_of(result: Result) -> str:
    """A row for each wager, then one for each of its lines."""
    text = StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    write(("wager", "line", "count", "wagered", "net", "house_edge", "standard_error", "deviation"))
    for each in result.wagers:
        money = (each.wagered / 100, each.net / 100, each.house_edge, each.standard_error, each.deviation)
        write((each.wager, "", result.rounds, *money))
        for line, count in each.lines.items():
            write((each.wager, line, count, "", "", "", "", ""))
    return text.getvalue()


def _save_npz(result: Result, path: Path) -> None:
    nets = result.distribution
    arrays: dict[str, Any] = {
        **result.totals.counts,
        "rounds": result.rounds,
        "seed": result.seed,
        "distribution_cents": np.array(list(nets), dtype=np.int64),
        "distribution_rounds": np.array(list(nets.values()), dtype=np.int64),
        "convergence": np.array(result.convergence, dtype=np.float64),
        "wagers": np.array([each.wager for each in result.wagers]),
        "house_edges": np.array([each.house_edge for each in result.wagers]),
        "standard_errors": np.array([each.standard_error for each in result.wagers]),
    }
    np.savez_compressed(path, **arrays)


def load(path: Path) -> Result:
    """The result in a JSON file, ready to be continued."""
    try:
        plain = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise SieteError("file/unreadable", f"{path} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise ParseError("sim/unreadable-result", f"{path} is not JSON.") from None
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise ParseError("sim/unreadable-result", f"{path} is not a saved simulation.")
    try:
        totals = totals_of(plain["state"])
        totals.whole = totals_of(plain["whole"]) if "whole" in plain else None
        return Result(totals, rate=plain["rounds_per_second"], is_partial=plain["is_partial"])
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise ParseError("sim/unreadable-result", f"{path} is damaged: {error}.") from None


_SavedArray = TypedDict("_SavedArray", {"size": int, "at": list[int], "is": list[int]})
"""An array by the places that hold something. As a class it could have no field `is`."""


_SavedNumber = int | str
"""A whole number as it is, a fraction as text: 1/2."""


class _SavedCount(TypedDict):
    tags: Mapping[str, _SavedNumber]
    wagers: Sequence[tuple[_SavedNumber, int]]
    insure_from: _SavedNumber | None
    play_from: NotRequired[_SavedNumber]
    plays: NotRequired[Sequence[str]]
    match_from: NotRequired[_SavedNumber]
    sides_from: NotRequired[Mapping[str, _SavedNumber]]


class _SavedPlan(TypedDict):
    boxes: int
    wager: int
    sides: Mapping[str, int]
    extras: NotRequired[Mapping[str, int]]
    cards: str
    insurance: bool
    error_rate: str
    super_bonus: bool
    session: int
    bankroll: int
    count: _SavedCount | None


class _SavedSetup(TypedDict):
    rules: str
    strategy: str
    seed: int
    dealing: NotRequired[int]
    plan: _SavedPlan


class SavedTotals(TypedDict):
    """Totals as plain values; JSON gives tuples back as lists."""

    setup: _SavedSetup
    rounds: int
    chunks: int
    counts: dict[str, _SavedArray]
    sums: list[int]
    squares: list[int]
    awarded: list[int]
    extra_sums: NotRequired[list[int]]
    extra_squares: NotRequired[list[int]]
    nets: Sequence[tuple[int, int]]
    others: int
    hits: Sequence[tuple[str, str, int, int, int]]
    history: Sequence[tuple[int, dict[str, int]]]
    points: Sequence[tuple[int, int, int]]
    every: int
    session_ends: Sequence[tuple[int, int]]
    session_downs: Sequence[tuple[int, int]]
    ruins: int
    meters: dict[str, _SavedMeter]


class _SavedMeter(TypedDict):
    parts: int
    amount: int
    reset: int
    adds: int
    adds_reserve: int
    reserve: int
    cap: int | None
    stays_empty: bool
    owes_seed: bool


def state_of(totals: Totals) -> SavedTotals:
    """Everything that continuing needs, in plain values."""
    made: SavedTotals = {
        "setup": _setup_to_plain(totals.setup),
        "rounds": totals.rounds,
        "chunks": totals.chunks,
        "counts": {name: _sparse(found) for name, found in totals.counts.items()},
        "sums": totals.sums,
        "squares": totals.squares,
        "awarded": totals.awarded,
        "nets": sorted(totals.nets.items()),
        "others": totals.others,
        "hits": [(*key, hit.count, hit.amount, hit.largest) for key, hit in sorted(totals.hits.items())],
        "history": totals.history,
        "points": totals.points,
        "every": totals._every,
        "session_ends": sorted(totals.session_ends.items()),
        "session_downs": sorted(totals.session_downs.items()),
        "ruins": totals.ruins,
        "meters": {name: _meter_to_plain(meter) for name, meter in totals.meters.meters.items()},
    }
    if totals.setup.dealing is not Dealing.FIRST:
        made["setup"]["dealing"] = int(totals.setup.dealing)
    if totals.setup.plan.extras:
        made["setup"]["plan"]["extras"] = totals.setup.plan.extras
        made["extra_sums"], made["extra_squares"] = totals.extra_sums, totals.extra_squares
    return made


def _meter_to_plain(meter: RunningMeter) -> _SavedMeter:
    return {
        "parts": meter.parts,
        "amount": meter.amount,
        "reset": meter.reset,
        "adds": meter.adds,
        "adds_reserve": meter.adds_reserve,
        "reserve": meter.reserve,
        "cap": meter.cap,
        "stays_empty": meter.stays_empty,
        "owes_seed": meter.owes_seed,
    }


def _sparse(found: NDArray[np.int64]) -> _SavedArray:
    used = np.flatnonzero(found)
    return {"size": int(found.size), "at": used.tolist(), "is": found[used].tolist()}


def totals_of(plain: SavedTotals) -> Totals:
    """The totals that plain values hold."""
    totals = Totals(_setup_of(plain["setup"]), rounds=plain["rounds"], chunks=plain["chunks"])
    for name, each in plain["counts"].items():
        if not 0 <= each["size"] <= MOST_PLACES:
            raise ValueError(f"{name} has {each['size']} places")
        totals.counts[name] = np.zeros(each["size"], dtype=np.int64)
        totals.counts[name][each["at"]] = each["is"]
    totals.sums, totals.squares = list(plain["sums"]), list(plain["squares"])
    totals.awarded = list(plain["awarded"])
    totals.extra_sums, totals.extra_squares = list(plain.get("extra_sums", [])), list(plain.get("extra_squares", []))
    totals.nets, totals.others = _counter(plain["nets"]), plain["others"]
    totals.hits = {(meter, line): Hits(*rest) for meter, line, *rest in plain["hits"]}
    totals.history = [(rounds, shown) for rounds, shown in plain["history"]]
    totals.points = [(rounds, net, square) for rounds, net, square in plain["points"]]
    totals._every = plain["every"]
    totals.session_ends, totals.session_downs = _counter(plain["session_ends"]), _counter(plain["session_downs"])
    totals.ruins = plain["ruins"]
    totals.meters.meters = {name: RunningMeter(**each) for name, each in plain["meters"].items()}
    totals.meters.rounds = totals.rounds
    return totals


def _counter(pairs: Sequence[tuple[int, int]]) -> Counter[int]:
    return Counter(dict(pairs))


def _setup_to_plain(setup: Setup) -> _SavedSetup:
    plan, count = setup.plan, setup.plan.count
    return {
        "rules": setup.rules.canonical_json,
        "strategy": setup.strategy.to_json(),
        "seed": setup.seed,
        "plan": {
            "boxes": plan.boxes,
            "wager": plan.wager,
            "sides": {wager.word: amount for wager, amount in plan.sides.items()},
            "cards": plan.cards.value,
            "insurance": plan.insurance,
            "error_rate": str(plan.error_rate),
            "super_bonus": plan.super_bonus,
            "session": plan.session,
            "bankroll": plan.bankroll,
            "count": None if count is None else _saved_count(count),
        },
    }


def _saved_count(count: Count) -> _SavedCount:
    made: _SavedCount = {
        "tags": {rank.value: _saved(tag) for rank, tag in count.tags.items()},
        "wagers": tuple((_saved(least), amount) for least, amount in count.wagers),
        "insure_from": None if count.insure_from is None else _saved(count.insure_from),
    }
    if count.play_from is not None:
        made["play_from"] = _saved(count.play_from)
    if count.match_from is not None:
        made["match_from"] = _saved(count.match_from)
    if count.sides_from:
        made["sides_from"] = {wager.word: _saved(at) for wager, at in count.sides_from.items()}
    if count.plays:
        made["plays"] = [each.to_text() for each in count.plays]
    return made


def _saved(number: int | Fraction) -> _SavedNumber:
    return int(number) if number == int(number) else str(number)


def _read(saved: _SavedNumber) -> int | Fraction:
    return saved if isinstance(saved, int) else Fraction(saved)


def _code(word: str) -> WagerCode:
    return WagerCode[word.upper().replace("-", "_")]


def _setup_of(plain: _SavedSetup) -> Setup:
    saved, made = plain["plan"], None
    count = saved["count"]
    if count is not None:
        tags = {Rank(rank): _read(tag) for rank, tag in count["tags"].items()}
        wagers = tuple((_read(least), Cents(amount)) for least, amount in count["wagers"])
        starts, plays, matches = count["insure_from"], count.get("play_from"), count.get("match_from")
        made = Count(
            tags=tags,
            wagers=wagers,
            insure_from=None if starts is None else _read(starts),
            play_from=None if plays is None else _read(plays),
            match_from=None if matches is None else _read(matches),
            sides_from={_code(word): _read(at) for word, at in count.get("sides_from", {}).items()},
            plays=tuple(map(Departure.from_text, count.get("plays", ()))),
        )
    plan = Plan(
        boxes=saved["boxes"],
        wager=Cents(saved["wager"]),
        sides={_code(word): Cents(amount) for word, amount in saved["sides"].items()},
        extras={name: Cents(amount) for name, amount in saved.get("extras", {}).items()},
        cards=Cards(saved["cards"]),
        insurance=saved["insurance"],
        error_rate=Fraction(saved["error_rate"]),
        count=made,
        super_bonus=saved["super_bonus"],
        session=saved["session"],
        bankroll=Cents(saved["bankroll"]),
    )
    return Setup(
        rules=TableRules.from_json(plain["rules"]),
        strategy=Strategy.from_json(plain["strategy"]),
        plan=plan,
        seed=plain["seed"],
        dealing=Dealing(plain.get("dealing", Dealing.FIRST)),
    )


def merged(one: Result, two: Result) -> Result:
    """Two results of the same rules, strategy and plan with different seeds, as one; meters ran separately in each."""
    mine, theirs = one.totals.setup, two.totals.setup
    if (mine.rules, mine.strategy, mine.plan) != (theirs.rules, theirs.strategy, theirs.plan):
        raise SieteError("sim/cannot-merge", "Only results of the same rules, strategy and plan can be merged.")
    if mine.seed == theirs.seed:
        raise SieteError("sim/same-seed", "Both results have the same seed, so they are the same rounds.")
    totals = totals_of(state_of(one.totals))
    totals.merge(two.totals)
    return Result(totals, is_partial=one.is_partial or two.is_partial)
