/* The dealers' school: courses, lessons, drills, exams, classes and certificates; each address one view. */
import { api } from "../api.js";
import { loadStyle } from "../desk/style.js";
import { fill, html, on, visit } from "../dom.js";
import { guestName } from "../people.js";
import { prefs } from "../prefs.js";
import { topBar } from "../shell.js";
import { certificateMarkup } from "./certificate.js";
import { classMarkup } from "./classes.js";
import { courseMarkup, coursesMarkup } from "./course.js";
import { ExamTable, LessonTable, SchoolLink } from "./desk_link.js";
import { lessonMarkup, samplesMarkup } from "./lesson.js";
import { Paper } from "./paper.js";
import { clauseCount, clock } from "./parts.js";
import { Player, replaySheet } from "./player.js";
import { reportMarkup } from "./report.js";

const QUESTIONS = 10;

export class SchoolRoom extends HTMLElement {
  async connectedCallback() {
    document.title = "siete · school";
    this.innerHTML = String(
      html`<link rel="stylesheet" href="/static/styles/school.css">${topBar("/school")}
        <main class="wrap school" id="main" tabindex="-1"><p class="note" role="status" data-note></p>
          <div data-body></div></main>`,
    );
    this.wire();
    this.keys = (event) => this.key(event);
    addEventListener("keydown", this.keys);
    await loadStyle();
    await this.tell(this.open());
  }
  disconnectedCallback() {
    removeEventListener("keydown", this.keys);
    this.paper?.close();
    this.player?.close();
  }
  wire() {
    const at = (type, selector, act) =>
      on(this, type, selector, (node, event) => {
        if (type === "submit") event.preventDefault();
        this.tell(act(node));
      });
    at("click", "[data-begin]", () => this.begin());
    at("click", "[data-review]", () => this.review());
    at("click", "[data-start]", () => this.start());
    at("click", "[data-stop]", () => this.paper.end());
    at("click", "[data-choice]", (node) => this.paper.answer(node.dataset.choice));
    at("click", "[data-next]", () => this.paper.next());
    at("click", "[data-chip]", (node) => this.paper?.take(Number(node.dataset.chip)));
    at("click", "[data-back]", () => this.paper.putBack());
    at("click", "[data-pay]", () => this.paper.pay());
    at("click", "[data-print]", () => print());
    at("click", "[data-play]", (node) => this.player?.play(node.dataset.play));
    at("click", "[data-replay]", (node) => this.replay(node.dataset.replay));
    at("submit", "[data-set]", (form) => this.setDrill(form.elements.drill.value));
    at("change", "[data-shown]", (node) => this.choose(Number(node.value)));
    at("submit", "[data-typed]", (form) => this.paper.answer(form.elements.answer.value.trim() || " "));
    at("submit", "[data-join]", (form) => this.join(form.elements.code.value));
    at("submit", "[data-make]", (form) => this.make(form.elements));
    at("click", "[data-leave]", (node) => this.leave(node.dataset.leave));
  }

  /** Say what went wrong, if something did. */
  async tell(done) {
    const note = this.querySelector("[data-note]");
    try {
      await done;
      if (note) note.textContent = "";
    } catch (error) {
      if (note) note.textContent = error.sentence || "That did not work. Try again.";
      if (!error.sentence) throw error;
    }
  }
  show(markup) {
    fill(this.querySelector("[data-body]"), markup);
  }

  // --- views

  async open() {
    const [first, second, part] = ["rules", "lesson", "part"].map((name) => this.getAttribute(name));
    if (first === "certificate") return this.show(certificateMarkup(await api.school(`/certificates/${second}`)));
    this.who = (await api.session()) || (await api.enter(prefs.name || guestName()));
    if (first === "class") return this.openClass(second);
    if (!first) return this.openSchool();
    this.course = await api.school(`/${first}`);
    if (!second) return this.show(courseMarkup(this.course));
    if (second === "exam") return this.openExam();
    if (second === "drill") return this.openDrill(part);
    this.lesson = await api.school(`/${first}/${second}`);
    this.chosen = Math.min(Number(this.getAttribute("demonstration")) || 0, this.lesson.demonstrations.length - 1);
    return part === "desk" ? this.openDesk() : this.openLesson();
  }
  async openSchool() {
    const [{ courses }, classes] = await Promise.all([api.school(""), api.school("/classes")]);
    this.show(coursesMarkup(courses, classes, this.who));
  }
  async openClass(code) {
    const first = Number(this.getAttribute("first")) || 0;
    this.show(classMarkup(await api.school(`/classes/${code}?first=${first}`)));
  }
  async join(code) {
    const { rules } = await api.joinClass(code);
    visit(`/school/${rules}`);
  }
  async leave(code) {
    await api.leaveClass(code);
    await this.openSchool();
  }
  async setDrill(drill) {
    const code = this.getAttribute("lesson");
    await api.setDrill(code, drill);
    await this.openClass(code);
  }
  async make({ name, rules }) {
    const { code } = await api.makeClass(name.value, rules.value);
    visit(`/school/class/${code}`);
  }

  // --- a lesson and its demonstration

  async openLesson() {
    this.show(lessonMarkup(this.course, this.lesson, this.chosen));
    const { rules } = this.course;
    const scenes = await api.school(`/${rules}/${this.lesson.lesson}/scenes/${this.chosen}`);
    this.player = new Player(this, scenes);
    const samples = this.querySelector("[data-samples]");
    if (samples) fill(samples, html`${samplesMarkup(scenes, this.lesson.samples)}`);
  }
  async choose(number) {
    this.player?.close();
    this.chosen = number;
    await this.openLesson();
  }

  // --- papers

  kit() {
    this.kitMade ??= api.school(`/${this.course.rules}/desk`);
    return this.kitMade;
  }
  crumbs(last) {
    return [["School", "/school"], [this.course.title, `/school/${this.course.rules}`], [last]];
  }
  async begin() {
    const { rules } = this.course;
    if (this.drill) return this.start();
    const { lesson, title } = this.lesson;
    const begun = await api.schoolTest(rules, lesson, QUESTIONS);
    await this.run(begun, title, this.crumbs("Test"), "Again");
  }
  async review() {
    const begun = await api.schoolBegin(`/${this.course.rules}/review`);
    if (!begun.questions.length) return this.show(courseMarkup(await api.school(`/${this.course.rules}`)));
    return this.run(begun, "What is due", this.crumbs("Review"), "");
  }
  /** After an exam that failed, what it missed comes before the next. */
  openExam() {
    const { exam } = this.course;
    if (exam.to_mend.length) this.cover(CLOSED(this.course));
    else this.cover(EXAM(this.course));
  }
  openDrill(name) {
    this.drill = this.course.drills.find((each) => each.drill === name);
    if (this.drill) this.cover(DRILL(this.drill));
    else visit(`/school/${this.course.rules}`);
  }
  /** What a drill or an exam is, before its clock runs. */
  cover({ title, words, button, isReview = false }) {
    this.show(
      html`<div class="hero"><div><p class="crumbs"><a href="/school">School</a> ›
          <a href="/school/${this.course.rules}">${this.course.title}</a></p><h1>${title}</h1></div></div>
        <section class="panel cover"><ul>${words.map((each) => html`<li>${each}</li>`)}</ul>
          <button class="btn primary big" ${isReview ? html`data-review` : html`data-start`}
            data-focus="start">${button}</button></section>`,
    );
    this.querySelector("[data-focus=start]").focus();
  }
  async start() {
    const { rules } = this.course;
    if (this.drill) {
      const begun = await api.schoolBegin(`/${rules}/drills/${this.drill.drill}`);
      return this.run(begun, this.drill.title, this.crumbs("Drill"), "Again");
    }
    const begun = await api.schoolBegin(`/${rules}/exam`);
    return this.run(begun, "Exam", this.crumbs("Exam"), "");
  }
  async run(begun, title, back, again) {
    const kit = await this.kit();
    const show = (markup) => this.show(markup);
    const over = (marks) => this.tell(this.ended(begun, title, marks, again));
    this.paper?.close();
    this.paper = new Paper({ begun, kit, title, back, show, over });
    this.paper.draw();
  }
  /** After the last question: the desk where an exam has one, or the score. */
  async ended(begun, title, marks, again) {
    const { paper } = this;
    if (begun.moments?.length && paper.left > 0) this.sitExam(begun, title, marks);
    else await this.score(begun, title, marks, [], again);
  }
  async score(begun, title, marks, done, again) {
    this.paper = null;
    const moments = (begun.moments || []).slice(0, done.length);
    const wrong = marks.filter((each) => !each.is_right);
    const asked = begun.kind === "exam" ? [...begun.questions, ...moments] : wrong;
    const report = await api.schoolFinish(
      begun.paper,
      asked.map((each) => each.ticket),
    );
    const all =
      begun.kind === "exam"
        ? joined(begun, marks, done, report.marks)
        : marks.map((each) => ({ ...each, ...report.marks[wrong.indexOf(each)] }));
    this.leaveDesk();
    this.course = await api.school(`/${this.course.rules}`);
    this.show(reportMarkup(this.course, title, report, all, again));
  }

  async replay(ticket) {
    replaySheet(await api.schoolReplay(ticket));
  }

  // --- the desk

  async openDesk() {
    const level = this.getAttribute("level") || "guided";
    const { rules } = this.course;
    const begun = await api.schoolSit(rules, this.lesson.lesson, this.chosen, level);
    const table = new LessonTable(begun);
    const link = new SchoolLink(table, () => this.tell(this.dealt(begun, table.missed)));
    this.sitDown(
      begun,
      link,
      () => `${this.lesson.title}: ${table.at.done + 1} of ${table.at.of}`,
      `/school/${rules}/${this.lesson.lesson}`,
    );
  }
  /** `missed` has what was done first at each step that was not right at once, by the step's ticket. */
  async dealt(begun, missed) {
    const tickets = [...missed.keys()];
    const report = await api.schoolFinish(begun.paper, tickets);
    this.leaveDesk();
    const marks = report.marks.map((mark, i) => ({
      ...mark,
      text: mark.answer,
      given: missed.get(tickets[i]),
      ticket: tickets[i],
    }));
    this.show(reportMarkup(this.course, this.lesson.title, report, marks, "Take the test"));
  }
  async sitExam(begun, title, marks) {
    const ends = this.paper.ends;
    const kit = await this.kit();
    const table = new ExamTable(begun.moments);
    const link = new SchoolLink(table, () => this.tell(this.score(begun, title, marks, table.done, "")));
    const left = () => (ends - performance.now()) / 1000;
    const before = begun.questions.length,
      all = before + begun.moments.length;
    const number = () => `Task ${before + table.number + 1} of ${all} · ${clock(left())} left`;
    this.sitDown({ ...kit, title }, link, number, "");
  }
  /** Put a desk over the room. */
  async sitDown({ felt, desk, rules_hash: hash }, link, words, back) {
    const { DeskRoom } = await import("../desk/room.js");
    if (!customElements.get("siete-desk")) customElements.define("siete-desk", DeskRoom);
    const node = document.createElement("siete-desk");
    node.source = {
      table: { name: this.course.title, felt, rules: this.course.rules, rules_hash: hash, owner: "" },
      desk,
      link,
      words,
      back,
    };
    this.leaveDesk();
    this.querySelector(".wrap").hidden = true;
    this.append(node);
  }
  leaveDesk() {
    this.querySelector("siete-desk")?.remove();
    this.querySelector(".wrap").hidden = false;
  }

  /** Keys of the paper that is open. */
  key(event) {
    if (!this.paper || this.querySelector("siete-desk") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches?.("input, select") || (event.key === "Enter" && event.target.matches?.("button, a")))
      return;
    const done = this.paper.key(event.key);
    if (done === null) return;
    event.preventDefault();
    this.tell(done);
  }
}

/** The answers of an exam with what would have been right, which is told at its end only. */
const joined = (begun, given, done, right) => {
  const questions = begun.questions.map(({ text, ticket }, i) => ({
    text,
    ticket,
    ...right[i],
    given: given[i]?.given || "",
  }));
  const moments = done.map((motion, i) => ({
    text: begun.moments[i].message.you.desk.sprung || "At the desk",
    ...right[begun.questions.length + i],
    ticket: begun.moments[i].ticket,
    given: motion,
  }));
  return [...questions, ...moments];
};

const DRILL = ({ title, about, seconds, questions, passes }) => ({
  title,
  words: [about, `${questions} questions, ${clock(seconds)} minutes.`, `${passes} right answers pass it.`],
  button: "Start the clock",
});
const CLOSED = ({ exam, title }) => ({
  title: `Exam: ${title}`,
  words: [
    `Your last try had ${exam.last[0]} of ${exam.last[1]} right.`,
    `The exam opens again when each clause that you missed was right once: ${clauseCount(exam.to_mend.length)} to go.`,
  ],
  button: `Review ${clauseCount(exam.to_mend.length)}`,
  isReview: true,
});
const EXAM = ({ exam, title }) => ({
  title: `Exam: ${title}`,
  words: [
    `${exam.tasks} tasks in ${exam.seconds / 60} minutes, ${exam.passes} to pass: questions first, then the desk.`,
    "At the desk something may go wrong at any moment: call the floorperson and report it.",
    "No word is said until the end, and nothing can be taken back.",
    "Who passes gets a certificate.",
  ],
  button: "Begin the exam",
});
