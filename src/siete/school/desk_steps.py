"""Whether what a pupil does at the desk is what the table needs now. Pure.

A script says what happens; the engine says why anything else is wrong.
"""

from __future__ import annotations

from dataclasses import fields

from siete.school.demonstrations import DemonstrationStep, demonstration, excerpt
from siete.school.lessons import Lesson
from siete.table import commands as c
from siete.table.decide import refusal
from siete.table.desk.motions import Motion, step_for
from siete.table.desk.reports import reported
from siete.table.due import Refusal
from siete.table.words import name_in_words, step_in_words

DeskCommand = c.HouseCommand | c.Report | Motion


def judged(step: DemonstrationStep, command: DeskCommand) -> Refusal | None:
    """Why a motion or a report is not the step; None where it is."""
    if isinstance(command, c.Report) or step.is_report:
        return _reporting(step, command)
    if isinstance(command, Motion):
        try:
            step_for(step.before, step.rules, step.meters, command)
        except Refusal as why:
            return why
        return None
    why_not = refusal(step.before, step.rules, command)
    if _is_same(step.command, command):
        return why_not
    return why_not or Refusal("command/not-this-step", _next(step), clause=step.clause)


def _reporting(step: DemonstrationStep, command: DeskCommand) -> Refusal | None:
    happened, told = reported(step.command), reported(command)
    if happened is None:
        sentence = f"Nothing of the kind has happened. {_next(step)}"
        return Refusal("school/nothing-happened", sentence, clause=step.clause)
    if told is happened:
        return None
    sentence = f"{happened.words}: call the floorperson and report it first."
    return Refusal("school/report-it", sentence, clause=step.clause)


def _next(step: DemonstrationStep) -> str:
    return f"The next step is to {step.words}."


def _is_same(step: c.Command, command: c.Command) -> bool:
    """Whether a command is this step; what a host brings, or a dealer chooses freely, may differ."""
    if type(step) is not type(command):
        return False
    names = (each.name for each in fields(step) if each.compare)
    return all(getattr(step, name) == getattr(command, name) for name in names)


def asked_places(lesson: Lesson, name: str) -> tuple[int, ...]:
    """The steps of a demonstration that a pupil does: the dealer's own, in what the lesson shows of it."""
    steps = demonstration(name)
    return tuple(place for place in excerpt(lesson, name) if _is_asked(steps[place]))


def _is_asked(step: DemonstrationStep) -> bool:
    """Whether a step is the dealer's, and the one that the rules order then."""
    if not step.is_dealers:
        return step.is_report
    return isinstance(step.command, c.HouseCommand) and judged(step, step.command) is None


def in_words(command: DeskCommand) -> str:
    """What a pupil wanted to do."""
    if isinstance(command, c.HouseCommand):
        return step_in_words(command)
    told = reported(command)
    if told is not None:
        return f"report “{told.words}”"
    return f"{name_in_words(type(command))} of box {command.box}" if isinstance(command, Motion) else "something else"
