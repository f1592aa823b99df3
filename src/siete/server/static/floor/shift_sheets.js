/* Sheets of a shift: opening several tables with their checklists, closing several, and dealers' breaks. */
import { api } from "../api.js";
import { fill, html, on } from "../dom.js";
import { sheet } from "../sheets.js";
import { clauseOf, field, lasting, time } from "./parts.js";

/** A sheet that draws itself again after everything that is done in it; refusals stand at its foot. */
const working = (title, state, { load, markup, acts }) => {
  const dialog = sheet(title, html`<div data-body>One moment…</div><p class="hint" role="status"></p>`, { wide: true });
  const body = dialog.querySelector("[data-body]"),
    foot = dialog.querySelector("[role=status]");
  const draw = async (said = "") => {
    await load(state);
    fill(body, markup(state));
    foot.textContent = said;
  };
  const act = async (what, node) => {
    try {
      await draw((await acts[what](state, node)) || "");
    } catch (error) {
      foot.textContent = sentences(error);
    }
  };
  on(dialog, "click", "[data-do]", (node) => act(node.dataset.do, node));
  on(dialog, "submit", "form", (form, event) => {
    event.preventDefault();
    act(form.dataset.form, form);
  });
  dialog.classList.add("floor-room", "floor-sheet");
  draw().catch((error) => (foot.textContent = sentences(error)));
  return dialog;
};
/** Everything that is wrong, each with its clause. */
export const sentences = (error) => {
  const faults = error.faults || [];
  const told = faults.map((fault) => `${fault.sentence}${fault.clause ? ` [${fault.clause}]` : ""}`);
  return told.length ? told.join(" ") : error.sentence || "That did not work.";
};
const refusals = ({ refused }) => refused.map((each) => `${each.table}: ${each.sentence}`).join(" ");

// --- opening ------------------------------------------------------------------------------------------------------

export const openSheet = (room) =>
  working(
    "Open tables",
    { room },
    {
      async load(state) {
        state.rules ??= (await api.rules()).rules;
        state.lists = (await room.api.get("/checklists")).tables;
      },
      markup: ({ rules, lists }) =>
        html`<div class="two"><form data-form="open"><h3>New tables</h3>
        ${field("Name", html`<input name="name" maxlength="36" required value="Table">`)}
        ${field("Rule set", html`<select name="rules">${rules.map(ruleOption)}</select>`)}
        ${field("How many", html`<input name="count" type="number" min="1" max="12" value="1">`)}
        ${field("Smallest wager ($)", html`<input name="least" inputmode="decimal" placeholder="as in the rule set">`)}
        ${field("Largest wager ($)", html`<input name="most" inputmode="decimal" placeholder="as in the rule set">`)}
        <button class="btn primary">Open</button></form>
      <form data-form="check"><h3>Checklists <small>tick what you looked at, then sign</small></h3>
        ${lists.length ? lists.map(checklist) : html`<p class="hint">No table is being opened.</p>`}
        ${
          lists.length
            ? html`<div class="go"><button type="button" class="btn" data-do="tick">Tick all</button>
          <button class="btn primary">Sign what is ticked</button></div>`
            : ""
        }</form></div>`,
      acts: {
        async open({ room: at }, form) {
          const { name, rules, count, least, most } = form.elements,
            many = Number(count.value);
          const limits = [
            ["table_min", least.value],
            ["table_max", most.value],
          ].filter(([, value]) => value);
          const text = [`rule_set = "${rules.value}"`, ...limits.map(([key, value]) => `${key} = ${value}`)].join("\n");
          for (let each = 1; each <= many; each++)
            await at.api.open({
              name: many > 1 ? `${name.value} ${each}` : name.value,
              submission: `${text}\n`,
              mode: "live",
              floor: true,
            });
          return `${many} ${many === 1 ? "table is" : "tables are"} being opened. Sign the checklists.`;
        },
        async tick(state, node) {
          for (const box of node.form.querySelectorAll("[type=checkbox]")) box.checked = true;
          return "";
        },
        async check({ room: at }, form) {
          const tables = {};
          for (const box of form.querySelectorAll("[type=checkbox]:checked:not(:disabled)"))
            (tables[box.dataset.table] ??= []).push(box.value);
          const done = await at.api.post("/checklists", { tables });
          const count = Object.values(done.signed).reduce((sum, each) => sum + each, 0);
          return `${count} items signed. ${refusals(done)}`;
        },
      },
    },
  );
const ruleOption = ({ name, title }) => html`<option value="${name}">${title}</option>`;
const checklist = ({ id, name, items }) =>
  html`<fieldset><legend>${name}</legend>${items.map(
    (each) =>
      html`<label class="check"><input type="checkbox" value="${each.item}" data-table="${id}"
      ${each.is_signed ? html`checked disabled` : ""}><span>${each.words}</span>${clauseOf(each.clause)}</label>`,
  )}</fieldset>`;

// --- closing ------------------------------------------------------------------------------------------------------

export const closeSheet = (room) =>
  working(
    "Close tables",
    { room },
    {
      async load(state) {
        const ids = [...room.tables.keys()];
        state.tables = await Promise.all(ids.map((id) => room.api.get(`/tables/${encodeURIComponent(id)}/closing`)));
      },
      markup: ({ tables }) =>
        html`<form data-form="close">${tables.map(closing)}
        ${field("Why", html`<input name="reason" required maxlength="200" value="end of the shift">`)}
        <button class="btn primary" ${tables.length ? "" : html`disabled`}>Close what is ticked</button></form>`,
      acts: {
        async close({ room: at }, form) {
          const ids = [...form.querySelectorAll("[type=checkbox]:checked")].map((box) => box.value);
          if (!ids.length) return "Tick a table first.";
          const done = await at.api.post("/tables/close", { tables: ids, reason: form.elements.reason.value });
          return `${done.tables.length} closed. ${refusals(done)}`;
        },
      },
    },
  );
const closing = ({ table, name, items }) =>
  html`<fieldset><legend><label class="check"><input type="checkbox" value="${table}"> ${name}</label></legend>
    <ul class="marks">${items.map(
      (each) =>
        html`<li class="${each.is_done ? "ok" : each.stops ? "bad" : ""}">${each.is_done ? "✓" : "–"}
        ${each.words}</li>`,
    )}</ul></fieldset>`;

// --- breaks -------------------------------------------------------------------------------------------------------

export const breaksSheet = (room) =>
  working(
    "Dealers and breaks",
    { room },
    {
      async load(state) {
        Object.assign(state, await room.api.get("/breaks"));
      },
      markup: (state) =>
        html`<p class="hint">A break is due after ${state.minutes} minutes at a table: house rule.</p>
        <div class="scroll"><table class="t"><thead><tr>${["Dealer", "Where", "For", "Break", ""].map(
          (head) => html`<th scope="col">${head}</th>`,
        )}</tr></thead><tbody>${state.dealers.map((each) => dealer(state, each))}</tbody></table></div>
        ${state.dealers.length ? "" : html`<p class="hint">There is no dealer's account. Make one under People.</p>`}
        ${room.mayAct ? assigning(state) : ""}`,
      acts: {
        async rest({ room: at }, form) {
          await at.api.post("/breaks", { dealer: form.dataset.dealer, relief: form.elements.relief.value });
          return `${form.dataset.dealer} is on a break.`;
        },
        async back({ room: at }, node) {
          await at.api.post("/breaks/end", { dealer: node.dataset.dealer });
          return `${node.dataset.dealer} is back.`;
        },
        async assign({ room: at }, form) {
          const { table, dealer: who } = form.elements;
          await at.api.post(`/tables/${encodeURIComponent(table.value)}/dealer`, { dealer: who.value });
          return `${who.value || "The house"} deals at ${table.value}.`;
        },
      },
    },
  );
const dealer = (state, each) =>
  html`<tr><td>${each.name}</td><td>${each.table_name || "–"}</td>
    <td>${each.since ? lasting(Date.parse(state.now) - Date.parse(each.since)) : "–"}</td>
    <td class="${each.is_late ? "neg" : ""}">${breakOf(each)}</td>
      <td>${state.room.mayAct ? button(state, each) : ""}</td></tr>`;
const breakOf = (each) => {
  if (each.on_break_since) return `since ${time(each.on_break_since)}`;
  return each.break_due ? `${each.is_late ? "late, due" : "due"} ${time(each.break_due)}` : "–";
};
const free = ({ dealers }) => dealers.filter((each) => !each.table && !each.on_break_since);
const options = (state) =>
  html`<option value="">the house</option>${free(state).map((each) => html`<option>${each.name}</option>`)}`;
const relief = (state, each) =>
  each.table
    ? html`<select name="relief" aria-label="Who relieves ${each.name}">${options(state)}</select>`
    : html`<input type="hidden" name="relief" value="">`;
const button = (state, each) =>
  each.on_break_since
    ? html`<button class="btn" data-do="back" data-dealer="${each.name}">Back</button>`
    : html`<form class="reason" data-form="rest" data-dealer="${each.name}">
        ${relief(state, each)}
        <button class="btn">Break</button></form>`;
const assigning = (state) =>
  html`<form data-form="assign" class="find"><h3>Put a dealer at a table</h3>
    ${field("Table", html`<select name="table">${[...state.room.tables.values()].map(tableOption)}</select>`)}
    ${field("Dealer", html`<select name="dealer">${options(state)}</select>`)}
    <button class="btn primary">Put there</button></form>`;
const tableOption = ({ id, name }) => html`<option value="${id}">${name}</option>`;
