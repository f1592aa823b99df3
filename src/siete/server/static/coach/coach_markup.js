/* What the coach shows: values as bars in money, the reason, the verdict on the last decision, and the mistakes. */
import { html, raw } from "../dom.js";
import { prefs } from "../prefs.js";
import { clauseButton } from "../sheets.js";
import { exact, money } from "../words.js";
import { card } from "../results/mini_card.js";
import { EXAM, rate } from "./training_record.js";

const LISTED = 8;
/** `+$1.56`, always with its sign and cents. */
export const gain = (cents) => `${cents < 0 ? "−" : "+"}${exact(Math.abs(cents)).join(".")}`;

export const coachMarkup = (trainer) =>
  html`<h2>Coach <span>${rate(trainer.now)}</span></h2>${examLine(trainer)}${valuesPart(trainer)}${verdictLine(trainer)}
    <div class="ops">${button("peek", "Values", trainer.isOpen)}${button("back", "Back")}${button("chart", "Chart")}
      ${button("drill", "Drill", trainer.isDrilling)}${button("exam", "Exam", trainer.isExam)}</div>
    ${mistakesList(trainer.history.mistakes || [])}`;

const examLine = ({ exam }) => {
  if (!exam) return "";
  if (exam.left) return html`<p class="note">Exam: ${EXAM - exam.left} of ${EXAM} decided.</p>`;
  return html`<p class="score"><b>${exam.right} of ${EXAM}</b> right; the mistakes
    cost ${exam.lost.toFixed(2)} wagers.</p>`;
};

// --- values -----------------------------------------------------------------------------------------------------

const valuesPart = (trainer) => {
  const { found } = trainer;
  if (found?.trouble) return html`<p class="note">${found.trouble}</p>`;
  if (!trainer.isReady && trainer.ask()) return html`<p class="note" role="status">The values are being prepared.</p>`;
  if (!trainer.isOpen || !trainer.hint()) return asked(trainer);
  const most = Math.max(...found.actions.map(({ cents }) => Math.abs(cents)), 1);
  return html`<p class="k3">What each action is worth at ${money(found.wager)}</p>
    <table class="prices num"><caption class="vh">Value of every action at this wager</caption
      ><tbody>${found.actions.map((each) => valueRow(each, found.best, most))}</tbody></table>
    <p class="reason">${found.reason} ${clauseButton(found.clause)}</p>
    <p class="note sure">${found.sure} ${shoeButton()}</p>`;
};
const asked = (trainer) =>
  trainer.ask() && trainer.hint() && !trainer.isExam
    ? html`<p class="note">Press Values (A) to see what each action is worth.</p>`
    : "";

const valueRow = ({ action, name, cents }, best, most) =>
  html`<tr class="${action === best ? "best" : ""}"><th scope="row">${name}</th><td class="bar">${bar(cents, most)}</td
    ><td>${gain(cents)}</td></tr>`;
/** From the middle to the right what is won, to the left what is lost. */
const bar = (cents, most) => {
  const width = (Math.abs(cents) / most) * 98;
  return raw(`<svg viewBox="-100 0 200 14" preserveAspectRatio="none" aria-hidden="true">
    <rect class="${cents < 0 ? "loss" : "gain"}" x="${cents < 0 ? -width : 0}" y="1" width="${width}"
      height="12" rx="2"/>
    <path d="M0 0V14"/></svg>`);
};

// --- verdicts ---------------------------------------------------------------------------------------------------

const verdictLine = ({ verdict, history, isOpen, isExam }) => {
  if (isExam) return "";
  if (!verdict)
    return html`<p class="note past ${isOpen ? "less" : ""}"
      >Over all sessions: ${rate(history)}, ${history.lost.toFixed(2)} wagers lost.</p>`;
  return VERDICTS[verdict.kind](verdict);
};
const VERDICTS = {
  right: ({ action }) => html`<p><span class="right">Right:</span> ${action}.</p>`,
  near: ({ action, best }) =>
    html`<p><span class="right">As good as best:</span> ${action}; ${best} is better by less than a cent of
      a dollar.</p>`,
  wrong: ({ action, best, cost, cents, reason }) =>
    html`<p><span class="wrong">${action} cost ${money(cents)}</span>, ${(cost * 100).toFixed(1)} cents of a
      dollar; ${best} was best.</p><p class="note">${reason || ""}</p>`,
};

const mistakesList = (mistakes) => {
  if (!mistakes.length) return "";
  return html`<h3 class="k3">Mistakes</h3><ol class="mistakes">${mistakes.slice(0, LISTED).map(mistake)}</ol>`;
};
const mistake = ({ cards = [], up, action, best, cents, table, round }) =>
  html`<li>${cards.map(card)} <span class="vs">against</span> ${up ? card(up) : ""} ${action}, best ${best}
    <b class="num wrong">${money(-cents)}</b> <a href="/replay?table=${table}&amp;round=${round}">Replay</a></li>`;

const button = (name, label, isPressed) => {
  const pressed = isPressed === undefined ? "" : html`aria-pressed="${String(isPressed)}"`;
  const spoken = name === "back" ? html`aria-label="Take back"` : "";
  return html`<button class="btn sm" data-focus="${name}" data-do="${name}" ${spoken}${pressed}>${label}</button>`;
};
const shoeButton = () =>
  html`<button class="swap" data-focus="shoe" data-do="shoe" title="Full or remaining shoe"
    >${prefs.shoe === "remaining" ? "remaining shoe" : "full shoe"}</button>`;
