"""Papers of the school: whole exams with their score, drills against the clock, the desk of a lesson, and classes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from siete.host.access.roles import HouseRole
from siete.host.audit.house import audit
from siete.host.learning.learner import PAPERS_KEPT
from siete.school import exam
from siete.school.dealt_tables import script
from siete.school.drills.catalogue import DRILLS
from siete.server.http.school.tickets import DeskTicket, PaperTicket, QuestionTicket, opened, sealed
from tests.school.dealing import right_motion
from tests.server.serving import Served, served

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery staple"
Plain = dict[str, Any]


class Pupil:
    """Somebody at the school, who can be let know what is right."""

    def __init__(self, server: Served, client: httpx.AsyncClient, name: str) -> None:
        self._server, self._client, self.person = server, client, server.guest(name)

    async def ask(self, path: str, body: Plain | None = None, *, method: str = "POST") -> httpx.Response:
        return await self._client.request(method, f"/api/v1/school{path}", json=body)

    async def told(self, path: str, body: Plain | None = None, *, method: str = "POST") -> Plain:
        answer = await self.ask(path, body, method=method)
        assert answer.is_success, answer.text
        return dict(answer.json())

    async def refused(self, path: str, body: Plain | None = None) -> str:
        answer = await self.ask(path, body)
        assert answer.is_client_error, answer.text
        assert answer.json()["error"]["sentence"]
        return str(answer.json()["error"]["code"])

    def ticket(self, question: Plain) -> QuestionTicket:
        return opened(self._server.services, self.person, question["ticket"], QuestionTicket)

    def right(self, question: Plain) -> str:
        return self.ticket(question).answer

    def motion(self, ticket: str) -> Plain:
        found = opened(self._server.services, self.person, ticket, DeskTicket)
        return right_motion(script(found.script)[found.place])

    async def answer(self, paper: Plain, wrong: int = 0) -> None:
        """Answer all questions, the first few wrong."""
        for number, question in enumerate(paper["questions"]):
            given = "nothing of the kind" if number < wrong else self.right(question)
            await self.told("/answers", {"ticket": question["ticket"], "answer": given})


@asynccontextmanager
async def school(path: Path, *names: str) -> AsyncIterator[tuple[Served, list[Pupil]]]:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(served(path))
        pupils = []
        for name in names:
            client = await stack.enter_async_context(server.client())
            made = (await client.post("/api/v1/session", json={"name": name, "token": True})).json()
            client.headers["authorization"] = f"Bearer {made['token']}"
            pupils.append(Pupil(server, client, name))
        yield server, pupils
        assert (await audit(server.house.store)).is_sound


# --- exams -----------------------------------------------------------------------------------------------------------


async def _sit(pupil: Pupil, wrong_questions: int, wrong_motions: int) -> Plain:
    """A whole exam with so many mistakes; its report."""
    begun = await pupil.told("/md/exam")
    assert len(begun["questions"]) + len(begun["moments"]) == exam.TASKS
    await pupil.answer(begun, wrong_questions)
    for number, moment in enumerate(begun["moments"]):
        command = {"command": "WashCards"} if number < wrong_motions else pupil.motion(moment["ticket"])
        noted = await pupil.told("/motions", {"ticket": moment["ticket"], "command": command})
        assert noted["is_noted"] is True
        assert "clause" not in noted
    tickets = [each["ticket"] for each in (*begun["questions"], *begun["moments"])]
    return await pupil.told("/papers", {"paper": begun["paper"], "tickets": tickets})


async def test_a_whole_exam_is_passed_with_a_certificate_and_another_failed(tmp_path: Path) -> None:
    async with school(tmp_path, "Ana", "Ben") as (_, (ana, ben)):
        passed = await _sit(ana, wrong_questions=3, wrong_motions=1)
        assert (passed["right"], passed["asked"], passed["is_passed"]) == (36, 40, True)
        assert [each["is_right"] for each in passed["marks"]].count(False) == 4
        assert not passed["marks"][0]["is_right"]
        assert passed["marks"][-1]["is_right"]
        failed = await _sit(ben, wrong_questions=3, wrong_motions=2)
        assert (failed["right"], failed["is_passed"], failed["certificate"]) == (35, False, "")
        assert failed["missed"]
        await _is_closed_until_mended(ben, [each["clause"] for each in failed["missed"]])

        found = await ben.told(f"/certificates/{passed['certificate'].lower()}", method="GET")
        assert (found["person"], found["right"], found["rules"]) == ("Ana", 36, "md")
        assert found["rules_hash"] == passed["rules_hash"]
        assert found["is_current"]
        unknown = await ben.ask("/certificates/AAAA-BBBB-CCCC", method="GET")
        assert (unknown.status_code, unknown.json()["error"]["code"]) == (404, "certificate/unknown")
        course = await ana.told("/md", method="GET")
        assert (course["exam"]["is_passed"], course["exam"]["certificate"]) == (True, passed["certificate"])


async def _is_closed_until_mended(ben: Pupil, missed: list[str]) -> None:
    """After an exam that failed, each clause that was missed has to be right once before the next."""
    review: Plain = {}
    for left in (missed, missed[1:]):
        assert await ben.refused("/md/exam") == "school/exam-closed"
        assert (await ben.told("/md", method="GET"))["exam"]["to_mend"] == left
        review = await ben.told("/md/review")
        asked = [ben.ticket(each).clause for each in review["questions"]]
        assert asked[: len(left)] == left, "what the exam missed comes first"
        await ben.answer({"questions": review["questions"][:1]})
    for question in review["questions"][1 : len(missed) - 1]:
        await ben.told("/answers", {"ticket": question["ticket"], "answer": ben.right(question)})
    assert (await ben.told("/md", method="GET"))["exam"]["to_mend"] == []
    assert len((await ben.told("/md/exam"))["questions"]) == exam.QUESTIONS


async def test_in_an_exam_a_task_has_one_try_and_nothing_is_said_of_it(tmp_path: Path) -> None:
    async with school(tmp_path, "Ana") as (server, (ana,)):
        begun = await ana.told("/wa/exam")
        question, moment = begun["questions"][0], begun["moments"][0]
        assert await ana.told("/answers", {"ticket": question["ticket"], "answer": "no"}) == {"is_noted": True}
        again = {"ticket": question["ticket"], "answer": ana.right(question)}
        assert await ana.refused("/answers", again) == "school/answered"
        sent = {"ticket": moment["ticket"], "command": {"command": "WashCards"}}
        await ana.told("/motions", sent)
        assert await ana.refused("/motions", sent) == "school/answered"
        assert moment["message"]["view"]["due"] == {}
        assert {"words", "clause", "at"} & moment["message"]["you"]["desk"].keys() <= set()
        paper = opened(server.services, ana.person, begun["paper"], PaperTicket)
        late = msgspec.structs.replace(paper, began=paper.began - timedelta(minutes=31))
        asked = opened(server.services, ana.person, begun["questions"][1]["ticket"], QuestionTicket)
        ticket = sealed(server.services, msgspec.structs.replace(asked, paper=late))
        assert await ana.refused("/answers", {"ticket": ticket, "answer": "1"}) == "school/time-over"
        report = await ana.told("/papers", {"paper": begun["paper"]})
        assert (report["right"], report["asked"], report["is_passed"]) == (0, 40, False)
        assert (await ana.told("/papers", {"paper": begun["paper"]}))["right"] == 0
        other = begun["questions"][2]
        assert await ana.refused("/answers", {"ticket": other["ticket"], "answer": "1"}) == "school/finished"


# --- tests and drills ------------------------------------------------------------------------------------------------


async def test_a_lesson_is_passed_by_ten_questions_and_what_was_missed_is_due(tmp_path: Path) -> None:
    async with school(tmp_path, "Ana", "Ben") as (_, (ana, ben)):
        short = await ana.told("/md/insurance/test", {"questions": 2})
        await ana.answer(short)
        assert not (await ana.told("/papers", {"paper": short["paper"]}))["is_passed"], "two questions pass no lesson"
        whole = await ana.told("/md/insurance/test", {"questions": 10})
        await ana.answer(whole, wrong=2)
        stolen = {"ticket": whole["questions"][0]["ticket"], "answer": "1"}
        assert await ben.refused("/answers", stolen) == "school/bad-ticket"
        assert await ben.refused("/papers", {"paper": whole["paper"]}) == "school/bad-ticket"
        report = await ana.told("/papers", {"paper": whole["paper"]})
        assert (report["right"], report["is_passed"]) == (8, True)
        lesson = next(
            each for each in (await ana.told("/md", method="GET"))["lessons"] if each["lesson"] == "insurance"
        )
        assert (lesson["is_passed"], lesson["best"]) == (True, [8, 10])
        assert "new" not in lesson["marks"]


async def test_a_mistake_is_shown_again_with_what_it_cost_when_its_paper_is_finished(tmp_path: Path) -> None:
    async with school(tmp_path, "Ana", "Ben") as (_, (ana, ben)):
        begun = await ana.told("/md/bonus-21/test", {"questions": 10})
        first, second, third = begun["questions"][:3]
        assert first["cards"]
        tickets = [each["ticket"] for each in (first, second, third)]
        assert await ana.refused("/replays", {"ticket": tickets[0]}) == "school/not-finished"
        owed = [round(float(ana.right(each).strip("$").replace(",", "")) * 100) for each in (first, second)]
        for ticket, cents, over in ((tickets[0], owed[0], 1500), (tickets[1], owed[1], -250)):
            told = await ana.told("/answers", {"ticket": ticket, "answer": f"${(cents + over) / 100:.2f}"})
            assert told["over"] == over
        assert (await ana.told("/answers", {"ticket": tickets[2], "answer": "much"}))["over"] == 0
        report = await ana.told("/papers", {"paper": begun["paper"], "tickets": tickets})
        assert report["over"] == 1250
        assert [each["over"] for each in report["marks"]] == [1500, -250, 0]
        assert all(each["has_replay"] for each in report["marks"])
        assert await ben.refused("/replays", {"ticket": tickets[0]}) == "school/bad-ticket"
        for ticket, mark in zip(tickets, report["marks"], strict=True):
            shown = await ana.told("/replays", {"ticket": ticket})
            assert mark["clause"] in _paid_there(shown), "the step pays by the clause missed"


def _paid_there(shown: Plain) -> set[str]:
    """The clauses by which the step that is shown pays."""
    return set(script(shown["name"])[shown["steps"][shown["at"]]["place"]].paid_by)


async def test_a_table_that_was_asked_about_is_shown_again_at_the_step_that_was_right(tmp_path: Path) -> None:
    async with school(tmp_path, "Ana") as (server, (ana,)):
        begun = await ana.told("/md/drills/next-step")
        question = begun["questions"][0]
        right = ana.right(question)
        await ana.told("/answers", {"ticket": question["ticket"], "answer": "nothing of the kind"})
        await ana.told("/papers", {"paper": begun["paper"]})
        shown = await ana.told("/replays", {"ticket": question["ticket"]})
        assert shown["steps"][shown["at"]]["words"] == right
        seat = await ana.told("/md/insurance/desk", {"demonstration": 0})
        command = {"command": "PayOut", "box": 1, "chips": [500]}
        refused = await ana.told("/motions", {"ticket": seat["ticket"], "command": command})
        assert refused["done"]
        paying = _paying(server, ana, seat)
        command = {**ana.motion(paying), "chips": [500]}
        refused = await ana.told("/motions", {"ticket": paying, "command": command})
        assert refused["refused"]["code"] == "desk/wrong-chips"
        told = await ana.told("/papers", {"paper": seat["paper"], "tickets": [seat["ticket"], paying]})
        assert [each["has_replay"] for each in told["marks"]] == [True, True]
        assert [each["lesson"] for each in told["marks"]] == ["insurance", "insurance"]
        assert told["marks"][0]["over"] == 0, "no money was due at the first step"
        owed = refused["refused"]["facts"]["owed"]
        assert (told["marks"][1]["over"], told["over"]) == (500 - owed, 500 - owed)
        assert owed != 500


def _paying(server: Served, pupil: Pupil, seat: Plain) -> str:
    """The ticket of a step that pays somebody, as the desk of a lesson seals it."""
    at = opened(server.services, pupil.person, seat["ticket"], DeskTicket)
    place = next(place for place, step in enumerate(script("md/bonus-6-7-8")) if step.paid_by)
    return sealed(server.services, msgspec.structs.replace(at, script="md/bonus-6-7-8", place=place))


async def test_drills_count_right_answers_and_keep_the_best(tmp_path: Path) -> None:
    async with school(tmp_path, "Ana") as (_, (ana,)):
        for drill in DRILLS:
            for right in (3, 2):
                begun = await ana.told(f"/md/drills/{drill.name}")
                assert begun["seconds"] == drill.seconds
                before = [sum(each[name] for each in begun["kinds"]) for name in ("right", "asked")]
                assert before == ([0, 0] if right == 3 else [3, 4]), "the last runs by kind"
                begun["questions"] = begun["questions"][:4]
                await ana.answer(begun, wrong=4 - right)
                report = await ana.told("/papers", {"paper": begun["paper"]})
                assert (report["right"], report["asked"], report["is_passed"]) == (right, 4, False)
        kept = (await ana.told("/md", method="GET"))["drills"]
        assert [(each["tries"], each["best"]) for each in kept] == [(2, [3, 4])] * len(DRILLS)
        assert await ana.refused("/md/drills/juggling", {}) == "school/no-drill"


# --- the desk of a lesson --------------------------------------------------------------------------------------------


async def test_a_pupil_deals_demonstrations_and_wrong_motions_are_refused_with_their_clause(tmp_path: Path) -> None:
    async with school(tmp_path, "Ana", "Ben") as (_, (ana, ben)):
        for lesson in ("settlement", "opening", "wrong-cards"):
            begun = await ana.told(f"/md/{lesson}/desk", {"demonstration": 0, "level": "free"})
            await _bad_input(ana, ben, begun["ticket"])
            now, steps = begun, begun["of"]
            for number in range(steps):
                assert now["done"] == number
                now = await ana.told("/motions", {"ticket": now["ticket"], "command": ana.motion(now["ticket"])})
            assert now["is_over"]
            report = await ana.told("/papers", {"paper": begun["paper"]})
            assert (report["right"], report["asked"]) == (steps - 1, steps), "the first try of the first step was wrong"


async def _bad_input(ana: Pupil, ben: Pupil, ticket: str) -> None:
    """Whatever is refused leaves the step due."""
    wrong = await ana.told("/motions", {"ticket": ticket, "command": {"command": "CollectShoe"}})
    assert wrong["refused"]["clause"]
    assert wrong["refused"]["sentence"]
    for command, code in _BAD:
        assert await ana.refused("/motions", {"ticket": ticket, "command": command}) == code
    motion = ana.motion(ticket)
    stale = {"ticket": ticket, "command": motion, "point": "9999"}
    assert await ana.refused("/motions", stale) == "command/passed-point"
    assert await ben.refused("/motions", {"ticket": ticket, "command": motion}) == "school/bad-ticket"


_BAD: tuple[tuple[Plain, str], ...] = (
    ({"command": "Hit", "box": 1}, "school/no-motion"),
    ({"command": "TakeDealing"}, "school/no-motion"),
    ({"command": "Juggle"}, "message/unknown-command"),
    ({"box": 1}, "message/no-command"),
    ({"command": "Deal", "box": "one"}, "message/wrong-value"),
    ({"command": "Deal", "by": "Ben"}, "message/unknown-field"),
)


async def test_a_demonstration_at_the_desk_shows_no_hidden_card_before_its_time(tmp_path: Path) -> None:
    async with school(tmp_path, "Ana") as (_, (ana,)):
        shown = await ana.told("/md/insurance/scenes/0", method="GET")
        rounds = [each["message"]["view"]["round"] for each in shown["steps"] if each["message"]["view"].get("round")]
        hidden = [each for each in rounds if each["dealer"]["face_down"]]
        assert len(hidden) > 5
        assert all(len(each["dealer"]["cards"]) <= 1 for each in hidden)
        long = await ana.told("/md/closing/scenes/0", method="GET")
        assert len(long["steps"]) < 40, "of a long table a lesson shows what it teaches"
        assert await ana.refused("/md/insurance/desk", {"demonstration": 30}) == "school/no-demonstration"


# --- classes ---------------------------------------------------------------------------------------------------------


async def test_a_class_is_made_by_staff_joined_by_its_code_and_seen_by_its_teacher_only(tmp_path: Path) -> None:
    async with school(tmp_path, "Ana", "Ben") as (server, (ana, ben)), server.client() as client:
        await server.services.accounts.add("ruth", PASSWORD, "dealer")
        token = await server.services.accounts.begin("ruth", HouseRole.DEALER)
        client.headers["authorization"] = f"Bearer {token}"
        ruth = Pupil(server, client, "ruth")
        assert await ana.refused("/classes", {"name": "Mine", "rules": "md"}) == "class/not-staff"
        assert await ruth.refused("/classes", {"name": "  ", "rules": "md"}) == "class/no-name"
        made = await ruth.told("/classes", {"name": "Tuesday class", "rules": "md"})
        code = made["code"]
        for spelled, pupil in ((code.lower().replace("-", " "), ana), (code, ben), (code, ben)):
            assert (await pupil.told("/classes/joined", {"code": spelled}))["name"] == "Tuesday class"
        assert await ana.refused("/classes/joined", {"code": "AAAA-AAAA"}) == "class/unknown"
        assert await ruth.refused("/classes/joined", {"code": code}) == "class/own"

        await _test_of(ana, "insurance", wrong=0)
        await _test_of(ben, "insurance", wrong=10)
        await _test_of(ben, "insurance", wrong=10)
        await _test_of(ben, "insurance", wrong=0, rules="wa")  # another course is no business of the class
        seen = await ruth.told(f"/classes/{code}", method="GET")
        assert (seen["trainees"], seen["lessons_passed"]) == (2, 1)
        place = [each["lesson"] for each in seen["lessons"]].index("insurance")
        assert [(each["name"], each["lessons"][place]) for each in seen["pupils"]] == [
            ("Ana", "passed"),
            ("Ben", "failed"),
        ]
        assert seen["missed"][0]["missed"] == 1
        assert [(each["name"], each["times"]) for each in seen["stuck"]] == [("Ben", 2)]
        assert (seen["together"]["lesson"], seen["together"]["drill"]) == ("insurance", "payouts")
        assert seen["together"]["clause"] == seen["missed"][0]["clause"]
        for stranger in (ana, ben):
            answer = await stranger.ask(f"/classes/{code}", method="GET")
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "class/not-yours")
        await _is_set_a_drill(ruth, ana, ben, code)
        assert (await ben.ask(f"/classes/joined/{code}", method="DELETE")).status_code == 204
        left = await ruth.told(f"/classes/{code}", method="GET")
        assert (left["trainees"], left["missed"], left["stuck"], left["together"]) == (1, [], [], None)
        assert left["set"]["passed"] == 1


async def _is_set_a_drill(ruth: Pupil, ana: Pupil, ben: Pupil, code: str) -> None:
    """Pupils see it as due until they pass it, and the teacher who has."""
    assert await ruth.refused(f"/classes/{code}/drills", {"drill": "shouting"}) == "school/no-drill"
    assert await ana.refused(f"/classes/{code}/drills", {"drill": "comparison"}) == "class/not-yours"
    assert (await ana.told("/md", method="GET"))["set"] == []
    assert (await ruth.told(f"/classes/{code}/drills", {"drill": "comparison"}))["set"]["passed"] == 0
    assert (await ana.told("/wa", method="GET"))["set"] == [], "another course is no business of the class"
    (due,) = (await ana.told("/md", method="GET"))["set"]
    assert (due["class"], due["drill"], due["is_passed"]) == ("Tuesday class", "comparison", False)
    for pupil, answered in ((ana, 20), (ben, 2)):
        begun = await pupil.told("/md/drills/comparison")
        await pupil.answer({"questions": begun["questions"][:answered]})
        await pupil.told("/papers", {"paper": begun["paper"]})
    assert [(await pupil.told("/md", method="GET"))["set"][0]["is_passed"] for pupil in (ana, ben)] == [True, False]
    seen = await ruth.told(f"/classes/{code}", method="GET")
    assert (seen["set"]["title"], seen["set"]["passed"]) == ("Washington or Maryland?", 1)
    assert {each["name"]: each["set"] for each in seen["pupils"]} == {
        "Ana": {"best": [20, 20], "is_passed": True},
        "Ben": {"best": [2, 2], "is_passed": False},
    }


async def _test_of(pupil: Pupil, lesson: str, wrong: int, rules: str = "md") -> None:
    begun = await pupil.told(f"/{rules}/{lesson}/test", {"questions": 10})
    await pupil.answer(begun, wrong)
    await pupil.told("/papers", {"paper": begun["paper"]})


# --- attacks ---------------------------------------------------------------------------------------------------------


async def test_no_paper_is_answered_again_however_many_were_finished_since(tmp_path: Path) -> None:
    """Hand an exam in empty, read what was right, let the house forget it, and answer: no certificate comes of it."""
    async with school(tmp_path, "Ana") as (_, (ana,)):
        begun = await ana.told("/md/exam")
        tickets = [each["ticket"] for each in begun["questions"]]
        told = await ana.told("/papers", {"paper": begun["paper"], "tickets": tickets})
        lesson = await ana.told("/md/insurance/test", {"questions": 10})
        await ana.told("/answers", {"ticket": lesson["questions"][0]["ticket"], "answer": "nothing of the kind"})
        for _ in range(PAPERS_KEPT + 1):
            other = await ana.told("/md/insurance/test", {"questions": 1})
            await ana.told("/answers", {"ticket": other["questions"][0]["ticket"], "answer": "no"})
            await ana.told("/papers", {"paper": other["paper"]})
        late = {"ticket": tickets[0], "answer": told["marks"][0]["answer"]}
        assert await ana.refused("/answers", late) == "school/finished"
        moment = begun["moments"][0]["ticket"]
        assert await ana.refused("/motions", {"ticket": moment, "command": ana.motion(moment)}) == "school/finished"
        assert await ana.refused("/papers", {"paper": begun["paper"]}) == "school/finished"
        again = {"ticket": lesson["questions"][0]["ticket"], "answer": ana.right(lesson["questions"][0])}
        assert await ana.refused("/answers", again) == "school/finished", "what was answered once is not answered anew"


async def test_the_length_of_a_ticket_tells_nothing_of_its_answer(tmp_path: Path) -> None:
    """Tickets hold the right answer: were they as long as it is, lengths would tell choices apart."""
    async with school(tmp_path, "Ana") as (_, (ana,)):
        begun = [await ana.told(f"/{rules}/exam") for rules in ("md", "wa")]
        asked = [each for paper in begun for each in paper["questions"]]
        assert len({len(ana.right(each)) for each in asked}) > 5
        assert len({len(each["ticket"]) for each in asked}) == 1
        assert len({len(each["ticket"]) for paper in begun for each in paper["moments"]}) == 1


async def test_the_picture_of_an_address_leads_to_the_house_whatever_host_was_asked_for(tmp_path: Path) -> None:
    """A host of thousands of letters took the event loop a tenth of a second, or failed inside the server."""
    async with school(tmp_path) as (server, _), server.client() as client:
        path = "/api/v1/school/certificates/AAAA-BBBB-CCCC/address.svg"
        found = [await client.get(path, headers={"host": host}) for host in ("evil.example", "a" * 2_000, "a" * 4_000)]
        assert [each.status_code for each in found] == [200, 200, 200]
        assert len({each.text for each in found}) == 1
