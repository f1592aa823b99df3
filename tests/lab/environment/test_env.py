"""The Gymnasium environment: its contract, whole rules by the mask, the same rounds by seed, and hidden cards."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env

from siete.errors import SieteError
from siete.lab.environment import ENV_ID
from siete.lab.environment.actions import Action
from siete.lab.environment.env import Spanish21Env
from siete.rules.names import names
from siete.table import commands as c
from siete.table.legal import legal

WAGER = len(Action)
"""The action that wagers the first size."""


def _play(env: Spanish21Env, rounds: int, *, seed: int) -> list[tuple[object, ...]]:
    """What a player who takes the first allowed action in a shuffled order sees and wins."""
    chooser = np.random.default_rng(seed)
    seen: list[tuple[object, ...]] = []
    found, info = env.reset(seed=seed)
    for _ in range(rounds):
        is_over = False
        while not is_over:
            action = np.int64(chooser.choice(np.flatnonzero(info["action_mask"])))
            found, reward, is_over, _, info = env.step(action)
            seen.append((repr(found), int(action), reward, tuple(info["action_mask"])))
        found, info = env.reset()
    return seen


@pytest.mark.parametrize("rules", names())
def test_the_environment_keeps_gymnasiums_contract(rules: str) -> None:
    env = gymnasium.make(ENV_ID, rules=rules, render_mode="ansi").unwrapped
    check_env(env)
    by_module = f"siete.lab.environment:{ENV_ID}"
    check_env(gymnasium.make(by_module, rules=rules, flat=True, sees_cards=True, boxes=2, keeps_shoe=True).unwrapped)


@pytest.mark.parametrize("options", [{}, {"boxes": 3, "keeps_shoe": True, "sees_cards": True}, {"flat": True}])
def test_a_seed_gives_the_same_rounds_again(options: dict[str, Any]) -> None:
    first, again = (_play(Spanish21Env("md", **options), 12, seed=3) for _ in range(2))
    assert first == again
    assert first != _play(Spanish21Env("md", **options), 12, seed=4)


@pytest.mark.parametrize("rules", names())
def test_the_mask_is_what_the_engine_allows(rules: str) -> None:
    """Every answer that is allowed is one action, and every refused one is masked and changes nothing."""
    env = Spanish21Env(rules, boxes=2)
    chooser = np.random.default_rng(11)
    asked = 0
    for _ in range(20):
        _, info = env.reset()
        is_over = False
        while not is_over:
            mask = info["action_mask"]
            table, ask = env._table, env._ask
            assert table is not None
            if ask is not None:
                asked += 1
                allowed = {type(each.command) for each in legal(table.state, env.rules, ask.player)}
                assert sum(mask) == len(allowed - {c.RefuseCard})
                before = table.state
                refused = np.int64(chooser.choice(np.flatnonzero(mask == 0)))
                _, reward, is_over, _, info = env.step(refused)
                assert (reward, is_over, info["refusal"]) == (0.0, False, "environment/not-allowed")
                assert table.state is before
            action = np.int64(chooser.choice(np.flatnonzero(info["action_mask"])))
            _, _, is_over, _, info = env.step(action)
    assert asked > 20


def test_a_hidden_card_is_in_no_observation() -> None:
    """States that differ only in the hole card look the same, in numbers, text and drawing."""
    env = Spanish21Env("md", sees_cards=True)
    checked = 0
    for seed in range(30):
        env.reset(seed=seed)
        env.step(np.int64(WAGER))
        table = env._table
        assert table is not None
        current = table.state.round
        if current is None or not current.is_hole_hidden:
            continue
        shown = [repr(env._observed())]
        for mode in ("ansi", "svg"):
            env.render_mode = mode
            shown.append(str(env.render()))
        other = current.dealer[0], current.boxes[0].hands[0].cards[0], *current.dealer[2:]
        table.state = replace(table.state, round=replace(current, dealer=other))
        env.render_mode = "ansi"
        assert [repr(env._observed()), str(env.render())] == shown[:2]
        env.render_mode = "svg"
        assert str(env.render()) == shown[2]
        checked += 1
    assert checked > 20


def test_the_reward_is_the_change_of_all_racks() -> None:
    in_cents, in_wagers = Spanish21Env("wa", reward="cents", sizes=[10]), Spanish21Env("wa", sizes=[10])
    cents = [entry[2] for entry in _play(in_cents, 60, seed=8)]
    wagers = [entry[2] for entry in _play(in_wagers, 60, seed=8)]
    assert cents == [1000 * float(str(reward)) for reward in wagers]
    assert len(set(cents)) > 3


def test_cards_seen_are_counted_until_the_shuffle() -> None:
    env = Spanish21Env("wa", keeps_shoe=True, sees_cards=True, decks=2)
    found, info = env.reset(seed=1)
    counts: list[int] = []
    for _ in range(40):
        is_over = False
        while not is_over:
            stand = info["action_mask"][Action.STAND]
            action = Action.STAND if stand else int(np.flatnonzero(info["action_mask"])[0])
            found, _, is_over, _, info = env.step(np.int64(action))
        assert isinstance(found, dict)
        counts.append(int(found["seen"].sum()))
        _, info = env.reset()
    shuffles = [now for before, now in pairwise(counts) if now < before]
    assert len(shuffles) >= 2, "cards seen are forgotten at a shuffle"
    assert all(now - before >= 4 for before, now in pairwise(counts) if now > before)
    assert max(counts) <= 96


def test_sizes_and_side_wagers_are_wagered() -> None:
    env = Spanish21Env("md", sizes=[15, 50], sides={"match-up": 5}, boxes=2)
    env.reset(seed=2)
    env.step(np.int64(WAGER + 1))
    _, _, _, _, info = env.step(np.int64(WAGER))
    table = env._table
    assert table is not None
    assert table.state.round is not None
    assert [box.hands[0].stakes[0].amount for box in table.state.round.boxes] == [5000, 1500]
    assert [bet.amount for box in table.state.round.boxes for bet in box.bets] == [500, 500]
    assert info["action_mask"].any()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"boxes": 0}, "environment/boxes"),
        ({"boxes": 99}, "environment/boxes"),
        ({"reward": "dollars"}, "environment/reward"),
        ({"render_mode": "human"}, "environment/render-mode"),
        ({"sides": {"lotto": 5}}, "environment/side-wager"),
        ({"sizes": [500]}, "command/outside-limits"),
        ({"sizes": ["much"]}, "money/"),
        ({"decks": 77}, "submission/"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(options: dict[str, Any], code: str) -> None:
    with pytest.raises(SieteError) as caught:
        Spanish21Env("wa", **options)
    assert caught.value.code.startswith(code)


def test_a_step_before_reset_is_refused() -> None:
    with pytest.raises(SieteError) as caught:
        Spanish21Env("wa").step(np.int64(0))
    assert caught.value.code == "environment/no-round"


def test_flat_and_dictionary_tell_the_same() -> None:
    plain, flat = Spanish21Env("wa"), Spanish21Env("wa", flat=True)
    assert isinstance(plain.observation_space, spaces.Dict)
    for seed in range(10):
        dictionary, _ = plain.reset(seed=seed)
        array, _ = flat.reset(seed=seed)
        for env_step in (np.int64(WAGER), np.int64(Action.STAND)):
            assert isinstance(array, np.ndarray)
            np.testing.assert_array_equal(spaces.flatten(plain.observation_space, dictionary), array)
            dictionary, array = plain.step(env_step)[0], flat.step(env_step)[0]
