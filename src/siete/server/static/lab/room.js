/* The lab: one submission, and six ways to look at it. Each view is made when somebody comes to it, and kept.

   Figures are solved by the house's workers. One that is being solved keeps its old value, greyed; while the submission
   has faults, the last good figures stay. */
import { api } from "../api.js";
import { fill, html, on, style, visit } from "../dom.js";
import { guestName } from "../people.js";
import { prefs } from "../prefs.js";
import { clauseSheet } from "../sheets.js";
import { topBar } from "../shell.js";
import { csv, save } from "./asker.js";
import { CompareView } from "./compare.js";
import { CountView } from "./count.js";
import { ExplorerView } from "./explorer.js";
import { HandView } from "./hand.js";
import { MeterView } from "./meter.js";
import { checkSheet, parMenu } from "./par.js";
import { wirePlots } from "./plots.js";
import { SimulateView } from "./simulate.js";

const VIEWS = {
  explorer: ["Explorer", ExplorerView],
  simulate: ["Simulate", SimulateView],
  count: ["Count", CountView],
  compare: ["Compare", CompareView],
  meter: ["Meters", MeterView],
  hand: ["Hand", HandView],
};

export class LabRoom extends HTMLElement {
  async connectedCallback() {
    document.title = "siete · lab";
    style("lab");
    Object.assign(this, { views: new Map(), text: "", outside: [], rules: "", isGood: true });
    const view = this.getAttribute("view");
    this.view = VIEWS[view] ? view : "explorer";
    this.innerHTML = String(html`${topBar("/lab")}${frame()}`);
    on(this, "click", "[data-clause]", (node) => clauseSheet(node.dataset.clause));
    on(this, "click", "[data-view]", (node, event) => this.open(node.dataset.view, event));
    on(this, "click", "[data-do]", (node) => this.act(node.dataset.do));
    on(this, "change", "[data-check]", (node) => checkSheet(node.files[0], this.querySelector("[data-note]")));
    wirePlots(this);
    this.sizes = new ResizeObserver(() => requestAnimationFrame(() => this.resized()));
    this.sizes.observe(this.querySelector("[data-views]"));
    try {
      const { rules } = await api.rules();
      this.books = rules;
      const asked = this.getAttribute("rules");
      const first = rules.some(({ name }) => name === asked) ? asked : rules[0].name;
      this.text = this.getAttribute("text") || `rule_set = "${first}"\n`;
      this.rules = this.text.match(/rule_set\s*=\s*"([^"]*)"/)?.[1] || first;
      this.show();
    } catch (error) {
      this.say(error.sentence || String(error));
    }
  }
  disconnectedCallback() {
    this.sizes?.disconnect();
    for (const view of this.views.values()) view.leave?.();
  }

  say(words = "") {
    fill(this.querySelector("[data-note]"), words);
  }
  title(name) {
    return this.books.find((each) => each.name === name)?.title || name;
  }

  /** Another way to look at the same submission; the address says which. */
  open(view, event) {
    event?.preventDefault();
    event?.stopPropagation();
    this.view = view;
    history.replaceState({}, "", this.address());
    this.show();
  }
  address(more = {}) {
    const usual = this.text === `rule_set = "${this.rules}"\n`;
    const asked = { view: this.view, ...(usual ? { rules: this.rules } : { text: this.text }), ...more };
    return `/lab?${new URLSearchParams(asked)}`;
  }

  /** The submission was changed, in whichever view. */
  turned({ text, rules, ok, outside = [] }) {
    Object.assign(this, { text, rules: rules || this.rules, isGood: ok, outside });
    this.classList.toggle("stale", !ok);
    if (ok) history.replaceState({}, "", this.address(this.views.get("simulate")?.asked?.() || {}));
  }

  show() {
    fill(this.querySelector("[data-tabs]"), tabs(this.view));
    const home = this.querySelector("[data-views]");
    if (!this.views.has(this.view)) {
      const node = document.createElement("div");
      node.className = `lab-view lab-${this.view}`;
      home.append(node);
      this.views.set(this.view, new VIEWS[this.view][1](node, this));
    }
    for (const [name, view] of this.views) view.root.hidden = name !== this.view;
    this.current.enter();
  }
  get current() {
    return this.views.get(this.view);
  }
  /** What prints the same figures in a terminal. */
  command(words) {
    fill(this.querySelector("[data-command]"), words);
  }

  resized() {
    const wide = this.querySelector("[data-views]").clientWidth;
    if (wide === this.wide) return;
    this.wide = wide;
    this.current?.draw?.();
  }

  act(what) {
    const { current } = this;
    const name = `${this.rules}-${this.view}`;
    const doings = {
      json: () => save(JSON.stringify(current.data(), null, 1), `${name}.json`, "application/json"),
      csv: () => save(csv(current.rows()), `${name}.csv`, "text/csv"),
      par: () => parMenu(this),
      print: () => print(),
      "par-html": () => this.par(".html"),
      "par-xlsx": () => this.par(".xlsx"),
    };
    if (!doings[what]) return;
    try {
      doings[what]()?.catch?.((error) => this.say(error.sentence || String(error)));
    } catch {
      this.say("There are no figures to save yet.");
    }
  }
  async par(kind) {
    document.querySelector("dialog[open]")?.close();
    this.say("The PAR sheet is being written and signed …");
    const answer = await fetch("/api/v1/lab/par", {
      method: "POST",
      credentials: "same-origin",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: this.text, kind }),
    });
    if (!answer.ok) {
      const refused = await answer.json().catch(() => null);
      this.say(refused?.error?.sentence || "The PAR sheet cannot be written now.");
      return;
    }
    save(await answer.blob(), `par-${this.rules}${kind}`, answer.headers.get("content-type"));
    this.say();
  }
  /** A practice table with this submission. */
  async play(text = this.text) {
    if (!(await api.session())) await api.enter(prefs.name || guestName());
    const table = { name: "From the lab", submission: text, mode: "practice", timers: false };
    visit(`/t/${encodeURIComponent((await api.open(table)).id)}?sit`);
  }
}

const frame = () =>
  html`<main class="lab" id="main" tabindex="-1"><div class="lab-bar"><h1>Lab</h1>
    <nav class="lab-tabs" aria-label="Ways to look" data-tabs></nav>
    <code class="lab-command" data-command tabindex="0" role="note"
      aria-label="The command that prints the same figures"></code>
    <span class="lab-out"><button class="btn" data-do="par">PAR sheet</button
      ><button class="btn" data-do="csv">CSV</button
    ><button class="btn" data-do="json">JSON</button></span></div>
    <p class="lab-note" role="status" data-note></p><div data-views></div></main>`;

const tabs = (here) =>
  html`${Object.entries(VIEWS).map(
    ([name, [words]]) =>
      html`<a href="/lab?view=${name}" data-view="${name}" data-focus="tab-${name}" ${
        name === here ? html`aria-current="page"` : ""
      }>${words}</a>`,
  )}`;
