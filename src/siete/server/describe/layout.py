"""What the page needs to draw a table of given rules: areas, limits, inscriptions, payout lines and wheels.

Static for a table's whole life, so it is sent once; amounts are whole cents. Nothing is typed here that the rules
know: odds, limits and prizes come from them, and each with its clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from siete.money import Cents, cents_to_text
from siete.rules.lines import BonusShape, SuperBonusShape
from siete.rules.options import HoleCardProcedure, Soft17
from siete.rules.paytable import MeterShare, OperatorPrize, Paytable, Row, Wheel
from siete.rules.prizes import dollar_prize
from siete.rules.ruleset import rule_set
from siete.rules.signs import signs
from siete.rules.table_rules import TableRules
from siete.table.betting import side_limits
from siete.table.state import Wager
from siete.table.wagers import jackpot, match_the_dealer, wheels

Plain = dict[str, Any]

OPERATOR = "Casa Siete"
"""The operator that stands on the felt of a table whose submission names none."""

NO_WAGER = Cents(0)

_SHAPES = {
    BonusShape.SIX_SEVEN_EIGHT_SPADES: "6-7-8 spades",
    BonusShape.SIX_SEVEN_EIGHT_SUITED: "6-7-8 suited",
    BonusShape.SIX_SEVEN_EIGHT_MIXED: "6-7-8 mixed",
    BonusShape.SEVENS_SPADES: "7-7-7 spades",
    BonusShape.SEVENS_SUITED: "7-7-7 suited",
    BonusShape.SEVENS_MIXED: "7-7-7 mixed",
    BonusShape.SEVEN_OR_MORE_CARDS: "21 in seven cards or more",
    BonusShape.SIX_CARDS: "21 in six cards",
    BonusShape.FIVE_CARDS: "21 in five cards",
}

_SPOTS = {
    Wager.MATCH_UP: ("Match the Dealer", "Match"),
    Wager.MATCH_DOWN: ("Match, down card", "Down"),
    Wager.SPIN: ("Bonus Spin", "Spin"),
    Wager.XTREME: ("Xtreme 16", "X16"),
    Wager.JACKPOT_1: ("Jackpot", "Jackpot"),
    Wager.JACKPOT_2: ("Second jackpot", "Jackpot 2"),
}


def describe_short(rules: TableRules) -> Plain:
    """What the lobby shows of a table's rules."""
    book = rule_set(rules.rule_set)
    return {
        "rule_set": rules.rule_set,
        "title": book.title,
        "state": book.title.split(",")[0].split(" (")[0],
        "rules_hash": rules.rules_hash,
        "decks": rules.decks,
        "cards": rules.decks * rules.cards_per_deck,
        "positions": rules.positions,
        "table_min": rules.table_min,
        "table_max": rules.table_max,
        "cover": float(rules.cover_card_depth),
        "facts": list(_facts(rules)),
        "offers": [{"title": panel["title"], "note": panel["note"]} for panel in _side_panels(rules)],
    }


def describe(rules: TableRules) -> Plain:
    """Everything about a table that does not change from round to round."""
    return {
        **describe_short(rules),
        "operator": OPERATOR,
        "chips": list(rules.chip_denominations.denominations),
        "unit": rules.chip_denominations.unit,
        "max_boxes": rules.max_boxes_per_player,
        "max_bettors": rules.max_bettors_per_box,
        "are_boxes_adjacent": rules.boxes_adjacent,
        "bonus_cards": rules.mtd_bonus_cards,
        "is_hole_card": rules.hole_card_procedure is not HoleCardProcedure.NO_HOLE,
        "insurance_share": float(rules.insurance_share),
        "spots": list(_spots(rules)),
        "print": _print(rules),
        "panels": [*_side_panels(rules), _super_bonus(rules)],
        "lines": _lines(rules),
        "wheels": _wheels(rules),
        "signs": [
            {"title": s.title, "place": s.place, "lines": list(s.lines), "clauses": list(s.clauses)}
            for s in signs(rules, OPERATOR)
        ],
    }


def _facts(rules: TableRules) -> Iterator[str]:
    """What sets this table apart, in short sentences."""
    hits = rules.dealer_soft17 is Soft17.HIT
    yield "Dealer hits soft 17." if hits else "Dealer stands on all 17s."
    yield {
        HoleCardProcedure.HOLE_READER: "Hole card and card reader.",
        HoleCardProcedure.HOLE_NO_PEEK: "Hole card, not looked at.",
        HoleCardProcedure.HOLE_PEEK: "Hole card: the dealer looks under an ace or face card.",
        HoleCardProcedure.NO_HOLE: "No hole card: the dealer's second card comes last.",
    }[rules.hole_card_procedure]
    if rules.double_double:
        yield "Double-double down."
    if rules.max_bettors_per_box > 1:
        yield f"Up to {rules.max_bettors_per_box} people wager on one box."
    yield "Bonus 21 on split hands too." if rules.bonus_on_split else "No Bonus 21 on split hands."


def _spots(rules: TableRules) -> Iterator[Plain]:
    """The side wager areas of a box, with what may lie on each beside the largest base wager."""
    offered = (*match_the_dealer.offered(rules), *wheels.offered(rules), *jackpot.offered(rules))
    for wager in offered:
        title, short = _SPOTS.get(wager) or (f"Bonus Card {wager.value[-1]}", f"Card {wager.value[-1]}")
        least, most = _limits(rules, wager)
        yield {
            "wager": wager.value,
            "title": title,
            "short": short,
            "least": least,
            "most": most,
            "is_fixed": least == most,
        }


def _limits(rules: TableRules, wager: Wager) -> tuple[Cents, Cents]:
    if wager in match_the_dealer.offered(rules):
        assert rules.mtd_min is not None, "an offered wager has limits"
        return rules.mtd_min, match_the_dealer.most(rules, rules.table_max)
    limits = side_limits(None, rules, "", wager)
    assert limits is not None, "an offered wager has limits"
    return limits


def _print(rules: TableRules) -> Plain:
    """The inscriptions in the arcs of the felt, each with its clause."""
    hits = rules.dealer_soft17 is Soft17.HIT
    no_bonus = "doubled hands" if rules.bonus_on_split else "doubled or split hands"
    return {
        "game": {"text": "Spanish 21", "clause": ""},
        "blackjack": {"text": f"Blackjack pays {rules.blackjack_pays}", "clause": rules.clause("blackjack_pays")},
        "insurance": {"text": f"Insurance pays {rules.insurance_pays}", "clause": rules.clause("insurance_pays")},
        "house": {
            "text": "Dealer must hit soft 17" if hits else "Dealer must stand on all 17s",
            "clause": rules.clause("dealer_soft17"),
        },
        "no_bonus": {"text": f"no Bonus 21 for {no_bonus}", "clause": rules.clause("bonus_on_doubled")},
        "bonus": list(_bonus_columns(rules)),
    }


def _bonus_columns(rules: TableRules) -> Iterator[Plain]:
    """The Bonus 21 lines by odds: the best first."""
    by_odds: dict[str, list[Row]] = {}
    for row in rules.bonus_21:
        by_odds.setdefault(str(row.pays), []).append(row)
    for odds, rows in by_odds.items():
        yield {"odds": odds, "lines": [_SHAPES[BonusShape(row.line)] for row in rows], "clause": rows[0].clause}


def _side_panels(rules: TableRules) -> Iterator[Plain]:
    if rules.mtd_odds is not None:
        rows = [
            ["same rank and suit", str(rules.mtd_odds.suited)],
            ["same rank, another suit", str(rules.mtd_odds.unsuited)],
        ]
        cards = f" + {rules.mtd_bonus_cards} Bonus Cards" if rules.mtd_bonus_cards else ""
        note = f"{rules.mtd_odds.suited}, {rules.mtd_odds.unsuited}{cards}"
        yield _panel("Match the Dealer", note, rows, rules.clause("mtd_odds"), "match-up")
    if rules.spin_pays is not None and rules.spin_wager is not None:
        note = cents_to_text(rules.spin_wager)
        yield _panel("Bonus Spin", note, _table_rows(rules, rules.spin_pays), rules.clause("spin_pays"), "bonus-spin")
    if rules.xtreme_pays is not None and rules.xtreme_wager is not None:
        rows = _table_rows(rules, rules.xtreme_pays)
        yield _panel("Xtreme 16", cents_to_text(rules.xtreme_wager), rows, rules.clause("xtreme_pays"), "xtreme-16")
    for number, (table, wager) in enumerate(zip(rules.jackpot_pays, rules.jackpot_wager, strict=True), start=1):
        title = "Jackpot" if number == 1 else "Second jackpot"
        rows = _table_rows(rules, table, wager)
        note = f"{cents_to_text(wager)}, table {table.id}"
        yield _panel(title, note, rows, table.clause or rules.clause("jackpot_pays"), f"jackpot-{number}")


def _panel(title: str, note: str, rows: list[list[str]], clause: str, wager: str) -> Plain:
    return {"title": title, "note": note, "rows": rows, "clause": clause, "wager": wager}


def _super_bonus(rules: TableRules) -> Plain:
    suited = rules.super_bonus_shape is SuperBonusShape.SUITED_SEVENS
    hand = "7-7-7 suited against a 7" if suited else "7 of hearts, clubs, diamonds against 7 of spades"
    rows = [[f"on {cents_to_text(least)} or more", cents_to_text(award)] for least, award in rules.super_bonus_tiers]
    rows.append(["every other player", cents_to_text(rules.envy_pays)])
    return _panel("Super Bonus", hand, rows, rules.clause("super_bonus_tiers"), "super bonus")


def _table_rows(rules: TableRules, table: Iterable[Row], wager: Cents = NO_WAGER) -> list[list[str]]:
    return [[_words(row.line), _pays(rules, row, wager)] for row in table]


def _words(line: str) -> str:
    return line.replace("-", " ")


def _pays(rules: TableRules, row: Row, wager: Cents) -> str:
    if isinstance(row.pays, OperatorPrize):
        return cents_to_text(Cents(dollar_prize(rules, row.line).per_dollar * wager))
    others = f", others {cents_to_text(row.community)}" if row.community else ""
    return f"{row.pays} of the meter" if isinstance(row.pays, MeterShare) else f"{row.pays}{others}"


def _lines(rules: TableRules) -> Plain:
    """By wager and line: how a settled line reads, and at what odds."""
    even = str(rules.win_pays)
    base = {line: {"text": text, "odds": even} for line, text in _PLAIN_LINES.items()}
    base["blackjack"] = {"text": "Blackjack", "odds": str(rules.blackjack_pays)}
    base["split two-card 21"] = {"text": "Ace and face card", "odds": str(rules.blackjack_pays)}
    base |= {row.line: {"text": _SHAPES[BonusShape(row.line)], "odds": str(row.pays)} for row in rules.bonus_21}
    made: Plain = {"base": base, "insurance": {"insurance": {"text": "Insurance", "odds": str(rules.insurance_pays)}}}
    if rules.mtd_odds is not None:
        match = {"suited": rules.mtd_odds.suited, "unsuited": rules.mtd_odds.unsuited}
        words = {"suited": "Suited match", "unsuited": "Match"}
        for wager in match_the_dealer.offered(rules):
            made[wager.value] = {line: {"text": words[line], "odds": str(odds)} for line, odds in match.items()}
    for wager in jackpot.offered(rules):
        table = jackpot.paytable(wager, rules)
        made[wager.value] = {row.line: {"text": _words(row.line), "odds": str(row.pays)} for row in table}
    return made


_PLAIN_LINES = {"win": "The higher total", "dealer bust": "Dealer is bust", "21": "21"}


def _wheels(rules: TableRules) -> Plain:
    """What each wheel can show, with the chance of each symbol as weight out of the whole."""
    made: Plain = {}
    if rules.spin_wheel is not None and rules.spin_pays is not None:
        made["bonus-spin"] = _wheel(rules.spin_wheel, rules.spin_pays)
    if rules.xtreme_wheel is not None and rules.xtreme_pays is not None:
        made["xtreme-16"] = _wheel(rules.xtreme_wheel, rules.xtreme_pays)
    if rules.xtreme_community_wheel is not None and rules.xtreme_community_pays is not None:
        made["xtreme-16-everybody"] = _wheel(rules.xtreme_community_wheel, rules.xtreme_community_pays)
    return made


def _wheel(wheel: Wheel, pays: Paytable) -> Plain:
    symbols = [
        {"symbol": symbol, "weight": weight, "clause": _clause(pays, symbol)} for symbol, weight in wheel.segments
    ]
    return {"weight": wheel.weight, "symbols": symbols}


def _clause(pays: Paytable, symbol: str) -> str:
    return next((row.clause for row in pays if row.line == symbol), pays.clause)
