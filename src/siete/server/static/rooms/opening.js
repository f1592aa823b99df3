/* Opening a table of your own: a rule book, and everything that a submission to it can say, as a form and as text. */
import { api } from "../api.js";
import { fill, html } from "../dom.js";
import { faultLine, SubmissionForm } from "../forms/submission.js";
import { withChoice } from "../forms/toml.js";
import { sheet } from "../sheets.js";

/** What is there to begin with. */
const BEGUN = { title: "Open a table", name: "My table", text: "" };

/** Show the sheet; `enter()` makes sure of a name, `go(table)` goes to what was opened. */
export async function openSheet({ go, enter, ...begun }) {
  const { title, name, text } = { ...BEGUN, ...begun };
  const dialog = sheet(title, formMarkup(name), { wide: true });
  const opening = new Opening(dialog, go, enter);
  await opening.begin(text);
}

class Opening {
  constructor(dialog, go, enter) {
    Object.assign(this, { dialog, go, enter, fields: dialog.querySelector("form") });
    this.fields.elements.rules.addEventListener("change", () => this.chooseBook());
    this.fields.addEventListener("submit", (event) => {
      event.preventDefault();
      this.open();
    });
  }

  async begin(text) {
    const { rules } = this.fields.elements;
    try {
      const { rules: books } = await api.rules();
      rules.innerHTML = String(html`${books.map(bookOption)}`);
      const tell = (state) => this.checked(state);
      const begun = text || `rule_set = "${rules.value}"\n`;
      this.form = new SubmissionForm(this.dialog.querySelector("[data-form]"), { text: begun, tell });
    } catch (error) {
      this.tell(error);
    }
  }
  tell({ sentence, faults = [] }) {
    fill(this.dialog.querySelector("[data-note]"), html`${sentence}<ol>${faults.map(faultLine)}</ol>`);
  }

  /** Another rule book: its name is written into the text, and the choices it does not know are told as faults. */
  chooseBook() {
    return this.form.write(withChoice(this.form.text, "rule_set", `"${this.fields.elements.rules.value}"`));
  }
  /** The selector follows what is written. */
  checked({ ok, rules: name }) {
    const { rules } = this.fields.elements;
    if (name && [...rules.options].some((each) => each.value === name)) rules.value = name;
    this.fields.querySelector("[data-open]").setAttribute("aria-disabled", String(!ok));
    fill(this.dialog.querySelector("[data-note]"), "");
  }

  async open() {
    await this.enter();
    try {
      const made = await api.open(wanted(this.fields.elements, this.form.text));
      this.dialog.close();
      this.go(made.id);
    } catch (error) {
      this.tell(error);
    }
  }
}

const wanted = ({ name, mode, seed, timers }, submission) => ({
  name: name.value,
  mode: mode.value,
  submission,
  timers: timers.checked,
  ...(seed.value && mode.value === "practice" ? { seed: seed.value } : {}),
});

// --- markup -----------------------------------------------------------------------------------------------------

const field = (label, control) => html`<label class="field"><span>${label}</span>${control}</label>`;
const bookOption = ({ name, title }) => html`<option value="${name}">${title}</option>`;

const formMarkup = (name) =>
  html`<form data-open-form>
  <div class="two">${field("Name of the table", html`<input name="name" value="${name}" maxlength="24" required>`)}
    ${field("Rule book", html`<select name="rules"></select>`)}</div>
  <div class="two">${field("Kind", kindOptions())}
    ${field("Seed (practice, empty for chance)", html`<input name="seed" maxlength="40">`)}</div>
  <label class="chk"><input type="checkbox" name="timers"> Clocks run</label>
  <div data-form></div><div class="note" role="status" data-note></div>
  <div class="go"><button class="btn primary big" data-open>Open the table</button></div></form>`;

const kindOptions = () =>
  html`<select name="mode"><option value="practice">Practice: seeds, values, take back</option
    ><option value="live">Live: needs a floorperson</option></select>`;
