/* What happened? The guide of a table, what its document orders, what it moves, and the list of incidents. */
import { html } from "../dom.js";
import { amount, clauseOf, dollars, grid, nameOf, row, time } from "./parts.js";

export const incidentsView = {
  async load(room) {
    const { data, path } = room;
    const [table = "", entry = ""] = path;
    const found = table
      ? {
          guide: await room.api.get(`/tables/${encodeURIComponent(table)}/guide`),
          entry: entry ? await one(room, table, entry) : null,
        }
      : { incidents: await room.api.get("/incidents", { text: data.text || "" }) };
    if (room.path === path) Object.assign(data, found, { at: path }); // else another place was turned to meanwhile
  },
  markup: (room) => (room.path[0] ? guideMarkup(room) : listMarkup(room)),
  acts: {
    async answer(room, node) {
      room.data.answer = node.value;
      room.data.entry = await one(room, ...room.path);
    },
    async apply(room, form) {
      const [table, guide] = room.path;
      const chosen = room.querySelector("[name=answer]:checked")?.value; // also the one that was never touched
      const answer = { true: true, false: false }[chosen] ?? chosen;
      const body = { table, guide, note: form.elements.note.value, ...(answer === undefined ? {} : { answer }) };
      const made = await room.api.post("/incidents", body);
      delete room.data.answer;
      location.hash = "incidents";
      return `Incident ${made.number} is filed${made.is_open ? "" : " and applied"}.`;
    },
    async close(room, form) {
      await room.api.post(`/incidents/${form.dataset.number}/close`, { outcome: form.elements.outcome.value });
      await room.load();
      return "Closed.";
    },
    async find(room, form) {
      room.data.text = form.elements.text.value;
      await room.load();
    },
    async print() {
      print();
    },
  },
};
const one = (room, table, entry) =>
  room.api.get(`/tables/${encodeURIComponent(table)}/guide/${entry}`, { answer: room.data.answer ?? "" });

const guideMarkup = (room) => {
  const { data, path, mayAct } = room;
  const { guide } = data;
  const entry = data.at === path ? data.entry : null;
  if (!guide) return html`<p class="hint">One moment…</p>`;
  const groups = [...new Set(guide.entries.map((each) => each.group))];
  return html`<div class="head"><h1>What happened?</h1><p class="crumb"><a href="#floor">Floor</a>
    › ${nameOf(room, path[0])}</p></div>
    <div class="guide"><nav class="panel" aria-label="What happened">${groups.map(
      (group) =>
        html`<h2>${group}</h2><ul>${guide.entries
          .filter((each) => each.group === group)
          .map((each) => choice(each, path))}</ul>`,
    )}</nav>
    <section class="panel">${entry ? orders(entry, data) : html`<p class="hint">Choose what happened.</p>`}</section>
    <section class="panel">${entry ? note(entry, mayAct) : ""}</section></div>`;
};
const choice = (each, [table, chosen]) =>
  html`<li><a href="#incidents/${table}/${each.id}" data-focus="entry-${each.id}" title="${each.also.join(", ")}"
    ${each.id === chosen ? html`aria-current="true"` : ""} class="${each.is_possible ? "" : "not-now"}">${each.words}
    <small>${each.clauses.map((clause) => clause.id).join(", ") || "house"}</small></a></li>`;

const orders = (entry, data) =>
  html`<h2>${entry.words}</h2>${entry.question ? question(entry.question, data.answer) : ""}
    ${entry.clauses.map((clause) => html`<blockquote><p>${clause.orders}</p>${clauseOf(clause.id)}</blockquote>`)}
    ${entry.house_rule ? html`<p class="hint">No document orders this: house rule.</p>` : ""}
    <ol class="steps">${entry.steps.map(
      (step) => html`<li>${step.says} <small>${step.who}</small> ${step.clauses.map((id) => clauseOf(id))}</li>`,
    )}</ol>
    <h3>What it moves</h3>${moved(entry.preview)}`;
const question = ({ question: words, answers }, chosen) =>
  html`<fieldset><legend>${words}</legend>${answers.map(
    (each, place) =>
      html`<label class="radio"><input type="radio" name="answer" value="${String(each.value)}"
      data-choose="answer" data-focus="answer-${place}" ${isChosen(each, place, chosen) ? html`checked` : ""}>
        ${each.words}</label>`,
  )}</fieldset>`;
const isChosen = (each, place, chosen) => (chosen === undefined ? place === 0 : String(each.value) === chosen);
const moved = ({ is_possible: can, refused, money }) => {
  if (!can) return html`<p class="tag late">Not now: ${refused}</p>`;
  if (!money.length) return html`<p>No chip moves.</p>`;
  const rows = money.map((each) => row([each.box || "", each.player, each.wager, amount(each.amount, { plus: true })]));
  return grid(["Box", "Player", "Wager", "Returned"], rows, "What it moves");
};
const note = (entry, mayAct) =>
  html`<h2>Your note <small>goes into the incident with people and events</small></h2>
    <form data-form="apply"><label class="field"><span>Note</span><textarea name="note" rows="4" maxlength="500"
      data-focus="note"></textarea></label>
    ${
      mayAct
        ? html`<button class="btn primary big" ${
            entry.preview.is_possible ? "" : html`disabled`
          }>${label(entry)}</button>`
        : ""
    }
    </form>`;
const label = ({ preview, house_rule: house }) => {
  if (house) return "File it";
  return preview.moved ? `Apply, return ${dollars(preview.moved)}` : "Apply";
};

const listMarkup = (room) => {
  const { data, tables } = room;
  const found = data.incidents;
  if (!found) return html`<p class="hint">One moment…</p>`;
  return html`<div class="head"><h1>Incidents</h1><form data-form="find" class="find">
      <input name="text" value="${data.text || ""}" placeholder="Table, name, clause, word" aria-label="Find incidents">
      <button class="btn">Find</button></form>
      <a class="btn" href="/api/v1/floor/incidents.csv" download>CSV</a>
      <button class="btn" data-do="print">Print</button></div>
    <div class="panel">${grid(
      ["No.", "Time", "Table", "Round", "What happened", "Clause", "By", "Note", "Outcome"],
      found.incidents.map((each) => incidentRow(room, each)),
      "Incidents",
    )}${found.incidents.length ? "" : html`<p class="hint">No incident yet.</p>`}</div>
    ${found.unfiled.length ? unfiled(room, found.unfiled) : ""}
    <div class="panel no-print"><h2>What happened at …</h2><p class="go">${[...tables.values()].map(
      (table) => html`<a class="btn" href="#incidents/${table.id}">${table.name}</a>`,
    )}</p></div>`;
};
const incidentRow = (room, each) =>
  row([
    each.number,
    time(each.filed_at),
    nameOf(room, each.table),
    each.round,
    each.words,
    clauseOf(each.clause),
    each.by,
    each.note,
    each.is_open && room.mayAct ? html`open ${closing(each)}` : each.outcome || "open",
  ]);
const closing = ({ number }) =>
  html`<form data-form="close" data-number="${number}" class="reason"><input name="outcome" required maxlength="200"
    aria-label="What was decided about incident ${number}"
      placeholder="Decided"><button class="btn">Close</button></form>`;
const unfiled = (room, list) =>
  html`<div class="panel"><h2>In the log, and filed by nobody</h2>${grid(
    ["Time", "Table", "Round", "Event", "Clause"],
    list.map((each) => row([time(each.at), nameOf(room, each.table), each.round, each.event, clauseOf(each.clause)])),
    "Not filed",
  )}</div>`;
