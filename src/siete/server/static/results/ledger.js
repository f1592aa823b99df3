/* What a round brought, line by line, as the house has reckoned it: every chip is on one line, so the lines add up. */
import { card } from "./mini_card.js";
import { html } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { stepsMarkup } from "./steps.js";
import { capital, money } from "../words.js";

/** So many lines are told in a sentence; the ledger has them all. */
const TOLD = 3;

/** `+$50`, `−$25`, `$0`. */
export const net = (cents) => `${cents > 0 ? "+" : ""}${money(cents)}`;
const sense = (cents) => (cents > 0 ? "up" : cents < 0 ? "down" : "");

/** The sum of a round as a sentence. */
export const outcome = ({ net: sum }) =>
  sum > 0 ? `You won ${money(sum)}.` : sum < 0 ? `You lost ${money(-sum)}.` : "You broke even.";

/** The round in a sentence: its sum, and its lines as far as they fit. */
export const storyMarkup = (ledger) => {
  if (!ledger?.lines.length) return "";
  const lines = ledger.lines.toSorted((a, b) => weight(b, ledger) - weight(a, ledger));
  const told = lines.slice(0, TOLD);
  const more = lines.length - told.length;
  const rest = more ? ` and ${more} more` : "";
  const parts = told.map((line, i) => part(line, i, lines.length > 1));
  const all = lines.length > 1 ? html` <button class="swap" data-do="ledger">Ledger</button>` : "";
  return html`<b class="${sense(ledger.net)}">${outcome(ledger)}</b> ${parts}${rest}${all}`;
};
/** A line in words, with the wager where they do not name it. */
export const wordsOf = ({ title, wager, words }) => {
  const isNamed = wager !== "base" && !words.toLowerCase().startsWith(title.toLowerCase());
  return isNamed ? `${title}, ${words}` : words;
};
const part = (line, index, isOneOfSeveral) => {
  const { odds, net: amount, clause } = line;
  const text = `${wordsOf(line)}${odds ? `, ${odds}` : ""}`;
  const sum = isOneOfSeveral ? html`: <span class="whole">${net(amount)}</span>` : "";
  return html`${index ? `; ${text}` : capital(text)}${sum}<span class="cite"> ${clauseButton(clause)}</span>`;
};
/** What agrees with the whole comes first, then what is large. */
const weight = ({ net: amount }, ledger) => (Math.sign(amount) === Math.sign(ledger.net) ? 1e12 : 0) + Math.abs(amount);

/** The whole ledger: a line for each hand and wager, the sum, the chips before and now, and the way to its replay. */
export const ledgerMarkup = (ledger, table) => {
  const { round, before, after, brought, stake, payout, dealer_total: dealer, is_void: isVoid } = ledger;
  const against = isVoid ? "The round is void." : dealer ? `Dealer: ${dealer}.` : "";
  const came = brought ? html`, ${net(brought)} brought` : "";
  return html`<header class="sum"><b class="num ${sense(ledger.net)}">${net(ledger.net)}</b>
      <p>Round ${round}. ${outcome(ledger)}<br>${against} ${ledger.dealer.map(card)}</p></header>
    <table class="ledger num"><thead><tr><th scope="col">Wager</th><th scope="col">Stake</th><th scope="col">Odds</th
        ><th scope="col">Payout</th><th scope="col">Net</th></tr></thead>
      ${ledger.lines.map(entry)}
      <tfoot><tr><th scope="row">Together</th><td>${money(stake)}</td><td></td><td>${money(payout)}</td
        ><td class="${sense(ledger.net)}">${net(ledger.net)}</td></tr></tfoot></table>
    ${stepsMarkup(ledger)}<p class="check">Chips ${money(before)} before${came}, <b>${money(after)}</b> after.</p>
    <p class="go"><a class="btn" href="/replay?table=${table}&amp;round=${round}"
      >Replay, share or play it again</a></p>`;
};

const entry = ({ title, cards, words, stake, odds, payout, net: amount, clause }) =>
  html`<tbody><tr><th scope="row">${title}</th><td>${money(stake)}</td><td>${odds || "–"}</td
      ><td>${payout ? money(payout) : "–"}</td><td class="${sense(amount)}">${net(amount)}</td></tr>
    <tr class="why"><td colspan="5">${cards.map(card)} <span>${capital(words)}</span> ${clauseButton(clause)}</td
    ></tr></tbody>`;
