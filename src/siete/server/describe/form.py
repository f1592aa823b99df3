"""The fields of a submission's form, as the page gets them."""

from __future__ import annotations

from siete.plain import Plain
from siete.rules.choices.form import Form, FormField
from siete.rules.choices.idle import without_effect
from siete.rules.ruleset import rule_set


def fields_plain(form: Form) -> list[Plain]:
    """Every choice that is open, in the order of a rule sheet."""
    return [_field(each) for each in form.fields]


def idle_plain(form: Form) -> list[Plain]:
    """What is written and changes nothing beside the rest, with the reason; where there are faults nobody can say."""
    if form.faults:
        return []
    says = rule_set(form.rules.rule_set).parameter
    return [{"name": name, "words": says(name).says, "why": why} for name, why in without_effect(form.rules).items()]


def _field(field: FormField) -> Plain:
    return {
        "name": field.name,
        "words": field.says,
        "section": field.section,
        "control": field.control,
        "toml": field.toml,
        "text": field.text,
        "default": field.default,
        "options": [{"toml": toml, "text": text} for toml, text in field.options],
        "allowed": field.allowed,
        "clause": next(iter(field.clauses), ""),
        "clauses": list(field.clauses),
        "decision": field.decision,
        "is_written": field.is_written,
    }
