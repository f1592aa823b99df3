"""Between rounds: shuffle, offer of the cut, cover card, loading, burning, and the end of a shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from siete.cards import Card
from siete.rules.options import Authority, BarEnds, CutOrder, RecutPerson, RecutUntil, ShuffleMethod, UnusableShuffler
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import HOUSE, Approval, Ask, Due, Next, Question, Refusal, Waiting
from siete.table.stages import idling
from siete.table.state.cards import Pack, Reason
from siete.table.state.table import TableState
from siete.table.words import person_in_words


def due(state: TableState, rules: TableRules) -> Next:
    """What the cards need before the next round can begin; nothing at a practice table.

    Clauses: MD-5.A.1, MD-5.F.2, MD-5.G.a, MDD-5.A.1, MDD-5.F.2, MDD-5.G.a, MA-4.a.2, MA-4.b.2, MA-4.g.1, MA-7.j.3,
    S13-d.1-2, S13-d.2.ii, S13-d.7-1, S13-g.10.iii. Decision: 0069.
    """
    pack = state.pack
    if pack is None:
        return None
    if pack.is_loaded:
        if _is_spent(state, pack, rules):
            return Due(c.CollectShoe(), rules.clause_of(Step.COLLECT_SHOE))
        return _burn(pack, rules) if pack.burns_due else None
    if pack.order is None:
        return _shuffle(state, pack, rules)
    if not pack.is_cut and needs_cut(state, rules, pack):
        return _cut(state, pack, rules)
    if pack.is_cut and not pack.is_aligned and rules.clause_of(Step.ALIGN):
        return Due(c.AlignStack(), rules.clause_of(Step.ALIGN))
    if pack.behind is None and rules.cover_cards and not _is_continuous(state, rules):
        return Due(c.PlaceCoverCard(), rules.clause_of(Step.COVER_CARD))
    return Due(c.LoadShoe(), rules.clause_of(Step.LOAD))


def _is_spent(state: TableState, pack: Pack, rules: TableRules) -> bool:
    """Whether the shoe has had its last round; where no cover card tells, it is dealt as deep as the house says.

    Clauses: MD-5.G.a, MD-5.G.b, MD-5.J, MDD-5.G.a, MDD-5.G.b, MDD-5.J, MA-4.g.1, MA-4.g.2, S13-d.7-1, S13-d.7-2.
    Decision: 0110.
    """
    if pack.cover_came_at is not None or pack.is_reshuffle_ordered:
        return True
    if _is_continuous(state, rules):
        return state.rounds > pack.loaded_before
    return not rules.cover_cards and state.shoe is not None and state.dealt >= rules.penetration * len(state.shoe)


def due_while_betting(state: TableState, rules: TableRules) -> Next:
    """What the cards need although betting is open: a recut, a dealer's burn, a shuffle ordered before any wager."""
    assert state.round is not None, "betting is open within a round"
    pack = state.pack
    if pack is None or (pack.is_loaded and not pack.burns_due and not pack.is_reshuffle_ordered):
        return None
    if pack.is_loaded and state.round.boxes:
        return _burn(pack, rules) if pack.burns_due else None
    return due(state, rules)


def _burn(pack: Pack, rules: TableRules) -> Due:
    """The burn of a loaded shoe, or of a dealer who came after that one."""
    return Due(c.BurnCard(), rules.clause("burn_new_dealer") if pack.burned else rules.clause_of(Step.BURN))


def method(state: TableState, rules: TableRules) -> ShuffleMethod:
    """How cards are shuffled: by hand while an unusable shuffler is out of the way."""
    return ShuffleMethod.MANUAL if state.is_shuffler_aside else rules.shuffle_method


def _is_continuous(state: TableState, rules: TableRules) -> bool:
    """Whether each round's cards go back into the device: no cut and no cover card then.

    Clauses: MD-5.J, MD-5.K, MDD-5.J, MDD-5.K.
    """
    return method(state, rules) is ShuffleMethod.CONTINUOUS


def _shuffle(state: TableState, pack: Pack, rules: TableRules) -> Due | Approval:
    """The next step of the shuffle; an unusable shuffler is first covered, signed or removed."""
    if state.is_shuffler_down and not state.is_shuffler_aside:
        how = "remove" if rules.unusable_shuffler is UnusableShuffler.REMOVE else "cover"
        return Approval(c.SetShufflerAside(by=HOUSE, how=how), rules.clause_of(Step.SHUFFLER_OUT))
    if not pack.is_preshuffled and pack.shuffles and (other := idling.batch_instead(state, rules)) is not None:
        return other
    if pack.is_preshuffled:
        return Due(c.StackPreshuffled(), rules.clause_or_step("preshuffled_cards", Step.SHUFFLE))
    if method(state, rules) is ShuffleMethod.MANUAL:
        # The last step of the script is the cut, which has a procedure of its own.
        script = [step.value for step in rules.manual_shuffle_script if step.value != "cut"]
        if len(pack.steps) < len(script):
            step = script[len(pack.steps)]
            return Due(c.DoShuffleStep(step=step), rules.clause_of(_SCRIPT[step]) or rules.clause_of(Step.SHUFFLE))
    return Due(c.ShuffleCards(), rules.clause_of(Step.SHUFFLE))


def needs_cut(state: TableState, rules: TableRules, pack: Pack) -> bool:
    """Whether this stack is cut before it goes into the shoe.

    Clauses: MD-5.K, MA-4.b.2, S13-d.2.ii. Decisions: 0069, 0072.
    """
    if pack.is_preshuffled or method(state, rules) is ShuffleMethod.MANUAL:
        return not _is_continuous(state, rules)
    return method(state, rules) is ShuffleMethod.AUTOMATED_BATCH and rules.cut_after_automated


def _cut(state: TableState, pack: Pack, rules: TableRules) -> Next:
    """Offer the cut to the next player entitled to it; when nobody is left, the dealer cuts."""
    is_dealers = pack.cutter == state.dealer and rules.recut_person is RecutPerson.LAST_CUTTER
    offered = () if pack.is_recut_ordered and is_dealers else cut_order(state, pack, rules)
    for player in offered:
        if player not in pack.refusals:
            ask = Ask(player=player, box=seat_of(state, player), question=Question.CUT)
            return Waiting((ask,), rules.clause_of(Step.OFFER_CUT))
    return Due(c.CutForHouse(), rules.clause_of(Step.CUT_BY_DEALER))


def seat_of(state: TableState, player: str) -> int:
    """The box at which a player sits."""
    return next(box for box, seated in state.seats.items() if seated == player)


def cut_order(state: TableState, pack: Pack, rules: TableRules) -> tuple[str, ...]:
    """The players in the order in which the cut is offered to them, each once.

    Decisions: 0068, 0070.
    """
    around = [state.seats[box] for box in sorted(state.seats, reverse=True)]
    if not around:
        return ()
    start = _first_cutter(state, pack, rules, around)
    if pack.is_recut_ordered and pack.cutter in around:
        start = around.index(pack.cutter) + (rules.recut_person is RecutPerson.NEXT_ENTITLED)
    turned = [around[(start + step) % len(around)] for step in range(len(around))]
    return tuple(dict.fromkeys(turned))


def _first_cutter(state: TableState, pack: Pack, rules: TableRules, around: list[str]) -> int:
    """The place, counted from the far right counterclockwise, of the player entitled to cut first."""
    if pack.reason is Reason.START:
        came = (pack.first, *state.racks, *state.seats.values())
        return around.index(next(player for player in came if player in around))
    if rules.cut_order is CutOrder.ROTATING:
        return (pack.shuffles - 2) % len(around)
    if pack.reason is Reason.COVER_CARD and pack.cover_came_at:
        if pack.cover_came_to in around:
            return around.index(pack.cover_came_to)
        spots = sorted(state.seats, reverse=True)
        return next((place for place, box in enumerate(spots) if box <= pack.cover_came_at), 0)
    return 0


def cut_limits(rules: TableRules, cards: int) -> tuple[int, int]:
    """How near to either end the cover card may go; the middle where the stack is too small for that.

    Decisions: 0066, 0082.
    """
    low = min(rules.cut_min_cards_from_end, cards // 2)
    return low, max(low, cards - rules.cut_min_cards_from_end)


def least_behind(rules: TableRules, cards: int) -> int:
    """The fewest cards that may lie behind the cover card.

    Decision: 0066.
    """
    depth = rules.cover_card_depth * cards
    return -(-depth.numerator // depth.denominator)


def refuse_cut(state: TableState, rules: TableRules, command: c.CutCards) -> Refusal | None:
    """Why the cover card may not go in there."""
    assert state.pack is not None and state.pack.order is not None, "the turn has been checked"
    low, high = cut_limits(rules, len(state.pack.order))
    if low <= command.at <= high:
        return None
    sentence = f"Cut under {low} to {high} cards, not {command.at}."
    return Refusal("command/cut-depth", sentence, clause=rules.clause_or_step("cut_min_cards_from_end", Step.CUT))


def cut(state: TableState, rules: TableRules, command: c.CutCards) -> Iterator[e.Event]:
    """A player has cut. Clauses: MD-5.E.1, MDD-5.E.1, MA-4.e.2, S13-d.5-2."""
    yield e.CardsCut(cutter=command.player, at=command.at, clause=rules.clause_of(Step.CUT))


def decline_cut(state: TableState, rules: TableRules, command: c.RefuseCut) -> Iterator[e.Event]:
    """A player leaves the cut to others."""
    yield e.CutRefused(player=command.player, clause=rules.clause_of(Step.OFFER_CUT))


def cut_for_house(state: TableState, rules: TableRules, command: c.CutForHouse, clause: str) -> Iterator[e.Event]:
    """The dealer cuts."""
    assert state.pack is not None and state.pack.order is not None, "a due step follows the shuffle"
    low, high = cut_limits(rules, len(state.pack.order))
    if command.at is None or not low <= command.at <= high:
        depth = rules.clause("cut_min_cards_from_end") or clause
        raise Refusal("command/cut-depth", f"Cut under {low} to {high} cards.", clause=depth)
    yield e.CardsCut(cutter=state.dealer, at=command.at, clause=clause)


def align(state: TableState, rules: TableRules, command: c.AlignStack, clause: str) -> Iterator[e.Event]:
    """The whole stack stands along the side of the shoe."""
    yield e.StackAligned(clause=clause)


def shuffle_step(state: TableState, rules: TableRules, command: c.DoShuffleStep, clause: str) -> Iterator[e.Event]:
    """A step of the manual shuffle. Clauses: MA-4.j, MA-4.j.1, MA-4.j.2, MA-4.j.3, MA-4.j.4, MA-4.j.5."""
    yield e.ShuffleStepDone(step=command.step, clause=clause)


def shuffle(state: TableState, rules: TableRules, command: c.ShuffleCards, clause: str) -> Iterator[e.Event]:
    """The new order; it must hold exactly the cards that were there."""
    yield e.CardsShuffled(order=_checked(state, command.order, clause), clause=clause)


def stack_preshuffled(
    state: TableState, rules: TableRules, command: c.StackPreshuffled, clause: str
) -> Iterator[e.Event]:
    """Cards that came shuffled form the stack. Clauses: MD-4.G, MD-5.A.a, MDD-4.G, MA-3.a."""
    yield e.PreshuffledStacked(order=_checked(state, command.order, clause), clause=clause)


def _checked(state: TableState, order: tuple[Card, ...] | None, clause: str) -> tuple[Card, ...]:
    """The order, if it holds exactly the cards that were there."""
    assert state.pack is not None, "a due step follows the procedure"
    if order is None:
        raise Refusal("command/order-missing", "The shuffled order is missing.", clause=clause)
    if Counter(order) != Counter(state.pack.pile):
        raise Refusal("command/wrong-cards", "The stack does not hold the table's cards.", clause=clause)
    return order


def place_cover(state: TableState, rules: TableRules, command: c.PlaceCoverCard, clause: str) -> Iterator[e.Event]:
    """The cover card goes in; where nothing was cut, the penetration decides. Decision: 0069."""
    assert state.pack is not None and state.pack.order is not None, "a due step follows the shuffle"
    cards = len(state.pack.order)
    undealt = cards - int(rules.penetration * cards)
    least = least_behind(rules, cards) if state.pack.is_cut else undealt
    behind = least if command.behind is None else command.behind
    if not least <= behind <= max(least, cards // 2):
        sentence = f"{behind} cards behind the cover card are not allowed; {least} to {max(least, cards // 2)} are."
        raise Refusal("command/cover-depth", sentence, clause=rules.clause("cover_card_depth") or clause)
    yield e.CoverCardPlaced(behind=behind, clause=clause)


def load(state: TableState, rules: TableRules, command: c.LoadShoe, clause: str) -> Iterator[e.Event]:
    """The stack goes into the shoe; the first card will be burned. Clauses: MD-7.B."""
    assert state.pack is not None, "a due step follows the procedure"
    is_returned = _is_continuous(state, rules) and state.pack.reason is not Reason.START
    burns = 0 if is_returned else rules.burn_on_load
    yield e.StackLoaded(burns=burns, clause=clause)


def burn(state: TableState, rules: TableRules, command: c.BurnCard, clause: str) -> Iterator[e.Event]:
    """A card goes face down to the discard rack. Decision: 0074."""
    assert state.shoe is not None, "a due step follows the loading"
    yield e.CardBurned(card=state.shoe[state.dealt], clause=clause)


def collect(state: TableState, rules: TableRules, command: c.CollectShoe, clause: str) -> Iterator[e.Event]:
    """The shoe is done: its rest joins what was collected, and the count shows that no card is missing.

    Clauses: MA-7.j.1, S13-g.10.i.
    """
    assert state.shoe is not None, "a due step follows the loading"
    yield e.ShoeCollected(count=len(state.discards) + len(state.shoe) - state.dealt, clause=clause)


def refuse_disclosure(state: TableState, rules: TableRules, command: c.AskBurnCard) -> Refusal | None:
    """Why a burn card is not shown. Decision: 0074."""
    clause = rules.clause_or_step("burn_disclose_on_request", Step.BURN)
    if command.player not in state.racks:
        return Refusal(
            "command/unknown-player", f"{person_in_words(command.player)} is not at this table.", clause=clause
        )
    if not rules.burn_disclose_on_request:
        return Refusal("command/burn-card-hidden", "Burn cards are not shown at this table.", clause=clause)
    if state.pack is None or not state.pack.burned:
        return Refusal("command/no-burn-card", "No card of this shoe has been burned.", clause=clause)
    return None


def show_burn_card(state: TableState, rules: TableRules, command: c.AskBurnCard) -> Iterator[e.Event]:
    """The card burned last, for all to see."""
    assert state.pack is not None, "a refusal would have been given"
    clause = rules.clause("burn_disclose_on_request")
    yield e.BurnCardShown(player=command.player, card=state.pack.burned[-1], clause=clause)


def refuse_order(state: TableState, rules: TableRules, command: c.FloorCommand) -> Refusal | None:
    """Why a floorperson may not order this now."""
    pack = state.pack
    if pack is None and (state.opening is None or not isinstance(command, c.RelieveDealer)):
        is_given = state.opening is None
        sentence = "This table's shoe was given; it is not cut." if is_given else "The cards are not in play yet."
        return Refusal("command/no-procedure", sentence, clause=rules.clause_of(Step.SHUFFLE))
    if isinstance(command, c.OrderRecut) and not _may_order(command.rank, rules.recut_ordered_by):
        sentence = f"Only a {rules.recut_ordered_by.value} may order a recut."
        return Refusal("command/approval-required", sentence, clause=rules.clause_or_step("recut_ordered_by", Step.CUT))
    if isinstance(command, c.OrderRecut) and (pack is None or not _may_recut(state, pack, rules)):
        sentence = "There is no cut to repeat."
        return Refusal("command/too-late-to-recut", sentence, clause=rules.clause_or_step("recut_until", Step.CUT))
    if isinstance(command, c.OrderReshuffle) and not rules.reshuffle_any_round:
        sentence = "Cards are shuffled when the cover card has come."
        clause = rules.clause_or_step("reshuffle_any_round", Step.SHUFFLE)
        return Refusal("command/no-reshuffle", sentence, clause=clause)
    if isinstance(command, c.LetIn) and BarEnds.OPERATOR_RELEASE not in rules.mid_shoe_bar_ends:
        clause = rules.clause_or_step("mid_shoe_bar_ends", Step.WAGER_TIME)
        return Refusal("command/no-release", "Only a shuffle ends the bar.", clause=clause)
    return None


def _may_order(rank: Authority, needed: Authority) -> bool:
    """Whether somebody of this rank may order what needs that one: a floorperson, or anybody above."""
    return rank in (needed, Authority.SUPERVISOR)


def _is_before_deal(state: TableState) -> bool:
    """Whether no card of a round lies on the table."""
    return state.round is None or not state.round.are_wagers_closed


def _may_recut(state: TableState, pack: Pack, rules: TableRules) -> bool:
    """Whether the cards were cut and are still where they can be cut again.

    Clauses: MD-5.F.1, MA-4.f.2, S13-d.6-2.
    """
    if not pack.is_cut:
        return False
    until_card = rules.recut_until is RecutUntil.FIRST_CARD
    is_undealt = state.rounds == pack.loaded_before and _is_before_deal(state)
    return not pack.is_loaded or (until_card and is_undealt)


def order(state: TableState, rules: TableRules, command: c.FloorCommand) -> Iterator[e.Event]:
    """A floorperson's order. Clauses: MD-5.A.a."""
    match command:
        case c.OrderRecut(by=by):
            yield e.RecutOrdered(by=by, clause=rules.clause("recut_until"))
        case c.OrderReshuffle(by=by):
            yield e.ReshuffleOrdered(by=by, clause=rules.clause("reshuffle_any_round"))
        case c.LetIn(by=by, player=player):
            yield e.PlayerLetIn(player=player, by=by, clause=rules.clause("mid_shoe_bar_ends"))
        case c.RelieveDealer(dealer=dealer):
            yield e.DealerCame(dealer=dealer, burns=rules.burn_new_dealer, clause=rules.clause("burn_new_dealer"))


_SCRIPT = {
    "plug": Step.SHUFFLE_PLUG,
    "riffle": Step.SHUFFLE_RIFFLE,
    "strip": Step.SHUFFLE_STRIP,
    "turn": Step.SHUFFLE_TURN,
}
"""The steps of a manual shuffle whose clause a rule set may give."""
