"""The book over HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.book.reading import read
from tests.server.serving import served

pytestmark = pytest.mark.anyio

PAGES = (
    "/book",
    "/book/md",
    "/book/clauses/MD-12.B.3",
    "/book/clauses/WA3-G5",
    "/book/decisions",
    "/book/decisions/0007",
    "/book/glossary",
    "/book/search?q=surrender",
    "/book/compare?left=md&right=ma",
    "/book/submission",
)


async def test_every_link_of_every_kind_of_page_is_good(tmp_path: Path) -> None:
    """The links of one page of each kind; the pages of one kind are checked as files, in tests/book."""
    async with served(tmp_path) as server, server.client() as client:
        wanted: set[str] = set()
        for path in PAGES:
            page = await client.get(path)
            assert page.status_code == 200, path
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            wanted |= {link.partition("#")[0] for link in read(page.text).links}
        found = {link: (await client.get(link)).status_code for link in sorted(wanted - {""})[:400]}
        assert {link: status for link, status in found.items() if status != 200} == {}
        assert len(found) > 200


async def test_search_answers_the_page(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        found = (await client.get("/api/v1/book/search", params={"q": "MD-12.b.3"})).json()["found"]
        assert found[0]["path"] == "/book/clauses/MD-12.B.3"
        assert (found[0]["kind"], found[0]["about"]) == ("clause", "payout, Ch. 12 §B(3)")
        assert (await client.get("/api/v1/book/search", params={"q": "x" * 101})).status_code == 400


async def test_what_is_not_there_says_so_on_a_page(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        for path in ("/book/clauses/MD-99", "/book/decisions/9999", "/book/nowhere"):
            page = await client.get(path)
            assert page.status_code == 404, path
            assert "Nothing is at this address" in page.text
        assert (await client.get("/book/rounds/md/nothing.s21")).status_code == 404
        assert (await client.get("/book/rounds/../../secrets.s21")).status_code == 404


async def test_a_comparison_of_submissions_shows_differences_or_all_faults(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        sides = {"left": "md", "right": 'rule_set = "md"\ndecks = 8\n'}
        page = await client.get("/book/compare", params=sides)
        assert "decks in play" in page.text
        assert "MD-3.A.1" in page.text
        faulty = await client.get(
            "/book/compare", params={**sides, "right": 'rule_set = "md"\ndecks = 7\npositions = 9'}
        )
        assert faulty.status_code == 422
        assert "7 is not among 6, 8" in faulty.text
        assert "positions" in faulty.text
        hostile = await client.get("/book/compare", params={**sides, "right": "<script>alert(1)</script>"})
        assert "<script>alert" not in hostile.text


async def test_a_preview_has_layout_and_signs(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        seen = await client.post("/api/v1/submissions/preview", json={"text": 'rule_set = "wa"\ndecks = 2\n'})
        assert {"rule_set", "signs", "payouts"} <= seen.json().keys()
        refused = await client.post("/api/v1/submissions/preview", json={"text": 'rule_set = "wa"\ndecks = 3\n'})
        assert refused.json()["error"]["faults"][0]["clause"] == "WA3-G2.a"
