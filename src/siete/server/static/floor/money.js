/* Chips, trays, meters and hand pays; whatever changes them needs two people. */
import { html } from "../dom.js";
import { sheet } from "../sheets.js";
import { amount, check, dollars, field, grid, row, time } from "./parts.js";

const KINDS = ["opener", "fill", "credit", "closer"];

export const moneyView = {
  async load(room) {
    const [cash, changes, meters, pays] = await Promise.all(
      ["/money", "/changes", "/meters", "/hand-pays"].map((path) => room.api.get(path)),
    );
    Object.assign(room.data, { money: cash, changes: changes.changes, meters: meters.meters, pays: pays.hand_pays });
  },
  markup: (room) => {
    const { data } = room;
    if (!data.changes) return html`<p class="hint">One moment…</p>`;
    return html`<div class="head"><h1>Money and meters</h1></div>
      <div class="panel"><h2>Trays <small>opener + fills − credits + result since = tray</small>
        </h2>${trays(data.money)}
        ${house(data.money.house)}</div>
      ${room.mayAct ? chips(room) : ""}
      <div class="panel"><h2>Changes by two people</h2>${slips(data.changes, room)}</div>
      <div class="panel"><h2>Meters</h2>${data.meters.map((meter) => meterMarkup(meter, room.mayAct))}</div>
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
    async meter(room, form) {
      const { amount: to, reason } = form.elements;
      const { table, meter } = form.dataset;
      const body = { kind: "meter", table, meter, reason: reason.value, amount: Math.round(Number(to.value) * 100) };
      const made = await room.api.post("/changes", body);
      await room.load();
      return `Change ${made.number} waits for a second signature.`;
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
      slipSheet(room.data.changes.find((each) => each.number === Number(node.dataset.change)));
    },
    async pay(room, node) {
      const { table, version } = node.dataset;
      await room.api.post(`/hand-pays/${encodeURIComponent(table)}/${version}/sign`);
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
    ["Table", "Rounds", "Drop", "Opener", "Fills", "Credits", "Result today", "Tray now"],
    tables.map((each) =>
      row([
        each.name,
        each.rounds,
        dollars(each.drop),
        dollars(each.opener),
        dollars(each.fills),
        dollars(each.credits),
        amount(each.result),
        each.is_tray_open ? dollars(each.tray) : "closed",
      ]),
    ),
    "Trays",
  );
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
    ["No.", "What", "Table", "Amount", "By", "Second", "Status", ""],
    changes.map((each) =>
      row([
        each.number,
        each.meter ? `meter ${each.meter}` : each.kind,
        each.table,
        dollars(each.amount),
        `${each.proposed_by} ${time(each.proposed_at)}`,
        each.answered_by ? `${each.answered_by} ${time(each.answered_at)}` : "–",
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
    : html`<button class="btn primary" data-do="sign" data-change="${each.number}">Sign</button>`;
const slipSheet = (each) => {
  const dialog = sheet(
    `Slip ${each.number}: ${each.kind}`,
    html`<div class="slip"><p>Table ${each.table} ${each.meter}</p>
      ${grid(
        ["Chip", "Count", "Amount"],
        each.counts.map((one) => row([dollars(one.chip), one.count, dollars(one.amount)])),
        "Chips",
      )}
      <p class="lead">${dollars(each.amount)}</p><p>${each.reason}</p>
      ${
        each.expected === null
          ? ""
          : html`<p>By the events: ${dollars(each.expected)}. Difference ${dollars(each.difference)}.</p>`
      }
      <p>1. ${each.proposed_by}, ${each.proposed_at}</p><p>2. ${each.answered_by || "not signed"},
        ${each.answered_at}</p>
      <p>${each.status}</p></div><button class="btn primary" data-print>Print</button>`,
  );
  dialog.querySelector("[data-print]").addEventListener("click", () => print());
};

const meterMarkup = (meter, mayAct) =>
  html`<article class="meter"><h3>${meter.name} · ${meter.tables.join(", ")}
    <b class="money">${dollars(meter.amount)}</b></h3>
    <p>Starts at ${dollars(meter.minimum)}, reserve ${dollars(meter.reserve)}, ${(meter.rate * 100).toFixed(1)}
      % of each wager${meter.cap ? `, cap ${dollars(meter.cap)}` : ""}.</p>
    ${check(
      meter.is_equal,
      `start ${dollars(meter.opened)} + contributions ${dollars(meter.contributed)}
      + seeds ${dollars(meter.seeded)} + changes ${dollars(meter.changed)} − awards ${dollars(meter.awarded)}`,
    )}
    <ul>${meter.notable.slice(0, 5).map(
      (each) =>
        html`<li>${time(each.at)} ${each.kind} ${dollars(each.amount)}
      ${each.by} ${each.reason}</li>`,
    )}</ul>
    ${mayAct ? meterForm(meter) : ""}</article>`;
const meterForm = (meter) =>
  html`<form class="find" data-form="meter" data-table="${meter.tables[0]}" data-meter="${meter.name}">
    ${field(
      "Show instead ($)",
      html`<input name="amount" type="number" step="0.01" min="${meter.minimum / 100}"
      required>`,
    )}
    ${field("Why", html`<input name="reason" required maxlength="200">`)}<button class="btn">Propose</button></form>`;
const pays = (list, mayAct) =>
  list.length
    ? grid(
        ["Time", "Table", "Round", "Box", "Player", "Amount", "Signed"],
        list.map((each) =>
          row([
            time(each.at),
            each.name,
            each.round,
            each.box,
            each.player,
            dollars(each.amount),
            each.signed_by || (mayAct ? payButton(each) : "not yet"),
          ]),
        ),
        "Hand pays",
      )
    : html`<p class="hint">None today.</p>`;
const payButton = ({ table, version }) =>
  html`<button class="btn" data-do="pay" data-table="${table}" data-version="${version}">Sign</button>`;
