"""The rule sets there are, found by their files: in the package's data, and in folders that a program adds.

A folder of rule sets holds one `NAME.toml` for each and a register of their clauses, `clauses.tsv`. What a rule set is
called, where it stands in a list and how its clauses are cited is said in the `[about]` table of its file, which stands
first, so that nobody has to parse the rest to know.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from siete import clauses
from siete.errors import Fault, FaultyDocumentError, SieteError

PACKAGE = Path(__file__).parent / "data"
"""The folder of the rule sets that come with the program."""
_added: list[Path] = []
_LAST = 1_000
"""Where a rule set stands that does not say: after those that do, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a rule set's file says of itself."""

    name: str
    title: str
    document: str
    prefixes: tuple[str, ...]
    """The prefixes of its clauses in the register."""
    order: int = _LAST
    demo: str = ""
    """The name of the table that a new house opens under it; its title where it has none."""


def names() -> tuple[str, ...]:
    """The names of all rule sets, those of the package first."""
    return tuple(name for folder in (PACKAGE, *_added) for name in _in(folder))


@cache
def data_text(name: str) -> str:
    """The text of a rule set's file."""
    return _text(_folder(name) / f"{name}.toml")


def place(name: str) -> str:
    """Where a rule set's file is: its path in the package, or on the disk."""
    folder = _folder(name)
    return f"rules/data/{name}.toml" if folder is PACKAGE else str(folder / f"{name}.toml")


@cache
def about(name: str) -> About:
    """What a rule set is, without reading the whole of it; refused where its file does not say."""
    found = _head(data_text(name))
    missing = [key for key in ("name", "title", "document", "prefixes") if not found.get(key)]
    if missing:
        sentence = f"{place(name)} must begin with [about], which lacks {', '.join(missing)}."
        raise FaultyDocumentError([Fault(code="rules/about", sentence=sentence, name="about")])
    known = {key: value for key, value in found.items() if key in About.__dataclass_fields__}
    return About(**known | {"prefixes": tuple(found["prefixes"])})


@cache
def prefixes() -> tuple[str, ...]:
    """The prefixes of all clauses, each once."""
    return tuple(dict.fromkeys(prefix for name in names() for prefix in about(name).prefixes))


def add_folder(folder: Path | str) -> None:
    """Let the rule sets of a folder be found by name everywhere, and their clauses in the register.

    A second rule set of a name, or a clause that the register has, is refused, and then nothing is added.
    """
    path = Path(folder).resolve()
    if not path.is_dir():
        raise SieteError("rules/no-folder", f"There is no folder {str(folder)[:200]!r} to read rule sets from.")
    if path in _added:
        return
    _forget_files()
    taken = sorted(set(_in(path)) & set(names()))
    if taken:
        sentence = f"{path} holds {', '.join(taken)}, and there is a rule set of that name already."
        raise SieteError("rules/name-taken", sentence)
    clauses.add_register(path / "clauses.tsv")
    _added.append(path)
    _forget_files()


def remove_folder(folder: Path | str) -> None:
    """Forget a folder that was added."""
    path = Path(folder).resolve()
    _added.remove(path)
    clauses.remove_register(path / "clauses.tsv")
    _forget_files()


def added() -> tuple[Path, ...]:
    """The folders that were added."""
    return tuple(_added)


def use_folders(folders: tuple[Path, ...]) -> None:
    """Have exactly these folders added, as another process has."""
    for gone in [each for each in _added if each not in folders]:
        remove_folder(gone)
    for folder in folders:
        add_folder(folder)


@contextmanager
def added_folder(folder: Path | str) -> Iterator[None]:
    """A folder of rule sets, found by name within a `with` block."""
    add_folder(folder)
    try:
        yield
    finally:
        remove_folder(folder)


def _forget_files() -> None:
    for cached in (_in, _text, data_text, about, prefixes):
        cached.cache_clear()


def _folder(name: str) -> Path:
    return next(folder for folder in (PACKAGE, *_added) if name in _in(folder))


@cache
def _in(folder: Path) -> tuple[str, ...]:
    """The rule sets of one folder, in the order that their files ask for."""
    placed = sorted((_order(_text(file)), file.stem) for file in folder.glob("*.toml"))
    return tuple(name for _, name in placed)


def _order(text: str) -> int:
    order = _head(text).get("order", _LAST)
    return order if isinstance(order, int) else _LAST


@cache
def _text(file: Path) -> str:
    return file.read_text("utf-8")


@cache
def _head(text: str) -> Mapping[str, Any]:
    """The `[about]` table of a file that begins with it; nothing where it does not."""
    head = _ABOUT.split(text, maxsplit=1)[-1] if _ABOUT.search(text) else ""
    try:
        return tomllib.loads(head.partition("\n[")[0])
    except tomllib.TOMLDecodeError:
        return {}


_ABOUT = re.compile(r"^\[about\][ \t]*(?:#[^\n]*)?\n", re.MULTILINE)

NAMES = names()
"""The rule sets of the package."""
