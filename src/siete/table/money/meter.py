"""A progressive meter: an aggregate of its own, exact to the fraction of a cent, that tables may share."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from siete.money import Cents
from siete.rules.options import After100pct
from siete.table.events.base import LATER


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """What a meter shows, what its reserve holds, and the fractions of a cent that neither shows yet."""

    amount: Cents
    reset: Cents
    reserve: Cents = Cents(0)
    fraction: Fraction = Fraction(0)
    reserve_fraction: Fraction = Fraction(0)
    cap: Cents | None = None
    after_100pct: After100pct = After100pct.RESEED
    owes_seed: bool = False
    """Whether a whole award has emptied it and it starts again only after the round."""
    seeded: Cents = Cents(0)
    """What the house has put in as seeds, beyond what reserves gave."""
    overflow: Fraction = Fraction(0)
    """What wagers since the last award would have added above the cap; it went to the reserve."""
    restarts: int = 0
    """How often a whole award has been paid: what wagers had added before is not there any more."""

    @staticmethod
    def seeded_with(
        seed: Cents, *, reset: Cents, cap: Cents | None = None, after: After100pct = After100pct.RESEED
    ) -> Meter:
        """A meter that starts at its seed."""
        return Meter(amount=seed, reset=reset, cap=cap, after_100pct=after, seeded=seed)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterEvent:
    """Something that happened to a meter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterOpened(MeterEvent):
    """The meter started, at a seed that the house put in."""

    seed: Cents
    reset: Cents
    cap: Cents | None = None
    after_100pct: After100pct = After100pct.RESEED


@dataclass(frozen=True, slots=True, kw_only=True)
class Contributed(MeterEvent):
    """Wagers added to the meter and its reserve; `moved` is what crossed in whole cents."""

    meter: Fraction
    reserve: Fraction
    moved: Cents
    overflow: Fraction = field(default=Fraction(0), metadata=LATER)
    """The part of the reserve's that is there only because the meter stood at its cap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Awarded(MeterEvent):
    """The meter paid; after a whole award it starts again."""

    before: Cents
    amount: Cents
    is_whole: bool
    from_reserve: Cents = Cents(0)
    from_house: Cents = Cents(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reseeded(MeterEvent):
    """The meter started again after the round in which it was emptied."""

    from_reserve: Cents
    from_house: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Reversed(MeterEvent):
    """A void round took its contribution back."""

    meter: Fraction
    reserve: Fraction
    moved: Cents
    overflow: Fraction = field(default=Fraction(0), metadata=LATER)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterChanged(MeterEvent):
    """Two people changed what the meter shows; the house put in the difference, or took it out."""

    difference: Cents
    by: str
    second: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterTermsChanged(MeterEvent):
    """Two people changed what the meter is reset to, gets of each wager and stops at; the house put in what it lacked.

    `change` is the number of what they signed; the rates are those of the table that was changed.
    """

    reset: Cents
    cap: Cents | None
    rate: Fraction
    reserve_rate: Fraction
    difference: Cents
    change: int
    by: str
    second: str
    reason: str
    clause: str = ""


UNOPENED = Meter(amount=Cents(0), reset=Cents(0))
"""A meter before its first event."""


def contribute(meter: Meter, wagered: Cents, rate: Fraction, reserve_rate: Fraction = Fraction(0)) -> Contributed:
    """What wagers add: exact shares, of which whole cents move now and fractions are kept for later.

    What would take the meter above its cap goes to the reserve. Clauses: MD-12.D.6.a, MD-12.E.3.a. Decision: 0045.
    """
    share = wagered * rate
    room = share if meter.cap is None else max(Fraction(0), meter.cap - meter.amount - meter.fraction)
    shown = min(share, room)
    kept = wagered * reserve_rate + share - shown
    moved = int(meter.fraction + shown) + int(meter.reserve_fraction + kept)
    return Contributed(meter=shown, reserve=kept, moved=Cents(moved), overflow=share - shown)


def reverse(
    meter: Meter,
    wagered: Cents,
    rate: Fraction,
    reserve_rate: Fraction = Fraction(0),
    *,
    restarts: int | None = None,
) -> Reversed:
    """Undo what returned wagers had added when the meter had been restarted so often (None: it is not known).

    What went past the cap comes back out of the reserve, so that the meter stands as if the wagers had never been
    made. After a restart nothing of it is there, and the meter keeps what it shows.

    Clauses: MD-12.D.6.b.iv. Decision: 0075.
    """
    if restarts is not None and restarts != meter.restarts:
        return Reversed(meter=Fraction(0), reserve=Fraction(0), moved=Cents(0))
    share = wagered * rate
    over = min(share, meter.overflow)
    shown = min(share - over, meter.amount + meter.fraction)
    kept = min(wagered * reserve_rate + over, meter.reserve + meter.reserve_fraction)
    less = _moved(meter, -shown, -kept)
    moved = (meter.amount - less.amount) + (meter.reserve - less.reserve)
    return Reversed(meter=shown, reserve=kept, moved=Cents(moved), overflow=over)


def _floor(amount: Fraction) -> int:
    return amount.numerator // amount.denominator


def award(meter: Meter, amount: Cents, *, is_whole: bool) -> Awarded:
    """Pay a part of the meter; after a whole award it starts again at its seed plus the reserve. Decision: 0052."""
    assert 0 <= amount <= meter.amount, "a meter pays what it shows, or less"
    if not is_whole or meter.after_100pct is After100pct.ZERO:
        return Awarded(before=meter.amount, amount=amount, is_whole=is_whole)
    return Awarded(
        before=meter.amount, amount=amount, is_whole=True, from_reserve=meter.reserve, from_house=meter.reset
    )


def award_posted(meter: Meter, amount: Cents) -> tuple[Awarded, Contributed]:
    """Pay out of a posted prize, for which the table puts in as much; it lies in reserve until it is posted again.

    Clauses: WA3-J11.c. Decision: 0052.
    """
    assert 0 <= amount <= meter.amount, "a posted prize pays what it shows, or less"
    paid = Awarded(before=meter.amount, amount=amount, is_whole=False)
    return paid, Contributed(meter=Fraction(0), reserve=Fraction(amount), moved=amount)


def post_again(meter: Meter, posted: Cents) -> Reseeded:
    """Put a house jackpot back to what is posted, out of what the tables have put in. Clauses: WA3-J11.b."""
    missing = Cents(posted - meter.amount)
    assert missing > 0, "only a prize that was paid out is put back"
    from_reserve = Cents(min(missing, meter.reserve))
    return Reseeded(from_reserve=from_reserve, from_house=Cents(missing - from_reserve))


def reseed(meter: Meter) -> Reseeded:
    """Let a meter that stayed empty for the rest of its round start again. Decision: 0052."""
    assert meter.owes_seed, "only an emptied meter starts again"
    return Reseeded(from_reserve=meter.reserve, from_house=meter.reset)


def apply(meter: Meter, event: MeterEvent) -> Meter:
    """The meter after an event."""
    match event:
        case MeterOpened(seed=seed, reset=reset, cap=cap, after_100pct=after):
            return Meter.seeded_with(seed, reset=reset, cap=cap, after=after)
        case Contributed(meter=shown, reserve=kept, overflow=over):
            return replace(_moved(meter, shown, kept), overflow=meter.overflow + over)
        case Reversed(meter=shown, reserve=kept, overflow=over):
            return replace(_moved(meter, -shown, -kept), overflow=meter.overflow - over)
        case Awarded():
            return _paid(meter, event)
        case Reseeded(from_reserve=from_reserve, from_house=from_house):
            return _fed(replace(meter, owes_seed=False), from_reserve, from_house)
        case MeterChanged(difference=difference):
            return _fed(meter, Cents(0), difference)
        case MeterTermsChanged(reset=reset, cap=cap, difference=difference):
            return _fed(replace(meter, reset=reset, cap=cap), Cents(0), difference)
    raise AssertionError(f"unknown event {event}")


def _paid(meter: Meter, event: Awarded) -> Meter:
    paid = replace(
        meter,
        amount=Cents(meter.amount - event.amount),
        owes_seed=event.is_whole and not event.from_house,
        overflow=Fraction(0),
        restarts=meter.restarts + event.is_whole,
    )
    return _fed(paid, event.from_reserve, event.from_house)


def _fed(meter: Meter, from_reserve: Cents, from_house: Cents) -> Meter:
    return replace(
        meter,
        amount=Cents(meter.amount + from_reserve + from_house),
        reserve=Cents(meter.reserve - from_reserve),
        seeded=Cents(meter.seeded + from_house),
    )


def _moved(meter: Meter, shown: Fraction, kept: Fraction) -> Meter:
    amount = meter.amount + meter.fraction + shown
    reserve = meter.reserve + meter.reserve_fraction + kept
    whole, whole_reserve = _floor(amount), _floor(reserve)
    return replace(
        meter,
        amount=Cents(whole),
        fraction=amount - whole,
        reserve=Cents(whole_reserve),
        reserve_fraction=reserve - whole_reserve,
    )
