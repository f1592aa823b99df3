"""The pages of the book as HTML, the same for a server and for a site on a disk; they need no script."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from siete.book import markdown
from siete.book.card_svg import hand_svg
from siete.book.chapters import chapters, rule_set_of, title_of
from siete.book.clause_page import clause_page, line_words
from siete.book.comparison import Comparison
from siete.book.decisions import decisions
from siete.book.glossary import words
from siete.book.links import Links, ServerLinks
from siete.book.search import SearchEntry, search
from siete.book.sources import golden_texts
from siete.cards import Card
from siete.clauses import READING_PREFIX, register
from siete.errors import SieteError, UnknownNameError, nearest
from siete.money import cents_to_text
from siete.rules.names import about, names


@cache
def rooms() -> tuple[tuple[str, str], ...]:
    """The rooms of the house with their paths, as the page's own top bar lists them."""
    shell = files("siete.server").joinpath("static/shell.js").read_text("utf-8")
    listed = shell.partition("const ROOMS = [")[2].partition("];")[0]
    return tuple(re.findall(r'\["(/\w+)", "(\w+)"\]', listed))


class Book:
    """Renders pages whose links are right for where they lie."""

    def __init__(self, links: Links) -> None:
        self._links = links

    def home(self) -> str:
        """The first page: rule sets with their chapters, decisions, words."""
        books = [(about(name), chapters(name)) for name in names()]
        return self._render("home", contents=books, clause_count=len(register()), decision_count=len(decisions()))

    def rule_set(self, name: str) -> str:
        """Every clause of a rule set, by chapter."""
        if name not in names():
            raise UnknownNameError("book/unknown", f"There is no rule set {name[:40]!r}.{nearest(name, names())}")
        return self._render("rule_set", book=about(name), chapters=chapters(name))

    def clause(self, id: str) -> str:
        """The page of a clause."""
        page = clause_page(id)
        return self._render("clause", page=page, chapters=chapters(page.rule_set))

    def decisions(self) -> str:
        """Every decision by its title."""
        return self._render("decisions", decisions=list(decisions().values()))

    def decision(self, number: str) -> str:
        """The page of a decision; a reading that a step cites is one of them."""
        number = number.removeprefix(READING_PREFIX)
        found = decisions().get(number)
        if found is None:
            raise UnknownNameError("book/unknown", f"There is no decision {number[:40]!r}.")
        return self._render("decision", decision=found, body=Markup(markdown.html_of(found.text, self._links)))

    def glossary(self) -> str:
        """The words of the game."""
        return self._render("glossary", words=words())

    def search(self, question: str, found: tuple[SearchEntry, ...]) -> str:
        """What a question found."""
        return self._render("search", question=question, found=found)

    def compare(self, left: str, right: str, found: Comparison | None, faults: tuple[str, ...] = ()) -> str:
        """Two rule sets or submissions, and what they differ in."""
        return self._render("compare", left=left, right=right, found=found, faults=faults)

    def submission(self, name: str) -> str:
        """The editor of submissions, which a script brings to life."""
        return self._render("submission", name=name)

    def lost(self, error: SieteError) -> str:
        """Nothing is at an address, with the nearest name where there is one."""
        return self._render("lost", sentence=error.sentence)

    def _render(self, template: str, /, **values: object) -> str:
        links = self._links
        return (
            _environment()
            .get_template(f"{template}.html.j2")
            .render(
                **values,
                page_of=links.page,
                asset=links.asset,
                room=links.room,
                rooms=rooms(),
                clause_count_of_all=len(register()),
                books=[about(each) for each in names()],
                linked=lambda text: Markup(markdown.inline(text, links)),
                clause_link=lambda id: Markup(markdown.clause_link(id, links)),
                entry_path=entry_path,
                is_clause=lambda id: id in register(),
            )
        )


def entry_path(entry: SearchEntry) -> str:
    """The page on which something that was found stands."""
    folders: Mapping[str, str] = {"clause": "clauses/", "decision": "decisions/", "word": "glossary#"}
    return f"{folders[entry.kind]}{entry.id}"


def golden_text(file: str) -> str:
    """A golden file as it is written."""
    if file not in golden_texts():
        raise UnknownNameError("book/unknown", f"There is no golden round {file[:60]!r}.")
    return golden_texts()[file]


def warm_up() -> None:
    """Read all that the pages are made from, so that nobody waits for it; it takes a quarter of a second."""
    search("warm")
    Book(ServerLinks("")).clause(next(iter(register())))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("siete.book"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "money": cents_to_text,
        "pictures": lambda cards: " ".join(Card.from_text(each).picture for each in cards),
        "hand": lambda cards: Markup(hand_svg(cards)),
        "clause_title": title_of,
        "line": line_words,
        "set_of": lambda prefix: about(rule_set_of(prefix)).title,
    }
    return environment
