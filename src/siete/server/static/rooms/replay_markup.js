/* What the replay shows: rounds to choose from, the frame round the layout, steps, values and results. */
import { html, ICONS } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { topBar } from "../shell.js";
import { lineOf, money, sentence, signed, wagerName } from "../words.js";

const STEPS = 7;
const plain = (name) => name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

/** A step by who and what. */
export const stepInWords = ({ event }, felt, stage) => sentence(event, felt, stage) || ["", plain(event.event)];

// --- finding a round --------------------------------------------------------------------------------------------

export const trouble = ({ sentence: words, clause }) =>
  html`<h1>This round cannot be shown</h1><p>${words || "Something went wrong."} ${clauseButton(clause)}</p>
    <a class="btn primary" href="/replay">Paste a round</a>`;

export const roundList = (table, rounds) => {
  const links = rounds.map((each) => roundLink(table, each));
  return html`<div class="hero"><div><h1>Finished rounds</h1><p>Table ${table}, newest first.</p></div>
      <div class="cta"><a class="btn" href="/t/${table}">Back to the table</a
        ><a class="btn" href="/replay">Paste a round</a></div></div>
    <div class="rounds">${links.length ? links : html`<p>No round is finished yet.</p>`}</div>`;
};

const roundLink = (table, { round, players, boxes, ended_at: ended }) => {
  const when = (ended || "").replace("T", " ").slice(0, 19);
  return html`<a class="panel" href="/replay?table=${table}&round=${round}"><b>Round ${round}</b
    ><span>${players.join(", ")}</span><span>box ${boxes.join(", ")}</span><span class="when">${when}</span></a>`;
};

export const pasteForm = () =>
  html`<div class="hero"><div><h1>Replay a round</h1>
      <p>Paste a round in notation (.s21); the engine plays it again and says where it parts from the rules.</p>
    </div></div>
    <form class="pasted" data-paste>
      <label class="field"><span>Round</span><textarea name="text" rows="14" spellcheck="false"
        placeholder='format = "siete-s21/1"'></textarea></label>
      <label class="field"><span>or a file</span><input type="file" accept=".s21,.toml,text/plain"></label>
      <p class="note" role="status" data-note></p>
      <div class="go"><button class="btn primary big">Play it again</button></div></form>`;

export const faults = ({ sentence: words, clause, faults: list = [] }) =>
  html`${words} ${clauseButton(clause)}${list.map(
    (fault) => html`<br>${fault.line ? `Line ${fault.line}: ` : ""}${fault.sentence}`,
  )}`;

// --- the frame --------------------------------------------------------------------------------------------------

export const frame = ({ found, whole, felt, roles, may }) =>
  html`${topBar("/replay")}<main class="room" id="main" tabindex="-1">
    <div class="felt-holder"><svg class="felt" role="img" aria-label="The felt at this step"></svg></div>
    <div class="corner left"><section class="box"><p class="k">${felt.title}</p>${whichRound(found, whole.rounds || [])}
      <p class="s">${(found.players || []).join(", ")}</p></section></div>
    <div class="corner right"><section class="box"><label class="field"><span>As seen by</span
      ><select data-role>${roles.map(roleOption)}</select></label></section><div data-results></div></div>
    <section class="log" aria-label="Steps" data-steps></section>
    <div class="below">${player()}${roundOperations(may)}</div></main>`;

const roleOption = (role) => html`<option value="${role}">${role.replace("player:", "")}</option>`;

const whichRound = (found, rounds) => {
  if (rounds.length < 2) return html`<p class="v">Round ${found.round ?? found.number ?? 1}</p>`;
  const options = rounds.map((_each, i) => html`<option value="${i}">${i + 1} of ${rounds.length}</option>`);
  return html`<label class="field"><span>Round</span><select data-nth>${options}</select></label>`;
};

const BUTTONS = [
  ["first", "First step", ICONS.first],
  ["before", "Step back", ICONS.before],
  ["play", "Play", ICONS.play],
  ["next", "Step on", ICONS.next],
  ["last", "Last step", ICONS.last],
];
const player = () =>
  html`<section class="dock"><p class="stepline" role="status" aria-live="polite" data-line></p
    ><div class="player">${BUTTONS.map(playerButton)}<input type="range" min="0" value="0" aria-label="Step"
      data-range></div></section>`;
const playerButton = ([name, label, icon]) =>
  html`<button class="icon" data-go="${name}" aria-label="${label}">${icon}</button>`;

/** Let the middle button play, or pause while it does. */
export const showPlaying = (node, isPlaying) => {
  node.innerHTML = String(isPlaying ? ICONS.pause : ICONS.play);
  node.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
};

const operation = (name, label) => html`<button class="btn sm" data-go="${name}">${label}</button>`;
const roundOperations = (may) =>
  html`<section class="rail"><h2>This round</h2><div class="ops">${may.share ? operation("share", "Share") : ""}
    ${may.save ? operation("save", "Download .s21") : ""}${operation("results", "Results")}</div></section>`;

// --- steps ------------------------------------------------------------------------------------------------------

/** The steps round the one that is shown. */
export const stepList = (steps, at, felt, stage) => {
  const from = Math.max(0, Math.min(at - 3, steps.length - STEPS));
  const line = (step, i) => {
    const [who, text] = stepInWords(step, felt, stage);
    return html`<li>${from + i + 1 === at ? "▸ " : ""}${who ? html`<b>${who}</b> ` : ""}${text}</li>`;
  };
  return html`<h2>Steps</h2><ol>${steps.slice(from, from + STEPS).map(line)}</ol>`;
};

export const worth = ({ actions, best }) => {
  const value = ({ action, ev }) =>
    html`<span class="${action === best ? "best" : ""}">${action} ${signed(ev, 3)}</span>`;
  return html`<span class="worth">${actions.map(value)}</span>`;
};

export const partings = (parts) => {
  const line = ({ step, expected, got, clause }) =>
    html`<p class="s">${step}: written ${expected}, the engine ${got} ${clauseButton(clause)}</p>`;
  if (!parts.length) return "";
  return html`<section class="box"><p class="k">The page and the rules part here</p>${parts.map(line)}</section>`;
};

// --- sheets -----------------------------------------------------------------------------------------------------

/** The addresses of the round and, where there is one, of the step alone. */
export const shareLinks = (path, position) => {
  const step = html`<p>This step alone, as anybody at the table saw it:</p>
    <p><a class="mono" href="${position}" data-position>${location.origin}${position}</a></p>`;
  return html`<p>Anybody with this link can see the round, without a name or a password:</p>
    <p><a class="mono" href="${path}">${location.origin}${path}</a></p>${position ? step : ""}`;
};

const HEADINGS = ["Who", "Wager", "Line", "Paid", "Returned", "Lost"];
export const resultsTable = (rows, felt) =>
  html`<table class="plain results"><thead><tr>${HEADINGS.map((each) => html`<th>${each}</th>`)}</tr></thead
    ><tbody>${rows.map((row) => resultRow(row, felt))}</tbody></table>`;

const resultRow = (row, felt) => {
  const hand = row.hand ? `.${row.hand + 1}` : "";
  return html`<tr><td class="keep">${row.player}, box ${row.box}${hand}</td
    ><td class="keep">${wagerName(felt, row.wager)}</td
    ><td class="keep">${lineOf(felt, row.wager, row.line).text} ${clauseButton(row.clause)}</td
    >${amount("Paid", row.paid)}${amount("Returned", row.returned)}${amount("Lost", row.collected)}</tr>`;
};
const amount = (label, cents) => html`<td data-label="${label}">${money(cents || 0)}</td>`;
