"""`siete replay`: replays written rounds and shows where they differ from the engine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from siete.cli import output
from siete.cli.options import Json
from siete.plain import Plain

if TYPE_CHECKING:
    from siete.table import events as e
    from siete.table.notation.model import Document, WrittenResult, WrittenRound, WrittenTable
    from siete.table.notation.replay import Replay

EPILOG = "Example: siete replay tests/golden/md/super-bonus-with-envy.s21 --show"


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of rounds, .s21, or a log of events.")],
    show: Annotated[bool, typer.Option("--show", help="Print each step with the clause it rests on.")] = False,
    rewrite: Annotated[
        bool, typer.Option("--rewrite", help="Print the file with the engine's results in it, comments kept.")
    ] = False,
    number: Annotated[
        int | None, typer.Option("--round", metavar="N", min=1, help="Only this round of the file or log.")
    ] = None,
    steps: Annotated[
        bool, typer.Option("--steps", help="Show the round step by step as --role saw it, each step with its clause.")
    ] = False,
    role: Annotated[
        str, typer.Option("--role", metavar="R", help="player:NAME, dealer, floorperson or public.")
    ] = "floorperson",
    rack: Annotated[
        str | None,
        typer.Option(
            "--rack",
            metavar="CARDS",
            help='The discard rack, first card in first, like "7s Kh"; `recorded` for the order on record. The round '
            "is dealt again from it and held against the record.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Replay rounds and show where the engine's results differ; exit 1 when they do.

    FILE holds rounds in notation (.s21), or a table's log as deal and play write it with --log. For a dispute, --steps
    shows a round in any role's view, and --rack deals it again from the discard rack and the wagers made.
    """
    from siete.cli.disputed_rounds import is_log
    from siete.cli.disputes import DisputeOptions, dispute

    if is_log(file) or steps or number is not None or rack is not None:
        if not dispute(file, DisputeOptions(number=number, role=role, rack=rack, is_told=steps, is_json=json)):
            raise typer.Exit(1)
        return
    from siete.cli.round_files import round_file_text
    from siete.table.notation.reader import document_from_text
    from siete.table.notation.replay import replayed

    text = round_file_text(file)
    document = document_from_text(text)
    replays: list[Replay] = []
    for number, written in enumerate(document.rounds, start=1):
        replays.append(replayed(written, document.rules))
        if not rewrite and not json:
            _print(number, written, replays[-1], show=show)
    if rewrite:
        print(_rewritten(text, document, replays), end="")
        return
    parted = _play_table(document, show=show and not json)
    if json:
        output.as_json(_json(file, document, replays, parted))
    elif document.table is not None:
        verdict = "differs" if parted else "agrees"
        if not parted and document.table.seen is None and document.table.chips is None:
            verdict = "plays; what was seen is not written, so nothing was compared (--rewrite writes it)"
        print(f"table: {verdict} ({len(document.table.steps)} steps)")
        for parting in parted:
            print(f"  {parting}")
    if parted or not all(replay.agrees for replay in replays):
        raise typer.Exit(1)


def _play_table(document: Document, *, show: bool) -> list[str]:
    """Replay the file's whole table, if it has one; returns where file and engine differ."""
    from siete.table.notation.replay import words
    from siete.table.notation.table import partings, played

    if document.table is None:
        return []
    if show:
        for place, command in enumerate(played(document.table, document.rules)[0].commands, start=1):
            print(f"  {place:3} {words(command)}")
    return list(partings(document.table, document.rules))


def _rewritten(text: str, document: Document, replays: list[Replay]) -> str:
    from dataclasses import replace

    from siete.table.notation.rewriter import rewritten

    renewed = [
        replace(written, results=_in_order(written, replay) or written.results)
        for written, replay in zip(document.rounds, replays, strict=True)
    ]
    return rewritten(text, renewed, _told(document))


def _told(document: Document) -> WrittenTable | None:
    """The file's table with the engine's results filled in."""
    from siete.table.notation.table import played, told_by

    if document.table is None:
        return None
    return told_by(played(document.table, document.rules)[0], document.table.steps)


def _in_order(written: WrittenRound, replay: Replay) -> tuple[WrittenResult, ...]:
    """The engine's results in the order of the file; results that the file lacks come last."""
    places = {result.key: place for place, result in enumerate(written.results or ())}
    return tuple(sorted(replay.results, key=lambda result: places.get(result.key, len(places))))


def _print(number: int, written: WrittenRound, replay: Replay, *, show: bool) -> None:
    from siete.table.notation.replay import words

    if show:
        print(f"round {number}")
        for place, step in enumerate(replay.steps, start=1):
            print(f"  {place:3} {words(step.ordered)}" + (f"  [{step.clause}]" if step.clause else ""))
            for event in step.events:
                if said := _said(event):
                    print(f"        {said}")
    verdict = "agrees" if replay.agrees else "differs"
    if replay.agrees and written.results is None:
        verdict = "plays; no results are written"
    print(f"round {number}: {verdict} ({len(replay.steps)} steps)")
    for parting in replay.partings:
        print(f"  {parting}")


def _said(event: e.Event) -> str:
    """What an event adds to its command: cards and money."""
    from siete.money import cents_to_text

    card, amount = getattr(event, "card", None), getattr(event, "amount", None)
    if card is None and amount is None:
        return ""
    name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in type(event).__name__).strip()
    parts = [name, str(card) if card else "", getattr(event, "line", "")]
    parts += [cents_to_text(amount)] if amount is not None else []
    clause = f" [{event.clause}]" if event.clause else ""
    return " ".join(part for part in parts if part) + clause


def _json(file: Path, document: Document, replays: list[Replay], parted: list[str]) -> Plain:
    rounds = [
        {"number": number, "agrees": replay.agrees, "steps": _steps(replay), "partings": _partings(replay)}
        for number, replay in enumerate(replays, start=1)
    ]
    return {
        "file": str(file),
        "rules": document.rules.rule_set,
        "rules_hash": document.rules.rules_hash,
        "agrees": not parted and all(replay.agrees for replay in replays),
        "rounds": rounds,
        **({} if document.table is None else {"table": {"steps": len(document.table.steps), "partings": parted}}),
    }


def _steps(replay: Replay) -> list[dict[str, str]]:
    from siete.table.notation.replay import words

    return [{"step": words(step.ordered), "clause": step.clause} for step in replay.steps]


def _partings(replay: Replay) -> list[dict[str, str]]:
    return [
        {"code": each.code, "step": each.step, "expected": each.expected, "got": each.got, "clause": each.clause}
        | ({"position": each.position} if each.position else {})
        for each in replay.partings
    ]
