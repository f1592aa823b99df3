/* The console: motions and calls, the chip tray, and the hand that pays. */
import { chip, stack } from "../draw/chips.js";
import { html, raw } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { filled, money } from "../words.js";
import { litBy } from "./motions.js";

/** The console in parts by name, so that only what has changed is drawn again. */
export const consoleParts = (model) => [
  ["motions", motions(model)],
  ["tray", tray(model)],
  ["pay", model.why ? why(model.why) : saying(model) || payHand(model)],
];

const motions = (model) => {
  const lit = litBy(model);
  const drawn = model.isDrawn ? "place it" : undefined;
  return html`<section class="motions" aria-label="Motions and calls">
    <div class="mo">${model.desk.motions.map((each) =>
      motion(each, each.name === lit, each.name === "draw" ? drawn : noteOf(model, each), isRefused(model, each)),
    )}</div>
    <div class="calls">${model.desk.calls.slice(0, 3).map((call, i) => callButton(model, call, i))}
      <button data-do="calls" data-focus="calls" class="${lit === "call" ? "on" : ""}">More <kbd>A</kbd></button></div>
    </section>`;
};
/** What of a motion is over in this round. */
const noteOf = (model, { name }) => {
  const dealer = model.round?.dealer;
  if (name === "turn" && dealer?.cards.length > 1 && !dealer.face_down) return "turned";
  return name === "peek" && dealer?.peek !== undefined ? "used" : "";
};
const isRefused = (model, { name }) => Boolean(model.refused) && !model.isExam && model.tried === name;
const motion = ({ name, key, label, note }, isLit, other, isNo) =>
  html`<button class="${isNo ? "no" : isLit ? "on" : ""}" data-do="${name}" data-focus="do-${name}"><b>${label}</b>
    <small>${isNo ? "refused" : other || note}</small><kbd>${key.toUpperCase()}</kbd></button>`;
const callButton = (model, { command, words }, i) => {
  const isLit = model.isGuided && model.step?.command === command.command;
  return html`<button data-call="${i}" data-focus="call-${i}" class="${isLit ? "on" : ""}">${words}</button>`;
};

const COLUMNS = 3,
  HALF = 20,
  TALL = 101;
/** A tube with as many edges as it holds chips; past three tubes the rest is told in figures. All edges are one path:
    an element for each would be thousands in a tray, and they are drawn with every motion. */
const column = (cents, count) => {
  const colour = `--chip-${colourOf(cents)}`;
  const tops = Array.from({ length: count }, (_, i) => (97.6 - i * 2.4 - (i >= HALF ? 1.6 : 0)).toFixed(1));
  const sides = tops.map((y) => `M1 ${y}h31v2h-31z`).join("");
  const spots = tops.map((y) => `M4 ${y}h4v2h-4zM14.5 ${y}h4v2h-4zM25 ${y}h4v2h-4z`).join("");
  return `<svg viewBox="0 0 33 ${TALL}" preserveAspectRatio="none" aria-hidden="true"><rect width="33" height="${TALL}"
    rx="4" fill="#000a"/><path d="${sides}" fill="var(${colour})"/>
    <path d="${spots}" fill="var(${colour}-spot)"/></svg>`;
};
const KINDS = [
  [50000, "500"],
  [10000, "100"],
  [2500, "25"],
  [500, "5"],
  [100, "1"],
];
const colourOf = (cents) => KINDS.find(([value]) => cents >= value)?.[1] || "half";

const tray = (model) => {
  const lying = model.tray();
  const all = lying.reduce((sum, [kind, count]) => sum + kind * count, 0);
  const lit = litBy(model) === "pay" ? nextChip(model, lying) : 0;
  const held = model.chips.length ? `and ${money(model.counted())} in your hand` : "tap for one chip, hold for five";
  return html`<section class="tray" aria-label="Chip tray"><header><span>Tray</span><b class="num">${money(all)}</b>
    <span>${held}</span></header>
    <div class="tubes">${lying.map(([kind, count]) => tube(model, kind, count, kind === lit))}</div></section>`;
};
/** The largest chip that still fits what a guided dealer counts out. */
const nextChip = (model, lying) => {
  const left = model.mine.payment.owed - model.counted();
  return lying.find(([kind, count]) => kind <= left && count > 0)?.[0];
};
const tube = (model, kind, count, isLit) => {
  const tubes = [];
  for (let left = count; left > 0 && tubes.length < COLUMNS; left -= model.desk.tube)
    tubes.push(column(kind, Math.min(model.desk.tube, left)));
  const key = model.desk.chips.find((each) => each.chip === kind)?.key || "";
  return html`<button class="tube ${isLit ? "lit" : ""}" data-chip="${kind}" data-focus="chip-${kind}"
    aria-label="Take one chip of ${money(kind)}, ${count} left"><svg class="face" viewBox="-22 -19 44 42"
      aria-hidden="true">${raw(chip(kind, 0, 0))}</svg><span class="cols">${raw(tubes.join(""))}</span>
    <span class="n">${count} <kbd>${key.toUpperCase()}</kbd></span></button>`;
};

/** Why a motion was refused, by its clause. */
const why = ({ clause, words }) =>
  html`<section class="pay" aria-label="Why"><h2>Why</h2><p class="words" tabindex="0">${words}.</p>
    <div class="ops">${clauseButton(clause)}<button class="btn primary" data-do="drop" data-focus="drop">Go on
      <kbd>Esc</kbd></button></div></section>`;

/** What a look at the hole card can bring, for a guided dealer who is about to look. */
const saying = (model) => {
  const { peek_says: says } = model.desk;
  const isNear = litBy(model) === "peek" || model.step?.command === "CloseInsurance";
  if (!says || !isNear || !model.isGuided || model.chips.length) return "";
  const insurance = model.boxes
    .flatMap((box) => box.bets)
    .filter((bet) => bet.wager === "insurance" && bet.is_open)
    .reduce((sum, bet) => sum + bet.amount, 0);
  return html`<section class="pay" aria-label="What may come"><h2>What ${
    model.desk.reader ? "the reader may say" : "you may see"
  }</h2>
    ${says.map(
      ({ says: what, plain, insured, clause }) =>
        html`<div class="may"><p><b>${what}:</b> ${
          insurance ? filled(insured, { insurance: money(insurance) }) : plain
        }</p>${clauseButton(clause)}</div>`,
    )}</section>`;
};

const payHand = (model) => {
  const target = model.target;
  const payment = model.isGuided ? model.mine.payment : undefined;
  const counted = model.counted();
  const whom = target?.box ? `${model.box(target.box)?.decider || ""}, box ${target.box}` : "";
  const of = payment?.owed ? html`<small> of ${money(payment.owed)}</small>` : "";
  const isRight = !payment || payment.owed === counted;
  const give = counted ? (isRight ? `Pay ${money(counted)}` : difference(payment.owed - counted)) : "Hand over";
  return html`<section class="pay" aria-label="Payout hand"><p class="h"><span>${
    whom ? html`Payout for <b class="whom">${whom}</b>` : "Payout hand"
  }</span><b class="num">${money(counted)}${of}</b></p>
    <svg viewBox="0 0 268 92" aria-hidden="true">${raw(cuts(model, target))}</svg>
    <div class="ops"><button class="btn" data-do="back" data-focus="back">Put back</button>
      <button class="btn ${counted && isRight ? "primary" : ""}" data-do="pay" data-focus="pay">${give}
        <kbd>↵</kbd></button></div></section>`;
};
const difference = (left) => (left > 0 ? `${money(left)} more` : `${money(-left)} too much`);

/** The payout is cut against the wager: as often as the wager goes into it, side by side; a dashed outline is what is
    still missing. */
const cuts = (model, target) => {
  const wager = target ? model.wagered(target) : 0;
  const shown = wager
    ? `${stack(wager, 36, 48, model.felt.chips, 1)}<text class="cut" x="36" y="88">wager
    ${money(wager)}</text><path d="M80 18V84" stroke="var(--line)" stroke-width="1.500"/>`
    : "";
  const found = piles(model.chips, wager);
  const owed = (model.isGuided && model.mine.payment?.owed) || 0;
  const begun = wager ? found.findIndex((pile) => sumOf(pile) < wager) : found.length - 1;
  const isFull = begun < 0;
  const at = isFull ? found.length : begun;
  const wide = found.length > 2 || at > 1 ? 46 : 76;
  const missing = owed > model.counted() && at < MOST_PILES ? outline(116 + at * wide, isFull ? [] : found[at]) : "";
  return shown + found.map((pile, i) => pileMarkup(pile, 116 + i * wide, wager, wide > 46 ? i : -1)).join("") + missing;
};
const outline = (x, pile) =>
  `<ellipse class="missing" cx="${x}" cy="${48 - Math.min(pile.length, 12) * 5}" rx="19" ry="15.500"/>`;
const sumOf = (pile) => pile.reduce((a, b) => a + b, 0);
const TIMES = ["once ", "twice "];
const MOST_PILES = 4,
  TALLEST = 10;
/** Chips in piles of the wager each, the largest first, every chip on the first pile that has room for it. */
export const piles = (chips, wager) => {
  const made = [];
  for (const each of chips.toSorted((a, b) => b - a)) {
    const fits = (pile) => (wager ? sumOf(pile) + each <= wager : pile.length < TALLEST);
    const pile = made.find(fits) || (made.length < MOST_PILES ? null : made.at(-1));
    if (pile) pile.push(each);
    else made.push([each]);
  }
  return made;
};
const pileMarkup = (pile, x, wager, number) => {
  const sum = sumOf(pile),
    times = (wager && TIMES[number]) || "";
  const drawn = pile.slice(0, 12).map((each, i) => chip(each, x, 48 - i * 5, 1, i === Math.min(pile.length, 12) - 1));
  return `${drawn.join("")}<text class="cut" x="${x}" y="88">${times}${money(sum)}${sum === wager ? " ✓" : ""}</text>`;
};
