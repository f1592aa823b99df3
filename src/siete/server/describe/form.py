"""The fields of a submission's form, as the page gets them."""

from __future__ import annotations

from siete.plain import Plain
from siete.rules.form import Form, FormField


def fields_plain(form: Form) -> list[Plain]:
    """Every choice that is open, in the order of a rule sheet."""
    return [_field(each) for each in form.fields]


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
