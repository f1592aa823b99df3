/* Chips, trays, meters and hand pays; whatever changes them needs two people. */
import { html } from "../dom.js";
import { sheet } from "../sheets.js";
import { amount, check, clauseOf, dollars, field, grid, instead, moved, nameOf, row, time } from "./parts.js";

const KINDS = ["opener", "fill", "credit", "closer"];

export const moneyView = {
  async load(room) {
    const day = room.data.day || "";
    const [cash, changes, pays] = await Promise.all([
      room.api.get("/money", { day }),
      room.api.get("/changes"),
      room.api.get("/hand-pays", { day }),
    ]);
    Object.assign(room.data, { money: cash, changes: changes.changes, pays: pays.hand_pays });
  },
  markup: (room) => {
    const { data } = room;
    if (!data.changes) return html`<p class="hint">One moment…</p>`;
    return html`<div class="head"><h1>Money</h1><form data-form="day" class="find">${field(
      "Gaming day",
      html`<input name="day" type="date" value="${data.money.day}" data-focus="money-day">`,
    )}<button class="btn">Show</button></form></div>
      <div class="panel"><h2>Trays <small>opener + fills − credits + result since = tray</small>
        </h2>${trays(data.money)}
        ${house(data.money.house)}</div>
      <div class="panel"><h2>Drop and result by hour <small>UTC</small></h2>${byHour(data.money.tables)}</div>
      ${room.mayAct ? chips(room) : ""}
      <div class="panel"><h2>Changes by two people</h2>${slips(data.changes, room)}</div>
      <div class="panel"><h2>Hand pays <small>from each table's threshold on</small></h2>${pays(
        data.pays,
        room.mayAct,
      )}</div>`;
  },
  acts: {
    async propose(room, form) {
      const { table, kind, reason } = form.elements;
      const counts = [...form.querySelectorAll("[data-chip]")]
        .map((input) => ({ chip: Number(input.dataset.chip), count: Number(input.value) }))
        .filter((each) => each.count);
      const made = await room.api.post("/changes", {
        table: table.value,
        kind: kind.value,
        reason: reason.value,
        counts,
      });
      form.reset();
      await room.load();
      return `Change ${made.number}, ${dollars(made.amount)}, waits for a second signature.`;
    },
    async day(room, form) {
      room.data.day = form.elements.day.value;
      await room.load();
    },
    async decline(room, form) {
      await room.api.post(`/changes/${form.dataset.change}/refuse`, { reason: form.elements.reason.value });
      await room.load();
      return "Refused.";
    },
    async paySlip(room, node) {
      paySheet(room.data.pays.find((each) => `${each.table}/${each.version}` === node.dataset.pay));
    },
    async sign(room, node) {
      await room.api.post(`/changes/${node.dataset.change}/sign`);
      await room.load();
      return "Signed.";
    },
    async withdraw(room, node) {
      await room.api.post(`/changes/${node.dataset.change}/withdraw`);
      await room.load();
      return "Withdrawn.";
    },
    async slip(room, node) {
      const each = room.data.changes.find((one) => one.number === Number(node.dataset.change));
      slipSheet(each, nameOf(room, each.table));
    },
    async pay(room, node) {
      const { table, version } = node.dataset;
      const day = room.data.day ? `?day=${room.data.day}` : "";
      await room.api.post(`/hand-pays/${encodeURIComponent(table)}/${version}/sign${day}`);
      await room.load();
      return "Signed.";
    },
    async table(room, node) {
      room.data.table = node.value;
    },
  },
};

const trays = ({ tables }) =>
  grid(
    ["Table", ">Rounds", ">Drop", ">Opener", ">Fills", ">Credits", ">Result today", ">Tray now"],
    tables.map((each) =>
      row([
        html`<a href="#table/${each.id}" data-focus="money-${each.id}">${each.name}</a>`,
        each.rounds,
        moved(each.drop),
        moved(each.opener),
        moved(each.fills),
        moved(each.credits),
        amount(each.result),
        each.is_tray_open ? dollars(each.tray) : instead("closed"),
      ]),
    ),
    "Trays",
  );
/** Every table hour by hour; each line and each column adds up. */
const byHour = (tables) => {
  const hours = [...new Set(tables.flatMap((each) => each.by_hour.map(({ hour }) => hour)))],
    cell = (each, hour) => each.by_hour.find((one) => one.hour === hour);
  const sum = (list) => list.reduce((total, each) => total + (each?.result || 0), 0);
  if (!hours.length) return html`<p class="hint">Nothing was brought or played on this day.</p>`;
  const all = tables.reduce((total, each) => total + each.result, 0);
  return html`${grid(
    ["Table", ...hours.map((hour) => `>${hour}`), ">Drop", ">Result"],
    [
      ...tables.map((each) =>
        row([each.name, ...hours.map((hour) => hourCell(cell(each, hour))), moved(each.drop), amount(each.result)]),
      ),
      row([
        html`<b>All</b>`,
        ...hours.map((hour) => amount(sum(tables.map((each) => cell(each, hour))))),
        dollars(tables.reduce((total, each) => total + each.drop, 0)),
        amount(all),
      ]),
    ],
    "Drop and result by hour",
  )}${check(
    all === sum(tables.flatMap((each) => each.by_hour)) && tables.every((each) => each.result === sum(each.by_hour)),
    "hours together = tables together, to the cent",
  )}`;
};
const hourCell = (one) =>
  one
    ? instead(html`${amount(one.result)}${one.drop ? html`<small class="drop">drop ${dollars(one.drop)}</small>` : ""}`)
    : "";
const house = (found) =>
  html`<dl class="where">${["wallets", "racks", "layouts", "trays", "meters", "reserves"].map(
    (name) => html`<div><dt>${name}</dt><dd>${dollars(found[name])}</dd></div>`,
  )}</dl>${check(found.is_equal, `together ${dollars(found.held)} = issued less redeemed ${dollars(found.issued)}`)}`;

const chips = ({ data }) => {
  const tables = data.money.tables.filter((each) => each.is_there),
    chosen = tables.find((each) => each.id === data.table) || tables[0];
  if (!chosen) return "";
  return html`<form class="panel chips-form"
    data-form="propose"><h2>Chips <small>count by denomination; a second person signs</small></h2>
    ${field(
      "Table",
      html`<select name="table" data-choose="table" data-focus="chips-table">${tables.map(
        (each) => html`<option value="${each.id}" ${each === chosen ? html`selected` : ""}>${each.name}</option>`,
      )}</select>`,
    )}
    ${field("What", html`<select name="kind">${KINDS.map((kind) => html`<option>${kind}</option>`)}</select>`)}
    <div class="counts">${chosen.chips.map((chip) =>
      field(
        dollars(chip),
        html`<input data-chip="${chip}"
      type="number" min="0" max="1000000" value="0">`,
      ),
    )}</div>
    ${field("Why", html`<input name="reason" required maxlength="200" value="as ordered">`)}
    <button class="btn primary">Propose</button></form>`;
};
const slips = (changes, room) =>
  grid(
    [">No.", "What", "Table", ">Amount", "By", "Second", "Status", ""],
    changes.map((each) =>
      row([
        each.number,
        [each.kind, each.meter, each.player, each.words].filter(Boolean).join(" "),
        nameOf(room, each.table),
        dollars(each.amount),
        `${each.proposed_by} ${time(each.proposed_at)}`,
        each.answered_by ? `${each.answered_by} ${time(each.answered_at)}` : "",
        status(each),
        html`${room.mayAct && each.status === "open" ? answerButton(each, room) : ""}
          <button class="btn" data-do="slip" data-change="${each.number}">Slip</button>`,
      ]),
    ),
    "Changes",
  );
const status = (each) => {
  if (each.refused_for) return `refused: ${each.refused_for}`;
  return each.difference
    ? html`${each.status}, ${amount(each.difference, { plus: true })} against the events`
    : each.status;
};
const answerButton = (each, room) =>
  each.proposed_by === room.me.name
    ? html`<button class="btn" data-do="withdraw" data-change="${each.number}">Withdraw</button>`
    : html`<button class="btn primary" data-do="sign" data-change="${each.number}">Sign</button>
        <form class="reason" data-form="decline" data-change="${each.number}"><input name="reason" required
          maxlength="200" placeholder="Why not?" aria-label="Reason of the refusal of ${each.number}"
          data-focus="no-${each.number}"><button class="btn">Refuse</button></form>`;
const printing = (dialog) => {
  document.body.classList.add("prints-slip");
  dialog.addEventListener("close", () => document.body.classList.remove("prints-slip"));
  dialog.querySelector("[data-print]").addEventListener("click", () => print());
};
const signature = (number, who, at) =>
  html`<p class="signature"><span>${number}. ${who || "not signed"}</span>
    <small>${at ? `${at.slice(0, 19).replace("T", " ")} UTC` : ""}</small></p>`;
const titled = (kind) => kind.charAt(0).toUpperCase() + kind.slice(1);
const slipSheet = (each, table) =>
  printing(
    sheet(
      `Slip ${each.number}: ${each.kind}`,
      html`<div class="slip floor-room"><h3>${titled(each.kind)}, change ${each.number}</h3>
        <p>Table ${table} ${each.meter}${each.player}</p>
      ${each.counts.length ? grid([">Chip", ">Count", ">Amount"], each.counts.map(chipRow), "Chips") : ""}
      ${each.amount ? html`<p class="lead">${dollars(each.amount)}</p>` : ""}<p>${each.words} ${each.reason}</p>
      ${
        each.expected === null
          ? ""
          : html`<p>By the events: ${dollars(each.expected)}. Difference ${dollars(each.difference)}.</p>`
      }
      ${signature(1, each.proposed_by, each.proposed_at)}${signature(2, each.answered_by, each.answered_at)}
      <p>${titled(each.status)}.</p></div><button class="btn primary" data-print>Print</button>`,
    ),
  );
const chipRow = (one) => row([dollars(one.chip), one.count, dollars(one.amount)]);
const paySheet = (each) => printing(sheet("Hand pay", paySlip(each)));
export const paySlip = (each) =>
  html`<div class="slip floor-room"><h3>Hand pay</h3><p>${each.name}, round ${each.round}, box ${each.box}</p>
    <p class="lead">${dollars(each.amount)}</p><p>to ${each.player}, ${each.at.slice(0, 19)} UTC</p>
    <p>${each.clause ? html`Paid by ${clauseOf(each.clause)}. ` : ""}Hand pays from ${dollars(each.threshold)} on.</p>
    ${signature(1, each.player, "")}${signature(2, each.signed_by, each.signed_at)}</div>
    <button class="btn primary" data-print>Print</button>`;
const pays = (list, mayAct) =>
  list.length
    ? grid(
        ["Time", "Table", ">Round", ">Box", "Player", ">Amount", "Signed", ""],
        list.map((each) =>
          row([
            time(each.at),
            each.name,
            each.round,
            each.box,
            each.player,
            dollars(each.amount),
            each.signed_by || (mayAct ? payButton(each) : "not yet"),
            html`<button class="btn" data-do="paySlip" data-pay="${each.table}/${each.version}">Slip</button>`,
          ]),
        ),
        "Hand pays",
      )
    : html`<p class="hint">None today.</p>`;
const payButton = ({ table, version }) =>
  html`<button class="btn" data-do="pay" data-table="${table}" data-version="${version}">Sign</button>`;
