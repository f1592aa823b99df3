"""A table of the school as a desk draws it: what the table of the house would say at that step, and what is sprung."""

from __future__ import annotations

from math import ceil

from siete.host.desk.run import HelpLevel
from siete.host.desk.shown import desk_shown
from siete.host.table.decision_points import stage
from siete.plain import Plain
from siete.school.demonstrations import DemonstrationStep
from siete.table.automatic import next_due
from siete.table.desk.reports import reported
from siete.table.due import HOUSE
from siete.table.view import DEALER, PUBLIC, view
from siete.table.view_shapes import CountsView


def desk_message(step: DemonstrationStep, level: str, dealer: str, point: str) -> Plain:
    """The table before a step, for whoever deals there with this much help."""
    help_level = HelpLevel(level)
    role = PUBLIC if help_level is HelpLevel.EXAM else DEALER
    desk = desk_shown(step.before, step.rules, step.meters, level=help_level, point=point)
    seen = view(step.before, step.rules, role)
    if step.before.pack is None and step.before.shoe is not None:
        desk = {**desk, **_full_shoe(step, seen["cards"])}
    return {
        "type": "snapshot",
        "events": [],
        "view": seen,
        "stage": stage(step.before, next_due(step.before, step.rules)),
        "dealer": dealer or HOUSE,
        "ready": [],
        "you": {"name": dealer, "role": "guest", "legal": [], "refused": [], "desk": {**desk, **_sprung(step, level)}},
    }


def _full_shoe(step: DemonstrationStep, cards: CountsView) -> Plain:
    """A written round names the cards that were dealt; the shoe is drawn as full as it was."""
    every = step.rules.decks * step.rules.cards_per_deck
    left = every - step.before.dealt
    cards["left"] = left
    return {"cover": max(0, left - ceil(every * step.rules.cover_card_depth))}


def _sprung(step: DemonstrationStep, level: str) -> Plain:
    """What has gone wrong, which anybody at the table can see; what to do about it only where help is given."""
    happened = reported(step.command)
    if happened is None:
        return {}
    told: Plain = {"who": "report", "sprung": happened.words, "payment": None}
    return told if level == HelpLevel.EXAM.value else {**told, "clause": step.clause}
