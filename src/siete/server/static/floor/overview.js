/* The floor at a glance: tiles, the queue, duties and meters. */
import { html } from "../dom.js";
import { amount, check, clauseOf, countOf, dollars, lasting, percent, time } from "./parts.js";
import { keepDone, queue } from "./queue.js";
import { breaksSheet, closeSheet, openSheet } from "./shift_sheets.js";
import { isOff, tile } from "./tile.js";

const FRESH = 15000;
const FILTERS = {
  all: ["All", () => true],
  mine: ["Mine", (room, table) => table.floorperson === room.me.name],
  waiting: ["Waiting", (room, table) => room.queue.some((item) => item.table === table.id)],
  off: ["Late or out of range", isOff],
};

export const floorView = {
  async load(room) {
    const [due, cash, pays] = await Promise.all(["/duties", "/money", "/hand-pays"].map((path) => room.api.get(path)));
    Object.assign(room.data, { duties: due.duties, money: cash, pays: pays.hand_pays });
    clearTimeout(room.again);
    room.again = setTimeout(() => room.isConnected && room.view === "floor" && room.load(), FRESH);
    price(room);
  },
  markup: (room) => {
    const tables = [...room.tables.values()],
      [, fits] = FILTERS[room.data.filter || "all"],
      shown = tables.filter((table) => fits(room, table));
    if (!shown.some((table) => table.id === room.at)) room.at = shown[0]?.id;
    return html`<h1 class="vh">Floor</h1>${strip(room)}<div class="floor-columns">
      <section aria-label="Tables">${bar(room, tables)}
        <div class="tiles ${sizeOf(shown.length)}">${shown.map(tile(room))}</div>
        ${hint(tables, shown)}</section>
      <section class="floor-side" aria-label="What waits, what is due">${queue(room)}${handPays(room)}
        ${duties(room)}${meters(room)}</section>
      </div>`;
  },
  acts: {
    async take(room) {
      const { tables } = await room.api.post("/floors", { take: true });
      return `You have the floor of ${tables.length} more tables.`;
    },
    async leave(room) {
      const { tables } = await room.api.post("/floors", { take: false });
      return `You left the floor of ${tables.length} tables.`;
    },
    async floor(room, node) {
      await room.api.post("/floors", { take: node.dataset.take === "true", tables: [node.dataset.table] });
    },
    async filter(room, node) {
      room.data.filter = node.dataset.filter;
    },
    async all(room) {
      room.data.isAll = !room.data.isAll;
    },
    async open(room) {
      await openSheet(room);
    },
    async close(room) {
      await closeSheet(room);
    },
    async breaks(room) {
      await breaksSheet(room);
    },
    async approve(room, node) {
      await answer(room, node, { answer: "approve" });
      keepDone(room, `${node.dataset.said}: approved`);
    },
    async answerCall(room, node) {
      const { refused } = await room.api.post("/floors", { take: true, tables: [node.dataset.table] });
      if (refused.length) return refused[0].sentence;
      keepDone(room, `${node.dataset.said}: you have this floor`);
    },
    async pay(room, node) {
      const { table, version } = node.dataset;
      await room.api.post(`/hand-pays/${encodeURIComponent(table)}/${version}/sign`);
      await room.load();
      return "Signed. The slip is under Money.";
    },
    async refuse(room, form) {
      await answer(room, form, { answer: "refuse", reason: form.elements.reason.value });
      return "Refused. The table waits.";
    },
    async sign(room, node) {
      await room.api.post(`/changes/${node.dataset.change}/sign`);
      keepDone(room, `${node.dataset.said}: signed`);
      return "Signed.";
    },
    async decline(room, form) {
      await room.api.post(`/changes/${form.dataset.change}/refuse`, { reason: form.elements.reason.value });
      return "Refused.";
    },
    async withdraw(room, node) {
      await room.api.post(`/changes/${node.dataset.change}/withdraw`);
      return "Withdrawn.";
    },
    async duty(room, node) {
      const done = await room.api.post("/duties", { duty: node.dataset.duty, table: node.dataset.table });
      room.data.duties = done.duties;
      return "Done.";
    },
  },
};

/** What the odds expect takes seconds the first time: the tiles do not wait for it. */
const price = async (room) => {
  const { trends } = await room.api.get("/trends").catch(() => ({ trends: [] }));
  room.data.trends = trends;
  if (room.view === "floor") room.redraw();
};

const answer = (room, node, body) =>
  room.api.post(`/tables/${encodeURIComponent(node.dataset.table)}/approval`, { point: node.dataset.point, ...body });

const sizeOf = (count) => (count > 24 ? "lines" : count > 12 ? "many" : "");
const hint = (tables, shown) => {
  if (!tables.length) return html`<p class="hint">There is no live table. Open one.</p>`;
  return shown.length ? "" : html`<p class="hint">No table fits this filter.</p>`;
};

const strip = ({ data, queue: items, tables, now }) => {
  const cash = data.money,
    late = (data.duties || []).filter((duty) => duty.status === "late").length,
    soon = (data.duties || []).filter((duty) => duty.status === "soon").length,
    all = [...tables.values()],
    open = all.filter((table) => table.state === "open").length,
    oldest = items.map((item) => now - Date.parse(item.since)).toSorted((a, b) => b - a)[0],
    players = all.reduce((n, table) => n + table.players, 0),
    stops = items.filter((item) => item.stops_play).length;
  const sum = (name) => (cash ? cash.tables.reduce((total, table) => total + table[name], 0) : 0);
  const house = cash?.house;
  return html`<div class="strip panel">
    ${figure(
      "Waiting for you",
      items.length,
      items.length
        ? `oldest ${lasting(oldest)}${stops ? `, ${stops} ${stops === 1 ? "stops" : "stop"} play` : ""}`
        : "nothing waits",
      items.length ? "wait" : "",
    )}
    ${figure(
      "Tables",
      html`${open} <small>open of ${all.length}</small>`,
      `${countOf(players, "player")} · ${countOf(sum("rounds"), "round")}`,
    )}
    ${figure("Result today", cash ? amount(sum("result"), { plus: true }) : "–", `drop ${dollars(sum("drop"))}`)}
    ${holdFigure(data.trends)}
    ${figure("Duties", late ? `${late} late` : "none late", `${soon} within the hour`, late ? "late" : "")}
    ${figure(
      "All chips, to the cent",
      house ? dollars(house.held) : "–",
      house
        ? check(house.is_equal, house.is_equal ? "equals issued less redeemed" : "does not equal what was issued")
        : "",
    )}</div>`;
};
const holdFigure = (trends) => {
  if (!trends) return figure("Hold, base game", "–", "being worked out");
  const wagered = trends.reduce((sum, each) => sum + each.wagered, 0);
  if (!wagered) return figure("Hold, base game", "–", "no wager yet");
  const result = trends.reduce((sum, each) => sum + each.result, 0),
    expected = trends.reduce((sum, each) => sum + each.expected * each.wagered, 0),
    half = Math.hypot(...trends.map((each) => ((each.high - each.low) / 2) * each.wagered)),
    out = trends.filter((each) => each.is_outside).length;
  const range = [expected - half, expected + half].map((cents) =>
      ((cents / wagered) * 100).toFixed(1).replace("-", "−"),
    ),
    under = `due ${percent(expected / wagered)}, range ${range[0]} to ${range[1]} %`;
  const label = html`Hold, base game${out ? html` <b>${countOf(out, "table")} out of range</b>` : ""}`;
  return figure(label, percent(result / wagered), under, out ? "late" : "");
};
const figure = (label, value, under, kind = "") =>
  html`<div class="${kind}"><div class="k">${label}</div><div class="v">${value}</div><div class="u">${under}</div>
    </div>`;

const bar = (room, tables) =>
  html`<div class="bar"><div class="segments" role="group" aria-label="Which tables">${Object.entries(FILTERS).map(
    ([id, [name, fits]]) => filterButton(room, id, name, tables.filter((table) => fits(room, table)).length),
  )}</div><span class="spacer"></span>${room.mayAct && actions()}</div>`;
const filterButton = ({ data }, id, name, count) =>
  html`<button class="btn" data-do="filter" data-filter="${id}" data-focus="filter-${id}"
    aria-pressed="${String((data.filter || "all") === id)}">${name} <small>${count}</small></button>`;
const actions = () =>
  html`<button class="btn" data-do="take" data-focus="take">Take all</button>
    <button class="btn" data-do="leave" data-focus="leave">Leave all</button>
    <button class="btn" data-do="breaks" data-focus="breaks">Breaks</button>
    <button class="btn" data-do="close" data-focus="close">Close tables</button>
    <button class="btn primary" data-do="open" data-focus="open">Open tables</button>`;

/** Payments that nobody has handed over yet: rounds never wait for them. */
const handPays = ({ data, mayAct }) => {
  const open = (data.pays || []).filter((pay) => !pay.signed_by);
  if (!open.length) return "";
  const shown = open.slice(-4);
  return html`<div class="panel"><h2>Hand pays <small>${open.length} to hand over, oldest first</small></h2>
    <ul class="due">${shown.toReversed().map((pay) => payLine(pay, mayAct))}</ul>
    ${open.length > shown.length ? html`<a href="#money" data-focus="pays">All of them</a>` : ""}</div>`;
};
const payLine = ({ at, name, version, table, player, box, amount: cents, clause }, mayAct) =>
  html`<li><span class="wn">${time(at)}</span><span class="tx">${name}: <b class="money">${dollars(cents)}</b> to
    ${player}, box ${box}</span>${clause ? clauseOf(clause) : ""}
    ${
      mayAct
        ? html`<button class="btn" data-do="pay" data-table="${table}" data-version="${version}"
      data-focus="pay-${table}-${version}">Sign</button>`
        : ""
    }</li>`;

const duties = ({ data, mayAct }) =>
  html`<div class="panel"><h2>Due <small>from the documents</small></h2><ul class="due">
    ${(data.duties || [])
      .filter((duty) => duty.status !== "done")
      .slice(0, 6)
      .map((duty) => dutyLine(duty, mayAct))}</ul></div>`;
const dutyLine = (duty, mayAct) =>
  html`<li><span class="wn ${duty.status}">${duty.status === "late" ? "late" : time(duty.due_at)}</span>
    <span class="tx">${duty.name}: ${duty.words}</span>${clauseOf(duty.clause, duty.is_house_rule)}
    ${mayAct && ["meters", "signs"].includes(duty.duty) && !duty.done_by ? doneButton(duty) : ""}</li>`;
const doneButton = ({ duty, table }) =>
  html`<button class="btn" data-do="duty" data-duty="${duty}" data-table="${table}"
    data-focus="duty-${duty}-${table}">Done</button>`;

/** What every meter shows, as the tables tell it; one that several share stands once. */
const meters = ({ tables }) => {
  const found = new Map();
  for (const table of tables.values())
    for (const { name, title, amount: cents, link } of table.meters) {
      const known = found.get(link ? `${link}/${name}` : `${table.id}/${name}`);
      if (known) known.tables.push(table.name);
      else
        found.set(link ? `${link}/${name}` : `${table.id}/${name}`, {
          id: table.id,
          name,
          title,
          cents,
          tables: [table.name],
        });
    }
  return html`<div class="panel"><h2>Meters <small>now</small></h2><table class="meters"><tbody>${[
    ...found.values(),
  ].map(
    (meter) =>
      html`<tr><td><a href="#meters/${meter.id}/${meter.name}">${meter.title}</a> · ${meter.tables.join(", ")}</td>
        <td class="money">${dollars(meter.cents)}</td></tr>`,
  )}</tbody></table>${found.size ? "" : html`<p class="hint">No table has a meter.</p>`}</div>`;
};
