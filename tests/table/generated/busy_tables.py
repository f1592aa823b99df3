"""Busy tables, written down: submissions with everything that is rare, shoes of few ranks, and something wrong often.

`journal` writes down tables by lot, with all that everybody sees. These play more rounds and write less of each: every
command and what it brought about, what meters did, what a round came to, and why somebody could not do something.

`python -m tests.table.generated.busy_tables "wa 2"` prints one, to be read beside that of the version before.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from random import Random
from typing import Any

from siete.cards import Card
from siete.host.chance.shuffling import Chance
from siete.money import Cents
from siete.rules.options import Authority
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.approvals import is_refused
from siete.table.decide import decide
from siete.table.due import Approval, Refusal, Waiting
from siete.table.legal import legal, weighed
from siete.table.money.results import results_of
from siete.table.money.statement import statement_of
from siete.table.reasons import short_reason
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.stepping import StepTaken
from siete.table.wagers import registry
from tests.table.generated.journal import refused, words
from tests.table.generated.mishaps import MISHAPS, ORDERS, REMEDIES
from tests.table.generated.random_play import PLAYERS, filled
from tests.table.generated.random_tables import Running

ROUNDS = 20
TRIED = 0.12
"""The share of steps before which somebody tries something else."""
PRIZE = {"basis": "fixed", "value": 75, "funded_by": "jackpot"}

BUSY: dict[str, dict[str, Any]] = {
    "md 1": {"spin_offered": True, "spin_both": True, "shuffler_batches": 2, "void_reverses_settled_sidebets": True},
    "md 2": {"decks": 8, "spin_offered": True, "spin_wager": 1, "xtreme_hotspot_selection": "bettors_only"}
    | {"shuffle_method": "manual", "split_two_card_21": "md_literal_push", "double_soft21": True, "spin_paytable": "A"},
    "md 3": {"spin_offered": True, "meter_cap": 5001, "shuffle_method": "direct_load", "shuffler_batches": 2}
    | {"max_boxes_per_player": 2, "mid_shoe_entry": "barred", "cover_cards": 2, "collect_busts": "end_of_round"},
    "md 4": {"spin_offered": True, "spin_wager": 5, "spin_paytable": "C", "jackpot_type": "merchandise"}
    | {"jackpot_prize": "a motor car", "settlement_procedure": "position_by_position", "recut_person": "last_cutter"},
    "md-draft 1": {"shuffle_method": "continuous", "continuous_device_approved": True, "max_boxes_per_player": 3},
    "md-draft 2": {"preshuffled_cards": True, "shuffler_batches": 2, "dealer_bj_collect": "busted_plus_one"},
    "ma 1": {"match_play_coupons": True, "max_bettors_per_box": 3, "hole_card_procedure": "no_hole"},
    "ma 2": {"match_play_coupons": True, "max_bettors_per_box": 3, "hole_card_procedure": "hole_no_peek"}
    | {"dealer_bj_collect": "busted_plus_one", "spin_offered": True, "split_two_card_21": "ma_literal_3to2"},
    "ma 3": {"match_play_coupons": True, "max_bettors_per_box": 2, "max_boxes_per_player": 2, "boxes_adjacent": True}
    | {"shuffle_method": "manual", "hit_soft21": True, "undoubled_bettor_keeps_bonus": False},
    "s13 1": {"match_play_coupons": True, "max_bettors_per_box": 3, "hole_card_procedure": "no_hole"},
    "s13 2": {"match_play_coupons": True, "max_bettors_per_box": 2, "double_soft21": True, "idle_spread": "face_up"},
    "wa 1": {"jackpot_games": 2, "jackpot_paytable": ["3c/1", "4d/6"], "table3_top": "alt1", "table4_top": "alt1"}
    | {"double_double": True, "mtd_configuration": 4, "mtd_bonus_cards": 5, "mtd_down_settle": "exposure"},
    "wa 2": {"decks": 2, "jackpot_games": 2, "jackpot_paytable": ["4a/1", "4a/6"], "jackpot_wager": [5, 25]}
    | {
        "dollar_prize_four_of_a_rank": PRIZE,
        "second_meter_seed": 700,
        "after_100pct": "zero",
        "mtd_settle": "by_position",
    },
    "wa 3": {
        "jackpot_paytable": ["5c/1", "6/1"],
        "jackpot_games": 2,
        "dollar_prize_two_suited": PRIZE,
        "meter_seed": 100,
    }
    | {"t6_suited_match_scope": "any_two_cards", "refused_card": "burned", "shuffle_method": "manual"},
    "wa 4": {"jackpot_type": "house", "house_jackpot_pays_each": False, "jackpot_games": 2, "table3_top": "alt2"}
    | {"jackpot_paytable": ["3c/1", "5c/6"], "mtd_configuration": 3, "mtd_bonus_cards": 4, "mtd_sequence": "by_card"},
    "wa 5": {"decks": 8, "jackpot_type": "house", "mtd_mandatory": "all", "mtd_settle": "losers_then_winners"}
    | {"mtd_configuration": 2, "deal_order": "players_first", "reveal_order": "after_deal", "dealt_from": "hand"}
    | {"shuffle_method": "manual", "unusable_shuffler": "remove", "burn_disclose_on_request": True},
    "wa-v002 1": {"double_double": True, "several_tens": "reshuffle", "ten_spot_disposal": "destroyed"}
    | {"jackpot_paytable": ["9c/1"], "cover_cards": 0, "mid_shoe_entry": "barred"},
    "wa-v002 2": {"decks": 4, "after_100pct": "zero", "meter_increment": "50%", "table_min": 3, "double_min": 1}
    | {"chip_denominations": [Decimal("0.5"), 1, 5, 25], "cut_order": "rotating", "recut_until": "first_card"},
}
"""What is chosen at each table; a choice that its rule set does not take is left out by nobody: it would be refused."""


class FewRanks(Chance):
    """Orders in which a few ranks and suits come first, and wheels of which each symbol is as likely as another."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._rng = Random(f"few {seed}")

    def order(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Blocks of cards of a few ranks and suits, then whatever is left."""
        left, found = list(super().order(cards)), []
        for ranks, suits in (self._few() for _ in range(12)):
            block = [card for card in left if card.rank.value in ranks and card.suit.value in suits][:24]
            for card in block:
                left.remove(card)
            found += block
        return (*found, *left)

    def _few(self) -> tuple[str, str]:
        """Ranks and suits: for prizes of sevens and of aces and kings, for pairs, for blackjacks, or any."""
        some = "".join(self._rng.sample("cdhs", self._rng.choice((1, 2, 3))))
        any_ranks = "".join(self._rng.sample("A23456789JQK", self._rng.choice((2, 3, 4))))
        return self._rng.choice(
            (("7", some), ("AK", "s"), ("AKQJ", "cdhs"), ("8", some), ("678", some), (any_ranks, some))
        )

    def symbols(self, wager: Wager, current: Round, rules: TableRules) -> tuple[str, ...]:
        """Any symbol of each wheel."""
        wheel = registry.of(wager).wheel
        assert wheel is not None, "only a wager with a wheel is spun for"
        return tuple(self._rng.choice(each.segments)[0] for each in wheel.stops(wager, current, rules))


class BusyTable(Running):
    """A running table at which a lot is tried, written down."""

    mishap_rate = 0.5

    def __init__(self, rules: TableRules, seed: str) -> None:
        self.lines = [f"{seed}: {rules.rules_hash}"]
        self._lot = Random(f"tried {seed}")
        self._before = self._before_round = TableState()
        super().__init__(rules, seed)
        self.table.chance = FewRanks(seed)

    def _told(self, step: StepTaken) -> None:
        super()._told(step)
        if any(isinstance(event, e.RoundStarted) for event in step.events):
            self._before_round = self._before
        self.lines.append(f"{words(step.ordered)} [{step.clause}]")
        self.lines.extend(f"  {words(event)}" for event in step.events)
        self.lines.extend(f"  {name} {words(event)}" for name, event in step.meter_events)

    def _go_on(self) -> None:
        self._before = self.table.state
        if self._lot.random() < TRIED:
            any(self._try(self._something()) for _ in range(4))
        if isinstance(due := self.table.due, Approval):
            if self._lot.random() < 0.2:
                self._try(c.RefuseApproval(by="fay", reason="not now"))
            if is_refused(self.table.state, due):
                self._try(due.command)  # which the automatic floorperson does not sign any more
        if isinstance(due, Waiting) and self._lot.random() < 0.3:
            self._answers(due)
        super()._go_on()

    def _wager(self) -> None:
        assert self.table.state.round is not None, "wagers are open"
        if not self.table.state.round.boxes and self._lot.random() < 0.1:
            self.table.wait(self.rules.idle_timeout)
            return
        for player in self._lot.sample(PLAYERS, len(PLAYERS)):
            if self.table.state.racks.get(player, 0) < 8 * self.rules.table_max:
                self._try(c.BringChips(player=player, amount=Cents(10 * self.rules.table_max)))
            for is_base in (True, True, False, False, False, False):
                spots = [
                    each
                    for each in legal(self.table.state, self.rules, player)
                    if isinstance(each.command, c.PlaceWager) and (each.command.wager is Wager.BASE) is is_base
                ]
                if spots and self._lot.random() < (0.8 if is_base else 0.5):
                    placed = filled(self._lot.choice(spots), self._lot)
                    assert isinstance(placed, c.PlaceWager)
                    called = c.CallWager(player=player, box=placed.box, wager=placed.wager, amount=placed.amount)
                    self._try(called if self._lot.random() < 0.1 else placed)
            self._share(player)
        super()._wager()

    def _share(self, player: str) -> None:
        """Somebody lets another onto a box; coupons lie beside wagers."""
        current = self.table.state.round
        for box in current.boxes if current is not None else ():
            if self.rules.max_bettors_per_box > 1 and self._lot.random() < 0.6:
                self._try(c.AdmitBettor(player=box.originals[0][0], box=box.number, bettor=player))
                self._try(
                    c.PlaceWager(player=player, box=box.number, amount=Cents(self._lot.choice((500, 1000, 2500))))
                )
            if self._lot.random() < (0.5 if self.rules.match_play_coupons else 0.02):
                wager = self._lot.choice((Wager.BASE, Wager.MATCH_UP))
                amount = Cents(self._lot.choice((500, 500, 1000)))
                self._try(c.PlaceCoupon(player=player, box=box.number, wager=wager, amount=amount))

    def _something(self) -> c.Command:
        """What somebody may want at any time, or say that has gone wrong."""
        player, box = self._lot.choice(PLAYERS), self._lot.choice((1, 2, 3, 4))
        who: dict[str, Any] = {"player": player, "box": box}
        signed: dict[str, Any] = {"by": "fay", "second": "sue", "reason": "a slip", "change": self._lot.randrange(1, 4)}
        paid: dict[str, Any] = {
            **signed,
            "player": player,
            "amount": Cents(self._lot.choice((0, 500, 10**9))),
            "round": 1,
        }
        rank = self._lot.choice(list(Authority))
        extras: tuple[c.Command, ...] = (
            c.AskBurnCard(**who),
            c.AskFaceUp(**who),
            c.AskBatchSpread(**who),
            c.WithdrawWager(**who),
            c.TakeSeat(**who),
            c.LeaveTable(player=player),
            c.LetIn(by="fay", player=player),
            c.OrderRecut(by="fay", rank=rank),
            c.PayCorrection(**paid),
            c.TakeCorrection(**paid),
            c.ChangeRules(rules=self._other_rules(), **signed),
            c.SetShufflerAside(by="fay", how=self._lot.choice(("cover", "remove", "sign"))),
            c.RefuseApproval(by="fay", rank=rank, reason=self._lot.choice(("", "no"))),
            c.InstructPayment(by="fay", box=box),
            c.DisposeTen(by="fay", rank=rank),
            c.CloseTable(by="fay"),
            c.ReturnCards(by="fay"),
        )
        kind = self._lot.choice((MISHAPS, ORDERS, REMEDIES, extras, extras))
        return self._lot.choice(kind)

    def _other_rules(self) -> str:
        changes: tuple[dict[str, Any], ...] = (
            {"handpay_threshold": Cents(900_00)},
            {"table_min": Cents(10_00)},
            {"decks": 1},
            {},
        )
        return replace(self.rules, **self._lot.choice(changes)).canonical_json

    def _try(self, command: c.Command) -> bool:
        """Do it, or write down why not; whether it was done. What would change the table itself is done on paper."""
        if isinstance(command, c.ChangeRules | c.CloseTable | c.LeaveTable):
            self._on_paper(command)
            return False
        try:
            self.table.do(command)
        except Refusal as why:
            self.lines.append(f"{words(command)}: {refused(why)}")
            return False
        return True

    def _on_paper(self, command: c.Command) -> None:
        try:
            told = words(decide(self.table.state, self.rules, command))
        except Refusal as why:
            told = refused(why)
        self.lines.append(f"{words(command)}: {told}")

    def _answers(self, due: Waiting) -> None:
        for ask in due.asks:
            self.lines.append(f"? {words(ask)}")
            for template, why in weighed(self.table.state, self.rules, ask.player):
                told = "may" if why is None else refused(why)
                if why is not None and self.table.state.round is not None:
                    told += f" {short_reason(self.table.state, self.rules, ask, why, template.command)}"
                self.lines.append(f"  {words(template)} {told}")

    def play_round(self) -> None:
        """The next round, with what came of it."""
        super().play_round()
        happened = self.table.last_round()
        self.lines.extend(str(result) for result in results_of(happened))
        for player in PLAYERS:
            self.lines.append(f"{player} {words(statement_of(self._before_round, happened, player))}")
        self.table.forget()


def cited(rules: TableRules) -> TableRules:
    """The rules with another citation for each step and parameter, so that one in place of another is seen.

    Every other parameter has none, so that the step is cited which stands in for it.
    """
    steps = {step: f"{id} {step.value}" for step, id in rules.steps.items() if id}
    clauses = {name: (name,) if number % 2 else () for number, name in enumerate(sorted(rules.clauses))}
    return replace(rules, steps=steps, clauses=clauses)


def busy(name: str) -> Iterator[str]:
    """A busy table, word for word."""
    table = BusyTable(cited(table_rules(name.split()[0], BUSY[name])), name)
    for _ in range(ROUNDS):
        table.play_round()
    return iter(table.lines)


if __name__ == "__main__":
    print(*busy(sys.argv[1]), sep="\n")
