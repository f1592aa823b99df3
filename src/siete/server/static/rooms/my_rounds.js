/* My rounds at a table: figures, the chips' way through the range that the odds give, and every round with its ledger.
   The rounds come first; what was to be expected of them follows when the house has worked it out. */
import { api, Refusal } from "../api.js";
import { fill, html, on, style } from "../dom.js";
import { patiently } from "../patience.js";
import { chipsPlot, pointAt } from "../results/chips_plot.js";
import { ledgerMarkup } from "../results/ledger.js";
import { figuresMarkup, headMarkup, pointMarkup, tableMarkup } from "../results/rounds_markup.js";
import { clauseSheet, sheet } from "../sheets.js";
import { topBar, troubleMarkup } from "../shell.js";

export class MyRoundsRoom extends HTMLElement {
  async connectedCallback() {
    document.title = "siete · my rounds";
    this.table = this.getAttribute("table");
    Object.assign(this, { kept: "all", outlook: null, mistakes: null });
    this.classList.add("flowing");
    this.innerHTML = String(html`${topBar("")}<main class="wrap mine" id="main" tabindex="-1"></main>`);
    await style("my_rounds");
    try {
      await this.find();
    } catch (error) {
      fill(this.querySelector("main"), troubleMarkup("These rounds cannot be shown", error));
      return;
    }
    this.wire();
    this.build();
    this.reckon();
  }
  disconnectedCallback() {
    this.watcher?.disconnect();
  }

  async find() {
    if (!(await api.session())) throw new Refusal({ sentence: "Sit down at a table first; your rounds come here." });
    this.about = await api.table(this.table);
    this.rounds = (await api.history(this.table, MOST)).rounds;
  }

  /** What the odds say, and what the coach has kept; nobody waits for them. */
  async reckon() {
    const isOpen = () => this.isConnected;
    const isPractice = this.about.mode === "practice";
    if (!this.rounds.length) return;
    const [outlook, judged] = await Promise.all([
      patiently(() => api.expected(this.table, MOST), isOpen),
      isPractice ? patiently(() => api.mistakes(this.table, MOST), isOpen) : null,
    ]);
    if (!isOpen()) return;
    this.outlook = outlook || { rounds: [], isMissing: true };
    this.mistakes = judged?.mistakes || [];
    this.draw();
  }

  wire() {
    on(this, "click", "[data-clause]", (node) => clauseSheet(node.dataset.clause));
    on(this, "click", "[data-filter]", (node) => {
      this.kept = node.dataset.filter;
      this.draw();
    });
    on(this, "click", "tr[data-round]", (row, { target }) => {
      if (!target.closest("a, [data-clause]")) this.open(Number(row.dataset.round));
    });
    on(this, "pointermove", ".plot svg", (svg, event) => this.point(pointAt(svg, event.clientX)));
    on(this, "click", ".plot svg", (svg, event) => this.open(pointAt(svg, event.clientX)));
    this.querySelector("main").addEventListener("pointerleave", () => this.point(0));
  }

  build() {
    const { about, rounds } = this;
    fill(this.querySelector("main"), headMarkup(about, rounds.length, MOST));
    this.draw();
    this.watcher = new ResizeObserver(() => this.drawPlot());
    if (rounds.length) this.watcher.observe(this.querySelector(".plot"));
  }

  draw() {
    if (!this.rounds.length) return;
    fill(this.querySelector(".sums"), figuresMarkup(this));
    fill(this.querySelector(".list"), tableMarkup(this));
    this.drawPlot();
  }
  drawPlot() {
    const { rounds, outlook, mistakes } = this,
      plot = this.querySelector(".plot");
    fill(plot, chipsPlot({ rounds, outlook, mistakes: mistakes || [], width: plot.clientWidth }));
  }
  /** What a round brought, while one points at it. */
  point(number) {
    const found = this.rounds.find(({ round }) => round === number);
    fill(this.querySelector(".pointed"), found ? pointMarkup(found) : "");
  }

  open(number) {
    const found = this.rounds.find(({ round }) => round === number);
    if (found) sheet(`Round ${number}`, html`<div class="result">${ledgerMarkup(found, this.table)}</div>`);
  }
}

/** So many of the table's last rounds are asked for. */
const MOST = 200;
