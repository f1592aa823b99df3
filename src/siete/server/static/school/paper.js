/* A test, a drill, a review or the questions of an exam: asks, sends every answer, and keeps the time. */
import { api } from "../api.js";
import { html, raw } from "../dom.js";
import { money } from "../words.js";
import { answerMarkup, showMarkup, verdictMarkup } from "./question.js";
import { clock, crumbs, figure, tick } from "./parts.js";

/** How often each kind of question was right in the last runs. */
const kindsMarkup = (kinds) =>
  kinds?.length
    ? html`<section class="panel"><h2>Right, by kind <small>last 10 runs</small></h2><div class="bars">${kinds.map(
        ({ kind, right, asked }) =>
          html`<span>${kind}</span><progress max="${asked}" value="${right}" aria-label="${kind}"></progress>
            <b class="num">${Math.round((100 * right) / asked)} %</b>`,
      )}</div></section>`
    : "";

export class Paper {
  /** `show` draws; `over` is called with the marks when the last question is answered or the time is over. */
  constructor({ begun, kit, title, back, show, over }) {
    Object.assign(this, { begun, kit, title, back, show, over, at: 0, marks: [], hand: [], isAnswered: false });
    this.questions = begun.questions;
    this.ends = begun.seconds ? performance.now() + begun.seconds * 1000 : Infinity;
    this.asked = performance.now();
    if (begun.seconds) this.timer = setInterval(() => this.tick(), 250);
  }
  get isExam() {
    return this.begun.kind === "exam";
  }
  /** In a drill the next question comes at once; in a test somebody reads first why. */
  get isQuick() {
    return this.begun.kind === "drill" || this.isExam;
  }
  get question() {
    return this.questions[this.at];
  }
  get left() {
    return (this.ends - performance.now()) / 1000;
  }
  /** The middle one of the times that answers took. */
  get pace() {
    const times = this.marks.map((each) => each.seconds).toSorted((a, b) => a - b);
    return times[Math.floor(times.length / 2)];
  }
  close() {
    clearInterval(this.timer);
  }

  tick() {
    const node = document.querySelector("[data-clock]");
    if (node) node.textContent = clock(this.left);
    if (this.left <= 0) this.end();
  }
  end() {
    if (this.isOver) return;
    this.isOver = true;
    this.close();
    this.over(this.marks);
  }

  draw() {
    const mark = this.isAnswered ? this.marks.at(-1) : null;
    const below = mark ? verdictMarkup(mark) : answerMarkup(this.kit, this.question, this.hand);
    this.show(
      html`${this.head()}<div class="drill"><section class="panel task" aria-live="polite">
        ${showMarkup(this.kit, this.question, this.dial())}
        <div class="sc-below">${below}</div></section>
        <aside class="sc-side">${this.runPanel()}</aside></div>`,
    );
    if (!mark) document.querySelector("[data-typed] input")?.focus();
  }
  head() {
    const right = this.marks.filter((each) => each.is_right).length;
    const number = `Question ${this.at + 1} of ${this.questions.length}`;
    return html`<div class="hero"><div>${crumbs(...this.back)}<h1>${this.title}</h1>
        <p>${number}${this.isExam ? ": no word until the end" : ""}</p></div>
      <div class="figs">${this.isExam ? "" : figure(right, "right", `${this.marks.length - right} wrong`)}
        ${this.begun.kind === "drill" && this.marks.length ? figure(this.pace.toFixed(1), "s", "typical time") : ""}
        ${
          this.begun.seconds
            ? html`<div class="fig"><b class="num" data-clock>${clock(this.left)}</b><span>left of
              ${clock(this.begun.seconds)}</span></div>`
            : ""
        }</div>
      ${this.begun.kind === "drill" ? html`<button class="btn" data-stop>Stop</button>` : ""}</div>`;
  }
  dial() {
    const part = Math.round((100 * this.at) / this.questions.length);
    return html`<div class="clockr" aria-hidden="true"><svg viewBox="0 0 76 76">${raw(
      `<circle cx="38" cy="38" r="34"/><circle class="fg" cx="38" cy="38" r="34" pathLength="100"
        stroke-dasharray="${part} 100" transform="rotate(-90 38 38)"/>`,
    )}</svg>${this.at + 1}</div>`;
  }
  runPanel() {
    const latest = this.marks.toReversed().slice(0, 8);
    if (this.isExam)
      return html`<section class="panel"><h2>Exam</h2><p class="quiet">${this.marks.length} answered. You cannot go
        back. ${this.begun.moments.length} tasks at the desk follow; something may go wrong there.</p></section>`;
    return html`<section class="panel"><h2>This run <small>latest first</small></h2>
      ${
        latest.length
          ? html`<ol class="runs">${latest.map(
              (mark) =>
                html`<li>${tick(mark.is_right ? "yes" : "no")}<span>${mark.text}<small>${
                  mark.is_right ? `${mark.seconds.toFixed(1)} s` : `${mark.answer} (${mark.clause})`
                }</small></span><b>${mark.is_right && mark.answer.length < 12 ? mark.answer : ""}</b></li>`,
            )}</ol>`
          : html`<p class="quiet">Answer with the number keys, with chips, or type.</p>`
      }</section>${kindsMarkup(this.begun.kinds)}`;
  }

  async answer(given) {
    if (this.isAnswered || this.isOver) return;
    this.isAnswered = true;
    const { ticket, text, lesson } = this.question;
    const seconds = (performance.now() - this.asked) / 1000;
    try {
      this.marks.push({ ...(await api.schoolAnswer(ticket, given)), given, text, lesson, seconds, ticket });
    } catch (error) {
      this.isAnswered = false;
      if (error.code === "school/time-over") this.end();
      else throw error;
      return;
    }
    if (this.isQuick) this.next();
    else this.draw();
  }
  next() {
    this.at += 1;
    Object.assign(this, { isAnswered: false, hand: [], asked: performance.now() });
    if (this.at >= this.questions.length) this.end();
    else this.draw();
  }

  // --- chips and keys

  take(kind) {
    if (!this.question.wager || this.isAnswered) return false;
    this.hand.push(kind);
    this.draw();
    return true;
  }
  putBack() {
    this.hand.pop();
    this.draw();
  }
  pay() {
    return this.answer(money(this.hand.reduce((a, b) => a + b, 0)));
  }
  /** Whether a key meant something here; the promise of what it does. */
  key(name) {
    if (this.isAnswered) return name === "Enter" ? (this.next(), true) : null;
    const choice = this.question.choices[Number(name) - 1];
    if (choice) return this.answer(choice);
    if (!this.question.wager) return null;
    if (name === "Enter") return this.pay();
    if (name === "Backspace") return (this.putBack(), true);
    const found = this.kit.desk.chips.find((each) => each.key === name.toLowerCase());
    return found ? this.take(found.chip) : null;
  }
}
