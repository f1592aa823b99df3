"""Random tables for tests: any valid submission, any shoe, people who do anything allowed, and much that is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from decimal import Decimal
from enum import Enum
from functools import cache
from random import Random
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from siete.cards import SPANISH_DECK, Card
from siete.errors import FaultyDocumentError
from siete.money import Cents
from siete.rules.entries import RuleEntry
from siete.rules.names import NAMES
from siete.rules.ruleset import rule_set
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.decide import refusal
from siete.table.due import Approval, Due, Next, Refusal, Waiting
from siete.table.legal import Template, legal
from siete.table.practice import PracticeTable
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.wagers import bonus_spin

PLAYERS = ("ana", "ben", "cy")

# --- submissions -----------------------------------------------------------------------------------------------

AMOUNTS: dict[str, tuple[Any, ...]] = {
    "table_min": (5, 1, 3, 25),
    "table_max": (100, 400, 50),
    "chip_denominations": (
        [Decimal("0.25"), 1, 5],
        [Decimal("0.5"), 5, 100],
        [Decimal("0.01"), 1],
        [Decimal("0.5"), 1, Decimal("7.5")],
        [Decimal("2.5"), 5, 25, 100],
    ),
    "mtd_min": (1, 2, 5),
    "mtd_max": (25, 10, 400),
    "double_min": (1, 5),
    "dd_cap": (50, 10, 400),
    "jackpot_wager": (1, 5, 25),
    "meter_seed": (1000, 5000, 0),
    "meter_reset": (1000, 5000, 0),
    "meter_increment": ("0%", "7%", "33.333%", 1),
    "reserve_increment": ("0%", "3%", "0.001%"),
    "meter_cap": (5001, 10000),
    "spin_paytable": ("A", "B", "C", "D"),
    "xtreme_meter_increment": (["10%", "5%"], ["0.333%", "0%"]),
    "payout_limit_per_hand": (1_000, 50_000),
    "handpay_threshold": (600, 5_000),
    "cover_cards": (0, 1, 2),
    "card_change_interval_h": (1, 8, 24),
    "gaming_day_start": ("00:00", "04:30", "23:59"),
    "manual_shuffle_script": (["riffle", "strip", "riffle", "cut"], ["plug", "turn", "riffle", "riffle", "cut"]),
    "cut_min_cards_from_end": (10, 26, 48, 52),
    "cover_card_depth": ("1/4", "1/3", "1/2"),
    "penetration": ("1/10", "1/2", "9/10"),
    "burn_on_load": (0, 1, 10),
    "burn_new_dealer": (0, 1, 10),
    "idle_timeout": (1, 15, 1440),
    "mtd_odds": ({"unsuited": "4 to 1", "suited": "14 to 1"}, {"unsuited": "5 to 1", "suited": "12 to 1"}),
    "spin_wager": (1, 5),
    "spin_community": ("A", "B", "C", "D"),
    "spin_wheel": (
        {
            "$40": 20,
            "$50": 9,
            "$60": 4,
            "$70": 3,
            "$75": 2,
            "$200": 1,
            "$250": 1,
            "$500": 1,
            "$750": 1,
            "$5,000": 1,
            "$10,000": 1,
        },
    ),
    "second_spin_paytable": ("A", "B", "C", "D"),
    "second_spin_community": ("A", "B", "C", "D"),
    "second_spin_wheel": (
        {"jackpot": 1, "$1,000": 1, "$10": 9, "$250 and $100": 1, "$30 and $3": 2},
        {"jackpot": 1, "$5,000": 1, "$40": 9, "$500 and $100": 1, "$100 and $15": 2},
    ),
    "second_spin_prize": ("a bicycle",),
    "second_spin_seed": (1_000, 5_000, 7_500),
    "second_spin_reset": (1_000, 5_000),
    "second_spin_increment": ("0%", "7%", "33.333%", 1),
    "second_spin_reserve": ("0%", "3%"),
    "second_spin_cap": (5_001, 10_000),
    "jackpot_prize": ("a motor car",),
    "meter_link": ("north",),
    "second_meter_seed": (700, 2_500),
    "second_meter_reset": (700, 1_200),
    "xtreme_wheel": (
        {
            "jackpot 1": 1,
            "jackpot 2": 1,
            "$1,000": 1,
            "$600": 1,
            "$500": 1,
            "$400": 1,
            "$350": 1,
            "$300": 1,
            "$250": 1,
            "$200": 1,
        },
    ),
    "xtreme_community_wheel": ({"$150": 1, "$100": 1, "$75": 1, "$50": 1, "$40": 1, "$35": 1, "$30": 1, "$25": 2},),
    "xtreme_meter_seed": ([12_000, 6_000], [10_000, 7_500]),
    "xtreme_meter_reset": ([12_000, 6_000], [10_000, 5_000]),
    "dollar_prize_four_of_a_rank": ({"basis": "fixed", "value": 75, "funded_by": "jackpot"},),
    "dollar_prize_two_suited": ({"basis": "fixed", "value": 75, "funded_by": "jackpot"},),
    "dollar_prize_three_suited": ({"basis": "fixed", "value": 75, "funded_by": "jackpot"},),
}
"""What an operator might write where neither a list nor a word nor a short range says it."""


def random_rules(rng: Random, name: str = "") -> TableRules:
    """The rules of a random valid submission: faulty choices are taken back until none is left."""
    name = name or rng.choice(NAMES)
    menu = _menu(name)
    chosen = rng.sample(sorted(menu), rng.randrange(len(menu) + 1)) if rng.random() < 0.8 else []
    choices = {each: rng.choice(menu[each]) for each in chosen}
    while True:
        try:
            return table_rules(name, choices)
        except FaultyDocumentError as refused:
            blamed = {fault.name for fault in refused.faults} & choices.keys() or {min(choices)}
            choices = {each: value for each, value in choices.items() if each not in blamed}


@cache
def _menu(name: str) -> dict[str, tuple[Any, ...]]:
    """The choices of a rule set with values worth trying."""
    rules = rule_set(name)
    menu = {each: _values(each, rules.entries[each]) for each in rules.entries}
    if rules.jackpot_paytables:
        menu["jackpot_paytable"] = tuple(rules.jackpot_paytables)
    return {each: values for each, values in menu.items() if values}


def is_open(entry: RuleEntry) -> bool:
    """Whether a rule set leaves a choice to the operator, if only beside some other choice."""
    return not entry.is_fixed and (not entry.variants or any(not each.is_fixed for each in entry.variants.values()))


def _values(name: str, entry: RuleEntry) -> tuple[Any, ...]:
    if not is_open(entry):
        return ()
    if name in AMOUNTS:
        return AMOUNTS[name]
    open_variants = [each for each in entry.variants.values() if not each.is_fixed]
    kind = _type_of(name)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(member.value for member in kind)
    if kind is bool:
        return (False, True)
    if kind is int:
        entries = open_variants or [entry]
        allowed = [value for each in entries for value in each.allowed]
        ranges = [range(each.low, each.high + 1) for each in entries if each.low is not None and each.high is not None]
        return tuple(allowed) or tuple(value for each in ranges if len(each) < 9 for value in each)
    return ()


@cache
def _type_of(name: str) -> Any:
    kind = get_type_hints(TableRules)[name]
    if get_origin(kind) in (UnionType, Union):
        kind = next(each for each in get_args(kind) if each is not type(None))
    return kind


# --- a table ---------------------------------------------------------------------------------------------------


class RandomTable(PracticeTable):
    """A table whose wheels stop anywhere and whose people are drawn by lot."""

    def __init__(self, rules: TableRules, rng: Random, *, shoe: tuple[Card, ...] = (), dollars: int = 0) -> None:
        chips = {player: dollars or rng.choice((40, 300, 5000, 5000)) for player in PLAYERS}
        super().__init__(rules, shoe=shoe or random_shoe(rng, rules), chips=chips)
        for box in rng.sample(range(1, rules.positions + 1), min(rng.randrange(3), rules.positions)):
            player = rng.choice(PLAYERS)
            if list(self.state.seats.values()).count(player) < rules.max_boxes_per_player:
                self._take(e.PlayerSeated(player=player, box=box))

    def house_step(self, command: c.HouseCommand, rng: Random) -> tuple[e.Event, ...]:
        """One step of the house; a wheel stops at random."""
        if isinstance(command, c.Spin):
            self.spin_next(random_symbols(self.state, self.rules, command, rng))
        return self.step(command)


LEAST_CARDS = 300
"""Enough for any round of three players; what happens when a shoe runs out is no matter of these tests."""


def random_shoe(rng: Random, rules: TableRules) -> tuple[Card, ...]:
    """A shuffled shoe; often one of few ranks, so that pairs, matches, bonuses and blackjacks come often."""
    cards = list(SPANISH_DECK * max(rules.decks, LEAST_CARDS // 48 + 1))
    if rng.random() < 0.5:
        ranks = rng.sample(sorted({card.rank for card in cards}), rng.randrange(1, 6))
        suits = rng.sample("cdhs", rng.randrange(1, 5))
        few = [card for card in cards if card.rank in ranks and card.suit in suits]
        cards = few * (1 + LEAST_CARDS // len(few))
    rng.shuffle(cards)
    return tuple(cards)


def random_symbols(state: TableState, rules: TableRules, command: c.Spin, rng: Random) -> tuple[str, ...]:
    """Where the wheels stop."""
    if command.wager in bonus_spin.METERS:
        return (rng.choice(bonus_spin.games(rules)[command.wager].wheel.segments)[0],)
    assert rules.xtreme_pays is not None, "xtreme 16 is offered"
    assert rules.xtreme_community_pays is not None, "xtreme 16 is offered"
    assert state.round is not None, "wheels are spun within a round"
    boxes = [box.number for box in state.round.boxes if any(bet.wager is Wager.XTREME for bet in box.bets)]
    rows = [rng.choice(list(rules.xtreme_community_pays)).line, rng.choice(list(rules.xtreme_pays)).line]
    return (str(rng.choice(boxes)), *rows)


# --- people ----------------------------------------------------------------------------------------------------


def play_round(table: RandomTable, rng: Random) -> Iterator[tuple[e.Event, ...]]:
    """A whole round by lot, one command's events at a time; it must end."""
    assert table.state.shoe is not None, "random tables know their shoe"
    if len(table.state.shoe) - table.state.dealt < LEAST_CARDS:
        table.load(random_shoe(rng, table.rules))
        yield (table.events[-1],)
    yield table.do(c.StartRound())
    yield from _bet(table, rng)
    yield from finish_round(table, rng)


def finish_round(table: RandomTable, rng: Random) -> Iterator[tuple[e.Event, ...]]:
    """The rest of a round by lot; it stops where nobody has wagered."""
    for _ in range(2000):
        due = next_due(table.state, table.rules)
        if isinstance(due, Due) and isinstance(due.command, c.StartRound):
            return
        if isinstance(due, Waiting):
            yield table.do(random_answer(table, due, rng))
        elif isinstance(due, Due):
            yield table.house_step(due.command, rng)
        elif isinstance(due, Approval) and isinstance(due.command, c.InstructPayment):
            yield table.do(due.command)
        else:
            return
    raise AssertionError("the round does not end")


def _bet(table: RandomTable, rng: Random) -> Iterator[tuple[e.Event, ...]]:
    """Base wagers, side wagers beside them, others let onto a box, and now and then a wager taken back."""
    for player in rng.sample(PLAYERS, rng.randrange(1, len(PLAYERS) + 1)):
        for kind in (_is_base, _is_base, _is_side, _is_side, _is_side, _is_withdrawal):
            templates = [each for each in legal(table.state, table.rules, player) if kind(each)]
            if templates and rng.random() < (0.05 if kind is _is_withdrawal else 0.7):
                with _forgiven():
                    yield table.do(filled(rng.choice(templates), rng))
        for command in _shared(table, player, rng):
            with _forgiven():
                yield table.do(command)


def _is_base(template: Template) -> bool:
    return isinstance(template.command, c.PlaceWager) and template.command.wager is Wager.BASE


def _is_side(template: Template) -> bool:
    return isinstance(template.command, c.PlaceWager) and template.command.wager is not Wager.BASE


def _is_withdrawal(template: Template) -> bool:
    return isinstance(template.command, c.WithdrawWager)


class _forgiven:  # noqa: N801  # reads as a statement
    """Let a wager be refused: a template's amounts need not all be made of chips."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: Any) -> bool:
        return isinstance(error, Refusal)


def _shared(table: RandomTable, player: str, rng: Random) -> Iterator[c.PlayerCommand]:
    """Somebody is let onto a box, where that may be."""
    if table.rules.max_bettors_per_box > 1 and table.state.round is not None and rng.random() < 0.7:
        for box in table.state.round.boxes:
            yield c.AdmitBettor(player=box.originals[0][0], box=box.number, bettor=player)
            yield c.PlaceWager(player=player, box=box.number, amount=Cents(rng.choice((500, 1000, 2500))))


def filled(template: Template, rng: Random) -> c.PlayerCommand:
    """The template's command with an amount it allows; of a cut, a depth."""
    if not template.step:
        return template.command
    steps = (template.most - template.least) // template.step
    amount = rng.choice((template.least, template.most, template.least + rng.randint(0, steps) * template.step))
    name = "at" if isinstance(template.command, c.CutCards) else "amount"
    command: c.PlayerCommand = changed(template.command, **{name: Cents(amount)})
    return command


def changed(command: Any, **changes: Any) -> Any:
    """The command with other values."""
    values = {each.name: getattr(command, each.name) for each in fields(command)}
    return type(command)(**values | changes)


def random_answer(table: RandomTable, due: Waiting, rng: Random) -> c.PlayerCommand:
    """Some legal answer of somebody who is asked; stands are rarer, so that hands grow."""
    ask = rng.choice(due.asks)
    templates = [each for each in legal(table.state, table.rules, ask.player) if each.command.box == ask.box]
    assert templates, f"{ask} has no legal answer"
    keen = [each for each in templates if not isinstance(each.command, c.Stand | c.Surrender)]
    template = rng.choice(keen if keen and rng.random() < 0.6 else templates)
    command = filled(template, rng)
    return command if refusal(table.state, table.rules, command) is None else template.command


# --- nonsense --------------------------------------------------------------------------------------------------


def random_nonsense(rng: Random, due: Next) -> c.Command:
    """Any command at all, with any values; often of somebody who is asked something else."""
    kind = rng.choice(_COMMANDS)
    hints = _hints(kind)  # type: ignore[arg-type]  # every class can be looked up
    values = {each.name: _nonsense(each.name, hints[each.name], rng) for each in fields(kind)}
    if isinstance(due, Waiting) and issubclass(kind, c.PlayerCommand) and rng.random() < 0.5:
        ask = rng.choice(due.asks)
        values |= {"player": ask.player, "box": ask.box}
    return kind(**values)


@cache
def _hints(kind: type[c.Command]) -> dict[str, Any]:
    return get_type_hints(kind)


def _nonsense(name: str, hint: Any, rng: Random) -> Any:
    """A value of the type that a field has, and mostly a wrong one."""
    if name in _WORDS:
        return rng.choice(_WORDS[name])
    if get_origin(hint) in (UnionType, Union):
        return _nonsense("", rng.choice(get_args(hint)), rng)
    if get_origin(hint) is tuple:
        return tuple(_nonsense("", get_args(hint)[0], rng) for _ in range(rng.randrange(3)))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return rng.choice(list(hint))
    return rng.choice(_BY_TYPE[hint])


_COMMANDS: tuple[type[c.Command], ...] = tuple(
    kind
    for kind in vars(c).values()
    if isinstance(kind, type) and issubclass(kind, c.Command) and not kind.__subclasses__()
)

_WORDS: dict[str, tuple[Any, ...]] = {
    "player": (*PLAYERS, "zoe", ""),
    "box": (-1, 0, 1, 2, 3, 7, 8),
    "amount": tuple(map(Cents, (-500, 0, 1, 99, 500, 2500, 10_000, 10**12))),
}

_BY_TYPE: dict[Any, tuple[Any, ...]] = {
    str: (*PLAYERS, "zoe", "", "spin", "jackpot-1", "jackpot", "1"),
    int: (-1, 0, 1, 2, 5, 48, 10**9),
    Cents: tuple(map(Cents, (-500, 0, 1, 99, 500, 2500, 500_000, 10**12))),
    bool: (False, True),
    Card: SPANISH_DECK[:3],
    type(None): (None,),
    Wager: Wager.known(),
}
