/* The trainer of a practice table: what each action is worth, what the last mistake cost, how one does over time. */
import { api } from "../api.js";
import { html } from "../dom.js";
import { prefs, setPref } from "../prefs.js";
import { signed } from "../words.js";
import { blank, kept, keep, rate } from "./training_record.js";

const JUDGED = new Set(["play", "doubled"]);
const SAMPLE = { player: "8s 8d", up: "7h" };
const RIGHT = 1e-9;

export class Trainer {
  /** `isOn()` says whether one trains here, `ask()` what is asked of me and `askKey()` its name. */
  constructor({ table, isOn, ask, askKey, changed, say }) {
    Object.assign(this, { table, isOn, ask, askKey, changed, say });
    Object.assign(this, { found: null, key: "", verdict: null, now: blank(), isDrilling: false, isWarm: false });
    this.history = kept();
  }

  /** Whether the values are shown before one decides. */
  get isOpen() {
    return prefs.peek === true;
  }
  /** The cells of the chart that were missed lately. */
  missed() {
    return Object.keys(this.history.missed);
  }
  /** The cell of the chart of the hand before me. */
  get cell() {
    return this.found?.cell;
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
    this.found = found;
    this.changed();
  }
  /** The first question wakes the worker, which takes seconds; asked while wagers are placed, nobody waits for it. */
  warm() {
    if (this.isWarm) return;
    this.isWarm = true;
    api.values(this.table, SAMPLE).catch(() => {});
  }

  /** The values for the decision now open: by action, and the best of them. */
  hint() {
    if (!this.isOn() || !this.found?.actions || this.key !== this.askKey()) return null;
    const values = new Map(this.found.actions.map(({ action, ev }) => [action, ev]));
    return { values, best: this.found.best, cell: this.found.cell, isOpen: this.isOpen };
  }

  // --- judging ------------------------------------------------------------------------------------------------

  /** Judge an answer that the house took, by what was known when it went out. */
  answered(action, hint) {
    if (!hint?.values.has(action)) return;
    const cost = Math.max(0, hint.values.get(hint.best) - hint.values.get(action));
    const isRight = cost < RIGHT;
    this.verdict = { action, best: hint.best, cost, isRight };
    for (const record of [this.now, this.history]) count(record, cost, isRight);
    if (hint.cell?.name) mark(this.history.missed, hint.cell.name, isRight);
    keep(this.history);
    if (!isRight) this.say(`${action} costs ${cost.toFixed(3)} of the wager; ${hint.best} was best`);
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

  // --- markup -------------------------------------------------------------------------------------------------

  markup() {
    if (!this.isOn()) return html``;
    return html`<h2>Trainer <span>${rate(this.now)}</span></h2>${this.valuesTable()}${this.verdictLine()}
      <div class="ops">${button("peek", "Values", this.isOpen)}${button("back", "Back")}
        ${button("chart", "Chart")}${button("drill", "Drill", this.isDrilling)}</div>`;
  }

  valuesTable() {
    const { found } = this;
    if (found?.trouble) return html`<p class="note">${found.trouble}</p>`;
    if (!this.isOpen || !this.hint()) return "";
    const row = ({ action, ev }) =>
      html`<tr class="${action === found.best ? "best" : ""}"><td>${action}</td><td>${signed(ev, 4)}</td></tr>`;
    return html`<table><caption class="vh">Value of every action, per original wager</caption
        ><tbody>${found.actions.map(row)}</tbody></table><p class="note">Per wager, ${shoeButton()}</p>`;
  }

  verdictLine() {
    const { verdict, history } = this;
    if (!verdict)
      return html`<p class="note past ${this.isOpen ? "less" : ""}"
        >Over all sessions: ${rate(history)}, ${history.lost.toFixed(2)} wagers lost.</p>`;
    if (verdict.isRight) return html`<p><span class="right">Right:</span> ${verdict.action}.</p>`;
    return html`<p><span class="wrong">${verdict.action} cost ${verdict.cost.toFixed(3)}</span
      > of the wager; ${verdict.best} was best.</p>`;
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

const button = (name, label, isPressed) => {
  const pressed = isPressed === undefined ? "" : html`aria-pressed="${String(isPressed)}"`;
  const spoken = name === "back" ? html`aria-label="Take back"` : "";
  return html`<button class="btn sm" data-focus="${name}" data-do="${name}" ${spoken}${pressed}>${label}</button>`;
};
const shoeButton = () =>
  html`<button class="swap" data-focus="shoe" data-do="shoe" title="Full or remaining shoe"
    >${prefs.shoe === "remaining" ? "remaining shoe" : "full shoe"}</button>`;
