"""Jackpot games, meters, wheels and prizes: what choices about them must obey together."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from siete.errors import Fault, nearest
from siete.money import Cents, cents_to_text
from siete.rules.bounds.blame import fault_of
from siete.rules.options import (
    EquipmentVersion,
    JackpotType,
    TopLines,
)
from siete.rules.paytable import Paytable, Wheel
from siete.rules.resolve import Resolution


def jackpots(resolution: Resolution) -> Iterator[Fault]:
    """Paytables that are unknown, or do not fit the decks, the equipment or the number of games."""
    games = resolution.effective("jackpot_games")
    for name in ("jackpot_wager", "jackpot_paytable"):
        if games and len(resolution.value(name)) != games:
            yield fault_of(
                resolution,
                name,
                "one-for-each-game",
                f"give one for each jackpot game; there are {games}, not {len(resolution.value(name))}.",
            )
    if not games:
        return
    equipment, decks = resolution.value("equipment_version"), resolution.value("decks")
    for id in resolution.value("jackpot_paytable"):
        table = resolution.rules.jackpot_tables.get(id.split("/")[0])
        if table is None or id not in resolution.rules.jackpot_paytables:
            known = list(resolution.rules.jackpot_paytables)
            yield fault_of(
                resolution,
                "jackpot_paytable",
                "unknown-paytable",
                f"there is no paytable {id[:20]!r}.{nearest(id, known)}",
            )
        else:
            if decks not in table.decks:
                fit = " or ".join(map(str, table.decks))
                clause = resolution.rules.jackpot_paytables[id].clause
                yield fault_of(
                    resolution,
                    "jackpot_paytable",
                    "paytable-decks",
                    f"{id} is for {fit} decks, the table has {decks}.",
                    clause,
                )
            if _older(equipment, table.equipment):
                sentence = f"{id} needs equipment {table.equipment} or higher, the table has {equipment}."
                yield fault_of(resolution, "jackpot_paytable", "paytable-equipment", sentence, table.clause)


def top_lines(resolution: Resolution) -> Iterator[Fault]:
    """Alternate top lines for tables that none of the games uses: they would change nothing. Decisions: 0047, 0048."""
    if not resolution.effective("jackpot_games"):
        return
    tables, chosen = resolution.rules.jackpot_tables, resolution.value("jackpot_paytable")
    used = {tables[id.split("/")[0]].tops for id in chosen if id.split("/")[0] in tables}
    for family in sorted({family for family, _ in resolution.rules.jackpot_tops} - used):
        top: TopLines = resolution.value(f"{family}_top")
        if top is not TopLines.STANDARD:
            takes = ", ".join(id for id, table in tables.items() if table.tops == family)
            sentence = f"{top} is for tables {takes}; this table plays {', '.join(chosen)}."
            yield fault_of(resolution, f"{family}_top", "top-lines-unused", sentence)


def _older(equipment: EquipmentVersion, needed: EquipmentVersion) -> bool:
    order = list(EquipmentVersion)
    return order.index(equipment) < order.index(needed)


def meters(resolution: Resolution) -> Iterator[Fault]:
    """Caps below what a meter starts at, and contributions above the wager."""
    cap, seed = resolution.effective("meter_cap"), resolution.effective("meter_seed")
    second = [resolution.effective(name) or Cents(0) for name in _SECOND]
    if cap is not None and seed is not None and cap < max(seed, resolution.effective("meter_reset"), *second):
        sentence = f"{cents_to_text(cap)} is below what the meter starts at or is reset to."
        yield fault_of(resolution, "meter_cap", "meter-below-start", sentence)
    yield from _second_spin_cap(resolution)
    for names in _SHARES:
        if sum(_shares(resolution, names), Fraction(0)) > 1:
            blame = next((name for name in names if name in resolution.written), names[0])
            yield fault_of(resolution, blame, "shares-above-wager", "the shares together take more than the wager.")


_SECOND = ("second_meter_seed", "second_meter_reset")
_SHARES = (
    ("meter_increment", "reserve_increment"),
    ("second_spin_increment", "second_spin_reserve"),
    ("xtreme_meter_increment",),
)
"""The parts of one wager that go to meters and reserve."""


def _second_spin_cap(resolution: Resolution) -> Iterator[Fault]:
    cap, seed = resolution.effective("second_spin_cap"), resolution.effective("second_spin_seed")
    if cap is not None and seed is not None and cap < max(seed, resolution.effective("second_spin_reset")):
        sentence = f"{cents_to_text(cap)} is below what the meter starts at or is reset to."
        yield fault_of(resolution, "second_spin_cap", "meter-below-start", sentence)


def second_game(resolution: Resolution) -> Iterator[Fault]:
    """Amounts of a second jackpot game at a table without one, and a reset of a prize that is always posted."""
    for name in _SECOND:
        if resolution.effective(name) is not None and resolution.effective("jackpot_games") < 2:
            yield fault_of(resolution, name, "no-second-game", "this table has no second jackpot game.")
    if resolution.effective("jackpot_type") is not JackpotType.HOUSE:
        return
    for name, seed in (("meter_reset", "meter_seed"), ("second_meter_reset", "second_meter_seed")):
        if name in resolution.written and resolution.effective(name) not in (None, resolution.effective(seed)):
            yield fault_of(resolution, name, "posted-prize", f"a house jackpot is put back to {seed}.")


def _shares(resolution: Resolution, names: tuple[str, ...]) -> Iterator[Fraction]:
    """The parts of a wager that go to meters and reserve; none for an offer that is off."""
    for name in names:
        share = resolution.effective(name)
        yield from share if isinstance(share, tuple) else (share,) if share is not None else ()


def wheels(resolution: Resolution) -> Iterator[Fault]:
    """Symbols that the paytable does not have, a jackpot missing, and invented weights at a live table."""
    for name, table in (
        ("spin_wheel", resolution.effective("spin_pays")),
        ("second_spin_wheel", resolution.effective("second_spin_pays")),
        ("xtreme_wheel", resolution.effective("xtreme_pays")),
        ("xtreme_community_wheel", resolution.effective("xtreme_community_pays")),
    ):
        if table is not None:
            yield from _wheel(resolution, name, resolution.value(name), table)
            if resolution.value("live") and name not in resolution.written:
                sentence = "these weights are invented; a live table needs those of its equipment. Decision 0102."
                yield fault_of(resolution, name, "invented-wheel", sentence)


def _wheel(resolution: Resolution, name: str, wheel: Wheel, table: Paytable) -> Iterator[Fault]:
    symbols, known = [symbol for symbol, _ in wheel.segments], [row.line for row in table]
    for symbol in symbols:
        if symbol not in known:
            yield fault_of(
                resolution,
                name,
                "wheel-symbol",
                f"{symbol} is no symbol of this wheel.{nearest(symbol, known)}",
            )
    for jackpot in (line for line in known if line.startswith("jackpot")):
        if jackpot not in symbols:
            yield fault_of(resolution, name, "wheel-symbol", f"the wheel has no {jackpot}, which its paytable pays.")


def prizes(resolution: Resolution) -> Iterator[Fault]:
    """Merchandise that no sign can name, and a fixed prize beside a progressive. Decision: 0192."""
    for type_name, name in (("jackpot_type", "jackpot_prize"), ("second_spin_jackpot", "second_spin_prize")):
        kind, prize = resolution.effective(type_name), resolution.effective(name)
        if kind is JackpotType.MERCHANDISE and prize is None:
            blame = type_name if type_name in resolution.written else name
            yield fault_of(resolution, blame, "prize-unnamed", f"merchandise needs a name for its sign; set {name}.")
        if kind is JackpotType.PROGRESSIVE and prize is not None:
            yield fault_of(resolution, name, "no-fixed-prize", "the jackpot is a progressive.")
