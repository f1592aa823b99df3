/* What the workbench shows. */
import { CARDS } from "../draw/cards.js";
import { html } from "../dom.js";
import { card } from "../results/mini_card.js";
import { net } from "../results/ledger.js";
import { cardName, isRed, short } from "../words.js";

const ROUNDS = [1, 10, 100];
const PACES = [
  ["slow", "Slow"],
  ["normal", "Normal"],
  ["instant", "Instant"],
];

export const benchMarkup = (bench) =>
  html`<h2>Next cards <small>${bench.cards.length ? "" : "by chance"}</small></h2>${strip(bench)}${picker()}
    ${wheelsPart(bench)}
    <h2>Pace</h2><div class="seg" role="group" aria-label="Pace"
      >${PACES.map((each) => paceButton(each, bench.pace))}</div>
    ${boxesPart(bench)}${autoplayPart(bench)}
    <h2>This table</h2>
    <div class="does">${button("rules", "Other rules…")}${button("save", "Session as .s21")}</div>`;

const button = (name, label, kind = "") =>
  html`<button class="btn sm ${kind}" data-bench="${name}" data-focus="bench-${name}">${label}</button>`;

// --- cards ------------------------------------------------------------------------------------------------------

const strip = (bench) => {
  const { cards, isKept } = bench;
  if (!cards.length) return html`<p class="note">Press cards in the order in which they leave the shoe.</p>`;
  const places = bench.places();
  const one = (each, i) =>
    html`<li><button data-unpick="${i}" data-focus="unpick${i}" aria-label="Take out ${cardName(each)}"
      >${card(each)}<small>${places[i] || "then"}</small></button></li>`;
  return html`<ol class="strip">${cards.map(one)}</ol>
    <p class="row"><label class="chk"><input type="checkbox" data-kept data-focus="kept" ${isKept ? html`checked` : ""}
      >In every round</label>${button("clear", "Clear")}</p>`;
};

const picker = () =>
  html`<div class="picker" role="group" aria-label="Cards to put on top of the shoe">${CARDS.map(pickButton)}</div>`;
const pickButton = (each) =>
  html`<button class="${isRed(each) ? "red" : ""}" data-pick="${each}" data-focus="pick${each}"
    aria-label="${cardName(each)}">${short(each)}</button>`;

// --- wheels, boxes ----------------------------------------------------------------------------------------------

const wheelsPart = ({ felt, wheels }) => {
  const names = Object.keys(felt.wheels);
  if (!names.length) return "";
  return html`<h2>Wheels stop</h2>${names.map((name) => wheelField(name, felt.wheels[name], wheels[name] || ""))}`;
};
const wheelField = (name, { title, symbols }, chosen) =>
  html`<label class="wheel"><span>${title}</span><select data-wheel="${name}" data-focus="wheel-${name}"
    >${["", ...symbols.map(({ symbol }) => symbol)].map((each) => stop(each, chosen))}</select></label>`;
const stop = (symbol, chosen) =>
  html`<option value="${symbol}" ${symbol === chosen ? html`selected` : ""}>${symbol || "by chance"}</option>`;

const paceButton = ([name, label], pace) =>
  html`<button aria-pressed="${String(name === pace)}" data-pace="${name}" data-focus="pace-${name}">${label}</button>`;

const boxesPart = ({ felt, slip }) => {
  const now = Math.max(1, slip.boxes().length);
  const counts = Array.from({ length: felt.max_boxes }, (_, i) => i + 1);
  const one = (count) =>
    html`<button aria-pressed="${String(count === now)}" data-boxes="${count}" data-focus="boxes${count}"
      >${count}</button>`;
  const more = felt.max_boxes < felt.positions ? html` <small>these rules allow ${felt.max_boxes}</small>` : "";
  return html`<h2>Boxes to wager on${more}</h2><div class="seg" role="group" aria-label="Boxes to wager on"
    >${counts.map(one)}</div>`;
};

// --- the chart at play ------------------------------------------------------------------------------------------

const autoplayPart = ({ autoplay }) => {
  const { isOn, left, played, isWaiting } = autoplay;
  const told = played ? html`<p class="note num" role="status">${played} played: ${net(autoplay.net)}.</p>` : "";
  const start = (count) =>
    html`<button class="btn sm" data-play="${count}" data-focus="play${count}"
      >${count} round${count > 1 ? "s" : ""}</button>`;
  const waits = isWaiting && !played ? html`<p class="note">The chart for this wager is looked up.</p>` : "";
  return html`<h2>Play by the chart</h2><div class="does">${
    isOn ? button("stop", `Stop, ${left} left`, "primary") : ROUNDS.map(start)
  }</div>${waits}${told}`;
};
