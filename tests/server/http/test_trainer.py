"""The trainer's worker: values as the odds give them, cells of the chart, hands worth practising."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import msgspec
import pytest

from siete.cards import Card, Rank, cards_from_text
from siete.errors import SieteError
from siete.host.learning.schedule import Grade
from siete.money import Cents
from siete.odds.base.hand import hand_values
from siete.odds.base.shoe import Shoe
from siete.odds.wagers.insurance import value
from siete.rules.options import DealOrder, HoleCardProcedure
from siete.rules.submission import table_rules
from siete.server.describe.judgement import ChartCell, Priced, Told, judged
from siete.server.work import trainer
from siete.server.work.trainer import cell_of
from siete.server.work.workers import NOBODY, SOLVING, Workers
from tests.patience import PATIENCE

MD = table_rules("md")


def test_values_are_those_of_the_odds() -> None:
    found = trainer.values(MD.canonical_json, "9s 7h", "Kd", False, 0, "")
    expected = hand_values(MD, cards_from_text("9s 7h"), Card.from_text("Kd"))
    assert found["actions"] == expected.to_json()["actions"]
    assert found["shoe"] == "full"


def test_values_at_a_wager_contain_the_super_bonus_in_money_and_words() -> None:
    found = json.loads(json.dumps(trainer.values(MD.canonical_json, "7s 7s", "7h", False, 0, "", 2500)))
    expected = hand_values(MD, cards_from_text("7s 7s"), Card.from_text("7h"), wager=Cents(2500))
    assert [(each["action"], each["ev"]) for each in found["actions"]] == list(expected.actions)
    assert found["best"] == "hit"
    assert found["actions"][0]["cents"] == 6473
    assert "One chance in 71 at the super bonus of $5,000 is worth $70.18" in found["reason"]
    assert trainer.values(MD.canonical_json, "7s 7s", "7h", False, 0, "")["best"] == "split"


def test_the_reason_is_told_in_cents_of_a_dollar() -> None:
    found = trainer.values(MD.canonical_json, "Ks 7d", "Ah", False, 0, "", 1000)
    assert found["reason"] == "17 against an ace: surrendering loses 50 cents of a dollar, hitting loses 52 cents."


def test_insurance_has_a_value() -> None:
    found = json.loads(json.dumps(trainer.insurance(MD.canonical_json, "9s 8d", "", 2500)))
    expected = float(value(MD, cards_from_text("9s 8d")) * MD.insurance_share)
    assert {each["action"]: each["ev"] for each in found["actions"]} == {
        "declineinsurance": 0.0,
        "takeinsurance": expected,
    }
    assert found["best"] == "declineinsurance"


def test_the_chart_is_for_the_size_of_the_wager() -> None:
    def sevens(wager: int) -> str:
        found = json.loads(json.dumps(trainer.chart(MD.canonical_json, wager)))
        pairs = next(each for each in found["sections"] if each["table"] == "pairs")
        assert pairs["title"] == "Pairs"
        return str(next(row for row in pairs["rows"] if row["name"] == "7")["cells"][found["columns"].index("7")])

    assert sevens(2500) != sevens(0)


def test_values_from_the_remaining_shoe() -> None:
    gone = "5s 5h 5d 5c 4s 4h 4d 4c"
    found = trainer.values(MD.canonical_json, "9s 7h", "Kd", False, 0, gone)
    shoe = Shoe.full(MD.decks).without(cards_from_text(gone))
    expected = hand_values(MD, cards_from_text("9s 7h"), Card.from_text("Kd"), shoe=shoe)
    assert found["actions"] == expected.to_json()["actions"]
    assert found["shoe"] == "remaining"


@pytest.mark.parametrize(
    ("hand", "up", "doublings", "cell"),
    [
        ("9s 7h", "Kd", 0, ("hard", "16", "X")),
        ("8s 8h", "Ad", 0, ("pairs", "8", "A")),
        ("Ks Qh", "5d", 0, ("pairs", "X", "5")),
        ("As 6h", "2d", 0, ("soft", "17", "2")),
        ("As 6h 9c", "2d", 0, ("hard", "16", "2")),
        ("5s 6h 2c", "7d", 1, ("doubled-1", "13", "7")),
    ],
)
def test_cells_of_the_chart(hand: str, up: str, doublings: int, cell: tuple[str, str, str]) -> None:
    found = cell_of(cards_from_text(hand), Card.from_text(up), is_split=False, doublings=doublings)
    assert (found["section"], found["row"], found["column"]) == cell


@pytest.mark.parametrize("name", ["md", "wa", "s13"])
def test_a_drill_is_a_stack_that_the_shoe_holds(name: str) -> None:
    rules = table_rules(name)
    found = trainer.drill(rules.canonical_json, [], "7")
    assert found == trainer.drill(rules.canonical_json, [], "7")
    assert len(cards_from_text(found["stack"])) >= 3


@pytest.mark.parametrize("seed", range(4))
def test_a_missed_hand_weighs_six_times_as_much(seed: int) -> None:
    weight, stack, cell = trainer._candidate(MD, Random(seed), set())
    assert trainer._candidate(MD, Random(seed), {cell}) == (weight * trainer.MISSED, stack, cell)
    assert trainer._candidate(MD, Random(seed), {"hard 4 against A in 9 cards"}) == (weight, stack, cell)


def test_close_and_long_hands_weigh_more() -> None:
    """By the definition: a gap of three hundredths halves the weight, three cards or more treble it.

    A hand that leaves nothing to decide has none.
    """
    random, sizes = Random("weights"), set()
    for _ in range(8):
        weight, stack, cell = trainer._candidate(MD, random, set())
        cards = cards_from_text(stack)  # two cards, the dealer's two between them, and the rest
        hand = (cards[0], cards[2], *cards[4:])
        worth = [value for _, value in hand_values(MD, hand, cards[1]).actions]
        expected = 0.03 / (worth[0] - worth[1] + 0.03) if len(worth) > 1 else 0
        sizes.add(len(hand) > 2)
        assert weight == pytest.approx(expected * (3 if len(hand) > 2 else 1)), cell
    assert sizes == {True, False}


def test_the_drill_chooses_by_these_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand of no weight never comes, whatever the seed; one of all the weight always does."""
    hands = iter(range(10_000))

    def candidate(rules: object, random: Random, missed: set[str]) -> tuple[float, str, str]:
        name = f"hand {next(hands) % trainer.CANDIDATES}"
        return (1.0 if name in missed else 0.0), name, name

    monkeypatch.setattr(trainer, "_candidate", candidate)
    chosen = {trainer.drill(MD.canonical_json, ["hand 3", "hand 7"], str(seed))["cell"] for seed in range(30)}
    assert chosen == {"hand 3", "hand 7"}


@pytest.mark.parametrize("name", ["md", "wa", "s13"])
@pytest.mark.parametrize(
    "cell",
    [
        "pairs 8 against 7",
        "hard 16 against X in 3 cards",
        "soft 17 against A",
        "insurance",
        "pairs A against 2 after a split",
    ],
)
def test_a_cell_that_is_due_is_dealt(name: str, cell: str) -> None:
    rules = table_rules(name)
    found = trainer.drill(rules.canonical_json, (), "7", (cell,))
    cards = cards_from_text(found["stack"])
    players_first = rules.deal_order is DealOrder.PLAYERS_FIRST
    holes = rules.hole_card_procedure is not HoleCardProcedure.NO_HOLE
    hand = (cards[0], cards[1 if players_first else 2], *cards[3 + holes :])
    up = cards[2 if players_first else 1]
    wanted = cell.removesuffix(" after a split")
    if wanted == "insurance":
        assert up.rank is Rank.ACE
    else:
        assert cell_of(hand, up, is_split=False, doublings=0)["name"] == wanted


def test_what_no_stack_can_deal_is_left_to_play() -> None:
    found = trainer.drill(MD.canonical_json, (), "7", ("doubled-1 16 against 7 in 3 cards", "no such cell"))
    assert found["cell"].split()[0] in ("hard", "soft", "pairs")


def test_a_hand_is_dealt_again_card_for_card() -> None:
    stack = cards_from_text(trainer.dealt_hand(MD.canonical_json, "Ks 9d 2c", "Ah")["stack"])
    assert [str(stack[at]) for at in (0, 1, 2, 4)] == ["Ks", "Ah", "9d", "2c"]
    with pytest.raises(SieteError) as refused:
        trainer.dealt_hand(MD.canonical_json, "Ks", "Ah")
    assert refused.value.code == "trainer/short-hand"


TOLD = Told(
    actions=(
        Priced("hit", "hit", -0.477, -1192),
        Priced("stand", "stand", -0.5393, -1348),
        Priced("surrender", "surrender", -0.5, -1250),
    ),
    best="hit",
    cell=ChartCell("hard", "hard 16 against X"),
    wager=2500,
    rules="md",
    table="t",
    round=31,
    cards=("Ks", "6h"),
    up="Qd",
    is_split=False,
    doublings=0,
)


@pytest.mark.parametrize(
    ("action", "kind", "cents", "grade"), [("hit", "right", 0, Grade.RIGHT), ("stand", "wrong", 156, Grade.WRONG)]
)
def test_a_decision_is_judged_by_what_was_told(action: str, kind: str, cents: int, grade: Grade) -> None:
    found = judged(TOLD, action)
    assert found is not None
    assert (found.kind, found.cents) == (kind, cents)
    review = found.review()
    assert (review.deck, review.item, review.kind, review.grade) == ("coach/md", "hard 16 against X", "hard", grade)
    assert bool(review.note) == (kind == "wrong")


def test_less_than_a_cent_of_a_dollar_is_no_mistake() -> None:
    near = msgspec.structs.replace(
        TOLD, actions=(Priced("hit", "hit", -0.5, -1250), Priced("stand", "stand", -0.505, -1263))
    )
    found = judged(near, "stand")
    assert found is not None
    assert (found.kind, found.review().grade) == ("near", Grade.HARD)
    assert judged(TOLD, "double") is None


def test_the_worker_answers_and_refuses() -> None:
    async def ask() -> None:
        made = Workers(SOLVING)
        try:
            found = await made.ask(NOBODY, cell_of_text, "8s 8h", "7d")
            assert found == "pairs 8 against 7"
            with pytest.raises(SieteError) as refused:
                await made.ask(NOBODY, refusing)
            assert refused.value.code == "hand/bust"
        finally:
            made.close()

    asyncio.run(ask())


def cell_of_text(hand: str, up: str) -> str:
    return str(cell_of(cards_from_text(hand), Card.from_text(up), is_split=False, doublings=0)["name"])


def refusing() -> None:
    raise SieteError("hand/bust", "Over 21.")


SERVER = """
import asyncio, os
from siete.server.work.workers import NOBODY, SOLVING, Workers

async def begin():
    asyncio.ensure_future(Workers().ask(NOBODY, os.getpid))
    while not (workers := open(f"/proc/self/task/{os.getpid()}/children").read().split()):
        await asyncio.sleep(0.001)
    open("workers", "w").write(" ".join(workers))
    os.kill(os.getpid(), 9)

if __name__ == "__main__":
    asyncio.run(begin())
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found by /proc")
def test_a_worker_ends_even_when_its_server_was_killed_before_it_had_begun(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text(SERVER)
    killed = subprocess.run([sys.executable, "server.py"], cwd=tmp_path, stderr=subprocess.DEVNULL, check=False)
    assert killed.returncode == -9
    workers = [Path("/proc", number) for number in (tmp_path / "workers").read_text().split()]
    assert workers
    ends = time.monotonic() + PATIENCE
    while any(_runs(worker) for worker in workers):
        assert time.monotonic() < ends, "a worker outlived its server"
        time.sleep(0.05)


def _runs(process: Path) -> bool:
    try:
        return process.joinpath("stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
