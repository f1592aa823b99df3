"""A rule set that no state has, in a folder of its own: Section 13 under another name, with some values changed."""

from __future__ import annotations

from pathlib import Path

from siete.clauses import register
from siete.rules.names import data_text

NAME, PREFIX = "freedonia", "FR"
CHANGES = {
    'insurance_pays = { value = "2 to 1"': 'insurance_pays = { value = "3 to 1"',
    'blackjack_pays = { value = "3 to 2"': 'blackjack_pays = { value = "6 to 5"',
    'dealer_soft17 = { value = "stand"': 'dealer_soft17 = { value = "hit"',
}
"""What differs from Section 13."""


def rule_set_text() -> str:
    """The rule set's file."""
    text = data_text("s13")
    for old, new in CHANGES.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    text = text.replace('name = "s13"', f'name = "{NAME}"').replace('value = "s13"', f'value = "{NAME}"')
    text = text.replace('"Section 13 (state not named)"', '"Freedonia, Gaming Decree"')
    text = text.replace("order = 4\n", "").replace('demo = "Section 13"', 'demo = "The duck"')
    return text.replace("section-13-rules.txt", "freedonia.txt").replace("S13", PREFIX)


def register_text() -> str:
    """The register of its clauses."""
    clauses = [clause for clause in register().values() if clause.prefix == "S13"]
    rows = [
        (clause.id.replace("S13", PREFIX), "freedonia.txt", clause.reference, clause.kind.value, clause.summary)
        for clause in clauses
    ]
    return "\n".join("\t".join(row) for row in [("id", "document", "reference", "kind", "summary"), *rows]) + "\n"


def write(folder: Path, text: str | None = None, clauses: str | None = None) -> Path:
    """The folder, with the rule set and its register in it."""
    folder.mkdir(exist_ok=True)
    (folder / f"{NAME}.toml").write_text(rule_set_text() if text is None else text, "utf-8")
    (folder / "clauses.tsv").write_text(register_text() if clauses is None else clauses, "utf-8")
    return folder
