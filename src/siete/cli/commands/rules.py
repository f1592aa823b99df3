"""`siete rules`: read, compare and check rule sets and submissions; the register of clauses; signs."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from siete.clauses import ClauseKind
from siete.cli import output
from siete.cli.options import Choices, Decks, Json, Rules, rules_from
from siete.errors import SieteError, UnknownNameError, nearest
from siete.plain import Plain
from siete.rules.names import about, names

if TYPE_CHECKING:
    from siete.rules.proof.join import Proof
    from siete.rules.signs import Sign
    from siete.rules.table_rules import TableRules

app = typer.Typer(
    help="Read, compare and check rule sets and submissions.", no_args_is_help=True, rich_markup_mode=None
)


@app.command("list", epilog="Example: siete rules list --json")
def list_(json: Json = False) -> None:
    """List the rule sets."""
    found = [about(name) for name in names()]
    rows = [{"name": each.name, "title": each.title, "document": each.document} for each in found]
    if json:
        output.as_json(rows)
    else:
        output.table(("name", "title", "document"), (tuple(row.values()) for row in rows))


@app.command(epilog="Example: siete rules show md --against ma")
def show(
    rules: Rules,
    against: Annotated[str, typer.Option("--against", metavar="RULES", help="Print only the differences.")] = "",
    decks: Decks = None,
    choices: Choices = None,
    json: Json = False,
) -> None:
    """Print a rule set or submission as a sheet, every value with its clauses."""
    ours = rules_from(rules, decks, choices)
    if against:
        _show_differences(rules, ours, against, rules_from(against, None, None), as_json=json)
    elif json:
        output.as_json(_as_json(ours))
    else:
        _show_sheet(ours)


def _as_json(rules: TableRules) -> Plain:
    from siete.rules.ruleset import rule_set

    book = rule_set(rules.rule_set)
    return {"rules": book.name, "title": book.title, "rules_hash": rules.rules_hash, "values": _values(rules)}


def _values(rules: TableRules) -> dict[str, Plain]:

    return {
        name: {
            "value": None if value is None else parameter.kind.plain(value),
            "text": "" if value is None else parameter.kind.text(value),
            "section": parameter.section.value,
            "says": parameter.says,
            "clauses": list(rules.clauses.get(name, ())),
            "origin": rules.origins.get(name, ""),
        }
        for name, parameter, value in rules.items()
    }


def _show_sheet(rules: TableRules) -> None:
    from siete.rules.ruleset import rule_set
    from siete.rules.sheet import sheet

    print(f"{rule_set(rules.rule_set).title}\nrules hash {rules.rules_hash}\n")
    for section, lines in groupby(sheet(rules), key=lambda line: line.section):
        rows = [(line.name, line.says, line.value, line.choices, " ".join(line.clauses)) for line in lines]
        output.table(("name", "what", "value", "may be", "clauses"), rows, title=section.replace("_", " ").upper())
        print()


def _show_differences(rules: str, ours: TableRules, against: str, theirs: TableRules, *, as_json: bool) -> None:
    from siete.rules.sheet import differences

    found = differences(ours, theirs)
    if as_json:
        mine, other = _values(ours), _values(theirs)
        names = dict.fromkeys(each.name for each in found)
        output.as_json(
            {
                "rules": [ours.rule_set, theirs.rule_set],
                "rules_hash": [ours.rules_hash, theirs.rules_hash],
                "differences": [{"name": name, "values": [mine[name], other[name]]} for name in names],
            }
        )
    elif found:
        rows = [
            (each.name, each.says, *(value or "–" for value in each.values), " ".join(each.clauses)) for each in found
        ]
        output.table(("name", "what", rules, against, "clauses"), rows)
    else:
        print("No difference.")


@app.command(epilog="Example: siete rules check examples/md.toml")
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A submission's file; with --rule-set, a rule set's.")],
    decks: Decks = None,
    choices: Choices = None,
    is_rule_set: Annotated[
        bool, typer.Option("--rule-set", help="FILE is a rule set: say what it still lacks. clauses.tsv is beside it.")
    ] = False,
    json: Json = False,
) -> None:
    """Check a submission or a rule set: its rules hash, or all its faults at once, each with line, code and clause."""
    if is_rule_set:
        _check_rule_set(Path(file), json=json)
        return
    from siete.rules.choices.idle import without_effect
    from siete.rules.ruleset import rule_set

    rules = rules_from(file, decks, choices)
    idle = without_effect(rules)
    chosen = [name for name, origin in rules.origins.items() if origin == "operator"]
    if json:
        found = {"rules": rules.rule_set, "rules_hash": rules.rules_hash, "chosen": chosen}
        output.as_json({**found, "without_effect": list(idle), "faults": []})
    else:
        print(f"{file} keeps to {rule_set(rules.rule_set).title}.")
        print(f"rules hash {rules.rules_hash}")
        print(f"chosen by the operator: {', '.join(chosen) or 'nothing; all defaults'}")
        for why in dict.fromkeys(idle.values()):
            print(f"without effect, because {why}: {', '.join(name for name in idle if idle[name] == why)}")


def _check_rule_set(path: Path, *, json: bool) -> None:
    """What a rule set's file still lacks."""
    from siete.rules.proof.completeness import completeness

    found = completeness(path)
    if json:
        output.as_json({**asdict(found), "uncited": list(found.uncited), "steps": list(found.steps), "faults": []})
        return
    print(f"{path} is a sound rule set: {found.name}, {found.title}.")
    print(f"rules hash of its default submission {found.rules_hash}")
    print(f"{found.cited} clauses are cited by a value, a paytable, a step or a sign.")
    for what, names_ in (
        ("clauses that nothing in the file cites", found.uncited),
        ("steps without a clause (those of wagers and procedures that it does not have need none)", found.steps),
    ):
        print(f"{what}: {', '.join(names_) or 'none'}")
    print("Still to do by hand: an example submission, printed figures typed from the document, golden rounds.")


@app.command(epilog="Example: siete rules clauses --rules md --kind payout --unproved")
def clauses(
    rules: Annotated[str, typer.Option("--rules", metavar="R", help="Only clauses of this rule set.")] = "",
    kind: Annotated[str, typer.Option("--kind", metavar="K", help="Only clauses of this kind.")] = "",
    unproved: Annotated[
        bool,
        typer.Option(
            "--unproved",
            help="Only clauses in force that lack code or a test, whose own tests notice no mutant, or that are about "
            "conduct the house signs for.",
        ),
    ] = False,
    untried: Annotated[
        bool,
        typer.Option("--untried", help="Only clauses in force whose own tests were asked about no mutant yet."),
    ] = False,
    json: Json = False,
) -> None:
    """List the clauses of the documents with the code that carries each and the tests that prove it."""
    from siete.rules.proof.join import proofs
    from siete.rules.ruleset import rule_set

    prefixes = rule_set(rules).prefixes if rules else ()
    asked = list(proofs(of=prefixes, kind=_kind(kind)))
    found = [each for each in asked if _is_wanted(each, is_unproved=unproved, is_untried=untried)]
    if json:
        output.as_json([each.to_json() for each in found])
        return
    if found:
        output.table(("clause", "kind", "proof", "code", "tests", "mutants", "summary"), map(_row, found))
        print()
        signed = Counter(each.signed_for for each in found)
        print(f"signed for by the house: objects {signed['object']}, conduct {signed['conduct']}")
    open_by_kind = Counter(each.clause.kind.value for each in found if each.is_open)
    counts = ", ".join(f"{kind} {count}" for kind, count in sorted(open_by_kind.items()))
    none, unknown = sum(each.is_unproved for each in asked), sum(each.is_untried for each in asked)
    print(f"their own tests noticed no mutant: {none}; were asked about none yet: {unknown} (--untried lists them)")
    print(f"{len(found)} clause{'s' * (len(found) != 1)}; without proof yet: {counts or 'none'}")


def _is_wanted(proof: Proof, *, is_unproved: bool, is_untried: bool) -> bool:
    lacks = proof.is_open or proof.is_unproved or proof.signed_for == "conduct"
    return not (is_unproved or is_untried) or (is_unproved and lacks) or (is_untried and proof.is_untried)


def _row(proof: Proof) -> tuple[str, ...]:
    clause = proof.clause
    mutants = f"{proof.noticed}/{proof.tried}" if proof.tried else "–"
    counts = str(len(proof.code)), str(len(proof.tests)), mutants
    signed = f" ({proof.signed_for})" if proof.signed_for else ""
    return clause.id, clause.kind, f"{proof.word or '–'}{signed}", *counts, clause.summary


def _kind(word: str) -> ClauseKind | None:
    if not word:
        return None
    if word not in set(ClauseKind):
        raise UnknownNameError(
            "clause/unknown-kind",
            f"There is no kind {word[:40]!r} of clause.{nearest(word, [kind.value for kind in ClauseKind])}",
        )
    return ClauseKind(word)


class _Format(StrEnum):
    TEXT = "text"
    HTML = "html"


@app.command(epilog="Example: siete rules signs wa --format html -o signs.html")
def signs(
    rules: Rules,
    decks: Decks = None,
    choices: Choices = None,
    operator: Annotated[
        str, typer.Option("--operator", metavar="NAME", help="The operator's name, for the layout.")
    ] = "",
    format: Annotated[_Format, typer.Option("--format", help="Plain text, or a page to print.")] = _Format.TEXT,
    to: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to a file.")] = None,
    json: Json = False,
) -> None:
    """Print what layout and signs must show, with figures from the rules and the clause for each."""
    from siete.rules.signs import OPERATOR_BLANK, signs_html
    from siete.rules.signs import signs as signs_for

    made, name = rules_from(rules, decks, choices), operator or OPERATOR_BLANK
    if json:
        text = output.json_text([_sign_json(sign) for sign in signs_for(made, name)])
    elif format is _Format.HTML:
        text = signs_html(made, name)
    else:
        text = "\n\n".join(map(_sign_text, signs_for(made, name))) + "\n"
    _deliver(text, to)


def _sign_json(sign: Sign) -> Plain:
    return {
        "name": sign.name,
        "place": sign.place,
        "title": sign.title,
        "lines": list(sign.lines),
        "clauses": list(sign.clauses),
    }


def _sign_text(sign: Sign) -> str:
    return "\n  ".join([f"{sign.title} ({sign.place})  [{' '.join(sign.clauses)}]", *sign.lines])


@app.command(epilog="Example: siete rules book -o build/book")
def book(
    to: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="The folder; new, empty or an older book.")],
    json: Json = False,
) -> None:
    """Write the rule book as a site of plain files: every clause, decision and word on a page of its own."""
    from siete.book.site import write

    count = write(to)
    if json:
        output.as_json({"folder": str(to), "files": count})
    else:
        print(f"{count} files written to {to}; begin with {to / 'index.html'}")


def _deliver(text: str, to: Path | None) -> None:
    """Print the text, or write it to a file."""
    if to is None:
        print(text, end="")
        return
    try:
        to.write_text(text, "utf-8")
    except OSError as error:
        raise SieteError("file/unwritable", f"{to} cannot be written: {error.strerror}.") from None
    print(f"written to {to}")
