"""What Lucky Pair is worth: pairs and third cards counted over the shoe."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from siete.money import Odds
from siete.odds.figure import Figure, FigureEvent, edge, standard_deviation, to_text
from siete.odds.shoe import Shoe, full_shoe, size
from siete.odds.wagers.priced_wager import Clauses, PricedWager, by_line
from siete.rules.table_rules import TableRules


def figure(rules: TableRules, shoe: Shoe | None = None) -> Figure:
    """The figure of a full shoe, or of the one given."""
    chances = _chances(full_shoe(rules.decks) if shoe is None else shoe)
    events = tuple(_event(rules, line, chances[line]) for line in chances)
    return Figure(
        wager="lucky-pair",
        decks=rules.decks,
        house_edge=edge(events),
        events=events,
        extra={"standard_deviation": standard_deviation(events)},
        rules_hash=rules.rules_hash,
    )


def _chances(shoe: Shoe) -> dict[str, Fraction]:
    cards = size(shoe, least=3)
    ranks: Counter[str] = Counter()
    for card, count in shoe.items():
        ranks[card.rank] += count
    deals = cards * (cards - 1) * (cards - 2)
    three = sum(count * (count - 1) * (count - 2) for count in ranks.values())
    same = sum(count * (count - 1) * (cards - ranks[card.rank]) for card, count in shoe.items())
    pairs = sum(count * (count - 1) * (cards - count) for count in ranks.values())
    counted = {"three of a rank": three, "same card twice": same, "pair": pairs - same}
    counted["no pair"] = deals - sum(counted.values())
    return {line: Fraction(ways, deals) for line, ways in counted.items()}


def _event(rules: TableRules, line: str, chance: Fraction) -> FigureEvent:
    pays = {row.line: row.pays for row in rules.value("lucky-pair.pays")}.get(line)
    net = pays.payout if isinstance(pays, Odds) else Fraction(-1)
    return FigureEvent(name=line, probability=chance, pays=to_text(net), net=net)


def _clauses(rules: TableRules, figure: Figure) -> Clauses:
    return by_line(rules.value("lucky-pair.pays"))


WAGER = PricedWager(
    name="lucky-pair",
    title="Lucky Pair",
    figures=lambda rules, terms: [figure(rules)],
    offer="lucky-pair.offered",
    parameters=("lucky-pair.wager",),
    line_clauses=_clauses,
)
