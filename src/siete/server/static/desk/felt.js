/* The felt of a round: furniture, boxes, and the dealer's own cards. */
import { cardName } from "../draw/cards.js";
import { badge, boxMarkup, card, printMarkup } from "./boxes.js";
import { CLOTH, inscriptions, rack, reader, shoe, track } from "./cloth.js";
import { angle } from "./geometry.js";
import { litBy } from "./motions.js";

const WIDTH = 72,
  STEP = 80,
  TIGHT = 44,
  TOP = 357;

/** The felt in parts by name, so that only what has changed is drawn again. */
export const feltParts = (model) => {
  const { view, felt, mine } = model,
    cards = felt.cards;
  const lit = litBy(model);
  const { discards = 0, left = 0 } = view.cards;
  const onTable = left ? Math.max(0, cards - left - discards) : 0;
  const numbers = Array.from({ length: felt.positions }, (_, i) => i + 1);
  const cover = mine ? mine.cover : null;
  return [
    ["cloth", CLOTH + inscriptions(felt)],
    ["track", trackMarkup(model)],
    ["shoe", shoe({ left, cards, cover, isLit: lit === "draw", isDrawn: model.isDrawn })],
    ["rack", rack({ count: discards, cards, onTable, isLit: lit === "pickup" })],
    ["reader", readerMarkup(model, lit)],
    ["print", printMarkup(model, numbers)],
    ...numbers.map((number) => [`box${number}`, boxMarkup(model, number)]),
    ["dealer", dealerMarkup(model, lit)],
  ];
};

/** How far the settlement is, for a guided dealer: where it is now, what was settled, and which way it goes on. */
const trackMarkup = (model) => {
  const { payment, following = [] } = model.mine || {};
  if (!model.isGuided || payment?.wager !== "base" || !model.round?.dealer.is_done) return "";
  const coming = [...new Set(following.filter((each) => each.wager === "base").map((each) => each.box))];
  const boxes = model.boxes.filter(({ hands }) => hands.some((hand) => hand.cards.length && !hand.is_removed));
  const isSettled = ({ hands }) => hands.every((hand) => hand.stakes.every((stake) => !stake.is_open));
  const place = (number) => angle(number, model.felt.positions);
  return track({
    now: place(payment.box),
    done: boxes.filter(isSettled).map((box) => place(box.number)),
    next: coming.filter((number) => number !== payment.box).map(place),
  });
};

const readerMarkup = (model, lit) => {
  const motion = model.desk.motions.find((each) => each.name === "peek");
  if (!motion) return "";
  const peek = model.round?.dealer.peek;
  const text = peek === undefined ? "ready" : peek ? "Blackjack" : "no Blackjack";
  return reader({ text, label: model.desk.reader ? "card reader" : motion.label, isLit: lit === "peek" });
};

const dealerMarkup = (model, lit) => {
  const dealer = model.round?.dealer;
  const up = dealer?.cards || [];
  const all = [...up.slice(0, 1), ...Array(dealer?.face_down || 0).fill("back"), ...up.slice(1)];
  const step = all.length > 4 ? TIGHT : STEP,
    width = all.length ? WIDTH + (all.length - 1) * step : WIDTH,
    x = 590 - width / 2;
  const down = dealer?.face_down ? ", one face down" : "";
  const said = `Your own hand: ${up.map(cardName).join(", ") || "no cards"}${down}`;
  const isLit = lit === "turn" || model.chosen?.box === 0;
  const bonus = model.felt.bonus_cards ? bonusMarkup(model) : "";
  return `<g class="thing" role="button" tabindex="0" data-box="0" data-focus="box-0" aria-label="${said}">
    <rect class="touch" x="${Math.min(x, 474) - 10}" y="${TOP - 10}" width="${Math.max(width, 232) + 20}" height="122"/>
    ${all.length ? "" : `<rect class="mark" x="554" y="${TOP}" width="72" height="100" rx="6"/>`}
    ${all.map((name, i) => card(name, x + i * step, TOP, WIDTH)).join("")}
    ${isLit ? `<rect class="aim" x="${x - 8}" y="${TOP - 8}" width="${width + 16}" height="117" rx="12"/>` : ""}</g>
    ${bonus}${model.said ? badge(Math.max(290, x - 90), 406, model.said) : ""}`;
};
const bonusMarkup = (model) => {
  const cards = model.round?.bonus_cards || [];
  return `<g class="thing" role="button" tabindex="0" data-box="bonus" data-focus="box-bonus" aria-label="Bonus card">
    <rect class="mark mark-fill" x="330" y="372" width="44" height="62" rx="4"/>
    ${cards.map((name, i) => card(name, 330 + i * 16, 372, 44)).join("")}</g>`;
};
