/* A guided round: what to do now and why, with its clause; the cards are stacked so that every step happens. Whatever
   else is legal may be done instead, and the lesson goes on or begins again. */
import { api } from "../api.js";
import { fill, html, on } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { gain } from "./coach_markup.js";

/** A lesson at its beginning; `isWanted` says that its moment shall be shown, `passed` where I decided last. */
const BEGUN = { at: 0, phase: "wager", decided: 0, isAstray: false, isWanted: false, passed: "" };

export class Guide {
  /** `root` is where it stands; `end()` is called when one has had enough. */
  constructor({ root, table, model, boxes, slip, trainer, dock, ready, end }) {
    Object.assign(this, { root, table, model, boxes, slip, trainer, dock, ready, end });
    Object.assign(this, { lessons: [], ...BEGUN });
    const does = { show: () => this.show(), next: () => this.begin(this.at + 1), end: () => this.end() };
    on(root, "click", "[data-guide]", ({ dataset }) => does[dataset.guide]());
    on(root, "click", "[data-lesson]", ({ dataset }) => this.begin(Number(dataset.lesson)));
  }

  async start() {
    this.lessons = (await api.lessons(this.table)).lessons;
    this.begin(0);
  }
  begin(index) {
    Object.assign(this, { ...BEGUN, at: index });
    this.slip.clear();
    this.trainer.deal({ cards: this.lesson.cards }, "");
    this.draw();
  }

  get lesson() {
    return this.lessons[this.at];
  }
  /** The moment that the round has come to. */
  get moment() {
    const of = (phase) => this.lesson?.moments.filter((each) => each.phase === phase) || [];
    return this.phase === "play" ? of("play")[this.decided] : of(this.phase)[0];
  }
  /** The decision that is right now, by its name in the odds. */
  get action() {
    return this.phase === "play" && !this.isAstray ? this.moment?.action || "" : "";
  }

  // --- following ----------------------------------------------------------------------------------------------

  /** Something happened at the table. */
  told({ event }) {
    const phase = { WagersClosed: "play", RoundEnded: "result" }[event];
    if (phase) Object.assign(this, { phase, isWanted: false });
    this.draw();
  }
  /** I have decided at this point: by the lesson, or otherwise. */
  answered(action, point) {
    if (this.action && action !== this.action) this.isAstray = true;
    Object.assign(this, { decided: this.decided + 1, passed: point, isWanted: false });
    this.draw();
  }

  /** Do what the moment asks for, as soon as the table asks for it: the page may still show what came before. */
  async show() {
    this.isWanted = !this.isAsked();
    if (this.isWanted) return;
    if (this.phase === "wager") await this.wager();
    else await this.dock.give(this.answer());
  }
  isAsked() {
    return this.phase === "wager" ? this.model.isBetting() : Boolean(this.answer());
  }
  /** The right answer to the question before me; the house may have taken one that the page has not shown yet. */
  answer() {
    const isRight = ({ action, legal }) => action === this.action && legal && legal.point !== this.passed;
    return this.action ? this.dock.answers().find(isRight) : undefined;
  }
  async wager() {
    const [box] = this.boxes();
    for (const { wager, amount } of this.lesson.wagers) this.slip.put(box, wager, amount);
    await this.ready();
  }

  // --- drawing ------------------------------------------------------------------------------------------------

  draw() {
    if (!this.lesson) return;
    fill(this.root, this.markup());
    if (this.isWanted && this.isAsked()) this.show();
  }
  markup() {
    const { lesson, moment } = this;
    const place = `Lesson ${this.at + 1} of ${this.lessons.length}`;
    return html`<header><p class="k3">${place}</p><h2>${lesson.title}</h2></header>
      <ol class="steps">${lesson.moments.map((each, i) => this.step(each, i))}</ol>
      <div role="status" aria-live="polite">${this.isAstray && this.phase !== "result" ? this.astray() : told(moment)}
        ${this.worth()}</div><div class="does">${this.buttons()}</div>`;
  }
  step(each, index) {
    const now = this.lesson.moments.indexOf(this.moment);
    const state = index < now ? "done" : index === now ? "now" : "";
    return html`<li class="${state}" ${state === "now" ? html`aria-current="step"` : ""}>${each.title}</li>`;
  }
  astray() {
    return html`<p>You chose otherwise, and that is played. The coach tells afterwards what it was worth.</p>`;
  }
  /** What the right action and the next best are worth at this wager. */
  worth() {
    const found = this.action && this.trainer.hint()?.found;
    if (!found) return "";
    const row = ({ name, cents }) => html`<tr><th scope="row">${name}</th><td class="num">${gain(cents)}</td></tr>`;
    return html`<table class="worth"><tbody>${found.actions.slice(0, 2).map(row)}</tbody></table>`;
  }
  buttons() {
    const isLast = this.at + 1 >= this.lessons.length;
    const next = isLast ? "" : this.lessons[this.at + 1].title;
    const main =
      this.phase === "result"
        ? isLast
          ? button("end", "Play without help", "primary")
          : button("next", `Next: ${next}`, "primary")
        : button("show", "Show me");
    const skip = this.phase === "result" || isLast ? "" : button("next", "Skip this");
    return html`${main}${skip}${this.phase === "result" && isLast ? "" : button("end", "I know the game")}`;
  }
}

const told = (moment) =>
  moment
    ? html`<h3>${moment.title}</h3><p>${moment.text} ${clauseButton(moment.clause)}</p>`
    : html`<p>The dealer plays.</p>`;
const button = (name, label, kind = "") =>
  html`<button class="btn ${kind}" data-guide="${name}" data-focus="guide-${name}">${label}</button>`;
