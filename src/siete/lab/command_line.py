"""The options of the command line that make the rules of a submission: how a figure is computed again."""

from __future__ import annotations

import json
import re
import shlex
from decimal import Decimal

from siete.rules.submission import submission_from_text

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def submission_words(text: str) -> str:
    """A submission as a command takes it: the rule set, then every choice."""
    found = submission_from_text(text)
    choices = (shlex.quote(f"{name}={_toml(value)}") for name, value in found.choices.items())
    return " ".join([found.rule_set, *(f"--set {each}" for each in choices)])


def _toml(value: object) -> str:
    """A value that a TOML text held, as TOML; a bare word needs no quotes."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return value if _WORD.fullmatch(value) else json.dumps(value, ensure_ascii=False)
        case list():
            return f"[{', '.join(map(_inner, value))}]"
        case dict():
            return f"{{ {', '.join(f'{json.dumps(name)} = {_inner(each)}' for name, each in value.items())} }}"
        case Decimal():
            return format(value, "f")
    return str(value)


def _inner(value: object) -> str:
    """Within lists and tables every string has quotes."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else _toml(value)
