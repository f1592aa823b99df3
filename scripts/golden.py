"""Writes which clauses each golden round shows, found by playing it, for the book."""

from __future__ import annotations

from pathlib import Path

from siete.book.golden import index_text

FILE = Path(__file__).resolve().parents[1] / "src" / "siete" / "book" / "data" / "rounds.json"

if __name__ == "__main__":
    FILE.write_text(index_text(), "utf-8")
