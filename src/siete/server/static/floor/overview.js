/* The floor at a glance: tiles, the queue, duties and meters. */
import { api } from "../api.js";
import { html } from "../dom.js";
import { money } from "../words.js";
import { amount, check, clauseOf, dollars, lasting, time } from "./parts.js";

const FRESH = 15000;

export const floorView = {
  async load(room) {
    const [duties, meters, cash] = await Promise.all([
      room.api.get("/duties"),
      room.api.get("/meters"),
      room.api.get("/money"),
    ]);
    room.data.rules ??= (await api.rules()).rules;
    Object.assign(room.data, { duties: duties.duties, meters: meters.meters, money: cash });
    clearTimeout(room.again);
    room.again = setTimeout(() => room.isConnected && room.view === "floor" && room.load(), FRESH);
  },
  markup: (room) =>
    html`<h1 class="vh">Floor</h1>${strip(room)}<div class="floor-columns">
      <section aria-label="Tables">${bar(room)}<div class="tiles">${[...room.tables.values()].map(tile(room))}</div>
        ${room.tables.size ? "" : html`<p class="hint">There is no live table. Open one.</p>`}</section>
      <section class="floor-side">${queue(room)}${duties(room)}${meters(room)}</section></div>`,
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
    async open(room, form) {
      const { name, rules, count } = form.elements;
      const many = Number(count.value);
      for (let each = 1; each <= many; each++)
        await room.api.open({
          name: many > 1 ? `${name.value} ${each}` : name.value,
          rules: rules.value,
          mode: "live",
          floor: true,
        });
      return `${many} ${many === 1 ? "table is" : "tables are"} being opened; sign the checklist.`;
    },
    async shut(room, node) {
      await room.api.shut(node.dataset.table);
      return "The table is closed.";
    },
    async approve(room, node) {
      await answer(room, node, { answer: "approve" });
    },
    async refuse(room, form) {
      await answer(room, form, { answer: "refuse", reason: form.elements.reason.value });
      return "Refused. The table waits.";
    },
    async sign(room, node) {
      await room.api.post(`/changes/${node.dataset.change}/sign`);
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

const answer = (room, node, body) =>
  room.api.post(`/tables/${encodeURIComponent(node.dataset.table)}/approval`, { point: node.dataset.point, ...body });

const strip = ({ data, queue: items, tables, now }) => {
  const cash = data.money,
    late = (data.duties || []).filter((duty) => duty.status === "late").length,
    open = [...tables.values()].filter((table) => table.state === "open").length,
    oldest = items.map((item) => now - Date.parse(item.since)).toSorted((a, b) => b - a)[0];
  const result = cash ? cash.tables.reduce((sum, table) => sum + table.result, 0) : 0;
  const drop = cash ? cash.tables.reduce((sum, table) => sum + table.drop, 0) : 0;
  const house = cash?.house;
  return html`<div class="strip panel">
    ${figure("Waiting for you", items.length, items.length ? `oldest ${lasting(oldest)}` : "nothing waits")}
    ${figure("Tables", tables.size, `${open} open`)}
    ${figure("Result today", cash ? amount(result, { plus: true }) : "–", `drop ${dollars(drop)}`)}
    ${figure("Duties", late ? `${late} late` : "none late", "from the documents", late ? "late" : "")}
    ${figure(
      "All chips, to the cent",
      house ? dollars(house.held) : "–",
      house
        ? check(house.is_equal, house.is_equal ? "equals issued less redeemed" : "does not equal what was issued")
        : "",
    )}</div>`;
};
const figure = (label, value, under, kind = "") =>
  html`<div class="${kind}"><div class="k">${label}</div><div class="v">${value}</div><div class="u">${under}</div>
    </div>`;

const bar = (room) =>
  room.mayAct &&
  html`<div class="bar"><button class="btn" data-do="take" data-focus="take">Take all</button>
    <button class="btn" data-do="leave" data-focus="leave">Leave all</button>
    <details class="open-tables"><summary class="btn primary" data-focus="open">Open tables</summary>
      <form data-form="open" class="panel">
        <label class="field"><span>Name</span><input name="name" maxlength="36" required value="Table"></label>
        <label class="field"><span>Rule set</span>
          <select name="rules">${(room.data.rules || []).map(ruleOption)}</select></label>
        <label class="field"><span>How many</span><input name="count" type="number" min="1" max="12" value="1"></label>
        <button class="btn primary">Open</button></form></details></div>`;
const tile = (room) => (table) => {
  const first = room.queue[0]?.table === table.id,
    mine = table.floorperson === room.me.name,
    ended = table.last_round_at ? lasting(room.now - Date.parse(table.last_round_at)) : "–",
    cash = room.data.money?.tables.find((each) => each.id === table.id);
  const kind = first ? "stop" : table.state === "stopped" ? "late" : "";
  return html`<article class="tile ${kind} ${table.state}" aria-label="${table.name}, ${table.state}">
    <div class="felt"><b class="no">${table.name}</b><span class="st">${stageOf(table)}</span>
      <span class="boxes" aria-hidden="true">${table.boxes.toReversed().map(box)}</span>
      <span class="who">${table.floorperson ? (mine ? "you" : table.floorperson) : "house"}</span></div>
    <div class="b"><div class="l"><b>${table.title}, ${table.decks} decks</b>
        <span>${money(table.limits.min)}–${money(table.limits.max)}</span></div>
      <div class="l"><span>${table.dealer}</span><span>round ${table.round} · ${ended}</span></div>
      <div class="res"><b>${cash ? amount(cash.result, { plus: true }) : "–"}</b><span>${table.players}
        players</span></div>
      ${table.meters.map(
        (meter) => html`<div class="l"><span>${meter.name}</span><b class="money">${dollars(meter.amount)}</b></div>`,
      )}
      ${tag(room, table)}
      <div class="go"><a class="btn" href="/t/${table.id}" data-focus="watch-${table.id}">Watch</a>
        <a class="btn" href="#incidents/${table.id}" data-focus="wrong-${table.id}">What happened?</a>
        ${
          room.mayAct && floorButton(table, mine)
        }${room.mayAct && !table.players && shutButton(table)}</div></div></article>`;
};
const ruleOption = ({ name, title }) => html`<option value="${name}">${title}</option>`;
const shutButton = (table) =>
  html`<button class="btn" data-do="shut" data-table="${table.id}" data-focus="shut-${table.id}">Close</button>`;
const stageOf = (table) => (table.state === "open" ? table.stage : table.state);
const box = (each) => html`<i class="${each.acts ? "acts" : each.player ? "taken" : ""}"></i>`;
const floorButton = (table, mine) =>
  html`<button class="btn" data-do="floor" data-take="${String(!mine)}" data-table="${table.id}"
    data-focus="floor-${table.id}">${mine ? "Leave" : "Take"}</button>`;
const tag = (room, { waits, reason }) => {
  if (reason) return html`<p class="tag late">Stopped: ${reason}</p>`;
  if (!waits) return html`<p class="tag info">Nothing waits</p>`;
  const kind = { approval: "wait", floorperson: "late" }[waits.for] || "info";
  return html`<p class="tag ${kind}">${waits.words}</p>`;
};

const queue = (room) =>
  html`<div class="panel"><h2>Waiting for you <small>play stopped first, then by time left</small></h2>
    <ol class="queue">${room.queue.map(item(room))}</ol>
    ${room.queue.length ? "" : html`<p class="hint">Nothing waits.</p>`}</div>`;
const item = (room) => (each, place) =>
  html`<li class="q ${place ? "" : "first"}" data-item><div class="a"><div class="w"><b>${each.name}: ${each.title}</b>
      <p>${each.words} ${each.clause ? clauseOf(each.clause) : ""} ${each.is_refused ? "Refused before." : ""}</p></div>
    <div class="age">${each.expires_at ? until(room, each) : lasting(room.now - Date.parse(each.since))}
      <small>${each.stops_play ? "play waits" : each.kind}</small></div></div>
    ${room.mayAct && (each.kind === "change" ? changeButtons(each) : approvalButtons(each))}</li>`;
const until = (room, each) => `${lasting(Date.parse(each.expires_at) - room.now)} left`;
const approvalButtons = (each) =>
  html`<div class="go"><button class="btn main" data-do="approve" data-table="${each.table}" data-point="${each.point}"
      data-focus="approve-${each.id}">Approve</button>
    <form class="reason" data-form="refuse" data-table="${each.table}" data-point="${each.point}">
      <input name="reason" required maxlength="200" placeholder="Why not?" aria-label="Reason of the refusal"
        data-focus="why-${each.id}"><button class="btn" data-focus="refuse-${each.id}">Refuse</button></form></div>`;
const changeButtons = (each) =>
  each.is_mine
    ? html`<div class="go"><button class="btn" data-do="withdraw" data-change="${each.change}">Withdraw</button>
        <span class="hint">You proposed it: somebody else signs.</span></div>`
    : html`<div class="go"><button class="btn main" data-do="sign" data-change="${each.change}"
        data-focus="sign-${each.change}">Sign</button>
      <form class="reason" data-form="decline" data-change="${each.change}"><input name="reason"
        required maxlength="200"
        placeholder="Why not?" aria-label="Reason of the refusal"><button class="btn">Refuse</button></form></div>`;

const duties = ({ data, mayAct }) =>
  html`<div class="panel"><h2>Due <small>from the documents</small></h2><ul class="due">
    ${(data.duties || [])
      .filter((duty) => duty.status !== "done")
      .slice(0, 8)
      .map((duty) => dutyLine(duty, mayAct))}</ul></div>`;
const dutyLine = (duty, mayAct) =>
  html`<li><span class="wn ${duty.status}">${duty.status === "late" ? "late" : time(duty.due_at)}</span>
    <span class="tx">${duty.table}: ${duty.words}</span>${clauseOf(duty.clause, duty.is_house_rule)}
    ${mayAct && ["meters", "signs"].includes(duty.duty) && !duty.done_by ? doneButton(duty) : ""}</li>`;
const doneButton = ({ duty, table }) =>
  html`<button class="btn" data-do="duty" data-duty="${duty}" data-table="${table}">Done</button>`;

const meters = ({ data }) =>
  html`<div class="panel"><h2>Meters</h2><table class="meters"><tbody>${(data.meters || []).map(
    (meter) =>
      html`<tr><td>${meter.name} · ${meter.tables.join(", ")}</td>
        <td class="money">${dollars(meter.amount)}</td></tr>`,
  )}</tbody></table></div>`;
