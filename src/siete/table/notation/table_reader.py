"""Reading the `[table]` of a `.s21` file: its steps, what was seen, and the chips at the end."""

from __future__ import annotations

from collections.abc import Iterator

from siete.money import Cents, whole_cents
from siete.rules.toml.places import Path
from siete.table.notation.model import LOOK, WrittenTable
from siete.table.notation.page import Page
from siete.table.notation.steps import step_from_text

_TABLE = ("steps", "seen", "house", "chips")


def read_table(page: Page) -> WrittenTable | None:
    """The table in a file, if it has one; its faults are noted on the page."""
    data = page.data.get("table")
    if data is None or not page.is_kind(data, ("table",), dict, "a table"):
        return None
    page.unknown(("table",), data, _TABLE)
    steps = tuple(_lines(page, ("table", "steps"), data.get("steps", [])))
    for place, line in enumerate(steps):
        if line != LOOK:
            page.attempt(("table", "steps", place), step_from_text, line)
    if not steps:
        page.fault(("table",), "notation/missing", "The table has no steps.")
    return WrittenTable(
        steps=steps,
        seen=tuple(_lines(page, ("table", "seen"), data["seen"])) if "seen" in data else None,
        house=tuple(_lines(page, ("table", "house"), data.get("house", []))),
        chips=dict(_chips(page, ("table", "chips"), data["chips"])) if "chips" in data else None,
        own={key: value for key, value in data.items() if key.startswith("_")},
    )


def _lines(page: Page, path: Path, value: object) -> Iterator[str]:
    if page.is_kind(value, path, list, "a list of lines"):
        for place, line in enumerate(value):
            if page.is_kind(line, (*path, place), str, "a line of text"):
                yield line


def _chips(page: Page, path: Path, value: object) -> Iterator[tuple[str, Cents]]:
    if page.is_kind(value, path, dict, "a table of chips"):
        for name, chips in value.items():
            if page.is_number(chips, (*path, name), "an amount in dollars"):
                amount = page.attempt((*path, name), whole_cents, chips)
                if amount is not None:
                    yield name, amount
