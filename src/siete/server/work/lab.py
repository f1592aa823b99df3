"""The lab's computations, done by worker processes: figures of a submission, costs of options, PAR sheets."""

from __future__ import annotations

import datetime

from siete.errors import SieteError
from siete.lab.par import par_sheet
from siete.lab.par_html import par_html
from siete.odds.base.solution import figure, house_edge, variants
from siete.odds.wagers import registry
from siete.plain import Plain
from siete.rules.submission import compile_rules, submission_from_text
from siete.rules.table_rules import TableRules
from siete.server.work import trainer

BASE = "base"


def _rules(text: str) -> TableRules:
    return compile_rules(submission_from_text(text))


def par(text: str, day: datetime.date) -> str:
    """The PAR sheet of a submission as a page."""
    return par_html(par_sheet(_rules(text), date=day))


def explored(text: str) -> Plain:
    """The base game under a submission: edge, deviation, chart, and the options whose cost can be asked for."""
    rules = _rules(text)
    found = figure(rules).to_json()
    keys = ("house_edge", "standard_deviation", "average_wager", "split_rounds", "bonus_lines", "error_bound", "method")
    return {
        "rules": rules.rule_set,
        "rules_hash": rules.rules_hash,
        "command": _command(text, rules),
        "base": {key: found[key] for key in keys},
        "chart": trainer.chart(rules.canonical_json),
        "options": [words for words, _ in variants(rules)],
        "wagers": [name for name in registry.offered(rules) if name != BASE],
    }


def _command(text: str, rules: TableRules) -> str:
    """What prints the same figures in a terminal."""
    chosen = submission_from_text(text).choices
    sets = " ".join(f"--set {name}={rules_text(value)}" for name, value in chosen.items())
    return f"siete odds {rules.rule_set} --wager base {sets}".strip()


def rules_text(value: object) -> str:
    """A choice as an option of the command line takes it."""
    return str(value).lower() if isinstance(value, bool) else f"'{value}'" if " " in str(value) else str(value)


def option_cost(text: str, number: int) -> Plain:
    """What turning one option costs the player against a submission, best play both times."""
    rules = _rules(text)
    options = variants(rules)
    if not 0 <= number < len(options):
        raise SieteError("lab/no-option", f"There are options 0 to {len(options) - 1}.")
    words, changed = options[number]
    edge = house_edge(changed)
    return {"option": words, "house_edge": edge, "cost": edge - house_edge(rules)}


def wager_figures(text: str, wager: str) -> Plain:
    """The figures of a side wager under a submission: one for each paytable or card, without their events."""
    found = (each.to_json() for each in registry.figures(_rules(text), wager))
    return {"wager": wager, "figures": [{k: v for k, v in each.items() if k != "events"} for each in found]}
