"""What rounds come to: the distribution of results, the money wagered, and how often each bonus line is paid.

Means are exact, splits included. So is the distribution of all rounds without a split; that of split rounds is put
together in `laws` (Decision: 0126).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from siete.odds.base.dealer import OUTCOMES, Draws, Rows, fill_rows, place_of
from siete.odds.base.game import Game
from siete.odds.base.jit import Floats, Ints, compiled
from siete.odds.base.laws.hand_ends import BUST, CLASSES, RESCUE, class_of
from siete.odds.base.laws.late_bounds import late_bound
from siete.odds.base.laws.split_laws import Ending, Law, SplitRound
from siete.odds.base.play import Ends, cards_left, late_chance
from siete.odds.base.reach import Course, Stream, courses
from siete.odds.base.states import VALUES, States, states
from siete.odds.base.terms import MOST_CARDS, Terms, long_line, odds
from siete.odds.base.versus_up_card import BonusLine, ByValue, Level
from siete.rules.table_rules import TableRules

_PUSH, _LOSE, _WIN = 0, 1, 5
_TWENTY_ONE = 9
_KINDS = _TWENTY_ONE + 4 * MOST_CARDS
"""Results of a hand: a push; lost and won by doublings; a 21 by doublings and number of cards."""
_ANY = OUTCOMES
"""In place of the dealer's outcome: it does not matter."""


@dataclass
class Results:
    """The figures of one game."""

    value: float
    law: Law
    average_wager: float
    lines: dict[str, tuple[float, float]]
    """By bonus line: how often a hand is paid it, per round, and what that returns."""
    split_rounds: float
    late_bound: float = 0.0
    """How far the value may be off at most where nobody looks for a dealer blackjack."""

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round, per unit first wagered."""
        return sqrt(sum(part * result * result for result, part in self.law.items()) - self.value**2)


@compiled
def tally(
    hands: States,
    draws: Draws,
    terms: Terms,
    shoe: Ints,
    rows: Rows,
    pair: int,
    extra: int,
    ends: Floats,
    law: Floats,
    joint: Floats,
) -> None:
    """Add the hands that end standing to the law, by the dealer's outcome and their result.

    `joint` gets those below 21 by doublings, total and outcome. Rows that are not known yet are worked out many at a
    time first: those with further pair cards gone are forgotten from pair to pair.
    """
    met = np.zeros(hands.hard.size, dtype=np.int8)
    for doublings in range(4):
        for state in range(hands.hard.size):
            if ends[doublings, state] != 0.0 and hands.hard[state] + 10 * hands.is_soft[state] != 21:
                met[state] = 1
    fill_rows(hands, draws, shoe, terms.barred, rows, met, pair, extra)
    left = np.empty(VALUES, dtype=np.int64)
    for doublings in range(4):
        for state in range(hands.hard.size):
            weight = ends[doublings, state]
            if weight == 0.0:
                continue
            total = hands.hard[state] + 10 * hands.is_soft[state]
            if total == 21:
                late = late_chance(terms, left, cards_left(hands, shoe, state, pair, extra, left))
                law[7, 9 + doublings * 22 + hands.cards[state]] += weight * (1.0 - late)
                law[6, 1] += weight * late
                continue
            place, gone = place_of(hands, state, pair, extra)
            row = rows.main[place] if gone == 0 else rows.more[gone, place]
            for outcome in range(7):
                joint[doublings * 21 + total, outcome] += weight * row[outcome]
            law[0, 5 + doublings] += weight * row[0]
            for outcome in range(1, 6):
                kind = 0 if outcome + 16 == total else 5 + doublings if outcome + 16 < total else 1 + doublings
                law[outcome, kind] += weight * row[outcome]
            law[6, 1] += weight * row[6]


@dataclass
class _Sum:
    """What the streams of a kind of hands add up to."""

    law: Floats = field(default_factory=lambda: np.zeros((OUTCOMES + 1, _KINDS)))
    told: Law = field(default_factory=dict)
    """Chances of told 21s by payout."""
    rescued: Floats = field(default_factory=lambda: np.zeros(4))
    wagered: float = 0.0
    endings: dict[tuple[bool, int], Ending] = field(default_factory=dict)
    """By freedom of the second card and further pair cards gone."""


def results(game: Game) -> Results:
    """Work out all figures of a game."""
    rules = game.rules
    # First, for it values all up cards side by side.
    value = game.value()
    law: Law = {}
    lines: dict[str, list[float]] = {}
    wagered, split_rounds = 0.0, 0.0
    for course in courses(game):
        _fixed(rules, course, law)
        wagered += course.blackjack + course.dealer_blackjack + course.surrender + course.late_surrender
        for pair, found in _sums(course, lines).items():
            wagered += found.wagered
            if pair < 0:
                _mix(law, _hand_law(rules, found, is_split=False), 1.0)
            else:
                split_rounds += course.splits[pair]
                _mix(law, _split_law(game, course, pair, found), course.splits[pair])
    kept = {name: (each[0], each[1]) for name, each in sorted(lines.items())}
    return Results(
        value=value,
        law=law,
        average_wager=wagered,
        lines=kept,
        split_rounds=split_rounds,
        late_bound=late_bound(game),
    )


def _sums(course: Course, lines: dict[str, list[float]]) -> dict[int, _Sum]:
    """What hands against one up card add up to, by the value of the pair they come from (-1: no split)."""
    by_pair: dict[int, _Sum] = {}
    for (pair, extra, is_free), stream in course.streams.items():
        found = by_pair.setdefault(pair, _Sum())
        ending = found.endings.setdefault((is_free, extra - 1), Ending())
        _add_stream(course, stream, found, ending, lines)
        stream.forget()
    return by_pair


def _mix(law: Law, more: Law, weight: float) -> None:
    for result, part in more.items():
        law[result] = law.get(result, 0.0) + weight * part


def _fixed(rules: TableRules, course: Course, law: Law) -> None:
    share = float(rules.surrender_share)
    _mix(
        law, {odds(rules.blackjack_pays): course.blackjack, -1.0: course.dealer_blackjack + course.late_surrender}, 1.0
    )
    _mix(law, {-share: course.surrender}, 1.0)


def _add_stream(course: Course, stream: Stream, found: _Sum, ending: Ending, lines: dict[str, list[float]]) -> None:
    level, by_value = stream.level, course.by_value
    ends = stream.ends(by_value)
    stands = ends.stand + stream.stands
    law = np.zeros_like(found.law)
    rows = by_value.rows_of(level.pair)
    draws, made = by_value.draws, level.terms
    tally(states(), draws, made, by_value.shoe, rows, level.pair, level.extra, stands, law, ending.joint)
    _add_ending(ending, stands, ends, stream)
    for doublings, line, weight in stream.lines(by_value):
        _add_line(by_value, level, line, doublings, weight, law, found, lines)
        pays = line.pays * 2.0**doublings
        ending.told[pays] = ending.told.get(pays, 0.0) + weight
    bust, late = ends.bust + stream.bust, ends.late_bust + stream.late_bust
    for doublings in range(4):
        takes = level.terms.late_takes_busts
        law[_ANY, _LOSE + doublings] += bust[doublings] - (0.0 if takes else late[doublings])
        law[6, _LOSE] += 0.0 if takes else late[doublings]
        found.rescued[doublings] += ends.rescue[doublings].sum()
        weight = stands[doublings].sum() + ends.rescue[doublings].sum() + bust[doublings]
        found.wagered += 2.0**doublings * weight
    found.wagered += sum(2.0**doublings * weight for doublings, _, weight in stream.lines(by_value))
    _add_long_lines(by_value.rules, level.terms, law, lines)
    found.law += law


def _add_long_lines(rules: TableRules, made: Terms, law: Floats, lines: dict[str, list[float]]) -> None:
    """Count the 21s of many cards that are paid a bonus."""
    weights = law[_ANY, _TWENTY_ONE:].reshape(4, MOST_CARDS)
    for doublings, cards in np.argwhere(weights).tolist():
        name = long_line(rules, cards)
        is_open = (rules.bonus_on_doubled or not doublings) and (rules.bonus_on_split or not made.is_split)
        if name and is_open:
            _pay(lines, name, float(weights[doublings, cards]), 2.0**doublings * float(made.pays_21[cards]))


def _pay(lines: dict[str, list[float]], name: str, weight: float, pays: float) -> None:
    each = lines.setdefault(name, [0.0, 0.0])
    each[0] += weight
    each[1] += weight * pays


def _add_line(
    by_value: ByValue,
    level: Level,
    line: BonusLine,
    doublings: int,
    weight: float,
    law: Floats,
    found: _Sum,
    lines: dict[str, list[float]],
) -> None:
    left = level.left(by_value.shoe, line.state)
    late = int(left[level.terms.late]) / int(left.sum()) if level.terms.late >= 0 else 0.0
    law[6, _LOSE] += weight * late
    _mix(found.told, {line.pays * 2.0**doublings: weight * (1.0 - late)}, 1.0)
    _pay(lines, line.name, weight * (1.0 - late), line.pays * 2.0**doublings)


def _payoff(rules: TableRules, kind: int, *, is_split: bool) -> float:
    win = odds(rules.win_pays)
    if kind < _WIN:
        return 0.0 if kind == _PUSH else -(2.0 ** (kind - _LOSE))
    if kind < _TWENTY_ONE:
        return win * 2.0 ** (kind - _WIN)
    doublings, cards = divmod(kind - _TWENTY_ONE, MOST_CARDS)
    is_open = (rules.bonus_on_doubled or not doublings) and (rules.bonus_on_split or not is_split)
    row = rules.bonus_21.row(long_line(rules, cards)).pays if is_open and long_line(rules, cards) else rules.win_pays
    return odds(row) * 2.0**doublings  # type: ignore[arg-type]  # bonus lines pay odds


def _hand_law(rules: TableRules, found: _Sum, *, is_split: bool) -> Law:
    law: Law = {}
    for kind in np.flatnonzero(found.law.any(axis=0)):
        _mix(law, {_payoff(rules, int(kind), is_split=is_split): float(found.law[:, kind].sum())}, 1.0)
    _mix(law, found.told, 1.0)
    _mix(law, {-(2.0 ** (doublings - 1)): float(found.rescued[doublings]) for doublings in (1, 2, 3)}, 1.0)
    return {result: part for result, part in law.items() if part}


def _split_law(game: Game, course: Course, pair: int, found: _Sum) -> Law:
    """The law of a split round."""
    against = next(each for each in game.seen() if each.by_value is course.by_value)
    rounds = course.splits[pair]
    endings = {key: each.scaled(1.0 / rounds) for key, each in found.endings.items()}
    return SplitRound(
        by_value=course.by_value,
        pair=pair,
        most=course.most[pair],
        together=game.split_hands(against.up).together(pair),
        hands=course.hands[pair],
        endings=endings,
    ).law()


def _add_ending(ending: Ending, stands: Floats, ends: Ends, stream: Stream) -> None:
    """The hands of a stream by the class they end in, told ones aside."""
    for doublings in range(4):
        if stands[doublings].any():
            ending.weight += np.bincount(class_of()[doublings], weights=stands[doublings], minlength=CLASSES)
        ending.weight[BUST + doublings] += ends.bust[doublings] + stream.bust[doublings]
        ending.weight[RESCUE + doublings] += ends.rescue[doublings].sum()
