"""How a table was opened: its submission, and what its owner chose for the way it is run."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from dataclasses import replace as changed

from siete.errors import SieteError
from siete.host.pace import UNHURRIED, Pace
from siete.rules.ruleset import rule_set
from siete.rules.submission import Submission, compile_rules, submission_from_text
from siete.rules.table_rules import TableRules
from siete.store.records import TableRecord

LIVE, PRACTICE = "live", "practice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What is kept of a table beside its events."""

    submission: str
    seed: str | None = None
    """What a practice table's shuffles start from."""
    has_timers: bool = True
    chips: int = 100_000
    """What a practice table gives everybody who sits down."""
    floorperson: str = ""
    """The floorperson whose approvals the table waits for; without one the house signs by itself."""
    stream: str = ""
    """The name under which its events are kept, where a decision was taken back; else the table's own."""

    def to_text(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)

    @staticmethod
    def from_text(text: str) -> Settings:
        return Settings(**json.loads(text))

    @property
    def pace(self) -> Pace:
        """How long people have."""
        return Pace() if self.has_timers else UNHURRIED


def rules_of(submission: str, *, mode: str) -> TableRules:
    """The rules that a submission makes at a table of this mode; a live table's are declared live."""
    read = submission_from_text(submission)
    declared = read.choices.get("live")
    if declared is not None and declared != (mode == LIVE):
        word = "declares its rules live" if declared else "declares its rules not live"
        raise SieteError("table/mode", f"The submission {word}, but a {mode} table was asked for.")
    choices = {**read.choices, "live": True} if mode == LIVE else read.choices
    return compile_rules(Submission(rule_set=read.rule_set, choices=choices, lines=read.lines))


def stored_rules(text: str, submission: str, mode: str) -> TableRules:
    """The rules in force at a stored table: the values it was opened under, with the clauses of its rule set.

    Defaults may have changed since; the values stored with the table are the ones that count.
    """
    values = TableRules.from_json(text)
    try:
        today = rules_of(submission, mode=mode)
    except SieteError:
        book = rule_set(values.rule_set)
        return changed(values, steps=book.steps, checklist=book.checklist)
    if today.rules_hash == values.rules_hash:
        return today  # with the clauses of its paytables' rows, which the stored values do not carry
    return changed(values, clauses=today.clauses, steps=today.steps, checklist=today.checklist, origins=today.origins)


def stream_of(record: TableRecord) -> str:
    """The name under which a table's events are kept."""
    return settings_of(record).stream or record.id


def settings_of(record: TableRecord) -> Settings:
    """The settings in a table's record."""
    return Settings.from_text(record.settings)
