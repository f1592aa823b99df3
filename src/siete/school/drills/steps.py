"""Drills about the next step: what is done now, and which wager is settled next."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from siete.school.dealt_tables import NAMES, script
from siete.school.demonstrations import DemonstrationStep, demonstration, excerpt
from siete.school.drills.question import SchoolQuestion, mixed
from siete.school.lessons import Lesson
from siete.table import commands as c
from siete.table.desk.payment import place_of
from siete.table.state.wager import Wager
from siete.table.words import wager_in_words

Place = tuple[str, int]
"""A step of a script, by the script's name."""


def dealers_steps(lesson: Lesson, words: str) -> tuple[Place, ...]:
    """The dealer's steps that the lesson's demonstrations show: with one of these words, or ordered by its clauses."""
    taught, named = set(lesson.clauses), words.split("|") if words else []
    return tuple(
        (name, place)
        for name in lesson.demonstrations
        for place in excerpt(lesson, name)
        for step in (demonstration(name)[place],)
        if step.is_dealers and (any(each in step.words for each in named) if named else step.clause in taught)
    )


def asked_steps(name: str) -> tuple[Place, ...]:
    """All steps of a script that a dealer makes."""
    return tuple((name, place) for place, step in enumerate(script(name)) if step.is_dealers)


def next_step(lesson: str, steps: tuple[Place, ...], rng: Random) -> SchoolQuestion:
    """What is done now, at some step of a script."""
    name, place = rng.choice(steps)
    shown = script(name)
    step = shown[place]
    last = shown[place - 1].words if place else "the table is ready"
    return SchoolQuestion(
        item=step_item(step),
        lesson=lesson,
        text=f"What do you do now? The last step was: {last}.",
        answer=step.words,
        clause=step.clause,
        choices=mixed(step.words, {each.words for each in shown if each.is_dealers}, rng),
        shown=(name, place),
    )


def step_item(step: DemonstrationStep) -> str:
    """The name under which a step comes back."""
    return f"step {kind_of(step.words)} {step.clause}"


def kind_of(words: str) -> str:
    """What a step is, whatever box and player it is about."""
    for name in NAMES:
        words = words.replace(f" of {name} on ", " of a player on ")
    return "".join(each for each in words if not each.isdigit()).strip()


# --- settlement ------------------------------------------------------------------------------------------------------


def settling_steps(names: Iterable[str]) -> tuple[Place, ...]:
    """The steps that settle something while something else could be settled too."""
    return tuple(
        (name, place)
        for name in names
        for place, step in enumerate(script(name))
        if _place(step) and len(_lying(step)) > 1
    )


def settlement(lesson: str, steps: tuple[Place, ...], rng: Random) -> SchoolQuestion:
    """Which wager is settled next."""
    name, place = rng.choice(steps)
    step = script(name)[place]
    return SchoolQuestion(
        item=f"settled next {kind_of(step.words)} {step.clause}",
        lesson=lesson,
        text="Which wager do you settle next?",
        answer=_place(step),
        clause=step.clause,
        choices=mixed(_place(step), _lying(step), rng),
        shown=(name, place),
    )


def _place(step: DemonstrationStep) -> str:
    """Where a settling step is done; empty for another step."""
    found = place_of(step.before, step.command) if isinstance(step.command, c.HouseCommand) else None
    return _named(*found) if found is not None and found[0] else ""


def _lying(step: DemonstrationStep) -> set[str]:
    """The wagers that lie on the layout."""
    current = step.before.round
    found = set()
    for box in current.boxes if current is not None else ():
        for number, hand in enumerate(box.hands):
            if any(stake.is_open for stake in hand.stakes):
                found.add(_named(box.number, number, Wager.BASE))
        found |= {_named(box.number, 0, bet.wager) for bet in box.bets if bet.is_open and bet.amount}
    return found


def _named(box: int, hand: int, wager: Wager) -> str:
    where = f"box {box}{f', hand {hand + 1}' if hand else ''}"
    return f"the wager on {where}" if wager is Wager.BASE else f"the {wager_in_words(wager)} of {where}"
