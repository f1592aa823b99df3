"""Asking a person at a terminal: a line at a time, `q` to leave, `?` for help, `? CLAUSE` for what a clause says."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from textwrap import fill

from siete.clauses import citations

LEAVING = ("q", "quit", "exit")
HELP = ("?", "help")


class Leave(Exception):  # noqa: N818  # not an error: the person leaves
    """The person leaves."""


class Talk:
    """Input and output of one terminal."""

    def __init__(
        self, ask: Callable[[str], str] | None = None, say: Callable[[str], None] = print, *, width: int = 0
    ) -> None:
        self._ask, self._say, self.width = ask or typed, say, width

    def say(self, text: str) -> None:
        """Say something; a line too wide for the terminal is folded between words, unless it is drawn."""
        if self.width and len(text) > self.width and "\033" not in text:
            lead = "    " + " " * (len(text) - len(text.lstrip()))
            text = fill(text, self.width, subsequent_indent=lead, break_on_hyphens=False)
        self._say(text)

    def ask(self, prompt: str) -> str:
        """A line from the person; `? CLAUSE` is answered on the way."""
        while True:
            answer = self._ask(prompt).strip()
            if answer.lower() in LEAVING:
                raise Leave
            wanted = answer[1:].strip() if answer.startswith("?") else ""
            if not wanted:
                return answer
            self.tell_clause(wanted)

    def tell_clause(self, wanted: str) -> None:
        """What a clause says, in our words; or that there is none of that name."""
        known = {name.lower(): name for name in citations()}
        name = known.get(wanted.lower().strip("[]"))
        if name is None:
            self.say(f"There is no clause {wanted[:40]!r}; they read like MD-7.H.")
        else:
            self.say(f"[{name}] {citations()[name].summary}")


def typed(prompt: str) -> str:
    """A line from standard input; where that is not a terminal, the line is echoed."""
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise EOFError
    print(line.rstrip("\n"))
    return line


def one_of(words: Sequence[str]) -> str:
    """`a, b or c`."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "nothing"
