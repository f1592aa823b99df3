"""Writes the solved figures of the default submissions that the program ships (`siete.odds.base.kept.shipped`)."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ["SIETE_SOLVE_ANEW"] = "1"

from siete.lab import round_lengths
from siete.lab.counting import study
from siete.lab.cover_card import measured_effect
from siete.odds.base.counting.hole_card import hole_card
from siete.odds.base.counting.tilted import tilted
from siete.odds.base.kept import cache, cover_card
from siete.odds.base.kept.shipped import FOLDER
from siete.odds.base.solution import chart, costs, figure
from siete.rules.names import names
from siete.rules.submission import table_rules


def solved(name: str, folder: Path) -> dict[str, object]:
    """All that is cached when all figures of a rule set's default submission are asked for."""
    os.environ["SIETE_CACHE_DIR"] = str(folder)
    rules = table_rules(name)
    figure(rules)
    chart(rules)
    costs(rules)
    hole_card(rules)
    counted = study(rules)
    for tags in counted.tags:
        tilted(rules, tags.tags, tags.text)
    found = (json.loads(path.read_text("utf-8")) for path in folder.glob("base-*.json"))
    return {each["key"]: each["value"] for each in found if not each["key"].startswith("play ")}  # a chart holds it


def written(made: dict[str, object]) -> str:
    """The entries as JSON, one to a line."""
    lines = (f"{json.dumps(key)}: {json.dumps(made[key], ensure_ascii=False)}" for key in sorted(made))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def measure_cover(rounds: int = 2_000_000_000, seed: int = 17) -> None:
    """Measure what the cover card adds for each default submission, and write the file."""
    made = {table_rules(name).rules_hash: measured_effect(table_rules(name), rounds, seed) for name in names()}
    cover_card.FILE.write_text(written(dict(made)), "utf-8")


def measure_lengths(batches: int = 64, seed: int = 17) -> None:
    """Measure how many cards rounds take for each default submission, and what they count, and write the file."""
    made = {}
    for rules in map(table_rules, names()):
        tags = {round_lengths.text_of(each.tags): each.tags for each in study(rules).tags}
        made[rules.rule_set] = round_lengths.measured_lengths(rules, tags, batches, seed)
    round_lengths.FILE.write_text(written(dict(made)), "utf-8")


def main() -> None:
    """Solve each rule set and write its file."""
    if sys.argv[1:] == ["--cover"]:
        measure_cover()
        return
    if sys.argv[1:] == ["--lengths"]:
        measure_lengths()
        return
    for name in sys.argv[1:] or names():
        with TemporaryDirectory(prefix="siete-solve-") as folder:
            made = solved(name, Path(folder))
        path = FOLDER / f"{name}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(written(made), "utf-8")
        print(f"{path}: {len(made)} entries, code {cache.code_version()}")


if __name__ == "__main__":
    main()
