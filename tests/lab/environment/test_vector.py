"""The vectorised environment beside the engine's: the same shoes and actions through both, step by step."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from numpy.typing import NDArray

from siete.cards import SPANISH_DECK, Card
from siete.errors import SieteError
from siete.lab.environment import ENV_ID
from siete.lab.environment.actions import Action
from siete.lab.environment.env import Spanish21Env
from siete.lab.environment.vector import Spanish21VectorEnv
from siete.rules.names import names

WAGER = len(Action)


class GivenShoe:
    """What an environment takes its cards from, in the place of chance."""

    def __init__(self, shoe: tuple[Card, ...]) -> None:
        self._shoe = shoe

    def shoe(self, rules: object) -> tuple[Card, ...]:
        """The given one, whatever the rules."""
        return self._shoe


def _shoes(decks: int, count: int, chooser: np.random.Generator) -> list[tuple[Card, ...]]:
    """Random shoes; in every second one the cards in front are few ranks, so that pairs, aces and 21s come often."""
    cards = SPANISH_DECK * decks
    found = []
    for number in range(count):
        order = [cards[place] for place in chooser.permutation(len(cards))]
        if number % 2:
            wanted = chooser.choice(list("A678JQK"), size=3, replace=False)
            order.sort(key=lambda card: (card.rank.value not in wanted) + 0.999 * chooser.random())
        found.append(tuple(order))
    return found


def _compare(shoes: list[tuple[Card, ...]], chooser: np.random.Generator, **options: Any) -> set[int]:
    """Play one round of each shoe through both at random; which actions were taken."""
    vector = Spanish21VectorEnv(num_envs=len(shoes), sees_cards=True, **options)
    singles = [Spanish21Env(sees_cards=True, **options) for _ in shoes]
    vector.reset(seed=1)
    vector.episodes.load(shoes)
    found, info = vector.reset()
    at: list[tuple[Any, float, bool, bool, dict[str, Any]]] = []
    for single, shoe in zip(singles, shoes, strict=True):
        single.reset(seed=1)
        assert single._table is not None
        single._table._randomness = GivenShoe(shoe)  # type: ignore[assignment]
        seen, told = single.reset()
        at.append((seen, 0.0, False, False, told))
    taken: set[int] = set()
    rewards, is_over = np.zeros(len(shoes)), np.zeros(len(shoes), np.bool_)
    done = np.zeros(len(shoes), np.bool_)
    for _ in range(200):
        for lane, (seen, reward, ended, _, told) in enumerate(at):
            if done[lane]:
                continue
            assert isinstance(found, dict)
            where = f"{options} {' '.join(map(str, shoes[lane][:24]))}"
            shown = {name: found[name][lane].tolist() for name in found}
            assert shown == {name: value.tolist() for name, value in seen.items()}, where
            assert info["action_mask"][lane].tolist() == told["action_mask"].tolist(), where
            assert (rewards[lane], is_over[lane]) == (reward, ended), where
            assert not ended or info["net_cents"][lane] == told["net_cents"], where
            done[lane] = ended
        if done.all():
            return taken
        actions = np.array([_drawn(mask, chooser) for mask in info["action_mask"]])
        for lane in np.flatnonzero(~done).tolist():
            taken.add(int(actions[lane]))
            at[lane] = singles[lane].step(np.int64(actions[lane]))
        found, rewards, is_over, _, info = vector.step(actions)
    raise AssertionError("a round has no end")


def _drawn(mask: NDArray[np.int8], chooser: np.random.Generator) -> int:
    """An action that is allowed, or 0; pairs are split half of the time, so that whole trees of splits are played."""
    if mask[Action.SPLIT] and chooser.random() < 0.5:
        return Action.SPLIT
    allowed = np.flatnonzero(mask)
    return int(chooser.choice(allowed)) if allowed.size else 0


CHOICES: list[dict[str, Any]] = [
    {"rules": "wa", "double_double": True, "sizes": [10, 400]},
    {"rules": "wa", "decks": 2, "mtd_configuration": 3},
    {"rules": "ma", "hole_card_procedure": "no_hole"},
    {"rules": "md", "decks": 8, "sizes": [15, 35, 500]},
]
EVERYWHERE = {Action.STAND, Action.HIT, Action.DOUBLE, Action.SPLIT, WAGER}


@pytest.mark.parametrize("options", [*({"rules": name} for name in names()), *CHOICES], ids=str)
def test_every_step_is_the_engines(options: dict[str, Any]) -> None:
    chooser = np.random.default_rng(3)
    decks = Spanish21Env(**options).rules.decks
    taken = _compare(_shoes(decks, 36, chooser), chooser, **options)
    assert taken >= EVERYWHERE


@pytest.mark.slow
@pytest.mark.parametrize("options", [*({"rules": name} for name in names()), *CHOICES], ids=str)
def test_every_step_of_many_shoes_is_the_engines(options: dict[str, Any]) -> None:
    chooser = np.random.default_rng(71)
    decks = Spanish21Env(**options).rules.decks
    taken = _compare(_shoes(decks, 1500, chooser), chooser, **options)
    assert taken >= EVERYWHERE | {Action.SURRENDER, Action.RESCUE, Action.DECLINE_INSURANCE, Action.TAKE_INSURANCE}


@pytest.mark.slow
def test_no_index_of_the_kernel_leaves_its_array(tmp_path: Path) -> None:
    """Compiled anew with every index checked: a warm cache would ignore the wish."""
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    wanted = f"{__file__}::test_every_step_is_the_engines"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "-q", wanted], env=environment, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout.decode()


def _played(env: Spanish21VectorEnv, steps: int, seed: int | list[int]) -> list[list[float]]:
    """What each table wins at every step when it takes the last action that is allowed."""
    _, info = env.reset(seed=seed)
    won = []
    for _ in range(steps):
        last = info["action_mask"].shape[1] - 1 - info["action_mask"][:, ::-1].argmax(axis=1)
        _, rewards, _, _, info = env.step(last)
        won.append(rewards.tolist())
    return won


def test_a_table_has_the_same_rounds_by_seed_whatever_others_play() -> None:
    alone, among = (Spanish21VectorEnv("md", num_envs=count) for count in (2, 9))
    first = _played(alone, 60, 5)
    assert first == _played(alone, 60, 5) == [row[:2] for row in _played(among, 60, 5)]
    assert first != _played(alone, 60, 6)
    assert [row[0] for row in _played(alone, 60, [5, 8])] == [row[0] for row in first]


def test_a_kept_shoe_is_dealt_to_its_cover_card() -> None:
    env = Spanish21VectorEnv("wa", num_envs=3, keeps_shoe=True, sees_cards=True, decks=2)
    _, info = env.reset(seed=4)
    counts = []
    for _ in range(400):
        found, _, is_over, _, info = env.step(info["action_mask"].argmax(axis=1))
        assert isinstance(found, dict)
        assert found["seen"].max() <= 2, "two decks have two of each card"
        if is_over[0]:
            counts.append(int(found["seen"][0].sum()))
    shuffles = [before for before, now in pairwise(counts) if now < before]
    assert len(shuffles) >= 5
    assert min(shuffles) > 30, "a shoe of 96 cards gives several rounds"
    assert all(now - before >= 4 for before, now in pairwise(counts) if now > before)


def test_an_action_that_is_not_allowed_changes_nothing() -> None:
    env = Spanish21VectorEnv("md", num_envs=4)
    before, _ = env.reset(seed=3)
    found, rewards, is_over, _, info = env.step(np.array([Action.HIT, -1, 99, WAGER]))
    assert info["is_refused"].tolist() == [True, True, True, False]
    assert isinstance(found, dict)
    assert isinstance(before, dict)
    for name in found:
        assert found[name][:3].tolist() == before[name][:3].tolist()
    assert rewards[:3].tolist() == [0, 0, 0]
    assert not is_over[:3].any()
    assert found["stage"][3] != before["stage"][3]


def test_gymnasium_makes_it_and_its_spaces_hold_what_is_seen() -> None:
    made = gymnasium.make_vec(ENV_ID, num_envs=16, vectorization_mode="vector_entry_point", rules="ma", sees_cards=True)
    flat = Spanish21VectorEnv("ma", num_envs=16, sees_cards=True, flat=True)
    single = Spanish21Env("ma", sees_cards=True)
    found, info = made.reset(seed=2)
    array, _ = flat.reset(seed=2)
    for _ in range(30):
        assert found in made.observation_space
        assert array in flat.observation_space
        assert isinstance(array, np.ndarray)
        for lane in range(16):
            one = {name: found[name][lane] for name in found}
            np.testing.assert_array_equal(np.asarray(spaces.flatten(single.observation_space, one)), array[lane])
        actions = info["action_mask"].argmax(axis=1)
        found, _, _, _, info = made.step(actions)
        array = flat.step(actions)[0]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"boxes": 2}, "environment/one-box"),
        ({"sides": {"match-up": 5}}, "environment/one-box"),
        ({"render_mode": "ansi"}, "environment/one-box"),
        ({"reward": "dollars"}, "environment/reward"),
        ({"num_envs": 0}, "sim/lanes"),
        ({"sizes": [10] * 17}, "sim/sizes"),
        ({"sizes": [500]}, "sim/wager"),
    ],
)
def test_what_it_cannot_play_is_refused_at_once(options: dict[str, Any], code: str) -> None:
    with pytest.raises(SieteError) as caught:
        Spanish21VectorEnv("wa", **options)
    assert caught.value.code == code


def test_steps_without_rounds_and_wrong_numbers_of_actions_are_refused() -> None:
    env = Spanish21VectorEnv("wa", num_envs=2)
    for actions, code in ((np.zeros(2), "environment/no-round"), (np.zeros(3), "environment/actions")):
        with pytest.raises(SieteError) as caught:
            env.step(actions.astype(np.int64))
        assert caught.value.code == code
        env.reset()
    with pytest.raises(SieteError) as caught:
        env.reset(seed=[1, 2, 3])
    assert caught.value.code == "environment/seeds"
