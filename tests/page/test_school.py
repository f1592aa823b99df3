"""The school in a browser: from the bar to a lesson, a test by keyboard alone, and the score."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.eyes import blemishes


def test_a_pupil_takes_a_test_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit(width=390, height=844)
    page = visitor.page
    visitor.go("/school")
    page.get_by_role("link", name="Maryland, Standard Rules 20 lessons").click()
    page.get_by_role("link", name="When a wrong card appears").click()
    expect(page.locator(".says")).to_contain_text("MD-13.E")
    expect(page.locator(".steps").first).to_contain_text("deal")
    assert blemishes(visitor) == []
    page.get_by_role("button", name="Begin the test").click()
    for number in range(1, 11):
        expect(page.locator(".hero")).to_contain_text(f"Question {number} of 10")
        page.keyboard.press("1")
        expect(page.locator(".verdict")).to_be_visible()
        if number == 1:
            assert blemishes(visitor) == []
        page.keyboard.press("Enter")
    expect(page.locator(".marks > li")).to_have_count(10)
    right = page.locator(".marks > .right").count()
    told = "Passed" if right >= 8 else "Not passed"
    expect(page.locator("h1")).to_have_text(f"{told}: {right} of 10")
    assert blemishes(visitor) == []
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("link", name="When a wrong card appears")).to_contain_text(f"{right} of 10 right")


def test_an_exam_says_nothing_until_its_end_and_typed_answers_are_taken(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.go("/school/wa/bonus-21")
    page.get_by_role("button", name="Exam").click()
    for number in range(1, 11):
        expect(page.locator(".hero")).to_contain_text(f"Question {number} of 10")
        expect(page.locator(".verdict")).to_have_count(0)
        page.get_by_label("Your answer").fill("$1")
        page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Not passed: 0 of 10")
