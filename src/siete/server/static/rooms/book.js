/* The book: every sign, payout and choice of a rule set, each with its clause. */
import { api } from "../api.js";
import { fill, html, on } from "../dom.js";
import { clauseButton, clauseSheet } from "../sheets.js";
import { topBar } from "../shell.js";

export class BookRoom extends HTMLElement {
  async connectedCallback() {
    document.title = "siete · book";
    this.innerHTML = String(html`${topBar("/book")}<main class="wrap" id="main" tabindex="-1"><div class="hero"><div><h1>The book</h1><p>What each rule set fixes and what it leaves to the operator. Press a clause to read it in our words.</p></div></div>
      <div class="bar"><label class="field"><span>Rule set</span><select data-rules></select></label><form class="join" data-find><input class="in" name="clause" placeholder="Clause, like MD-12.B.3" aria-label="Find a clause"><button class="btn">Read</button></form></div><p class="note" role="status" data-note></p><div class="panel lines" data-lines tabindex="0"></div></main>`);
    on(this, "click", "[data-clause]", (node) => clauseSheet(node.dataset.clause));
    on(this, "change", "[data-rules]", (node) => this.show(node.value));
    on(this, "submit", "[data-find]", (node, event) => { event.preventDefault(); const id = node.elements.clause.value.trim(); if (id) clauseSheet(id); });
    try {
      const found = await api.rules(), books = found.rules || found, select = this.querySelector("[data-rules]");
      select.innerHTML = books.map((book) => String(html`<option value="${book.name}">${book.title}</option>`)).join("");
      if (books.some((book) => book.name === this.getAttribute("rules"))) select.value = this.getAttribute("rules");
      await this.show(select.value);
    } catch (error) { this.querySelector("[data-note]").textContent = error.sentence; }
  }

  async show(name) {
    const found = await api.choices(name), rows = found.choices || found, sections = new Map();
    for (const row of rows) sections.set(row.section, [...(sections.get(row.section) || []), row]);
    fill(this.querySelector("[data-lines]"), html`${[...sections].map(([section, list]) => html`<h2>${section.replaceAll("_", " ")}</h2><table class="plain"><tbody>${list.map((row) => html`<tr><td class="keep">${row.words}</td><td class="keep">${String(row.text ?? row.default ?? "")}</td><td class="keep">${typeof row.allowed === "string" ? row.allowed : (row.allowed || []).join(", ")}</td><td>${clauseButton(row.clause)}</td></tr>`)}</tbody></table>`)}`);
  }
}
