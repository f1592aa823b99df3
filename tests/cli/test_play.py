"""The terminal table, played the way a person does: by typing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from siete.cards import cards_from_text
from siete.cli.terminal import Terminal
from siete.host.shuffling import Chance
from siete.rules.submission import table_rules
from siete.table.pack import stacked_shoe


def played(rules: str, shoe: str, *typed: str, chips: int = 500) -> str:
    """What the terminal shows when these lines are typed at a table with this shoe; then the player leaves."""
    lines: list[str] = []
    keys: Iterator[str] = iter([*typed, "q"])

    def ask(prompt: str) -> str:
        lines.append(prompt)
        return next(keys)

    made = table_rules(rules)
    terminal = Terminal(made, Chance(1), chips, ask=ask, say=lines.append)
    terminal.table.load(stacked_shoe(cards_from_text(shoe), made))
    terminal.run()
    return "\n".join(lines)


def test_a_round_shows_cards_keys_and_the_clause_of_each_result() -> None:
    screen = played("md", "6s 5h 7s 9d 8s Kh", "25", "h", "s")
    assert "[5♥] [??]" in screen
    assert "h hit, s stand, d double $0.50–$25, r surrender?" in screen
    assert "you box 1 base: 678-spades, paid $75, returned $25 [MD-12.B.3]" in screen
    assert "You leave with $575." in screen


def test_the_hole_card_is_not_shown_before_its_time() -> None:
    screen = played("md", "6s 5h 7s 9d 8s Kh", "25")
    assert "9♦" not in screen


def test_help_at_a_decision_tells_the_clause_in_words() -> None:
    screen = played("md", "6s 5h 7s 9d", "25", "?", "s")
    assert "[MD-7.H] Otherwise player decisions run from the dealer's far left clockwise" in screen


def test_help_at_the_wager_lists_the_side_wagers_on_offer() -> None:
    screen = played("wa", "6s 5h 7s 9d", "?")
    assert "m5    adds $5 on match-up" in screen
    assert "j5    adds $5 on jackpot-1" in screen


def test_several_boxes_and_side_wagers_are_typed_in_one_line() -> None:
    screen = played("md", "Ks 9s 5h Ks 9h 6d", "1:25 m5 2:10 b5", "s", "s")
    assert "match-up" in screen
    assert "box 2 base" in screen
    assert "box 2 bonus-spin" in screen


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("1", "command/outside-limits"),
        ("7.25", "command/not-in-chips"),
        ("900", "command/not-enough-chips"),
        ("ten", "money/unreadable"),
        ("9:10", "command/no-such-box"),
        ("x:10", "play/unreadable"),
        ("m5", "command/no-base-wager"),
        ("1:10 3:10", "command/boxes-not-adjacent"),
    ],
)
def test_a_wrong_wager_is_refused_and_nothing_stays_on_the_layout(typed: str, code: str) -> None:
    screen = played("md", "Ks 5h Qs 9d", typed)
    assert code in screen
    assert "You leave with $500." in screen


def test_an_unknown_key_is_answered_and_asked_again() -> None:
    screen = played("md", "Ks 5h Qs 9d 7h", "10", "y", "s")
    assert "'y' is not one of h, s, d, p, r." in screen
    assert "base: " in screen


def test_a_double_takes_the_amount_typed_after_its_key() -> None:
    screen = played("md", "6s 5h 5s 9d Kh 8c", "20", "d 5", "s")
    assert "paid $25, returned $25" in screen


def test_a_double_above_the_wager_is_refused_with_its_clause() -> None:
    screen = played("md", "6s 5h 5s 9d Kh 8c", "20", "d 21", "s")
    assert "command/double-amount [MD-10.A.b]" in screen


def test_a_player_without_chips_is_sent_off() -> None:
    screen = played("md", "Ks 5h Qs 9d 7h", "10", "s", chips=10)
    assert "below the table minimum" in screen


def test_the_end_of_the_input_ends_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def closed(prompt: str) -> str:
        raise EOFError

    Terminal(table_rules("md"), Chance(1), 500, ask=closed).run()
    assert "You leave with $500." in capsys.readouterr().out


def test_the_same_seed_gives_the_same_shoe() -> None:
    rules = table_rules("ma")
    assert Chance("a").shoe(rules) == Chance("a").shoe(rules) != Chance("b").shoe(rules)
