/* The coach of a practice table: what each action is worth at this wager and why, what a mistake cost, how one does.
   The house judges and keeps every decision; the page shows it. */
import { api } from "../api.js";
import { prefs, setPref } from "../prefs.js";
import { EXAM, coachMarkup } from "./coach_markup.js";

const JUDGED = new Set(["play", "doubled", "insurance"]);
const SAMPLE = { player: "8s 8d", up: "7h" };
const blank = () => ({ decisions: 0, right: 0, lost: 0 });

export class Trainer {
  /** `isOn()` says whether one trains here, `ask()` what is asked of me and `askKey()` its name. */
  constructor({ table, isOn, ask, askKey, changed, say }) {
    Object.assign(this, { table, isOn, ask, askKey, changed, say });
    Object.assign(this, { found: null, key: "", last: null, now: blank(), isDrilling: false, isWarm: false });
    Object.assign(this, {
      wanted: null,
      isAsking: false,
      exam: null,
      isReady: false,
      record: null,
      charts: new Map(),
      next: null,
    });
  }

  /** Whether the values are shown before one decides; never in an exam. */
  get isOpen() {
    return prefs.peek === true && !this.isExam;
  }
  get isExam() {
    return Boolean(this.exam?.left);
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
    Object.assign(this, { key, found: null, wanted: key && { key, box: ask.box } });
    if (!this.isAsking) await this.findAll();
  }
  /** One question at a time: whoever decides faster than the house reckons skips the ones in between. */
  async findAll() {
    this.isAsking = true;
    while (this.wanted) {
      const { key, box } = this.wanted;
      this.wanted = null;
      const asked = api.hint(this.table, box, prefs.shoe || "full");
      this.take(key, await asked.catch((error) => ({ trouble: error.sentence })));
    }
    this.isAsking = false;
  }
  take(key, found) {
    if (this.key !== key) return;
    this.isReady = true;
    this.found = found;
    this.changed();
    if (this.isOpen) this.drawChart();
  }
  /** The first question wakes the worker, which takes seconds; asked while wagers are placed, nobody waits for it. */
  async warm() {
    if (this.isWarm) return;
    this.isWarm = true;
    this.recall();
    await api.values(this.table, SAMPLE).catch(() => {});
    this.isReady = true;
    this.changed();
  }
  /** What the house has kept of my decisions. */
  async recall() {
    this.record = await api.coach().catch(() => null);
    this.changed();
  }

  /** The values for the decision now open: by action, and the best of them. */
  hint() {
    if (!this.isOn() || !this.found?.actions?.length || this.key !== this.askKey()) return null;
    const cents = new Map(this.found.actions.map((each) => [each.action, each.cents]));
    return { cents, best: this.found.best, found: this.found, isOpen: this.isOpen };
  }

  /** The chart for this wager, once it is there. */
  get chart() {
    return this.charts.get(this.wager) || null;
  }
  async drawChart() {
    const { wager } = this;
    if (!wager || this.charts.has(wager)) return;
    this.charts.set(wager, null);
    const chart = await api.chart(this.table, wager).catch(() => null);
    this.charts.set(wager, chart);
    this.changed();
  }

  // --- judging ------------------------------------------------------------------------------------------------

  /** Let the house judge an answer that it took, by what it told before. */
  async answered(action, hint) {
    if (!hint?.cents.has(action)) return;
    const { found } = hint;
    const verdict = await api.decided(found.ticket, action).catch((error) => ({ trouble: error.sentence }));
    if (verdict.trouble) return this.say(verdict.trouble);
    const isRight = verdict.kind !== "wrong";
    this.record = verdict;
    this.last = { found, verdict };
    for (const sum of [this.now, ...(this.isExam ? [this.exam] : [])]) count(sum, verdict, isRight);
    if (this.isExam) this.counted();
    const { name, best_name: best, cost } = verdict;
    if (!isRight && !this.isExam) this.say(`${name} costs ${cost.toFixed(3)} of the wager; ${best} was best`);
    return this.changed();
  }

  /** One more decision of an exam; after the last no hands are drilled any more. */
  counted() {
    this.exam.left -= 1;
    if (!this.exam.left) this.isDrilling = false;
  }

  forget() {
    Object.assign(this, { last: null, key: "" });
  }
  /** Values from a full shoe, as the chart has them, or from what is left of this one. */
  swapShoe() {
    setPref("shoe", prefs.shoe === "remaining" ? "full" : "remaining");
    this.key = "";
    this.look();
  }
  toggle() {
    setPref("peek", !this.isOpen);
    if (this.isOpen) this.drawChart();
    this.changed();
  }
  drill() {
    this.isDrilling = !this.isDrilling;
    this.say(`Drill ${this.isDrilling ? "on: hands that are due, close or long" : "off"}`);
    this.changed();
  }
  /** The next round deals the hand of a mistake again. */
  again(index) {
    const { cards, up, cell } = this.record.mistakes[index];
    this.deal({ player: cards.join(" "), up }, `The next round deals ${cell}.`);
  }
  /** The next round deals this hand, or these cards from the top of the shoe. */
  deal(next, words) {
    Object.assign(this, { next: { ...next, words } });
    this.say(words);
    this.changed();
  }
  /** Put the wanted cards on top of the shoe, before the first card of a round. */
  async stack(send) {
    const { next } = this;
    if (!next?.isKept) this.next = null;
    if (next?.cards) await send({ command: "StackShoe", cards: next.cards });
    else if (next) await api.drill(this.table, { player: next.player, up: next.up });
    else if (this.isDrilling) await api.drill(this.table);
  }
  /** So many decisions without help, counted; pressed again, it is over. */
  examine() {
    this.exam = this.isExam ? null : { ...blank(), left: EXAM };
    this.isDrilling = Boolean(this.exam);
    this.last = null;
    this.say(this.exam ? `Exam: ${EXAM} decisions, no values` : "Exam ended");
    this.changed();
  }

  markup() {
    return this.isOn() ? coachMarkup(this) : "";
  }
}

const count = (record, { cost }, isRight) => {
  record.decisions += 1;
  record.right += isRight ? 1 : 0;
  record.lost += cost;
};
