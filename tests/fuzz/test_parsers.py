"""Every parser under coverage-guided fuzzing: it reads an input or refuses it, within bounded work.

`SIETE_FUZZ` sets how many inputs each gets in the slow run.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from siete.host.access.roles import HouseRole, Person
from siete.host.table.wire import command_from, command_type, message_from
from siete.rules.submission import compile_rules, override_from_text, submission_from_text, table_rules
from siete.rules.table_rules import TableRules
from siete.server.ws.sockets import _decoded
from siete.sim.saving import load
from siete.store.codec import event_from_bytes
from siete.strategy import Strategy
from siete.table.notation.reader import document_from_text
from siete.table.position.line import position_from_text
from tests.fuzz.coverage import Target, fuzz

MANY = int(os.environ.get("SIETE_FUZZ", "2000"))
MOST_LINES = 4_000_000
"""Of Python, for one input: some twenty times what the largest of the corpus takes."""
KEPT = Path(__file__).parents[1] / "kept" / "0.1.0"
WORDS = (
    b'"', b"'", b'"""', b"[[round]]\n", b"[", b"]", b"{", b"}", b"=", b"\n", b"\0", b"\xff\xfe", "é\u202e".encode(),
    b"1e309", b"-1", b"0", b"NaN", b"inf", b"99999999999999999999999999", b"1_0", b"true", b"null", b"7s", b"As",
    b"2026-01-01", b"0x1f", b"\\u0000", b"\\ud800", b"a.b.c", b" ", b"\t", b"\r\n", b"#", b"$5", b"1/0",
)  # fmt: skip


def _text(data: bytes) -> str:
    return data.decode("utf-8", errors="surrogateescape" if data.startswith(b"\xff") else "replace")


def _submission(data: bytes) -> None:
    compile_rules(submission_from_text(_text(data)))


def _override(data: bytes) -> None:
    override_from_text(_text(data))


def _notation(data: bytes) -> None:
    document_from_text(_text(data))


@cache
def _rules() -> TableRules:
    return table_rules("md")


def _position(data: bytes) -> None:
    position_from_text(_text(data), _rules())


def _message(data: bytes) -> None:
    message = message_from(_decoded(data))
    command_from(command_type(message.kind), message, Person(HouseRole.GUEST, "ana"))
    _ = message.digest


def _saved(place: Path) -> Target:
    path = place / "saved.json"

    def target(data: bytes) -> None:
        path.write_bytes(data)
        load(path)

    return target


def _lines(*names: str) -> list[bytes]:
    return [line for name in names for line in (KEPT / name).read_bytes().splitlines() if len(line) < 2_000]


def _files(*names: str) -> list[bytes]:
    return [(KEPT / name).read_bytes() for name in names]


POSITIONS = [
    b"s21/1 #1 base 1.1:play 7h? 1:>ana=25:7s5d=a25:a.match-up=5x ana=495 -",
    b"s21/1 #1 base 1.1:play 7h? 1:>ana=25:9s9d=a25:- ana=475 -",
    b"s21/1 #1 base - Kh? 1:>ana=25:9s9d=a25:- ana=475 -",
]
SUBMISSIONS = [
    b'rule_set = "md"\n[rules]\n',
    b'rule_set = "wa"\ndecks = 6\ntable_min = 500\nchip_denominations = [100, 500, 2500]\n',
    b'rule_set = "ma"\nspin_offered = false\ndouble_double = true\n',
]
MESSAGES = [
    b'{"type":"command","id":"aaaaaaaa","point":"1.wager","command":{"command":"PlaceWager","box":1,"wager":"base","amount":500}}',
    b'{"id":"aaaaaaab","point":"1.play.1.0.2.0.1","command":{"command":"Double","box":3,"hand":0,"amount":500}}',
    b'{"id":"aaaaaaac","command":{"command":"StackShoe","cards":"7s 7s"}}',
    b'{"id":"aaaaaaad","command":{"command":"TakeSeat","box":1,"amount":50000}}',
]
TARGETS: dict[str, tuple[Callable[[Path], Target], Callable[[], list[bytes]]]] = {
    "submission": (lambda _: _submission, lambda: SUBMISSIONS),
    "override": (lambda _: _override, lambda: [b"decks=6", b"title='a'", b"list=[1, 2]", b"x={a=1}"]),
    "notation": (lambda _: _notation, lambda: _files("md.s21", "wa.s21")),
    "position": (lambda _: _position, lambda: POSITIONS),
    "strategy": (
        lambda _: Strategy.from_bytes,
        lambda: _files("wa.strategy.txt", "wa.strategy.csv", "wa.strategy.json"),
    ),
    "message": (lambda _: _message, lambda: MESSAGES),
    "event": (lambda _: event_from_bytes, lambda: _lines("md.jsonl", "wa.jsonl")),
    "saved simulation": (_saved, lambda: _files("md-7.json", "wa-20000.json")),
}


def check(name: str, place: Path, *, times: int, seed: int) -> None:
    """Fuzz one parser; every input must be read or refused."""
    made, corpus = TARGETS[name]
    found = fuzz(made(place), corpus(), WORDS, times=times, seed=seed, most=MOST_LINES)
    assert not found.failures, [(each.error, each.data[:300]) for each in found.failures[:5]]
    assert found.kept, "no change has reached anything new: the corpus or the parser is not what it was"


@pytest.mark.parametrize("name", TARGETS)
def test_a_parser_reads_or_refuses_whatever_it_is_given(name: str, tmp_path: Path) -> None:
    check(name, tmp_path, times=40, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_a_parser_reads_or_refuses_very_many_inputs(name: str, tmp_path: Path) -> None:
    check(name, tmp_path, times=MANY, seed=2)


def test_a_parser_that_breaks_or_does_not_end_is_found_out() -> None:
    """The control."""

    def breaks(data: bytes) -> None:
        submission_from_text(_text(data))
        raise KeyError("broken")

    def lingers(data: bytes) -> None:
        while True:
            submission_from_text('rule_set = "md"\n')

    for target, words in ((breaks, "KeyError"), (lingers, "lines")):
        found = fuzz(target, SUBMISSIONS[:1], WORDS, times=0, seed=1, most=5_000)
        assert [words in each.error for each in found.failures] == [True]
