/* Sheets that lie over the room: a clause in our words, the payouts of this table, keys, boxes to share. */
import { api } from "./api.js";
import { html, ICONS, on } from "./dom.js";
import { money } from "./words.js";

/** Show a sheet; resolves with its dialog when it is there. Focus goes in, and back where it came from. */
export const sheet = (title, body, { wide = false } = {}) => {
  const from = document.activeElement, dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", title);
  if (wide) dialog.style.width = "min(1100px, 100vw - 24px)";
  dialog.innerHTML = String(html`<header><h2>${title}</h2><button class="icon" data-close aria-label="Close">${ICONS.close}</button></header><div class="inside" tabindex="0">${body}</div>`);
  document.body.append(dialog);
  on(dialog, "click", "[data-close]", () => dialog.close());
  on(dialog, "click", "[data-clause]", (node) => clauseSheet(node.dataset.clause));
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => { dialog.remove(); from?.focus?.({ preventScroll: true }); });
  dialog.showModal();
  return dialog;
};

/** A clause, one click away from everything that rests on it. */
export async function clauseSheet(id) {
  const dialog = sheet(id, html`<p>Looking it up…</p>`), inside = dialog.querySelector(".inside");
  try {
    const clause = await api.clause(id);
    inside.innerHTML = String(html`<p class="lead">${clause.summary}</p><p><small>Kind: ${clause.kind}. Told in our own words; the document itself governs.</small></p>`);
  } catch (error) { inside.innerHTML = String(html`<p>${error.sentence || "This clause cannot be shown now."}</p>`); }
}

/** The clause as something to press. */
export const clauseButton = (id) => id ? html`<button type="button" class="clause" data-clause="${id}">${id}</button>` : "";

export const payoutsSheet = (felt) => sheet("Payouts and house rules", html`
  <h3>Base wager ${clauseButton(felt.print.blackjack.clause)}</h3>
  <table class="plain"><tbody><tr><td>Blackjack, always wins</td><td>${felt.lines.base.blackjack.odds}</td></tr>${felt.print.bonus.flatMap((column) => column.lines.map((line) => html`<tr><td>${line}</td><td>${column.odds}</td></tr>`))}<tr><td>21, or the higher total</td><td>${felt.lines.base.win.odds}</td></tr><tr><td>Insurance</td><td>${felt.lines.insurance.insurance.odds}</td></tr></tbody></table>
  <p>${felt.print.house.text} ${clauseButton(felt.print.house.clause)} · ${felt.print.no_bonus.text} ${clauseButton(felt.print.no_bonus.clause)}</p>
  ${felt.panels.map((panel) => html`<h3>${panel.title} ${clauseButton(panel.clause)}</h3><p>${panel.note}</p><table class="plain"><tbody>${panel.rows.map(([line, pays]) => html`<tr><td>${line}</td><td>${pays}</td></tr>`)}</tbody></table>`)}
  ${felt.signs.length ? html`<h3>Inscriptions and signs of this table</h3>${felt.signs.map((sign) => html`<p><b>${sign.title}</b> (${sign.place}) ${sign.clauses.map(clauseButton)}<br>${sign.lines.slice(0, 6).join(" · ")}${sign.lines.length > 6 ? " …" : ""}</p>`)}` : ""}
  <p>Limits ${money(felt.table_min)} to ${money(felt.table_max)}. Rules ${felt.rule_set} <span class="mono">${felt.rules_hash.slice(0, 16)}</span>. Play chips only.</p>`);

const KEYS = [["H", "hit"], ["S", "stand, or the quiet answer"], ["D", "double"], ["P", "split"], ["R", "surrender or rescue"], ["I", "insure"], ["N", "no insurance, pass the cut"], ["1 – 6", "pick a chip"], ["+ −", "add or take back a chip"], ["← →", "next wager area"], ["B", "rebet"], ["T", "twice the last wager"], ["C", "clear, or cut"], ["Enter", "ready: deal"], ["A", "value of every action (practice)"], ["Z", "take back (practice)"], ["O", "payouts"], ["?", "these keys"]];
export const keysSheet = () => sheet("Keys", html`<dl class="keys">${KEYS.map(([key, does]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}</dl>
  <h3>With the mouse</h3><p>Click an area on the felt to add the chip in hand; right-click takes one back.</p>
  <h3>Spanish 21 in five lines</h3><p>Decks of 48 cards: no 10-spots, but all face cards. A player's 21 always beats the dealer's, a player's Blackjack always wins. Double on any number of cards, rescue a doubled hand, surrender the first two. Special 21s pay more. Every payout names its clause: press it.</p>`);
