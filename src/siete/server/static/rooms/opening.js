/* Opening a table of your own: choose a rule book, write what your submission changes, see its faults as you type. */
import { api } from "../api.js";
import { fill, html } from "../dom.js";
import { clauseButton, sheet } from "../sheets.js";

const WAIT = 250;

export async function openSheet(go, enter) {
  const dialog = sheet("Open a table", html`<form data-form>
    <div class="two"><label class="field"><span>Name of the table</span><input name="name" value="My table" maxlength="24" required></label><label class="field"><span>Rule book</span><select name="rules"></select></label></div>
    <div class="two"><label class="field"><span>Kind</span><select name="mode"><option value="practice">Practice: seeds, values, take back</option><option value="live">Live: needs a floorperson</option></select></label><label class="field"><span>Seed (practice, empty for chance)</span><input name="seed" maxlength="40"></label></div>
    <label class="chk"><input type="checkbox" name="timers"> Clocks run</label>
    <label class="field"><span>Submission: one choice on each line</span><textarea name="text" rows="9" spellcheck="false" aria-describedby="faults"></textarea></label>
    <div id="faults" class="faults" role="status" aria-live="polite"></div>
    <details><summary>What this rule book leaves to choose</summary><div class="choices" data-choices tabindex="0"></div></details>
    <div class="go"><button class="btn primary big" data-open>Open the table</button></div></form>`, { wide: true });
  const form = dialog.querySelector("form"), faults = dialog.querySelector(".faults"), choices = dialog.querySelector("[data-choices]");
  let timer, isFine = false;

  const tell = (markup) => fill(faults, markup);
  const check = async () => {
    try {
      const found = await api.check(form.elements.text.value);
      isFine = found.ok;
      tell(found.ok ? html`<p class="fine">In order. Rules <span class="mono">${(found.rules_hash || "").slice(0, 12)}</span></p>` : html`<ol>${found.faults.map((fault) => html`<li>${fault.line ? html`<b>Line ${fault.line}</b> ` : ""}${fault.sentence} ${clauseButton(fault.clause)}</li>`)}</ol>`);
    } catch (error) { isFine = false; tell(html`<p>${error.sentence}</p>`); }
    form.querySelector("[data-open]").setAttribute("aria-disabled", String(!isFine));
  };
  const list = async () => {
    const name = form.elements.rules.value;
    const had = form.elements.text.value.replace(/^rule_set.*\n?/m, "");
    form.elements.text.value = `rule_set = "${name}"\n${had}`;
    check();
    try {
      const found = await api.choices(name), rows = found.choices || found;
      fill(choices, html`<table class="plain"><thead><tr><th>Name</th><th>What it is</th><th>Unless written</th><th>May be</th></tr></thead><tbody>${rows.map((row) => html`<tr><td class="keep mono">${row.name}</td><td class="keep">${row.words}</td><td class="keep">${String(row.text ?? row.default ?? "")}</td><td class="keep">${typeof row.allowed === "string" ? row.allowed : (row.allowed || []).join(", ")} ${clauseButton(row.clause)}</td></tr>`)}</tbody></table>`);
    } catch (error) { fill(choices, html`<p>${error.sentence}</p>`); }
  };

  form.elements.text.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(check, WAIT); });
  form.elements.rules.addEventListener("change", list);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await enter();
    const { name, mode, seed, timers, text } = form.elements;
    try {
      const made = await api.open({ name: name.value, mode: mode.value, submission: text.value, timers: timers.checked, ...(seed.value && mode.value === "practice" ? { seed: seed.value } : {}) });
      dialog.close();
      go(made.id);
    } catch (error) { tell(html`<ol><li>${error.sentence} ${clauseButton(error.clause)}</li>${(error.faults || []).map((fault) => html`<li>${fault.line ? `Line ${fault.line}: ` : ""}${fault.sentence}</li>`)}</ol>`); }
  });

  try {
    const found = await api.rules(), books = found.rules || found;
    form.elements.rules.innerHTML = books.map((book) => String(html`<option value="${book.name}">${book.title}</option>`)).join("");
    await list();
  } catch (error) { tell(html`<p>${error.sentence}</p>`); }
}
