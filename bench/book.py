"""How long the book takes: a page of a clause (target 100 ms) and a search (target 50 ms for each keystroke).

    python bench/book.py

CPU time of this process, without the network: the slowest of all clauses, and of every beginning of some questions.
"""

from __future__ import annotations

import time

from siete.book.links import ServerLinks
from siete.book.pages import Book
from siete.book.search import search
from siete.clauses import register

QUESTIONS = ("surrender", "md-12.b.3", "two up cards", "blackjack pays 3 to 2", "insurance", "double down")


def timed(ask: object, *values: str) -> float:
    assert callable(ask)
    began = time.process_time()
    ask(*values)
    return (time.process_time() - began) * 1000


def told(what: str, times: list[float]) -> None:
    ranked = sorted(times[1:])
    p50, p99 = ranked[len(ranked) // 2], ranked[int(len(ranked) * 0.99)]
    print(f"{what}: first {times[0]:.1f} ms, p50 {p50:.1f}, p99 {p99:.1f}, most {ranked[-1]:.1f} ({len(times)} asked)")


if __name__ == "__main__":
    book = Book(ServerLinks("bench"))
    told("page of a clause", [timed(book.clause, id) for id in register()])
    told("search", [timed(search, question[:end]) for question in QUESTIONS for end in range(1, len(question) + 1)])
