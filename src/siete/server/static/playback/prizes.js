/* Wheels and large prizes, as a moment shows them. Loaded when the first one comes. */
import { GLYPH } from "../draw/glyphs.js";
import { chip } from "../draw/chips.js";
import { drawWheel } from "../draw/wheel.js";
import { html, raw, style } from "../dom.js";
import { moves } from "../prefs.js";
import { filled, money, wagerName } from "../words.js";

/** What these moments need before they are shown. */
export const prepared = () => style("moments");

// --- wheels -----------------------------------------------------------------------------------------------------

/** The wheel turns and stops where the house says; the list of odds tells equal wedges from equal chances. */
export const wheelMoment = (felt, event, rest) => {
  const wheel = felt.wheels[event.wager];
  const shown = wheel.is_shared ? sharedSpin(felt, event) : ownSpin(event, rest);
  return wheelMarkup(wheel, wagerName(felt, event.wager), { symbol: event.symbols.at(-1), ...shown });
};

const ownSpin = (event, rest) => {
  const symbol = event.symbols.at(-1);
  const amount = prize(rest, event);
  return {
    who: `${event.player}, box ${event.box}`,
    won: amount ? money(amount) : symbol,
    words: `The wheel shows ${symbol}.`,
    caption: "What the wheel can pay.",
  };
};

const sharedSpin = (felt, event) => {
  const wheel = felt.wheels[event.wager];
  const [box, everybody] = event.symbols;
  const symbol = event.symbols.at(-1);
  const second = felt.wheels[wheel.everybody];
  return {
    who: wheel.occasion,
    won: `${everybody} + ${symbol}`,
    words: filled(wheel.told, { everybody, box, symbol }),
    caption: wheel.caption,
    second: second && oddsTable(second, everybody, second.caption),
  };
};

const isPrize = (event, each) =>
  each.event === "WagerPaid" &&
  ["wager", "player", "box"].every((name) => each[name] === event[name]) &&
  each.line !== "wager returned";
const prize = (rest, event) => rest.filter((each) => isPrize(event, each)).reduce((sum, { amount }) => sum + amount, 0);

const wheelMarkup = (wheel, title, { symbol, who, won, words, caption, second }) =>
  html`<div class="spin ${moves() ? "turning" : ""}">${raw(drawWheel(wheel, symbol, moves()))}
    <div><p class="who">${who}</p><h2>${title}</h2><p class="won num told">${won}</p><p class="told">${words}</p></div>
    ${oddsTable(wheel, symbol, `${caption} Drawn segments are not equally likely.`)}${second || ""}</div>`;

const chance = (part) => `1 in ${(1 / part).toLocaleString("en-US", { maximumFractionDigits: part > 0.01 ? 1 : 0 })}`;

const oddsTable = (wheel, symbol, caption) => {
  const row = (each) =>
    html`<li class="${each.symbol === symbol ? "hit" : ""}"
      ><b>${each.symbol}</b> ${chance(each.weight / wheel.weight)}</li>`;
  const rows = wheel.symbols.toSorted((a, b) => a.weight - b.weight).map(row);
  return html`<div class="chances num"><p>${caption}</p><ul>${rows}</ul></div>`;
};

// --- prizes -----------------------------------------------------------------------------------------------------

/** A meter, or a super bonus, was won. */
export const prizeMoment = ({ title, who, amount, note }) =>
  html`<div class="prize">${raw(burst())}<div><p class="who">${who}</p><h2>${title}</h2>
    <p class="won num">${money(amount)}</p><p>${note || ""}</p></div></div>`;

const PILE = [50000, 10000, 2500, 500];
const CHIPS = 14;
const burst = () => {
  const one = (_, i) => {
    const angle = (i * 2 * Math.PI) / CHIPS;
    return chip(PILE[i % 4], (130 * Math.cos(angle)).toFixed(1), (88 * Math.sin(angle)).toFixed(1), 1.2);
  };
  const pile = Array.from({ length: CHIPS }, one).join("");
  return `<svg viewBox="-180 -130 360 260" aria-hidden="true"><g class="burst">${pile}</g>
    <path d="${GLYPH[7]}M11 29H31" fill="none" stroke="#e3bf72" stroke-width="7" stroke-linecap="round"
      stroke-linejoin="round" transform="translate(-28 -40) scale(1.45)"/></svg>`;
};
