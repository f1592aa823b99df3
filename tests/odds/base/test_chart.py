"""The derived chart: its shape, its exact cost, its forms; and what is kept on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from siete.cards import Card, cards_from_text
from siete.odds.base.kept import cache
from siete.odds.base.solution import chart, figure, house_edge
from siete.rules.submission import table_rules
from siete.strategy import Situation, Strategy, Table, mimic_the_dealer


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        pytest.param("wa", {}, id="wa"),
        pytest.param("md", {}, id="md", marks=pytest.mark.slow),
        pytest.param("wa", {"double_double": True}, id="dd", marks=pytest.mark.slow),
        pytest.param("ma", {"hole_card_procedure": "no_hole"}, id="no-hole", marks=pytest.mark.slow),
    ],
)
def test_a_chart_costs_next_to_nothing(name: str, choices: dict[str, object]) -> None:
    found = chart(table_rules(name, choices))
    assert 0.0 <= found.loss < 1e-5
    assert found.house_edge == pytest.approx(house_edge(table_rules(name, choices), found.strategy), abs=1e-12)


def test_every_form_reads_back() -> None:
    strategy = chart(table_rules("wa")).strategy
    assert Strategy.from_text(strategy.to_text()) == strategy
    assert Strategy.from_csv(strategy.to_csv()) == strategy
    assert Strategy.from_json(strategy.to_json()) == strategy


@pytest.mark.parametrize(
    ("hand", "up", "play"),
    [
        ("7h 7c", "2h", "P"),
        ("8h 8c", "Kh", "P"),
        ("Ah Ac", "Ah", "P"),
        ("Kh 7c", "Ah", "R"),
        ("6h 5c", "6h", "D"),
        ("Kh 2c", "6h", "H"),
        ("9h 6c", "2h", "S"),
        ("8h 7c", "2h", "H"),
        ("Kh 2c 2d Ac Ah", "2h", "H"),
    ],
)
def test_well_known_plays_with_hit_soft_17(hand: str, up: str, play: str) -> None:
    situation = Situation(cards=cards_from_text(hand), up=Card.from_text(up))
    assert chart(table_rules("wa")).strategy.preferences(situation)[0] == play


def test_the_super_bonus_is_noted_with_its_wagers() -> None:
    notes = chart(table_rules("wa")).notes
    assert any("two sevens of spades" in note and "$5 to under $4" in note for note in notes)


@pytest.mark.slow
def test_double_double_has_three_charts_after_doubling() -> None:
    tables = {row.table for row in chart(table_rules("wa", {"double_double": True})).strategy.rows}
    assert {Table.DOUBLED_1, Table.DOUBLED_2, Table.DOUBLED_3} <= tables


def test_a_given_strategy_has_its_own_figure() -> None:
    rules = table_rules("md")
    found = figure(rules, mimic_the_dealer())
    assert found.strategy == "Mimic the dealer"
    assert float(found.house_edge) > house_edge(rules) + 0.03


def test_a_damaged_file_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIETE_CACHE_DIR", str(tmp_path))
    cache.store("a", {"x": 1})
    (file,) = tmp_path.iterdir()
    assert cache.load("a") == {"x": 1}
    for text in ("", "{", "[]", '{"key": "b", "value": {}}', '{"key": "a"}', "\x00" * 10):
        file.write_text(text)
        assert cache.load("a") is None
    cache.store("a", {"x": 2})
    assert cache.load("a") == {"x": 2}


def test_a_place_that_cannot_be_written_to_is_no_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("SIETE_CACHE_DIR", str(blocked / "below"))
    cache.store("a", {"x": 1})
    assert cache.load("a") is None
