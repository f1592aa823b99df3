/* The sheets of one table: its menu, its log, and who may wager on my box. */
import { html, on } from "../dom.js";
import { prefs, setPref } from "../prefs.js";
import { clauseButton, sheet } from "../sheets.js";
import { topBar } from "../shell.js";

export function tableMenu(room) {
  const dialog = sheet(room.about.name, html`<p>${room.felt.title}, ${room.felt.decks} decks. ${room.felt.facts.join(" ")}</p><div class="ops many"><button class="btn" data-do="payouts">Payouts</button><button class="btn" data-do="log">Event log</button><button class="btn" data-do="keys">Keys</button><a class="btn" href="/replay?table=${room.table}">Rounds</a>${room.floor.isStaff ? "" : html`<button class="btn" data-do="buy">Buy $500</button><button class="btn" data-do="cage">Out of chips</button>`}${room.felt.max_bettors > 1 && room.isSeated() ? html`<button class="btn" data-do="share">Share my box</button>` : ""}${room.isSeated() ? html`<button class="btn" data-do="leave">Leave the table</button>` : ""}<a class="btn" href="/lobby">Lobby</a></div>
    <h3>Settings</h3><div class="ops">${topBar.switches({ words: true })}</div><p><label class="chk"><input type="checkbox" data-ceremony ${prefs.ceremony ? html`checked` : ""}> Look the cards over and cut them at practice tables too</label></p><h3>Invite</h3><p>Anybody may join by this link: <span class="mono">${location.origin}/t/${room.table}</span></p>`);
  on(dialog, "click", "[data-do]", (node) => { dialog.close(); room.pressing.do(node.dataset.do); });
  on(dialog, "change", "[data-ceremony]", (node) => setPref("ceremony", node.checked));
  topBar.wire(dialog);
}

export function logSheet(room) { sheet("Event log", html`<ol>${room.log.map(({ who, text, clause }) => html`<li>${who ? `${who} ` : ""}${text} ${clauseButton(clause)}</li>`)}</ol>`); }

/** Let somebody else wager on my box, where the rules let several bet there. */
export function shareSheet(room) {
  const people = [...new Set([...Object.values(room.view?.seats || {}), ...Object.keys(room.view?.racks || {})])].filter((name) => name !== room.name);
  const dialog = sheet("Share my box", html`<p>Who may wager on your box this round? You decide the hand; they may follow doubles and splits.</p><div class="ops many">${people.map((name) => html`<button class="btn" data-who="${name}">${name}</button>`)}${people.length ? "" : html`<p>Nobody else is at the table.</p>`}</div>`);
  on(dialog, "click", "[data-who]", (node) => { dialog.close(); room.try({ command: "AdmitBettor", box: room.you.boxes[0], bettor: node.dataset.who }, room.point("PlaceWager", "WithdrawWager")); });
}
