"""The terminal table, played the way a person does: by typing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from siete.cli.event_logs import events_of
from siete.cli.terminal.layout import Pen
from siete.cli.terminal.player import Terminal
from siete.cli.terminal.prompt import Talk
from siete.host.chance.shuffling import Chance
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.table import events as e
from siete.table.apply import apply
from siete.table.state.table import TableState
from tests.cli.running import Siete
from tests.cli.stacking import Stacked


def typing(lines: list[str], keys: Iterable[str]) -> Talk:
    """Somebody who types these lines; prompts and words go to the page."""
    left: Iterator[str] = iter(keys)

    def ask(prompt: str) -> str:
        lines.append(prompt)
        return next(left)

    return Talk(ask, lines.append)


def played(rules: str, shoe: str, *typed: str, chips: int = 500, is_quick: bool = True) -> str:
    """What the terminal shows when these lines are typed at a table with this shoe; then the player leaves."""
    lines: list[str] = []
    talk = typing(lines, [*typed, "q"])
    Terminal(table_rules(rules), Stacked(shoe), chips, talk=talk, is_quick=is_quick).run()
    return "\n".join(lines)


def test_a_round_shows_cards_keys_and_the_clause_of_each_result() -> None:
    screen = played("md", "6s 5h 7s 9d 8s Kh", "25", "h", "s")
    assert "[5♥] [??]" in screen
    assert "h hit, s stand, d double $0.50–$25, r surrender?" in screen
    assert "you box 1 base: 678-spades, paid $75, returned $25 [MD-12.B.3]" in screen
    assert "You leave with $575." in screen


def test_the_keys_are_those_of_the_page() -> None:
    screen = played("md", "6s 5h 5s 9d 2h 8c", "20", "d", "r")
    assert "after the double: s stand, r rescue?" in screen
    assert "you box 1 base: rescued, returned $20, collected $20 [MD-10.H]" in screen
    assert "you have a blackjack: s be paid now, d hold it?" in played("wa", "As 5h Ks 9d", "20", "s")


def test_the_hole_card_is_not_shown_before_its_time() -> None:
    screen = played("md", "6s 5h 7s 9d 8s Kh", "25")
    assert "9♦" not in screen


def test_help_at_a_decision_tells_the_clause_in_words() -> None:
    screen = played("md", "6s 5h 7s 9d", "25", "?", "s")
    assert "[MD-7.H] Otherwise player decisions run from the dealer's far left clockwise" in screen


def test_h_at_the_wager_is_help_and_no_amount() -> None:
    told = played("md", "Ks 5h Qs 9d", "h")
    assert "Type dollars for box 1" in told
    assert "money/unreadable" not in told


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
        ("9" * 5000 + ":10", "play/unreadable"),
        ("١:10", "play/unreadable"),
        ("-10", "command/amount-not-positive [MD-6.A]"),
        ("0", "command/amount-not-positive [MD-6.A]"),
        ("10 m-5", "command/amount-not-positive [MD-6.A]"),
        ("10 mouse", "money/unreadable: 'mouse' holds no amount"),
        ("9" * 40, "money/unreadable"),
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
    assert "'y' is not one of h, s, d, p or r." in screen
    assert "base: " in screen


def test_a_double_takes_the_amount_typed_after_its_key() -> None:
    screen = played("md", "6s 5h 5s 9d Kh 8c", "20", "d 5", "s")
    assert "paid $25, returned $25" in screen


def test_a_double_above_the_wager_is_refused_with_its_clause() -> None:
    screen = played("md", "6s 5h 5s 9d Kh 8c", "20", "d 21", "s")
    assert "command/double-amount [MD-10.A.b]" in screen


@pytest.mark.parametrize("typed", ["d -5", "d 0", "d 999"])
@pytest.mark.parametrize("rules", NAMES)
def test_a_double_that_is_none_is_refused_with_its_clause(rules: str, typed: str) -> None:
    screen = played(rules, "6s 5h 5s 9d Kh 8c", "20", typed, "s")
    assert re.search(r"command/(double-amount|not-enough-chips) \[[A-Z0-9]+-[^]]+\]: ", screen)


def test_a_player_without_chips_is_sent_off() -> None:
    screen = played("md", "Ks 5h Qs 9d 7h", "10", "s", chips=10)
    assert "below the table minimum" in screen


def closed(prompt: str) -> str:
    raise EOFError


def stopped(prompt: str) -> str:
    raise KeyboardInterrupt


@pytest.mark.parametrize("ask", [closed, stopped])
def test_the_end_of_the_input_and_ctrl_c_end_the_game(ask: object, capsys: pytest.CaptureFixture[str]) -> None:
    Terminal(table_rules("md"), Chance(1), 500, talk=Talk(ask)).run()  # type: ignore[arg-type]
    assert "You leave with $500." in capsys.readouterr().out


def test_who_leaves_in_mid_round_is_told_what_stays() -> None:
    assert "You leave with $490; $10 of yours stays on the layout." in played("md", "Ks 5h Qs 9d", "10")


def test_the_same_seed_gives_the_same_shoe() -> None:
    rules = table_rules("ma")
    assert Chance("a").shoe(rules) == Chance("a").shoe(rules) != Chance("b").shoe(rules)


# --- around the rounds -----------------------------------------------------------------------------------------------


def test_the_table_opens_and_the_player_looks_and_cuts() -> None:
    screen = played("md", "Ks 5h Qs 9d 7h", "", "10", "10", "s", is_quick=False)
    assert "24 10-spots taken out" in screen
    assert "Cut under how many cards, 10 to 278?" in screen
    assert "Cut by you under 10 cards, cover card before the last 72, shoe loaded, 1 card burned." in screen
    assert "[K♠] [Q♠]" in screen


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("9", "command/cut-depth [MD-5.E]"),
        ("279", "command/cut-depth [MD-5.E]"),
        ("deep", "play/unreadable"),
        ("-5", "play/unreadable"),
        ("?", "[MD-5.B]"),
    ],
)
def test_a_wrong_cut_is_answered_and_asked_again(typed: str, answer: str) -> None:
    screen = played("md", "Ks 5h Qs 9d", "", typed, "n", is_quick=False)
    assert answer in screen
    assert "Cut refused by you, cut by dealer under 10 cards" in screen


def test_a_table_left_alone_goes_idle_and_comes_back() -> None:
    screen = played("md", "Ks 5h Qs 9d 7h", "", "", "10", "s", "wait 60", "", "", "", is_quick=False)
    assert "Nobody plays: cards spread face" in screen
    assert "The table has been idle; play on (Enter to go on): " in screen
    assert screen.count("cards shuffled") == 2


@pytest.mark.parametrize("minutes", ["", "0", "-3", "long", "99999999"])
def test_only_minutes_can_be_waited_for(minutes: str) -> None:
    assert "such as wait 45" in played("md", "Ks 5h Qs 9d", f"wait {minutes}")


def test_the_burn_card_is_shown_where_the_rules_say_so() -> None:
    assert "command/burn-card-hidden [MD-" in played("md", "Ks 5h Qs 9d", "burn")
    assert "The card burned last: [" in played("ma", "Ks 5h Qs 9d", "burn")


def test_any_clause_is_told_on_request() -> None:
    screen = played("md", "Ks 5h Qs 9d", "? md-7.t", "? [MD-7.T]", "? MD-99")
    assert screen.count("[MD-7.T] After settlement remaining cards go to the discard rack") == 2
    assert "There is no clause 'MD-99'" in screen


def test_meters_are_shown_when_they_move() -> None:
    screen = played("wa", "Ks 5h Qs 9d 7h", "10 j5", "s")
    assert "Meters: jackpot-1 $5,000" in screen
    assert "Meters: jackpot-1 $5,000.90" in screen


def test_cards_have_colours_on_a_terminal() -> None:
    lines: list[str] = []
    talk = typing(lines, ["10", "q"])
    Terminal(table_rules("md"), Stacked("Ks 5h Qs 9d"), 500, talk=talk, pen=Pen(True), is_quick=True).run()
    assert any("\033[31;107m 5♥ \033[0m" in line for line in lines)


def test_a_wide_line_is_folded_between_words() -> None:
    lines: list[str] = []
    Talk(say=lines.append, width=30).tell_clause("MD-7.T")
    assert all(len(line) <= 30 for line in lines[0].splitlines())
    assert lines[0].count("\n") > 1


@pytest.mark.parametrize("name", NAMES)
def test_twenty_rounds_with_any_keys(name: str) -> None:
    """Somebody who hits any key plays twenty rounds; nothing breaks, and the log tells the same story."""
    rng, lines, kept = Random(name), list[str](), list[e.Event]()

    def ask(prompt: str) -> str:
        lines.append(prompt)
        if "Wager (" in prompt:
            if terminal.table.state.rounds >= 20:
                return "q"
            return rng.choice(["10", "10 m5", "25 b5 x5", "1:10 2:10", "25 j5", "", "wait 20", "rubbish", "?"])
        return rng.choice("hsdprxintk?ay") if "?" in prompt else rng.choice(["", "n", "?", "30"])

    def keep(events: Iterable[e.Event]) -> None:
        kept.extend(events)

    terminal = Terminal(table_rules(name), Chance(name), 100_000, talk=Talk(ask, lines.append), ended=keep)
    terminal.run()
    state = TableState()
    for event in kept:
        state = apply(state, event)
    assert state == terminal.table.state
    assert state.rounds >= 20


def test_the_command_writes_a_log(siete: Siete, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "game.jsonl"
    keys = iter(["10", "s", "s", "s", "q"])
    monkeypatch.setattr("siete.cli.terminal.prompt.typed", lambda prompt: next(keys))
    assert siete("play", "md", "--seed", "7", "--quick", "--log", str(log)).code == 0
    assert any(isinstance(event, e.RoundEnded) for event in events_of(log))
