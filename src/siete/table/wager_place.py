"""Where a wager lies on the layout, and the events of money and coupons there."""

from __future__ import annotations

from dataclasses import dataclass

from siete.money import Cents
from siete.table import events as e
from siete.table.frozen.fast_init import quicken
from siete.table.state.box import Bet, Box
from siete.table.state.hand import Stake
from siete.table.state.wager import Wager


@dataclass(frozen=True, slots=True)
class WagerPlace:
    """Whose wager it is, on which hand of which box. Side wagers and insurance lie at hand 0."""

    player: str
    box: int
    hand: int
    wager: Wager

    @classmethod
    def of_stake(cls, box: Box, hand: int, stake: Stake) -> WagerPlace:
        """The place of a bettor's base wager."""
        return cls(stake.player, box.number, hand, Wager.BASE)

    @classmethod
    def of_bet(cls, box: Box, bet: Bet) -> WagerPlace:
        """The place of a side wager or insurance."""
        return cls(bet.player, box.number, 0, bet.wager)

    def paid(self, amount: Cents, *, line: str, clause: str) -> e.WagerPaid:
        return e.WagerPaid(
            player=self.player,
            box=self.box,
            hand=self.hand,
            wager=self.wager,
            amount=amount,
            line=line,
            clause=clause,
        )

    def returned(self, amount: Cents, *, line: str = "", closes: bool = True, clause: str) -> e.WagerReturned:
        return e.WagerReturned(
            player=self.player,
            box=self.box,
            hand=self.hand,
            wager=self.wager,
            amount=amount,
            line=line,
            closes=closes,
            clause=clause,
        )

    def collected(self, amount: Cents, *, line: str = "", clause: str) -> e.WagerCollected:
        return e.WagerCollected(
            player=self.player,
            box=self.box,
            hand=self.hand,
            wager=self.wager,
            amount=amount,
            line=line,
            clause=clause,
        )

    def withdrawn(self, amount: Cents, *, clause: str) -> e.WagerWithdrawn:
        return e.WagerWithdrawn(player=self.player, box=self.box, wager=self.wager, amount=amount, clause=clause)

    def award_won(self, *, line: str, clause: str) -> e.AwardWon:
        return e.AwardWon(player=self.player, box=self.box, wager=self.wager, line=line, clause=clause)

    def handed_over(self, prize: str, worth: Cents, *, line: str, clause: str) -> e.PrizeHandedOver:
        return e.PrizeHandedOver(
            player=self.player, box=self.box, wager=self.wager, line=line, prize=prize, worth=worth, clause=clause
        )

    def wheel_spun(self, symbols: tuple[str, ...] = (), *, line: str = "", clause: str) -> e.WheelSpun:
        return e.WheelSpun(
            box=self.box, player=self.player, wager=self.wager, symbols=symbols, line=line, clause=clause
        )

    def taken_returned(self, amount: Cents, *, clause: str) -> e.TakenWagerReturned:
        return e.TakenWagerReturned(player=self.player, box=self.box, wager=self.wager, amount=amount, clause=clause)

    def payment_reversed(self, amount: Cents, *, clause: str) -> e.PaymentReversed:
        return e.PaymentReversed(player=self.player, box=self.box, wager=self.wager, amount=amount, clause=clause)

    def coupon_paid(self, worth: Cents, *, amount: Cents, line: str, clause: str) -> e.CouponPaid:
        return e.CouponPaid(
            player=self.player,
            box=self.box,
            hand=self.hand,
            wager=self.wager,
            worth=worth,
            amount=amount,
            line=line,
            clause=clause,
        )

    def coupon_collected(self, worth: Cents, *, clause: str) -> e.CouponCollected:
        return e.CouponCollected(
            player=self.player, box=self.box, hand=self.hand, wager=self.wager, worth=worth, clause=clause
        )

    def coupon_returned(self, worth: Cents, *, clause: str) -> e.CouponReturned:
        return e.CouponReturned(
            player=self.player, box=self.box, hand=self.hand, wager=self.wager, worth=worth, clause=clause
        )


quicken(WagerPlace)
