"""The school over HTTP: questions keep their answers to themselves, are judged once, and are kept."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from siete.rules.names import NAMES
from tests.server.serving import Served, served

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def _pupil(server: Served, name: str) -> AsyncIterator[httpx.AsyncClient]:
    async with server.client() as client:
        made = (await client.post("/api/v1/session", json={"name": name, "token": True})).json()
        client.headers["authorization"] = f"Bearer {made['token']}"
        yield client


async def _test(client: httpx.AsyncClient, lesson: str, count: int) -> list[dict[str, Any]]:
    made = await client.post(f"/api/v1/school/md/{lesson}/test", json={"questions": count})
    assert made.status_code == 201, made.text
    return list(made.json()["questions"])


async def _answer(client: httpx.AsyncClient, ticket: str, given: str) -> httpx.Response:
    return await client.post("/api/v1/school/answers", json={"ticket": ticket, "answer": given})


async def test_a_course_its_lessons_and_a_test(tmp_path: Path) -> None:
    async with served(tmp_path) as server, _pupil(server, "Ana") as ana:
        courses = (await ana.get("/api/v1/school")).json()["courses"]
        assert [each["rules"] for each in courses] == list(NAMES)
        lesson = (await ana.get("/api/v1/school/md/insurance")).json()
        assert {"clause": "MD-8.E", "words": "Winning insurance is paid at the Ch. 12 odds (2 to 1)"} in lesson[
            "clauses"
        ]
        assert lesson["demonstrations"][0]["steps"][0]["is_dealers"] is True
        asked = await _test(ana, "insurance", 6)
        assert len(asked) == 6
        for each in asked:
            wrong = await _answer(ana, each["ticket"], "nothing of the kind")
            told = wrong.json()
            assert told["is_right"] is False
            assert told["answer"] in each["choices"] or told["answer"].startswith("$")
        again = await _test(ana, "insurance", 6)
        listed = {each["lesson"]: each for each in (await ana.get("/api/v1/school/md")).json()["lessons"]}
        assert (listed["insurance"]["answers"], listed["insurance"]["right"]) == (6, 0)
        assert listed["surrender"]["answers"] == 0
        chosen = next(each for each in again if each["choices"])
        first = (await _answer(ana, chosen["ticket"], "1")).json()
        assert first["is_right"] is (chosen["choices"][0] == first["answer"])


async def test_a_ticket_hides_its_answer_and_is_good_once_for_one_person(tmp_path: Path) -> None:
    async with served(tmp_path) as server, _pupil(server, "Ana") as ana, _pupil(server, "Ben") as ben:
        question = (await _test(ana, "bonus-21", 1))[0]
        padded = question["ticket"] + "=" * (-len(question["ticket"]) % 4)
        stolen = await _answer(ben, question["ticket"], "1")
        assert stolen.json()["error"]["code"] == "school/bad-ticket"
        first = await _answer(ana, question["ticket"], "1")
        assert first.status_code == 200
        assert first.json()["answer"].encode() not in base64.urlsafe_b64decode(padded)
        second = await _answer(ana, question["ticket"], first.json()["answer"])
        assert second.json()["error"]["code"] == "school/answered"
        spelled = await _answer(ana, "!" + question["ticket"], first.json()["answer"])
        assert spelled.json()["error"]["code"] in ("school/answered", "school/bad-ticket")
        forged = await _answer(ana, question["ticket"][:-4] + "AAAA", "1")
        assert forged.json()["error"]["code"] == "school/bad-ticket"


async def test_what_is_not_there_and_who_is_nobody(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as nobody:
        assert (await nobody.get("/api/v1/school")).status_code == 200
        assert (await nobody.get("/api/v1/school/md")).status_code == 401
        assert (await nobody.get("/api/v1/school/md/juggling")).json()["error"]["code"] == "school/no-lesson"
        assert (await nobody.post("/api/v1/school/md/splits/test", json={"questions": 5})).status_code == 401
        async with _pupil(server, "Ana") as ana:
            assert (await ana.get("/api/v1/school/atlantis")).json()["error"]["code"] == "school/no-course"
            for questions in (0, 41, "5"):
                answer = await ana.post("/api/v1/school/md/splits/test", json={"questions": questions})
                assert answer.status_code == 400


async def test_a_question_shows_the_table_without_its_hidden_card(tmp_path: Path) -> None:
    async with served(tmp_path) as server, _pupil(server, "Ana") as ana:
        shown = [each["table"]["view"]["round"] for each in await _test(ana, "insurance", 30) if each["table"]]
        looked = [each for each in shown if each and each["dealer"]["face_down"]]
        assert looked
        assert all(len(each["dealer"]["cards"]) <= 1 for each in looked)
