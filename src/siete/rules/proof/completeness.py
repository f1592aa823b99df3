"""What a rule set's file still lacks: faults of the file, and clauses and steps that nothing in it carries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from siete.clauses import ClauseKind, register
from siete.errors import SieteError
from siete.rules import names
from siete.rules.data_faults import cited_clauses, sound_data
from siete.rules.steps import Step
from siete.rules.submission import table_rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Completeness:
    """A sound file, and what it leaves open."""

    name: str
    title: str
    rules_hash: str
    cited: int
    """Clauses of its register that the file cites."""
    uncited: tuple[str, ...]
    """Clauses of its register that order something and that the file cites nowhere: code must carry them."""
    steps: tuple[str, ...]
    """Steps of the procedure for which it names no clause."""


def completeness(path: Path) -> Completeness:
    """What is left to do for a rule set's file; a faulty one is refused with all its faults at once."""
    if path.suffix != ".toml" or not path.is_file():
        raise SieteError("rules/no-file", f"There is no rule set's file {str(path)[:200]!r}; it is NAME.toml.")
    if not (path.parent / "clauses.tsv").is_file():
        sentence = f"{path.parent} has no clauses.tsv. The register of the rule set's clauses stands beside its file."
        raise SieteError("rules/no-register", sentence)
    with _found(path):
        data = sound_data(path.stem, path.read_text("utf-8"))
        cited, about = cited_clauses(data), names.about(path.stem)
        own = {id: each for id, each in register().items() if each.prefix in about.prefixes}
        ordered = [id for id, each in own.items() if each.kind is not ClauseKind.ADMIN]
        return Completeness(
            name=path.stem,
            title=about.title,
            rules_hash=table_rules(path.stem).rules_hash,
            cited=len(cited & own.keys()),
            uncited=tuple(id for id in ordered if id not in cited),
            steps=tuple(step.value for step in Step if step.value not in data["steps"]),
        )


@contextmanager
def _found(path: Path) -> Iterator[None]:
    """The folder of a file among those that are searched; the package's own always is."""
    folder = path.parent.resolve()
    is_known = folder in names.added() or folder == names.PACKAGE
    with nullcontext() if is_known else names.added_folder(folder):
        yield
