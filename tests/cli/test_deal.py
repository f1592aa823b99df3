"""`siete deal`: rounds in notation, the same for the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from siete.cards import cards_from_text
from siete.cli.event_logs import events_of
from siete.rules.names import NAMES
from siete.strategy import never_bust
from siete.table import events as e
from siete.table.notation.model import WrittenRound
from siete.table.notation.reader import document_from_text
from siete.table.notation.replay import replayed
from tests.cli.running import Siete


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """A strategy that needs no solving; the derived charts have a test of their own."""
    path = tmp_path / "plain.txt"
    path.write_text(never_bust().to_text(), "utf-8")
    return path


@pytest.mark.parametrize("name", NAMES)
def test_what_is_dealt_replays(siete: Siete, name: str, plain: Path) -> None:
    words = ("deal", name, "--rounds", "30", "--seed", "7", "--boxes", "3", "--side-wagers")
    ran = siete(*words, "--strategy", str(plain))
    assert (ran.code, ran.err) == (0, "")
    document = document_from_text(ran.out)
    assert (document.rules.rule_set, len(document.rounds)) == (name, 30)
    assert all(replayed(written, document.rules).agrees for written in document.rounds)
    assert all(written.results for written in document.rounds)


def test_the_same_seed_deals_the_same_rounds(siete: Siete) -> None:
    first, again, other = (siete("deal", "md", "--rounds", "5", "--seed", seed).out for seed in ("a", "a", "b"))
    assert first == again
    assert document_from_text(first).rounds != document_from_text(other).rounds


def _before(written: WrittenRound) -> list[str]:
    """What the round says was done before it."""
    told = written.own["_before"]
    assert isinstance(told, list)
    return [str(line) for line in told]


def test_a_shoe_is_dealt_to_its_cover_card_and_then_shuffled(siete: Siete, plain: Path) -> None:
    """With seven boxes a shoe of two decks is gone after some three rounds; a hundred must not run out of cards."""
    words = ("deal", "wa", "--decks", "2", "--rounds", "100", "--boxes", "7", "--strategy", str(plain))
    rounds = document_from_text(siete(*words).out).rounds
    shuffled = [_before(each) for each in rounds if "_before" in each.own]
    assert len(rounds) == 100
    assert len(shuffled) > 20
    assert "96 cards collected and counted" in shuffled[1]
    assert any("cut by player-" in phrase for phrase in shuffled[1])


def test_the_first_round_tells_how_the_table_opened(siete: Siete, plain: Path) -> None:
    first = document_from_text(siete("deal", "md", "--strategy", str(plain)).out).rounds[0]
    told = _before(first)
    assert told[0].endswith("items of the checklist signed")
    assert "24 10-spots taken out" in told
    assert told[-1] == "1 card burned"


def test_the_derived_chart_plays(siete: Siete) -> None:
    document = document_from_text(siete("deal", "md", "--rounds", "60", "--seed", "2").out)
    words = {decision.word.value for written in document.rounds for decision in written.decisions}
    assert document.own["_strategy"] == "md, 6 decks, $5"
    assert {"double", "hit", "stand"} <= words


def test_players_wager_what_is_asked_and_play_its_chart(siete: Siete) -> None:
    document = document_from_text(siete("deal", "md", "--rounds", "2", "--bet", "25").out)
    assert document.own["_strategy"] == "md, 6 decks, $25"
    amounts = {wager.amounts[0][1] for written in document.rounds for wager in written.wagers}
    assert amounts == {2500}
    assert siete("deal", "md", "--bet", "1").code == 1  # below the table minimum


def test_a_log_holds_every_event_and_folds_to_the_same_rounds(siete: Siete, plain: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    words = ("deal", "ma", "--rounds", "5", "--boxes", "2", "--strategy", str(plain))
    out = siete(*words, "--log", str(log)).out
    kept = list(events_of(log))
    cards = [event.card for event in kept if isinstance(event, e.CardDealt)]
    assert isinstance(kept[0], e.TableOpened)
    assert cards == [card for written in document_from_text(out).rounds for card in written.cards]
    assert siete(*words, "--log", str(tmp_path)).err.startswith("file/unwritable")


def test_choices_of_a_file_and_of_the_command_line_are_written(siete: Siete, plain: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('rule_set = "md"\ntable_min = 10\nhandpay_threshold = 600.50\ndecks = 6\n')
    words = ("deal", str(path), "--decks", "8", "--set", "mtd_max=30", "--strategy", str(plain))
    document = document_from_text(siete(*words).out)
    assert document.choices is not None
    assert {name: str(value) for name, value in document.choices.items()} == {
        "table_min": "10",
        "handpay_threshold": "600.50",
        "decks": "8",
        "mtd_max": "30",
    }
    assert document.rules.decks == 8


def test_side_wagers_only_when_asked_for(siete: Siete) -> None:
    plain = document_from_text(siete("deal", "wa", "--rounds", "1").out).rounds[0]
    full = document_from_text(siete("deal", "wa", "--rounds", "1", "--side-wagers").out).rounds[0]
    assert [spot.value for spot, _ in plain.wagers[0].amounts] == ["base"]
    assert [spot.value for spot, _ in full.wagers[0].amounts] == ["base", "match-up", "jackpot-1"]


def test_rounds_as_json(siete: Siete) -> None:
    ran = siete("deal", "md", "--rounds", "2", "--seed", "7", "--json")
    assert set(ran.json) == {"rules", "rules_hash", "seed", "strategy", "rounds"}
    assert (ran.json["rules"], ran.json["seed"], len(ran.json["rounds"])) == ("md", "7", 2)
    written = document_from_text(siete("deal", "md", "--rounds", "2", "--seed", "7").out).rounds
    assert [cards_from_text(each["cards"]) for each in ran.json["rounds"]] == [each.cards for each in written]


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("md", "--boxes", "8"), 1, "deal/too-many-boxes"),
        (("mars",), 1, "rules/unknown"),
        (("md", "--rounds", "0"), 2, "Invalid value for '--rounds'"),
        (("md", "--rounds", "many"), 2, "Invalid value for '--rounds'"),
        (("md", "--set", "decks"), 2, "Invalid value for --set"),
        (("md", "--decks", "7"), 1, "submission/not-allowed"),
    ],
)
def test_what_cannot_be_dealt(siete: Siete, words: tuple[str, ...], code: int, sentence: str) -> None:
    ran = siete("deal", *words)
    assert (ran.code, ran.out) == (code, "")
    assert sentence in ran.err


def test_live_rules_know_no_seed(siete: Siete) -> None:
    ran = siete("deal", "s13", "--set", "live=true")
    assert (ran.code, ran.err.split()[0]) == (1, "deal/live-rules:")
