/* How a hand and the worth of its actions are drawn. */
import { html } from "../dom.js";
import { card as miniCard } from "../results/mini_card.js";
import { dollars, signed, signedDollars, ticks } from "./numbers.js";
import * as draw from "./plots.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K"];
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

export const frame = () =>
  html`<section class="panel" data-part="cards"></section>
    <div class="lab-stack"><section class="panel">
      <label class="field"><span>Rules</span><select data-book></select></label></section>
      <section class="panel" data-part="values"></section></div>`;

const choice = (name, value, now, words) =>
  html`<button data-${name}="${value}" data-focus="${name}-${value}"
    aria-pressed="${String(value === now)}">${words}</button>`;

/** The hand, and the cards to make it of. */
export const cards = ({ player, up, suit, for: side, bet, isSplit, doublings }) =>
  html`<h2>The hand</h2>
    <div class="lab-hand">
      <div><p class="lab-small">Up card</p><span class="lab-cards">${up ? miniCard(up) : ""}</span></div>
      <div><p class="lab-small">Your cards: press one to take it away</p>
        <span class="lab-cards">${player.map(
          (card, i) =>
            html`<button class="lab-card" data-drop="${i}" data-focus="drop-${i}"
            aria-label="Take ${card} away">${miniCard(card)}</button>`,
        )}</span></div></div>
    <div class="seg" role="group" aria-label="Where the next card goes">
      ${choice("for", "player", side, "Your cards")}${choice("for", "up", side, "Up card")}</div>
    <div class="seg" role="group" aria-label="Suit">
      ${Object.entries(SUITS).map(([key, sign]) => choice("suit", key, suit, sign))}</div>
    <div class="lab-ranks-grid" role="group" aria-label="Cards">${RANKS.map(
      (rank) =>
        html`<button class="btn" data-card="${rank}"
          data-focus="card-${rank}">${rank}<small>${SUITS[suit]}</small></button>`,
    )}</div>
    <div class="two"><label class="field"><span>Your cards, typed</span>
        <input data-typed="player" data-focus="typed" value="${player.join(" ")}" maxlength="60"></label>
      <label class="field"><span>Up card, typed</span>
        <input data-typed="up" data-focus="typed-up" value="${up}" maxlength="3"></label></div>
    <div class="two"><label class="field"><span>Wager</span>
        <input data-bet data-focus="bet" value="${dollars(bet / 100)}" maxlength="9"></label>
      <label class="field"><span>Doubled so often</span><select data-doubled data-focus="doubled">${[0, 1, 2, 3].map(
        (n) => html`<option value="${n}" ${n === doublings ? "selected" : ""}>${n || "not at all"}</option>`,
      )}</select></label></div>
    <label class="lab-check"><input type="checkbox" data-split data-focus="split" ${isSplit ? "checked" : ""}> It came
    from a split</label>
    <button class="btn sm" data-clear data-focus="clear">Clear</button>`;

export const nothing = (player) =>
  html`<h2>What every action is worth</h2><p
    class="lab-small">${player.length < 2 ? "Put at least two cards down." : "Solving …"}</p>`;

/** Bars from nought, the best first. */
export const values = ({ actions, reason, sure, cell }, wide) => {
  const high = Math.max(0.05, ...actions.map(({ ev }) => ev));
  const low = Math.min(-0.05, ...actions.map(({ ev }) => ev));
  const row = 46;
  const tall = actions.length * row + 30;
  const names = wide > 620 ? 104 : 64;
  const x = draw.scale(low * 1.05, high * 1.05, names + 70, wide - (wide > 620 ? 128 : 76));
  const bar = ({ name, ev, cents }, i) => {
    const y = i * row + 6;
    const [from, to] = [Math.min(x(0), x(ev)), Math.max(x(0), x(ev))];
    const money = cents === undefined ? "" : ` (${signedDollars(cents / 100, 2)})`;
    return (
      draw.text(0, y + 22, `${name}${i ? "" : " ✓"}`, { anchor: "start", kind: i ? "" : "money" }) +
      draw.rect(from, y + 6, Math.max(2, to - from), 22, ev < 0 ? "bad" : "good", 4) +
      draw.text(ev < 0 ? from - 6 : to + 6, y + 22, `${signed(ev, 2)} %${wide > 620 ? money : ""}`, {
        anchor: ev < 0 ? "end" : "start",
        kind: "strong",
      })
    );
  };
  const told = ({ name, ev, cents }) =>
    `${name}: ${signed(ev)} % of the wager${cents === undefined ? "" : `, ${dollars(cents / 100, 2)}`}`;
  const grid = ticks(low, high, wide > 620 ? 5 : 2).map(
    (value) =>
      draw.path(`M${x(value)} 0V${tall - 24}`, value ? "grid" : "axis") +
      draw.text(x(value), tall - 6, `${signed(value, 0)} %`),
  );
  return html`<h2>What every action is worth <small>% of the first wager, ${cell ? cell.name : "exact"}; full
    shoe</small></h2>${draw.plot({
      name: "hand",
      label: actions.map(told).join("; "),
      wide,
      tall,
      drawing: `${grid.join("")}${actions.map(bar).join("")}`,
      points: actions.map((each, i) => [x(each.ev), i * row + 22, told(each)]),
      head: ["Action", "% of the wager", "Dollars"],
      rows: actions.map(({ name, ev, cents }) => [
        name,
        signed(ev, 5),
        cents === undefined ? "" : dollars(cents / 100, 2),
      ]),
    })}${reason ? html`<p class="lab-lede">${reason}</p>` : ""}<p class="lab-small">${sure || ""}</p>`;
};
