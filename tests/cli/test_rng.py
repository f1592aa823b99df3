"""`siete rng sample`: exported output is what the dealing code draws from, complete and unaltered."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from siete.cards import SPANISH_DECK, cards_from_text
from siete.host.chance.entropy import Entropy, below
from siete.host.chance.sampling import CHUNK, numbers, raw_bytes, shoes
from siete.host.chance.shuffling import Chance
from siete.rules.submission import table_rules
from tests.cli.running import Siete


def _source() -> tuple[Entropy, list[bytes]]:
    """A generator that repeats by its seed, and all it ever gave."""
    random, given = Random(7), list[bytes]()

    def read(count: int) -> bytes:
        given.append(random.randbytes(count))
        return given[-1]

    return Entropy(read), given


@pytest.mark.parametrize("count", [1, 64, 100, CHUNK, CHUNK + 65])
def test_raw_bytes_are_the_generators_own_in_their_order(count: int) -> None:
    entropy, given = _source()
    assert b"".join(raw_bytes(count, entropy)) == b"".join(given)[:count]


def test_numbers_are_drawn_as_every_draw_is() -> None:
    drawn = b"".join(numbers(500, 48, _source()[0])).split()
    entropy = _source()[0]
    assert [int(each) for each in drawn] == [below(48, entropy.bits) for _ in range(500)]


def test_shoes_are_shuffled_as_live_ones_are() -> None:
    rules = table_rules("ma", {"decks": 8})
    lines = b"".join(shoes(2, rules, _source()[0])).decode().splitlines()
    chance = Chance(entropy=_source()[0])
    assert [tuple(cards_from_text(line)) for line in lines] == [chance.shoe(rules), chance.shoe(rules)]
    assert Counter(cards_from_text(lines[0])) == Counter(SPANISH_DECK * 8)


def test_the_command_names_its_sample_by_a_digest(siete: Siete, tmp_path: Path) -> None:
    to = tmp_path / "raw.bin"
    ran = siete("rng", "sample", "--bytes", "100000", "-o", str(to), "--json")
    assert (ran.code, ran.json["bytes"], len(to.read_bytes())) == (0, 100_000, 100_000)
    assert ran.json["sha256"] == sha256(to.read_bytes()).hexdigest()
    assert len(Counter(to.read_bytes())) == 256
    again = siete("rng", "sample", "--bytes", "10", "-o", str(to))
    assert (again.code, again.err.split(":")[0], len(to.read_bytes())) == (1, "file/exists", 100_000)


def test_shoes_and_numbers_from_the_command(siete: Siete, tmp_path: Path) -> None:
    assert siete("rng", "sample", "--shoes", "3", "--rules", "wa", "-o", str(tmp_path / "shoes")).code == 0
    lines = (tmp_path / "shoes").read_text().splitlines()
    assert [len(tuple(cards_from_text(line))) for line in lines] == [288] * 3
    assert siete("rng", "sample", "--numbers", "200", "--below", "6", "-o", str(tmp_path / "dice")).code == 0
    assert set((tmp_path / "dice").read_text().split()) == set("012345")


@pytest.mark.parametrize(
    "wrong",
    [(), ("--bytes", "5", "--shoes", "1"), ("--numbers", "5"), ("--bytes", "5", "--below", "3"), ("--bytes", "0")],
)
def test_what_makes_no_sense_is_wrong_usage(wrong: tuple[str, ...], siete: Siete, tmp_path: Path) -> None:
    assert siete("rng", "sample", *wrong, "-o", str(tmp_path / "x")).code == 2
    assert not (tmp_path / "x").exists()


def test_a_folder_that_is_not_there_is_told(siete: Siete, tmp_path: Path) -> None:
    ran = siete("rng", "sample", "--bytes", "5", "-o", str(tmp_path / "no" / "x"))
    assert (ran.code, ran.err.split(":")[0]) == (1, "file/unwritable")


def test_without_a_file_a_sample_is_handed_on_but_not_to_a_terminal(
    siete: Siete, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = siete("rng", "sample", "--shoes", "1", "--rules", "md")
    assert (ran.code, len(ran.out.split())) == (0, 288)
    assert ran.err.endswith(f"SHA-256 {sha256(ran.out.encode()).hexdigest()}\n")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    refused = siete("rng", "sample", "--bytes", "10")
    assert (refused.code, refused.out) == (2, "")
    assert "not for a terminal" in refused.err
