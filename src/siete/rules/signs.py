"""What must stand on the layout and on signs, with figures from the rules and the clause for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from siete.money import Cents, cents_to_text
from siete.rules.options import HoleCardProcedure, JackpotType, Soft17
from siete.rules.paytable import MeterShare, OperatorPrize, Paytable, Row
from siete.rules.paytable_lines import BonusShape, SuperBonusShape
from siete.rules.ruleset import rule_set
from siete.rules.side_games.jackpot_amounts import dollar_prize, start_amounts
from siete.rules.side_games.spin_games import SpinGame, spin_games
from siete.rules.table_rules import TableRules

OPERATOR_BLANK = "[ operator's name or logo ]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """One inscription or sign: where it belongs, what it says, and which clauses order it."""

    name: str
    place: str
    title: str
    lines: tuple[str, ...]
    clauses: tuple[str, ...]


def signs(rules: TableRules, operator: str = OPERATOR_BLANK) -> tuple[Sign, ...]:
    """Every sign this table needs; a sign about something not offered is left out."""
    ordered = rule_set(rules.rule_set).signs
    made = (_sign(rules, name, clauses, operator) for name, clauses in ordered.items())
    return tuple(sign for sign in made if sign.lines)


def _sign(rules: TableRules, name: str, clauses: tuple[str, ...], operator: str) -> Sign:
    place, title, text = _TEXTS[name]
    lines = (operator,) if name == "operator_name" else tuple(text(rules))
    return Sign(name=name, place=place, title=title, lines=lines, clauses=clauses)


SHAPES = {
    BonusShape.SIX_SEVEN_EIGHT_SPADES: "6-7-8 of spades",
    BonusShape.SIX_SEVEN_EIGHT_SUITED: "6-7-8 of one suit",
    BonusShape.SIX_SEVEN_EIGHT_MIXED: "6-7-8 of mixed suits",
    BonusShape.SEVENS_SPADES: "7-7-7 of spades",
    BonusShape.SEVENS_SUITED: "7-7-7 of one suit",
    BonusShape.SEVENS_MIXED: "7-7-7 of mixed suits",
    BonusShape.SEVEN_OR_MORE_CARDS: "21 in seven or more cards",
    BonusShape.SIX_CARDS: "21 in six cards",
    BonusShape.FIVE_CARDS: "21 in five cards",
}
"""The lines of Bonus 21 in words."""


def _game_name(rules: TableRules) -> Iterator[str]:
    yield "Spanish 21"


def _blackjack(rules: TableRules) -> Iterator[str]:
    yield f"Blackjack pays {rules.blackjack_pays}"


def _insurance(rules: TableRules) -> Iterator[str]:
    yield f"Insurance pays {rules.insurance_pays}"


def _soft_17(rules: TableRules) -> Iterator[str]:
    hits = rules.dealer_soft17 is Soft17.HIT
    yield "Dealer must hit soft 17" if hits else "Dealer must stand on all 17s"


def _bonus_21(rules: TableRules) -> Iterator[str]:
    for row in rules.bonus_21:
        yield f"{SHAPES[BonusShape(row.line)]} pays {row.pays}"
    yield _no_bonus(rules)


def _no_bonus(rules: TableRules) -> str:
    """Which hands get no additional payouts; split hands are named where they too get none. Decision: 0007."""
    hands = "Doubled hands" if rules.bonus_on_split else "Doubled hands and split hands"
    return f"{hands} do not qualify for the additional payouts"


def _doubled_hands(rules: TableRules) -> Iterator[str]:
    yield _no_bonus(rules)


def _super_bonus(rules: TableRules) -> Iterator[str]:
    suited = rules.super_bonus_shape is SuperBonusShape.SUITED_SEVENS
    yield (
        "Super Bonus: 7-7-7 of one suit against any dealer 7"
        if suited
        else "Super Bonus: 7 of hearts, clubs and diamonds against the dealer's 7 of spades"
    )
    for least, award in reversed(rules.super_bonus_tiers):
        yield f"{cents_to_text(award)} on a wager of {cents_to_text(least)} or more"
    yield f"Envy Bonus: {cents_to_text(rules.envy_pays)} to all other betting players"
    yield "Splitting or doubling voids the Super Bonus"
    yield "No side wager required"


def _wager_odds(rules: TableRules) -> Iterator[str]:
    """Odds or amounts of every wager offered."""
    yield f"A winning hand pays {rules.win_pays}"
    yield from _blackjack(rules)
    yield from _insurance(rules)
    yield from _bonus_21(rules)
    yield from _super_bonus(rules)
    yield from _match_the_dealer(rules)
    for title, game in _spins(rules):
        yield from _wheel(game.pays, title, game.prize_in_words if game.is_fixed and game.prize else "")
    if rules.spin_both:
        yield "A prize for every other bettor goes by the size of that bettor's own Bonus Spin wager"
    yield from _wheel(rules.xtreme_pays, "Xtreme 16, hot spot")
    yield from _wheel(rules.xtreme_community_pays, "Xtreme 16, every bettor")


def _match_the_dealer(rules: TableRules) -> Iterator[str]:
    if rules.mtd_odds is not None:
        yield f"Match the Dealer, each card: unsuited {rules.mtd_odds.unsuited}, suited {rules.mtd_odds.suited}"


def _spins(rules: TableRules) -> Iterator[tuple[str, SpinGame]]:
    """Each Bonus Spin with its title; two sizes are told apart by their amounts."""
    games = spin_games(rules)
    for game in games:
        yield "Bonus Spin" if len(games) == 1 else f"Bonus Spin, {cents_to_text(game.amount)}", game


def _wheel(table: Paytable | None, title: str, fixed: str = "") -> Iterator[str]:
    for row in table or ():
        others = f", every other bettor {cents_to_text(row.community)}" if row.community else ""
        prize = fixed or f"{row.pays} of the prize" if row.line.startswith("jackpot") else row.pays
        yield f"{title}: {row.line} pays {prize}{others}"


def _payout_limit(rules: TableRules) -> Iterator[str]:
    limit = rules.payout_limit_per_hand
    yield "No payout limit per hand" if limit is None else f"Payout limit per hand: {cents_to_text(limit)}"


def _meter_amounts(rules: TableRules) -> Iterator[str]:
    if rules.jackpot_games == 2:
        yield from _two_jackpots(rules)
    elif rules.spin_offered:
        yield from _spin_jackpots(rules)
    elif rules.jackpot_type is not None and rules.meter_seed is not None:
        yield f"Jackpot starts at {cents_to_text(rules.meter_seed)}; the amount now is on the display"
    if rules.xtreme_meter_seed is not None:
        primary, secondary = map(cents_to_text, rules.xtreme_meter_seed)
        yield f"Xtreme 16 meters start at {primary} and {secondary}; the amounts now are on the display"


def _spin_jackpots(rules: TableRules) -> Iterator[str]:
    """The jackpot of each wheel that has one."""
    games = spin_games(rules)
    for game in games:
        jackpot = "Jackpot" if len(games) == 1 else f"Jackpot of the {cents_to_text(game.amount)} wager"
        if game.is_fixed:
            yield f"{jackpot}: {game.prize_in_words}"
        elif game.jackpot is not None and game.seed is not None:
            yield f"{jackpot} starts at {cents_to_text(game.seed)}; the amount now is on the display"


def _two_jackpots(rules: TableRules) -> Iterator[str]:
    """Two games have two amounts. Clauses: WA3-J3.a."""
    for game, word in enumerate(("First", "Second")):
        seed, _ = start_amounts(rules, game)
        yield f"{word} jackpot starts at {cents_to_text(seed)}; the amount now is on the display"


def _out_of_order(rules: TableRules) -> Iterator[str]:
    yield "OUT OF ORDER (kept at the table for a shuffler or shoe that cannot be used and is not covered)"


def _mtd_limits(rules: TableRules) -> Iterator[str]:
    if rules.mtd_max is not None and rules.mtd_min is not None:
        base = ", never more than the base wager" if rules.mtd_max_by_base else ""
        yield f"Match the Dealer: {cents_to_text(rules.mtd_min)} to {cents_to_text(rules.mtd_max)}{base}"


def _hole_card_notice(rules: TableRules) -> Iterator[str]:
    if rules.hole_card_procedure is HoleCardProcedure.HOLE_NO_PEEK:
        yield "The dealer takes a hole card and does not look at it until all players have their cards"
    if rules.hole_card_procedure is HoleCardProcedure.HOLE_READER:
        yield f"The dealer takes a hole card and uses a card reader when the up card is {_ranks(rules)}"


def _ranks(rules: TableRules) -> str:
    *others, last = rules.peek_up_cards[:1] + rules.peek_up_cards[:0:-1]
    return f"{', '.join(others)} or {last}"


def _mtd_spots(rules: TableRules) -> Iterator[str]:
    if rules.mtd_offered:
        yield "Match the Dealer: Up Card spot at each position"
        if rules.mtd_down_card:
            yield "Match the Dealer: Down Card spot at each position"
        for number in range(1, rules.mtd_bonus_cards + 1):
            yield f"Match the Dealer: Bonus Card {number} spot at each position"
        yield from _match_the_dealer(rules)


def _bonus_card_spaces(rules: TableRules) -> Iterator[str]:
    for number in range(1, rules.mtd_bonus_cards + 1):
        yield f"Bonus Card {number} (space before the dealer)"


def _rule_signs(rules: TableRules) -> Iterator[str]:
    yield f"Spanish 21 with {rules.decks} decks of {rules.cards_per_deck} cards; all 10-spot cards are removed"
    yield from _soft_17(rules)
    yield f"A player's blackjack always wins and pays {rules.blackjack_pays}; a player's 21 always beats a dealer's 21"
    yield f"Split equal values, aces too, up to {rules.max_additional_splits + 2} hands; they may be hit and doubled"
    yield f"Double down on {rules.double_min_cards} or more cards, also after splitting; a doubled hand may be rescued"
    if rules.double_double:
        cap = cents_to_text(rules.dd_cap or rules.table_max)
        yield f"Double-double down: up to {rules.max_doublings} doublings, each capped at {cap}"
    else:
        yield "Doubling for less is allowed" if rules.double_for_less else "Doubling for less is not allowed"
    yield "Late surrender on the first two cards; never against a dealer's blackjack"
    yield from _insurance(rules)
    yield from _bonus_21(rules)
    yield from _super_bonus(rules)


def _wagering_limits(rules: TableRules) -> Iterator[str]:
    yield f"Wagers {cents_to_text(rules.table_min)} to {cents_to_text(rules.table_max)}"
    yield from _mtd_limits(rules)
    for number, wager in enumerate(rules.jackpot_wager, start=1):
        yield f"Jackpot wager {number}: {cents_to_text(wager)}"


def _house_prizes(rules: TableRules) -> Iterator[str]:
    if rules.jackpot_type is JackpotType.HOUSE and rules.meter_seed is not None:
        for game, (table, wager) in enumerate(zip(rules.jackpot_pays, rules.jackpot_wager, strict=True)):
            yield f"House jackpot{' 2' if game else ''}: {cents_to_text(start_amounts(rules, game)[0])}"
            for row in table:
                yield f"Paytable {table.id}: {_words(row.line)} pays {_jackpot_pay(rules, row, wager)}"


def _house_notices(rules: TableRules) -> Iterator[str]:
    if rules.jackpot_type is JackpotType.HOUSE:
        yield "This jackpot is funded by the house; no player money is in it"
        yield "The house may remove it without notice; it belongs to the house until won"


def _dollar_prizes(family: str) -> Callable[[TableRules], Iterator[str]]:
    """The `$` prizes of one family of tables, as multiples of the wager."""

    def text(rules: TableRules) -> Iterator[str]:
        for table, wager in zip(rules.jackpot_pays, rules.jackpot_wager, strict=True):
            for row in table:
                if table.id.startswith(family) and isinstance(row.pays, OperatorPrize):
                    pays = _jackpot_pay(rules, row, wager)
                    yield f"Paytable {table.id}: {_words(row.line)} pays {pays} on a {cents_to_text(wager)} wager"

    return text


def _words(line: str) -> str:
    return line.replace("-", " ")


def _jackpot_pay(rules: TableRules, row: Row, wager: Cents) -> str:
    """What a jackpot line pays on this wager, for people."""
    if isinstance(row.pays, OperatorPrize):
        return cents_to_text(Cents(dollar_prize(rules, row.line).per_dollar * wager))
    return f"{row.pays} of the jackpot" if isinstance(row.pays, MeterShare) else str(row.pays)


_LAYOUT, _SIGN = "layout", "sign"
_TEXTS: dict[str, tuple[str, str, Callable[[TableRules], Iterator[str]]]] = {
    "operator_name": (_LAYOUT, "Operator", _game_name),
    "game_name": (_LAYOUT, "Game", _game_name),
    "blackjack_pays": (_LAYOUT, "Blackjack", _blackjack),
    "insurance_pays": (_LAYOUT, "Insurance", _insurance),
    "soft_17": (_LAYOUT, "Dealer's soft 17", _soft_17),
    "bonus_21": (_LAYOUT, "Bonus 21", _bonus_21),
    "super_bonus": (_LAYOUT, "Super Bonus", _super_bonus),
    "mtd_spots": (_LAYOUT, "Match the Dealer", _mtd_spots),
    "bonus_card_spaces": (_LAYOUT, "Bonus Cards", _bonus_card_spaces),
    "wager_odds": (_LAYOUT, "Odds and amounts of every wager", _wager_odds),
    "doubled_hands": (_SIGN, "Doubled hands", _doubled_hands),
    "payout_limit": (_SIGN, "Payout limit", _payout_limit),
    "meter_amounts": (_SIGN, "Jackpots now", _meter_amounts),
    "out_of_order": (_SIGN, "Equipment", _out_of_order),
    "mtd_maximum": (_SIGN, "Match the Dealer limits", _mtd_limits),
    "hole_card_notice": (_SIGN, "Dealing procedure", _hole_card_notice),
    "rule_signs": (_SIGN, "Rules of Spanish 21", _rule_signs),
    "wagering_limits": (_SIGN, "Limits", _wagering_limits),
    "house_jackpot_prizes": (_SIGN, "House jackpot", _house_prizes),
    "house_jackpot_notices": (_SIGN, "House jackpot notices", _house_notices),
    "dollar_prizes_3": (_SIGN, "Prizes set by the house, Table 3", _dollar_prizes("3")),
    "dollar_prizes_4": (_SIGN, "Prizes set by the house, Table 4", _dollar_prizes("4")),
    "dollar_prizes_5": (_SIGN, "Prizes set by the house, Table 5", _dollar_prizes("5")),
}


_STYLE = """
body { font: 16px/1.5 Georgia, serif; color: #1b1b1b; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; font-weight: 400; } .hash { font: 0.8rem monospace; color: #555; overflow-wrap: anywhere; }
section { border: 1px solid #999; border-radius: 6px; padding: 0.8rem 1.2rem; margin: 1rem 0; break-inside: avoid; }
h2 { font-size: 1.1rem; margin: 0; } h2 small { font-weight: 400; color: #555; }
ul { margin: 0.5rem 0; padding-left: 1.2rem; }
footer { font: 0.8rem monospace; color: #555; }
@media print { body { margin: 0; max-width: none; } section { border-color: #000; } }
"""


def signs_html(rules: TableRules, operator: str = OPERATOR_BLANK) -> str:
    """The signs as one page fit for print, needing nothing from anywhere else."""
    title = f"Signs and inscriptions: {rule_set(rules.rule_set).title}"
    body = "".join(_section(sign) for sign in signs(rules, operator))
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{_STYLE}</style>\n'
        f'<body>\n<h1>{escape(title)}</h1>\n<p class="hash">rules {rules.rules_hash}</p>\n{body}</body>\n</html>\n'
    )


def _section(sign: Sign) -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in sign.lines)
    clauses = ", ".join(sign.clauses)
    heading = f"<h2>{escape(sign.title)} <small>({sign.place})</small></h2>"
    return f"<section>{heading}<ul>{items}</ul><footer>{escape(clauses)}</footer></section>\n"
