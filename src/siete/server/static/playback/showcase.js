/* What is worth stopping for: the wheel that spins, the jackpot that is won. Both can be skipped at once. */
import { GLYPH } from "../draw/glyphs.js";
import { chip } from "../draw/chips.js";
import { drawWheel } from "../draw/wheel.js";
import { html, raw, wait } from "../dom.js";
import { moves } from "../prefs.js";
import { clauseButton } from "../sheets.js";
import { filled, money, wagerName } from "../words.js";

const SPIN = 4200;
const READ = 2600;
const WON = 5200;

/** Cover the room; it goes when it is pressed, by Escape, or after its time, but not while its words are pointed at. */
async function veil(root, body, ms, label) {
  const node = document.createElement("section");
  node.className = "veil";
  node.setAttribute("aria-label", label);
  node.innerHTML = String(body);
  root.append(node);
  const before = document.activeElement;
  node.querySelector("[data-skip]").focus({ preventScroll: true });
  await Promise.race([read(node, ms), skipped(node)]);
  const isInside = node.contains(document.activeElement);
  node.remove();
  if (isInside && before?.isConnected) before.focus({ preventScroll: true });
}
const read = async (node, ms) => {
  await wait(ms);
  while (node.querySelector(".odds:hover, .u:hover")) await wait(500);
};
const skipped = (node) =>
  new Promise((done) => {
    node.querySelector("[data-skip]").addEventListener("click", done);
    node.addEventListener("keydown", (event) => {
      if (event.key === "Escape") done();
    });
  });

// --- wheels -----------------------------------------------------------------------------------------------------

/** The wheel turns and stops where the house says; the list of odds tells equal wedges from equal chances. */
export async function showWheel(root, felt, event, rest) {
  const wheel = felt.wheels[event.wager];
  if (!wheel) return;
  const symbol = event.symbols.at(-1);
  const clause = wheel.symbols.find((each) => each.symbol === symbol)?.clause || event.clause;
  const shown = {
    symbol,
    clause,
    ...(wheel.is_shared ? sharedSpin(felt, event) : ownSpin(event, rest)),
  };
  const title = wagerName(felt, event.wager);
  await veil(root, wheelMarkup(wheel, title, shown), (moves() ? SPIN : 0) + READ, title);
}

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

const wheelMarkup = (wheel, title, { symbol, clause, who, won, words, caption, second }) =>
  html`<div class="show-wheel ${moves() ? "turning" : ""} ${second ? "close" : ""}">
    ${raw(drawWheel(wheel, symbol, moves()))}<div>
    <p class="who">${who}</p><h2>${title}</h2><p class="won num told">${won}</p>
    <p class="u told">${words} ${clauseButton(clause)}</p><button class="btn" data-skip>Go on</button>
    ${oddsTable(wheel, symbol, `${caption} Drawn segments are not equally likely.`)}${second || ""}</div></div>`;

const chance = (part) => `1 in ${(1 / part).toLocaleString("en-US", { maximumFractionDigits: part > 0.01 ? 1 : 0 })}`;

const oddsTable = (wheel, symbol, caption) => {
  const row = (each) =>
    html`<tr class="${each.symbol === symbol ? "hit" : ""}"
      ><td>${each.symbol}</td><td>${chance(each.weight / wheel.weight)}</td></tr>`;
  const rows = wheel.symbols.toSorted((a, b) => a.weight - b.weight).map(row);
  return html`<table class="odds num"><caption>${caption}</caption><tbody>${rows}</tbody></table>`;
};

// --- wins -------------------------------------------------------------------------------------------------------

/** A meter, or a super bonus, was won. */
export async function showWin(root, { title, who, amount, clause, note }) {
  const body = html`<div class="win">${raw(burst())}<p class="who">${who}</p><h2>${title}</h2>
    <p class="won num">${money(amount)}</p><p class="u">${note || ""} ${clauseButton(clause)}</p>
    <button class="btn primary" data-skip>Go on</button></div>`;
  await veil(root, body, WON, title);
}

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
