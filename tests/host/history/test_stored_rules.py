"""Rules of a stored table: the stored values, with every clause that is still known."""

from __future__ import annotations

from siete.host.settings import PRACTICE, rules_of, stored_rules

MD = 'rule_set = "md"\n'


def test_unchanged_rules_keep_the_clauses_of_their_paytables() -> None:
    made = rules_of(MD, mode=PRACTICE)
    again = stored_rules(made.canonical_json, MD, PRACTICE)
    assert [row.clause for row in again.bonus_21] == [row.clause for row in made.bonus_21]
    assert again.bonus_21.rows[0].clause == "MD-12.B.3"


def test_values_stored_under_other_defaults_stay_in_force() -> None:
    made = rules_of('rule_set = "md"\ndecks = 8\n', mode=PRACTICE)
    again = stored_rules(made.canonical_json, MD, PRACTICE)
    assert again.decks == 8
    assert again.rules_hash == made.rules_hash
