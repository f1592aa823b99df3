/* What stands beside the layout where there is room: the last result, the coach, my rounds, and the log; one at a time.
   Where there is no room, the same opens as a sheet. */
import { fill, html } from "../dom.js";
import { prefs, setPref } from "../prefs.js";
import { sheet } from "../sheets.js";
import { historyMarkup } from "./history.js";
import { ledgerMarkup } from "./ledger.js";

const TABS = [
  ["result", "Result"],
  ["coach", "Coach"],
  ["rounds", "My rounds"],
  ["log", "Log"],
  ["bench", "Bench"],
];
/** What only a practice table has. */
const PRACTICE = new Set(["coach", "bench"]);

export class SidePanel {
  /** `bench(root)` puts the workbench into an element. */
  constructor({ table, room, results, isPractice, model, bench }) {
    Object.assign(this, { table, room, results, isPractice, model, bench });
  }

  /** The tab that is shown; of those that there are. */
  get tab() {
    const wanted = prefs.tab || (this.isPractice ? "coach" : "result");
    return this.tabs().some(([name]) => name === wanted) ? wanted : "log";
  }
  tabs() {
    if (!this.model.isSeated()) return TABS.filter(([name]) => name === "log");
    return TABS.filter(([name]) => this.isPractice || !PRACTICE.has(name));
  }

  choose(tab) {
    setPref("tab", tab);
    this.draw();
  }

  draw() {
    this.room.dataset.side = this.tab;
    const part = (selector) => this.room.querySelector(selector);
    fill(part(".tabs"), html`${this.tabs().map(([name, label]) => tabButton(name, label, this.tab))}`);
    fill(part(".result"), this.tab === "result" ? this.lastMarkup() : "");
    if (this.tab === "bench" && !this.hasBench) {
      this.hasBench = true;
      this.bench(part(".bench"));
    }
    fill(part(".my-rounds"), this.tab === "rounds" ? historyMarkup(this.results.rounds, this.table) : "");
  }
  lastMarkup() {
    const { last } = this.results;
    if (last?.lines.length) return ledgerMarkup(last, this.table);
    return html`<p class="none">What a round brought is listed here, line by line, when it is over.</p>`;
  }

  /** The ledger of a round: the last, unless another is named. */
  ledger(number = this.results.last?.round) {
    const found = this.results.rounds.find((each) => each.round === number);
    if (found) sheet(`Round ${number}`, html`<div class="result">${ledgerMarkup(found, this.table)}</div>`);
  }
  /** The workbench as a sheet, where there is no room beside the layout. */
  workbench() {
    const dialog = sheet("Workbench", html`<div class="bench"></div>`);
    this.bench(dialog.querySelector(".bench"));
    dialog.addEventListener("close", () => (this.hasBench = false));
  }
  history() {
    const body = historyMarkup(this.results.rounds, this.table);
    const dialog = sheet("My rounds", html`<div class="my-rounds">${body}</div>`);
    dialog.addEventListener("click", ({ target }) => {
      const row = target.closest("[data-round]");
      if (row) this.ledger(Number(row.dataset.round));
    });
  }
}

const tabButton = (name, label, current) =>
  html`<button role="tab" aria-selected="${String(name === current)}" data-focus="tab-${name}" data-tab="${name}"
    >${label}</button>`;
