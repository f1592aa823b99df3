"""What choices must obey together: bounds that no single value can show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from siete.errors import Fault, nearest
from siete.money import Cents, Chips, cents_to_text
from siete.rules.options import EquipmentVersion, HoleCardProcedure, JackpotType, ShuffleStep, TopLines
from siete.rules.paytable import Paytable, Wheel
from siete.rules.resolve import Resolution


def faults(resolution: Resolution) -> Iterator[Fault]:
    """Every way in which the choices contradict each other or their rule set."""
    broken = {fault.name for fault in resolution.faults}
    for check in _CHECKS:
        for fault in check(resolution):
            if fault.name not in broken:
                yield fault


def _fault(resolution: Resolution, name: str, code: str, sentence: str, clause: str | None = None) -> Fault:
    """A fault of a parameter; its clause is the entry's first unless another one is at stake."""
    if clause is None:
        clause = next(iter(resolution.entry(name).clauses), "")
    return Fault(code=f"submission/{code}", clause=clause, name=name, sentence=f"{name}: {sentence}")


def _conditions(resolution: Resolution) -> Iterator[Fault]:
    """Values that the rule set forbids side by side."""
    for each in resolution.rules.conditions:
        if all(resolution.value(name) == value for name, value in each.when.items()):
            yield Fault(code=each.code, clause=each.clause, name=each.blame, sentence=each.sentence)


def _limits(resolution: Resolution) -> Iterator[Fault]:
    """Minimums above their maximums."""
    for low, high in (("table_min", "table_max"), ("mtd_min", "mtd_max"), ("mtd_min", "table_max")):
        least, most = resolution.effective(low), resolution.effective(high)
        if least is not None and least > most:
            yield _crossed(resolution, low, high)
    double_min = resolution.value("double_min")
    if double_min is not None and double_min > resolution.value("table_min"):
        yield _fault(
            resolution,
            "double_min",
            "limits-crossed",
            f"{cents_to_text(double_min)} is above table_min, so some wagers could not be doubled.",
        )
    cap = resolution.effective("dd_cap")
    if cap is not None and cap > resolution.value("table_max"):
        yield _fault(
            resolution,
            "dd_cap",
            "cap-above-maximum",
            f"{cents_to_text(cap)} is above table_max; the cap is the maximum wager allowed.",
        )


def _crossed(resolution: Resolution, low: str, high: str) -> Fault:
    """A minimum above a maximum; the one that the operator wrote is to blame."""
    least, most = (cents_to_text(resolution.effective(name)) for name in (low, high))
    if low in resolution.written:
        return _fault(resolution, low, "limits-crossed", f"{least} is above {high}, which is {most}.")
    return _fault(resolution, high, "limits-crossed", f"{most} is below {low}, which is {least}.")


def _chips(resolution: Resolution) -> Iterator[Fault]:
    """Amounts on the sign that the chips at the table cannot make. Decision: 0104."""
    chips: Chips = resolution.value("chip_denominations")
    amounts = [
        "table_min",
        "table_max",
        "mtd_min",
        "mtd_max",
        "double_min",
        "dd_cap",
        "spin_wager",
        "xtreme_wager",
    ]
    for name in amounts:
        amount = resolution.effective(name)
        if amount is not None and not chips.may_pay(amount):
            blame = name if name in resolution.written else "chip_denominations"
            yield _fault(
                resolution,
                blame,
                "not-in-chips",
                f"{name} {cents_to_text(amount)} cannot be made of these chips.",
            )
    for amount in resolution.effective("jackpot_wager"):
        if not chips.may_pay(amount):
            yield _fault(
                resolution,
                "jackpot_wager",
                "not-in-chips",
                f"{cents_to_text(amount)} cannot be made of these chips.",
            )
    payout = resolution.value("table_min") * resolution.value("blackjack_pays").payout
    if payout.denominator != 1 or not chips.may_pay(Cents(int(payout))):
        least = cents_to_text(resolution.value("table_min"))
        sentence = f"these chips cannot pay {resolution.value('blackjack_pays')} on the smallest wager, {least}."
        yield _fault(
            resolution,
            "chip_denominations",
            "chips-cannot-pay-3-to-2",
            sentence,
            resolution.clauses("blackjack_pays")[0],
        )


def _decks_and_cut(resolution: Resolution) -> Iterator[Fault]:
    """A cut that would leave no place for itself."""
    cards = resolution.value("decks") * resolution.value("cards_per_deck")
    least = resolution.value("cut_min_cards_from_end")
    if 2 * least >= cards:
        yield _fault(
            resolution,
            "cut_min_cards_from_end",
            "cut-leaves-no-place",
            f"{least} cards from either end leave no place in {cards}.",
        )


def _manual_shuffle(resolution: Resolution) -> Iterator[Fault]:
    """The steps a manual shuffle must have, and in which order, where the rule set names them."""
    if not resolution.effective("shuffle_steps_prescribed") or resolution.effective("own_shuffle_approved"):
        return
    every, plug, strip, cut = resolution.clauses("shuffle_steps_prescribed")
    steps: tuple[ShuffleStep, ...] = resolution.value("manual_shuffle_script")
    missing = [step.value for step in ShuffleStep if step not in steps]

    def wrong(sentence: str, clause: str) -> Fault:
        return _fault(resolution, "manual_shuffle_script", "shuffle-steps", sentence, clause)

    if missing:
        yield wrong(f"a manual shuffle must include {', '.join(missing)}.", every)
    if ShuffleStep.PLUG in steps[1:]:
        yield wrong("the plug is the first step.", plug)
    if ShuffleStep.STRIP in steps and steps[: steps.index(ShuffleStep.STRIP)].count(ShuffleStep.RIFFLE) < 2:
        yield wrong("a strip comes after at least two riffles.", strip)
    if ShuffleStep.CUT in steps[:-1]:
        yield wrong("the cut is the last step.", cut)


def _jackpots(resolution: Resolution) -> Iterator[Fault]:
    """Paytables that are unknown, or do not fit the decks, the equipment or the number of games."""
    games = resolution.effective("jackpot_games")
    for name in ("jackpot_wager", "jackpot_paytable"):
        if games and len(resolution.value(name)) != games:
            yield _fault(
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
            yield _fault(
                resolution,
                "jackpot_paytable",
                "unknown-paytable",
                f"there is no paytable {id[:20]!r}.{nearest(id, known)}",
            )
        else:
            if decks not in table.decks:
                fit = " or ".join(map(str, table.decks))
                clause = resolution.rules.jackpot_paytables[id].clause
                yield _fault(
                    resolution,
                    "jackpot_paytable",
                    "paytable-decks",
                    f"{id} is for {fit} decks, the table has {decks}.",
                    clause,
                )
            if _older(equipment, table.equipment):
                sentence = f"{id} needs equipment {table.equipment} or higher, the table has {equipment}."
                yield _fault(resolution, "jackpot_paytable", "paytable-equipment", sentence, table.clause)


def _top_lines(resolution: Resolution) -> Iterator[Fault]:
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
            yield _fault(resolution, f"{family}_top", "top-lines-unused", sentence)


def _older(equipment: EquipmentVersion, needed: EquipmentVersion) -> bool:
    order = list(EquipmentVersion)
    return order.index(equipment) < order.index(needed)


def _meters(resolution: Resolution) -> Iterator[Fault]:
    """Caps below what a meter starts at, and contributions above the wager."""
    cap, seed = resolution.effective("meter_cap"), resolution.effective("meter_seed")
    second = [resolution.effective(name) or Cents(0) for name in _SECOND]
    if cap is not None and seed is not None and cap < max(seed, resolution.effective("meter_reset"), *second):
        sentence = f"{cents_to_text(cap)} is below what the meter starts at or is reset to."
        yield _fault(resolution, "meter_cap", "meter-below-start", sentence)
    for names in (("meter_increment", "reserve_increment"), ("xtreme_meter_increment",)):
        if sum(_shares(resolution, names), Fraction(0)) > 1:
            blame = next((name for name in names if name in resolution.written), names[0])
            yield _fault(resolution, blame, "shares-above-wager", "the shares together take more than the wager.")


_SECOND = ("second_meter_seed", "second_meter_reset")


def _second_game(resolution: Resolution) -> Iterator[Fault]:
    """Amounts of a second jackpot game at a table without one, and a reset of a prize that is always posted."""
    for name in _SECOND:
        if resolution.effective(name) is not None and resolution.effective("jackpot_games") < 2:
            yield _fault(resolution, name, "no-second-game", "this table has no second jackpot game.")
    if resolution.effective("jackpot_type") is not JackpotType.HOUSE:
        return
    for name, seed in (("meter_reset", "meter_seed"), ("second_meter_reset", "second_meter_seed")):
        if name in resolution.written and resolution.effective(name) not in (None, resolution.effective(seed)):
            yield _fault(resolution, name, "posted-prize", f"a house jackpot is put back to {seed}.")


def _shares(resolution: Resolution, names: tuple[str, ...]) -> Iterator[Fraction]:
    """The parts of a wager that go to meters and reserve; none for an offer that is off."""
    for name in names:
        share = resolution.effective(name)
        yield from share if isinstance(share, tuple) else (share,) if share is not None else ()


def _wheels(resolution: Resolution) -> Iterator[Fault]:
    """Symbols that the paytable does not have, a jackpot missing, and invented weights at a live table."""
    for name, table in (
        ("spin_wheel", resolution.effective("spin_pays")),
        ("xtreme_wheel", resolution.effective("xtreme_pays")),
        ("xtreme_community_wheel", resolution.effective("xtreme_community_pays")),
    ):
        if table is not None:
            yield from _wheel(resolution, name, resolution.value(name), table)
            if resolution.value("live") and name not in resolution.written:
                sentence = "these weights are invented; a live table needs those of its equipment. Decision 0102."
                yield _fault(resolution, name, "invented-wheel", sentence)


def _wheel(resolution: Resolution, name: str, wheel: Wheel, table: Paytable) -> Iterator[Fault]:
    symbols, known = [symbol for symbol, _ in wheel.segments], [row.line for row in table]
    for symbol in symbols:
        if symbol not in known:
            yield _fault(
                resolution,
                name,
                "wheel-symbol",
                f"{symbol} is no symbol of this wheel.{nearest(symbol, known)}",
            )
    for jackpot in (line for line in known if line.startswith("jackpot")):
        if jackpot not in symbols:
            yield _fault(resolution, name, "wheel-symbol", f"the wheel has no {jackpot}, which its paytable pays.")


def _readers(resolution: Resolution) -> Iterator[Fault]:
    """A word on the card reader at a table that has none."""
    uses_reader = resolution.value("hole_card_procedure") is HoleCardProcedure.HOLE_READER
    if (
        "reader_reveals_to_players" in resolution.written
        and resolution.written["reader_reveals_to_players"]
        and not uses_reader
    ):
        yield _fault(resolution, "reader_reveals_to_players", "no-reader", "this table uses no card reader.")


_CHECKS: tuple[Callable[[Resolution], Iterator[Fault]], ...] = (
    _conditions,
    _limits,
    _chips,
    _decks_and_cut,
    _manual_shuffle,
    _jackpots,
    _top_lines,
    _meters,
    _second_game,
    _wheels,
    _readers,
)
