/* What the page of my rounds says: figures, filters and the list of rounds. */
import { html } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { capital, money } from "../words.js";
import { net, wordsOf } from "./ledger.js";
import { card } from "./mini_card.js";

const sense = (cents) => (cents > 0 ? "up" : cents < 0 ? "down" : "");
/** Amounts that are worked out, to the cent. */
const worth = (cents) => net(Math.round(cents));
const costOf = (mistakes) => mistakes.reduce((sum, { cents }) => sum + cents, 0);

export const headMarkup = ({ id, name, felt }, count, most) =>
  html`<header class="mine-head"><div><h1>My rounds</h1><p class="under">at ${name}, ${felt.title}, ${felt.decks}
      decks${count >= most ? `; the last ${most}` : ""}</p></div>
    <dl class="sums num"></dl><div class="ops">${
      count
        ? html`<a class="btn" href="/api/v1/tables/${encodeURIComponent(id)}/rounds.s21" download>Download .s21</a>`
        : ""
    }<a class="btn primary" href="/t/${encodeURIComponent(id)}">Back to the table</a></div></header>
    ${count ? BODY : NONE}`;
const BODY = html`<section class="panel way-box" aria-label="Chips after each round"><div class="plot"></div>
    <p class="pointed num" aria-hidden="true"></p></section><section class="panel list" aria-label="Rounds"></section>`;
const NONE = html`<section class="panel none"><h2>No round yet</h2>
    <p>Your finished rounds at this table come here, with cards, result and chips.</p></section>`;

// --- figures ----------------------------------------------------------------------------------------------------

export const figuresMarkup = ({ rounds, outlook, mistakes }) => {
  const won = rounds.reduce((sum, each) => sum + each.net, 0);
  return html`${figure("Rounds", rounds.length)}${figure("Net", net(won), sense(won))}
    ${outlookFigures(outlook, won)}${mistakes === null ? "" : mistakesFigure(mistakes)}`;
};
const outlookFigures = (outlook, won) => {
  if (outlook?.isMissing) return "";
  if (!outlook) return html`${figure("Expected, best play", "…", "wait")}${figure("Luck", "…", "wait")}`;
  const due = Math.round(outlook.rounds.reduce((sum, { expected }) => sum + expected, 0));
  return html`${figure("Expected, best play", worth(due))}${figure("Luck", worth(won - due), sense(won - due))}`;
};
const mistakesFigure = (mistakes) =>
  mistakes.length
    ? html`<div><dt>Mistakes</dt><dd>${mistakes.length} <small>cost ${money(costOf(mistakes))}</small></dd></div>`
    : figure("Mistakes", 0);
const figure = (name, value, cls = "") => html`<div><dt>${name}</dt><dd class="${cls}">${value}</dd></div>`;

/** What a round brought, for whoever points at it. */
export const pointMarkup = ({ round, net: amount, after }) =>
  html`Round ${round}: <b class="${sense(amount)}">${net(amount)}</b>, chips ${money(after)}`;

// --- the list ---------------------------------------------------------------------------------------------------

const hasBonus = ({ lines }) => lines.some((line) => line.is_bonus);
const filters = (mistakes) => {
  const missed = new Set((mistakes || []).map(({ round }) => round));
  return {
    all: ["All", () => true],
    won: ["Won", ({ net: amount }) => amount > 0],
    lost: ["Lost", ({ net: amount }) => amount < 0],
    bonus: ["Bonus 21", hasBonus],
    ...(mistakes ? { mistakes: ["Mistakes", ({ round }) => missed.has(round)] } : {}),
  };
};

export const tableMarkup = ({ rounds, mistakes, kept, table }) => {
  const found = filters(mistakes);
  const shown = rounds.filter((found[kept] || found.all)[1]);
  const tab = ([name, [label, fits]]) =>
    html`<button class="btn sm" data-filter="${name}" data-focus="filter-${name}"
      aria-pressed="${String(name === kept)}">${label} <span class="num">${rounds.filter(fits).length}</span></button>`;
  return html`<div class="filters"><div class="which" role="group" aria-label="Which rounds">${Object.entries(
    found,
  ).map(tab)}</div><p class="under">Press a round to see its ledger</p></div>
    ${shown.length ? rowsMarkup(shown, mistakes || [], table) : html`<p class="none">No such round.</p>`}`;
};

const HEADS = ["Round", "Your cards", "Dealer", "What happened", "Staked", "Net", "Chips after"];
const rowsMarkup = (shown, mistakes, table) =>
  html`<table class="played num"><thead><tr>${HEADS.map((head) => html`<th scope="col">${head}</th>`)}<td></td></tr
    ></thead><tbody>${shown.map((each) => row(each, mistakes, table))}</tbody></table>`;

const row = (ledger, mistakes, table) => {
  const { round, lines, dealer, stake, net: amount, after } = ledger;
  const hands = lines.filter(({ cards }) => cards.length);
  const made = mistakes.filter((each) => each.round === round);
  return html`<tr data-round="${round}"><th scope="row"><button class="swap" data-focus="round${round}"
      aria-label="Ledger of round ${round}">${round}</button></th>
    <td class="cards-of">${hands.map(({ cards }) => html`<span class="hand">${cards.map(card)}</span> `)}</td>
    <td class="theirs">${dealer.map(card)}</td>
    <td class="what">${storyOf(ledger)}${made.map(mistakeMarkup)}</td>
    <td class="staked">${money(stake)}</td><td class="net ${sense(amount)}">${net(amount)}</td>
    <td class="after">${money(after)}</td>
    <td class="way-to"><a href="/replay?table=${encodeURIComponent(table)}&amp;round=${round}"
      aria-label="Replay round ${round}">Replay</a></td></tr>`;
};

/** So many lines are told; the ledger has all. */
const TOLD = 3;
const storyOf = ({ lines }) => {
  const told = lines.slice(0, TOLD).map(wordsOf);
  const more = lines.length - told.length;
  const { clause } = lines.toSorted((a, b) => Math.abs(b.net) - Math.abs(a.net))[0] || {};
  return html`${capital(told.join("; ") || "no wager")}${more > 0 ? ` and ${more} more` : ""} ${clauseButton(clause)}`;
};
const mistakeMarkup = ({ name, best_name: best, cents }) =>
  html` <span class="missed">${capital(name)} cost ${money(cents)}; ${best} was best.</span>`;
