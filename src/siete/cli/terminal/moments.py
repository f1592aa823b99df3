"""The desk of the school in the terminal: the table is drawn, and the pupil types the step or reports what happened."""

from __future__ import annotations

from siete.cli.terminal.dealer_steps import USAGE, step_from
from siete.cli.terminal.layout import Pen, drawn
from siete.cli.terminal.prompt import HELP, Talk
from siete.errors import ParseError
from siete.school.demonstrations import DemonstrationStep
from siete.school.desk_steps import DeskCommand, in_words, judged
from siete.table.desk.reports import REPORTS, reported
from siete.table.due import Refusal

DEALER = "dealer"


class DeskMoments:
    """Steps at a desk, each typed by the pupil."""

    def __init__(self, talk: Talk, pen: Pen) -> None:
        self._talk, self._pen = talk, pen

    def ask(self, step: DemonstrationStep) -> tuple[DeskCommand, Refusal | None]:
        """What the pupil does at a step, and why it is wrong where it is."""
        self._show(step)
        while True:
            text = self._talk.ask("Dealer: ").lower()
            if text in HELP:
                self._usage()
                continue
            try:
                command = _command(text, step)
            except ParseError as error:
                self._talk.say(error.sentence)
                continue
            return command, judged(step, command)

    def _show(self, step: DemonstrationStep) -> None:
        current = step.before.round
        for line in drawn(current, self._pen, names=True) if current is not None else ():
            self._talk.say(line)
        happened = reported(step.command)
        if happened is not None:
            self._talk.say(f"{happened.words}.")

    def _usage(self) -> None:
        for word, meaning in USAGE:
            self._talk.say(f"  {word:12} {meaning}")
        for number, report in enumerate(REPORTS, start=1):
            self._talk.say(f"  {f'report {number}':12} {report.words}")


def _command(text: str, step: DemonstrationStep) -> DeskCommand:
    word, _, number = text.partition(" ")
    if word != "report":
        return step_from(text, step.before)
    if not number.isdecimal() or not 1 <= int(number) <= len(REPORTS):
        sentence = f"Say which: report 1 to report {len(REPORTS)}. help lists them."
        raise ParseError("school/no-report", sentence)
    return REPORTS[int(number) - 1].command(DEALER)


def told(command: DeskCommand, step: DemonstrationStep, why: Refusal | None) -> str:
    """How a step went, in a line."""
    if why is None:
        return "Right."
    return f"Wrong: you wanted to {in_words(command)}; right is to {step.words} [{step.clause}]."
