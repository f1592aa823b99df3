/* What stands round the layout: purse, meters, printed panels, link, log, and the layout in words. Each part is drawn
   from what it is given. */
import { html } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { cardName, exact, meterName, money, total, wagerName } from "../words.js";

const ROLES = { dealer: "Dealer", floorperson: "Floorperson", auditor: "Auditor" };
const LOGGED = 7;

// --- chips and meters -------------------------------------------------------------------------------------------

const roleOf = (model) => (model.maySit() ? "Watching" : ROLES[model.you.role]);
const onTable = (model) => {
  const down = model.onLayout();
  return down ? `${money(down)} on the table` : "";
};

const wayIn = ({ you }) => (you?.queue?.place ? "You wait for a box." : "Sit down to play.");
export const purse = (model) => {
  const [whole, rest] = exact(model.you?.rack ?? 0);
  if (!model.isSeated())
    return html`<p class="k">${roleOf(model)}</p><p class="s">${model.maySit() ? wayIn(model) : model.name}</p>`;
  return html`<p class="k">Your chips</p><p class="v num" data-rack>${whole}<small>.${rest}</small></p
    ><p class="s num">${onTable(model) || "at the table"}</p>`;
};

/** The same in the bar at the top, where there is less room. */
export const balance = (model) => {
  if (!model.isSeated()) return html`<b>${roleOf(model)}</b>`;
  const amount = exact(model.you.rack).join(".");
  return html`<b class="num">${amount}</b><span>${onTable(model) || "your chips"}</span>`;
};

export const meters = (list, felt) =>
  html`${list.map(({ name, amount }) => {
    const [whole, rest] = exact(amount);
    const title = meterName(felt, name);
    return html`<div><p class="k">${title}</p><p class="v num">${whole}<small>.${rest}</small></p></div>`;
  })}`;

/** A meter's name where there is little room. */
export const shortMeterName = (felt, name) => meterName(felt, name).replace(" progressive", "");
export const smallMeters = (list, felt) =>
  html`${list.map(
    ({ name, amount }) => html`<p>${shortMeterName(felt, name)} <b class="num">${exact(amount).join(".")}</b></p>`,
  )}`;

export const roundNumber = (stage) => html`Round <b class="num">${(stage.number || 0).toLocaleString("en-US")}</b>`;

// --- printed panels ---------------------------------------------------------------------------------------------

/** A paytable as it is printed beside the layout; a prize that is no wager of its own says what wins it. */
export const printed = (panel, felt) => {
  if (!panel) return "";
  const { title, note, rows, wager } = panel;
  const isPrize = felt.spots.every((spot) => spot.wager !== wager);
  const isLong = rows.length > 4;
  const first = rows.slice(0, 3).map(([line, pays]) => html`<p><span>${line}</span><b>${pays}</b></p>`);
  const above = isLong || isPrize ? html`<p class="n">${note}</p>` : "";
  const below = isLong ? html`<p class="n">all lines under Payouts</p>` : "";
  return html`<section class="printed"><h2>${title}</h2>${above}${first}${below}</section>`;
};

// --- link -------------------------------------------------------------------------------------------------------

export const linkPill = ({ state, delay }) => {
  if (state === "live") return html`<i class="dot"></i>Live <span class="num">${delay ? `${delay} ms` : ""}</span>`;
  const isLost = state === "lost";
  return html`<i class="dot ${isLost ? "off" : "wait"}"></i>${isLost ? "Reconnecting" : "Joining"}`;
};
export const linkLine = ({ state }, felt) => {
  const words = state === "live" ? html`<i class="dot beside"></i>Live` : "Reconnecting";
  return html`${words} · ${money(felt.table_min)}–${money(felt.table_max)}`;
};

/** What must not be overlooked: a lost link, an ended session, a stopped table. */
export const warning = ({ state }, model) => {
  if (state === "lost") return "Link lost. Reconnecting; your place is kept.";
  if (state === "ended") return "Your session has ended. Reload the page to come back.";
  if (model.state === "stopped") return `The table is stopped: ${model.reason || "the floor is called"}.`;
  return "";
};

// --- log --------------------------------------------------------------------------------------------------------

const tinted = (text) =>
  text.split(/([2-9AJQK][♥♦])/).map((part, i) => (i % 2 ? html`${part[0]}<span class="red">${part[1]}</span>` : part));
const logLine = ({ who, text, clause }) =>
  html`<li>${who ? html`<b>${who}</b> ` : ""}${tinted(text)} ${clauseButton(clause)}</li>`;

export const logPanel = (entries, stage, table) =>
  html`<h2><span>Round ${stage.number || ""}</span><a href="/replay?table=${table}">Rounds</a></h2
    ><ol>${entries.slice(0, LOGGED).map(logLine)}</ol>`;

// --- the layout in words ----------------------------------------------------------------------------------------

/** One item for the dealer, then one for each box in playing order. */
export const inWords = (stage, felt, me) => {
  const cards = stage.dealer.map((card) => (card.card ? cardName(card.card) : "a card face down")).join(", ");
  const boxes = Array.from({ length: felt.positions }, (_, i) => html`<li>${boxInWords(stage, i + 1, felt, me)}</li>`);
  const sum = stage.dealerTotal ? `, ${stage.dealerTotal}` : "";
  return html`<li>Dealer: ${cards || "no cards"}${sum}</li>${boxes}`;
};

const boxInWords = (stage, number, felt, me) => {
  const box = stage.boxes.get(number);
  const holder = stage.seats[number] || box?.decider;
  if (!holder) return `Box ${number}: free`;
  const who = `Box ${number}, ${holder === me ? "you" : holder}`;
  const hands = (box?.hands || []).filter((hand) => hand.cards.length).map((hand) => handInWords(hand, felt));
  const wagers = wagersInWords(box, felt).join(", ");
  return [who, ...(wagers ? [`wagers ${wagers}`] : []), ...hands].join("; ");
};
const handInWords = (hand, felt) => {
  const cards = hand.cards.map((each) => cardName(each.card)).join(", ");
  const sum = total(hand, felt.best_total);
  return `${cards}: ${sum}${hand.doublings ? ", doubled" : ""}${hand.status === "bust" ? ", bust" : ""}`;
};
const wagersInWords = (box, felt) => [
  ...(box?.bettors || []).map((each) => `${each.player} ${money(each.amount)}`),
  ...(box?.bets || []).filter((bet) => bet.is_open).map((bet) => `${wagerName(felt, bet.wager)} ${money(bet.amount)}`),
];
