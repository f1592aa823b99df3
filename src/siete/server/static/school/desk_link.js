/* The link of a desk at a table of the school: like a table's own, but every motion is judged by the lesson. */
import { api, Refusal } from "../api.js";

export class SchoolLink extends EventTarget {
  /** `table` tells where it is now, and moves on by a motion; `over` is called behind the last one. */
  constructor(table, over) {
    super();
    Object.assign(this, { state: "live", delay: 0, table, over });
  }
  start() {
    this.dispatchEvent(new CustomEvent("message", { detail: this.table.message }));
  }
  async send(command, point) {
    const began = performance.now();
    const answer = await this.table.moved(command, point);
    this.delay = Math.round(performance.now() - began);
    if (this.table.isOver) this.over();
    else this.start();
    return answer;
  }
  close() {}
}

/** A demonstration that the pupil deals. */
export class LessonTable {
  constructor(begun) {
    Object.assign(this, { at: begun, isOver: false, missed: new Map() });
  }
  get message() {
    const { message, meanwhile } = this.at;
    return { ...message, meanwhile: meanwhile.map(({ words }) => words) };
  }
  async moved(command, point) {
    const answer = await api.schoolMove(this.at.ticket, command, point);
    if (answer.refused) {
      if (!this.missed.has(this.at.ticket)) this.missed.set(this.at.ticket, answer.done);
      throw new Refusal(answer.refused);
    }
    this.at = { ...this.at, ...answer };
    this.isOver = Boolean(answer.is_over);
    return answer;
  }
}

/** The moments of an exam: one motion each, right or wrong. */
export class ExamTable {
  constructor(moments) {
    Object.assign(this, { moments, done: [] });
  }
  get number() {
    return this.done.length;
  }
  get isOver() {
    return this.number >= this.moments.length;
  }
  get message() {
    return { ...this.moments[this.number].message, meanwhile: [] };
  }
  async moved(command, point) {
    const answer = await api.schoolMove(this.moments[this.number].ticket, command, point);
    this.done.push(answer.done);
    return answer;
  }
}
