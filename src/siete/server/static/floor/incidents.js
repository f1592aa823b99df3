/* What happened? The guide of a table, what its document orders, what it moves, and the list of incidents. */
import { html, on } from "../dom.js";
import { sheet } from "../sheets.js";
import {
  amount,
  check,
  clauseOf,
  countOf,
  dollars,
  field,
  grid,
  instead,
  nameOf,
  row,
  stamped,
  time,
  tableOptions,
} from "./parts.js";
import { stageOf } from "./tile.js";

export const incidentsView = {
  async load(room) {
    const { data, path } = room;
    const [table = "", entry = ""] = path;
    const found = table
      ? {
          guide: await room.api.get(`/tables/${encodeURIComponent(table)}/guide`),
          entry: entry ? await one(room, table, entry) : null,
        }
      : { incidents: await room.api.get("/incidents", data.sought || {}) };
    if (room.path === path) Object.assign(data, found, { at: path }); // else another place was turned to meanwhile
  },
  markup: (room) => (room.path[0] ? guideMarkup(room) : listMarkup(room)),
  drawn: (room) => {
    const said = room.querySelector("[name=said]");
    if (!said) return;
    said.oninput = () => narrow(room, said.value);
    narrow(room, said.value);
  },
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
      const made = await room.api.once("/incidents", body);
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
      const { text, table, day, is_open: open } = form.elements;
      room.data.sought = { text: text.value, table: table.value, day: day.value, is_open: open.value };
      await room.load();
    },
    async said(room) {
      document.activeElement.blur(); // who writes is not disturbed by a redraw
      room.querySelector(".guide nav li:not([hidden]) a")?.click();
    },
    async one(room, node) {
      const each = await room.api.get(`/incidents/${node.dataset.number}`);
      incidentSheet(each, nameOf(room, each.table));
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
  return html`<div class="head"><p class="crumb"><a href="#floor">Floor</a> ›
    ${nameOf(room, path[0])}</p><h1>What happened?</h1>${standing(room.tables.get(path[0]))}</div>
    <div class="guide"><nav class="panel" aria-label="What happened"><form
        data-form="said"><input name="said" type="search"
        maxlength="60" autocomplete="off" placeholder="Say it your way: “two cards at once”"
        aria-label="What happened, in your words" data-focus="said"></form>${groups.map(
          (group) =>
            html`<section><h2>${group}</h2><ul>${guide.entries
              .filter((each) => each.group === group)
              .map((each) => choice(each, path))}</ul></section>`,
        )}<p class="hint" data-none hidden>The guide has no such words. Take “Something else”.</p></nav>
    <section class="panel">${entry ? orders(entry, data) : html`<p class="hint">Choose what happened.</p>`}</section>
    <section class="panel">${entry ? note(entry, mayAct) : ""}</section></div>`;
};
/** The table as it stands, while somebody decides what to do. */
const standing = (table) => {
  if (!table) return "";
  const facts = [
    table.dealer.split(" (")[0],
    `round ${table.round}, ${stageOf(table)}`,
    countOf(table.players, "player"),
    `${dollars(table.layout)} on the layout`,
  ];
  return html`${facts.map((each) => html`<span class="pill">${each}</span>`)}
    <a class="btn" href="/t/${table.id}">Watch</a>`;
};
/** Only what fits what somebody says: each word, anywhere in the entry, in what people call it, or in its clauses. */
const narrow = (room, said) => {
  const words = said.toLowerCase().match(/[\p{L}\d.-]+/gu) || [];
  for (const item of room.querySelectorAll(".guide nav li"))
    item.hidden = !words.every((word) => item.dataset.words.includes(word));
  for (const group of room.querySelectorAll(".guide nav section"))
    group.hidden = !group.querySelector("li:not([hidden])");
  room.querySelector("[data-none]").hidden = room.querySelector(".guide nav li:not([hidden])") !== null;
};
const clausesOf = ({ clauses }) => {
  const [first, ...others] = clauses;
  if (!first) return "house";
  return others.length ? `${first.id} +${others.length}` : first.id;
};
const spoken = ({ words, also, clauses }) => [words, ...also, ...clauses.map(({ id }) => id)].join(" ").toLowerCase();
const choice = (each, [table, chosen]) =>
  html`<li data-words="${spoken(each)}"><a href="#incidents/${table}/${each.id}" data-focus="entry-${each.id}"
    title="${each.also.join(", ")}"
    ${each.id === chosen ? html`aria-current="true"` : ""} class="${each.is_possible ? "" : "not-now"}">${each.words}
    <small>${clausesOf(each)}</small></a></li>`;

const orders = (entry, data) =>
  html`<h2>${entry.words}</h2>${entry.question ? question(entry.question, data.answer) : ""}
    ${entry.clauses.map((clause) => html`<blockquote><p>${clause.orders}</p>${clauseOf(clause.id)}</blockquote>`)}
    ${entry.house_rule ? html`<p class="hint">No document orders this: house rule.</p>` : ""}
    <ol class="steps">${entry.steps.map(
      (step) => html`<li>${step.says} <small>${step.who}</small> ${step.clauses.map((id) => clauseOf(id))}</li>`,
    )}</ol>
    <h3>What it moves</h3>${orderMoves(entry.preview)}`;
const question = ({ question: words, answers }, chosen) =>
  html`<fieldset><legend>${words}</legend>${answers.map(
    (each, place) =>
      html`<label class="radio"><input type="radio" name="answer" value="${String(each.value)}"
      data-choose="answer" data-focus="answer-${place}" ${isChosen(each, place, chosen) ? html`checked` : ""}>
        ${each.words}</label>`,
  )}</fieldset>`;
const isChosen = (each, place, chosen) => (chosen === undefined ? place === 0 : String(each.value) === chosen);
const orderMoves = ({ is_possible: can, refused, money, boxes, moved: whole }) => {
  if (!can) return html`<p class="tag late">Not now: ${refused}</p>`;
  if (!money.length) return html`<p>No chip moves.</p>`;
  const sum = (name) => boxes.reduce((total, each) => total + each[name], 0);
  const all = [
    "",
    html`<b>All</b>`,
    dash(sum("base")),
    dash(sum("side")),
    signed(sum("returned")),
    dash(sum("settled")),
    "",
  ];
  return html`${grid(
    [">Box", "Player", ">Base wager", ">Side wagers", ">Returned", ">Settled, stays", ">Chips after"],
    [...boxes.map(boxRow), row(all)],
    "What it moves",
  )}${check(sum("returned") === whole, `racks ${dollars(whole, { plus: true })}, to the cent`)}`;
};
const dash = (cents) => (cents ? amount(cents) : "–");
const signed = (cents) => (cents ? instead(html`<b>${amount(cents, { plus: true })}</b>`) : "–");
const boxRow = (each) =>
  row([
    each.box,
    each.player,
    dash(each.base),
    dash(each.side),
    signed(each.returned),
    each.settled ? amount(each.settled, { plus: true }) : "–",
    dollars(each.after),
  ]);
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
  return html`<div class="head"><h1>Incidents</h1>${finding(room)}
      <a class="btn" href="/api/v1/floor/incidents.csv" download>CSV</a>
      <button class="btn" data-do="print">Print</button></div>
    <div class="panel">${grid(
      ["No.", "Time", "Table", ">Round", "What happened", "Clause", "People", "By", "Note", "Outcome"],
      found.incidents.map((each) => incidentRow(room, each)),
      "Incidents",
    )}${found.incidents.length ? "" : html`<p class="hint">No incident yet.</p>`}</div>
    ${found.unfiled.length ? unfiled(room, found.unfiled) : ""}
    <div class="panel no-print"><h2>What happened at …</h2><p class="go">${[...tables.values()].map(
      (table) => html`<a class="btn" href="#incidents/${table.id}">${table.name}</a>`,
    )}</p></div>`;
};
const STATES = [
  ["", "open and closed"],
  ["true", "open"],
  ["false", "closed"],
];
const finding = ({ data, tables }) => {
  const sought = data.sought || {};
  return html`<form data-form="find" class="find no-print">
    ${field(
      "Words",
      html`<input name="text" value="${sought.text || ""}" placeholder="Name, clause, word"
        maxlength="80">`,
    )}
    ${field("Table", html`<select name="table">${tableOptions(tables, sought.table)}</select>`)}
    ${field("Gaming day", html`<input name="day" type="date" value="${sought.day || ""}">`)}
    ${field(
      "State",
      html`<select name="is_open">${STATES.map(
        ([id, words]) =>
          html`<option value="${id}" ${id === (sought.is_open || "") ? html`selected` : ""}>${words}</option>`,
      )}</select>`,
    )}
    <button class="btn">Find</button></form>`;
};
const incidentRow = (room, each) =>
  row([
    html`<button class="btn" data-do="one" data-number="${each.number}" data-focus="incident-${each.number}"
      aria-label="Incident ${each.number}">${each.number}</button>`,
    `${each.filed_at.slice(5, 10)} ${time(each.filed_at)}`,
    nameOf(room, each.table),
    each.round,
    each.words,
    clauseOf(each.clause),
    each.people.join(", "),
    each.by,
    each.note,
    each.is_open && room.mayAct ? html`open ${closing(each)}` : each.outcome || "open",
  ]);
const closing = ({ number }) =>
  html`<form data-form="close" data-number="${number}" class="reason"><input name="outcome" required maxlength="200"
    aria-label="What was decided about incident ${number}"
      placeholder="Decided"><button class="btn">Close</button></form>`;
const fact = ([words, value]) => html`<div><dt>${words}</dt><dd>${value}</dd></div>`;
/** One incident on paper: number, time, people, what the table did, and what came of it. */
const incidentSheet = (each, table) => {
  const dialog = sheet(
    `Incident ${each.number}`,
    html`<div class="slip floor-room"><h3>Incident ${each.number}: ${each.words}</h3>
      <dl class="facts">${[
        ["Filed", `${stamped(each.filed_at)} by ${each.by}`],
        ["Table", `${table}, round ${each.round}`],
        ["Clause", clauseOf(each.clause)],
        ["People", each.people.join(", ") || "nobody"],
        ["Note", each.note || "–"],
        ["Outcome", each.is_open ? "open" : `${each.outcome} ${each.closing_note}`],
        ["Closed", each.is_open ? "–" : `${stamped(each.closed_at)} by ${each.closed_by}`],
      ].map(fact)}</dl>
      <h3>Events of the table <small>${each.after + 1} to ${each.until}</small></h3>
      ${
        each.events.length
          ? grid(
              [">No.", "Time", "Event"],
              each.events.map((event) =>
                row([event.version, stamped(event.at), event.event.replace(/(?<=[a-z])(?=[A-Z])/g, " ")]),
              ),
              "Events",
            )
          : html`<p class="hint">None: no chip and no card moved.</p>`
      }</div><button class="btn primary" data-print>Print</button>`,
    { wide: true },
  );
  document.body.classList.add("prints-slip");
  dialog.addEventListener("close", () => document.body.classList.remove("prints-slip"));
  on(dialog, "click", "[data-print]", () => print());
};
const unfiled = (room, list) =>
  html`<div class="panel"><h2>In the log, and filed by nobody</h2>${grid(
    ["Time", "Table", "Round", "Event", "Clause"],
    list.map((each) => row([time(each.at), nameOf(room, each.table), each.round, each.event, clauseOf(each.clause)])),
    "Not filed",
  )}</div>`;
