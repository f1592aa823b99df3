"""The school in a browser: a test by keyboard alone, a lesson at the desk, drills, whole exams, and a class."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from types import SimpleNamespace
from typing import Any, cast

from playwright.sync_api import expect

from siete.host.access.roles import HouseRole, Person
from siete.school.dealt_tables import script
from siete.server.data_directory import STORE, session_key
from siete.server.http.school.tickets import DeskTicket, QuestionTicket, opened
from siete.server.services import Services
from tests.page.conftest import Visit
from tests.page.dealer import Desk
from tests.page.eyes import blemishes, overflows
from tests.page.house import House
from tests.page.staff import first_floorperson
from tests.page.visitor import Visitor
from tests.school.dealing import right_motion

PASSWORD = "correct horse battery staple"
_BEGUN = "() => document.querySelector('siete-school').paper.begun"
_ANSWER = "(given) => document.querySelector('siete-school').paper.answer(given)"
_ASKED = "(at) => document.querySelector('siete-school').paper?.at === at"
_ANSWER_ALL = """async (answers) => {
  const { paper } = document.querySelector('siete-school');
  let said = 0;
  for (const given of answers) {
    await paper.answer(given);
    said += document.querySelectorAll('.verdict').length;
  }
  return said;
}"""
_DEAL_ALL = """async (motions) => {
  const desk = document.querySelector('siete-desk'), tasks = [];
  for (const command of motions) {
    tasks.push(desk.querySelector('.top').textContent.match(/Task \\d+ of \\d+/)[0]);
    await desk.send(command);
  }
  return tasks;
}"""
_CUT = """() => {
  const [list, frame] = [document.querySelector(".why ol"), document.querySelector(".why")];
  const below = list.lastElementChild.getBoundingClientRect().bottom - frame.getBoundingClientRect().bottom;
  return Math.max(0, below, list.scrollHeight - list.clientHeight);
}"""
_TASK = "(words) => document.querySelector('siete-desk .top')?.textContent.includes(words)"


class Key:
    """What only the house and a test of it know: the right answers in a visitor's tickets."""

    def __init__(self, house: House, visitor: Visitor) -> None:
        self._services = cast("Services", SimpleNamespace(key=session_key(house.data)))
        self._house, self._visitor = house, visitor

    @property
    def _person(self) -> Person:
        """The visitor as tickets name them."""
        with closing(sqlite3.connect(self._house.data / STORE)) as database:
            query = "SELECT display_name FROM guests JOIN guest_names USING (id) WHERE name = ?"
            ((name,),) = database.execute(query, (self._visitor.name,)).fetchall()
        return Person(HouseRole.GUEST, name)

    def answer(self, question: dict[str, Any]) -> str:
        return opened(self._services, self._person, question["ticket"], QuestionTicket).answer

    def motion(self, moment: dict[str, Any]) -> dict[str, Any]:
        found = opened(self._services, self._person, moment["ticket"], DeskTicket)
        return right_motion(script(found.script)[found.place])


def test_a_pupil_takes_a_test_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit(width=390, height=844)
    page = visitor.page
    visitor.go("/desk")
    to_school = page.get_by_role("link", name="To the school")
    expect(to_school).to_be_visible()
    expect(page.locator(".deskform button")).to_be_hidden()
    assert page.locator(".deskform button").count() == 1
    assert blemishes(visitor) == []
    to_school.click()
    page.get_by_role("link", name="Maryland, Standard Rules 20 lessons").click()
    expect(page.locator(".les")).to_have_count(21)
    assert blemishes(visitor) == []
    assert overflows(visitor) <= 0
    page.get_by_role("link", name="When a wrong card appears").click()
    expect(page.locator(".why ol")).to_contain_text("MD-13.E")
    assert page.evaluate(_CUT) == 0, "nothing of the list is cut at a frame"
    expect(page.locator(".player")).to_contain_text("Step 1 of")
    page.locator("[data-play=next]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".player")).to_contain_text("Step 2 of")
    assert blemishes(visitor) == []
    assert overflows(visitor) <= 0
    page.get_by_role("button", name="Begin the test").click()
    for number in range(1, 11):
        expect(page.locator(".hero")).to_contain_text(f"Question {number} of 10")
        page.keyboard.press("1")
        expect(page.locator(".verdict")).to_be_visible()
        if number == 1:
            assert blemishes(visitor) == []
        page.keyboard.press("Enter")
    expect(page.locator(".report")).to_be_visible()
    right = 10 - page.locator(".marks > li").count()
    expect(page.locator(".ringbig")).to_have_text(f"{right}of 10 right")
    expect(page.locator("h1")).to_contain_text("Passed" if right >= 8 else "Not yet")
    assert blemishes(visitor) == []
    page.get_by_role("link", name="The course").click()
    row = page.get_by_role("link", name="When a wrong card appears")
    expect(row).to_contain_text(f"{10 * right} %" if right >= 8 else f"{right} of 10")


def test_a_demonstration_is_dealt_at_the_desk_of_its_lesson(visit: Visit) -> None:
    visitor = visit(width=1180, height=820)
    page = visitor.page
    visitor.go("/school/md/wrong-cards/desk?demonstration=0")
    desk = Desk(visitor)
    expect(page.locator("siete-desk .strip")).to_contain_text("MD-6.D")
    assert blemishes(visitor) == []
    assert overflows(visitor) <= 0
    desk.press("t")
    desk.refused("The next step is to open betting for the next round.", "MD-6.D")
    sprung = 0
    for _ in range(60):
        if page.locator(".report").count():
            break
        now = desk.now
        if now["who"] == "report":
            sprung += 1
            expect(page.locator("siete-desk .strip")).to_contain_text("The next card lies face up in the shoe.")
            visitor.picture("school-desk-sprung")
            desk.press("d", "1")
            desk.refused("call the floorperson and report it first", "MD-13.A")
            desk.press("f")
            page.locator("dialog").get_by_role("button", name="The next card lies face up in the shoe").click()
            desk.moved(now)
        elif now["step"]["command"] == "PickUp":
            desk.press("p")
            expect(page.locator(".report")).to_be_visible()
        else:
            desk.step()
    assert sprung == 1
    expect(page.locator(".marks")).to_contain_text("MD-13.A")
    page.get_by_role("button", name="Take the test").click()
    expect(page.locator(".hero")).to_contain_text("Question 1 of 10")


def test_a_payout_drill_takes_any_mix_of_chips_and_the_floor_catches_the_dealer(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.enter()
    key = Key(house, visitor)
    visitor.go("/school/md/drill/payouts")
    expect(page.locator("[data-start]")).to_be_focused()
    assert blemishes(visitor) == []
    page.keyboard.press("Enter")
    expect(page.locator(".bank")).to_be_visible()
    begun = page.evaluate(_BEGUN)
    owed = round(float(key.answer(begun["questions"][0]).strip("$").replace(",", "")) * 100)
    for _ in range(owed // 10_000):
        visitor.press("b")
    visitor.press("c")
    visitor.press("Backspace")
    for _ in range(owed % 10_000 // 50):  # half dollars only: another mix, the same sum
        visitor.press("z")
    expect(page.locator(".hold .sum")).to_have_text(f"${owed / 100:,.2f}".replace(".00", ""))
    assert blemishes(visitor) == []
    visitor.press("Enter")
    expect(page.locator(".figs")).to_contain_text("1 right")
    visitor.press("n", "Enter")
    expect(page.locator(".figs")).to_contain_text("1 wrong")
    expect(page.locator(".figs")).to_contain_text("typical time")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".ringbig")).to_have_text("1of 2 right")
    expect(page.locator(".marks .cost")).to_contain_text("paid")
    over = 50_000 - round(float(key.answer(begun["questions"][1]).strip("$").replace(",", "")) * 100)
    expect(page.locator(".kv")).to_contain_text(f"{'over' if over > 0 else 'under'}paid ${abs(over) // 100:,}")
    assert blemishes(visitor) == []

    page.get_by_role("button", name="Again").click()
    expect(page.get_by_role("heading", name="Right, by kind")).to_be_visible()
    expect(page.locator(".sc-side progress")).not_to_have_count(0)
    assert blemishes(visitor) == []
    visitor.picture("school-drill-kinds")

    visitor.go("/school/md/drill/floor")
    expect(page.locator("[data-start]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".screen .deskfelt")).to_be_visible()
    assert blemishes(visitor) == []
    begun = page.evaluate(_BEGUN)
    for at, question in enumerate(begun["questions"]):
        page.wait_for_function(_ASKED, arg=at)
        if at:
            page.get_by_role("button", name=key.answer(question), exact=False).first.click()
        else:
            page.evaluate(_ANSWER, "nothing of the kind")
    expect(page.locator("h1")).to_have_text("Passed: 23 of 24")
    page.get_by_role("button", name="Replay").click()
    replayed = page.get_by_role("dialog", name="Replay")
    expect(replayed).to_contain_text("This was right here.")
    assert blemishes(visitor) == []
    replayed.locator("[data-play=back]").click()
    expect(replayed).not_to_contain_text("This was right here.")
    page.keyboard.press("Escape")
    expect(replayed).to_have_count(0)


def _sit_exam(visitor: Visitor, key: Key, wrong: int) -> None:
    """A whole exam at the page, the first few questions wrong and everything at the desk right."""
    page = visitor.page
    visitor.go("/school/md/exam")
    expect(page.locator("[data-start]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".hero")).to_contain_text("no word until the end")
    begun = page.evaluate(_BEGUN)
    answers = [key.answer(question) for question in begun["questions"]]
    assert page.evaluate(_ANSWER_ALL, ["nothing of the kind"] * wrong + answers[wrong:]) == 0, "no word was said"
    page.wait_for_function(_TASK, arg="Task 25 of 40")
    if wrong > 4:
        assert blemishes(visitor) == []
    tasks = page.evaluate(_DEAL_ALL, [key.motion(moment) for moment in begun["moments"]])
    assert tasks == [f"Task {number} of 40" for number in range(25, 41)]
    expect(page.locator(".report")).to_be_visible()


def test_a_whole_exam_is_failed_another_passed_and_its_certificate_printed(visit: Visit, house: House) -> None:
    visitor = visit(width=1180, height=820, color_scheme="light")
    page = visitor.page
    visitor.enter()
    key = Key(house, visitor)
    _sit_exam(visitor, key, wrong=5)
    expect(page.locator("h1")).to_have_text("Not yet: 5 to mend")
    expect(page.locator(".ringbig")).to_have_text("35of 40 right")
    expect(page.locator(".marks > li")).to_have_count(5)
    expect(page.get_by_role("button", name="Replay").first).to_be_visible()
    expect(page.locator(".foot")).to_contain_text("The exam opens again when each was right once.")
    assert blemishes(visitor) == []
    visitor.picture("school-report")
    visitor.go("/school/md/exam")
    expect(page.locator(".cover")).to_contain_text("Your last try had 35 of 40 right.")
    page.get_by_role("button", name="Review").click()
    expect(page.locator("h1")).to_have_text("What is due")
    begun = page.evaluate(_BEGUN)
    for at, question in enumerate(begun["questions"]):
        page.wait_for_function(_ASKED, arg=at)
        page.evaluate(_ANSWER, key.answer(question))
        page.get_by_role("button", name="Go on").click()
    expect(page.locator("h1")).to_contain_text("known again")
    _sit_exam(visitor, key, wrong=4)
    expect(page.locator("h1")).to_have_text("Passed: 36 of 40")
    page.get_by_role("link", name="Your certificate").click()
    expect(page.locator(".certificate")).to_contain_text(visitor.name)
    expect(page.locator(".certificate")).to_contain_text("36 of 40 tasks right")
    assert blemishes(visitor) == []
    visitor.picture("school-certificate")
    stranger = visit()
    stranger.go(page.evaluate("location.pathname"))
    expect(stranger.page.locator("h1")).to_have_text("This certificate is genuine")
    stranger.go("/school/certificate/AAAA-AAAA-AAAA")
    expect(stranger.page.locator("[data-note]")).to_contain_text("has issued no certificate with this code")
    stranger.complaints.clear()  # the browser itself writes of the 404


def test_a_teacher_makes_a_class_and_sees_who_joined_by_its_code(visit: Visit, own_house: House) -> None:
    ruth, ana = first_floorperson(visit, own_house), visit(own_house, width=768, height=1024)
    ruth.go("/school")
    ruth.page.get_by_role("textbox", name="Name").fill("Tuesday class")
    ruth.page.get_by_role("button", name="Make a class").click()
    expect(ruth.page.locator("h1")).to_have_text("Tuesday class")
    code = ruth.page.locator(".code").inner_text()
    ana.enter()
    ana.go("/school")
    ana.page.get_by_label("A teacher gave you a code").fill(code.lower())
    ana.page.get_by_role("button", name="Join the class").click()
    expect(ana.page.locator("h1")).to_contain_text("Maryland")
    ruth.page.get_by_role("combobox").select_option("comparison")
    ruth.page.get_by_role("button", name="Set a drill").click()
    expect(ruth.page.locator(".setform")).to_contain_text("Set now: Washington or Maryland?, passed by 0 of")
    ana.page.reload()
    expect(ana.page.locator(".setdrill")).to_contain_text("Tuesday class: set by your teacher, not tried")
    assert blemishes(ana) == []
    ana.page.locator(".setdrill a").click()
    expect(ana.page.locator("h1")).to_have_text("Washington or Maryland?")
    begun = ana.asked("/school/md/insurance/test", {"questions": 10})
    key = Key(own_house, ana)
    for at, question in enumerate(begun["questions"]):
        ana.asked("/school/answers", {"ticket": question["ticket"], "answer": key.answer(question) if at else "no"})
    ana.asked("/school/papers", {"paper": begun["paper"]})
    ruth.page.reload()
    expect(ruth.page.locator("tbody tr")).to_contain_text(ana.name)
    expect(ruth.page.locator("tbody td.set")).to_have_text("–")
    expect(ruth.page.get_by_role("link", name="Lesson 5, Insurance and the hole card")).to_be_visible()
    expect(ruth.page.get_by_role("img", name="Insurance and the hole card: passed")).to_be_visible()
    ruth.picture("school-class")
    assert blemishes(ruth) == []
    assert overflows(ruth) <= 0
    assert overflows(ana) <= 0
