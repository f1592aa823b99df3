/* What is worth stopping for: the wheel that spins, the jackpot that is won. Both can be skipped at once. */
import { GLYPH } from "../draw/glyphs.js";
import { chip } from "../draw/chips.js";
import { html, raw, wait } from "../dom.js";
import { moves } from "../prefs.js";
import { clauseButton } from "../sheets.js";
import { money, wagerName } from "../words.js";

const SPIN = 4200, READ = 2600, WEDGES = 24;
const TONES = ["#14604f", "#0e3f35"], rad = (d) => d * Math.PI / 180;

/** A wheel face: every symbol at least once, the likely ones more often; the one that came up stands at the top. */
const faces = (wheel, shown) => {
  const sorted = [...wheel.symbols].sort((a, b) => a.weight - b.weight), list = sorted.map((each) => each.symbol);
  for (let i = sorted.length - 1; list.length < WEDGES; i = i > sorted.length / 2 ? i - 1 : sorted.length - 1) list.push(sorted[Math.max(0, i)].symbol);
  const mixed = list.map((_s, i) => list[(i * 7) % list.length]), spare = mixed.length === new Set(mixed.map((_s, i) => (i * 7) % list.length)).size ? mixed : list;
  const at = spare.indexOf(shown);
  return [...spare.slice(at), ...spare.slice(0, at)];
};
const drawn = (wheel, shown, turns) => {
  const list = faces(wheel, shown), step = 360 / list.length;
  const wedge = (i) => { const a = rad(i * step - 90 - step / 2), b = rad(i * step - 90 + step / 2), r = 262; return `M0 0L${r * Math.cos(a)} ${r * Math.sin(a)}A${r} ${r} 0 0 1 ${r * Math.cos(b)} ${r * Math.sin(b)}Z`; };
  const label = (text) => text.startsWith("jackpot") ? text.toUpperCase() : text.replace(" and ", " + ");
  return `<svg viewBox="-290 -304 580 600" role="img" aria-label="Wheel: ${shown}"><circle r="286" fill="#14100d" stroke="var(--rail-line)" stroke-width="4"/><g class="wheelface ${turns ? "turns" : ""}"><circle r="262" fill="#0e3f35"/>${list.map((text, i) => {
    const top = text.startsWith("jackpot"), two = text.includes(" and ");
    return `<path d="${wedge(i)}" fill="${top ? "#e3bf72" : two ? "#6a2130" : TONES[i % 2]}" stroke="#e8cf9680" stroke-width="1.2"/><g transform="rotate(${i * step})"><text class="wl" font-size="${label(text).length > 8 ? 13 : 17}" fill="${top ? "#1c1507" : "#fbf8f0"}" transform="rotate(90 0 -200)" y="-194" x="0">${label(text)}</text></g>`;
  }).join("")}</g><path class="told" d="${wedge(0)}" fill="none" stroke="#ffe7b0" stroke-width="5" stroke-linejoin="round"/><circle r="92" fill="#14100d" stroke="var(--rail-line)" stroke-width="4"/><path d="${GLYPH[7]}M11 29H31" fill="none" stroke="#e3bf72" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" transform="translate(-36 -50) scale(1.8)"/><path d="M-18 -302H18L0 -256Z" fill="#fbf8f0" stroke="#14100d" stroke-width="2"/></svg>`;
};
const chance = (part) => `1 in ${(1 / part).toLocaleString("en-US", { maximumFractionDigits: part > .01 ? 1 : 0 })}`;

/** Cover the room with something; it goes when it is pressed, by Escape, or after its time, but not while its words are pointed at. */
async function veil(room, body, ms, label) {
  const node = document.createElement("section");
  node.className = "veil";
  node.setAttribute("aria-label", label);
  node.innerHTML = String(body);
  room.querySelector(".room").append(node);
  const button = node.querySelector("[data-skip]"), before = document.activeElement;
  button.focus({ preventScroll: true });
  const read = async () => { await wait(ms); while (node.querySelector(".odds:hover, .u:hover")) await wait(500); };
  await Promise.race([read(), new Promise((done) => {
    button.addEventListener("click", done);
    node.addEventListener("keydown", (event) => { if (event.key === "Escape") done(); });
  })]);
  const isInside = node.contains(document.activeElement);
  node.remove();
  if (isInside && before?.isConnected) before.focus({ preventScroll: true });
}

const prize = (rest, event) => rest.filter((each) => each.event === "WagerPaid" && each.wager === event.wager && each.player === event.player && each.box === event.box && each.line !== "wager returned").reduce((sum, each) => sum + each.amount, 0);

const oddsTable = (wheel, symbol, caption) => {
  const sorted = [...wheel.symbols].sort((a, b) => a.weight - b.weight);
  return html`<table class="odds num"><caption>${caption}</caption><tbody>${sorted.map((each) => html`<tr class="${each.symbol === symbol ? "hit" : ""}"><td>${each.symbol}</td><td>${chance(each.weight / wheel.weight)}</td></tr>`)}</tbody></table>`;
};

/** The wheel turns and stops where the house says. The list of odds keeps equal wedges from passing for equal chances. */
export async function showWheel(room, event, rest) {
  const wheel = room.felt.wheels[event.wager];
  if (!wheel) return;
  const isXtreme = event.wager === "xtreme-16", symbol = event.symbols.at(-1), clause = wheel.symbols.find((each) => each.symbol === symbol)?.clause || event.clause;
  const [hot, everybody] = event.symbols, community = isXtreme && room.felt.wheels["xtreme-16-everybody"], amount = prize(rest, event);
  const who = isXtreme ? "The dealer has 16: the wheels turn for all who wagered" : `${event.player}, box ${event.box}`;
  const won = isXtreme ? `${everybody} + ${symbol}` : amount ? money(amount) : symbol;
  const words = isXtreme ? `Community Pay: ${everybody} to each. Hot spot: box ${hot}, ${symbol} more for who wagered there.` : `The wheel shows ${symbol}.`;
  await veil(room, html`<div class="show-wheel ${moves() ? "turning" : ""} ${community ? "close" : ""}">${raw(drawn(wheel, symbol, moves()))}<div><p class="who">${who}</p><h2>${wagerName(event.wager)}</h2><p class="won num told">${won}</p><p class="u told">${words} ${clauseButton(clause)}</p><button class="btn" data-skip>Go on</button>
    ${oddsTable(wheel, symbol, `What the ${isXtreme ? "hot spot" : "wheel"} can pay. Drawn segments are not equally likely.`)}${community ? oddsTable(community, everybody, "What Community Pay can be.") : ""}</div></div>`, (moves() ? SPIN : 0) + READ, wagerName(event.wager));
}

/** A meter, or a super bonus, was won. */
export async function showWin(room, { title, who, amount, clause, note }) {
  const pile = Array.from({ length: 14 }, (_, i) => { const a = rad(i * 360 / 14); return chip([50000, 10000, 2500, 500][i % 4], (130 * Math.cos(a)).toFixed(1), (88 * Math.sin(a)).toFixed(1), 1.2); }).join("");
  await veil(room, html`<div class="win">${raw(`<svg viewBox="-180 -130 360 260" aria-hidden="true"><g class="burst">${pile}</g><path d="${GLYPH[7]}M11 29H31" fill="none" stroke="#e3bf72" stroke-width="7" stroke-linecap="round" stroke-linejoin="round" transform="translate(-28 -40) scale(1.45)"/></svg>`)}<p class="who">${who}</p><h2>${title}</h2><p class="won num">${money(amount)}</p><p class="u">${note || ""} ${clauseButton(clause)}</p><button class="btn primary" data-skip>Go on</button></div>`, 5200, title);
}
