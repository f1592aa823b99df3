"""`siete floor`: tables, the report of a gaming day and incidents, read from a house's database."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from siete.host.floor.log import FloorLog
from siete.host.house import House
from siete.server.data_directory import STORE, data_directory
from siete.store.connect import open_store
from siete.store.floor_events import IncidentClosed, IncidentFiled
from tests.cli.running import Siete
from tests.host.guests import come, open_live, round_of


def _house(tmp_path: Path) -> Path:
    data = data_directory(tmp_path / "data")

    async def make() -> None:
        store = await open_store(f"sqlite:///{data / STORE}")
        house = House(store)
        table = await open_live(house, "md")
        ana = await come(house, table, "Ana", 2)
        for _ in range(2):
            await round_of(table, [ana])
        filed = IncidentFiled(
            by="fay",
            number=1,
            table="t",
            round=2,
            kind="other",
            words="Something else",
            clause="",
            people=("Ana",),
            after=1,
            note="a glass fell",
        )
        await FloorLog(store, house.clock).say(filed, IncidentClosed(by="fay", number=1, outcome="dried", until=1))
        await house.close()
        await store.close()

    asyncio.run(make())
    return data


def test_status_report_and_incidents(siete: Siete, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = ("--data", str(_house(tmp_path)))
    capsys.readouterr()  # what the house said while it was made
    (table,) = siete("floor", "status", "--json", *at).json["tables"]
    assert (table["table"], table["rules"], table["state"], table["players"]) == ("t", "md", "open", 1)
    report = siete("floor", "report", "--json", *at).json
    (row,) = report["tables"]
    assert (row["rounds"], row["drop"]) == (2, 50_000)
    assert row["result"] == sum(row["by_hour"].values()) == table["inventory"]
    (incident,) = siete("floor", "incidents", "--json", *at).json["incidents"]
    assert (incident["number"], incident["note"], incident["outcome"]) == (1, "a glass fell", "dried")
    told = siete("floor", "incidents", *at).out.splitlines()
    assert told[0].split() == ["no.", "filed", "(UTC)", "table", "round", "what", "happened", "clause", "outcome", "by"]
    assert "Something else" in told[1]
    day, heads, one, whole = siete("floor", "report", *at).out.splitlines()
    assert day.startswith(f"Gaming day {report['day']}: {report['day']} 06:00 to ")
    assert (heads.split()[-1], one.split()[1:3], whole.split()[:3]) == ("hold", ["2", "$500"], ["all", "2", "$500"])
    assert one.split()[-1] == f"{row['hold']:.2%}"
    assert "house (automatic)" in siete("floor", "status", *at).out
    assert siete("floor", "incidents", "--day", "2020-02-02", *at).out == "No incident is filed of 2020-02-02.\n"
    empty = siete("floor", "report", "--day", "2020-02-02", "--json", *at).json
    assert [each["rounds"] for each in empty["tables"]] == [0]
    assert siete("floor", "report", "--day", "soon", *at).err.startswith("floor/bad-day")
    assert siete("floor", "status", "--data", str(tmp_path)).err.startswith("staff/no-house")
