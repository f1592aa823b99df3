"""The floorperson's drill: the dealer errs now and then. Catch it, name the clause, order the right repair.

Every error is one that the engine refuses, with the clause it breaks; a right step is the one that is due.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from siete.clauses import citations
from siete.money import Cents, cents_to_text
from siete.school.dealt_tables import script
from siete.school.demonstrations import DemonstrationStep
from siete.school.desk_steps import judged
from siete.school.drills.question import SchoolQuestion, mixed
from siete.school.lessons import clause_words
from siete.table import commands as c
from siete.table.desk.motions import CollectWager, LeaveWager, PayOut
from siete.table.desk.payment import Payment, payment_of, place_of
from siete.table.due import Refusal
from siete.table.state.wager import Wager
from siete.table.words import step_in_words, wager_in_words

LESSON = "floor"
GO_ON, STOP = "That is right: go on", "Stop: that is wrong"
_AS_WELL = (
    "Let it stand, and tell the player at the next round",
    "Void the round and give every wager back",
    "Let it stand and write it down",
    "Take the whole wager back and deal the hand again",
)
"""What a floorperson might order, and no clause does."""
_EVERY = 2
"""One step in so many is wrong."""


@dataclass(frozen=True, slots=True)
class Error:
    """What the dealer does wrong, and why it is."""

    does: str
    why: Refusal
    repair: str


def floor_questions(names: tuple[str, ...], rng: Random) -> Iterator[SchoolQuestion]:
    """Steps of dealt tables without end, each to be judged; of a wrong one also its clause and its repair."""
    places = [(name, at) for name in names for at, step in enumerate(script(name)) if step.is_dealers]
    while True:
        name, at = rng.choice(places)
        step = script(name)[at]
        found = list(errors(step)) if not rng.randrange(_EVERY) else []
        if not found:
            yield _catch((name, at), step.clause, _does(step), GO_ON)
            continue
        error = rng.choice(found)
        yield _catch((name, at), error.why.clause, error.does, STOP)
        yield _clause((name, at), error, rng)
        yield _repair((name, at), error, script(name), rng)


def _catch(shown: tuple[str, int], clause: str, does: str, answer: str) -> SchoolQuestion:
    return SchoolQuestion(
        item=f"floor {'error' if answer == STOP else 'right'} {clause}",
        lesson=LESSON,
        note="The dealer:",
        text=f"{does[0].upper()}{does[1:]}.",
        answer=answer,
        clause=clause,
        choices=(GO_ON, STOP),
        shown=shown,
    )


def _clause(shown: tuple[str, int], error: Error, rng: Random) -> SchoolQuestion:
    clause = error.why.clause
    others = {each.clause for each in script(shown[0]) if each.clause and each.clause != clause}
    chosen = mixed(clause, others, rng)
    told = {each: f"{each}: {clause_words(each)}" for each in chosen}
    return SchoolQuestion(
        item=f"floor clause {clause}",
        lesson=LESSON,
        note=f"The dealer: {error.does}.",
        text="It is wrong. By which clause?",
        answer=told[clause],
        clause=clause,
        choices=tuple(told[each] for each in chosen),
        shown=shown,
    )


def _repair(shown: tuple[str, int], error: Error, steps: tuple[DemonstrationStep, ...], rng: Random) -> SchoolQuestion:
    if error.repair.startswith("First "):
        others = {f"First {each.words}" for each in steps if each.is_dealers}
    else:
        others = set(_AS_WELL)
    return SchoolQuestion(
        item=f"floor repair {error.why.clause}",
        lesson=LESSON,
        note=f"The dealer: {error.does}.",
        text="What do you order?",
        answer=error.repair,
        clause=error.why.clause,
        choices=mixed(error.repair, others, rng),
        shown=shown,
    )


# --- errors ----------------------------------------------------------------------------------------------------------


def errors(step: DemonstrationStep) -> Iterator[Error]:
    """What a dealer could do wrong at this step, as far as the engine refuses it with a clause."""
    place = _place(step)
    candidates = _with_chips(step, *place) if place is not None else _out_of_order(step)
    for command, does, repair in candidates:
        why = judged(step, command)
        if why is not None and why.clause in citations():
            yield Error(does, why, repair)


_Candidate = tuple[PayOut | CollectWager | LeaveWager | c.HouseCommand, str, str]


def _place(step: DemonstrationStep) -> tuple[PayOut, Payment] | None:
    if not isinstance(step.command, c.HouseCommand):
        return None
    found = place_of(step.before, step.command)
    paid = payment_of(step.before, step.rules, step.meters, step.command)
    if found is None or paid is None:
        return None
    return PayOut(box=found[0], hand=found[1], wager=found[2], chips=(paid.owed,)), paid


def _with_chips(step: DemonstrationStep, motion: PayOut, paid: Payment) -> Iterator[_Candidate]:
    """Too much, too little, or the wrong thing altogether."""
    box, hand, wager = motion.box, motion.hand, motion.wager
    collects, leaves = (kind(box=box, hand=hand, wager=wager) for kind in (CollectWager, LeaveWager))
    where, chips = _whom(motion), tuple(sorted(step.rules.chip_denominations.denominations, reverse=True))
    if paid.owed:
        for wrong in (paid.owed * 3 // 2, paid.owed * 2, paid.owed // 2):
            counted = _counted(Cents(wrong), chips)
            made = PayOut(box=box, hand=hand, wager=wager, chips=counted)
            amount = Cents(sum(counted))
            yield made, f"pays {where} {cents_to_text(amount)}", _corrected(where, amount, paid.owed)
        yield collects, f"collects {_what(motion)}", f"Pay {where} {cents_to_text(paid.owed)}"
    elif paid.collected:
        yield leaves, f"leaves {_what(motion)} where it lies", f"Collect {_what(motion)}"
    else:
        yield collects, f"collects {_what(motion)}", f"Give {_what(motion)} back: it stands off"


def _whom(motion: PayOut) -> str:
    """Where chips go: `box 4`, `the match-up wager of box 2`."""
    where = f"box {motion.box}{f', hand {motion.hand + 1}' if motion.hand else ''}"
    return where if motion.wager is Wager.BASE else f"the {wager_in_words(motion.wager)} of {where}"


def _what(motion: PayOut) -> str:
    """The wager itself: `the wager of box 4`."""
    return f"the wager of {_whom(motion)}" if motion.wager is Wager.BASE else _whom(motion)


def _corrected(where: str, paid: Cents, owed: Cents) -> str:
    if paid > owed:
        return f"Take {cents_to_text(Cents(paid - owed))} back from {where}: it is paid {cents_to_text(owed)}"
    return f"Pay {where} {cents_to_text(Cents(owed - paid))} more: it is paid {cents_to_text(owed)}"


def _counted(amount: Cents, kinds: tuple[Cents, ...]) -> tuple[Cents, ...]:
    chips: list[Cents] = []
    for kind in kinds:
        chips += [kind] * (amount // kind)
        amount = Cents(amount % kind)
    return tuple(chips)


def _out_of_order(step: DemonstrationStep) -> Iterator[_Candidate]:
    """Another step of the round in its place."""
    boxes = [box.number for box in step.before.round.boxes] if step.before.round is not None else []
    others: list[c.HouseCommand] = [c.Deal(box=box, hand=0) for box in boxes]
    others += [c.Deal(box=0, hand=0), c.TurnHoleCard(), c.Peek(), c.PickUp()]
    for other in others:
        if other != step.command:
            yield other, _verb(step_in_words(other)), f"First {step.words}"


def _does(step: DemonstrationStep) -> str:
    """What a dealer who is right does."""
    found = _place(step)
    if found is None:
        return _verb(step.words)
    motion, paid = found
    if paid.owed:
        return f"pays {_whom(motion)} {cents_to_text(paid.owed)}"
    return f"collects {_what(motion)}" if paid.collected else f"leaves {_what(motion)} where it lies"


def _verb(words: str) -> str:
    """`deal a card` as one says it of somebody else: `deals a card`."""
    first, _, rest = words.partition(" ")
    ending = "es" if first.endswith(("s", "sh", "ch", "x")) else "s"
    return f"{first}{ending} {rest}".strip()
