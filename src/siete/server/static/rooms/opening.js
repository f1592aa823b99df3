/* Opening a table of your own: choose a rule book, write what your submission changes, see its faults as you type. */
import { api } from "../api.js";
import { fill, html } from "../dom.js";
import { clauseButton, sheet } from "../sheets.js";
import { bookOptions, mayBe, unlessWritten } from "./choices.js";

const WAIT = 250;

/** Show the sheet; `enter()` makes sure of a name, `go(table)` goes to what was opened. */
export async function openSheet(go, enter) {
  const dialog = sheet("Open a table", formMarkup(), { wide: true });
  const opening = new Opening(dialog, go, enter);
  await opening.listBooks();
}

class Opening {
  constructor(dialog, go, enter) {
    Object.assign(this, { dialog, go, enter, form: dialog.querySelector("form") });
    const { text, rules } = this.form.elements;
    text.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.check(), WAIT);
    });
    rules.addEventListener("change", () => this.chooseBook());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.open();
    });
  }

  tell(markup) {
    fill(this.dialog.querySelector(".faults"), markup);
  }

  async listBooks() {
    try {
      const { rules } = await api.rules();
      this.form.elements.rules.innerHTML = String(bookOptions(rules));
      await this.chooseBook();
    } catch (error) {
      this.tell(html`<p>${error.sentence}</p>`);
    }
  }

  /** Write the rule book into the submission, and list what it leaves to choose. */
  async chooseBook() {
    const { rules, text } = this.form.elements;
    text.value = `rule_set = "${rules.value}"\n${text.value.replace(/^rule_set.*\n?/m, "")}`;
    this.check();
    await this.listChoices();
  }
  async listChoices() {
    const { rules } = this.form.elements;
    const shown = await api.choices(rules.value).then(
      ({ choices }) => choicesTable(choices),
      (error) => html`<p>${error.sentence}</p>`,
    );
    fill(this.dialog.querySelector("[data-choices]"), shown);
  }

  /** The selector follows what is written. */
  followText() {
    const { rules, text } = this.form.elements;
    const written = text.value.match(/^\s*rule_set\s*=\s*["']([^"']*)["']/m)?.[1];
    if (!written || written === rules.value || ![...rules.options].some((each) => each.value === written)) return;
    rules.value = written;
    this.listChoices();
  }

  async check() {
    this.followText();
    const found = await api.check(this.form.elements.text.value).catch((error) => ({ ok: false, error }));
    this.tell(checkedMarkup(found));
    this.form.querySelector("[data-open]").setAttribute("aria-disabled", String(!found.ok));
  }

  async open() {
    await this.enter();
    try {
      const made = await api.open(wanted(this.form.elements));
      this.dialog.close();
      this.go(made.id);
    } catch (error) {
      this.tell(refusedMarkup(error));
    }
  }
}

const wanted = ({ name, mode, seed, timers, text }) => ({
  name: name.value,
  mode: mode.value,
  submission: text.value,
  timers: timers.checked,
  ...(seed.value && mode.value === "practice" ? { seed: seed.value } : {}),
});

// --- markup -----------------------------------------------------------------------------------------------------

const field = (label, control) => html`<label class="field"><span>${label}</span>${control}</label>`;

const formMarkup = () =>
  html`<form data-form>
  <div class="two">${field("Name of the table", html`<input name="name" value="My table" maxlength="24" required>`)}
    ${field("Rule book", html`<select name="rules"></select>`)}</div>
  <div class="two">${field("Kind", kindOptions())}
    ${field("Seed (practice, empty for chance)", html`<input name="seed" maxlength="40">`)}</div>
  <label class="chk"><input type="checkbox" name="timers"> Clocks run</label>
  ${field("Submission: one choice on each line", textArea())}
  <div id="faults" class="faults" role="status" aria-live="polite"></div>
  <details><summary>What this rule book leaves to choose</summary
    ><div class="choices" data-choices tabindex="0"></div></details>
  <div class="go"><button class="btn primary big" data-open>Open the table</button></div></form>`;

const kindOptions = () =>
  html`<select name="mode"><option value="practice">Practice: seeds, values, take back</option
    ><option value="live">Live: needs a floorperson</option></select>`;
const textArea = () => html`<textarea name="text" rows="9" spellcheck="false" aria-describedby="faults"></textarea>`;

const checkedMarkup = ({ ok, error, rules_hash: hash, faults }) => {
  if (error) return html`<p>${error.sentence}</p>`;
  if (ok) return html`<p class="fine">In order. Rules <span class="mono">${(hash || "").slice(0, 12)}</span></p>`;
  return html`<ol>${faults.map(faultLine)}</ol>`;
};
const faultLine = ({ line, sentence, clause }) =>
  html`<li>${line ? html`<b>Line ${line}</b> ` : ""}${sentence} ${clauseButton(clause)}</li>`;

const refusedMarkup = ({ sentence, clause, faults = [] }) =>
  html`<ol><li>${sentence} ${clauseButton(clause)}</li>${faults.map(
    (fault) => html`<li>${fault.line ? `Line ${fault.line}: ` : ""}${fault.sentence}</li>`,
  )}</ol>`;

const HEADINGS = ["Name", "What it is", "Unless written", "May be"];
const choicesTable = (rows) =>
  html`<table class="plain"><thead><tr>${HEADINGS.map((each) => html`<th>${each}</th>`)}</tr></thead
    ><tbody>${rows.map(choiceRow)}</tbody></table>`;
const choiceRow = (row) =>
  html`<tr><td class="keep mono">${row.name}</td><td class="keep">${row.words}</td
    ><td class="keep">${unlessWritten(row)}</td><td class="keep">${mayBe(row)} ${clauseButton(row.clause)}</td></tr>`;
