/* The sheets of one table: its menu, its log, and who may wager on my box. */
import { html, on } from "../dom.js";
import { prefs, setPref } from "../prefs.js";
import { clauseButton, sheet } from "../sheets.js";
import { topBar } from "../shell.js";

const button = (name, label) => html`<button class="btn" data-do="${name}">${label}</button>`;

export function tableMenu({ about, felt, model, actions }) {
  const dialog = sheet(
    about.name,
    html`<p>${felt.title}, ${felt.decks} decks. ${felt.facts.join(" ")}</p>
      <div class="ops many">${menuButtons(about, felt, model)}</div>
      <h3>Settings</h3><div class="ops many">${topBar.switches({ words: true })}</div>${ceremonyBox()}
      ${invitation(about)}`,
  );
  on(dialog, "click", "[data-do]", (node) => {
    dialog.close();
    actions[node.dataset.do]();
  });
  on(dialog, "change", "[data-ceremony]", (node) => setPref("ceremony", node.checked));
  topBar.wire(dialog);
}

const PRIVATE = "This table is private: only who has this link finds it.";

/** The way to this table for others: as a link, and as a picture for a phone. */
const invitation = ({ id, is_private: isPrivate }) =>
  html`<h3>Invite</h3><div class="invite"><img src="/api/v1/tables/${id}/invitation.svg" width="148" height="148"
      alt="The link as a QR code"><div><p>${isPrivate ? PRIVATE : "Anybody may join by this link:"}</p>
    <p class="mono">${location.origin}/t/${id}</p>
    <button class="btn" data-do="copy">Copy the link</button></div></div>`;

const menuButtons = (about, felt, model) => [
  button("payouts", "Payouts"),
  button("log", "Event log"),
  button("keys", "Keys"),
  html`<a class="btn" href="/replay?table=${about.id}">Rounds</a>`,
  model.isSeated() ? button("history", "My rounds") : "",
  model.isSeated() && about.mode === "practice" ? button("bench", "Workbench") : "",
  ...(model.isStaff ? [] : [button("buy", "Buy $500"), button("cage", "Out of chips")]),
  felt.max_bettors > 1 && model.isSeated() ? button("share", "Share my box") : "",
  model.isSeated() ? button("leave", "Leave the table") : "",
  html`<a class="btn" href="/lobby">Lobby</a>`,
];

const ceremonyBox = () =>
  html`<p><label class="chk"><input type="checkbox" data-ceremony ${prefs.ceremony ? html`checked` : ""}
    > Look the cards over and cut them at practice tables too</label></p>`;

const logLine = ({ who, text, clause }) => html`<li>${who ? `${who} ` : ""}${text} ${clauseButton(clause)}</li>`;
export const logSheet = (entries) => sheet("Event log", html`<ol>${entries.map(logLine)}</ol>`);

/** Let somebody else wager on my box, where the rules let several bet there. */
export function shareSheet({ felt, model, commands }) {
  const { seats = {}, racks = {} } = model.view || {};
  const people = [...new Set([...Object.values(seats), ...Object.keys(racks)])].filter((name) => name !== model.name);
  const buttons = people.map((name) => html`<button class="btn" data-who="${name}">${name}</button>`);
  const dialog = sheet(
    "Share my box",
    html`<p>Who may wager on your box this round? ${felt.sharing}</p>
      <div class="ops many">${people.length ? buttons : html`<p>Nobody else is at the table.</p>`}</div>`,
  );
  on(dialog, "click", "[data-who]", (node) => {
    dialog.close();
    const command = { command: "AdmitBettor", box: model.you.boxes[0], bettor: node.dataset.who };
    commands.try(command, model.point("PlaceWager", "WithdrawWager"));
  });
}
