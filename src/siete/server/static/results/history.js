/* My rounds at a table: what they came to together, how the chips went, and each of them to press. */
import { html, raw } from "../dom.js";
import { money } from "../words.js";
import { net } from "./ledger.js";
import { card } from "./mini_card.js";

const WIDTH = 360,
  HEIGHT = 92;
const sense = (cents) => (cents > 0 ? "up" : cents < 0 ? "down" : "");

/** Figures, curve and list; newest first. */
export const historyMarkup = (rounds, table) => {
  if (!rounds.length) return html`<p class="none">Your finished rounds at this table come here.</p>`;
  const sum = rounds.reduce((total, each) => total + each.net, 0);
  return html`<dl class="figs num">${figure("Rounds", rounds.length)}${figure("Net", net(sum), sense(sum))}
      ${figure("Chips", money(rounds[0].after))}</dl>${curve(rounds)}
    <p class="go"><a class="btn sm" href="/t/${table}/rounds">All my rounds, with what was expected</a></p>
    <table class="ledger num"><thead><tr><th scope="col">Round</th><th scope="col">Cards</th><th scope="col">Net</th
      ></tr></thead><tbody>${rounds.map(row)}</tbody></table>`;
};

const figure = (name, value, cls = "") => html`<div><dt>${name}</dt><dd class="${cls}">${value}</dd></div>`;

const row = ({ round, lines, dealer, net: amount }) => {
  const hands = lines.filter(({ cards }) => cards.length);
  const mine = hands.map(({ cards }) => html`<span class="hand">${cards.map(card)}</span> `);
  return html`<tr><th scope="row"><button class="swap" data-round="${round}" data-focus="round${round}"
      aria-label="Ledger of round ${round}">${round}</button></th>
    <td class="cards">${mine}<span class="vs">against</span> ${dealer.map(card)}</td>
    <td class="${sense(amount)}">${net(amount)}</td></tr>`;
};

/** The chips after each round, oldest at the left. */
const curve = (rounds) => {
  const list = rounds.toReversed();
  if (list.length < 2) return "";
  const chips = [list[0].before, ...list.map((each) => each.after)];
  const low = Math.min(...chips),
    high = Math.max(...chips),
    range = high - low || 1;
  const x = (i) => ((i / (chips.length - 1)) * (WIDTH - 8) + 4).toFixed(1);
  const y = (value) => (HEIGHT - 8 - ((value - low) / range) * (HEIGHT - 16)).toFixed(1);
  const path = chips.map((value, i) => `${i ? "L" : "M"}${x(i)} ${y(value)}`).join("");
  const label = `Chips from ${money(chips[0])} to ${money(chips.at(-1))}; lowest ${money(low)}, highest ${money(high)}`;
  return raw(`<figure class="curve"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
      <path class="zero" d="M4 ${y(chips[0])}H${WIDTH - 4}"/><path class="way" d="${path}"/>
      <circle cx="${x(chips.length - 1)}" cy="${y(chips.at(-1))}" r="4"/></svg>
    <figcaption class="num"><span>${money(high)} highest</span
      ><span>${money(low)} lowest</span></figcaption></figure>`);
};
