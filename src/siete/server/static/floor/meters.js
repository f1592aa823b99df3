/* Meters: how each came to what it shows, by day, week or since it was opened, and changes by two people. */
import { html } from "../dom.js";
import { check, clauseOf, dollars, field, grid, nameOf, percent, row, writtenValue } from "./parts.js";
import { sentences } from "./shift_sheets.js";

const SCALES = { day: ["Day", 24], week: ["Week", 24 * 7], all: ["Since it was opened", Infinity] };
const WIDE = 860,
  HIGH = 260,
  LEFT = 74,
  FOOT = 26;

export const metersView = {
  async load(room) {
    room.data.meters = (await room.api.get("/meters")).meters;
  },
  markup: (room) => {
    const { meters } = room.data;
    if (!meters) return html`<p class="hint">One moment…</p>`;
    const meter = chosen(room);
    if (!meter) return html`<div class="head"><h1>Meters</h1></div><p class="hint">No table has a meter.</p>`;
    return html`<div class="head"><h1>${meter.title} <small>${placesOf(room, meter)}</small></h1>
        <nav class="segments" aria-label="Meters">${meters.map((each) => door(room, each, meter))}</nav>
        <a class="btn" download="${meter.name}.csv" href="${csv(meter)}">CSV</a></div>
      <div class="meter-room"><div><section class="panel">${shows(room, meter)}
        ${chart(meter, room.data.scale || "day")}</section>
        <section class="panel">${identity(meter)}</section><section class="panel">${movements(meter)}</section></div>
      <div><section class="panel">${works(meter)}</section>
        ${room.mayAct ? html`${changing(room, meter)}${terms(room, meter)}` : ""}</div></div>`;
  },
  acts: {
    async scale(room, node) {
      room.data.scale = node.dataset.scale;
    },
    async effect(room, form) {
      const meter = chosen(room),
        cents = Math.round(Number(form.elements.amount.value) * 100);
      const path = `/tables/${encodeURIComponent(meter.tables[0])}/meters/${encodeURIComponent(meter.name)}/effect`;
      room.data.effect = {
        stream: meter.stream,
        reason: form.elements.reason.value,
        ...(await room.api.get(path, { amount: cents })),
      };
    },
    async meter(room) {
      const meter = chosen(room),
        { then, reason } = room.data.effect;
      const body = { kind: "meter", table: meter.tables[0], meter: meter.name, reason, amount: then };
      const made = await room.api.post("/changes", body);
      delete room.data.effect;
      await room.load();
      return `Change ${made.number} waits for a second signature.`;
    },
    async forget(room) {
      delete room.data.effect;
      delete room.data.terms;
    },
    async terms(room, form) {
      const meter = chosen(room),
        given = [...form.querySelectorAll("[data-choice]")].filter((input) => input.value.trim() !== "");
      const choices = Object.fromEntries(given.map((input) => [input.dataset.choice, writtenValue(input.value)]));
      try {
        const found = await room.api.post(`/tables/${encodeURIComponent(meter.tables[0])}/rules/preview`, { choices });
        room.data.terms = { stream: meter.stream, choices, ...found };
      } catch (error) {
        const wrong = error.faults?.length ? error.faults : [{ sentence: sentences(error), clause: error.clause }];
        room.data.terms = { stream: meter.stream, wrong };
      }
    },
    async propose(room, form) {
      const meter = chosen(room),
        { choices, notice } = room.data.terms;
      const body = { choices, notice, reason: form.elements.reason.value };
      const made = await room.api.post(`/tables/${encodeURIComponent(meter.tables[0])}/rules`, body);
      delete room.data.terms;
      await room.load();
      return `Change ${made.number} waits for a second signature.`;
    },
  },
};
const chosen = ({ data, path }) =>
  data.meters.find((each) => each.tables.includes(path[0]) && each.name === path[1]) || data.meters[0];
const placesOf = (room, meter) => meter.tables.map((id) => nameOf(room, id)).join(", ");
const door = (room, each, meter) =>
  html`<a class="btn" href="#meters/${each.tables[0]}/${each.name}" ${each === meter ? html`aria-current="true"` : ""}
    data-focus="meter-${each.stream}">${each.title} · ${nameOf(room, each.tables[0])}</a>`;

const shows = ({ data }, meter) =>
  html`<div class="meter-head"><b class="big-money">${dollars(meter.amount)}</b><span class="spacer"></span>
    <div class="segments" role="group" aria-label="Scale">${Object.entries(SCALES).map(
      ([id, [name]]) =>
        html`<button class="btn" data-do="scale" data-scale="${id}" data-focus="scale-${id}"
        aria-pressed="${String((data.scale || "day") === id)}">${name}</button>`,
    )}</div></div>`;

/** What the meter showed at the end of each hour, with awards and changes where they happened. */
const chart = (meter, scale) => {
  const [, most] = SCALES[scale],
    hours = meter.hours.slice(-most);
  if (hours.length < 2) return html`<p class="hint">The chart begins with the second hour.</p>`;
  const first = Date.parse(`${hours[0].hour}:00Z`),
    last = Date.parse(`${hours.at(-1).hour}:00Z`) + 3600000,
    top = Math.max(...hours.map((each) => each.amount), meter.minimum) * 1.08,
    x = (at) => LEFT + ((at - first) / Math.max(1, last - first)) * (WIDE - LEFT - 12),
    y = (cents) => HIGH - FOOT - (cents / top) * (HIGH - FOOT - 12);
  const points = hours.map((each) => [x(Date.parse(`${each.hour}:00Z`) + 3600000), y(each.amount), each]),
    line = points.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L"),
    marks = meter.notable.filter((each) => Date.parse(each.at) >= first);
  return html`<svg class="chart" viewBox="0 0 ${WIDE} ${HIGH}" role="img"
    aria-label="${meter.title} from ${dollars(hours[0].amount)} to ${dollars(meter.amount)}">
    ${[0, 0.25, 0.5, 0.75, 1].map((part) => rule(top * part, y))}
    <path class="area" d="M${points[0][0]} ${HIGH - FOOT}L${line}L${points.at(-1)[0]} ${HIGH - FOOT}Z"/>
    <path class="seed" d="M${LEFT} ${y(meter.minimum)}H${WIDE - 12}"/>
    <text class="seed-word" x="${WIDE - 14}" y="${y(meter.minimum) - 5}">starts at ${dollars(meter.minimum)}</text>
    <path class="line" d="M${line}"/>
    ${points.map(
      ([px, py, each]) =>
        html`<circle class="hover" cx="${px}" cy="${py}" r="7"><title>${each.hour}:59 UTC
      ${dollars(each.amount)}</title></circle>`,
    )}
    ${marks.map((each) => mark(each, x, y))}${feet(first, last, x)}</svg>`;
};
const rule = (cents, y) =>
  html`<path class="rule" d="M${LEFT} ${y(cents)}H${WIDE - 12}"/><text class="scale" x="${LEFT - 8}"
    y="${y(cents) + 4}">${dollars(Math.round(cents)).replace(/\.\d\d$/, "")}</text>`;
const mark = (each, x, y) =>
  html`<g class="mark ${each.kind}"><circle cx="${x(Date.parse(each.at)).toFixed(1)}" cy="${y(each.after).toFixed(1)}"
    r="4.500"/><title>${each.kind} ${dollars(each.amount)} at ${each.at.slice(0, 16)}</title></g>`;
const feet = (first, last, x) =>
  [0, 1, 2, 3, 4].map((part) => {
    const at = first + ((last - first) * part) / 4;
    const words = new Date(at).toISOString().slice(5, 16).replace("T", " ");
    const anchor = part === 0 ? "start" : part === 4 ? "end" : "middle";
    return html`<text class="foot" text-anchor="${anchor}" x="${x(at).toFixed(1)}" y="${HIGH - 6}">${words}</text>`;
  });

const identity = (meter) =>
  html`<div class="sum">${[
    ["start", meter.opened],
    ["+ wagers", meter.contributed],
    ["+ seeds", meter.seeded],
    ["+ changes", meter.changed],
    ["− awards", meter.awarded],
    ["= meter", meter.amount],
    ["and reserve", meter.reserve],
  ].map(([words, cents]) => html`<div><span>${words}</span><b>${dollars(cents)}</b></div>`)}</div>
    ${check(meter.is_equal, "to the cent")}`;
const movements = (meter) =>
  html`<h2>Movements <small>every one is an event</small></h2>${grid(
    ["When", "What", ">Amount", ">Meter after", "By", "Why"],
    meter.notable.map((each) =>
      row([
        each.at.slice(0, 16).replace("T", " "),
        each.kind,
        dollars(each.amount, { plus: true }),
        dollars(each.after),
        each.by,
        each.words ? `${each.reason}: ${each.words}` : each.reason,
      ]),
    ),
    "Movements",
  )}${meter.notable.length ? "" : html`<p class="hint">Wagers only, so far.</p>`}`;
const works = (meter) =>
  html`<h2>How it works</h2><dl class="facts">${[
    ["To the meter", percent(meter.rate)],
    ["To the reserve", percent(meter.reserve_rate)],
    ["Starts at", dollars(meter.minimum)],
    ["Reserve now", dollars(meter.reserve)],
    ["Cap", meter.cap === null ? "none" : dollars(meter.cap)],
    ["Tables", meter.tables.length],
    ["By", meter.clause ? clauseOf(meter.clause) : clauseOf("", true)],
  ].map(([words, value]) => html`<div><dt>${words}</dt><dd>${value}</dd></div>`)}</dl>`;

const changing = ({ data }, meter) => {
  const { effect } = data;
  if (effect?.stream === meter.stream) return proposal(effect);
  return html`<form class="panel" data-form="effect"><h2>Change what it shows <small>two people sign</small></h2>
    ${field(
      "Show instead ($)",
      html`<input name="amount" type="number" step="0.01" min="${meter.minimum / 100}" required
        data-focus="meter-amount">`,
    )}
    ${field("Why", html`<input name="reason" required maxlength="200" data-focus="meter-why">`)}
    <button class="btn">What it does to the odds</button></form>`;
};
/** What it starts at, gets of each wager and stops at: the table's rules, so by two people, between rounds. */
const terms = ({ data }, meter) => {
  const found = data.terms?.stream === meter.stream ? data.terms : null;
  if (found?.values) return termsProposal(found);
  return html`<form class="panel" data-form="terms"><h2>Change how it works
    <small>two people sign; it counts between rounds</small></h2>
    <p class="hint">Write what is to change, as it stands there now; the rest stays.</p>
    ${meter.choices.map(choiceField)}
    <button class="btn">Look what it changes</button>
    ${found?.wrong ? html`<ul class="faults" role="alert">${found.wrong.map(fault)}</ul>` : ""}</form>`;
};
const choiceField = ({ name, words, value }) =>
  field(
    words,
    html`<input data-choice="${name}" maxlength="60" placeholder="${value}" autocomplete="off"
      data-focus="choice-${name}">`,
  );
const fault = (each) => html`<li>${each.sentence} ${each.clause ? clauseOf(each.clause) : ""}</li>`;
const termsProposal = ({ values, notice }) =>
  html`<form class="panel" data-form="propose"><h2>Before you propose</h2>${grid(
    ["", "Now", "Then", "Clause"],
    values.map((each) => row([each.words, html`<span>${each.now}</span>`, html`<b>${each.then}</b>`, cite(each)])),
    "What changes",
  )}
    <p>${notice ? `Players get ${notice} minutes of notice.` : "Nobody has less by it: no notice is needed."}
      A meter below its new start is filled up by the house.</p>
    ${field("Why", html`<input name="reason" required maxlength="200">`)}
    <div class="go"><button class="btn primary">Propose</button>
      <button type="button" class="btn" data-do="forget">Back</button></div></form>`;
const cite = ({ clause }) => (clause ? clauseOf(clause) : "");
const proposal = ({ now, then, edge_now: before, edge_then: after, break_even: even }) =>
  html`<form class="panel" data-form="meter"><h2>Before you propose</h2>${grid(
    ["", ">Now", ">Then"],
    [
      row(["Meter", dollars(now), html`<b>${dollars(then)}</b>`]),
      row(["House edge at the meter", percent(before ?? null), html`<b>${percent(after ?? null)}</b>`]),
    ],
    "What it does",
  )}
    ${even ? html`<p class="hint">From ${dollars(Math.round(even))} on, players have the edge.</p>` : ""}
    <p>Two people by house rule ${clauseOf("")}</p>
    <div class="go"><button class="btn primary">Propose</button>
      <button type="button" class="btn" data-do="forget">Back</button></div></form>`;
const csv = ({ hours }) =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(
    ["hour,amount", ...hours.map((each) => `${each.hour},${(each.amount / 100).toFixed(2)}`)].join("\r\n"),
  )}`;
