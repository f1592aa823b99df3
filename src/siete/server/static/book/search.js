/* Search as one types, by keyboard first: `/` goes there, arrows choose, Enter opens, Escape leaves. */
import { fill, html } from "../dom.js";

const WAIT = 60;

/** Make a form search as one types; `ask(question)` answers `{ found }`, each with `path`, `id`, `kind`, `title` and
    `about`. */
export const search = (form, ask) => new Search(form, ask);

class Search {
  constructor(form, ask) {
    Object.assign(this, { form, ask, at: -1, found: [], asked: 0 });
    this.field = form.querySelector("input");
    this.list = form.querySelector("[data-hits]");
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", "Found");
    for (const [name, value] of Object.entries(BOX)) this.field.setAttribute(name, value);
    this.field.addEventListener("input", () => this.later());
    this.field.addEventListener("focus", () => this.found.length && this.show());
    this.field.addEventListener("keydown", (event) => this.press(event));
    this.field.addEventListener("blur", () => setTimeout(() => this.hide(), 150));
    document.addEventListener("keydown", (event) => this.slash(event));
  }

  slash(event) {
    const isTyping = event.target.matches?.("input, textarea, select") || document.querySelector("dialog[open]");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.field.focus();
    this.field.select();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), WAIT);
  }
  async look() {
    const asked = ++this.asked;
    const question = this.field.value.trim();
    let found = [];
    try {
      if (question) ({ found } = await this.ask(question));
    } catch {
      /* Enter still asks the house for a whole page */
    }
    if (asked !== this.asked) return;
    Object.assign(this, { found, at: -1 });
    if (question) this.show();
    else this.hide();
  }

  show() {
    const { found, at } = this;
    const rows = found.map((each, i) => hit(each, i, at));
    fill(this.list, found.length ? html`${rows}` : html`<p class="dim">Nothing has all these words.</p>`);
    this.list.hidden = false;
    this.field.setAttribute("aria-expanded", "true");
    if (at < 0) this.field.removeAttribute("aria-activedescendant");
    else this.field.setAttribute("aria-activedescendant", `hit-${at}`);
    this.list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }
  hide() {
    this.list.hidden = true;
    this.field.setAttribute("aria-expanded", "false");
  }

  press(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.found.length) {
      event.preventDefault();
      const many = this.found.length;
      this.at = (this.at + step + many + (this.at < 0 && step < 0 ? 1 : 0)) % many;
      this.show();
    } else if (event.key === "Enter" && this.at >= 0) {
      event.preventDefault();
      location.assign(this.found[this.at].path);
    } else if (event.key === "Escape") {
      this.hide();
      this.field.blur();
    }
  }
}

const BOX = {
  role: "combobox",
  "aria-expanded": "false",
  "aria-controls": "hits",
  "aria-autocomplete": "list",
};
const hit = ({ path, id, kind, title, about }, i, at) =>
  html`<a role="option" id="hit-${i}" href="${path}" tabindex="-1" aria-selected="${String(i === at)}"
    ><b class="mono">${kind === "word" ? "word" : id}</b> <span>${title}</span> <small>${about}</small></a>`;
