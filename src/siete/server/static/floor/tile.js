/* One table at a glance: its felt, limits, dealer, result beside what the odds expect, and the one thing to know. */
import { html } from "../dom.js";
import { isRed, money, short } from "../words.js";
import { amount, countOf, dollars, lasting, percent } from "./parts.js";

const WIDE = 210,
  HIGH = 40;

/** What a tile says in words, for ears and for the filter. */
export const stageOf = (table) => (table.state === "open" ? table.stage : table.state);

const tagOf = (room, table) => {
  const { waits, reason, notice } = table,
    trend = trendOf(room, table),
    late = (room.data.duties || []).find((duty) => duty.table === table.id && duty.status === "late");
  if (!table.is_here && table.state !== "closed") return ["late", "No process answers for it", ""];
  if (reason) return ["late", `Stopped: ${reason}`, ""];
  if (table.call) return ["wait", `Call: ${table.call}`, ""];
  if (waits?.for === "approval") return ["wait", waits.words, lasting(room.now - Date.parse(waits.since))];
  if (waits?.for === "floorperson") return ["late", waits.words, ""];
  if (trend?.is_outside) return ["late", trend.result < 0 ? "Below its range" : "Above its range", ""];
  if (late) return ["late", late.words, "late"];
  if (notice) return ["wait", `Other rules from ${notice.starts_at.slice(11, 16)} UTC`, ""];
  return ["info", waits ? waits.words : "Nothing waits", ""];
};
export const trendOf = ({ data }, table) => (data.trends || []).find((each) => each.table === table.id);
export const isOff = (room, table) => tagOf(room, table)[0] === "late";

/** The result of the day's base wagers within the range that 95 % of such days lie in. */
const cone = ({ points, is_outside: isOut }) => {
  if (points.length < 2) return "";
  const all = points.flatMap(({ low, high, result }) => [low, high, result, 0]),
    [least, most] = [Math.min(...all), Math.max(...all)],
    x = (place) => ((place + 1) / points.length) * WIDE,
    y = (cents) => (HIGH - 2 - ((cents - least) / Math.max(1, most - least)) * (HIGH - 4)).toFixed(1);
  const line = (name) => points.map((point, place) => `${x(place).toFixed(1)} ${y(point[name])}`);
  const start = `0 ${y(0)}`;
  return html`<svg class="cone ${isOut ? "out" : ""}" viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none"
    aria-hidden="true"><path class="band"
      d="M${start}L${line("high").join("L")}L${line("low").toReversed().join("L")}Z"/>
    <path class="mid" d="M${start}L${line("expected").join("L")}"/>
    <path class="run" d="M${start}L${line("result").join("L")}"/></svg>`;
};

/** What is left of the shoe, and where its cover card lies. */
const shoe = ({ cards, left, behind }) => {
  const wide = (count) => Math.round((count / Math.max(1, cards)) * 38);
  return html`<svg class="shoe" viewBox="0 0 38 6" aria-hidden="true"><rect width="38" height="6" rx="3"/><rect
    class="left" width="${wide(left)}" height="6" rx="3"/>${
      behind === null ? "" : html`<rect class="cover" x="${wide(behind) - 1}" width="2" height="6"/>`
    }</svg>`;
};
/** The dealer's cards as everybody sees them. */
const dealt = ({ open, down }) =>
  html`<span class="dealt" aria-hidden="true">${open.map(
    (each) =>
      html`<i class="${isRed(each) ? "red" : ""}"
    >${short(each)}</i>`,
  )}${Array.from({ length: down }, () => html`<i class="down"></i>`)}</span>`;
const box = (each) => html`<i class="${each.acts ? "acts" : each.player ? "taken" : ""}"></i>`;

const figures = (room, table) => {
  const trend = trendOf(room, table),
    cash = room.data.money?.tables.find((each) => each.id === table.id);
  if (table.checklist) return checklist(table.checklist);
  const held = typeof trend?.hold === "number" ? `hold ${percent(trend.hold)}` : countOf(table.players, "player");
  return html`<div class="res"><b>${cash ? amount(cash.result, { plus: true }) : "–"}</b>
      <span>${held}</span></div>
    ${trend ? cone(trend) : html`<div class="cone"></div>`}`;
};
const checklist = ({ signed, items }) =>
  html`<div class="res"><b>${signed} of ${items}</b><span>items signed</span></div>
    <progress max="${items}" value="${signed}" aria-label="Items of the checklist that are signed"></progress>`;
const metersLine = ({ meters: list }) => html`<div class="l meters-line">${list.slice(0, 2).map(meterOf)}</div>`;
const meterOf = ({ title, amount: cents }) => html`<span>${title} <b class="money">${dollars(cents)}</b></span>`;
const tagLine = (kind, words, beside) => html`<p class="tag ${kind}"><span>${words}</span><span>${beside}</span></p>`;

export const tile = (room) => (table) => {
  const isFirst = room.queue[0]?.table === table.id,
    isMine = table.floorperson === room.me.name,
    ended = table.last_round_at ? lasting(room.now - Date.parse(table.last_round_at)) : "–",
    [kind, words, beside] = tagOf(room, table),
    isAt = room.at === table.id;
  return html`<article class="tile ${isFirst ? "stop" : kind === "late" ? "late" : ""} ${table.state}"
    data-tile="${table.id}">
    <div class="felt"><a class="no" href="/t/${table.id}" tabindex="${isAt ? 0 : -1}" data-focus="tile-${table.id}"
        aria-label="${table.name}, ${stageOf(table)}, ${words}">${table.name}</a>
      <span class="st">${stageOf(table)}</span>
      ${table.cards ? dealt(table.cards) : ""}
      <span class="boxes" aria-hidden="true">${table.boxes.toReversed().map(box)}</span>
      <span class="who ${table.floorperson && !isMine ? "colleague" : ""}">${whose(table, isMine)}</span>
      ${shoe(table.shoe)}
    </div>
    <div class="b"><div class="l"><b>${table.title.split(" (")[0]}</b>
      <span>${money(table.limits.min)}–${money(table.limits.max)}</span>
      </div><div class="l"><span>${table.dealer.split(" (")[0]} · ${table.decks} decks</span>
        <span>round ${table.round} · ${ended}</span></div>
      ${figures(room, table)}
      ${kind === "info" && table.meters.length ? metersLine(table) : tagLine(kind, words, beside)}
      <div class="go">${doors(room, table, isAt)}</div></div></article>`;
};
const whose = ({ floorperson }, isMine) => (floorperson ? (isMine ? "you" : floorperson) : "house");
const doors = (room, table, isAt) => {
  const stop = isAt ? 0 : -1;
  return html`<a class="btn" href="#incidents/${table.id}" data-focus="wrong-${table.id}"
      tabindex="${stop}">What happened?</a>
    <a class="btn" href="#table/${table.id}" data-focus="manage-${table.id}" tabindex="${stop}">Manage</a>
    ${room.mayAct && floorButton(table, table.floorperson === room.me.name, stop)}`;
};
const floorButton = (table, isMine, stop) =>
  html`<button class="btn" data-do="floor" data-take="${String(!isMine)}" data-table="${table.id}"
    data-focus="floor-${table.id}" tabindex="${stop}"
    aria-label="${floorWords(table, isMine)}" title="${floorWords(table, isMine)}"
    >${isMine ? "Leave" : "Take"}</button>`;
const floorWords = ({ name, floorperson: who }, isMine) => {
  if (isMine) return `Leave the floor of ${name}`;
  return who ? `Take the floor of ${name} from ${who}` : `Take the floor of ${name}`;
};

/** Arrow keys go from tile to tile; one tile at a time is in the order of tabs. */
export const rove = (room, event) => {
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns(room), ArrowUp: -columns(room) };
  const step = steps[event.key],
    here = event.target.closest?.("[data-tile]");
  if (!step || !here) return false;
  const all = [...room.querySelectorAll("[data-tile]")],
    next = all[all.indexOf(here) + step];
  if (!next) return false;
  event.preventDefault();
  room.at = next.dataset.tile;
  next.querySelector(".no").focus();
  room.draw();
  return true;
};
const columns = (room) => {
  const all = [...room.querySelectorAll("[data-tile]")],
    top = all[0]?.offsetTop;
  return Math.max(1, all.filter((each) => each.offsetTop === top).length);
};
