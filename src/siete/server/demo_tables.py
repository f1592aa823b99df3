"""The tables that a new house opens: a live one of every rule set, and two to practise with the wheels."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from siete.host.house import House
from siete.host.settings import LIVE, PRACTICE, Settings
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


DEMOS = (
    Demo(
        id="md",
        name="Chesapeake",
        submission=f'rule_set = "md"\n{_NO_WHEELS}spin_offered = false\nxtreme_offered = false\n',
    ),
    Demo(id="md-draft", name="Annapolis", submission='rule_set = "md-draft"\n'),
    Demo(id="ma", name="Back Bay", submission=f'rule_set = "ma"\n{_NO_WHEELS}spin_offered = false\n'),
    Demo(id="s13", name="Section 13", submission='rule_set = "s13"\n'),
    Demo(id="wa", name="Puget Sound", submission='rule_set = "wa"\n'),
    Demo(id="wa-v002", name="Olympia", submission='rule_set = "wa-v002"\n'),
    Demo(id="md-wheels", name="The wheels", submission='rule_set = "md"\n', mode=PRACTICE, seed="wheels"),
    Demo(id="ma-spin", name="Bonus Spin", submission='rule_set = "ma"\n', mode=PRACTICE, seed="spin"),
)


async def open_demos(house: House) -> None:
    """Open the demo tables that the house does not have yet."""
    for demo in DEMOS:
        if demo.id not in house.tables:
            settings = Settings(submission=demo.submission, seed=demo.seed, has_timers=demo.mode == LIVE)
            with suppress(VersionConflict):  # another process of the house was quicker
                await house.open_table(demo.id, demo.name, demo.mode, HOUSE, settings)
