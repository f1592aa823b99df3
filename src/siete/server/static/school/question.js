/* One question as it is shown: a table, cards or a wager to be paid; choices, a typed answer, or chips to count out. */
import { chip, stack } from "../draw/chips.js";
import { html, raw } from "../dom.js";
import { money } from "../words.js";
import { card } from "../desk/boxes.js";
import { cite } from "./parts.js";
import { stillMarkup } from "./stage.js";

/** What the question is about, on the felt. */
export const showMarkup = (kit, { text, note, table, cards, dealer, wager }, left) =>
  html`<div class="show"><div><p class="note-s">${note}</p><h2>${text}</h2></div>${left}
    ${table ? html`<div class="screen">${stillMarkup(kit, table)}</div>` : ""}
    ${!table && (cards || dealer || wager) ? sceneMarkup(kit, { cards, dealer, wager }) : ""}</div>`;

const WIDTH = 150,
  TALL = 276;
/** Cards side by side from some place on, no wider than they need, with words below. */
const fan = (names, start, words) => {
  const cards = names ? names.split(" ") : [];
  const step = Math.min(96, 480 / Math.max(1, cards.length));
  const wide = cards.length ? 60 + (cards.length - 1) * step + WIDTH : 0;
  const lean = (i) => i - (cards.length - 1) / 2;
  const all = cards.map((name, i) => card(name, start + 30 + i * step, 24 + Math.abs(lean(i)) * 4, WIDTH, lean(i) * 3));
  const below = words && wide ? `<text class="felt-s" x="${start + wide / 2}" y="${TALL - 2}">${words}</text>` : "";
  return { wide, drawn: all.join("") + below };
};
/** The dealer's cards, the hand and a wager. */
export const sceneMarkup = (kit, { cards, dealer, wager }) => {
  const upward = fan(dealer, 0, dealer.includes(" ") ? "the dealer" : "up card");
  const hand = fan(cards, upward.wide, dealer ? "the hand" : "");
  const wide = upward.wide + hand.wide;
  const x = wide + 90;
  const chips = wager
    ? `<circle class="mark" cx="${x}" cy="130" r="62"/>${stack(wager, x, 130, kit.felt.chips, 2)}
      <g class="amount" transform="translate(${x} 224)"><rect x="-46" y="-15" width="92" height="30" rx="15"/>
      <text y="5.500">${money(wager)}</text></g>`
    : "";
  const box = `0 0 ${wide + (wager ? 180 : 0)} ${TALL}`;
  const told = [dealer && `dealer ${dealer}`, cards && `hand ${cards}`, wager && `wager ${money(wager)}`];
  return html`<svg class="deskfelt still cards" viewBox="${box}" role="img"
    aria-label="${told.filter(Boolean).join("; ")}">${raw(upward.drawn + hand.drawn + chips)}</svg>`;
};

/** How it is answered. */
export const answerMarkup = (kit, question, hand) => {
  const { choices, wager } = question;
  if (choices.length) return html`<ol class="choices">${choices.map(choice)}</ol>`;
  return wager ? counting(kit, hand) : TYPED;
};

const choice = (words, index) =>
  html`<li><button class="btn" data-choice="${words}" data-focus="choice-${index}"><kbd>${index + 1}</kbd>
    <span>${words}</span></button></li>`;

const TYPED = html`<form class="typed" data-typed><label class="field"><span>Your answer</span>
    <input class="in" name="answer" required maxlength="40" autocomplete="off"></label>
  <button class="btn primary">Answer</button></form>`;

const counting = ({ desk }, hand) => {
  const sum = hand.reduce((a, b) => a + b, 0);
  const kinds = desk.chips.toReversed();
  const counted = kinds
    .map(({ chip: kind }) => [kind, hand.filter((each) => each === kind).length])
    .filter(([, count]) => count)
    .map(([kind, count]) => html`<span>${count} × ${money(kind)}</span>`);
  return html`<div class="sc-count"><div><h3>Tray</h3><div class="bank">${kinds.map(
    ({ chip: kind, key }) =>
      html`<button data-chip="${kind}" data-focus="chip-${kind}" aria-label="One chip of ${money(kind)}">
      <svg viewBox="-22 -19 44 42" aria-hidden="true">${raw(chip(kind, 0, 0))}</svg>${money(kind)}
      <kbd>${key.toUpperCase()}</kbd></button>`,
  )}</div></div>
    <div class="hold"><h3>In your hand</h3><p class="sum num" role="status">${money(sum)}</p>
      <p class="line">${counted}</p>
      <div class="btns"><button class="btn" data-back data-focus="back">Back <kbd>⌫</kbd></button>
        <button class="btn primary" data-pay data-focus="pay">Pay <kbd>↵</kbd></button></div></div></div>`;
};

export const told = ({ is_right: isRight, answer, given }) =>
  isRight ? html`Right: ${answer}` : html`Wrong. You said ${given}; right is ${answer}.`;

export const verdictMarkup = (mark) =>
  html`<div class="verdictbox" role="status"><p class="verdict ${mark.is_right ? "right" : "wrong"}">${told(mark)}</p>
    <p>${cite(mark.clause)} ${mark.words}</p>
    <button class="btn primary big" data-next data-focus="next"><kbd>Enter</kbd> Go on</button></div>`;
