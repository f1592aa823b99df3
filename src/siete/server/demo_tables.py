"""The tables that a new house opens: a live one of every rule set, and two to practise with the wheels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from siete.host.house import House
from siete.host.settings import LIVE, PRACTICE, Settings
from siete.rules.names import about, names
from siete.rules.ruleset import rule_set
from siete.rules.table_rules import parameters
from siete.rules.value_kinds import WHEEL
from siete.store.port import VersionConflict
from siete.table.due import HOUSE

_NO_WHEELS = "# A live wheel needs its equipment's weights.\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """A table that is there from the start."""

    id: str
    name: str
    submission: str
    mode: str = LIVE
    seed: str | None = None


_PRACTICE = (
    Demo(id="md-wheels", name="The wheels", submission='rule_set = "md"\n', mode=PRACTICE, seed="wheels"),
    Demo(id="ma-spin", name="Bonus Spin", submission='rule_set = "ma"\n', mode=PRACTICE, seed="spin"),
)


def demos() -> Iterator[Demo]:
    """The tables of a new house."""
    for name in names():
        yield Demo(id=name, name=about(name).demo or about(name).title, submission=_live(name))
    yield from _PRACTICE


def _live(name: str) -> str:
    """The submission of a live table: all defaults, and no offer that needs a wheel."""
    wheels = dict.fromkeys(each.needs for each in parameters().values() if each.kind is WHEEL)
    off = [f"{offer} = false\n" for offer in wheels if offer in rule_set(name).entries]
    return "".join([f'rule_set = "{name}"\n', *([_NO_WHEELS, *off] if off else [])])


async def open_demos(house: House) -> None:
    """Open the demo tables that the house does not have yet."""
    for demo in demos():
        if demo.id not in house.tables:
            settings = Settings(submission=demo.submission, seed=demo.seed, has_timers=demo.mode == LIVE)
            with suppress(VersionConflict):  # another process of the house opened it first
                await house.open_table(demo.id, demo.name, demo.mode, HOUSE, settings)
