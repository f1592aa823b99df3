"""`siete.simulate`: rules by name, strategies by name or file, wagers by the names that odds use."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from siete.errors import UnknownNameError, nearest
from siete.money import Cents, cents_from_text
from siete.odds.wagers import registry as priced
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.sim.chunks import Setup
from siete.sim.codes import WagerCode
from siete.sim.plan import Cards, Count, Plan, all_extras, all_sides, default_wager, mandatory
from siete.sim.results import Result
from siete.sim.simulation import Goal, Pool
from siete.sim.simulation import simulate as run
from siete.sim.wagers import registry
from siete.strategy import Strategy, mimic_the_dealer, never_bust

NAMED = ("derived", "never-bust", "mimic-dealer", "random")
"""Strategies that need no file."""


def simulate(
    rules: str | Path | TableRules,
    rounds: int = 10_000_000,
    *,
    strategy: str | Strategy = "derived",
    wager: str | None = None,
    bet: str | int | None = None,
    seed: int = 1,
    boxes: int = 1,
    cards: str = "shoe",
    error_rate: float | Fraction = 0,
    count: Count | None = None,
    session: int = 0,
    bankroll: str | int = 0,
    until_error: float | None = None,
    workers: int | None = None,
    watch: Callable[[Result], None] | None = None,
    pool: Pool | None = None,
    **choices: object,
) -> Result:
    """Simulate rounds; amounts in dollars, other keywords are choices of the rules.

    >>> from siete import simulate
    >>> result = simulate("wa", 300_000, strategy="never-bust", wager="base")
    >>> result.rounds, result.house_edge > 0.01
    (300000, True)
    """
    made = rules if isinstance(rules, TableRules) else table_rules(str(rules), choices)
    setup = setup_of(
        made, strategy=strategy, wager=wager, bet=bet, seed=seed, boxes=boxes, cards=cards, error_rate=error_rate,
        count=count, session=session, bankroll=bankroll,
    )  # fmt: skip
    goal = Goal(rounds=rounds, error=until_error, wagers=focus(wager))
    return run(setup, goal, workers=workers, watch=watch, pool=pool)


def focus(wager: str | None) -> tuple[str, ...]:
    """The names of the wagers that a word asks about; none for all."""
    if wager is None:
        return ()
    return tuple(sorted(each.word for each in _wagers(wager))) or (wager,)


def _wagers(word: str) -> frozenset[WagerCode]:
    """The kernel's wagers that a name of the odds stands for; none for one that is played by tables of its own."""
    if word in registry.names():
        return frozenset()
    if word not in priced.names():
        known = dict.fromkeys((*priced.names(), *registry.names()))
        raise UnknownNameError("sim/unknown-wager", f"There is no wager {word!r}.{nearest(word, known)}")
    names = priced.priced(word).wagers
    return frozenset(code for code in WagerCode if code.word in names)


def setup_of(
    rules: TableRules,
    *,
    strategy: str | Strategy = "derived",
    wager: str | None = None,
    bet: str | int | None = None,
    seed: int = 1,
    boxes: int = 1,
    cards: str = "shoe",
    error_rate: float | Fraction = 0,
    count: Count | None = None,
    session: int = 0,
    bankroll: str | int = 0,
) -> Setup:
    """The set-up of a simulation; without a wager's name, everything the rules offer is played."""
    base = default_wager(rules) if bet is None else cents_from_text(str(bet))
    wanted = frozenset(WagerCode) if wager is None else _wagers(wager)
    needed = mandatory(rules)
    sides = {each: amount for each, amount in all_sides(rules, base).items() if each in wanted or each in needed}
    extras = {name: amount for name, amount in all_extras(rules, base).items() if wager in (None, name)}
    if wager is not None and not (sides.keys() & wanted or wanted & _BESIDE or extras):
        raise UnknownNameError("sim/not-offered", f"These rules do not offer {wager}.")
    super_bonus = WagerCode.SUPER_BONUS in wanted
    played, is_random = strategy_of(strategy, rules, base if super_bonus else None)
    plan = Plan(
        boxes=boxes,
        wager=base,
        sides=sides,
        extras=extras,
        cards=Cards(cards),
        insurance=wager == "insurance",
        error_rate=Fraction(1) if is_random else Fraction(error_rate).limit_denominator(10**6),
        count=count,
        super_bonus=super_bonus,
        session=session,
        bankroll=Cents(cents_from_text(str(bankroll))),
    )
    return Setup(rules=rules, strategy=played, plan=plan, seed=seed).checked()


_BESIDE = frozenset({WagerCode.BASE, WagerCode.INSURANCE, WagerCode.SUPER_BONUS})


def strategy_of(strategy: str | Strategy, rules: TableRules, wager: Cents | None = None) -> tuple[Strategy, bool]:
    """The strategy of a name or a file, and whether every decision is random.

    The derived chart plays for the super bonus where a wager is given; wagers that rise with a count are played by
    the chart of the least.
    """
    if isinstance(strategy, Strategy):
        return strategy, False
    if strategy == "derived":
        from siete.odds.base.solution import charted_play

        return charted_play(rules, wager), False
    if strategy == "never-bust":
        return never_bust(), False
    if strategy == "mimic-dealer":
        return mimic_the_dealer(hits_soft_17=rules.dealer_soft17.value == "hit"), False
    if strategy == "random":
        return Strategy(name="Random", rows=never_bust().rows), True
    return Strategy.from_bytes(Path(strategy).read_bytes()), False


def cover_card_effect(
    result: Result, rounds: int, watch: Callable[[Result], None] | None = None
) -> tuple[float, float]:
    """What dealing down to the cover card adds to the edge of a full shoe each round, and the error of that."""
    setup = result.totals.setup
    fresh = replace(setup, plan=replace(setup.plan, cards=Cards.FRESH), seed=setup.seed + 1)
    other = run(fresh, Goal(rounds=rounds), watch=watch)
    both: Iterable[float] = (result.standard_error, other.standard_error)
    return result.house_edge - other.house_edge, sum(error**2 for error in both) ** 0.5
