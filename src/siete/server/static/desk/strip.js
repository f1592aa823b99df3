/* The strip between shoe and rack: what is next, what was refused, whom the table waits for. */
import { html, raw } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { capital, lineOf, money } from "../words.js";
import { litBy } from "./motions.js";

const COVERED = new Set(["draw", "turn", "peek", "collect", "leave", "pickup", "wheel", "pay"]);

export const stripMarkup = (model, { link, behind }) => {
  if (link.state !== "live")
    return box("Reconnecting", "Your place is kept for a while, and nothing on the table changes.");
  if (!model.mine) return taking(model);
  if (model.refused && !model.isExam) return refused(model);
  if (model.mine.sprung) return sprung(model.mine);
  if (!model.isGuided) return facts(model);
  return next(model, behind);
};

const box = (title, under, more = "", cls = "") =>
  html`<div class="said ${cls}"><p class="t">${title}</p><p class="u">${under}</p></div>${more}`;

const taking = (model) => {
  const { dealer } = model.message;
  const isFree = dealer === model.felt.house;
  const title = isFree ? "The automatic dealer deals here" : `${dealer} deals here`;
  const take = html`<button class="btn" data-do="take" data-focus="take">Take the deal <kbd>↵</kbd></button>`;
  const under = isFree
    ? "It hands over between two steps, and goes on for you when you hand back."
    : "One dealer at a time; you see the table meanwhile.";
  return box(title, under, isFree ? html`<div class="ops">${take}</div>` : "");
};

const refused = (model) =>
  html`<div class="said no"><p class="t"><i>Refused.</i> ${model.refused.sentence}</p>
      <p class="u">${unchanged(model)} The step is still due.</p></div>${clauseButton(model.refused.clause)}`;
/** What is as it was: the cards and the chips, in figures. */
const unchanged = ({ view, mine }) => {
  if (!mine) return "Nothing has changed.";
  const { left } = view.cards;
  const tray = money(mine.tray.reduce((sum, [chip, count]) => sum + chip * count, 0));
  const cards = mine.phase === "round" && left ? `the shoe still holds ${left} cards, ` : "";
  return `Nothing has changed: ${cards}the tray ${tray}.`;
};

/** Something has gone wrong at a table of the school. */
const sprung = ({ sprung: what, clause, help }) =>
  html`<div class="said no"><p class="t">${what}.</p>
      <p class="u">${help === "guided" ? "Call the floorperson and report it." : "What do you do?"}</p></div>
    ${clauseButton(clause)}`;

const facts = (model) => {
  const { round, view, message, mine } = model;
  if (mine.phase !== "round") return box(capital(mine.phase), `${mine.pile} cards before you.`);
  const title = round ? `Round ${round.number}` : `${view.rounds} rounds dealt`;
  const ready = message.ready.length ? `Ready: ${message.ready.join(", ")}.` : "";
  const open = round && !round.are_wagers_closed ? "Wagers are open." : "";
  return box(title, `${open} ${ready} ${money(view.layout)} on the layout.`.trim());
};

const next = (model, behind) => {
  const { mine } = model;
  if (mine.who !== "dealer") return waiting(model);
  const lit = litBy(model);
  const title = mine.payment ? paying(model) : capital(mine.words);
  const clause = mine.payment?.clause || mine.clause;
  const isCover = model.step.command === "PlaceCoverCard" && mine.phase !== "round";
  const more = isCover ? coverOps(behind) : !COVERED.has(lit) && mine.phase === "round" ? doIt() : "";
  return html`${box(title, under(model, lit))}${more}${clauseButton(clause)}`;
};
const doIt = () =>
  html`<div class="ops"><button class="btn" data-do="step" data-focus="step">Do it <kbd>↵</kbd></button></div>`;
const coverOps = (behind) =>
  html`<div class="ops"><button class="btn lite" data-cover="1" data-focus="cover-up"
      aria-label="One card nearer the top">‹</button>
    <button class="btn lite" data-cover="-1" data-focus="cover-down" aria-label="One card nearer the bottom">›</button>
    <button class="btn" data-do="cover" data-focus="cover">Put it here, ${behind} behind <kbd>↵</kbd></button></div>`;

const waiting = ({ mine, message }) => {
  const who = mine.who === "floor" ? "A floorperson must" : "Wait for";
  const ready = message.ready.length ? `Ready: ${message.ready.join(", ")}.` : "";
  return html`${box(`${who} ${mine.words}`, ready || "The table goes on by itself then.")}${clauseButton(mine.clause)}`;
};

const paying = (model) => {
  const { payment } = model.mine;
  const where = `box ${payment.box}${payment.hand ? `, hand ${payment.hand + 1}` : ""}`;
  const named = payment.wager === "base" ? where : `${model.felt.names[payment.wager]} of ${where}`;
  if (!payment.owed && !payment.handed_over)
    return payment.collected ? html`Collect ${named}: ${sum(payment.collected)}` : html`Leave ${named}: it stands off`;
  const { text, odds } = lineOf(model.felt, payment.wager, payment.line);
  const on = odds ? `, ${odds} on ${money(model.wagered(payment))}` : "";
  return html`Pay ${named}: ${text}${on} is ${sum(payment.owed)}`;
};
const sum = (cents) => raw(`<span class="m num">${money(cents)}</span>`);

const HOW = {
  draw: "Draw from the shoe, then place the card.",
  turn: "Turn it where it lies.",
  peek: "Nobody may see its face, you included.",
  pay: "Count the chips out of the tray and hand them over. Any mix with the right sum is right.",
  collect: "Lost chips go straight to the tray.",
  leave: "Nothing moves.",
  pickup: "From your far right, your own cards last.",
  call: "Say it.",
};
const under = (model, lit) => {
  const { payment } = model.mine;
  if (payment?.handed_over) return `A floorperson hands over ${money(payment.handed_over)}.`;
  const { following } = model.mine;
  if (payment && following)
    return html`Then ${following.slice(0, MOST_THEN).map((each, i) => nextOne(model, each, i))}${
      following.length > MOST_THEN ? " …" : "."
    }`;
  const since = model.message.meanwhile;
  if (since?.length) return `Since then: ${since.join(", ")}. ${HOW[lit] || ""}`;
  return HOW[lit] || "";
};
const MOST_THEN = 3;
/** One of the next payments: whom, and how much. */
const nextOne = (model, { box: number, hand, wager, owed, handed_over: handed, collected }, i) => {
  const side = wager === "base" ? "" : `${model.felt.names[wager]} of `;
  const where = `${side}box ${number}${hand ? `, hand ${hand + 1}` : ""}`;
  const before = i ? ", " : "";
  if (owed + handed) return html`${before}<b>${where}</b> ${money(owed + handed)}`;
  return html`${before}${collected ? "collect" : "leave"} <b>${where}</b>`;
};
