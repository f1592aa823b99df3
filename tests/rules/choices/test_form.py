"""A submission as a form: what it offers can be written, and what is written shows."""

from __future__ import annotations

import pytest

from siete.rules.choices.form import Form, FormField, form_of
from siete.rules.names import NAMES
from siete.rules.submission import submission_from_text


def form(text: str) -> Form:
    return form_of(submission_from_text(text))


def field(made: Form, name: str) -> FormField:
    return next(each for each in made.fields if each.name == name)


@pytest.mark.parametrize("name", NAMES)
def test_every_value_of_a_form_reads_back_as_it_was_written(name: str) -> None:
    """Written out whole, the defaults of a rule set make the same rules as nothing written at all."""
    head = f'rule_set = "{name}"\n'
    bare = form(head)
    written = form(head + "".join(f"{each.name} = {each.toml}\n" for each in bare.fields))
    assert written.faults == ()
    assert written.rules.rules_hash == bare.rules.rules_hash
    assert all(each.is_written for each in written.fields)


@pytest.mark.parametrize("name", NAMES)
def test_every_option_of_a_form_can_be_written(name: str) -> None:
    """An option may contradict another choice, but never its own bounds or kind."""
    head = f'rule_set = "{name}"\n'
    for each in form(head).fields:
        for toml, text in each.options:
            made = form(f"{head}{each.name} = {toml}\n")
            assert [fault.code for fault in made.faults if fault.name == each.name and "wrong-type" in fault.code] == []
            assert text


def test_a_form_offers_only_what_may_be_chosen_now() -> None:
    off = {each.name for each in form('rule_set = "wa"\n').fields}
    on = {each.name for each in form('rule_set = "wa"\ndouble_double = true\n').fields}
    assert "dd_cap" not in off
    assert "dd_cap" in on


def test_a_written_choice_shows_its_value_and_its_default() -> None:
    decks = field(form('rule_set = "md"\ndecks = 8\n'), "decks")
    assert (decks.control, decks.toml, decks.default, decks.is_written) == ("choice", "8", "6", True)
    assert decks.options == (("6", "6"), ("8", "8"))
    assert decks.clauses == ("MD-3.A.1",)


def test_a_faulty_submission_still_has_its_form_and_all_its_faults() -> None:
    made = form('rule_set = "md"\ndecks = 7\npositions = 9\n')
    assert [(fault.line, fault.name) for fault in made.faults] == [(2, "decks"), (3, "positions")]
    assert field(made, "decks").toml == "6"
