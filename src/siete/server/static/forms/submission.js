/* A submission as a form and as TOML, side by side: whatever is changed in one is seen in the other, with all faults.

   Any room can use it: give it an element, and be told of every state. The text is the truth; the form is drawn from
   what the house answers, so that it shows only what may be chosen now. */
import { call } from "../api.js";
import { fill, html, on, style } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { tomlOf, typedOf, withChoice, withoutChoice } from "./toml.js";

const WAIT = 250;

/** What the house says of a submission: its fields, faults and hash. */
export const formOf = (text) => call("POST", "/submissions/form", { text });

export class SubmissionForm {
  /** `tell(state)` is called with `{ text, ok, rules, rules_hash, faults, fields }` whenever the house has answered;
      `only` are the sections to be shown, all of them unless told. */
  constructor(root, { text, tell = () => {}, only = null }) {
    Object.assign(this, { root, text, tell, only, state: null, asked: 0 });
    style("forms");
    root.innerHTML = String(frame(text));
    on(root, "input", "[data-toml]", (node) => this.later(node.value));
    on(root, "change", "[data-choice]", (node) => this.choose(node));
    on(root, "click", "[data-reset]", (node) => this.write(withoutChoice(this.text, node.dataset.reset)));
    this.check();
  }

  later(text) {
    this.text = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), WAIT);
  }

  choose(node) {
    const { choice: name, control } = node.dataset;
    const typed = control === "switch" ? String(node.checked) : node.value;
    if (!typed.trim()) return this.write(withoutChoice(this.text, name));
    return this.write(withChoice(this.text, name, tomlOf(control, typed)));
  }

  /** Take a text that was not typed here. */
  write(text) {
    this.text = text;
    this.root.querySelector("[data-toml]").value = text;
    return this.check();
  }

  async check() {
    const asked = ++this.asked;
    let found;
    try {
      found = await formOf(this.text);
    } catch (error) {
      found = { ok: false, faults: error.faults?.length ? error.faults : [error], fields: null };
    }
    if (asked !== this.asked) return; // a newer text is on its way
    this.state = { ...found, text: this.text, fields: found.fields || this.state?.fields || [] };
    this.draw();
    this.tell(this.state);
  }

  draw() {
    const { fields, faults, ok } = this.state;
    const shown = fields.filter(({ section }) => !this.only || this.only.includes(section));
    const open = new Set([...this.root.querySelectorAll("details[open]")].map((node) => node.dataset.section));
    fill(this.root.querySelector("[data-fields]"), sections(shown, new Set(faults.map(({ name }) => name)), open));
    fill(this.root.querySelector("[data-faults]"), ok ? inOrder(this.state) : html`<ol>${faults.map(faultLine)}</ol>`);
  }
}

// --- markup -----------------------------------------------------------------------------------------------------

const frame = (text) =>
  html`<div class="sub"><div class="sub-fields" data-fields></div>
    <div class="sub-text"><label class="field"><span>Submission, in TOML</span><textarea data-toml rows="14"
      spellcheck="false" aria-describedby="sub-faults">${text}</textarea></label>
      <div class="faults" id="sub-faults" role="status" aria-live="polite" data-faults></div></div></div>`;

const inOrder = ({ rules_hash: hash, without_effect: idle }) =>
  html`<p class="fine">In order. Rules <span class="mono">${hash.slice(0, 12)}</span></p>
    ${idle.length ? html`<ul class="idle">${idle.map(idleLine)}</ul>` : ""}`;
const idleLine = (each) =>
  html`<li><b>${each.words}</b> <small class="mono">${each.name}</small> has no effect, because ${each.why}.
    ${resetButton(each)}</li>`;
export const faultLine = ({ line, sentence, clause }) =>
  html`<li>${line ? html`<b>Line ${line}</b> ` : ""}${sentence} ${clauseButton(clause)}</li>`;

const sections = (fields, faulty, open) => {
  const found = Map.groupBy(fields, ({ section }) => section);
  return html`${[...found].map(([name, list]) => section(name, list, faulty, open))}`;
};
const section = (name, list, faulty, open) => {
  const written = list.filter((each) => each.is_written).length;
  const isOpen = open.has(name) || list.some((each) => faulty.has(each.name));
  return html`<details data-section="${name}" ${isOpen ? "open" : ""}><summary>${name.replaceAll("_", " ")}
      <small>${list.length} ${list.length === 1 ? "choice" : "choices"}${
        written ? `, ${written} written` : ""
      }</small></summary>
    ${list.map((each) => fieldRow(each, faulty.has(each.name)))}</details>`;
};

const fieldRow = (field, isFaulty) =>
  html`<div class="sub-row${isFaulty ? " faulty" : ""}"><label for="f-${field.name}">${field.words}
      <small class="mono">${field.name}</small></label>
    ${control(field)}<span class="sub-more">${field.clauses.slice(0, 1).map(clauseButton)}${
      field.is_written ? resetButton(field) : ""
    }</span></div>`;
const resetButton = ({ name, words }) =>
  html`<button type="button" class="icon" data-reset="${name}" data-focus="reset-${name}"
    aria-label="Default for ${words}" title="Back to the default">↺</button>`;

const control = (field) => {
  const same = html`id="f-${field.name}" data-choice="${field.name}" data-focus="f-${field.name}"
    data-control="${field.control}"`;
  if (field.control === "switch")
    return html`<input type="checkbox" ${same} ${field.toml === "true" ? "checked" : ""}>`;
  if (field.control === "choice")
    return html`<select ${same}>${field.options.map((each) => option(each, field))}</select>`;
  const value = field.control === "toml" ? field.toml : typedOf(field.toml);
  return html`<input class="in" ${same} value="${value}" title="${field.allowed}">`;
};
const option = ({ toml, text }, field) =>
  html`<option value="${toml}" ${toml === field.toml ? "selected" : ""}>${text}</option>`;
