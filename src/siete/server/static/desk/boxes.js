/* The boxes as they face the dealer: areas, chips, hands and names. */
import { stack } from "../draw/chips.js";
import { cardName } from "../draw/cards.js";
import { esc } from "../dom.js";
import { money } from "../words.js";
import { angle, at, local, R } from "./geometry.js";
import { isSame, onHand } from "./model.js";

const CARD = { 1: [58, 21], 2: [44, 13] };
const SMALL = [34, 10];
const PITCH = 74;
const ROOM = 140;
/** Between two rows of hands. */
const ROW = 64;
const SPOTS = [
  [54, 3, 17.5],
  [-54, 3, 17.5],
  [46, -30, 12],
  [-46, -30, 12],
];

export const card = (name, x, y, width, turn = 0) =>
  `<use href="#c-${name}" x="${x}" y="${y}" width="${width}" height="${width * 1.4}"
    ${turn ? `transform="rotate(${turn} ${x + width / 2} ${y + width * 0.7})"` : ""}/>`;

const EDGE = 13,
  LETTER = 8.6,
  SMALL_LETTER = 7;
export const badge = (x, y, text, note = "", cls = "", k = 1) => {
  const width = 22 + text.length * LETTER + (note ? note.length * SMALL_LETTER + 8 : 0);
  return `<g class="badge ${cls}" transform="translate(${x} ${y}) scale(${k})"><rect x="${-width / 2}" y="${-EDGE}"
    width="${width}" height="${2 * EDGE}" rx="${EDGE}"/><text y="5.500">${esc(text)}${
      note ? `<tspan class="n" dx="6">${esc(note)}</tspan>` : ""
    }</text></g>`;
};
const MOST_SUMS = 3;
/** A wager in a pill: each of its parts, or their sum where they are many. */
const amount = (x, y, ...parts) => {
  const sum = parts.reduce((a, b) => a + b, 0);
  const text = parts.length > MOST_SUMS ? money(sum) : parts.map(money).join(" + "),
    width = 14 + text.length * 7.6;
  return `<g class="amount" transform="translate(${x} ${y})"><rect x="${-width / 2}" y="-10" width="${width}"
    height="20" rx="10"/><text y="4.600">${text}</text></g>`;
};

/** The areas of a box as they are printed. */
const areas = (number, a, spots, isTaken) => {
  const [x, y] = at(R.bet, a);
  const marks = spots
    .slice(0, SPOTS.length)
    .map(({ short }, i) => {
      const [dx, dy, r] = SPOTS[i];
      return `<circle class="mark mark-fill" cx="${dx}" cy="${-dy}" r="${r}"/>
        <text class="mark-t" x="${dx}" y="${-dy + 3.5}">${esc(short.toUpperCase().slice(0, 6))}</text>`;
    })
    .join("");
  return `<g transform="translate(${x} ${y}) rotate(${a})"><circle class="mark mark-fill" r="28"/>${
    isTaken ? "" : `<text class="mark-n" y="7" transform="rotate(${-a})">${number}</text>`
  }${marks}</g>`;
};

export const plate = (number, a, name, cls = "") => {
  const [x, y] = at(R.name, a),
    width = 34 + (name.length + 1) * 8;
  return `<rect class="plate ${cls}" x="${x - width / 2}" y="${y - 14}" width="${width}" height="28" rx="14"/>
    <text class="name" x="${x}" y="${y + 5}"><tspan class="n">${number}</tspan><tspan
      dx="7">${esc(name)}</tspan></text>`;
};

/** Where the hands of a box lie: side by side, four of them in two rows; the first on the left. */
const handPlaces = (count, a) =>
  Array.from({ length: count }, (_, i) => {
    const columns = Math.min(count, 2),
      row = Math.floor(i / 2);
    const across = (i % 2) - (columns - 1) / 2;
    const radius = R.hand + (count > 2 ? 34 - row * ROW : 0);
    const [x, y] = at(radius, a);
    return [x + across * PITCH, y];
  });

const handMarkup = (model, box, index, [x, y], a) => {
  const hand = box.hands[index];
  if (hand.is_removed || !hand.cards.length) return "";
  const isSmall = box.hands.length > 2;
  const [w, step] = isSmall ? SMALL : CARD[box.hands.length];
  const flat = hand.cards.filter((_card, i) => !hand.sideways?.includes(i));
  const room = box.hands.length > 1 ? PITCH - 6 : ROOM;
  const tight = Math.min(step, (room - w) / Math.max(1, flat.length - 1));
  const width = w + (flat.length - 1) * tight;
  const cards = hand.cards.map((name, i) =>
    hand.sideways?.includes(i)
      ? card(name, (flat.length - 1) * tight + w * 0.31, w * 0.23, w, 90)
      : card(name, i * tight, 0, w),
  );
  const target = model.target;
  const isTarget = target && target.wager === "base" && target.box === box.number && target.hand === index;
  const ring = isTarget
    ? `<rect class="glow" x="-7" y="-7" width="${width + 14}" height="${w * 1.4 + 14}" rx="10"/>`
    : "";
  const result = model.result(box.number, index);
  const said = result || (box.hands.length > 1 ? splitNote(hand) : note(hand, model));
  const isSettled = !hand.stakes.some((stake) => stake.is_open);
  const [below, size] = isSmall ? [6, 0.72] : [16, 1];
  return `<g class="${isSettled ? "done" : ""}" transform="translate(${x - width / 2} ${y - w * 0.7})
    rotate(${a * 0.3} ${width / 2} ${w * 0.7})">${ring}${cards.join("")}</g>
    ${badge(x, y + w * 0.7 + below, model.called(hand), said, badgeClass(model, box, index, isSettled), size)}`;
};
const LONG = 5;
/** What is said beside a total; that a hand stands goes without saying once the dealer has played. */
const note = (hand, model) => {
  const isQuiet = hand.status === "playing" || (hand.status === "stood" && model?.round?.dealer.is_done);
  const many = hand.cards.length >= LONG ? `${hand.cards.length} cards` : "";
  return [hand.doublings ? "doubled" : many, isQuiet ? "" : hand.status].filter(Boolean).join(", ");
};
/** Beside another hand there is room for little. */
const splitNote = (hand) => (hand.status === "stood" ? "" : note(hand));
const badgeClass = (model, box, index, isSettled) => {
  const isAsked = model.view.due?.asks?.some((ask) => ask.box === box.number && ask.hand === index);
  return isAsked ? "live" : isSettled ? "quiet" : "";
};

/** The size of a stack, by how many lie beside each other. */
const CHIP = [0.85, 0.85, 0.75, 0.55];
/** The stacks of one hand: what each has wagered on it, and each double beside it. */
const partsOf = (hand) =>
  hand.stakes.filter((stake) => stake.is_open).flatMap((stake) => [stake.amount, ...stake.doubles]);

/** Chips on a box: a stack for each hand, one for each side wager, insurance on its band. */
const chips = (model, box, a) => {
  const { felt } = model;
  const lie = box.hands.length > 1 ? box.hands.map(onHand) : box.hands.flatMap(partsOf);
  const made = lie.map((cents, i) => {
    if (!cents) return "";
    const [x, y] = local(a, (i - (lie.length - 1) / 2) * (lie.length > 2 ? 18 : 27), -2);
    return stack(cents, x, y, felt.chips, CHIP[Math.min(lie.length, CHIP.length - 1)]);
  });
  const [px, py] = at(R.pill, a);
  if (lie.some(Boolean)) made.push(amount(px, py, ...lie.filter(Boolean)));
  const before = box.hands.length ? 0 : box.bettors.reduce((sum, each) => sum + each.amount, 0);
  if (before) made.push(stack(before, ...local(a, 0, -2), felt.chips, 0.85), amount(px, py, before));
  for (const bet of box.bets) if (bet.is_open && bet.amount) made.push(sideChips(model, box, bet, a));
  return made.join("");
};
const sideChips = (model, box, bet, a) => {
  const index = model.felt.spots.findIndex((spot) => spot.wager === bet.wager);
  const [dx, dy] = SPOTS[Math.max(0, index)] || SPOTS[0];
  const [x, y] = index < 0 ? at((R.band[0] + R.band[1]) / 2 - 2, a) : local(a, dx, dy);
  const isChosen =
    model.target && isSame({ ...model.target, player: bet.player }, { ...bet, box: box.number, hand: 0 });
  const ring = isChosen ? `<circle class="aim" cx="${x}" cy="${y}" r="22"/>` : "";
  return `${stack(bet.amount, x, y, model.felt.chips, 0.6)}${ring}${amount(x + 30, y + 14, bet.amount)}`;
};

/** What is printed of every box. It lies below all chips: the pill of one box may reach into the next. */
export const printMarkup = (model, numbers) =>
  numbers
    .map((number) => areas(number, angle(number, model.felt.positions), model.felt.spots, model.box(number)))
    .join("");

/** One box as a button: its name, its wagers and its hands in words. */
export const boxMarkup = (model, number) => {
  const count = model.felt.positions,
    a = angle(number, count),
    box = model.box(number),
    name = box?.decider || model.view.seats[number] || "open";
  const hands = box ? handPlaces(box.hands.length, a).map((place, i) => handMarkup(model, box, i, place, a)) : [];
  const isOn = model.asked(number) || model.target?.box === number;
  const [px, py] = at(R.pill, a);
  return `<g class="thing" role="button" tabindex="0" data-box="${number}" data-focus="box-${number}"
      aria-label="${esc(inWords(model, number, name, box))}">
    <rect class="touch" x="${px - 70}" y="${py - 96}" width="140" height="200"/>
    ${box ? chips(model, box, a) : ""}${hands.join("")}${plate(number, a, name, isOn ? "on" : "")}</g>`;
};
const handInWords = (model, hand) =>
  hand.cards.length ? `${hand.cards.map(cardName).join(", ")}: ${model.called(hand)} ${note(hand, model)}, ` : "";
const inWords = (model, number, name, box) => {
  if (!box) return `Box ${number}, ${name}`;
  const hands = box.hands.map((hand) => `${handInWords(model, hand)}wager ${money(onHand(hand))}`);
  const bets = box.bets
    .filter((bet) => bet.is_open)
    .map((bet) => `${model.felt.names[bet.wager]} ${money(bet.amount)}`);
  return `Box ${number}, ${name}. ${[...hands, ...bets].join(". ")}`;
};
