"""A witness that answers nonsense, without end, or points elsewhere: signing goes on, and nobody else is asked."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

from siete.host.audit import witness as witnesses
from siete.host.audit.heads import KEY_FILE, HeadsFile, signing_key
from siete.host.audit.witness import UrlWitness
from siete.store.port import Head

PAGE = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nyes"


@contextmanager
def answering(*answers: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """Somebody at an address who answers each connection with the next of these; what was asked."""
    asked: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as door:

        def serve() -> None:
            for answer in answers:
                with suppress(OSError):
                    line, _ = door.accept()
                    with line:
                        asked.append(line.recv(65_536))
                        line.sendall(answer)

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{door.getsockname()[1]}/heads", asked
        door.shutdown(socket.SHUT_RDWR)
    thread.join(5)


@pytest.mark.parametrize("answer", [b"", b"what?\r\n\r\n", b"HTTP/1.1 600 \xff\r\n\r\n", b"HTTP/1.1 200 OK\r\n" * 200])
def test_lines_wait_when_the_witness_talks_nonsense(answer: bytes, tmp_path: Path) -> None:
    """The attack: what was no OSError ended the signing for good, and nobody was told."""
    with answering(answer, answer) as (url, _):
        heads = HeadsFile(tmp_path / "heads.jsonl", signing_key(tmp_path / KEY_FILE), witness=UrlWitness(url))
        heads.append([Head("table/1", 1, bytes(32))], "2026-01-02T12:00:00.000000Z", is_first=True)
        assert heads.unwitnessed


@pytest.mark.parametrize("line", [None, b"{}\n"])
def test_a_witness_points_nowhere_else(line: bytes | None) -> None:
    with answering(PAGE) as (inside, asked):
        moved = f"HTTP/1.1 302 Found\r\nLocation: {inside}\r\nContent-Length: 0\r\n\r\n".encode()
        with answering(moved) as (url, _), pytest.raises(OSError, match="302"):
            UrlWitness(url).last() if line is None else UrlWitness(url).keep(line)
        assert asked == []


def test_an_answer_without_end_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witnesses, "LONGEST", 1_000)
    with answering(b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 5_000) as (url, _), pytest.raises(OSError, match="no end"):
        UrlWitness(url).last()


def test_a_witness_says_what_it_has() -> None:
    with answering(PAGE) as (url, _):
        assert UrlWitness(url).last() == b"yes"
