/* What the lobby shows: its frame, the filter, and a card for each table. */
import { along, boxAngle, polar } from "../draw/arcs.js";
import { esc, html, ICONS, raw } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { shortMeterName } from "../table/status.js";
import { exact, money, nth } from "../words.js";

export const frame = () =>
  html`<div data-bar></div><main class="wrap lobby" id="main" tabindex="-1">
  <section class="welcome" aria-label="The game"><div><h1 data-welcome>Spanish 21</h1>
    <p>Every table here plays by a regulator’s own rule book, and every payout names the clause behind it.
      Play chips only.</p>
    <div class="cta"><button class="btn light" data-do="learn">Learn in two minutes</button>
      <button class="btn ghost" data-do="practice"><span>Deal me in<span class="more">: I know blackjack</span></span
      ></button></div></div>
    <div data-gifts></div></section>
  <div class="hero"><h2 class="h" data-title>Open tables</h2>
  <div class="cta"><form class="who" data-who></form
    ><button class="btn" data-do="open">Open a table</button></div></div>
  <div class="bar"><div class="seg" role="group" aria-label="Which tables" data-filter></div>
    <form class="join" data-join><input class="in" name="link" aria-label="Join by link or table code"
      placeholder="Join by link or table code"><button class="btn">Join</button></form></div>
  <p class="note" role="status" data-note></p>
  <section class="grid" aria-label="Tables"></section><section data-own></section></main>`;

const NUMBERS = "No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split(" ");
const inWords = (number) => NUMBERS[number] || String(number);
const several = (number, noun) => `${inWords(number)} ${noun}${number === 1 ? "" : "s"}`;

/** How many rule books and tables there are. */
export const headline = (tables) => {
  if (!tables.length) return "Open tables";
  const books = new Set(tables.map((table) => table.rules)).size;
  return `${several(books, "rule book")}, ${several(tables.length, "table").toLowerCase()}.`;
};

/** What is better for the player than in blackjack, each with its clause and, where that was solved, its worth. */
export const giftsMarkup = ({ lead, gifts, balance }, isOpen) =>
  balance
    ? balanceMarkup(balance, isOpen)
    : html`<h2>${lead}</h2><ol>${gifts.map(({ text, clause }) => html`<li>${text} ${clauseButton(clause)}</li>`)}</ol>`;

const balanceMarkup = ({ title, note, before, steps, after }, isOpen) => {
  const most = Math.max(...steps.map(({ worth }) => Math.abs(worth)));
  return html`<details class="balance" ${isOpen ? html`open` : ""}
    ><summary><b>${title}</b> <small>${note}</small></summary>
    <table class="num"><caption class="vh">${title}, ${note}</caption><tbody>
    <tr class="from"><th scope="row">${before.text}</th><td></td><td>${share(before.worth)}</td></tr>
    ${steps.map((step) => balanceRow(step, most))}
    <tr class="whole"><th scope="row">${after.text}</th><td></td><td>${(after.worth * 100).toFixed(2)} %</td></tr
    ></tbody></table></details>`;
};
const balanceRow = ({ text, clause, worth }, most) => {
  const width = ((Math.abs(worth) / most) * 100).toFixed(1);
  const bar = `<svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}"
    height="14" rx="1.5"/></svg>`;
  return html`<tr class="${worth < 0 ? "taken" : "given"}"><th scope="row">${text} ${clauseButton(clause)}</th
    ><td>${raw(bar)}</td><td>${share(worth)}</td></tr>`;
};
/** `+0.76`, hundredths with their sign. */
const share = (worth) => `${worth < 0 ? "−" : "+"}${Math.abs(worth * 100).toFixed(2)}`;

export const nameField = (name) =>
  html`<input class="in" aria-label="Your name at the tables" name="name" maxlength="24" value="${name}"
    placeholder="Your name" autocomplete="nickname"><button class="btn" type="button" data-do="return"
    >I was here before</button>`;

/** The way back under a name of one's own. */
export const returnForm = () =>
  html`<form data-return><p>Your name and its recovery code bring back your chips and your place. The code is under your
      name in the lobby.</p><div class="two"><label class="field"><span>Name</span
      ><input name="name" maxlength="24" required></label><label class="field"><span>Recovery code</span
      ><input name="code" maxlength="40" required autocomplete="off"></label></div>
    <p class="note" role="status" data-note></p>
    <div class="go"><button class="btn primary">Come back</button></div></form>`;

/** What a person needs to come back on another day or another machine. */
export const recoverySheet = ({ name, recovery }) =>
  html`<p>If this browser forgets you, these two bring back your chips and your place.
    Whoever knows them can play as you.</p>
    <p class="lead">${name}</p><p class="lead mono" data-code>${recovery}</p>`;

// --- filter -----------------------------------------------------------------------------------------------------

export const filterBar = (tables, filter) => {
  const states = new Map();
  for (const { felt } of tables) states.set(felt.state, (states.get(felt.state) || 0) + 1);
  const buttons = [
    ["All", "", tables.length],
    ["Free boxes", "free"],
    ["With a meter", "meter"],
    ...[...states].map(ofState),
  ];
  const each = ([name, value, count = ""]) =>
    html`<button aria-pressed="${String(filter === value)}" data-focus="by-${value}" data-filter-by="${value}"
      >${name}<small>${count}</small></button>`;
  return html`${buttons.map(each)}`;
};
const ofState = ([name, count]) => [name, name, count];

// --- private tables ---------------------------------------------------------------------------------------------

/** My private tables: by link only, and how to get back there. */
export const ownTablesMarkup = (tables, session, since) => {
  if (!tables.length) return "";
  const seatAt = ({ id }) => session?.seats?.find((seat) => seat.table === id);
  return html`<div class="own panel"><div><h2>My tables</h2><p>Private, by link only; closed when nobody has been
    there for an hour.</p></div>${tables.map((table) => ownTable(table, seatAt(table), since))}</div>`;
};
const ownTable = ({ id, name, felt, round, closes_in: left }, seat, since) => {
  const mine = seat ? html` · <b class="num">${money(seat.rack)}</b> in front of you` : "";
  return html`<div class="one"><div><b>${name}</b> ${felt.title}
      <p>${round ? `Round ${round}` : "Not begun"}${mine}${left === undefined ? "" : closing(left - since)}</p></div
    ><span class="way-in"><button class="btn" data-copy="/t/${id}" data-focus="copy${id}">Copy link</button
    ><a class="btn ${seat ? "primary" : ""}" href="/t/${id}">${seat ? "Back to my box" : "Open"}</a></span></div>`;
};
const closing = (seconds) => ` · closes in ${Math.max(1, Math.round(seconds / 60))} min`;

// --- tables -----------------------------------------------------------------------------------------------------

/** A table: its picture, limits, rules, what it offers, its shoe, its meters and the way in. */
export const tableCard = (table, meters, who) => {
  const open = table.boxes.filter((box) => !box.player).length;
  return html`<article class="tcard"><h2 class="vh">${table.name}: ${table.felt.title}</h2>${raw(picture(table, open))}
    <div class="body">${limitsLine(table)}${priceLine(table)}<p class="facts">${distinctionOf(table)}</p>
      <p class="tags">${offers(table.felt)}</p>${shoeLine(table)}
      <div class="foot">${meters.map((meter) => meterLine(table, meter))}${wayIn(table, open, who)}</div></div>
  </article>`;
};

const limitsLine = ({ felt, limits, mode, rules }) => {
  const decks = `${felt.decks} deck${felt.decks > 1 ? "s" : ""}${mode === "practice" ? " · practice" : ""}`;
  return html`<p class="l1"><b class="num">${money(limits.min)} – ${money(limits.max)}</b
    ><span>${felt.state} · ${decks}</span><span class="mono">${rules}</span></p>`;
};

/** What the house keeps by best play, and what an hour costs. */
const priceLine = ({ price, isLowest }) => {
  if (!price) return "";
  const percent = (price.edge * 100).toFixed(3);
  return html`<p class="price"><span>House edge <b class="num">${percent} %</b></span>${
    isLowest ? html`<em>lowest</em>` : ""
  }<span>${exact(price.hour).join(".")} an hour at ${money(price.wager)} a round</span></p>`;
};
const distinctionOf = ({ distinction, felt }) =>
  distinction ? html`${distinction.text} ${clauseButton(distinction.clause)}` : felt.facts[0];

const offers = (felt) =>
  felt.offers.length
    ? felt.offers.map((offer) => html`<span>${offer.title} <b>${offer.note}</b></span>`)
    : html`<span class="none">No side wagers</span>`;

const shoeLine = ({ felt, shoe, state }) => {
  if (state === "opening") return html`<p class="facts">Opening: the cards are shown before they are shuffled.</p>`;
  const left = shoe.left ? Math.min(1, shoe.left / shoe.cards) * 100 : 100;
  const gauge = `<svg class="g" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect class="g0" y="1.5" width="100" height="7" rx="2"/>
    <rect class="g1" x="${100 - left}" y="1.5" width="${left}" height="7" rx="2"/>
    <rect class="g2" x="${98.6 - (felt.cover || 0) * 100}" width="1.4" height="10"/></svg>`;
  const words = shoe.left ? `${shoe.left} of ${shoe.cards}` : "fresh cards";
  return html`<div class="depth"><span>Shoe</span>${raw(gauge)}<span class="num">${words}</span></div>`;
};

const meterLine = (table, { name, amount, isUp }) => {
  const up = isUp ? html`<span class="up" aria-label="rising">▲</span>` : "";
  return html`<p class="m">${shortMeterName(table.felt, name)}<b class="num">${exact(amount).join(".")}${up}</b></p>`;
};

/** How to come to a table: by sitting down or, where it is full, by waiting for a box. */
const wayIn = ({ id, name, queue }, open, { isMine, isStaff }) => {
  const way = ([label, path, kind]) =>
    html`<a class="btn ${kind}" href="/t/${id}" ${path ? html`data-go-to="${path}"` : ""} data-focus="sit${id}"
      >${label}</a>`;
  const found = isMine
    ? ["Back to my box", "", "primary"]
    : isStaff
      ? ["Go to the table", "", "primary"]
      : open
        ? ["Sit down", `/t/${id}?sit`, "primary"]
        : [`Queue, ${nth(queue + 1)}`, `/t/${id}?queue`, ""];
  return html`<span class="way-in"><a class="icon eye" href="/t/${id}" aria-label="Watch ${name}"
      title="Watch">${ICONS.eye}</a>${way(found)}</span>`;
};

const CARDS = `<g fill="#f4f0e4"><rect x="211" y="6" width="14" height="19" rx="2"/>
  <rect x="228" y="6" width="14" height="19" rx="2" fill="var(--back)" stroke="#f4f0e4" stroke-width="1.5"/></g>`;

/** The table from above: its state along the arc, and which boxes are taken. */
const picture = (table, open) => {
  const boxes = table.boxes.length;
  const f = { cx: 226, cy: -248, boxes, step: boxes > 1 ? 56.4 / (boxes - 1) : 0 };
  const label = `${esc(table.name)}: ${boxes - open} of ${boxes} boxes taken`;
  const circle = `<circle cx="226" cy="-248" r="345"`;
  return `<svg class="mini-felt" viewBox="0 0 452 112" preserveAspectRatio="xMidYMin slice" role="img"
      aria-label="${label}">
    <rect width="452" height="112" fill="var(--felt-deep)"/>${circle} fill="var(--felt-lit)"/>
    ${circle} fill="none" stroke="var(--rail-line)" stroke-width="3"/>
    ${along(f, 301, esc(table.felt.state.toUpperCase()), "nm", 30)}${table.boxes.map((box) => seat(f, box)).join("")}
    ${CARDS}<text class="no" x="14" y="22">${esc(table.name.slice(0, 22))}</text>
    <text class="se" x="438" y="22">${open ? `${open} open` : "full"}</text></svg>`;
};
const seat = (f, { box, player }) => {
  const [x, y] = polar(f, 322, boxAngle(f, box));
  if (player) return `<circle cx="${x}" cy="${y}" r="8" fill="#f4f0e4"/>`;
  return `<circle cx="${x}" cy="${y}" r="7.5" fill="#0003" stroke="#f3dda8" stroke-width="1.6"
    stroke-dasharray="3 2.6"/>`;
};
