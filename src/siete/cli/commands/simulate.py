"""`siete simulate`: simulates rounds and prints every figure with its standard error."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, contextmanager, nullcontext
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from siete.cli import output
from siete.cli.charts import strategy_of
from siete.cli.checkpoints import Checkpoints, stopped_by_signal
from siete.cli.counts import count_of
from siete.cli.options import Choices, Decks, Json, Rules, listed, rules_from
from siete.errors import SieteError
from siete.odds.wagers.registry import names
from siete.plain import Plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from siete.rules.table_rules import TableRules
    from siete.sim.chunks import Setup
    from siete.sim.comparison import EdgeDifference
    from siete.sim.results import Result
    from siete.sim.simulation import Pool
    from siete.strategy import Strategy

EPILOG = "Example: siete simulate wa --wager base --until-error 0.005% --save wa.json"

USUAL_ROUNDS = 10_000_000
NO_END = 10**13


def command(
    rules: Rules,
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="N", min=1, help="How many rounds. Default: ten million.")
    ] = None,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The same seed deals the same rounds.")] = "1",
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="W", min=1, help="Threads (or local processes).")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler's address, or local.")
    ] = None,
    wager: Annotated[
        str | None,
        typer.Option(
            "--wager",
            metavar="W",
            help=f"{listed(names())}, beside the base wager. Without it: all that RULES offers.",
        ),
    ] = None,
    bet: Annotated[str | None, typer.Option("--bet", metavar="$", help="The base wager. Default: $10.")] = None,
    strategy: Annotated[
        str,
        typer.Option(
            "--strategy", metavar="S", help="derived, never-bust, mimic-dealer, random, or a strategy's file."
        ),
    ] = "derived",
    boxes: Annotated[int, typer.Option("--boxes", metavar="N", min=1, help="Boxes in play, one player to each.")] = 1,
    until_error: Annotated[
        str | None, typer.Option("--until-error", metavar="E", help="Stop at this standard error, e.g. 0.005%.")
    ] = None,
    cards: Annotated[
        str,
        typer.Option("--cards", metavar="C", help="shoe (down to the cover card) or fresh (a full shoe each round)."),
    ] = "shoe",
    cover_effect: Annotated[
        bool, typer.Option("--cover-effect", help="Also play as many rounds from full shoes, and show the difference.")
    ] = False,
    error_rate: Annotated[
        str, typer.Option("--error-rate", metavar="P", help="Share of decisions made at random, e.g. 2%.")
    ] = "0",
    count: Annotated[
        str | None,
        typer.Option("--count", metavar="TAGS", help="A count, e.g. A-1,2+1,3+1,4+1.5,5+1.5,6+1,J-1,Q-1,K-1."),
    ] = None,
    bets: Annotated[
        str | None, typer.Option("--bets", metavar="PLAN", help="Base wagers by true count, e.g. 1:20,3:50.")
    ] = None,
    play_from: Annotated[
        str | None,
        typer.Option("--play-from", metavar="N", help="Sit out below this true count, while others play on."),
    ] = None,
    insure_from: Annotated[
        str | None, typer.Option("--insure-from", metavar="N", help="Take insurance from this true count on.")
    ] = None,
    index: Annotated[
        list[str] | None,
        typer.Option("--index", metavar="PLAY", help='An index play, e.g. "hard 16 v X: S from 3". May be repeated.'),
    ] = None,
    match_from: Annotated[
        str | None, typer.Option("--match-from", metavar="N", help="Wager match the dealer from this true count on.")
    ] = None,
    side_from: Annotated[
        list[str] | None,
        typer.Option(
            "--side-from", metavar="W:N", help="Wager W from this true count on, e.g. jackpot:3. May be repeated."
        ),
    ] = None,
    session: Annotated[
        int, typer.Option("--session", metavar="N", min=0, help="Rounds of a session, for ruin and drawdown.")
    ] = 0,
    bankroll: Annotated[str, typer.Option("--bankroll", metavar="$", help="What a session begins with.")] = "0",
    save: Annotated[
        list[Path] | None, typer.Option("--save", metavar="FILE", help="Write .json, .csv or .npz. May be repeated.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Continue a saved .json result.")
    ] = None,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="FILE", help="Compare with another saved result.")
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw a page (.html).")] = None,
    decks: Decks = None,
    choices: Choices = None,
    json: Json = False,
) -> None:
    """Simulate rounds of a table and print edge and standard error of every wager.

    The same seed gives the same result with any number of workers. Ctrl-C and SIGTERM stop at once and keep what was
    played; --save writes a .json every minute on the way, and --resume continues it to the result of one long run.
    """
    from siete.lab.simulation import cover_card_effect, focus, setup_of
    from siete.sim.saving import load
    from siete.sim.saving import save as write
    from siete.sim.simulation import Goal, simulate

    made = rules_from(rules, decks, choices)
    if cards not in ("shoe", "fresh"):
        raise typer.BadParameter("say shoe or fresh.", param_hint="--cards")
    _check_files(save or [], plot)
    goal = Goal(
        rounds=rounds or (NO_END if until_error else USUAL_ROUNDS),
        error=None if until_error is None else _error(until_error),
        wagers=focus(wager),
    )
    setup = setup_of(
        made,
        strategy=_strategy(strategy),
        wager=wager,
        bet=bet,
        seed=_seed(seed),
        boxes=boxes,
        cards=cards,
        error_rate=_part(error_rate, "--error-rate"),
        count=count_of(made, count, bets, (insure_from, play_from, match_from), index or [], side_from or []),
        session=session,
        bankroll=bankroll,
    )
    begun = load(resume).totals if resume is not None else None
    other = load(against) if against is not None else None
    if begun is not None:
        _check_resumed(begun.setup, setup)
    with (
        stopped_by_signal(),
        _pool(cluster, workers) as pool,
        _bar(goal.rounds if not until_error else 0, goal.wagers) as bar,
    ):
        watch = _watched(bar, [path for path in save or () if path.suffix == ".json"])
        result = simulate(setup, goal, workers=workers, pool=pool, begun=begun, watch=watch)
        effect = cover_card_effect(result, result.rounds) if cover_effect and not result.is_partial else None
    for path in save or ():
        write(result, path)
    if plot is not None:
        from siete.sim.plotting import plot as draw

        draw(result, plot)
    _print(result, goal.wagers, effect, other, as_json=json)
    if result.is_partial:
        raise typer.Exit(130)


def _watched(bar: Callable[[Result], None] | None, saved: list[Path]) -> Callable[[Result], None]:
    """Show progress, and write a result that can be continued every minute."""
    from siete.sim.saving import save

    def write(result: Result) -> None:
        for path in saved:
            save(result, path)

    kept = Checkpoints(write)

    def watch(result: Result) -> None:
        kept.show(result)
        if bar is not None:
            bar(result)

    return watch


def _seed(text: str) -> int:
    """The seed: a number as it is, any other text hashed to one."""
    is_number = text.isascii() and text.isdigit() and len(text) <= 19
    return int(text) if is_number else int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def _part(text: str, option: str) -> Fraction:
    """A share such as 0.005% or 0.00005."""
    try:
        found = Fraction(text.strip().removesuffix("%")) / (100 if text.strip().endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise typer.BadParameter(f"{text!r} is not a share; write it like 2% or 0.02.", param_hint=option) from None
    if not 0 <= found <= 1:
        raise typer.BadParameter(f"{text!r} is not between 0 and 100 %.", param_hint=option)
    return found


def _error(text: str) -> float:
    """The standard error to reach; 0 is refused, since it is never reached."""
    found = float(_part(text, "--until-error"))
    if not found:
        raise typer.BadParameter(
            "no number of rounds reaches an error of 0; give more than 0.", param_hint="--until-error"
        )
    return found


def _check_files(saved: list[Path], plot: Path | None) -> None:
    """Refuse files that cannot be written, before hours of work are spent."""
    from siete.sim.saving import check_kind

    for path in saved:
        check_kind(path)
    for path in (*saved, *([plot] if plot is not None else [])):
        if not path.absolute().parent.is_dir():
            raise SieteError("file/unwritable", f"{path} cannot be written: there is no such directory.")


def _strategy(text: str) -> str | Strategy:
    from siete.lab.simulation import NAMED

    return text if text in NAMED else strategy_of(Path(text))


def _check_resumed(begun: Setup, wanted: Setup) -> None:
    if (begun.rules, begun.strategy, begun.plan, begun.seed) != (
        wanted.rules,
        wanted.strategy,
        wanted.plan,
        wanted.seed,
    ):
        sentence = (
            "The saved result was made with other rules, strategy, plan or seed. Use the same ones to continue it."
        )
        raise SieteError("sim/other-setup", sentence)


def _pool(address: str | None, workers: int | None) -> AbstractContextManager[Pool | None]:
    if address is None:
        return nullcontext()
    from siete.sim.cluster import cluster

    return cluster(address, workers)


@contextmanager
def _bar(rounds: int, wagers: tuple[str, ...]) -> Iterator[Callable[[Result], None] | None]:
    """A progress bar with rounds, rate, and the current edge."""
    from siete.cli.progress import progress

    if not sys.stderr.isatty():
        yield None
        return
    with progress("compiling the simulator for this machine, once; cached for next time") as step:

        def watch(result: Result) -> None:
            edge, error = result.edge_of(wagers)
            words = f"{result.rounds:,} rounds, {result.rate / 1e6:.1f} million/s, edge {edge:.4%} ± {error:.4%}"
            step(words, result.rounds, rounds)

        yield watch


def _print(
    result: Result, wagers: tuple[str, ...], effect: tuple[float, float] | None, other: Result | None, *, as_json: bool
) -> None:
    from siete.sim.left_out import left_out

    edge, error = result.edge_of(wagers)
    if as_json:
        plain = result.to_json() | {"house_edge": edge, "standard_error": error}
        plain["left_out"] = list(left_out(result.totals.setup.rules))
        if effect is not None:
            plain["cover_card_effect"] = {"difference": effect[0], "standard_error": effect[1]}
        if other is not None:
            plain["against"] = [_plain(each) for each in _differences(other, result)]
        output.as_json(plain)
        return
    rules: TableRules = result.totals.setup.rules
    print(f"rules {rules.rule_set}, {rules.decks} decks, hash {rules.rules_hash}")
    print(f"strategy {result.totals.setup.strategy.name}, seed {result.seed}, {result.rounds:,} rounds", end="")
    print(f" ({result.rate / 1e6:.2f} million/s){', stopped early' if result.is_partial else ''}\n")
    rows = [
        (each.wager, f"{each.house_edge:.4%}", f"{each.error:.4%}", f"{each.deviation:.3f}") for each in result.wagers
    ]
    output.table(("wager", "house edge", "standard error", "deviation"), rows)
    print(f"\nhouse edge {edge:.4%} ± {error:.4%}")
    print(f"base wager with doubles and splits {result.average_wager:.4f}, ", end="")
    print(f"house edge of the base game per average wager {result.house_edge_per_average_wager:.4%}")
    print(f"{result.rounds_per_shoe:.2f} rounds per shuffle, {result.cards_per_round:.3f} cards per round")
    if effect is not None:
        print(f"cover card effect {effect[0]:+.4%} ± {effect[1]:.4%}")
    for each in _differences(other, result) if other is not None else ():
        print(f"against the other, {each.wager}: {each.difference:+.4%} ± {each.standard_error:.4%}, z = {each.z:+.2f}")
    _print_sessions(result)
    print()
    shares = [(line, f"{count:,}", f"{count / result.rounds:.6%}") for line, count in result.hands.items()]
    output.table(("hands", "count", "per round"), shares)
    print("", *(f"left out: {words}" for words in left_out(rules)), sep="\n")


def _print_sessions(result: Result) -> None:
    found = result.sessions
    if found is not None:
        print(f"risk of ruin {found['risk_of_ruin']:.3%} ± {found['standard_error']:.3%} in {found['rounds']:,} rounds")
        print(f"drawdown: half of sessions above ${found['drawdown']['50%']:,.2f}, one in 20 above ", end="")
        print(f"${found['drawdown']['95%']:,.2f}")


def _differences(one: Result, two: Result) -> tuple[EdgeDifference, ...]:
    from siete.sim.comparison import compare

    return compare(one, two)


def _plain(each: EdgeDifference) -> Plain:
    return {name: getattr(each, name) for name in ("wager", "difference", "standard_error", "z", "p")}
