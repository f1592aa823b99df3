"""Results as rows: a table of one row for each line, for pandas, polars, Arrow or CSV.

The libraries are optional and imported when they are asked for.
"""

from __future__ import annotations

import csv
from importlib import import_module
from io import StringIO
from typing import TYPE_CHECKING, Any

from siete.errors import SieteError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Cell = str | int | float | bool | None
Record = dict[str, Cell]


class Tabular:
    """Something whose `records` are rows with the same keys."""

    __slots__ = ()

    def records(self) -> list[Record]:
        """The rows, each with every column."""
        raise NotImplementedError

    def to_csv(self) -> str:
        """The rows as CSV with a line of names; an empty cell is a value that there is not."""
        rows, text = self.records(), StringIO()
        writer = csv.DictWriter(text, rows[0] if rows else (), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas data frame."""
        return _library("pandas").DataFrame.from_records(self.records())

    def to_polars(self) -> polars.DataFrame:
        """The rows as a polars data frame."""
        return _library("polars").DataFrame(self.records(), infer_schema_length=None)

    def to_arrow(self) -> pyarrow.Table:
        """The rows as an Arrow table."""
        return _library("pyarrow").Table.from_pylist(self.records())


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        sentence = f"{name} is not installed. Install it, or siete with the extra `data`."
        raise SieteError("library/missing", sentence, facts={"library": name}) from None
