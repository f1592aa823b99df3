/* The trainer's room: how you have done so far by rule set and kind of hand, your mistakes to play again, and a
   practice table at any rule set. */
import { api } from "../api.js";
import { mistakesList } from "../coach/coach_markup.js";
import { html, on, visit } from "../dom.js";
import { guestName } from "../people.js";
import { prefs } from "../prefs.js";
import { topBar } from "../shell.js";

export class TrainerRoom extends HTMLElement {
  async connectedCallback() {
    document.title = "siete · trainer";
    this.innerHTML = String(markup());
    on(this, "click", "[data-book]", (node) => this.tell(this.open(node.dataset.book)));
    on(this, "click", "[data-again]", (node) => this.tell(this.again(Number(node.dataset.again))));
    await this.tell(this.list());
    await this.tell(this.recall());
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

  /** What the house has kept of my decisions. */
  async recall() {
    this.record = (await api.session()) ? await api.coach() : NOTHING;
    this.querySelector("[data-record]").innerHTML = String(recordMarkup(this.record));
  }

  async open(rules, hand = "") {
    if (!(await api.session())) await api.enter(prefs.name || guestName());
    const made = await api.open({ name: "Training", mode: "practice", rules, timers: false });
    visit(`/t/${made.id}?sit${hand}`);
  }
  /** The hand of a mistake, at a practice table of its rule set. */
  again(index) {
    const { rules, cards, up } = this.record.mistakes[index];
    return this.open(rules, `&hand=${cards.join("")}&up=${up}`);
  }
}

const NOTHING = { decisions: 0, right: 0, due: 0, progress: [], mistakes: [] };

const markup = () =>
  html`${topBar("/trainer")}<main class="wrap" id="main" tabindex="-1"><div class="hero"><div><h1>Trainer</h1>
      <p>Play a practice table. On request before each decision, and always after it, you see what every action is worth
        at your wager, exactly, and what a mistake costs. What you missed comes back when it is due.</p></div></div>
    <h2 class="h">Practise at</h2><p class="note" role="status" data-note></p>
    <div class="books" data-books></div><div data-record></div></main>`;

const recordMarkup = (record) =>
  html`<section class="figures">${figure("Decisions", record.decisions)}${figure("Right", share(record))}
      ${figure("Due again now", record.due)}</section>
    ${record.progress.length ? progressTable(record.progress) : ""}
    ${record.mistakes.length ? html`<h2 class="h">Mistakes</h2>${mistakesList(record.mistakes)}` : ""}`;

const figure = (name, value) =>
  html`<div class="panel"><p class="k2">${name}</p><p class="figure num">${value}</p></div>`;
const share = ({ decisions, right }) => (decisions ? `${((right / decisions) * 100).toFixed(1)} %` : "–");

const HEADS = ["Rule set", "Kind of hand", "Decisions", "Right", "Cells met", "Known", "Due"];
const progressTable = (parts) =>
  html`<h2 class="h">Progress</h2><div class="panel scroll"><table class="plain progress num"><thead
      ><tr>${HEADS.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead
    ><tbody>${parts.map(progressRow)}</tbody></table></div>`;
const progressRow = (part) =>
  html`<tr><th scope="row">${part.title}</th><td>${part.kind}</td><td>${part.decisions}</td><td>${share(part)}</td
    ><td>${part.cells}</td><td>${part.learned}</td><td>${part.due || ""}</td></tr>`;
