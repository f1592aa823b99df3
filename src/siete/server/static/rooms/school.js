/* The dealers' school: a course for each rule set, a lesson with its clauses and demonstrations, and its test. */
import { api } from "../api.js";
import { fill, html, on } from "../dom.js";
import { guestName } from "../people.js";
import { prefs } from "../prefs.js";
import {
  courseMarkup,
  coursesMarkup,
  lessonMarkup,
  questionMarkup,
  scoreMarkup,
  verdictMarkup,
} from "./school_markup.js";
import { topBar } from "../shell.js";

const QUESTIONS = 10;

export class SchoolRoom extends HTMLElement {
  async connectedCallback() {
    document.title = "siete · school";
    this.innerHTML = String(
      html`<link rel="stylesheet" href="/static/styles/school.css">${topBar("/school")}
        <main class="wrap school" id="main" tabindex="-1"><p class="note" role="status" data-note></p>
          <div data-body></div></main>`,
    );
    on(this, "click", "[data-begin]", (node) => this.tell(this.begin(node.dataset.begin === "exam")));
    on(this, "click", "[data-choice]", (node) => this.tell(this.answer(node.dataset.choice)));
    on(this, "click", "[data-next]", () => this.ask());
    on(this, "submit", "[data-typed]", (form, event) => {
      event.preventDefault();
      if (form.elements.answer.value.trim()) this.tell(this.answer(form.elements.answer.value));
    });
    this.keys = (event) => this.key(event);
    addEventListener("keydown", this.keys);
    await this.tell(this.open());
  }
  disconnectedCallback() {
    removeEventListener("keydown", this.keys);
  }

  /** Say what went wrong, if something did. */
  async tell(done) {
    const note = this.querySelector("[data-note]");
    try {
      await done;
      note.textContent = "";
    } catch (error) {
      note.textContent = error.sentence || "That did not work. Try again.";
    }
  }

  show(markup) {
    fill(this.querySelector("[data-body]"), markup);
  }

  async open() {
    const [rules, lesson] = [this.getAttribute("rules"), this.getAttribute("lesson")];
    if (!rules) {
      this.show(coursesMarkup((await api.school("")).courses));
      return;
    }
    if (!(await api.session())) await api.enter(prefs.name || guestName());
    this.course = await api.school(`/${rules}`);
    if (!lesson) {
      this.show(courseMarkup(this.course));
      return;
    }
    this.lesson = await api.school(`/${rules}/${lesson}`);
    this.show(lessonMarkup(this.course, this.lesson));
  }

  async begin(isExam) {
    const { rules } = this.course;
    const { questions } = await api.schoolTest(rules, this.lesson.lesson, QUESTIONS);
    this.test = { questions, isExam, at: -1, marks: [] };
    this.ask();
  }

  /** The next question, or the score after the last one. */
  ask() {
    const { questions, marks } = this.test;
    this.test.at += 1;
    this.test.isAnswered = false;
    if (this.test.at >= questions.length) {
      this.show(scoreMarkup(this.course, this.lesson, marks));
      this.test = null;
      return;
    }
    this.show(questionMarkup(this.lesson, this.test));
    this.querySelector("[data-typed] input")?.focus();
  }

  async answer(given) {
    const { questions, at, marks, isExam } = this.test;
    if (this.test.isAnswered) return;
    this.test.isAnswered = true;
    try {
      marks.push({ ...(await api.schoolAnswer(questions[at].ticket, given)), given, text: questions[at].text });
    } catch (error) {
      this.test.isAnswered = false;
      throw error;
    }
    if (isExam) this.ask();
    else this.show(verdictMarkup(this.lesson, this.test));
  }

  /** The number of a choice answers; Enter goes on. */
  key(event) {
    if (!this.test || event.ctrlKey || event.metaKey || event.altKey) return;
    const choice = this.test.questions[this.test.at]?.choices[Number(event.key) - 1];
    if (choice && !this.test.isAnswered) this.tell(this.answer(choice));
    else if (event.key === "Enter" && this.test.isAnswered) this.ask();
    else return;
    event.preventDefault();
  }
}
