/* The link of a desk at a table of the school: like a table's own, but every motion is judged by the lesson. */
import { api } from "../api.js";

class SchoolLink extends EventTarget {
  constructor() {
    super();
    Object.assign(this, { state: "live", delay: 0 });
  }
  tell(message) {
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }
  async send(command, point) {
    const began = performance.now();
    const answer = await this.moved(command, point);
    this.delay = Math.round(performance.now() - began);
    return answer;
  }
  close() {}
}

/** A demonstration that the pupil deals. */
export class LessonLink extends SchoolLink {
  constructor(begun, over) {
    super();
    Object.assign(this, { at: begun, over });
  }
  start() {
    this.tell(told(this.at));
  }
  async moved(command, point) {
    const answer = await api.schoolMove(this.at.ticket, command, point);
    this.at = { ...this.at, ...answer };
    if (answer.is_over) this.over();
    else this.start();
    return answer;
  }
}
const told = ({ message, meanwhile }) => ({ ...message, meanwhile: meanwhile.map(({ words }) => words) });

/** The moments of an exam: one motion each, right or wrong. */
export class ExamLink extends SchoolLink {
  constructor(moments, over) {
    super();
    Object.assign(this, { moments, over, number: 0, done: [] });
  }
  start() {
    this.tell({ ...this.moments[this.number].message, meanwhile: [] });
  }
  async moved(command, point) {
    const answer = await api.schoolMove(this.moments[this.number].ticket, command, point);
    this.done.push(answer.done);
    this.number += 1;
    if (this.number >= this.moments.length) this.over();
    else this.start();
    return answer;
  }
}
