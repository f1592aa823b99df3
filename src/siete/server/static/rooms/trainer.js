/* The trainer's door: how you have done so far, and a practice table at any rule book. */
import { api } from "../api.js";
import { html, on } from "../dom.js";
import { prefs } from "../prefs.js";
import { topBar } from "../shell.js";

const history = () => { try { return JSON.parse(localStorage.getItem("siete-trainer")) || {}; } catch { return {}; } };

export class TrainerRoom extends HTMLElement {
  async connectedCallback() {
    document.title = "siete · trainer";
    const past = { decisions: 0, right: 0, lost: 0, missed: {}, ...history() };
    const missed = Object.entries(past.missed).sort((a, b) => b[1] - a[1]).slice(0, 12);
    this.innerHTML = String(html`${topBar("/trainer")}<main class="wrap" id="main" tabindex="-1"><div class="hero"><div><h1>Trainer</h1><p>Play a practice table. Before or after each decision you see what every action is worth, exactly, and what a mistake costs.</p></div></div>
      <section class="figures"><div class="panel"><p class="k2">Decisions</p><p class="figure num">${past.decisions}</p></div><div class="panel"><p class="k2">Right</p><p class="figure num">${past.decisions ? `${(past.right / past.decisions * 100).toFixed(1)} %` : "–"}</p></div><div class="panel"><p class="k2">Wagers lost by mistakes</p><p class="figure num">${past.lost.toFixed(3)}</p></div></section>
      ${missed.length ? html`<h2 class="h">Missed lately</h2><p class="tags">${missed.map(([cell, count]) => html`<span>${cell} <b>${count}×</b></span>`)}</p>` : ""}
      <h2 class="h">Practise at</h2><p class="note" role="status" data-note></p><div class="books" data-books></div></main>`);
    on(this, "click", "[data-book]", (node) => this.open(node.dataset.book));
    try {
      const found = await api.rules(), books = found.rules || found;
      this.querySelector("[data-books]").innerHTML = books.map((book) => String(html`<button class="btn" data-book="${book.name}">${book.title}</button>`)).join("");
    } catch (error) { this.querySelector("[data-note]").textContent = error.sentence; }
  }

  async open(rules) {
    try {
      if (!(await api.session())) await api.enter(prefs.name || `Guest ${Math.floor(1000 + Math.random() * 9000)}`);
      const made = await api.open({ name: "Training", mode: "practice", rules, timers: false });
      window.history.pushState({}, "", `/t/${made.id}?sit`);
      dispatchEvent(new PopStateEvent("popstate"));
    } catch (error) { this.querySelector("[data-note]").textContent = error.sentence; }
  }
}
