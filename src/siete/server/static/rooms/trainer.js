/* The trainer's door: how you have done so far, and a practice table at any rule book. */
import { api } from "../api.js";
import { html, on, visit } from "../dom.js";
import { guestName } from "../people.js";
import { prefs } from "../prefs.js";
import { topBar } from "../shell.js";
import { kept } from "../coach/training_record.js";

const MOST_MISSED = 12;

export class TrainerRoom extends HTMLElement {
  async connectedCallback() {
    document.title = "siete · trainer";
    this.innerHTML = String(markup(kept()));
    on(this, "click", "[data-book]", (node) => this.tell(this.open(node.dataset.book)));
    await this.tell(this.list());
  }

  /** Say what went wrong, if something did. */
  async tell(done) {
    try {
      await done;
    } catch (error) {
      this.querySelector("[data-note]").textContent = error.sentence;
    }
  }

  async list() {
    const { rules } = await api.rules();
    const button = ({ name, title }) => html`<button class="btn" data-book="${name}">${title}</button>`;
    this.querySelector("[data-books]").innerHTML = String(html`${rules.map(button)}`);
  }

  async open(rules) {
    if (!(await api.session())) await api.enter(prefs.name || guestName());
    const made = await api.open({ name: "Training", mode: "practice", rules, timers: false });
    visit(`/t/${made.id}?sit`);
  }
}

const markup = (past) =>
  html`${topBar("/trainer")}<main class="wrap" id="main" tabindex="-1"><div class="hero"><div><h1>Trainer</h1>
      <p>Play a practice table. Before or after each decision you see what every action is worth, exactly, and what a
        mistake costs.</p></div></div>
    <section class="figures">${figure("Decisions", past.decisions)}${figure("Right", share(past))}
      ${figure("Wagers lost by mistakes", past.lost.toFixed(3))}</section>
    ${missedLately(past.missed)}<h2 class="h">Practise at</h2><p class="note" role="status" data-note></p>
    <div class="books" data-books></div></main>`;

const figure = (name, value) =>
  html`<div class="panel"><p class="k2">${name}</p><p class="figure num">${value}</p></div>`;
const share = ({ decisions, right }) => (decisions ? `${((right / decisions) * 100).toFixed(1)} %` : "–");

const missedLately = (missed) => {
  const most = Object.entries(missed)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, MOST_MISSED);
  const tags = most.map(([cell, count]) => html`<span>${cell} <b>${count}×</b></span>`);
  return tags.length ? html`<h2 class="h">Missed lately</h2><p class="tags">${tags}</p>` : "";
};
