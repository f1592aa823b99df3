"""Parameters that a side wager declares for itself in a rule set's file, beside the common ones.

    [side_wagers.lucky-pair]
    offered = { kind = "bool", says = "lucky pair", default = true, clause = "MD-6.G" }
    wager = { kind = "cents", says = "wager", value = 5, clause = "MD-6.G" }
    pays = { kind = "paytable", says = "pays", rows = [{ line = "pair", pays = "11 to 1", clause = "MD-6.G" }] }

Everywhere else their names are dotted: `lucky-pair.wager`. Where `offered` is off, the others are as if not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from siete.errors import ParseError, SieteError, nearest
from siete.rules.entries import RuleEntry, entry_from
from siete.rules.parameter import Parameter, Section
from siete.rules.paytable import Paytable, Row, pay_from_text
from siete.rules.value_kinds import BOOL, CENTS, COUNT, ODDS, PAYTABLE, RATE, TEXT, Kind

TABLE = "side_wagers"
OFFERED = "offered"
KINDS: Mapping[str, Kind] = {
    "bool": BOOL,
    "cents": CENTS,
    "count": COUNT,
    "odds": ODDS,
    "paytable": PAYTABLE,
    "rate": RATE,
    "text": TEXT,
}
"""The kinds that a declared parameter may have, by the word in the file."""


def is_own(name: str) -> bool:
    """Whether a parameter is one that a side wager declares."""
    return "." in name


def kind_word(kind: Kind) -> str:
    """The word for a kind."""
    return next(word for word, each in KINDS.items() if each is kind)


def stored_parameter(word: str) -> Parameter:
    """The parameter of a stored value, of which only the kind is known."""
    return Parameter(section=Section.SIDE_WAGERS, kind=KINDS[word], says="", absent=None, needs="")


def own_parameters(data: Mapping[str, Any]) -> dict[str, Parameter]:
    """The parameters that the side wagers of a file declare, by dotted name."""
    return {
        name: Parameter(
            section=Section.SIDE_WAGERS,
            kind=_kind(raw),
            says=raw["says"],
            absent=False if key == OFFERED else None,
            needs="" if key == OFFERED else f"{wager}.{OFFERED}",
        )
        for wager, key, name, raw in _declared(data)
    }


def own_entries(data: Mapping[str, Any]) -> dict[str, RuleEntry]:
    """What the file says of each declared parameter."""
    return {name: _entry(wager, raw) for wager, _, name, raw in _declared(data)}


def faults(data: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The path and the sentence of all that is wrong with the declarations of a file."""
    chapters = data.get(TABLE, {})
    if not isinstance(chapters, Mapping):
        yield (TABLE,), f"[{TABLE}] holds a table for each side wager."
        return
    for wager, chapter in chapters.items():
        if not isinstance(chapter, Mapping):
            yield (TABLE, wager), f"{wager} is no table of parameters."
        elif OFFERED not in chapter:
            yield (TABLE, wager), f"{wager} does not say whether it is {OFFERED}."
    for wager, key, name, raw in _declared(data):
        try:
            if not isinstance(raw, Mapping):
                raise ParseError("rules/wrong-entry", "it is no table; write { kind = …, says = …, value = … }.")
            if "says" not in raw:
                raise ParseError("rules/wrong-entry", "it does not say what it is; write says = …")
            _entry(wager, raw)
        except SieteError as error:
            yield (TABLE, wager, key), f"{name}: {error.sentence}"
        except KeyError as error:
            yield (TABLE, wager, key), f"{name}: it lacks {error}."
        except TypeError:
            yield (TABLE, wager, key), f"{name}: a value is not of the kind it should be."


def _declared(data: Mapping[str, Any]) -> Iterator[tuple[str, str, str, Mapping[str, Any]]]:
    for wager, chapter in data.get(TABLE, {}).items():
        for key, raw in chapter.items() if isinstance(chapter, Mapping) else ():
            yield wager, key, f"{wager}.{key}", raw


def _kind(raw: Mapping[str, Any]) -> Kind:
    word = str(raw.get("kind"))
    if word not in KINDS:
        raise ParseError("rules/wrong-entry", f"there is no kind {word[:40]!r}.{nearest(word, KINDS)}")
    return KINDS[word]


def _entry(wager: str, raw: Mapping[str, Any]) -> RuleEntry:
    kind = _kind(raw)
    if kind is PAYTABLE:
        table = _paytable(wager, raw)
        clauses = tuple(dict.fromkeys(row.clause for row in table if row.clause))
        return RuleEntry(is_fixed=True, value=table, clauses=clauses)
    return entry_from(kind, {key: value for key, value in raw.items() if key not in ("kind", "says")})


def _paytable(wager: str, raw: Mapping[str, Any]) -> Paytable:
    rows = (Row(line=row["line"], pays=pay_from_text(row["pays"]), clause=row["clause"]) for row in raw["rows"])
    return Paytable(id=wager, rows=tuple(rows))
