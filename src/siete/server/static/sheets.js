/* Sheets that lie over the room: a clause in our words, the payouts of this table, keys, boxes to share. */
import { api } from "./api.js";
import { html, ICONS, on } from "./dom.js";
import { money } from "./words.js";

/** Show a sheet; resolves with its dialog when it is there. Focus goes in, and back where it came from. */
export const sheet = (title, body, { wide = false } = {}) => {
  const from = document.activeElement,
    dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", title);
  if (wide) dialog.style.width = "min(1100px, 100vw - 24px)";
  dialog.innerHTML = String(
    html`<header><h2>${title}</h2><button class="icon" data-close aria-label="Close">${ICONS.close}</button></header>
      <div class="inside" tabindex="0">${body}</div>`,
  );
  document.body.append(dialog);
  on(dialog, "click", "[data-close]", () => dialog.close());
  on(dialog, "click", "[data-clause]", (node) => clauseSheet(node.dataset.clause));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    from?.focus?.({ preventScroll: true });
  });
  dialog.showModal();
  return dialog;
};

/** Where the book has a clause, or the decision that is cited in the place of one. */
export const clausePath = (id) =>
  id.startsWith("decision-")
    ? `/book/decisions/${id.slice("decision-".length)}`
    : `/book/clauses/${encodeURIComponent(id)}`;
/** A clause as a link to its page in the book, in a window of its own: nobody leaves a table for it. */
export const clauseLink = (id, words = id) =>
  html`<a class="clause" href="${clausePath(id)}" target="_blank" rel="noopener">${words}</a>`;

/** A clause, one click away from everything that rests on it. */
export async function clauseSheet(id) {
  const dialog = sheet(id, html`<p>Looking it up…</p>`),
    inside = dialog.querySelector(".inside");
  try {
    const clause = await api.clause(id);
    inside.innerHTML = String(
      html`<p class="lead">${clause.summary}</p>
        <p><small>Kind: ${clause.kind}. Told in our own words; the document itself governs.</small></p>
        <p>${clauseLink(id, "Open in the book: twins, proof, rounds")}</p>`,
    );
  } catch (error) {
    inside.innerHTML = String(html`<p>${error.sentence || "This clause cannot be shown now."}</p>`);
  }
}

/** The clause as something to press. */
export const clauseButton = (id) =>
  id ? html`<button type="button" class="clause" data-clause="${id}">${id}</button>` : "";

const rows = (list) => html`<table class="plain"><tbody>${list.map(row)}</tbody></table>`;
const row = ([line, pays]) => html`<tr><td>${line}</td><td>${pays}</td></tr>`;

export const payoutsSheet = (felt) =>
  sheet(
    "Payouts and house rules",
    html`<h3>Base wager ${clauseButton(felt.print.blackjack.clause)}</h3>${rows(felt.payouts)}
      <p>${inscription(felt.print.house)} · ${inscription(felt.print.no_bonus)}</p>
      ${felt.panels.map(panelMarkup)}${felt.signs.length ? signsMarkup(felt.signs) : ""}
      <p>Limits ${money(felt.table_min)} to ${money(felt.table_max)}. Rules ${felt.rule_set}
        <span class="mono">${felt.rules_hash.slice(0, 16)}</span>. Play chips only.</p>`,
  );

const inscription = ({ text, clause }) => html`${text} ${clauseButton(clause)}`;
const panelMarkup = (panel) =>
  html`<h3>${panel.title} ${clauseButton(panel.clause)}</h3><p>${panel.note}</p>${rows(panel.rows)}`;

const MOST_LINES = 6;
const signsMarkup = (signs) => html`<h3>Inscriptions and signs of this table</h3>${signs.map(signMarkup)}`;
const signMarkup = ({ title, place, lines, clauses }) =>
  html`<p><b>${title}</b> (${place}) ${clauses.map(clauseButton)}<br>${lines.slice(0, MOST_LINES).join(" · ")}${
    lines.length > MOST_LINES ? " …" : ""
  }</p>`;

/** The keys of the answers, each with all it can mean. */
const answerKeys = (felt) => {
  const found = new Map();
  for (const { answers } of Object.values(felt.questions))
    for (const { key, label } of answers) found.set(key, (found.get(key) || new Set()).add(label.toLowerCase()));
  return [...found].map(([key, labels]) => [key.toUpperCase(), [...labels].join(", ")]);
};

/** The keys that are the page's own. */
const KEYS = [
  ["1 – 6", "pick a chip"],
  ["+ −", "add or take back a chip"],
  ["← →", "next wager area"],
  ["B", "rebet"],
  ["T", "twice the last wager"],
  ["C", "clear the wagers"],
  ["Enter", "ready: deal"],
  ["A", "value of every action (practice)"],
  ["Z", "take back (practice)"],
  ["O", "payouts"],
  ["M", "menu"],
  ["?", "these keys"],
];
const keyList = (list) =>
  html`<dl class="keys">${list.map(([key, does]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}</dl>`;

export const keysSheet = (felt) =>
  sheet(
    "Keys",
    html`<h3>When you are asked</h3>${keyList(answerKeys(felt))}<h3>At any time</h3>${keyList(KEYS)}
      <h3>With the mouse</h3>
      <p>Click an area on the felt to add the chip in hand; right-click takes one back.</p>
      <h3>The game in short</h3>
      <p>${felt.game.join(" ")} Every payout names its clause: press it.</p>`,
  );
