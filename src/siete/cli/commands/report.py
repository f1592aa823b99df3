"""`siete report`: the PAR sheet of a table as a page or a workbook."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from siete.cli.options import Choices, Decks, Json, Rules, rules_from
from siete.errors import SieteError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

EPILOG = (
    "Example: siete report examples/wa.toml -o par.xlsx --operator 'Red River Casino' --date 2026-05-01. "
    "A signed sheet is checked with: siete report par.xlsx --verify"
)


def command(
    rules: Rules,
    to: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="The file to write: .html or .xlsx.")
    ] = None,
    operator: Annotated[
        str | None, typer.Option("--operator", help="The operator's name, for sheet and signs.")
    ] = None,
    date: Annotated[
        str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The date on the sheet; today without it.")
    ] = None,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=0, help="Add a simulation of so many rounds, with seed and z.")
    ] = 0,
    sign: Annotated[
        Path | None, typer.Option("--sign", metavar="KEY", help="Sign it with a house's key: audit.key in its --data.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="RULES is a signed sheet: check that nothing was changed since.")
    ] = False,
    key: Annotated[
        str | None, typer.Option("--key", metavar="HEX", help="With --verify: the public key that must have signed.")
    ] = None,
    decks: Decks = None,
    choices: Choices = None,
    json: Json = False,
) -> None:
    """Write the PAR sheet: submission, every wager with lines, chances, returns, edges and clauses, chart and signs."""
    from siete.cli import output
    from siete.cli.progress import progress
    from siete.lab.report import check_path, report

    if verify:
        _verify(Path(rules), key, as_json=json)
        return
    if to is None:
        raise typer.BadParameter("name the file to write.", param_hint="-o")
    check_path(to)
    made = rules_from(rules, decks, choices)
    day = datetime.date.today() if date is None else _date(date)
    with progress() as step:
        signing = None if sign is None else _signing_key(sign)
        report(made, to, date=day, operator=operator, progress=step, rounds=rounds, key=signing)
    if json:
        output.as_json({"rules": made.rule_set, "rules_hash": made.rules_hash, "file": str(to)})
    else:
        print(f"written to {to}")


def _signing_key(path: Path) -> Ed25519PrivateKey:
    from siete.host.audit.heads import signing_key

    if not path.is_file():
        raise SieteError("file/unreadable", f"{path} cannot be read. Name the file audit.key of a house's --data.")
    return signing_key(path)


def _verify(path: Path, key: str | None, *, as_json: bool) -> None:
    """Check the signature of a sheet; one that is not as it was signed is refused."""
    from siete.cli import output
    from siete.lab.par_sheet.signature import checked

    try:
        found = checked(path.read_bytes())
    except OSError as error:
        raise SieteError("file/unreadable", f"{path} cannot be read: {error.strerror}.") from None
    if not found.is_good:
        raise SieteError("report/changed", f"{path} is not as it was signed. Ask for the sheet again.")
    if key is not None and key.strip().lower() != found.key:
        raise SieteError("report/other-key", f"{path} was signed by another key, {found.key}.")
    if as_json:
        output.as_json({"file": str(path), "key": found.key, "digest": found.digest, "is_good": True})
    else:
        print(f"{path} is as it was signed by {found.key}")


def _date(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise SieteError("report/bad-date", f"{text[:40]!r} is not a date; write it like 2026-05-01.") from None
