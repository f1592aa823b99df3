"""How the tests of the rules ask: for table rules, or for the faults of a submission."""

from __future__ import annotations

from typing import Any

import pytest

from siete.errors import Fault, FaultyDocumentError
from siete.rules.submission import compile_rules, submission_from_text, table_rules
from siete.rules.table_rules import TableRules


def rules_of(name: str, **choices: Any) -> TableRules:
    """The rules of a rule set with these choices, which must be allowed."""
    return table_rules(name, choices)


def faults_of(name: str, **choices: Any) -> tuple[Fault, ...]:
    """The faults of these choices, which must be refused."""
    with pytest.raises(FaultyDocumentError) as refusal:
        table_rules(name, choices)
    return refusal.value.faults


def rules_from(text: str) -> TableRules:
    """The rules that a submission's text makes."""
    return compile_rules(submission_from_text(text))


def faults_in(text: str) -> tuple[Fault, ...]:
    """The faults of a submission's text, which must be refused."""
    with pytest.raises(FaultyDocumentError) as refusal:
        rules_from(text)
    return refusal.value.faults


def only_fault_in(text: str) -> tuple[str, str, int | None]:
    """Code, clause and line of the one fault a submission's text has."""
    faults = faults_in(text)
    assert len(faults) == 1, faults
    return faults[0].code, faults[0].clause, faults[0].line
