"""Counting solves one game after the other, and keeps none of them while it solves the next."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from siete.cards import Rank
from siete.odds.base import solution
from siete.odds.base.counting import effects, tilted
from siete.odds.base.game import Game
from siete.rules.submission import table_rules

WA = table_rules("wa")


def test_the_game_solved_last_makes_room_for_shoes_that_lean(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("SIETE_CACHE_DIR", str(tmp_path))
    held: list[int] = []

    def solved(game: Game) -> SimpleNamespace:
        held.append(solution._last_game.cache_info().currsize)
        return SimpleNamespace(value=0.0, standard_deviation=1.0)

    monkeypatch.setattr("siete.odds.base.results.results", solved)
    solution._game(WA)
    tilted.tilted(WA, {Rank.FIVE: 1, Rank.KING: -1}, "a count of nobody's")
    assert held == [0] * 5


def test_a_shoe_without_a_card_is_solved_when_the_last_one_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    alive: list[int] = []

    class Counted(Game):
        def __del__(self) -> None:
            alive.remove(id(self))

        def value(self) -> float:
            alive.append(id(self))
            assert len(alive) == 1, "one at a time"
            return 0.0

    monkeypatch.setattr("siete.odds.base.game.Game", Counted)
    monkeypatch.setattr(effects, "_cells", lambda game: effects.Cells())
    effects._solved(WA)
    assert not alive
