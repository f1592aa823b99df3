/* What the replay shows: rounds to choose from, the frame round the layout, steps, values and results. */
import { html, ICONS } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { topBar } from "../shell.js";
import { gain } from "../coach/coach_markup.js";
import { lineOf, money, wagerName } from "../words.js";
import { decisionOf } from "./replay_steps.js";

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
    ${player()}<aside class="steps" aria-label="The round"><header><div><p class="k">${felt.title}</p>
        ${whichRound(found, whole.rounds || [])}<p class="s">${(found.players || []).join(", ")}</p></div>
      <label class="field"><span>As seen by</span><select data-role>${roles.map(roleOption)}</select></label></header>
      <div data-results></div><section class="strip" aria-label="Steps" data-steps tabindex="0"></section>
      ${roundOperations(may)}</aside></main>`;

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
  html`<section class="shown" aria-label="Step"><p class="stepline" role="status" aria-live="polite" data-line></p
    ><div class="player">${BUTTONS.map(playerButton)}<input type="range" min="0" value="0" aria-label="Step"
      data-range></div></section>`;
const playerButton = ([name, label, icon]) =>
  html`<button class="icon" data-go="${name}" aria-label="${label}">${icon}</button>`;

/** Let the middle button play, or pause while it does. */
export const showPlaying = (node, isPlaying) => {
  node.innerHTML = String(isPlaying ? ICONS.pause : ICONS.play);
  node.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
};

const operation = (name, label, kind = "") => html`<button class="btn ${kind}" data-go="${name}">${label}</button>`;
const roundOperations = (may) =>
  html`<div class="ops">${may.again ? operation("again", "Play this hand", "primary") : ""}${
    may.share ? operation("share", "Share") : ""
  }${may.save ? operation("save", "Download .s21") : ""}${operation("results", "Results")}</div>`;

// --- steps ------------------------------------------------------------------------------------------------------

/** The whole round; the step that is shown is marked, and decisions tell whether they were the best. */
export const stepList = (steps, at) =>
  html`<ol>${steps.map((step, i) => html`<li>${stepButton(step, i + 1, i + 1 === at)}</li>`)}</ol>`;
const stepButton = (step, number, isShown) => {
  const [who, text] = step.words;
  return html`<button data-step="${number}" data-focus="step${number}" ${isShown ? html`aria-current="step"` : ""}
    >${who ? html`<b>${who}</b> ` : ""}${text}${step.values ? verdict(step) : ""}</button>`;
};
/** Whether a decision was the best, or what it gave away at its wager. */
const verdict = (step) => {
  const done = decisionOf(step);
  const worth = Object.fromEntries(step.values.actions.map(({ action, cents }) => [action, cents]));
  if (worth[done] === undefined) return "";
  if (step.values.best === done) return html`<em class="best">best, ${gain(worth[done])}</em>`;
  const best = step.values.actions.find(({ action }) => action === step.values.best);
  return html`<em class="less">${best.name} was ${gain(best.cents)}, this ${gain(worth[done])}</em>`;
};

/** What each action was worth, best first; the one that was taken is marked. */
export const worth = ({ actions, best }, done) => {
  const value = ({ action, name, cents }) =>
    html`<span class="${action === best ? "best" : ""}">${name} ${gain(cents)}${action === done ? " ◂" : ""}</span>`;
  return html`<span class="worth">${actions.map(value)}</span>`;
};

export const partings = (parts) => {
  const line = ({ step, expected, got, clause }) =>
    html`<p class="s">${step}: written ${expected}, the engine ${got} ${clauseButton(clause)}</p>`;
  if (!parts.length) return "";
  return html`<section class="box"><p class="k">The page and the rules part here</p>${parts.map(line)}</section>`;
};

// --- sheets -----------------------------------------------------------------------------------------------------

/** The addresses of the round, of the step that is shown within it and, where there is one, of the step alone. */
export const shareLinks = (path, at, position) => {
  const step = html`<p>The round, opened at the step that you see:</p>${linkLine(`${path}?step=${at}`)}`;
  const alone = html`<p>This step alone, as anybody at the table saw it:</p>${linkLine(position, "data-position")}`;
  return html`<p>Anybody with this link can see the round, without a name or a password. It opens at its key moment:</p>
    ${linkLine(path)}${at ? step : ""}${position ? alone : ""}`;
};
const linkLine = (path, mark = "") =>
  html`<p class="link"><a class="mono" href="${path}" ${mark}>${location.origin}${path}</a
    ><button class="btn sm" data-copy="${location.origin}${path}">Copy link</button></p>`;

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
