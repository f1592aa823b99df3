"""`siete rules`: list, show, check, clauses and signs, for people and for programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from siete.clauses import ClauseKind, register
from siete.rules.names import NAMES
from siete.rules.proof import join as join
from siete.rules.submission import table_rules
from siete.rules.table_rules import parameters
from tests.cli.running import Siete


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A submission with three choices."""
    path = tmp_path / "table.toml"
    path.write_text('rule_set = "md"\ndecks = 8\nspin_offered = false\ntable_min = 10\n')
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A submission with two faults."""
    path = tmp_path / "broken.toml"
    path.write_text('rule_set = "md"\n\npositions = 9\ndekcs = 8\n')
    return path


# --- list ---------------------------------------------------------------------------------------------------------


def test_list_names_the_rule_sets(siete: Siete) -> None:
    ran = siete("rules", "list")
    assert (ran.code, ran.err) == (0, "")
    header, *rows = ran.out.splitlines()
    assert header.split() == ["name", "title", "document"]
    assert [row.split()[0] for row in rows] == list(NAMES)
    assert "Massachusetts" in ran.out


def test_list_for_programs(siete: Siete) -> None:
    ran = siete("rules", "list", "--json")
    assert ran.code == 0
    assert [row["name"] for row in ran.json] == list(NAMES)
    assert all(set(row) == {"name", "title", "document"} for row in ran.json)


# --- show ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_show_prints_the_sheet_of_a_rule_set(siete: Siete, name: str) -> None:
    ran = siete("rules", "show", name)
    assert (ran.code, ran.err) == (0, "")
    rules = table_rules(name)
    assert ran.out.splitlines()[1] == f"rules hash {rules.rules_hash}"
    shown = [line.split()[0] for line in ran.out.splitlines() if line.strip()]
    assert set(shown) >= {each for each, origin in rules.origins.items() if origin != "absent"}
    assert "blackjack_pays" in ran.out
    assert rules.clause("blackjack_pays") in ran.out


def test_show_takes_decks_and_choices(siete: Siete) -> None:
    ran = siete(
        "rules", "show", "wa", "--decks", "2", "--set", "dealer_soft17=stand", "--set", "table_max=100", "--json"
    )
    assert (
        ran.json["rules_hash"] == table_rules("wa", {"decks": 2, "dealer_soft17": "stand", "table_max": 100}).rules_hash
    )
    assert ran.json["values"]["decks"]["origin"] == "operator"


def test_show_for_programs(siete: Siete, file: Path) -> None:
    ran = siete("rules", "show", str(file), "--json")
    assert ran.code == 0
    assert set(ran.json) == {"rules", "title", "rules_hash", "values"}
    assert (ran.json["rules"], ran.json["rules_hash"]) == ("md", table_rules(file).rules_hash)
    assert list(ran.json["values"]) == list(parameters())
    assert ran.json["values"]["table_min"] == {
        "value": 1000,
        "text": "$10",
        "section": "table",
        "says": "smallest base wager",
        "clauses": [],
        "origin": "operator",
    }
    off = ran.json["values"]["spin_paytable"]
    assert (off["value"], off["text"], off["origin"]) == (None, "", "absent")


def test_show_against_prints_only_the_differences(siete: Siete) -> None:
    ran = siete("rules", "show", "md", "--decks", "8", "--against", "md")
    assert ran.code == 0
    header, *rows = ran.out.splitlines()
    assert header.split() == ["name", "what", "md", "md", "clauses"]
    assert [row.split()[0] for row in rows if row] == ["decks", "mtd_odds"]


def test_show_against_another_rule_set(siete: Siete) -> None:
    ran = siete("rules", "show", "ma", "--against", "md-draft")
    assert "–" in ran.out
    assert "MA-" in ran.out
    assert "MDD-" in ran.out
    assert "blackjack_pays " not in ran.out


def test_show_against_for_programs(siete: Siete) -> None:
    ran = siete("rules", "show", "md", "--decks", "8", "--against", "md", "--json")
    assert set(ran.json) == {"rules", "rules_hash", "differences"}
    assert ran.json["rules"] == ["md", "md"]
    names = [each["name"] for each in ran.json["differences"]]
    assert names == ["decks", "mtd_odds"]
    assert [each["value"] for each in ran.json["differences"][0]["values"]] == [8, 6]


def test_show_against_itself_says_so(siete: Siete) -> None:
    assert siete("rules", "show", "md", "--against", "md").out == "No difference.\n"


# --- check --------------------------------------------------------------------------------------------------------


def test_check_accepts_a_submission(siete: Siete, file: Path) -> None:
    ran = siete("rules", "check", str(file))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        f"{file} keeps to Maryland, Standard Rules.",
        f"rules hash {table_rules(file).rules_hash}",
        "chosen by the operator: decks, table_min, spin_offered",
    ]


def test_check_accepts_defaults(siete: Siete) -> None:
    assert "nothing; all defaults" in siete("rules", "check", "ma").out


def test_check_for_programs(siete: Siete, file: Path) -> None:
    assert siete("rules", "check", str(file), "--json").json == {
        "rules": "md",
        "rules_hash": table_rules(file).rules_hash,
        "chosen": ["decks", "table_min", "spin_offered"],
        "without_effect": [],
        "faults": [],
    }


def test_check_tells_choices_without_effect(siete: Siete) -> None:
    choices = ("--set", "mtd_offered=false", "--set", "mtd_max=10")
    assert siete("rules", "check", "wa", *choices).out.splitlines()[-2:] == [
        "chosen by the operator: mtd_offered",
        "without effect, because it belongs to something that is not offered: mtd_max",
    ]


def test_check_tells_choices_that_change_nothing_beside_the_others(siete: Siete) -> None:
    choices = ("--set", "cover_cards=1", "--set", "penetration=1/2")
    assert siete("rules", "check", "wa", *choices).out.splitlines()[-2:] == [
        "chosen by the operator: cover_cards, penetration",
        "without effect, because the cover card tells how deep the shoe is dealt: penetration",
    ]
    assert siete("rules", "check", "wa", *choices, "--json").json["without_effect"] == ["penetration"]


def test_check_refuses_with_all_faults_on_stderr(siete: Siete, broken: Path) -> None:
    ran = siete("rules", "check", str(broken))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        "line 3: submission/too-large [MD-2.A]: positions: 9 is above 7.",
        "line 4: submission/unknown-key: dekcs: there is no such choice. Did you mean 'decks'?",
    ]


def test_check_refuses_for_programs_too(siete: Siete, broken: Path) -> None:
    ran = siete("rules", "check", str(broken), "--json")
    assert ran.code == 1
    assert ran.err.count("\n") == 2
    assert ran.json == {
        "faults": [
            {
                "line": 3,
                "code": "submission/too-large",
                "clause": "MD-2.A",
                "name": "positions",
                "sentence": "positions: 9 is above 7.",
            },
            {
                "line": 4,
                "code": "submission/unknown-key",
                "clause": "",
                "name": "dekcs",
                "sentence": "dekcs: there is no such choice. Did you mean 'decks'?",
            },
        ]
    }


def test_check_takes_choices_over_the_file(siete: Siete, file: Path) -> None:
    assert siete("rules", "check", str(file), "--decks", "6").code == 0
    ran = siete("rules", "check", str(file), "--set", "positions=8")
    assert ran.err == "submission/too-large [MD-2.A]: positions: 8 is above 7.\n"


# --- clauses ------------------------------------------------------------------------------------------------------


def test_clauses_lists_the_register(siete: Siete) -> None:
    ran = siete("rules", "clauses")
    assert ran.code == 0
    assert ran.out.splitlines()[0].split() == ["clause", "kind", "proof", "code", "tests", "mutants", "summary"]
    assert f"{len(register())} clauses; without proof yet: " in ran.out.splitlines()[-1]


def test_clauses_can_be_narrowed(siete: Siete) -> None:
    ran = siete("rules", "clauses", "--rules", "md", "--kind", "payout", "--json")
    wanted = [each.id for each in register().values() if each.prefix == "MD" and each.kind is ClauseKind.PAYOUT]
    assert [each["id"] for each in ran.json] == wanted
    keys = {"id", "kind", "document", "reference", "summary", "proof", "code", "tests", "signed_for", "mutants"}
    assert all(set(each) == keys for each in ran.json)
    assert ran.json[0]["proof"] in ("test", "checklist", "unproved", None)


def test_washington_has_two_prefixes(siete: Siete) -> None:
    ids = [each["id"] for each in siete("rules", "clauses", "--rules", "wa", "--json").json]
    assert {id.split("-")[0] for id in ids} == {"WA3", "WA"}


def test_unproved_clauses(siete: Siete, monkeypatch: pytest.MonkeyPatch) -> None:
    proved = [id for id in register() if id != "MD-12.B.7"]
    tried = [id for id in proved if not id.startswith("MD-7")]
    cited, tests = {id: ["a"] for id in proved}, {id: ["t"] for id in proved}
    stored = {"steps": {}, "parameters": {}, "cited": cited, "tests": tests, "checklist": ["MD-7.U", "MD-7.A"]}
    monkeypatch.setattr(join, "_join", lambda: stored)
    monkeypatch.setattr(join, "_mutants", lambda: {id: {"tried": 1, "noticed": int(id != "MA-1.hard")} for id in tried})
    ran = siete("rules", "clauses", "--unproved")
    rows = [line.split() for line in ran.out.splitlines() if line.startswith(("MD-", "MA-"))]
    assert [row[0] for row in rows] == ["MD-7.U", "MD-12.B.7", "MA-1.hard"], "that a shoe is there is only signed for"
    assert rows[0][1:4] == ["conduct", "checklist", "(conduct)"]
    assert rows[2][2:6] == ["unproved", "1", "1", "0/1"]
    assert "signed for by the house: objects 0, conduct 1" in ran.out
    assert ran.out.splitlines()[-1] == "3 clauses; without proof yet: payout 1"
    untried = [each["id"] for each in siete("rules", "clauses", "--untried", "--json").json]
    in_force = [id for id, each in register().items() if each.is_in_force and id.startswith("MD-7")]
    assert untried == [id for id in in_force if id not in ("MD-7.U", "MD-7.A")], "nobody knows about these"
    assert ran.out.splitlines()[-2] == (
        f"their own tests noticed no mutant: 1; were asked about none yet: {len(untried)} (--untried lists them)"
    )
    assert siete("rules", "clauses", "--unproved", "--rules", "s13").out.splitlines()[1:] == [
        "0 clauses; without proof yet: none"
    ]
    assert siete("rules", "clauses", "--unproved", "--rules", "s13", "--json").json == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--kind", "payouts"), "clause/unknown-kind: There is no kind 'payouts' of clause. Did you mean 'payout'?"),
        (("--rules", "mdd"), "rules/unknown: There is no rule set 'mdd'"),
    ],
)
def test_unknown_names_of_clauses(siete: Siete, arguments: tuple[str, str], message: str) -> None:
    ran = siete("rules", "clauses", *arguments)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(message)


# --- signs --------------------------------------------------------------------------------------------------------


def test_signs_as_text(siete: Siete) -> None:
    ran = siete("rules", "signs", "md", "--operator", "The Golden Seven")
    assert ran.code == 0
    blocks = ran.out.split("\n\n")
    assert blocks[0] == "Operator (layout)  [MD-2.B.1]\n  The Golden Seven"
    assert blocks[1] == "Blackjack (layout)  [MD-2.B.3.a]\n  Blackjack pays 3 to 2"
    assert "[ operator's name or logo ]" in siete("rules", "signs", "md").out


def test_signs_as_a_page(siete: Siete, tmp_path: Path) -> None:
    page = siete("rules", "signs", "wa", "--format", "html", "--decks", "8").out
    assert page.startswith("<!doctype html>")
    target = tmp_path / "signs.html"
    ran = siete("rules", "signs", "wa", "--format", "html", "--decks", "8", "-o", str(target))
    assert (ran.code, ran.out) == (0, f"written to {target}\n")
    assert target.read_text("utf-8") == page


def test_signs_for_programs(siete: Siete, tmp_path: Path) -> None:
    ran = siete("rules", "signs", "ma", "--json")
    assert ran.json[0] == {
        "name": "mtd_maximum",
        "place": "sign",
        "title": "Match the Dealer limits",
        "lines": ["Match the Dealer: $1 to $25, never more than the base wager"],
        "clauses": ["MA-6.b.4"],
    }
    target = tmp_path / "signs.json"
    assert siete("rules", "signs", "ma", "--json", "-o", str(target)).code == 0
    assert target.read_text("utf-8") == ran.out


@pytest.mark.parametrize("place", ["no/such/folder/signs.html", ".", "/proc/nothing"])
def test_signs_that_cannot_be_written(siete: Siete, place: str) -> None:
    ran = siete("rules", "signs", "md", "-o", place)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("file/unwritable: ")
    assert "cannot be written: " in ran.err
