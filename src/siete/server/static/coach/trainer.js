/* The coach of a practice table: what each action is worth at this wager and why, what a mistake cost, how one does. */
import { api } from "../api.js";
import { prefs, setPref } from "../prefs.js";
import { coachMarkup } from "./coach_markup.js";
import { EXAM, blank, kept, keep } from "./training_record.js";

const JUDGED = new Set(["play", "doubled", "insurance"]);
const SAMPLE = { player: "8s 8d", up: "7h" };
const RIGHT = 1e-9;
/** Less than a cent of a dollar is no mistake worth a word. */
const NEAR = 0.01;
const MISTAKES = 30;

export class Trainer {
  /** `isOn()` says whether one trains here, `ask()` what is asked of me and `askKey()` its name. */
  constructor({ table, isOn, ask, askKey, changed, say }) {
    Object.assign(this, { table, isOn, ask, askKey, changed, say });
    Object.assign(this, { found: null, key: "", verdict: null, now: blank(), isDrilling: false, isWarm: false });
    Object.assign(this, { exam: null, isReady: false });
    this.history = kept();
  }

  /** Whether the values are shown before one decides; never in an exam. */
  get isOpen() {
    return prefs.peek === true && !this.isExam;
  }
  get isExam() {
    return Boolean(this.exam?.left);
  }
  /** The cells of the chart that were missed lately. */
  missed() {
    return Object.keys(this.history.missed);
  }
  /** The cell of the chart of the hand before me. */
  get cell() {
    return this.found?.cell;
  }
  /** The wager that the values are for, in cents. */
  get wager() {
    return this.found?.wager || 0;
  }

  // --- values -------------------------------------------------------------------------------------------------

  /** Ask for the values of the decision now before me, once for each. */
  async look() {
    if (!this.isOn()) return;
    this.warm();
    const ask = this.ask();
    const key = ask && JUDGED.has(ask.question) ? this.askKey() : "";
    if (key === this.key) return;
    Object.assign(this, { key, found: null });
    if (key) await this.find(key, ask.box);
  }
  async find(key, box) {
    const found = await api.hint(this.table, box, prefs.shoe || "full").catch((error) => ({ trouble: error.sentence }));
    if (this.key !== key) return;
    this.isReady = true;
    this.found = found;
    this.changed();
  }
  /** The first question wakes the worker, which takes seconds; asked while wagers are placed, nobody waits for it. */
  async warm() {
    if (this.isWarm) return;
    this.isWarm = true;
    await api.values(this.table, SAMPLE).catch(() => {});
    this.isReady = true;
    this.changed();
  }

  /** The values for the decision now open: by action, and the best of them. */
  hint() {
    if (!this.isOn() || !this.found?.actions || this.key !== this.askKey()) return null;
    const { actions, best, cell, wager, reason } = this.found;
    const values = new Map(actions.map(({ action, ev }) => [action, ev]));
    const cents = new Map(actions.map((each) => [each.action, each.cents]));
    const names = new Map(actions.map((each) => [each.action, each.name]));
    return { values, cents, names, best, cell, wager, reason, isOpen: this.isOpen };
  }

  // --- judging ------------------------------------------------------------------------------------------------

  /** Judge an answer that the house took, by what was known and shown when it went out. */
  answered(action, hint, shown) {
    if (!hint?.values.has(action)) return;
    const cost = Math.max(0, hint.values.get(hint.best) - hint.values.get(action));
    const isRight = cost < RIGHT;
    const kind = isRight ? "right" : cost < NEAR ? "near" : "wrong";
    const { names, wager, reason } = hint;
    const [done, best] = [names.get(action), names.get(hint.best)];
    this.verdict = { action: done, best, cost, cents: Math.round(cost * wager), kind, isRight, reason };
    for (const record of [this.now, this.history, ...(this.isExam ? [this.exam] : [])]) count(record, cost, isRight);
    if (this.isExam) this.exam.left -= 1;
    if (hint.cell?.name) mark(this.history.missed, hint.cell.name, isRight);
    if (kind === "wrong") this.note(hint, shown);
    keep(this.history);
    if (!isRight && !this.isExam) this.say(`${done} costs ${cost.toFixed(3)} of the wager; ${best} was best`);
  }
  /** Put a mistake on the list: what was held, what was done, what it cost. */
  note({ cell }, shown) {
    const { action, best, cost, cents } = this.verdict;
    const made = { ...shown, table: this.table, cell: cell?.name || "", action, best, cost, cents };
    this.history.mistakes = [made, ...(this.history.mistakes || [])].slice(0, MISTAKES);
  }

  forget() {
    Object.assign(this, { verdict: null, key: "" });
  }
  /** Values from a full shoe, as the chart has them, or from what is left of this one. */
  swapShoe() {
    setPref("shoe", prefs.shoe === "remaining" ? "full" : "remaining");
    this.key = "";
    this.look();
  }
  toggle() {
    setPref("peek", !this.isOpen);
    this.changed();
  }
  drill() {
    this.isDrilling = !this.isDrilling;
    this.say(`Drill ${this.isDrilling ? "on: close, long and missed hands" : "off"}`);
    this.changed();
  }
  /** So many decisions without help, counted; pressed again, it is over. */
  examine() {
    this.exam = this.isExam ? null : { ...blank(), left: EXAM };
    this.isDrilling = Boolean(this.exam);
    this.verdict = null;
    this.say(this.exam ? `Exam: ${EXAM} decisions, no values` : "Exam ended");
    this.changed();
  }

  markup() {
    return this.isOn() ? coachMarkup(this) : "";
  }
}

const count = (record, cost, isRight) => {
  record.decisions += 1;
  record.right += isRight ? 1 : 0;
  record.lost += cost;
};
/** Count a missed cell, or forgive one that was played right since. */
const mark = (missed, cell, isRight) => {
  const times = (missed[cell] || 0) + (isRight ? -1 : 1);
  if (times > 0) missed[cell] = times;
  else delete missed[cell];
};
