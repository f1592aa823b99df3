"""Signs and inscriptions: the figures are those of the rules, and each sign stands by its clause."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

from siete.rules.names import NAMES
from siete.rules.ruleset import rule_set
from siete.rules.signs import OPERATOR_BLANK, Sign, signs, signs_html
from tests.rules.checks import rules_of

BONUS_21 = (
    "6-7-8 of spades pays 3 to 1",
    "7-7-7 of spades pays 3 to 1",
    "21 in seven or more cards pays 3 to 1",
    "6-7-8 of one suit pays 2 to 1",
    "7-7-7 of one suit pays 2 to 1",
    "21 in six cards pays 2 to 1",
    "6-7-8 of mixed suits pays 3 to 2",
    "7-7-7 of mixed suits pays 3 to 2",
    "21 in five cards pays 3 to 2",
)
BONUS_21_OF_TWO_DECKS = (
    "6-7-8 of spades pays 3 to 1",
    "21 in seven or more cards pays 3 to 1",
    "6-7-8 of one suit pays 2 to 1",
    "7-7-7 of mixed suits pays 2 to 1",
    "21 in six cards pays 2 to 1",
    "6-7-8 of mixed suits pays 3 to 2",
    "21 in five cards pays 3 to 2",
)
SUPER_BONUS = (
    "Super Bonus: 7-7-7 of one suit against any dealer 7",
    "$5,000 on a wager of $25 or more",
    "$1,000 on a wager of $5 or more",
    "Envy Bonus: $50 to all other betting players",
    "Splitting or doubling voids the Super Bonus",
    "No side wager required",
)
MARYLAND = [("md", "MD"), ("md-draft", "MDD")]
NEWER_AND_OLDER = [("wa", "WA3"), ("wa-v002", "WA2")]


def ordered_by(clause: str, rules: str, **choices: Any) -> list[Sign]:
    """The signs of a table that this clause orders."""
    return [sign for sign in signs(rules_of(rules, **choices)) if clause in sign.clauses]


def only(clause: str, rules: str, **choices: Any) -> Sign:
    (sign,) = ordered_by(clause, rules, **choices)
    return sign


def by_clause(cases: list[tuple[str, str]], *numbers: str) -> pytest.MarkDecorator:
    """One case for each rule set, marked with its own clauses of these numbers."""
    return pytest.mark.parametrize(
        ("rules", "prefix"),
        [
            pytest.param(rules, prefix, marks=pytest.mark.clause(*(f"{prefix}-{number}" for number in numbers)))
            for rules, prefix in cases
        ],
    )


@by_clause(MARYLAND, "2.B.1")
def test_the_layout_shows_the_operator(rules: str, prefix: str) -> None:
    assert only(f"{prefix}-2.B.1", rules).lines == (OPERATOR_BLANK,)
    named = [sign for sign in signs(rules_of(rules), "Live! Casino") if f"{prefix}-2.B.1" in sign.clauses]
    assert [(sign.place, sign.lines) for sign in named] == [("layout", ("Live! Casino",))]


@by_clause(MARYLAND, "2.B.3.a")
def test_the_layout_says_what_a_blackjack_pays(rules: str, prefix: str) -> None:
    sign = only(f"{prefix}-2.B.3.a", rules)
    assert (sign.place, sign.lines) == ("layout", ("Blackjack pays 3 to 2",))


@by_clause(MARYLAND, "2.B.3.b")
def test_the_layout_says_what_insurance_pays(rules: str, prefix: str) -> None:
    sign = only(f"{prefix}-2.B.3.b", rules)
    assert (sign.place, sign.lines) == ("layout", ("Insurance pays 2 to 1",))


@by_clause(MARYLAND, "2.B.5")
def test_a_sign_says_that_doubled_hands_get_no_bonus(rules: str, prefix: str) -> None:
    sign = only(f"{prefix}-2.B.5", rules)
    assert sign.place == "sign"
    assert sign.lines == ("Doubled hands and split hands do not qualify for the additional payouts",)


@by_clause(MARYLAND, "2.B.6.a", "2.B.6.b")
def test_the_layout_states_the_odds_of_every_wager_offered(rules: str, prefix: str) -> None:
    sign = only(f"{prefix}-2.B.6.a", rules)
    assert sign.place == "layout"
    for line in ("A winning hand pays 1 to 1", "Blackjack pays 3 to 2", "Insurance pays 2 to 1"):
        assert line in sign.lines
    assert set(BONUS_21) | set(SUPER_BONUS) < set(sign.lines)
    assert "Match the Dealer, each card: unsuited 4 to 1, suited 9 to 1" in sign.lines
    with_eight = only(f"{prefix}-2.B.6.a", rules, decks=8).lines
    assert "Match the Dealer, each card: unsuited 3 to 1, suited 12 to 1" in with_eight
    without = only(f"{prefix}-2.B.6.a", rules, mtd_offered=False).lines
    assert not any("Match the Dealer" in line for line in without)
    posted = [sign.lines for sign in ordered_by(f"{prefix}-2.B.6.b", rules, payout_limit_per_hand=25000)]
    assert ("Payout limit per hand: $25,000",) in posted
    assert ("No payout limit per hand",) in [sign.lines for sign in ordered_by(f"{prefix}-2.B.6.b", rules)]


@pytest.mark.clause("MD-2.B.6.a")
@pytest.mark.parametrize(
    ("paytable", "present", "absent"),
    [
        ("A", "Bonus Spin: $20 pays $20", "Bonus Spin: $15 pays $15"),
        ("B", "Bonus Spin: $15 pays $15", "Bonus Spin: $20 pays $20"),
        ("C", "Bonus Spin: $750 and $100 pays $750, every other bettor $100", "Bonus Spin: $750 pays $750"),
        ("D", "Bonus Spin: $750 pays $750", "Bonus Spin: $850 pays $850"),
    ],
)
def test_the_wheel_on_the_sign_is_that_of_the_paytable(paytable: str, present: str, absent: str) -> None:
    lines = only("MD-2.B.6.a", "md", spin_paytable=paytable).lines
    assert present in lines
    assert absent not in lines
    assert "Bonus Spin: jackpot pays 100% of the prize" in lines


@pytest.mark.clause("MD-2.B.6.a")
def test_a_side_wager_that_is_not_offered_is_on_no_sign() -> None:
    offered = only("MD-2.B.6.a", "md").lines
    assert "Xtreme 16, hot spot: jackpot 2 pays 100% of the prize" in offered
    assert "Xtreme 16, every bettor: $35 pays $35" in offered
    off = only("MD-2.B.6.a", "md", spin_offered=False, xtreme_offered=False).lines
    assert not any("Bonus Spin" in line or "Xtreme" in line for line in off)


@pytest.mark.data("MD-12.D.7")
def test_the_meters_of_maryland_are_shown() -> None:
    assert only("MD-12.D.7", "md").lines == (
        "Jackpot starts at $5,000; the amount now is on the display",
        "Xtreme 16 meters start at $10,000 and $5,000; the amounts now are on the display",
    )
    assert only("MD-12.D.7", "md", spin_paytable="A", xtreme_offered=False).lines == ("Jackpot: $1,000",)
    assert ordered_by("MD-12.D.7", "md", spin_offered=False, xtreme_offered=False) == []


@pytest.mark.clause("MD-12.D.1.a", "MD-12.D.3.a")
@pytest.mark.parametrize(("paytable", "worth"), [("A", 1_500), ("C", 20_000)])
def test_the_sign_names_merchandise_and_its_value(paytable: str, worth: int) -> None:
    goods = {"jackpot_type": "merchandise", "jackpot_prize": "a motor car", "meter_seed": worth}
    lines = only("MD-12.D.7", "md", spin_paytable=paytable, xtreme_offered=False, **goods).lines
    assert lines == (f"Jackpot: a motor car, worth ${worth:,}",)
    odds = only("MD-2.B.6.a", "md", spin_paytable=paytable, **goods).lines
    assert f"Bonus Spin: jackpot pays a motor car, worth ${worth:,}" in odds


@pytest.mark.data("MD-13.S", "MDD-13.S")
@pytest.mark.parametrize(("rules", "prefix"), MARYLAND)
def test_a_sign_for_equipment_out_of_order_is_at_hand(rules: str, prefix: str) -> None:
    assert only(f"{prefix}-13.S", rules).lines[0].startswith("OUT OF ORDER")


@pytest.mark.parametrize(
    ("rules", "clause"),
    [
        pytest.param("ma", "MA-6.b.4", marks=pytest.mark.clause("MA-6.b.4")),
        pytest.param("s13", "S13-f.2.ii", marks=pytest.mark.clause("S13-f.2.ii")),
    ],
)
def test_the_maximum_for_match_the_dealer_is_posted(rules: str, clause: str) -> None:
    assert only(clause, rules).lines == ("Match the Dealer: $1 to $25, never more than the base wager",)
    assert only(clause, rules, mtd_max=100).lines == ("Match the Dealer: $1 to $100, never more than the base wager",)


@pytest.mark.parametrize(
    ("rules", "clause"),
    [
        pytest.param("ma", "MA-7.i.5", marks=pytest.mark.clause("MA-7.i.5")),
        pytest.param("s13", "S13-g.9-5", marks=pytest.mark.clause("S13-g.9-5")),
    ],
)
def test_a_notice_announces_the_hole_card_procedure(rules: str, clause: str) -> None:
    assert only(clause, rules, hole_card_procedure="hole_reader").lines == (
        "The dealer takes a hole card and uses a card reader when the up card is A, K, Q or J",
    )
    assert only(clause, rules, hole_card_procedure="hole_no_peek").lines == (
        "The dealer takes a hole card and does not look at it until all players have their cards",
    )
    assert ordered_by(clause, rules, hole_card_procedure="no_hole") == []


@by_clause(NEWER_AND_OLDER, "G1.a")
def test_the_washington_layout_names_game_bonuses_and_match_the_dealer(rules: str, prefix: str) -> None:
    titles = {sign.name: sign.lines for sign in ordered_by(f"{prefix}-G1.a", rules)}
    assert titles["game_name"] == ("Spanish 21",)
    assert titles["bonus_21"][:-1] == BONUS_21
    assert titles["mtd_spots"] == (
        "Match the Dealer: Up Card spot at each position",
        "Match the Dealer, each card: unsuited 4 to 1, suited 9 to 1",
    )
    assert "mtd_spots" not in {sign.name for sign in ordered_by(f"{prefix}-G1.a", rules, mtd_offered=False)}


@by_clause(NEWER_AND_OLDER, "G1.b")
def test_rule_signs_tell_the_rules_of_washington(rules: str, prefix: str) -> None:
    lines = only(f"{prefix}-G1.b", rules).lines
    for line in (
        "Spanish 21 with 6 decks of 48 cards; all 10-spot cards are removed",
        "Dealer must hit soft 17",
        "A player's blackjack always wins and pays 3 to 2; a player's 21 always beats a dealer's 21",
        "Split equal values, aces too, up to 4 hands; they may be hit and doubled",
        "Double down on 2 or more cards, also after splitting; a doubled hand may be rescued",
        "Doubling for less is allowed",
        "Insurance pays 2 to 1",
    ):
        assert line in lines
    assert set(BONUS_21) | set(SUPER_BONUS) < set(lines)
    other = only(f"{prefix}-G1.b", rules, decks=8, dealer_soft17="stand", double_for_less=False).lines
    assert other[0] == "Spanish 21 with 8 decks of 48 cards; all 10-spot cards are removed"
    assert {"Dealer must stand on all 17s", "Doubling for less is not allowed"} < set(other)
    double_double = only(f"{prefix}-G1.b", rules, double_double=True, table_max=200).lines
    assert "Double-double down: up to 3 doublings, each capped at $200" in double_double
    assert not any("for less" in line for line in double_double)


@pytest.mark.clause("WA-LAY1")
@pytest.mark.parametrize("rules", ["wa", "wa-v002"])
def test_the_super_bonus_panel_says_envy_and_the_two_steps(rules: str) -> None:
    sign = only("WA-LAY1", rules)
    assert (sign.place, sign.lines) == ("layout", SUPER_BONUS)
    two_decks = only("WA-LAY1", rules, decks=2).lines
    assert two_decks[0] == "Super Bonus: 7 of hearts, clubs and diamonds against the dealer's 7 of spades"
    assert two_decks[1:] == SUPER_BONUS[1:]


@pytest.mark.clause("WA-LAY2")
@pytest.mark.parametrize("rules", ["wa", "wa-v002"])
def test_the_layout_says_what_the_dealer_does_on_soft_17(rules: str) -> None:
    assert only("WA-LAY2", rules, dealer_soft17="hit").lines == ("Dealer must hit soft 17",)
    assert only("WA-LAY2", rules, dealer_soft17="stand").lines == ("Dealer must stand on all 17s",)


@pytest.mark.clause("WA-LAY3")
@pytest.mark.parametrize("rules", ["wa", "wa-v002"])
def test_the_washington_layout_says_what_insurance_pays(rules: str) -> None:
    assert only("WA-LAY3", rules).lines == ("Insurance pays 2 to 1",)
    assert rules_of(rules).clauses["insurance_pays"] == ("WA-LAY3",)


@pytest.mark.clause("WA-LAY4", "WA-LAY5")
@pytest.mark.parametrize("rules", ["wa", "wa-v002"])
@pytest.mark.parametrize("clause", ["WA-LAY4", "WA-LAY5"])
def test_the_rules_prevail_over_the_misread_pictures(rules: str, clause: str) -> None:
    """The pictures' text gives 3 to 1 for six cards and for suited lines. Decision: 0089."""
    lines = only(clause, rules).lines
    assert lines == (*BONUS_21, "Doubled hands do not qualify for the additional payouts")
    two_decks = only(clause, rules, decks=2).lines
    assert two_decks == (*BONUS_21_OF_TWO_DECKS, "Doubled hands do not qualify for the additional payouts")


@pytest.mark.clause("WA-LAY6")
def test_spots_for_match_the_dealer_are_those_of_the_configuration() -> None:
    up, down = ("Match the Dealer: Up Card spot at each position", "Match the Dealer: Down Card spot at each position")
    bonus = [f"Match the Dealer: Bonus Card {number} spot at each position" for number in range(1, 6)]
    for configuration, cards, spots in [
        (1, 0, [up]),
        (2, 0, [up, down]),
        (3, 4, [up, *bonus[:4]]),
        (4, 5, [up, down, *bonus]),
    ]:
        choices = {"mtd_configuration": configuration, "mtd_bonus_cards": cards}
        assert list(only("WA-LAY6", "wa", **choices).lines[:-1]) == spots
    assert list(only("WA-LAY6", "wa-v002", mtd_configuration=2).lines[:-1]) == [up, down]
    assert ordered_by("WA-LAY6", "wa", mtd_offered=False) == ordered_by("WA-LAY6", "wa-v002", mtd_offered=False) == []


@pytest.mark.data("WA3-G12.e")
def test_bonus_cards_have_a_space_before_the_dealer() -> None:
    sign = only("WA3-G12.e", "wa", mtd_configuration=3, mtd_bonus_cards=2)
    assert sign.lines == ("Bonus Card 1 (space before the dealer)", "Bonus Card 2 (space before the dealer)")
    assert ordered_by("WA3-G12.e", "wa") == []


@pytest.mark.data("WA3-P2", "WA2-P2")
@pytest.mark.parametrize(("rules", "prefix"), NEWER_AND_OLDER)
def test_limits_are_posted(rules: str, prefix: str) -> None:
    assert only(f"{prefix}-P2", rules).lines == (
        "Wagers $5 to $400",
        "Match the Dealer: $1 to $25, never more than the base wager",
        "Jackpot wager 1: $5",
    )
    other = only(f"{prefix}-P2", rules, table_min=10, table_max=200, mtd_max_by_base=False, mtd_max=50, jackpot_wager=2)
    assert other.lines == ("Wagers $10 to $200", "Match the Dealer: $1 to $50", "Jackpot wager 1: $2")
    assert only(f"{prefix}-P2", rules, mtd_offered=False, jackpot_games=0).lines == ("Wagers $5 to $400",)


@pytest.mark.data("WA3-J9.b", "WA2-J9.b")
@pytest.mark.parametrize(("rules", "prefix"), NEWER_AND_OLDER)
def test_the_jackpot_of_washington_is_shown(rules: str, prefix: str) -> None:
    lines = only(f"{prefix}-J9.b", rules, meter_seed=7500).lines
    assert lines == ("Jackpot starts at $7,500; the amount now is on the display",)
    assert ordered_by(f"{prefix}-J9.b", rules, jackpot_games=0) == []


@pytest.mark.clause("WA3-J3.a")
def test_two_jackpots_have_two_amounts_on_their_signs() -> None:
    two = {"jackpot_games": 2, "meter_seed": 3000, "second_meter_seed": 800}
    assert only("WA3-J9.b", "wa", **two).lines == (
        "First jackpot starts at $3,000; the amount now is on the display",
        "Second jackpot starts at $800; the amount now is on the display",
    )
    posted = only("WA3-J11.b", "wa", jackpot_type="house", **two).lines
    assert [line for line in posted if line.startswith("House")] == ["House jackpot: $3,000", "House jackpot 2: $800"]


@pytest.mark.clause("WA3-J11.b")
def test_the_prizes_of_a_house_jackpot_are_displayed() -> None:
    choices = {"jackpot_type": "house", "meter_seed": 3000, "table3_top": "alt1", "jackpot_wager": 2}
    assert only("WA3-J11.b", "wa", **choices).lines == (
        "House jackpot: $3,000",
        "Paytable 3c/6: three aces of spades with king pays 100% of the jackpot",
        "Paytable 3c/6: three suited aces pays 10% of the jackpot",
        "Paytable 3c/6: three suited pays $200",
        "Paytable 3c/6: unsuited and suited pays 10 for 1",
        "Paytable 3c/6: one suited pays 6 for 1",
        "Paytable 3c/6: two unsuited pays 8 for 1",
        "Paytable 3c/6: one unsuited pays 4 for 1",
    )
    assert ordered_by("WA3-J11.b", "wa") == []


@pytest.mark.clause("WA3-J11.d")
def test_a_house_jackpot_has_its_notices() -> None:
    assert only("WA3-J11.d", "wa", jackpot_type="house").lines == (
        "This jackpot is funded by the house; no player money is in it",
        "The house may remove it without notice; it belongs to the house until won",
    )
    assert ordered_by("WA3-J11.d", "wa") == []


@pytest.mark.parametrize(
    ("clause", "choices", "name", "line"),
    [
        pytest.param(*case, marks=pytest.mark.clause(case[0]), id=case[3].split(":")[0])
        for case in [
            ("WA3-TA.4", {"table3_top": "alt2"}, "three_suited", "Paytable 3c/6: three suited pays"),
            ("WA3-TB.5", {"decks": 2}, "four_of_a_rank", "Paytable 4a/6: four of a rank pays"),
            (
                "WA3-TB.5",
                {"jackpot_paytable": "4d/1", "table4_top": "alt1"},
                "three_suited",
                "Paytable 4d/1: three suited up or down pays",
            ),
            ("WA3-TC.5", {"jackpot_paytable": "5c/2"}, "two_suited", "Paytable 5c/2: two suited pays"),
        ]
    ],
)
def test_dollar_prizes_are_displayed(clause: str, choices: dict[str, Any], name: str, line: str) -> None:
    prize = {f"dollar_prize_{name}": {"basis": "fixed", "value": 60, "funded_by": "house"}}
    assert only(clause, "wa", **choices, **prize).lines == (f"{line} $300 on a $5 wager",)
    dearer = only(clause, "wa", **choices, **prize, jackpot_wager=25)
    assert dearer.lines == (f"{line} $1,500 on a $25 wager",)
    for other in {"WA3-TA.4", "WA3-TB.5", "WA3-TC.5"} - {clause}:
        assert ordered_by(other, "wa", **choices) == []


def test_two_games_have_both_their_prizes() -> None:
    choices: dict[str, Any] = {"jackpot_games": 2, "jackpot_paytable": ["5c/1", "5c/2"], "jackpot_wager": [1, 2]}
    assert only("WA3-TC.5", "wa", **choices).lines == (
        "Paytable 5c/1: two suited pays $50 on a $1 wager",
        "Paytable 5c/2: two suited pays $100 on a $2 wager",
    )
    assert only("WA3-P2", "wa", **choices).lines[-2:] == ("Jackpot wager 1: $1", "Jackpot wager 2: $2")


@pytest.mark.parametrize("name", NAMES)
def test_every_sign_has_a_clause_and_lines(name: str) -> None:
    made = signs(rules_of(name))
    assert made
    assert {sign.name for sign in made} <= set(rule_set(name).signs)
    assert all(sign.clauses and sign.lines and sign.place in ("layout", "sign") for sign in made)


class _Page(HTMLParser):
    """Collects text and complains about tags that do not close."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [str(value) for name, value in attrs if name in ("href", "src")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_all_signs_and_needs_nothing_else(name: str) -> None:
    rules, page = rules_of(name), _Page()
    page.feed(signs_html(rules))
    assert (page.open, page.links) == ([], [])
    assert rules.rules_hash in page.text
    for sign in signs(rules):
        assert sign.title in page.text
        assert all(line in page.text for line in (*sign.lines, *sign.clauses))


def test_the_page_escapes_what_people_write() -> None:
    page = signs_html(rules_of("md"), 'The "Golden" <script>alert(1)</script> & Sons')
    assert "<script" not in page
    assert "The &quot;Golden&quot; &lt;script&gt;alert(1)&lt;/script&gt; &amp; Sons" in page
