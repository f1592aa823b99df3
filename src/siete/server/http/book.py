"""The book over HTTP: plain pages under `/book`, and search as you type."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from siete.book.links import ServerLinks
from siete.book.pages import Book, entry_path, golden_text
from siete.book.search import SearchEntry, search
from siete.errors import FaultyDocumentError, UnknownNameError
from siete.host.access.roles import Person
from siete.plain import Plain
from siete.rules.names import added, names
from siete.server.http import static_files
from siete.server.http.refusals import status_of
from siete.server.services import asker, services_of, waiting_person
from siete.server.work import parsing

LONGEST_SIDE = 6_000
"""Of a submission to be compared: its text is part of the address, so that a comparison can be shared."""
PAGES_KEPT = 512

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/v1", tags=["book"])

Asker = Annotated[Person, Depends(asker)]
Side = Annotated[str, Query(max_length=LONGEST_SIDE)]
Question = Annotated[str, Query(max_length=100)]


@router.get("/book")
async def home(request: Request) -> Response:
    """The first page."""
    return _page(request, "home")


@router.get("/book/clauses/{id}")
async def clause(id: str, request: Request) -> Response:
    """A clause."""
    return _page(request, "clause", id)


@router.get("/book/decisions")
async def decisions(request: Request) -> Response:
    """Every decision."""
    return _page(request, "decisions")


@router.get("/book/decisions/{number}")
async def decision(number: str, request: Request) -> Response:
    """A decision."""
    return _page(request, "decision", number)


@router.get("/book/glossary")
async def glossary(request: Request) -> Response:
    """The words."""
    return _page(request, "glossary")


@router.get("/book/rounds/{rule_set}/{file}.s21")
async def golden(rule_set: str, file: str) -> Response:
    """A golden file as it is written."""
    return Response(golden_text(f"{rule_set}/{file}"), media_type="text/plain; charset=utf-8")


@router.get("/book/search")
async def results(request: Request, q: Question = "") -> Response:
    """What a question finds, for a browser that runs no scripts."""
    return _html(request, _book().search(q, search(q, limit=100)))


@router.get("/book/compare")
async def compare(request: Request, person: Asker, left: Side = "", right: Side = "") -> Response:
    """Two rule sets or submissions side by side; submissions are read by a worker."""
    if not left.strip() or not right.strip():
        first, second = names()[0], names()[2]
        return _html(request, _book().compare(left or first, right or second, None))
    parsers, waiting = services_of(request).parsers, waiting_person(request, person)
    try:
        found = await parsers.ask(waiting, parsing.comparison, left, right)
    except FaultyDocumentError as error:
        told = tuple(f"{each.sentence} {each.clause}" for each in error.faults)
        return _html(request, _book().compare(left, right, None, told), status=422)
    return _html(request, _book().compare(left, right, found))


@router.get("/book/submission")
async def submission(request: Request, rules: Annotated[str, Query(max_length=24)] = "") -> Response:
    """The editor of submissions."""
    return _html(request, _book().submission(rules if rules in names() else names()[0]))


@router.get("/book/{name}")
async def rule_set(name: str, request: Request) -> Response:
    """A rule set, clause by clause."""
    return _page(request, "rule_set", name)


@api.get("/book/search")
async def found(q: Question = "", limit: Annotated[int, Query(ge=1, le=50)] = 12) -> Plain:
    """What a question finds among clauses, decisions and words, best first."""
    return {"question": q, "found": [_entry(each) for each in search(q, limit=limit)]}


def _entry(entry: SearchEntry) -> Plain:
    return {
        "kind": entry.kind,
        "id": entry.id,
        "title": entry.title,
        "about": entry.about,
        "path": ServerLinks("").page(entry_path(entry)),
    }


def _book() -> Book:
    return Book(ServerLinks(static_files.version()))


def _page(request: Request, kind: str, *which: str) -> Response:
    """A page that depends on nothing but the rules; an address that leads nowhere says so in words."""
    try:
        return _html(request, _kept(static_files.version(), added(), kind, which), is_kept=True)
    except UnknownNameError as error:
        return _html(request, _book().lost(error), status=status_of(error))


@lru_cache(maxsize=PAGES_KEPT)
def _kept(version: str, folders: tuple[object, ...], kind: str, which: tuple[str, ...]) -> str:
    made: str = getattr(Book(ServerLinks(version)), kind)(*which)
    return made


def _html(request: Request, text: str, status: int = 200, *, is_kept: bool = False) -> Response:
    kind = "text/html; charset=utf-8"
    return static_files.packed(request, text.encode(), kind, cache="no-cache", status=status, is_kept=is_kept)
