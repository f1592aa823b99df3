"""The largest prize of a wager, which a run may not have met, or only a few times.

A variance that is measured says nothing about a prize that never came: 262,144 rounds without a super bonus have none
at all. By the rule of three a prize X not seen in n rounds has, with 95 % confidence, a chance below 3/n, so it may
add 3/n · X² to the variance of a round. That much is added to every measured variance; where the prize has come
hundreds of times it no longer shows. Decision: 0241.
"""

from __future__ import annotations

from math import hypot, sqrt

from siete.sim.chunks import compiled_of
from siete.sim.codes import WagerCode
from siete.sim.totals import Totals

_METERS = {
    WagerCode.JACKPOT_1: (WagerCode.JACKPOT_1.word,),
    WagerCode.JACKPOT_2: (WagerCode.JACKPOT_2.word,),
    WagerCode.BONUS_SPIN: ("spin",),
    WagerCode.XTREME_16: ("xtreme-primary", "xtreme-secondary"),
}


def rare_prize(totals: Totals, wager: WagerCode) -> int:
    """Cents of the largest prize of a wager that comes rarely; nought for a wager without one."""
    setup = totals.setup
    if wager is WagerCode.SUPER_BONUS:
        most = max(compiled_of(setup).levels)
        return max((pays for least, pays in setup.rules.super_bonus_tiers if most >= least), default=0)
    if wager is WagerCode.ENVY:
        return setup.rules.envy_pays * (setup.plan.boxes - 1)
    meters = totals.meters.meters
    return max((meters[name].cents for name in _METERS.get(wager, ()) if name in meters), default=0)


def error_with(measured: float, prizes: float, wagered: int) -> float:
    """The standard error of an edge with what prizes may add to it that were not met."""
    return hypot(measured, sqrt(3) * prizes / wagered) if wagered else measured
