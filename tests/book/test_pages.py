"""What the pages of the book tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from siete.book.chapters import rule_set_of
from siete.book.clause_page import clause_page
from siete.book.comparison import compared
from siete.book.golden import golden_rounds, index_text
from siete.book.links import ServerLinks
from siete.book.pages import Book, rooms
from siete.book.sources import own_data
from siete.book.twins import twins
from siete.clauses import register
from siete.errors import FaultyDocumentError, UnknownNameError
from siete.rules.names import NAMES
from siete.rules.ruleset import rule_set

BOOK = Book(ServerLinks("v"))


def test_a_payout_tells_all_there_is_to_know() -> None:
    page = clause_page("MD-12.B.3")
    assert (page.rule_set, page.chapter.number, page.chapter.title) == ("md", "12", "Payouts")
    assert page.proof.word == "test"
    assert [each.number for each in page.decisions] == ["0008"]
    assert page.example is not None
    assert sorted(page.example.cards) == ["6s", "7s", "8s"]
    assert (page.example.at_stake, page.example.payout, page.example.returned) == (1000, 3000, 4000)
    assert [each.clause for each in page.lines if each.pays == "3 to 1"] == ["MD-12.B.3", "MD-12.B.6", "MD-12.B.9"]
    assert (page.rounds[0].file, page.rounds[0].number) == ("md/bonus-6-7-8", 3)
    assert page.rounds[0].text.startswith("# Spades: 3 to 1 (MD-12.B.3)")
    assert page.rounds[0].shown.stack == "6s 5d 8s Kd 7s"
    assert page.before is not None
    assert page.before.id == "MD-12.B.2"
    assert page.proof.tried
    mutants = "mutant" if page.proof.tried == 1 else "mutants"
    text = BOOK.clause("MD-12.B.3")
    assert f"{page.proof.noticed} of {page.proof.tried} {mutants} noticed" in text
    assert f"noticed by <code>{page.proof.by}</code>" in text
    assert page.proof.by in page.proof.tests


def test_a_clause_tells_what_became_of_its_mutants(monkeypatch: pytest.MonkeyPatch) -> None:
    proved = clause_page("MD-12.B.3").proof
    told = {
        "noticed by <code>t::a</code>": replace(proved, tried=3, noticed=1, by="t::a"),
        "none was noticed yet": replace(proved, tried=3, noticed=0, by=""),
        "No mutant of it was tried yet": replace(proved, tried=0, noticed=0, by=""),
    }
    for words, proof in told.items():
        monkeypatch.setattr("siete.book.clause_page._proofs", lambda _, found=proof: {"MD-12.B.3": found})
        assert [each for each in told if each in BOOK.clause("MD-12.B.3")] == [words]


def test_what_was_wagered_on_a_prize_is_told_beside_it() -> None:
    page = clause_page("MD-12.D.7")
    assert page.example is not None
    assert (page.example.at_stake, page.example.payout, page.example.returned) == (500, 500_000, 500_000)
    assert "<dt>bonus spin wager</dt><dd>$5</dd>" in BOOK.clause("MD-12.D.7")
    assert "against 5♦ K♦" in BOOK.clause("MD-12.B.3")
    assert "<dt>envy</dt><dd>no chips at stake</dd>" in BOOK.clause("MD-12.C.3")


def test_a_bonus_line_says_whether_doubled_and_split_hands_are_paid_it() -> None:
    def told(id: str) -> list[tuple[str, bool, tuple[str, ...]]]:
        return [(each.hand, each.is_paid, each.clauses) for each in clause_page(id).conditions]

    assert told("MD-12.B.3") == [("doubled", False, ("MD-10.G", "MD-12.B")), ("split", False, ("MD-11.F",))]
    assert told("MA-5.f.2b") == [("doubled", False, ("MA-5.f", "MA-9.b")), ("split", True, ("MA-10.e",))]
    assert told("MD-12.C.4") == []
    shown = BOOK.clause("MA-5.f.2b")
    assert "split: paid all the same" in shown
    assert "doubled: not paid" in shown


def test_twins_are_found_in_every_rule_set_that_has_one() -> None:
    spades = {each.rule_set: each for each in twins("MD-12.B.3")}
    assert {name: each.clause.id for name, each in spades.items()} == {
        "md-draft": "MDD-12.B.3",
        "ma": "MA-5.f.2b",
        "s13": "S13-e.6.ii-2",
        "wa": "WA3-G11.f",
        "wa-v002": "WA2-G11.f",
    }
    assert spades["ma"].is_same
    assert spades["wa"].pays == ("3 to 1", "3 to 1")
    seven = next(each for each in twins("WA3-G5") if each.rule_set == "md")
    assert (seven.clause.id, seven.is_same) == ("MD-7.M", False)
    assert " ".join(text for text, _ in seven.words) == register()["MD-7.M"].summary


def test_every_bonus_line_has_a_twin_in_every_rule_set() -> None:
    lines = [f"MD-12.B.{number}" for number in range(1, 10)]
    assert {id: len(twins(id)) for id in lines} == dict.fromkeys(lines, len(NAMES) - 1)


@pytest.mark.parametrize("name", NAMES)
def test_every_bonus_line_is_shown_by_a_golden_round_that_pays_it(name: str) -> None:
    lines = {row.clause for _, table in rule_set(name).bonus_21 for row in table}
    assert [id for id in sorted(lines) if clause_page(id).example is None] == []


def test_every_rule_set_has_golden_rounds() -> None:
    assert {each.file.partition("/")[0] for each in golden_rounds()} == set(NAMES)


def test_what_golden_rounds_show_is_up_to_date() -> None:
    """Otherwise run scripts/join."""
    assert own_data("rounds").decode() == index_text()


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_a_rule_set_has_every_clause_of_it(name: str) -> None:
    page = BOOK.rule_set(name)
    ids = [id for id, clause in register().items() if rule_set_of(clause.prefix) == name]
    assert ids
    assert [id for id in ids if f">{id}</a>" not in page] == []


def test_text_is_escaped_and_names_become_links() -> None:
    page = BOOK.decision("0007")
    assert '<a class="clause" href="/book/clauses/MD-11.F">MD-11.F</a>' in page
    assert "<strong>Decision.</strong>" in page
    assert '<a href="/book/decisions/0007">AMB-07</a>' in BOOK.clause("MD-2.B.5")
    assert "<script>" not in BOOK.search("<script>", ())


def test_a_comparison_has_only_differences_by_chapter() -> None:
    found = compared("md", 'rule_set = "md"\npositions = 5\n')
    assert [(section, [each.name for each in lines]) for section, lines in found.sections] == [("table", ["positions"])]
    assert found.sections[0][1][0].values == ("7", "5")
    assert compared("ma", "ma").sections == ()
    across = [section for section, _ in compared("md", "wa").sections]
    assert across == list(dict.fromkeys(across))
    with pytest.raises(FaultyDocumentError):
        compared("md", 'rule_set = "md"\ndecks = 7\n')


@pytest.mark.parametrize(("kind", "name"), [("clause", "MD-99"), ("decision", "9999"), ("rule_set", "xx")])
def test_what_is_not_there_is_refused(kind: str, name: str) -> None:
    with pytest.raises(UnknownNameError):
        getattr(BOOK, kind)(name)


def test_the_rooms_are_those_of_the_page() -> None:
    assert {("/lobby", "Tables"), ("/lab", "Lab"), ("/book", "Book")} <= set(rooms())
    assert '<a href="/book" aria-current="page">Book</a>' in BOOK.glossary()
