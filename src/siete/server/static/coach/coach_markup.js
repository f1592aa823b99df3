/* What the coach shows: values as bars in money, the reason, the verdict on the last decision, and the mistakes. */
import { html, raw } from "../dom.js";
import { prefs } from "../prefs.js";
import { clauseButton } from "../sheets.js";
import { card } from "../results/mini_card.js";
import { exact, money } from "../words.js";
import { chartSection } from "./chart.js";

const LISTED = 6;
/** So many rows of the chart stand above the present one, and below it. */
const BESIDE = 3;
/** The decisions of an exam. */
export const EXAM = 20;
/** `+$1.56`, always with its sign and cents. */
export const gain = (cents) => `${cents < 0 ? "−" : "+"}${exact(Math.abs(cents)).join(".")}`;
export const rate = ({ decisions, right }) =>
  decisions ? `${Math.round((right / decisions) * 100)} % of ${decisions} right` : "no decision yet";

export const coachMarkup = (trainer) =>
  html`<h2>Coach <span>${trainer.isExam ? "" : rate(trainer.now)}</span></h2>${examLine(trainer)}${valuesPart(trainer)}
    ${chartPart(trainer)}${verdictPart(trainer)}
    <div class="ops">${trainer.isExam ? button("exam", "End the exam") : helps(trainer)}</div>
    ${recordPart(trainer)}`;

/** What an exam is without: whoever takes one back, or reads the chart, is not examined. */
const helps = (trainer) =>
  html`${button("peek", "Values", trainer.isOpen)}${button("back", "Back")}${button("chart", "Chart")}
    ${button("drill", "Drill", trainer.isDrilling)}${button("exam", "Exam")}`;
const examLine = ({ exam }) => {
  if (!exam) return "";
  if (exam.left) return html`<p class="note">Exam: ${EXAM - exam.left} of ${EXAM} decided.</p>`;
  return html`<p class="score"><b>${exam.right} of ${EXAM}</b> right, score
    ${Math.round((exam.right / EXAM) * 100)}; the mistakes cost ${exam.lost.toFixed(2)} wagers.</p>`;
};

// --- values -----------------------------------------------------------------------------------------------------

const valuesPart = (trainer) => {
  const { found } = trainer;
  if (found?.trouble) return html`<p class="note">${found.trouble}</p>`;
  if (!trainer.isReady && trainer.ask()) return html`<p class="note" role="status">The values are being prepared.</p>`;
  if (!trainer.isOpen || !trainer.hint()) return asked(trainer);
  return html`<p class="k3">What each action is worth at ${money(found.wager)}</p>${bars(found)}
    <p class="reason">${found.reason} ${clauseButton(found.clause)}</p>
    <p class="note sure">${found.sure} ${shoeButton()}</p>`;
};
const asked = (trainer) =>
  trainer.ask() && trainer.hint() && !trainer.isExam
    ? html`<p class="note">Press Values (A) to see what each action is worth.</p>`
    : "";

const bars = ({ actions, best }, done = "") => {
  const range = { least: Math.min(0, ...actions.map(({ cents }) => cents)), most: 0 };
  range.most = Math.max(1, ...actions.map(({ cents }) => cents));
  return html`<table class="prices num"><caption class="vh">Value of every action at this wager</caption
      ><tbody>${actions.map((each) => valueRow(each, { best, done, range }))}</tbody></table>`;
};
const valueRow = ({ action, name, cents }, { best, done, range }) =>
  html`<tr class="${action === best ? "best" : ""}"><th scope="row">${name}${
    action === done ? html` <small>yours</small>` : ""
  }</th><td class="bar">${bar(cents, range)}</td><td>${gain(cents)}</td></tr>`;
/** From nothing to the right what is won, to the left what is lost; one scale for all actions. */
const bar = (cents, { least, most }) => {
  const x = (value) => ((value - least) / (most - least)) * 196 + 2;
  const [zero, end] = [x(0), x(cents)];
  return raw(`<svg viewBox="0 0 200 14" preserveAspectRatio="none" aria-hidden="true">
    <rect class="${cents < 0 ? "loss" : "gain"}" x="${Math.min(zero, end)}" y="1" width="${Math.abs(end - zero)}"
      height="12" rx="2"/>
    <path d="M${zero} 0V14"/></svg>`);
};

/** The part of the chart that the hand before me is in: its row, with those above and below. */
const chartPart = (trainer) => {
  const { chart, cell, wager } = trainer;
  const part = trainer.isOpen && trainer.hint() && chart?.sections.find(({ table }) => table === cell?.section);
  if (!part) return "";
  const at = part.rows.findIndex(({ name }) => name === cell.row);
  const from = Math.max(0, Math.min(at - BESIDE, part.rows.length - 2 * BESIDE - 1));
  const near = { ...part, rows: part.rows.slice(from, from + 2 * BESIDE + 1) };
  return html`<div class="small-chart">${chartSection(near, chart.columns, cell, ` for ${money(wager)}`)}</div>`;
};

// --- verdicts ---------------------------------------------------------------------------------------------------

/** Where the coach has a panel of its own; elsewhere it shares the dock with what is to be pressed. */
const ROOM = matchMedia("(min-width: 1200px) and (min-height: 561px)");

/** What the last decision was worth beside the others; folded while the values of the next one are shown, and where
    room is short and nothing was wrong. */
const verdictPart = (trainer) => {
  const { last, isExam } = trainer;
  if (!last || isExam) return "";
  const { found, verdict } = last;
  const isFolded = (trainer.isOpen && trainer.hint()) || !(ROOM.matches || verdict.kind === "wrong");
  return html`<div class="verdict">${VERDICTS[verdict.kind](verdict)}<p class="reason">${found.reason}
    ${clauseButton(found.clause)}</p><details ${isFolded ? "" : html`open`}><summary
    >What each was worth at ${money(found.wager)}</summary>${bars(found, verdict.action)}<p class="note"
    >${found.sure}</p></details></div>`;
};
const VERDICTS = {
  right: ({ name }) => html`<p><span class="right">Right:</span> ${name}.</p>`,
  near: ({ name, best_name: best }) =>
    html`<p><span class="right">As good as best:</span> ${name}; ${best} is better by less than a cent of
      a dollar.</p>`,
  wrong: ({ name, best_name: best, cost, cents }) =>
    html`<p><span class="wrong">${name} cost ${money(cents)}</span>, ${(cost * 100).toFixed(1)} cents of a
      dollar; ${best} was best.</p>`,
};

// --- what the house has kept ------------------------------------------------------------------------------------

const recordPart = ({ record, next, isExam }) => {
  if (!record || isExam) return "";
  const due = record.due ? `, ${record.due} due again` : "";
  return html`<p class="note past">Over all sessions: ${rate(record)}${due}.
      <a href="/trainer">Progress</a></p>
    ${next ? html`<p class="note" role="status">${next.words}</p>` : ""}
    ${listed(record.mistakes.slice(0, LISTED))}`;
};
const listed = (mistakes) => (mistakes.length ? html`<h3 class="k3">Mistakes</h3>${mistakesList(mistakes)}` : "");

export const mistakesList = (mistakes) => html`<ol class="mistakes">${mistakes.map(mistake)}</ol>`;
const mistake = (made, index) =>
  html`<li>${made.cards.map(card)} <span class="vs">against</span> ${card(made.up)} ${made.name},
    best ${made.best_name} <b class="num wrong">${money(-made.cents)}</b> <span class="does">${replayLink(made)}
    <button class="btn sm" data-again="${index}" data-focus="again${index}">Drill</button></span></li>`;
const replayLink = ({ is_kept: isKept, table, round }) =>
  isKept ? html`<a class="btn sm" href="/replay?table=${table}&amp;round=${round}">Replay</a>` : "";

const button = (name, label, isPressed) => {
  const pressed = isPressed === undefined ? "" : html`aria-pressed="${String(isPressed)}"`;
  const spoken = name === "back" ? html`aria-label="Take back"` : "";
  return html`<button class="btn sm" data-focus="${name}" data-do="${name}" ${spoken}${pressed}>${label}</button>`;
};
const shoeButton = () =>
  html`<button class="swap" data-focus="shoe" data-do="shoe" title="Full or remaining shoe"
    >${prefs.shoe === "remaining" ? "remaining shoe" : "full shoe"}</button>`;
