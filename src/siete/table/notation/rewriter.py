"""Rewriting a `.s21` file: what changed is changed, and comments, spacing and people's own fields stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from siete.plain import Plain
from siete.table.notation.model import WrittenRound, WrittenTable
from siete.table.notation.writer import round_to_plain, round_to_text, tall, told_to_plain, toml


def rewritten(text: str, rounds: Sequence[WrittenRound], table: WrittenTable | None = None) -> str:
    """The file's text with these rounds in place of its own; `text` must have been read without faults."""
    import tomlkit

    document = tomlkit.parse(text)
    if table is not None:
        _renew_table(document["table"], table)
    if "round" not in document:
        return document.as_string()
    tables: Any = document["round"]
    while len(tables) > len(rounds):
        del tables[-1]
    for table, written in zip(tables, rounds, strict=False):
        _renew(table, round_to_plain(written))
    added = "".join(f"\n{round_to_text(written)}" for written in rounds[len(tables) :])
    return document.as_string().rstrip("\n") + "\n" + added


def _renew_table(old: Any, table: WrittenTable) -> None:
    """Give a whole table what was seen at it and the chips at its end; its steps are its writer's."""
    import tomlkit

    for key, value in told_to_plain(table).items():
        if key not in old or not _is_same(old[key], value):
            old[key] = tomlkit.value(tall(value) if isinstance(value, list) else toml(value))


def _renew(table: Any, values: Plain) -> None:
    """Give a table these values; a value that stays the same keeps its spelling."""
    for key in [key for key in table if key not in values]:
        del table[key]
    for key, value in values.items():
        if key not in table:
            table[key] = _made(value)
        elif not _is_same(table[key], value):
            _replace(table, key, value)


def _replace(table: Any, key: Any, value: Any) -> None:
    """Change a value as little as can be: items of a list, and keys of a table in it, one by one."""
    old = table[key]
    if isinstance(value, dict) and isinstance(old, dict):
        _renew(old, value)
    elif isinstance(value, list) and isinstance(old, list) and value and old:
        _renew_list(old, value)
    else:
        table[key] = _made(value)


def _renew_list(old: Any, values: list[Any]) -> None:
    for place, value in enumerate(values[: len(old)]):
        if not _is_same(old[place], value):
            _replace(old, place, value)
    while len(old) > len(values):
        del old[-1]
    for value in values[len(old) :]:
        old.append(_made(value))


def _is_same(old: Any, value: Any) -> bool:
    plain = old.unwrap() if hasattr(old, "unwrap") else old
    return bool(toml(_exact(plain)) == toml(value))


def _exact(plain: Any) -> Any:
    """The value with floats as written, which is how the rest of siete reads them."""
    from decimal import Decimal

    if isinstance(plain, float):
        return Decimal(repr(plain))
    if isinstance(plain, list):
        return [_exact(each) for each in plain]
    if isinstance(plain, dict):
        return {key: _exact(each) for key, each in plain.items()}
    return plain


def _made(value: Any) -> Any:
    import tomlkit

    is_wide = isinstance(value, list) and value and all(isinstance(each, dict) for each in value)
    made = tomlkit.value(toml(value))
    return made.multiline(True) if is_wide else made  # type: ignore[attr-defined]  # a list is an Array
