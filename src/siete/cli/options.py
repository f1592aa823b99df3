"""Arguments that many commands share: RULES, --decks, --set and --json."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from siete.errors import ParseError
from siete.rules.names import NAMES

if TYPE_CHECKING:
    from siete.money import Cents
    from siete.rules.table_rules import TableRules

Rules = Annotated[
    str,
    typer.Argument(metavar="RULES", help=f"A rule set ({', '.join(NAMES)}) or a submission's file."),
]
Decks = Annotated[int | None, typer.Option("--decks", metavar="N", help="Number of decks.")]
Choices = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Another choice, e.g. dealer_soft17=stand. May be repeated."),
]
Bet = Annotated[
    str | None,
    typer.Option("--bet", metavar="$", help="The base wager, so that the super bonus it can win is played for."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON with stable keys.")]


RecordFile = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="The pupil's answers. Default: ~/.local/share/siete/school.jsonl."),
]


class Start(StrEnum):
    """Where a dealer's lesson begins."""

    OPENING = "opening"
    SHUFFLE = "shuffle"
    ROUND = "round"


def listed(names: Sequence[str]) -> str:
    """The names as a sentence lists them: `a, b or c`."""
    return " or ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def amount_from(text: str | None) -> Cents | None:
    """The amount in dollars that an option names."""
    from siete.money import cents_from_text

    return None if text is None else cents_from_text(text)


def rules_from(rules: str, decks: int | None, choices: list[str] | None) -> TableRules:
    """The table rules that the shared arguments name; a malformed --set is wrong usage."""
    from siete.rules.submission import override_from_text, table_rules

    try:
        overrides = dict(override_from_text(text) for text in choices or [])
    except ParseError as error:
        raise typer.BadParameter(error.sentence, param_hint="--set") from None
    if decks is not None:
        overrides["decks"] = decks
    return table_rules(rules, overrides)
