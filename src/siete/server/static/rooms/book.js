/* The book: every sign, payout and choice of a rule set, each with its clause. */
import { api } from "../api.js";
import { fill, html, on } from "../dom.js";
import { clauseButton, clauseSheet } from "../sheets.js";
import { topBar } from "../shell.js";
import { bookOptions, mayBe, unlessWritten } from "./choices.js";

export class BookRoom extends HTMLElement {
  async connectedCallback() {
    document.title = "siete · book";
    this.innerHTML = String(frame());
    on(this, "click", "[data-clause]", (node) => clauseSheet(node.dataset.clause));
    on(this, "change", "[data-rules]", (node) => this.show(node.value));
    on(this, "submit", "[data-find]", (node, event) => {
      event.preventDefault();
      const id = node.elements.clause.value.trim();
      if (id) clauseSheet(id);
    });
    try {
      await this.list();
    } catch (error) {
      this.querySelector("[data-note]").textContent = error.sentence;
    }
  }

  async list() {
    const { rules } = await api.rules();
    const select = this.querySelector("[data-rules]");
    const asked = this.getAttribute("rules");
    select.innerHTML = String(bookOptions(rules));
    if (rules.some((book) => book.name === asked)) select.value = asked;
    await this.show(select.value);
  }

  async show(name) {
    const { choices } = await api.choices(name);
    const sections = new Map();
    for (const row of choices) sections.set(row.section, [...(sections.get(row.section) || []), row]);
    fill(this.querySelector("[data-lines]"), html`${[...sections].map(sectionMarkup)}`);
  }
}

const frame = () =>
  html`${topBar("/book")}<main class="wrap" id="main" tabindex="-1"><div class="hero"><div><h1>The book</h1>
      <p>What each rule set fixes and what it leaves to the operator. Press a clause to read it in our words.</p>
      </div></div>
    <div class="bar"><label class="field"><span>Rule set</span><select data-rules></select></label>
      <form class="join" data-find><input class="in" name="clause" placeholder="Number of a clause"
        aria-label="Find a clause"><button class="btn">Read</button></form></div>
    <p class="note" role="status" data-note></p><div class="panel lines" data-lines tabindex="0"></div></main>`;

const sectionMarkup = ([section, list]) =>
  html`<h2>${section.replaceAll("_", " ")}</h2><table class="plain"><tbody>${list.map(choiceRow)}</tbody></table>`;
const choiceRow = (row) =>
  html`<tr><td class="keep">${row.words}</td><td class="keep">${unlessWritten(row)}</td
    ><td class="keep">${mayBe(row)}</td><td>${clauseButton(row.clause)}</td></tr>`;
