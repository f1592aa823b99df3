"""The solver says of small shoes and of whole decks, figure by figure, what it said when its figures were last read.

`journal.json` holds them. That they are right is for other tests to show: the definition, rounds walked card by card,
published figures. Here nothing moves unseen. Where something was meant to, renew the figures with
`python -m tests.odds.base.test_journal`, and say in the commit what moved and why.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.odds.base.journal import (
    CASES,
    WATCHED,
    WHOLE,
    Figures,
    figures_of,
    watched_figures,
    whole_figures,
)

KEPT = Path(__file__).with_name("journal.json")
_DEAR = ("tilted", "bounds", "hole card", "effects", "solution wa", "solution late")


def _case(name: str) -> object:
    """A case of whole decks; the dear ones are among the slow proofs, and among what mutants are asked."""
    return pytest.param(name, marks=(pytest.mark.slow, pytest.mark.mutants) if name in _DEAR else ())


def kept(name: str) -> Figures:
    """The figures of a case as they were read."""
    found: Figures = json.loads(KEPT.read_text("utf-8"))[name]
    return found


@pytest.mark.parametrize("name", CASES)
def test_small_shoes(name: str) -> None:
    assert figures_of(name) == pytest.approx(kept(name), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("name", WATCHED)
def test_watched_hands(name: str) -> None:
    assert watched_figures(name) == pytest.approx(kept(name), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("name", [_case(name) for name in WHOLE])
def test_whole_decks(name: str) -> None:
    assert whole_figures(name) == pytest.approx(kept(name), rel=1e-9, abs=1e-12)


def test_every_figure_belongs_to_a_case() -> None:
    assert list(json.loads(KEPT.read_text("utf-8"))) == [*CASES, *WATCHED, *WHOLE]


if __name__ == "__main__":
    made = {name: figures_of(name) for name in CASES}
    made |= {name: watched_figures(name) for name in WATCHED}
    made |= {name: whole_figures(name) for name in WHOLE}
    KEPT.write_text(json.dumps(made, indent=1) + "\n", "utf-8")
