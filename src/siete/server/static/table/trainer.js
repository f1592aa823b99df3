/* The trainer of a practice table: what each action is worth, what the last mistake cost, and how one does over time. */
import { api } from "../api.js";
import { html } from "../dom.js";
import { prefs, setPref } from "../prefs.js";

const KEY = "siete-trainer";
const read = () => { try { return JSON.parse(localStorage.getItem(KEY)) || {}; } catch { return {}; } };
const blank = () => ({ decisions: 0, right: 0, lost: 0 });
const WORDS = { Hit: "hit", Stand: "stand", Double: "double", Split: "split", Surrender: "surrender", Rescue: "rescue" };
const signed = (value) => `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(4)}`;

export class Trainer {
  constructor(room) {
    Object.assign(this, { room, found: null, key: "", verdict: null, now: blank(), isDrilling: false });
    this.history = { ...blank(), missed: {}, ...read() };
  }

  get isOn() { return this.room.isPractice && this.room.isSeated(); }
  /** Whether the values are shown before one decides. */
  get isOpen() { return prefs.peek === true; }

  /** Ask for the values of the decision now before me, once for each. */
  async look() {
    const ask = this.room.myAsk(), key = ask && ["play", "doubled"].includes(ask.question) ? this.room.askKey() : "";
    if (!this.isOn) return;
    this.warm();
    if (key === this.key) return;
    this.key = key;
    this.found = null;
    if (!key) return;
    try {
      const found = await api.hint(this.room.table, ask.box, prefs.shoe || "full");
      if (this.key === key) { this.found = found; this.room.redraw(); }
    } catch (error) { if (this.key === key) { this.found = { trouble: error.sentence }; this.room.redraw(); } }
  }

  /** The first question wakes the worker, which takes seconds; asked while wagers are placed, nobody waits for it. */
  warm() {
    if (this.isWarm) return;
    this.isWarm = true;
    api.values(this.room.table, { player: "8s 8d", up: "7h" }).catch(() => {});
  }

  /** The values for the decision now open: by action, and the best of them. */
  hint() {
    if (!this.isOn || !this.found?.actions || this.key !== this.room.askKey()) return null;
    return { values: new Map(this.found.actions.map(({ action, ev }) => [action, ev])), best: this.found.best, isOpen: this.isOpen };
  }

  /** What was known when an answer went out. */
  asked() { const hint = this.hint(); return hint && { ...hint, key: this.key, found: this.found }; }

  /** Judge the answer that the house took. */
  answered(answer, hint) {
    const action = WORDS[answer.command];
    if (!hint || !action || !hint.values.has(action)) return;
    const cost = Math.max(0, hint.values.get(hint.best) - hint.values.get(action)), isRight = cost < 1e-9;
    this.verdict = { action, best: hint.best, cost, isRight, cell: hint.found.cell };
    for (const book of [this.now, this.history]) { book.decisions += 1; book.right += isRight ? 1 : 0; book.lost += cost; }
    const cell = hint.found.cell?.name;
    if (cell && !isRight) this.history.missed[cell] = (this.history.missed[cell] || 0) + 1;
    else if (cell && this.history.missed[cell]) { this.history.missed[cell] -= 1; if (!this.history.missed[cell]) delete this.history.missed[cell]; }
    try { localStorage.setItem(KEY, JSON.stringify(this.history)); } catch { /* kept for this visit only */ }
    if (!isRight) this.room.voice.say(`${action} costs ${cost.toFixed(3)} of the wager; ${hint.best} was best`);
  }

  forget() { this.verdict = null; this.key = ""; }
  /** Values from a full shoe, as the chart has them, or from what is left of this one. */
  swapShoe() { setPref("shoe", prefs.shoe === "remaining" ? "full" : "remaining"); this.key = ""; this.look(); }
  toggle() { setPref("peek", !this.isOpen); this.room.redraw(); }

  markup() {
    if (!this.isOn) return html``;
    return html`<h2>Trainer <span>${this.rate(this.now)}</span></h2>${this.valuesTable()}${this.verdictLine()}
      <div class="ops"><button class="btn sm" data-focus="peek" data-do="peek" aria-pressed="${String(this.isOpen)}">Values</button><button class="btn sm" data-focus="back" data-do="back" aria-label="Take back">Back</button><button class="btn sm" data-focus="chart" data-do="chart">Chart</button><button class="btn sm" data-focus="drill" data-do="drill" aria-pressed="${String(this.isDrilling)}">Drill</button></div>`;
  }

  rate(book) { return book.decisions ? `${Math.round(book.right / book.decisions * 100)} % of ${book.decisions} right` : "no decision yet"; }

  valuesTable() {
    const { found } = this;
    if (found?.trouble) return html`<p class="note">${found.trouble}</p>`;
    if (!this.isOpen || !found?.actions || this.key !== this.room.askKey()) return "";
    return html`<table><caption class="vh">Value of every action, per original wager</caption><tbody>${found.actions.map(({ action, ev }) => html`<tr class="${action === found.best ? "best" : ""}"><td>${action}</td><td>${signed(ev)}</td></tr>`)}</tbody></table><p class="note">Per wager, <button class="swap" data-focus="shoe" data-do="shoe" title="Full or remaining shoe">${prefs.shoe === "remaining" ? "remaining shoe" : "full shoe"}</button></p>`;
  }

  verdictLine() {
    const { verdict } = this;
    if (!verdict) return html`<p class="note past ${this.isOpen ? "less" : ""}">Over all sessions: ${this.rate(this.history)}, ${this.history.lost.toFixed(2)} wagers lost.</p>`;
    return verdict.isRight ? html`<p><span class="right">Right:</span> ${verdict.action}.</p>` : html`<p><span class="wrong">${verdict.action} cost ${verdict.cost.toFixed(3)}</span> of the wager; ${verdict.best} was best.</p>`;
  }
}
