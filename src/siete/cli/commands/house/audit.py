"""`siete audit`: checks everything that a house has stored."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from siete.cli import output
from siete.cli.options import Json
from siete.errors import SieteError
from siete.plain import Plain

if TYPE_CHECKING:
    from siete.host.audit.heads import SignedHeads
    from siete.host.audit.house import AuditReport

EPILOG = "Example: siete audit --database sqlite:///casa/house.db --heads casa/heads.jsonl"


def command(
    database: Annotated[
        str, typer.Option("--database", metavar="URL", help="The house: sqlite:///PATH or postgresql://….")
    ],
    heads: Annotated[
        Path | None, typer.Option("--heads", metavar="FILE", help="Signed heads to compare the database with.")
    ] = None,
    key: Annotated[
        str | None,
        typer.Option("--key", metavar="HEX", help="The house's public key. Default: from audit.key beside the heads."),
    ] = None,
    archive: Annotated[
        list[Path] | None,
        typer.Option("--archive", metavar="FILE", help="An archive of the house, to be checked with it. Repeatable."),
    ] = None,
    json: Json = False,
) -> None:
    """Check chain, signed heads, replay and money of a house, and name the first wrong event; exit 1 when there is one.

    It writes nothing, and the house may be open meanwhile.
    """
    signed = _signed(heads, key) if heads is not None else []
    report = asyncio.run(_audited(database, signed, archive or []))
    if json:
        output.as_json(_json(report, signed))
    else:
        _print(report, signed)
    if not report.is_sound:
        raise typer.Exit(1)


def _signed(heads: Path, key: str | None) -> list[SignedHeads]:
    from siete.host.audit.heads import KEY_FILE, public_key, signing_key, verified

    if not heads.is_file():
        raise SieteError("audit/no-heads", f"The file {heads} does not exist.")
    private = heads.with_name(KEY_FILE)
    if key is None and not private.is_file():
        raise SieteError("audit/no-key", f"{private} does not exist. Give the house's public key with --key.")
    return list(verified(heads, key or public_key(signing_key(private))))


async def _audited(database: str, signed: list[SignedHeads], archives: list[Path]) -> AuditReport:
    from siete.cli.progress import progress
    from siete.host.audit.house import audit
    from siete.store.archive.file import ArchiveFile
    from siete.store.connect import open_store

    store = await open_store(database, is_read_only=True)
    files: list[ArchiveFile] = []
    try:
        files += [ArchiveFile(path) for path in archives]
        total = 2 * sum(head.version for head in await store.heads())
        done = 0

        def gone_through(events: int) -> None:
            nonlocal done
            done += events
            step("events", done, total)

        with progress("events") as step:
            return await audit(store, signed, gone_through, files)
    finally:
        for file in files:
            file.close()
        await store.close()


def _print(report: AuditReport, signed: list[SignedHeads]) -> None:
    from siete.host.audit.heads import printed_digest
    from siete.money import Cents, cents_to_text

    print(f"{report.events} events in {report.streams} streams; {report.signed_heads} signed heads")
    for each in signed:
        if each.restored:
            streams = ", ".join(f"{head.stream} at {head.version}" for head in each.restored)
            print(f"restored {each.at}: an older copy was opened, in which more had been signed than {streams}")
    if signed:
        print(f"heads: line {signed[-1].number}, digest {printed_digest(signed[-1])}")
    for part in report.uncovered:
        print(f"not covered: {part.stream} events {part.first} to {part.last}, in the archive {part.file}")
    for stream in report.unreplayed:
        print(f"not replayed: {stream}, whose state behind its archive cannot be read; give the archive")
    for finding in report.findings:
        print(f"wrong: {finding}")
    if report.is_sound:
        last = f", signed up to {signed[-1].at}" if signed else "; no signed heads given, so a cut or rewritten end"
        print(f"chain: sound{last}" + ("" if signed else " would go unnoticed"))
        print("replay: every event follows from what the rules allow")
        print(f"money: {cents_to_text(Cents(report.issued))} issued, {cents_to_text(Cents(report.held))} found")
    elif not report.is_replayed:
        print("replay and money: not checked, since the history was changed")


def _json(report: AuditReport, signed: list[SignedHeads]) -> Plain:
    from siete.host.audit.heads import printed_digest

    return {
        "sound": report.is_sound,
        "streams": report.streams,
        "events": report.events,
        "signed_heads": report.signed_heads,
        "signed_until": signed[-1].at if signed else None,
        "signed_digest": printed_digest(signed[-1]).replace(" ", "") if signed else None,
        "restored": [each.at for each in signed if each.restored],
        "replayed": report.is_replayed,
        "uncovered": [
            {
                "stream": each.stream,
                "first": each.first,
                "last": each.last,
                "file": each.file,
                "digest": each.file_digest,
            }
            for each in report.uncovered
        ],
        "unreplayed": list(report.unreplayed),
        "issued": report.issued,
        "held": report.held,
        "findings": [
            {
                "check": each.check,
                "stream": each.stream,
                "event": each.version,
                "code": each.code,
                "sentence": each.sentence,
            }
            for each in report.findings
        ],
    }
