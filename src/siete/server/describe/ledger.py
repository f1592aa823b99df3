"""A player's statement of a round, in words: the page shows it line by line and adds nothing to it."""

from __future__ import annotations

from collections.abc import Sequence

from siete.cards import Card
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.server.describe.layout import line_texts, wager_names
from siete.server.describe.records import LineText
from siete.server.describe.sentences import losses, wins
from siete.table.hand import BEST_TOTAL, HandTotal
from siete.table.money.statement import BASE, Settled, Statement, StatementLine

_ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")
_VOID = "void"


def ledger(statement: Statement, rules: TableRules) -> Plain:
    """The lines of a statement with their words, and their sums."""
    writer = _Writer(statement, rules)
    lines = [writer.line(each) for each in statement.lines]
    return {
        "dealer": [str(card) for card in statement.dealer],
        "dealer_total": _total(statement.dealer),
        "is_void": statement.is_void,
        "lines": lines,
        "stake": sum(each.stake for each in statement.lines),
        "payout": sum(each.payout for each in statement.lines),
        "net": statement.net,
    }


def _total(cards: Sequence[Card]) -> int:
    return HandTotal.of(tuple(cards)).total if cards else 0


class _Writer:
    """Words for the lines of one statement."""

    def __init__(self, statement: Statement, rules: TableRules) -> None:
        self._statement = statement
        self._names, self._texts = wager_names(rules), line_texts(rules)
        self._words = {**wins(), **losses(rules)}
        self._boxes = len({line.box for line in statement.lines})

    def line(self, line: StatementLine) -> Plain:
        """One line as the page shows it."""
        told = _told(line)
        return {
            "box": line.box,
            "hand": line.hand,
            "wager": line.wager,
            "title": self._title(line),
            "cards": [str(card) for card in line.cards],
            "total": line.total.total if line.total is not None else 0,
            "stake": line.stake,
            "odds": " + ".join(odds for each in told if (odds := self._odds(line.wager, each))),
            "payout": line.payout,
            "net": line.net,
            "words": ", ".join(dict.fromkeys(self._reason(line, each) for each in told)),
            "is_bonus": line.wager == BASE and any(map(self._is_bonus, line.settled)),
            "clause": next((each.clause for each in told if each.clause), ""),
        }

    def _title(self, line: StatementLine) -> str:
        box = f"Box {line.box}" if self._boxes > 1 else ""
        if line.wager == BASE:
            hand = f"{_ORDINALS[line.hand]} hand" if line.hands > 1 else ("" if box else "Your hand")
            doubled = "doubled" if line.doublings else ""
            return _capital(", ".join(part for part in (box, hand if not box else hand.lower(), doubled) if part))
        name = self._names.get(line.wager, line.wager)
        return _capital(f"{box}, {name}" if box else name)

    def _text(self, wager: str, line: str) -> LineText:
        return self._texts.get(wager, {}).get(line, {"text": "", "odds": "", "moment": ""})

    def _is_bonus(self, settled: Settled) -> bool:
        return self._text(BASE, settled.line)["moment"] == "bonus"

    def _odds(self, wager: str, settled: Settled) -> str:
        odds = self._text(wager, settled.line)["odds"] if settled.payout else ""
        return f"{odds} of the meter" if odds.endswith("%") else odds if " " in odds else ""

    def _reason(self, line: StatementLine, settled: Settled) -> str:
        words = self._words.get(settled.line) if line.wager == BASE else None
        if self._statement.is_void or settled.line == _VOID:
            return "void, the wager comes back"
        if words is not None:
            return words.format(total=_shown(line.total), dealer=_total(self._statement.dealer) or "total")
        text = self._text(line.wager, settled.line)["text"]
        return (
            text or settled.line.replace("-", " ") or ("lost" if settled.is_lost else self._names.get(line.wager, ""))
        )


def _shown(total: HandTotal | None) -> str:
    if total is None:
        return ""
    return f"{'soft ' if total.is_soft and total.total < BEST_TOTAL else ''}{total.total}"


def _told(line: StatementLine) -> list[Settled]:
    """The settlements that say how the wager ended: what it was paid for, else why it was lost or came back."""
    paid = [each for each in line.settled if each.payout]
    if paid:
        return paid
    named = [each for each in line.settled if each.line]
    lost = [each for each in named if each.is_lost]
    return (lost or named or list(line.settled))[-1:]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
