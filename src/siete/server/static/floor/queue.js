/* What waits for a floorperson: one bright item, then the next four; the rest stands behind a button, by table. */
import { html } from "../dom.js";
import { clauseOf, lasting } from "./parts.js";

const SHOWN = 5;
const DONE = 6000;
const MINUTES = 15;

export const queue = (room) => {
  const { queue: items } = room,
    shown = room.data.isAll ? items : items.slice(0, SHOWN),
    more = items.length - shown.length;
  return html`<div class="panel"><h2>Waiting for you <small>play stopped first, then by time left</small></h2>
    <ol class="queue">${shown.map(item(room))}</ol>
    ${more > 0 || room.data.isAll ? moreButton(room, items.slice(SHOWN)) : ""}
    ${items.length ? "" : html`<p class="hint">Nothing waits.</p>`}${done(room)}</div>`;
};
const moreButton = ({ data }, rest) =>
  html`<button class="btn wide" data-do="all" data-focus="all" aria-expanded="${String(Boolean(data.isAll))}">
    ${data.isAll ? "Show five" : `${rest.length} more: ${byTable(rest)}`}</button>`;
const byTable = (items) => {
  const counts = new Map();
  for (const { name } of items) counts.set(name, (counts.get(name) || 0) + 1);
  const names = [...counts].map(([name, count]) => (count > 1 ? `${name} (${count})` : name));
  return names.length > 4 ? `${names.slice(0, 4).join(", ")} …` : names.join(", ");
};

/** What was just answered stays for a moment, so that nobody wonders where it went. */
export const keepDone = (room, words) => {
  room.done = [...(room.done || []), { words, until: Date.now() + DONE }].slice(-4);
};
/** What a colleague has just answered: it is gone from the queue, and nobody wonders why. */
export const keepAnswered = (room, answered) => {
  for (const { name, title, by } of answered)
    if (by !== room.me.name) keepDone(room, `${name}: ${title}: taken by ${by}`);
};
const done = (room) => {
  room.done = (room.done || []).filter((each) => each.until > Date.now());
  return room.done.map((each) => html`<p class="q done">✓ ${each.words}</p>`);
};

const item = (room) => (each, place) =>
  html`<li class="q ${place ? "" : "first"} ${isExpiring(room, each) ? "expiring" : ""}" data-item><div class="a">
    <div class="w"><b><span class="no">${each.name}</span> ${titleOf(each)}</b>
      <p>${each.words} ${each.clause ? clauseOf(each.clause) : ""}
        ${each.is_refused ? html`<b>Refused before.</b>` : ""}${colleague(room, each)}</p></div>
    <div class="age">${each.expires_at ? until(room, each) : lasting(room.now - Date.parse(each.since))}
      <small>${urgency(each)}</small></div></div>
    ${buttons(room, each, place)}</li>`;
/** Whose it is first, where a colleague has the floor of the table. */
const colleague = ({ me }, { floorperson: who }) =>
  who && who !== me.name ? html`<b class="colleague">${who} has this floor.</b>` : "";
const titleOf = ({ kind, title }) => (kind === "call" ? `“${title}”` : title);
const urgency = (each) => {
  if (each.kind === "call") return "the dealer waits";
  return each.stops_play ? "play waits" : each.expires_at ? "then it lapses" : "opening";
};
const left = (room, each) => Date.parse(each.expires_at) - room.now;
const isExpiring = (room, each) => each.expires_at && left(room, each) < 60000;
const until = (room, each) => {
  const part = Math.max(0, Math.min(1, left(room, each) / (MINUTES * 60000)));
  return html`<svg class="ring" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="8"/>
    <circle class="left" cx="10" cy="10" r="8" pathLength="1" stroke-dasharray="${part.toFixed(3)} 1"/></svg>
    ${lasting(left(room, each))}`;
};
const buttons = (room, each, place) => {
  if (!room.mayAct) return "";
  if (room.link?.state === "lost") return html`<p class="hint">No link: answer when it is back.</p>`;
  if (each.kind === "call") return callButtons(each, place);
  return each.kind === "change" ? changeButtons(each, place) : approvalButtons(each, place);
};
const key = (place) => (place < 9 ? html`<kbd>${place + 1}</kbd>` : "");
/** Who answers a dealer's call takes the floor, and looks up what the document orders. */
const callButtons = (each, place) =>
  html`<div class="go"><button class="btn main" data-do="answerCall" data-table="${each.table}"
      data-said="${each.name}: ${each.title}" data-focus="call-${each.table}">I am coming ${key(place)}</button>
    <a class="btn" href="#incidents/${each.table}" data-focus="what-${each.table}">What happened?</a>
    <a class="btn" href="/t/${each.table}" data-focus="look-${each.table}">Watch</a></div>`;
const approvalButtons = (each, place) =>
  html`<div class="go"><button class="btn main" data-do="approve" data-table="${each.table}" data-point="${each.point}"
      data-said="${each.name}: ${each.title}" data-focus="approve-${each.id}">Approve ${key(place)}</button>
    <a class="btn" href="/t/${each.table}" data-focus="watch-${each.id}">Watch</a>
    <form class="reason" data-form="refuse" data-table="${each.table}" data-point="${each.point}">
      <input name="reason" required maxlength="200" placeholder="Why not?" aria-label="Reason of the refusal"
        data-focus="why-${each.id}"><button class="btn" data-focus="refuse-${each.id}">Refuse</button></form></div>`;
const changeButtons = (each, place) =>
  each.is_mine
    ? html`<div class="go"><button class="btn" data-do="withdraw" data-change="${each.change}"
          data-focus="withdraw-${each.change}">Withdraw ${key(place)}</button>
        <span class="hint">You proposed it: somebody else signs.</span></div>`
    : html`<div class="go"><button class="btn main" data-do="sign" data-change="${each.change}"
        data-said="${each.name}: ${each.title}" data-focus="sign-${each.change}">Sign ${key(place)}</button>
      <form class="reason" data-form="decline" data-change="${each.change}"><input name="reason" required
        maxlength="200" placeholder="Why not?" aria-label="Reason of the refusal"
        data-focus="no-${each.change}"><button class="btn">Refuse</button></form></div>`;
