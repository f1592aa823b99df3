"""A round in progress on one line, as a chess position is on one: to share, to keep, and to play on from.

    s21/1 #3 base 1.1:play 7h? 1:>ana=25:7s5d=a25:a.match-up=5x ana=470 peek-no

Version, number of the round, stage, whose answer is due (`-` for a step of the house), the dealer's cards (`?` or, to
those who may know it, `(Kd)` for one that lies hidden; bonus cards after `+`), the boxes with bettors, hands and side
wagers, the chips in front of players, and notes. Bettors of a box are `a`, `b`, `c` in the order of wagering, `>` marks
the one who decides. The undealt order is no part of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote

from siete.cards import Card
from siete.errors import ParseError
from siete.money import dollars
from siete.rules.table_rules import TableRules
from siete.table.automatic import next_due
from siete.table.due import Ask, Waiting
from siete.table.position.notes import fault_notes, notes_between, stage_between, table_notes
from siete.table.position.reader import parsed_round, parsed_state
from siete.table.state.box import Bet, Box
from siete.table.state.hand import Hand, HandStatus, Stake
from siete.table.state.round import Award, Call, Insurance, Round
from siete.table.state.table import TableState

VERSION = "s21/1"
BETWEEN = ("closed", "opening", "idle", "shuffle", "cut", "stack", "ready")
FIELDS = ("version", "round", "stage", "turn", "dealer", "boxes", "racks", "notes")


def position_to_text(state: TableState, rules: TableRules, *, shows_hidden: bool = False) -> str:
    """The round in progress on one line; a hidden card is shown only on request."""
    current = state.round
    if current is None:
        return _between(state, rules)
    fields = (
        VERSION,
        f"#{current.number}",
        _stage(current),
        _turn(state, rules),
        _dealer(current, shows_hidden=shows_hidden),
        _joined("/", map(_box, current.boxes)),
        _racks(state),
        _joined(",", _notes(current, state)),
    )
    return " ".join(fields)


@dataclass(frozen=True, slots=True)
class PublicPosition:
    """A state's position as anybody at the table may see it; written out only when somebody reads it."""

    state: TableState
    rules: TableRules

    def __str__(self) -> str:
        return position_to_text(self.state, self.rules)


def at_position(state: TableState, rules: TableRules) -> dict[str, str]:
    """The position beside a view, as anybody may see it; nothing between rounds, where nobody could play on."""
    return {} if state.round is None else {"position": position_to_text(state, rules)}


def _between(state: TableState, rules: TableRules) -> str:
    """A table between rounds on one line: how far its cards are, never which lies where."""
    fields = (
        VERSION,
        f"#{state.rounds}",
        stage_between(state),
        _turn(state, rules),
        "-",
        "-",
        _racks(state),
        _joined(",", (*_seats(state), *table_notes(state), *notes_between(state))),
    )
    return " ".join(fields)


def _racks(state: TableState) -> str:
    return _joined(",", (f"{name_to_text(player)}={dollars(chips)}" for player, chips in state.racks.items()))


def _seats(state: TableState) -> Iterable[str]:
    seats = "+".join(f"{box}@{name_to_text(player)}" for box, player in state.seats.items())
    return [f"seats={seats}"] if seats else []


def position_from_text(text: str, rules: TableRules) -> TableState:
    """The table that a position describes: its round as it stands, the order of undealt cards unknown."""
    words = text.split()
    if not words or words[0] != VERSION or len(words) != len(FIELDS):
        sentence = f"A position is {len(FIELDS)} words on one line, starting with {VERSION}."
        raise ParseError("notation/not-a-position", sentence)
    values = dict(zip(FIELDS, words, strict=True))
    if values["stage"] in BETWEEN or "refill" in values["notes"].split(","):
        sentence = "A position between rounds does not hold the order of its stack, so it cannot be played on."
        raise ParseError("notation/between-rounds", sentence)
    current = parsed_round(values)
    state = parsed_state(values, current, rules)
    _check_cards(current, rules)
    turn = _checked_turn(state, rules)
    if turn != values["turn"]:
        sentence = f"The position says that {values['turn'][:40]!r} is due, and by the rules it is {turn!r}."
        raise ParseError("notation/wrong-turn", sentence)
    return state


def _check_cards(current: Round, rules: TableRules) -> None:
    hands = [card for box in current.boxes for hand in box.hands for card in hand.cards]
    for card, count in Counter((*hands, *current.dealer, *current.bonus_cards)).items():
        if count > rules.decks:
            sentence = f"{card} lies there {count} times, and {rules.decks} decks hold it {rules.decks} times."
            raise ParseError("notation/too-many-cards", sentence)


def _checked_turn(state: TableState, rules: TableRules) -> str:
    """Whose turn it is; a position that the engine cannot make sense of is refused."""
    impossible = ParseError("notation/impossible-position", "No round can come to this position.")
    if state.round is not None and state.round.match_done and not state.round.is_dealt:
        raise impossible
    try:
        return _turn(state, rules)
    except (AssertionError, LookupError, StopIteration, RuntimeError):
        raise impossible from None


def name_to_text(name: str) -> str:
    """A player's name with everything escaped that has a meaning in a position."""
    return quote(name, safe="")


def hand_to_text(hand: Hand, bettors: Iterable[str]) -> str:
    """A hand with its cards, the money on it and how it stands: `7s7h=a25+25!split!stood`."""
    letters = dict(zip(bettors, "abcdefgh", strict=False))
    cards = "".join(map(str, hand.cards)) or "-"
    return "!".join(
        [f"{cards}={','.join(_stake(stake, letters[stake.player]) for stake in hand.stakes)}", *_words(hand)]
    )


def _words(hand: Hand) -> Iterable[str]:
    if hand.is_split:
        yield "split"
    if hand.doublings:
        yield f"doubled{hand.doublings}"
    if hand.status is not HandStatus.PLAYING:
        yield hand.status.value
    if hand.awaits:
        yield f"awaits-{hand.awaits}"
    if hand.is_held:
        yield "held"
    if hand.is_removed:
        yield "removed"


def _stake(stake: Stake, letter: str) -> str:
    amounts = "+".join(map(dollars, (stake.amount, *stake.doubles)))
    state = "" if stake.is_open else "x" if stake.is_lost else "o"
    coupon = f"c{dollars(stake.coupon)}" if stake.coupon else ""
    return f"{letter}{amounts}{coupon}{'*' if stake.is_answered else ''}{state}"


def _joined(separator: str, parts: Iterable[str]) -> str:
    return separator.join(parts) or "-"


def _stage(current: Round) -> str:
    if not current.are_wagers_closed:
        return "wagers"
    return "base" if current.match_done else "deal"


def _turn(state: TableState, rules: TableRules) -> str:
    due = next_due(state, rules)
    return _joined(",", (_ask(ask, state) for ask in due.asks)) if isinstance(due, Waiting) else "-"


def _ask(ask: Ask, state: TableState) -> str:
    box = state.round.box(ask.box) if state.round is not None else None
    bettors = [name for name, _ in box.originals] if box is not None else []
    letter = "abcdefgh"[bettors.index(ask.player)] if len(bettors) > 1 else ""
    return f"{ask.box}.{ask.hand + 1}{letter}:{ask.question.value}"


def _dealer(current: Round, *, shows_hidden: bool) -> str:
    hidden = {0: current.is_up_hidden, 1: current.is_hole_hidden}
    cards = [_card(card, shows_hidden, is_hidden=hidden.get(place, False)) for place, card in enumerate(current.dealer)]
    if current.is_hole_hidden and len(current.dealer) == 1:
        cards.append("?")
    is_down = current.are_bonus_cards_hidden
    bonus = [_card(card, shows_hidden, is_hidden=is_down) for card in current.bonus_cards]
    return ("".join(cards) or "-") + ("+" if bonus else "") + "".join(bonus)


def _card(card: Card, shows_hidden: bool, *, is_hidden: bool) -> str:
    if not is_hidden:
        return str(card)
    return f"({card})" if shows_hidden else "?"


def _box(box: Box) -> str:
    bettors = [name for name, _ in box.originals]
    letters = dict(zip(bettors, "abcdefgh", strict=False))
    people = ",".join(
        f"{'>' if name == box.decider else ''}{name_to_text(name)}={dollars(amount)}" for name, amount in box.originals
    )
    hands = "|".join(hand_to_text(hand, bettors) for hand in box.hands)
    bets = _joined(",", (_bet(bet, letters[bet.player]) for bet in box.bets))
    return ":".join([str(box.number), people, hands, bets, *_box_notes(box, letters)])


def _bet(bet: Bet, letter: str) -> str:
    return f"{letter}.{bet.wager.value}={dollars(bet.amount)}{_flags(bet)}"


def _flags(bet: Bet) -> str:
    """A coupon's worth; taken by the system, come back with a prize, settled."""
    coupon = f"c{dollars(bet.coupon)}" if bet.coupon else ""
    flags = (("t", bet.is_taken), ("r", bet.is_repaid), ("x", not bet.is_open))
    return coupon + "".join(letter for letter, holds in flags if holds)


def _box_notes(box: Box, letters: dict[str, str]) -> Iterable[str]:
    if box.first_cards and box.first_cards != box.hands[0].cards[:2]:
        yield "first=" + "".join(map(str, box.first_cards))
    if box.asked_insurance:
        yield "insured=" + "".join(sorted(letters[name] for name in box.asked_insurance))
    if box.is_blackjack_asked:
        yield "asked"
    if box.is_blackjack_announced:
        yield "announced"
    if box.admitted:
        yield "admits=" + "+".join(sorted(map(name_to_text, box.admitted)))


def _notes(current: Round, state: TableState) -> Iterable[str]:
    flags: tuple[tuple[str, bool], ...] = (
        ("insurance-open", current.insurance is Insurance.OPEN),
        ("insurance-closed", current.insurance is Insurance.CLOSED),
        ("peek-yes", current.peek is True),
        ("peek-no", current.peek is False),
        ("no-second-card", current.is_second_card_skipped),
        ("stood", current.are_dealer_cards_done),
        ("picked-up", current.is_picked_up),
        ("refill", _is_refilling(state)),
    )
    yield from (word for word, holds in flags if holds)
    yield from fault_notes(current)
    yield from table_notes(state)
    lists: tuple[tuple[str, Iterable[str]], ...] = (
        ("seats", (f"{box}@{name_to_text(player)}" for box, player in state.seats.items())),
        ("meters", map(name_to_text, sorted(current.contributed))),
        ("supers", (f"{box}.{hand + 1}" for box, hand in current.super_bonuses)),
        ("instructed", map(_paid, sorted(current.instructed))),
        ("supers-paid", map(_paid, sorted(current.supers_paid))),
        ("envies-paid", map(_paid, sorted(current.envies_paid))),
        ("awards", map(_award, current.awards)),
        ("calls", map(_call, current.calls)),
    )
    for word, items in lists:
        parts = "+".join(items)
        if parts:
            yield f"{word}={parts}"


def _is_refilling(state: TableState) -> bool:
    """Whether cards are on their way into the shoe although a round is on."""
    return not state.pack.is_loaded if state.pack is not None else state.opening is not None


def _award(award: Award) -> str:
    return "@".join(map(name_to_text, (str(award.box), award.player, award.wager.value, award.line)))


def _call(call: Call) -> str:
    """A wager made aloud, and who has confirmed it."""
    words = (str(call.box), call.player, call.wager.value, dollars(call.amount), *call.confirmed)
    return "@".join(map(name_to_text, words))


def _paid(each: tuple[str, int, int]) -> str:
    return f"{each[1]}.{each[2] + 1}@{name_to_text(each[0])}"
