"""Strategies: frozen tables of decisions by situation, for people and programs; nothing is valued here.

For hands not doubled a strategy has the tables `hard` and `soft` by total and `pairs` by value, and for
hands doubled once `doubled-1`, where soft totals read `s13`. It may have `doubled-2` and `doubled-3`
(without them the table before serves), `hard-split`, `soft-split` and `pairs-split` for hands from a split,
and `cards` for exact hands: `8-6` by value, `7s-7s` by card, `first:8-6` or `split:8-6` in one state only.
The up cards are 2 to 9, X (J, Q, K) and A. Where another row stands behind a cell, the cell may say `.`: a
pair that is never split is played by its total.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from siete.cards import Card, Rank
from siete.errors import Fault, FaultyDocumentError, ParseError
from siete.strategy import text as writing
from siete.strategy.cell import Cell, Play, Situation, hard_total, is_soft
from siete.strategy.text import COLUMNS, DOUBLED_TABLES, ROWS, Table, Written, WrittenRow


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyRow:
    """The ten decisions of one row, in the order of the up cards; None where the next row decides."""

    table: Table
    name: str
    cells: tuple[Cell | None, ...]

    def written(self) -> WrittenRow:
        """The row in words."""
        cells = tuple("." if cell is None else str(cell) for cell in self.cells)
        return WrittenRow(table=self.table.value, name=self.name, cells=cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """A complete set of decisions; a faulty one is refused with all its faults at once.

    >>> import siete
    >>> strategy = siete.chart("wa").strategy
    >>> from siete.strategy import Situation
    >>> hand = Situation(cards=siete.cards_from_text("9c 7d"), up=siete.Card.from_text("6d"))
    >>> [play.name for play in strategy.preferences(hand)]
    ['STAND']
    """

    name: str
    rows: tuple[StrategyRow, ...]
    _cells: Mapping[tuple[Table, str], tuple[Cell | None, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        written = [row.written() for row in self.rows]
        faults = [*writing.faults_of(self.name, written), *_misplaced(zip(self.rows, written, strict=True))]
        if faults:
            raise FaultyDocumentError(faults)
        rows = tuple(sorted(map(_with_known_name, self.rows), key=_place))
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "_cells", {(row.table, row.name): row.cells for row in rows})

    def cells(self, situation: Situation) -> tuple[Cell, ...]:
        """The cells that speak about the situation, the one that decides first in front.

        One is that of the exact cards (a row with suits wins over one without, then one for this state over
        one for both), one that of the pair, one that of the total; the tables for hands from a split win over
        the others.
        """
        column = COLUMNS.index(_value(situation.up))
        groups = _keys(situation.cards, situation.is_split, situation.doublings)
        found = (self._first_cell(keys, column) for keys in groups)
        return tuple(cell for cell in found if cell is not None)

    def _first_cell(self, keys: Iterable[tuple[Table, str]], column: int) -> Cell | None:
        rows = (self._cells[key] for key in keys if key in self._cells)
        return next((cells[column] for cells in rows if cells[column] is not None), None)

    def preferences(self, situation: Situation) -> tuple[Play, ...]:
        """The plays in order of preference; the first that the rules permit is the strategy's decision.

        Each of the `cells` adds its plays, so that the total decides where a pair may not be split. A hit or
        stand ends the list; a stand follows a hit, as a 21 may not always be hit. A hand above 21 stands.

        >>> from siete.cards import cards_from_text
        >>> plain = [row for row in mimic_the_dealer().rows if row.name not in ("8", "16")]
        >>> texts = {"pairs 8": "P", "hard 16": "D/H", "hard 8": "H", "soft 16": "H", "doubled-1 8": "X"}
        >>> def row(title: str, cell: str) -> StrategyRow:
        ...     table, name = title.split()
        ...     return StrategyRow(table=Table(table), name=name, cells=(Cell.from_text(cell),) * 10)
        >>> rows = [row(title, cell) for title, cell in texts.items()] + [row("doubled-1 16", "D/X")]
        >>> strategy = Strategy(name="Example", rows=(*plain, *rows))
        >>> def plays(hand: str, **state: int) -> str:
        ...     situation = Situation(cards=cards_from_text(hand), up=Card.from_text("6s"), **state)
        ...     return " ".join(strategy.preferences(situation))
        >>> plays("8h 8c"), plays("9h 7c"), plays("Kh 8c 5d")
        ('P D H S', 'D H S', 'S')
        >>> plays("9h 2c 5d", doublings=1), plays("2c 2c 4h", doublings=2)
        ('D X S', 'X S')
        """
        plays: list[Play] = []
        for play in chain.from_iterable(cell.plays(situation) for cell in self.cells(situation)):
            plays.append(play)
            if play in (Play.HIT, Play.STAND):
                break
        return tuple(dict.fromkeys((*plays, Play.STAND)))

    def to_text(self) -> str:
        """The strategy as a chart for a terminal, which `from_text` reads back."""
        return writing.write_text(self.name, [row.written() for row in self.rows])

    def to_csv(self) -> str:
        """The strategy as CSV, which `from_csv` reads back."""
        return writing.write_csv(self.name, [row.written() for row in self.rows])

    def to_json(self) -> str:
        """The strategy as JSON, which `from_json` reads back."""
        return writing.write_json(self.name, [row.written() for row in self.rows])

    @staticmethod
    def from_text(text: str) -> Strategy:
        """The strategy in a chart, whatever its spacing."""
        return _read(writing.read_text(text))

    @staticmethod
    def from_csv(text: str) -> Strategy:
        """The strategy in a CSV text."""
        return _read(writing.read_csv(text))

    @staticmethod
    def from_json(text: str) -> Strategy:
        """The strategy in a JSON text."""
        return _read(writing.read_json(text))

    @staticmethod
    def from_bytes(data: bytes) -> Strategy:
        """The strategy in a file, in whichever of the three forms it is written."""
        return _read(writing.read_bytes(data))


def _value(card: Card) -> str:
    """The column of a card, and its name in rows by value."""
    return "A" if card.rank is Rank.ACE else "X" if card.rank.points == 10 else card.rank.value


@lru_cache(maxsize=1 << 13)
def _keys(cards: tuple[Card, ...], is_split: bool, doublings: int) -> tuple[tuple[tuple[Table, str], ...], ...]:
    """The rows to look up, in groups: the first row of a group that has a cell speaks for it."""
    has_soft_total = is_soft(cards)
    total = str(hard_total(cards) + (10 if has_soft_total else 0))
    if doublings:
        name = f"s{total}" if has_soft_total else total
        return (tuple((table, name) for table in reversed(DOUBLED_TABLES[:doublings])),)
    state = "split:" if is_split else "first:"
    values = [_value(card) for card in cards]
    hands = (writing.hand_name(map(str, cards), writing.BY_RANK), writing.hand_name(values, writing.BY_VALUE))
    skipped = 0 if is_split else 1
    groups = [tuple((Table.CARDS, prefix + hand) for hand in hands for prefix in (state, ""))]
    if len(values) == 2 and values[0] == values[1]:
        groups.append(tuple((table, values[0]) for table in (Table.PAIRS_SPLIT, Table.PAIRS)[skipped:]))
    totals = (Table.SOFT_SPLIT, Table.SOFT) if has_soft_total else (Table.HARD_SPLIT, Table.HARD)
    groups.append(tuple((table, total) for table in totals[skipped:]))
    return tuple(groups)


def _with_known_name(row: StrategyRow) -> StrategyRow:
    return StrategyRow(table=row.table, name=writing.known_name(row.table, row.name), cells=row.cells)


def _place(row: StrategyRow) -> tuple[int, int, int, str]:
    """Where a row stands in the strategy; exact hands by number of cards."""
    names = ROWS[row.table]
    index = names.index(row.name) if names else 0
    return (list(Table).index(row.table), index, row.name.count("-"), row.name)


def _misplaced(rows: Iterable[tuple[StrategyRow, WrittenRow]]) -> Iterator[Fault]:
    for row, written in rows:
        for cell in row.cells:
            sentence = _misfit(row.table, cell)
            if sentence:
                yield written.fault("strategy/misplaced-cell", f"{cell or '.'} cannot stand here: {sentence}")


def _misfit(table: Table, cell: Cell | None) -> str:
    """Why the cell cannot stand in the table; nothing if it can."""
    is_last = table in (Table.HARD, Table.SOFT, *DOUBLED_TABLES)
    if cell is None:
        return "no other row stands behind this one." if is_last else ""
    plays = {cell.play, cell.otherwise} - {None}
    if table in DOUBLED_TABLES:
        is_fit = plays <= {Play.STAND, Play.DOUBLE, Play.RESCUE} and not cell.has_marks
        return "" if is_fit else "a doubled hand can only stand, be rescued or be doubled again."
    if Play.RESCUE in plays:
        return "only a doubled hand can be rescued."
    if table in (Table.PAIRS, Table.PAIRS_SPLIT, Table.CARDS):
        return ""
    if Play.SPLIT in plays:
        return "a total cannot be split."
    return "" if plays & {Play.HIT, Play.STAND} else "say what else to do, like D/H or D/S."


def _read(document: Written) -> Strategy:
    """The strategy that a document spells, or all that is wrong with it."""
    faults = [*document.faults, *writing.faults_of(document.name, document.rows)]
    rows = [(_row(row, faults), row) for row in document.rows if row.table in ROWS]
    faults.extend(_misplaced(rows))
    if faults:
        raise FaultyDocumentError(faults)
    return Strategy(name=document.name, rows=tuple(row for row, _ in rows))


def _row(written: WrittenRow, faults: list[Fault]) -> StrategyRow:
    """The row; a cell that cannot be read is noted among the faults and left out."""
    cells: list[Cell | None] = []
    for text in written.cells[: len(COLUMNS)]:
        try:
            cells.append(None if text == "." else Cell.from_text(text))
        except ParseError as error:
            faults.append(written.fault(error.code, error.sentence))
    return StrategyRow(table=Table(written.table), name=written.name, cells=tuple(cells))


def mimic_the_dealer(*, hits_soft_17: bool = False) -> Strategy:
    """Hit below 17 and stand from 17 on, as the dealer must; never double, split or surrender."""
    return _plain("Mimic the dealer", hard=17, soft=18 if hits_soft_17 else 17)


def never_bust() -> Strategy:
    """Play as the dealer, but stand on every hard total that one card could take above 21."""
    return _plain("Never bust", hard=12, soft=17)


def _plain(name: str, *, hard: int, soft: int) -> Strategy:
    """A strategy that hits totals below these two, stands on all others, and looks at nothing else."""

    def row(table: Table, row_name: str, play: Play | None) -> StrategyRow:
        return StrategyRow(table=table, name=row_name, cells=(Cell(play=play) if play else None,) * len(COLUMNS))

    def totals(table: Table, least: int) -> Iterator[StrategyRow]:
        for total in ROWS[table]:
            yield row(table, total, Play.HIT if int(total) < least else Play.STAND)

    pairs = (row(Table.PAIRS, value, None) for value in ROWS[Table.PAIRS])
    doubled = (row(Table.DOUBLED_1, total, Play.STAND) for total in ROWS[Table.DOUBLED_1])
    rows = (*totals(Table.HARD, hard), *totals(Table.SOFT, soft), *pairs, *doubled)
    return Strategy(name=name, rows=rows)
