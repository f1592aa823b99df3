"""How a table was opened: its submission, and how its owner wants it run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from dataclasses import replace as changed

from siete.errors import SieteError
from siete.host.desk.run import HelpLevel
from siete.host.pace import UNHURRIED, Pace
from siete.host.streams import FirstPracticeStreams, LiveStreams, PracticeStreams, TableStreams
from siete.rules.ruleset import rule_set
from siete.rules.submission import Submission, compile_rules, submission_from_text
from siete.rules.table_rules import TableRules
from siete.store.records import TableRecord

LIVE, PRACTICE = "live", "practice"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """How any table is run."""

    submission: str
    has_timers: bool = True
    floorperson: str = ""
    """The floorperson whose approvals the table waits for; without one the house signs by itself."""
    first_dealer: str = ""
    """Who deals from the first step of the opening; without one the house does."""
    help: str = HelpLevel.GUIDED.value
    """How much the person who deals is told."""
    call: str = ""
    """Why the dealer has called a floorperson who has not answered yet."""
    queue: tuple[str, ...] = ()
    """Who waits for a box at a full table, in order. Decision: 0380."""

    def to_text(self) -> str:
        return json.dumps(_plain(self), sort_keys=True)

    @property
    def pace(self) -> Pace:
        """How long people have."""
        return Pace() if self.has_timers else UNHURRIED


def _plain(run: _Run) -> dict[str, object]:
    """The settings to be written; what few tables have is left out, as every table without it was written before."""
    values = asdict(run)
    return {name: value for name, value in values.items() if value or name not in _RARE}


_RARE = ("announced", "queue")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncedRules:
    """Rules that two people have signed and the table plays by from the first round after a time. Decision: 0251."""

    change: int
    rules: str
    submission: str
    by: str
    second: str
    reason: str
    starts_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSettings(_Run):
    """What is kept of a live table beside its events. It has no seed: its cards come from the generator only."""

    announced: AnnouncedRules | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeSettings(_Run):
    """What is kept of a practice table beside its events."""

    seed: str | None = None
    """What its shuffles start from."""
    chips: int = 100_000
    """What it gives everybody who sits down."""
    stream: str = ""
    """The name under which its events are kept, where a decision was taken back; else the table's own."""
    namespace: str = ""
    """Where its streams are: `practice`; empty for a table that 0.1.0 opened."""
    is_private: bool = False
    """Whether only those who have its link find it; it is closed when nobody has been there for an hour."""
    wheels: Mapping[str, str] = field(default_factory=dict)
    """Where its wheels stop, by the name of the wheel; those that are not named stop by chance."""


TableSettings = LiveSettings | PracticeSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the opener of a table asks for; `at` makes it the settings of a live or of a practice table."""

    submission: str
    seed: str | None = None
    has_timers: bool = True
    chips: int = 100_000
    floorperson: str = ""
    first_dealer: str = ""
    is_private: bool = False

    def at(self, mode: str) -> TableSettings:
        """The settings of a table of this mode; a live one takes no seed."""
        if mode != LIVE:
            return PracticeSettings(
                submission=self.submission,
                floorperson=self.floorperson,
                first_dealer=self.first_dealer,
                has_timers=self.has_timers,
                seed=self.seed,
                chips=self.chips,
                namespace=PRACTICE,
                is_private=self.is_private,
            )
        if self.seed is not None:
            sentence = "A live table's cards come from the operating system's generator; it takes no seed."
            raise SieteError("table/live-seed", sentence)
        return LiveSettings(
            submission=self.submission,
            floorperson=self.floorperson,
            first_dealer=self.first_dealer,
            has_timers=self.has_timers,
        )


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


def streams_of(record: TableRecord) -> TableStreams:
    """The streams that the table of a record writes to."""
    settings = settings_of(record)
    if isinstance(settings, LiveSettings):
        return LiveStreams(record.id)
    kind = PracticeStreams if settings.namespace == PRACTICE else FirstPracticeStreams
    return kind(settings.stream or record.id, record.owner)


def settings_of(record: TableRecord) -> TableSettings:
    """The settings in a table's record; refused where they are not those of a table of its mode."""
    try:
        values = json.loads(record.settings)
        values["queue"] = tuple(values.get("queue", ()))
        return PracticeSettings(**values) if record.mode == PRACTICE else _live_settings(values)
    except (ValueError, TypeError) as error:
        raise SieteError(
            "history/bad-settings", f"The settings of table {record.id} cannot be read: {error}."
        ) from None


_UNUSED: dict[str, object] = {"seed": None, "stream": ""}
"""What 0.1.0 wrote of every live table, beside chips that it never gave."""


def _live_settings(values: dict[str, object]) -> LiveSettings:
    """The settings of a live table; 0.1.0 wrote more of them, all unused."""
    known = {each.name for each in fields(LiveSettings)}
    for name in values.keys() - known:
        if name != "chips" and (name not in _UNUSED or values[name] != _UNUSED[name]):
            raise ValueError(f"a live table has no {name}")
    given = {name: value for name, value in values.items() if name in known}
    announced = given.get("announced")
    if isinstance(announced, dict):
        given["announced"] = AnnouncedRules(**announced)
    return LiveSettings(**given)  # type: ignore[arg-type]
