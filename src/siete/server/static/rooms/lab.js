/* The lab: turn any choice of a submission and see what it does to the edge, the chart, and every other wager.

   Figures are solved by the house's workers. A figure that is being solved keeps its old value, greyed; while the
   submission has faults, the last good figures stay. */
import { api, call } from "../api.js";
import { fill, html, on, style, visit } from "../dom.js";
import { SubmissionForm } from "../forms/submission.js";
import { guestName } from "../people.js";
import { prefs } from "../prefs.js";
import { clauseSheet } from "../sheets.js";
import { topBar } from "../shell.js";
import * as markup from "./lab_markup.js";

const KEPT = 60;
const ask = (what, body) => call("POST", `/lab/${what}`, body);

export class LabRoom extends HTMLElement {
  async connectedCallback() {
    document.title = "siete · lab";
    style("lab");
    Object.assign(this, { known: new Map(), edges: [], usual: null, turn: 0 });
    this.innerHTML = String(html`${topBar("/lab")}${markup.frame()}`);
    on(this, "click", "[data-clause]", (node) => clauseSheet(node.dataset.clause));
    on(this, "click", "[data-do]", (node) => this.act(node.dataset.do));
    on(this, "change", "[data-book]", (node) => this.form.write(`rule_set = "${node.value}"\n`));
    try {
      const { rules } = await api.rules();
      this.books = rules;
      const asked = this.getAttribute("rules");
      const first = rules.some(({ name }) => name === asked) ? asked : rules[0].name;
      fill(this.querySelector("[data-book]"), markup.books(rules, first));
      const text = `rule_set = "${first}"\n`;
      this.form = new SubmissionForm(this.querySelector("[data-form]"), { text, tell: (state) => this.told(state) });
    } catch (error) {
      this.say(error.sentence);
    }
  }
  disconnectedCallback() {
    this.turn++;
  }

  say(words = "") {
    fill(this.querySelector("[data-note]"), words);
  }

  /** What was asked before is at hand; the oldest answers are forgotten. */
  async figure(what, body) {
    const key = `${what} ${JSON.stringify(body)}`;
    if (!this.known.has(key)) {
      const found = await ask(what, body);
      this.known.set(key, found);
      if (this.known.size > KEPT) this.known.delete(this.known.keys().next().value);
    }
    return this.known.get(key);
  }

  async told(state) {
    const turn = ++this.turn;
    const { ok, text, rules } = state;
    if (rules) this.querySelector("[data-book]").value = rules;
    this.classList.toggle("stale", !ok);
    this.querySelector("[data-figures]").setAttribute("aria-busy", String(ok));
    if (!ok) return;
    this.say();
    try {
      await this.explore(text, rules, turn);
    } catch (error) {
      if (turn === this.turn) this.say(error.sentence || "The figures cannot be shown now.");
    }
  }

  /** The base game first; then costs and other wagers, one after the other, as long as nothing else was turned. */
  async explore(text, rules, turn) {
    const found = await this.figure("explore", { text });
    const usual = await this.figure("explore", { text: `rule_set = "${rules}"\n` });
    if (turn !== this.turn) return;
    this.shown = { found, usual, costs: [], wagers: [] };
    this.draw();
    this.querySelector("[data-figures]").setAttribute("aria-busy", "false");
    for (const [option] of found.options.entries()) {
      const cost = await this.figure("cost", { text, option });
      if (turn !== this.turn) return;
      this.shown.costs.push(cost);
      this.draw();
    }
    for (const wager of found.wagers) {
      const priced = await this.figure("wager", { text, wager });
      if (turn !== this.turn) return;
      this.shown.wagers.push(priced);
      this.draw();
    }
    await this.compare(turn);
  }

  /** Where the rule sets lie with their own choices. */
  async compare(turn) {
    for (const { name, title } of this.books) {
      if (this.edges.some((each) => each.name === name)) continue;
      const { base } = await this.figure("explore", { text: `rule_set = "${name}"\n` });
      this.edges.push({ name, title, edge: base.house_edge });
      if (turn === this.turn) this.draw();
    }
  }

  draw() {
    const { found, usual, costs, wagers } = this.shown;
    fill(this.querySelector("[data-command]"), found.command);
    fill(this.querySelector("[data-edge]"), markup.edge(found.base, usual.base, this.edges));
    fill(this.querySelector("[data-chart]"), markup.chart(found.chart, usual.chart));
    fill(this.querySelector("[data-costs]"), markup.costs(costs, found.options.length));
    fill(this.querySelector("[data-wagers]"), markup.wagers(wagers, this.chosen()));
  }

  /** The paytables that are on the table. */
  chosen() {
    const field = this.form.state.fields.find(({ name }) => name === "jackpot_paytable");
    return field ? JSON.parse(field.toml) : [];
  }

  act(what) {
    const doings = {
      table: () => this.open(),
      json: () => save(JSON.stringify(this.shown, null, 1), "figures.json"),
      csv: () => save(markup.csv(this.shown), "figures.csv"),
      par: () => this.par(),
    };
    if (this.shown && this.form.state.ok) doings[what]().catch?.((error) => this.say(error.sentence));
  }
  async open() {
    if (!(await api.session())) await api.enter(prefs.name || guestName());
    const table = { name: "From the lab", submission: this.form.text, mode: "practice", timers: false };
    visit(`/t/${encodeURIComponent((await api.open(table)).id)}?sit`);
  }
  async par() {
    this.say("The PAR sheet is being written …");
    save(await ask("par", { text: this.form.text }), "par.html");
    this.say();
  }
}

const save = async (text, name) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
