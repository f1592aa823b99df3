"""The names of the rule sets and what each is, without reading the whole of any."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

NAMES = ("md", "md-draft", "ma", "s13", "wa", "wa-v002")


@cache
def data_text(name: str) -> str:
    """The text of a rule set's file."""
    return files("siete.rules").joinpath(f"data/{name}.toml").read_text("utf-8")


def titles() -> Mapping[str, Mapping[str, str]]:
    """What each rule set is; its `[about]` table stands first in the file, so the rest need not be parsed."""
    heads = {name: data_text(name).split("\n[", 2)[1] for name in NAMES}
    return {name: tomllib.loads(f"[{head}")["about"] for name, head in heads.items()}
