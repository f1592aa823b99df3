"""Signed heads: a key of the owner's, lines that follow one another, and a file that cannot be changed unnoticed."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from siete.errors import ParseError, SieteError
from siete.host.audit.heads import HeadsFault, HeadsFile, public_key, signing_key, verified
from siete.store.port import Head

NOON = "2026-01-02T12:00:00.000Z"


def head(stream: str, version: int) -> Head:
    """Where a stream might end."""
    return Head(stream, version, bytes([version]) * 32)


@pytest.fixture
def file(tmp_path: Path) -> HeadsFile:
    """A file with three lines."""
    made = HeadsFile(tmp_path / "heads.jsonl", signing_key(tmp_path / "audit.key"))
    made.append([head("table/1", 3), head("wallet/ñ", 1)], NOON)
    made.append([head("table/1", 5), head("wallet/ñ", 1)], NOON)
    made.append([head("table/1", 9), head("wallet/ñ", 2)], NOON)
    return made


def public(tmp_path: Path) -> str:
    """The key of the house."""
    return public_key(signing_key(tmp_path / "audit.key"))


def lines(tmp_path: Path) -> list[bytes]:
    """The lines of the file."""
    return (tmp_path / "heads.jsonl").read_bytes().splitlines(keepends=True)


def test_a_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    key = signing_key(tmp_path / "audit.key")
    assert public_key(signing_key(tmp_path / "audit.key")) == public_key(key)
    assert stat.S_IMODE((tmp_path / "audit.key").stat().st_mode) == 0o600


def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    signing_key(tmp_path / "audit.key")
    (tmp_path / "audit.key").chmod(0o644)
    with pytest.raises(SieteError) as refused:
        signing_key(tmp_path / "audit.key")
    assert refused.value.code == "audit/open-key"


def test_what_is_no_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "audit.key").touch(0o600)
    (tmp_path / "audit.key").write_text("no key")
    with pytest.raises(SieteError) as refused:
        signing_key(tmp_path / "audit.key")
    assert refused.value.code == "audit/bad-key"
    with pytest.raises(ParseError):
        list(verified(tmp_path / "audit.key", "12"))


def test_only_what_has_changed_is_signed(file: HeadsFile, tmp_path: Path) -> None:
    signed = list(verified(tmp_path / "heads.jsonl", public(tmp_path)))
    assert [[each.stream for each in line.heads] for line in signed] == [
        ["table/1", "wallet/ñ"],
        ["table/1"],
        ["table/1", "wallet/ñ"],
    ]
    assert file.append([head("table/1", 9)], NOON) is None
    assert len(lines(tmp_path)) == 3


def test_a_house_that_opens_again_goes_on_where_the_file_ends(file: HeadsFile, tmp_path: Path) -> None:
    again = HeadsFile(tmp_path / "heads.jsonl", signing_key(tmp_path / "audit.key"))
    assert again.last == file.last
    assert again.append([head("table/1", 9)], NOON) is None
    assert again.append([head("table/1", 10)], NOON) is not None
    assert [each.number for each in verified(tmp_path / "heads.jsonl", public(tmp_path))] == [1, 2, 3, 4]


def fault(tmp_path: Path) -> HeadsFault:
    """What is wrong with the file."""
    with pytest.raises(HeadsFault) as found:
        list(verified(tmp_path / "heads.jsonl", public(tmp_path)))
    return found.value


@pytest.mark.parametrize(("place", "line"), [(0, 1), (1, 2)])
def test_a_line_left_out_is_found(file: HeadsFile, tmp_path: Path, place: int, line: int) -> None:
    kept = lines(tmp_path)
    del kept[place]
    (tmp_path / "heads.jsonl").write_bytes(b"".join(kept))
    assert (fault(tmp_path).code, fault(tmp_path).facts) == ("audit/broken-heads", {"line": line})


def test_lines_that_changed_places_are_found(file: HeadsFile, tmp_path: Path) -> None:
    one, two, three = lines(tmp_path)
    (tmp_path / "heads.jsonl").write_bytes(one + three + two)
    assert fault(tmp_path).facts == {"line": 2}


@pytest.mark.parametrize("field", ["at", "heads"])
def test_a_line_that_says_something_else_is_found(file: HeadsFile, tmp_path: Path, field: str) -> None:
    one, two, three = lines(tmp_path)
    body = json.loads(two)
    body[field] = {"at": "2026-01-02T12:00:01.000Z", "heads": [["table/1", 4, "00" * 32]]}[field]
    (tmp_path / "heads.jsonl").write_bytes(one + json.dumps(body).encode() + b"\n" + three)
    assert (fault(tmp_path).code, fault(tmp_path).facts) == ("audit/wrong-signature", {"line": 2})


def test_a_line_of_somebody_else_is_found(file: HeadsFile, tmp_path: Path) -> None:
    other = HeadsFile(tmp_path / "other.jsonl", signing_key(tmp_path / "other.key"))
    other.append([head("table/1", 3)], NOON)
    (tmp_path / "heads.jsonl").write_bytes((tmp_path / "other.jsonl").read_bytes())
    assert fault(tmp_path).code == "audit/wrong-signature"


def test_a_line_that_cannot_be_read_is_found(file: HeadsFile, tmp_path: Path) -> None:
    one, _, three = lines(tmp_path)
    (tmp_path / "heads.jsonl").write_bytes(one + b'{"number": 2}\n' + three)
    assert (fault(tmp_path).code, fault(tmp_path).facts) == ("audit/unreadable-head", {"line": 2})


def test_a_last_line_that_a_crash_has_torn_does_not_count_and_is_written_over(file: HeadsFile, tmp_path: Path) -> None:
    whole = b"".join(lines(tmp_path))
    (tmp_path / "heads.jsonl").write_bytes(whole[:-20])
    assert len(list(verified(tmp_path / "heads.jsonl", public(tmp_path)))) == 2
    again = HeadsFile(tmp_path / "heads.jsonl", signing_key(tmp_path / "audit.key"))
    again.append([head("table/1", 9), head("wallet/ñ", 2)], NOON)
    assert (tmp_path / "heads.jsonl").read_bytes().count(b"\n") == 3
    assert [each.number for each in verified(tmp_path / "heads.jsonl", public(tmp_path))] == [1, 2, 3]
