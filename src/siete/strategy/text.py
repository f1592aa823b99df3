"""How a strategy is written: its tables, rows and columns, and its forms as chart, CSV and JSON.

All of it is plain words here; `strategy` gives the cells their meaning.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby

from siete.cards import Card
from siete.errors import Fault, FaultyDocumentError, ParseError, nearest

FORMAT = "siete-strategy/1"
LARGEST_TEXT = 2_000_000
MOST_LINES = 20_000

LEGEND = """\
# H hit, S stand, D double, P split, R surrender, X rescue; D/H: double, else hit; . as the next row says
# hit instead: S4 with 4 cards or more; * with a chance of 6-7-8 or 7-7-7, + of a suited, ^ of a spades one;
# $ with suited sevens against a 7, & against a 7 of another suit; % with two of 7h 7c 7d against 7s
"""

COLUMNS = ("2", "3", "4", "5", "6", "7", "8", "9", "X", "A")
"""The up cards: X is any jack, queen or king."""


class Table(StrEnum):
    """The tables of a strategy, in the order in which they are written."""

    HARD = "hard"
    SOFT = "soft"
    PAIRS = "pairs"
    HARD_SPLIT = "hard-split"
    SOFT_SPLIT = "soft-split"
    PAIRS_SPLIT = "pairs-split"
    DOUBLED_1 = "doubled-1"
    DOUBLED_2 = "doubled-2"
    DOUBLED_3 = "doubled-3"
    CARDS = "cards"


HARD_TOTALS = tuple(map(str, range(4, 22)))
SOFT_TOTALS = tuple(map(str, range(12, 22)))
# A doubled hand has three cards or more: 2-2-2 is the least hard one, A-A-A the least soft one.
DOUBLED_TOTALS = (*map(str, range(6, 22)), *(f"s{total}" for total in range(13, 22)))
DOUBLED_TABLES = (Table.DOUBLED_1, Table.DOUBLED_2, Table.DOUBLED_3)
ROWS: Mapping[Table, tuple[str, ...]] = {
    **dict.fromkeys((Table.HARD, Table.HARD_SPLIT), HARD_TOTALS),
    **dict.fromkeys((Table.SOFT, Table.SOFT_SPLIT), SOFT_TOTALS),
    **dict.fromkeys((Table.PAIRS, Table.PAIRS_SPLIT), COLUMNS),
    **dict.fromkeys(DOUBLED_TABLES, DOUBLED_TOTALS),
    Table.CARDS: (),
}
BY_VALUE = "AX98765432"
BY_RANK = "AKQJ98765432"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRow:
    """One row as it is written, and the line it stands on."""

    table: str
    name: str
    cells: tuple[str, ...]
    line: int | None = None

    def fault(self, code: str, sentence: str) -> Fault:
        """Something wrong with this row."""
        name = f"{self.table} {self.name[:40]}"
        return Fault(code=code, sentence=f"{name}: {sentence}", name=name, line=self.line)


@dataclass(slots=True, kw_only=True)
class Written:
    """A whole document as it is written, with what is already known to be wrong with it."""

    name: str = ""
    rows: list[WrittenRow] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def hand_name(words: Iterable[str], order: str) -> str:
    """The name of the row for exact cards, highest first."""
    return "-".join(sorted(words, key=lambda word: (order.find(word[0]), word)))


def known_name(table: str, name: str) -> str:
    """The row's name as it is written, with exact cards in order; empty for a name nobody knows."""
    if table != Table.CARDS:
        return name if name in ROWS[Table(table)] else ""
    state, colon, hand = name.rpartition(":")
    words = hand.split("-")
    if len(words) < 2 or (colon and state not in ("first", "split")):
        return ""
    if all(word in COLUMNS for word in words):
        return f"{state}{colon}{hand_name(words, BY_VALUE)}"
    try:
        return f"{state}{colon}{hand_name([str(Card.from_text(word)) for word in words], BY_RANK)}"
    except ParseError:
        return ""


def faults_of(name: str, rows: Sequence[WrittenRow]) -> Iterator[Fault]:
    """All that is wrong with the names and numbers of rows and cells, whatever the cells say."""
    if not name.isprintable() or name != name.strip() or not 1 <= len(name) <= 100:
        sentence = "A strategy has a printable name of 1 to 100 characters."
        yield Fault(code="strategy/unfit-name", sentence=sentence)
    yield from _unknown_tables(rows)
    seen: set[tuple[str, str]] = set()
    for row in rows:
        if row.table in ROWS:
            yield from _faults_of_row(row, seen)
            seen.add((row.table, known_name(row.table, row.name)))
    yield from _missing(seen)


def _unknown_tables(rows: Sequence[WrittenRow]) -> Iterator[Fault]:
    """Each unknown table once, at its first row."""
    first_lines = {row.table: row.line for row in reversed(rows) if row.table not in ROWS}
    for table, line in first_lines.items():
        sentence = f"There is no table {table[:40]!r}.{nearest(table[:40], ROWS)}"
        yield Fault(code="strategy/unknown-table", sentence=sentence, name=table[:40], line=line)


def _faults_of_row(row: WrittenRow, seen: Set[tuple[str, str]]) -> Iterator[Fault]:
    known = known_name(row.table, row.name)
    if not known:
        yield row.fault("strategy/unknown-row", "there is no such row.")
    elif (row.table, known) in seen:
        yield row.fault("strategy/duplicate-row", "this row stands here a second time.")
    if len(row.cells) != len(COLUMNS):
        yield row.fault("strategy/wrong-width", f"a row has {len(COLUMNS)} cells, not {len(row.cells)}.")


def _missing(seen: Set[tuple[str, str]]) -> Iterator[Fault]:
    """The tables without all their rows; those for a second and third doubling may be absent as a whole."""
    for table in (Table.HARD, Table.SOFT, Table.PAIRS, *DOUBLED_TABLES):
        missing = [name for name in ROWS[table] if (table.value, name) not in seen]
        may_be_absent = table in DOUBLED_TABLES[1:] and len(missing) == len(ROWS[table])
        if missing and not may_be_absent:
            sentence = f"{table.value} lacks the rows {', '.join(missing)}."
            yield Fault(code="strategy/missing-row", sentence=sentence, name=table.value)


def write_text(name: str, rows: Iterable[WrittenRow]) -> str:
    """The chart: one block of aligned columns for each table."""
    blocks = [f"{FORMAT} {name}\n"]
    for table, members in groupby(rows, key=lambda row: row.table):
        lines = [(table, *COLUMNS), *((row.name, *row.cells) for row in members)]
        first = max(len(line[0]) for line in lines)
        blocks.append("".join(_aligned(line, first) for line in lines))
    return "\n".join([*blocks, LEGEND])


def _aligned(words: tuple[str, ...], first: int) -> str:
    return "  ".join([words[0].ljust(first), *(word.ljust(5) for word in words[1:])]).rstrip() + "\n"


def read_text(text: str) -> Written:
    """The chart in a text; a line of a table's name and the ten up cards opens that table."""
    _refuse_huge(text)
    lines = text.split("\n")
    written = Written(name=_title(lines[0]))
    table = ""
    for number, line in enumerate(lines[1:], start=2):
        words = tuple(line.split())
        if not words or words[0].startswith("#"):
            continue
        if words[1:] == COLUMNS:
            table = words[0]
        else:
            written.rows.append(WrittenRow(table=table, name=words[0], cells=words[1:], line=number))
    return written


def _title(line: str) -> str:
    form, _, name = line.strip().partition(" ")
    if form != FORMAT:
        raise _refusal("strategy/unknown-format", f"The first line must be {FORMAT} and a name.", 1)
    return name.strip()


def write_csv(name: str, rows: Iterable[WrittenRow]) -> str:
    """A line for each row under the heading `table,row,2,…,X,A`; the first line after it gives the name."""
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(("table", "row", *COLUMNS))
    writer.writerow(("name", name, *("" for _ in COLUMNS)))
    writer.writerows((row.table, row.name, *row.cells) for row in rows)
    return page.getvalue()


def read_csv(text: str) -> Written:
    """The rows of a CSV text, with the lines they stand on."""
    _refuse_huge(text)
    lines = _csv_lines(text)
    if next(lines, (0, ()))[1] != ("table", "row", *COLUMNS):
        raise _refusal("strategy/unknown-format", f"The first line must be table,row,{','.join(COLUMNS)}.", 1)
    written = Written()
    for line, (table, *rest) in lines:
        name = rest[0] if rest else ""
        if table == "name":
            written.name = name
        else:
            written.rows.append(WrittenRow(table=table, name=name, cells=tuple(rest[1:]), line=line))
    return written


def _csv_lines(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        for words in reader:
            if any(words):
                yield reader.line_num, tuple(word.strip() for word in words)
    except csv.Error as error:
        raise _refusal("strategy/not-csv", f"This is not CSV: {error}.", reader.line_num) from None


def write_json(name: str, rows: Iterable[WrittenRow]) -> str:
    """One object: format, name, columns, and each table's rows with their ten cells."""
    tables: dict[str, dict[str, tuple[str, ...]]] = {}
    for row in rows:
        tables.setdefault(row.table, {})[row.name] = row.cells
    document = {"format": FORMAT, "name": name, "columns": COLUMNS, "tables": tables}
    return json.dumps(document, ensure_ascii=False) + "\n"


def read_json(text: str) -> Written:
    """The rows of a JSON text; a name that stands twice in one object is a fault."""
    _refuse_huge(text)
    written = Written()
    document = _object(_parsed(text, written.faults))
    if document.get("format") != FORMAT or document.get("columns") != list(COLUMNS):
        raise _refusal("strategy/unknown-format", f"This is no object of format {FORMAT} with its columns.")
    name = document.get("name")
    written.name = name if isinstance(name, str) else ""
    for table, rows in _object(document.get("tables")).items():
        for row, cells in _object(rows).items():
            words = tuple(map(str, cells)) if isinstance(cells, list) else ()
            written.rows.append(WrittenRow(table=table, name=row, cells=words))
    return written


def _parsed(text: str, faults: list[Fault]) -> object:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        faults.extend(_twice(name) for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise _refusal("strategy/not-json", f"This is not JSON: {error.msg}.", error.lineno) from None
    except (RecursionError, ValueError):
        raise _refusal("strategy/not-json", "This JSON is too deep or holds too long a number.") from None


def _twice(name: str) -> Fault:
    sentence = f"{name[:40]!r} stands twice in one object."
    return Fault(code="strategy/duplicate-row", sentence=sentence, name=name[:40])


def _object(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def read_bytes(data: bytes) -> Written:
    """The document in a file: JSON opens with a brace, a chart with its format; all else passes for CSV."""
    _refuse_huge(data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _refusal("strategy/not-text", "This is not UTF-8 text.") from None
    if text.lstrip().startswith("{"):
        return read_json(text)
    return read_text(text) if text.startswith(FORMAT) else read_csv(text)


def _refuse_huge(document: str | bytes) -> None:
    lines = document.count("\n") if isinstance(document, str) else document.count(b"\n")
    if len(document) > LARGEST_TEXT or lines > MOST_LINES:
        sentence = f"A strategy has at most {LARGEST_TEXT:,} characters in {MOST_LINES:,} lines."
        raise _refusal("strategy/too-long", sentence)


def _refusal(code: str, sentence: str, line: int | None = None) -> FaultyDocumentError:
    return FaultyDocumentError([Fault(code=code, sentence=sentence, line=line)])
