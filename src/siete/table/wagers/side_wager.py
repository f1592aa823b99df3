"""What a side wager is to the table: the record that each file of this folder fills, and the registry loops over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction

from siete.money import Cents
from siete.rules.options import After100pct
from siete.rules.paytable import Paytable, Wheel
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Next
from siete.table.settling_order import open_bets, settling
from siete.table.state.box import Bet, Box
from siete.table.state.round import Award, Round
from siete.table.state.wager import Wager

Limits = tuple[Cents, Cents]
"""Least and most."""
PaysAward = Award | c.PayAward


class Moment(Enum):
    """When side wagers are settled, in the order of a round."""

    BEFORE_PLAY = auto()
    """The first cards lie face up, and the base game has not begun."""
    SECOND_CARD = auto()
    """The dealer's second card has been turned, and decides what waited for it."""
    EXPOSURE = auto()
    """After that, where the house settles down card wagers when the card is exposed."""
    BASE_GAME = auto()
    """The hands are settled."""
    PRIZES = auto()
    """Super bonus, envy and awards are paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A betting area beside the box, with its names."""

    wager: Wager
    title: str
    short: str
    mark: str
    """Two letters, where there is room for no more."""
    key: str
    """What is typed before the amount on a terminal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A paytable as the layout shows it."""

    wager: Wager
    title: str
    note: str
    rows: tuple[tuple[str, str], ...]
    clause: str


@dataclass(frozen=True, slots=True)
class LineInWords:
    """How a settled line reads, and at what odds; none where the amount says it."""

    text: str
    odds: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelShown:
    """A wheel as it is drawn: its symbols, and the paytable with their clauses."""

    name: str
    wheel: Wheel
    pays: Paytable
    everybody: str = ""
    """The name of the wheel that turns with it and pays everybody."""
    caption: str = "What the wheel can pay."
    """What stands above the list of its odds."""
    title: str = ""
    """What it is called beside another wheel of the same wager; else it has the wager's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelGame:
    """What a side wager that spins wheels adds."""

    spin: Callable[[Round, TableRules, c.Spin, str], Iterator[e.Event]]
    """Pay what the wheels show; a refusal where they cannot show it."""
    stops: Callable[[Wager, Round, TableRules], tuple[Wheel, ...]]
    """What is drawn for a spin, symbol by symbol."""
    shown: Callable[[TableRules], Iterable[WheelShown]]
    occasion: str = ""
    """Why the wheels turn, where one spin is for all who wagered; nothing where each winner spins."""
    told: str = ""
    """What a shared spin comes to: `{box}` is the box it names, `{everybody}` and `{symbol}` what the wheels show."""

    @property
    def is_shared(self) -> bool:
        """Whether one spin is for everybody who wagered."""
        return bool(self.occasion)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterTerms:
    """A meter of a table: what it starts at, and what each wager adds."""

    name: str
    title: str
    wager: Wager
    """The wager that feeds it and that it pays."""
    seed: Cents
    reset: Cents
    rate: Fraction
    reserve_rate: Fraction = Fraction(0)
    cap: Cents | None = None
    after: After100pct = After100pct.RESEED
    is_fed: bool = True
    """Whether wagers add to it; a fixed prize stays as it is."""
    clause: str
    """The clause by which wagers add to it."""
    parameters: tuple[str, ...] = ()
    """The parameters that these terms stand in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progressive:
    """What a side wager with meters adds."""

    names: Mapping[str, Wager]
    """Every meter it can have, in the order in which they are fed, and the wager of each."""
    meters: Callable[[TableRules], Iterable[MeterTerms]]
    """The meters of a table with these rules."""
    meter_of: Callable[[PaysAward], str]
    """The meter that pays an award."""
    amount: Callable[[PaysAward, Cents, TableRules], Cents] = lambda award, shown, rules: shown
    """What an award comes to when the meter shows so much."""
    is_whole: Callable[[PaysAward, TableRules], bool] = lambda award, rules: True
    """Whether an award takes all that the meter shows, so that the meter starts again."""
    place: Callable[[Award, TableRules], tuple[int, ...]] = lambda award, rules: ()
    """Where an award stands among those of the round; equal places are paid in the order in which they were won."""
    posted: Callable[[TableRules], bool] = lambda rules: False
    """Whether the house pays the prize, by way of the books of the meter."""
    step: Step = Step.AWARD
    line_clause: Callable[[PaysAward, TableRules], str] = lambda award, rules: ""
    """The clause of the line that an award is won by, where the paytable has it; else that of the step."""


def _as_it_is(spot: Spot, rules: TableRules) -> Spot:
    return spot


def _no_wagers(rules: TableRules) -> tuple[Wager, ...]:
    return ()


def _no_events(current: Round, rules: TableRules) -> Iterator[e.Event]:
    return iter(())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SideWager:
    """One side wager, with all spots that are settled alike."""

    spots: tuple[Spot, ...]
    """Every spot it can have, in the order in which they are offered."""
    offered: Callable[[TableRules], tuple[Wager, ...]]
    """The spots that a table with these rules offers."""
    limits: Callable[[Wager, TableRules, Cents], Limits]
    """Least and most that may stand on an offered spot beside a base wager."""
    limit_clause: Callable[[TableRules], str]
    """The clause that a wager outside its limits breaks."""
    due: Callable[[Moment, Round, TableRules], Next]
    """The next of its wagers to settle, or wheels to spin, at a point of the round."""
    settle: Callable[[Round, Box, Bet, TableRules, str], Iterator[e.Event]]
    """Pay or collect one wager."""
    panels: Callable[[TableRules], Iterable[Panel]]
    lines: Callable[[Wager, TableRules], Mapping[str, LineInWords]]
    """How each line of an offered spot reads."""
    least_clause: Callable[[TableRules], str] | None = None
    """The clause of the least, where it is another one."""
    place_step: Step = Step.PLACE_SIDE
    """The step that allows it beside a base wager."""
    required: Callable[[TableRules], tuple[Wager, ...]] = _no_wagers
    """The spots that the house requires beside every base wager."""
    named: Callable[[Spot, TableRules], Spot] = _as_it_is
    """A spot with the names that it has at a table with these rules."""
    is_one_of: bool = False
    """Whether its spots are sizes of one wager, of which a bettor may take one on a box."""
    takes_coupons: bool = False
    is_locked_out: bool = False
    """Whether equipment, not the dealer, stops taking it when wagers close."""
    is_taken: bool = False
    """Whether the system takes it off the layout when wagers close."""
    waits_for_second_card: tuple[Wager, ...] = ()
    """The spots that still look at the box's first cards when the dealer's second card comes. Decision: 0042."""
    begin: Callable[[Round, TableRules], Iterator[e.Event]] = _no_events
    """What happens as the base game begins."""
    wheel: WheelGame | None = None
    progressive: Progressive | None = None

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """The ids of its spots."""
        return tuple(spot.wager for spot in self.spots)


def settle_step(box: Box, bet: Bet) -> c.SettleWager:
    """The step that settles a wager."""
    return c.SettleWager(box=box.number, player=bet.player, wager=bet.wager)


def open_in_order(current: Round, rules: TableRules, wagers: tuple[Wager, ...]) -> Iterator[tuple[Box, Bet]]:
    """Live wagers on these spots in the order of settling: box by box, and there as they were placed."""
    for box in settling(current, rules):
        for bet in open_bets(box):
            if bet.wager in wagers:
                yield box, bet
