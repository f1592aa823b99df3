"""Writes the manual page, docs/siete.1, from the help texts of the commands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from siete import __version__
from siete.cli.app import _app

PAGE = Path(__file__).resolve().parents[1] / "docs" / "siete.1"
FILES = (
    ("~/.local/share/siete", "The data of a house: database, keys, signed heads. Another place with --data DIR."),
    ("~/.cache/siete", "Figures that were solved and code that was compiled; safe to delete."),
)
EXITS = (("0", "Done."), ("1", "Refused: a code, a clause where there is one, and a sentence."), ("2", "Wrong usage."))


def manual() -> str:
    """The page in roff."""
    program: Any = typer.main.get_command(_app([]))
    lines = [
        f'.TH SIETE 1 "" "siete {__version__}" "User Commands"',
        ".SH NAME",
        r"siete \- the Spanish 21 table, by the book",
        ".SH SYNOPSIS",
        r".B siete",
        r"[\fIOPTIONS\fR] \fICOMMAND\fR [\fIARGUMENTS\fR]",
        ".SH DESCRIPTION",
        _roff(program.help),
        ".SH OPTIONS",
        *_parameters(program),
        ".SH COMMANDS",
        *(line for path, command in sorted(_commands(program)) for line in _section(path, command)),
        ".SH EXIT STATUS",
        *(line for code, words in EXITS for line in (".TP", f".B {code}", _roff(words))),
        ".SH FILES",
        *(line for name, words in FILES for line in (".TP", f".I {_roff(name)}", _roff(words))),
    ]
    return "\n".join(lines) + "\n"


def _commands(group: Any, path: str = "siete") -> Iterator[tuple[str, Any]]:
    """Every command that does something, with the words that call it."""
    for name, command in getattr(group, "commands", {}).items():
        if getattr(command, "commands", None):
            yield from _commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


def _section(path: str, command: Any) -> Iterator[str]:
    arguments = " ".join(each.metavar or each.name.upper() for each in command.params if _is_argument(each))
    yield f'.SS "{_roff(f"{path} {arguments}".strip())}"'
    for number, paragraph in enumerate((command.help or "").split("\n\n")):
        if number:
            yield ".PP"
        yield _roff(" ".join(paragraph.split()))
    yield from _parameters(command)
    if command.epilog:
        yield ".PP"
        yield _roff(command.epilog)


def _is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _parameters(command: Any) -> Iterator[str]:
    context = typer.Context(command)
    for each in command.params:
        if getattr(each, "hidden", False) or not (record := each.get_help_record(context)):
            continue
        yield ".TP"
        yield rf"\fB{_roff(record[0])}\fR"
        yield _roff(record[1])


def _roff(text: str) -> str:
    """Text with what roff reads as commands escaped."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")
    plain = "".join(each if each.isascii() else rf"\[u{ord(each):04X}]" for each in escaped)
    return rf"\&{plain}" if plain.startswith((".", "'")) else plain


if __name__ == "__main__":
    PAGE.write_text(manual(), "utf-8")
