/* What lies on the felt before a round: decks spread or being washed, the stack with its cover card. */
import { cardName } from "../draw/cards.js";
import { esc } from "../dom.js";
import { card, plate } from "./boxes.js";
import { CLOTH, rack, shoe } from "./cloth.js";
import { angle } from "./geometry.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
const SUITS = ["s", "h", "d", "c"];
const WIDTH = 50,
  STEP = 45.5,
  LEFT = 410;

/** The opening: the cards as they lie. */
export const openingScene = ({ mine }) => {
  if (mine.lie === "none") return CLOTH + label("The decks are not on the table yet");
  if (FACE_DOWN.has(mine.lie)) return CLOTH + washed(mine.pile);
  return CLOTH + spread(mine.lie !== "decks") + (mine.tens ? tensBox(mine.tens) : "");
};
const FACE_DOWN = new Set(["down", "washed"]);
/** Whether the cards are past the checklist: in a pile, a stack or the shoe. */
export const isStacked = ({ mine }) => ["pile", "stack", "covered", "shoe"].includes(mine.lie);
const label = (text) => `<text class="label" x="760" y="280">${esc(text)}</text>`;

/** One deck by suit and in sequence; where the 10-spots were are gaps. */
const spread = (areTensOut) =>
  SUITS.map((suit, row) =>
    RANKS.map((rank, i) => {
      const x = LEFT + i * STEP,
        y = 22 + row * 97;
      if (rank !== "T") return card(`${rank}${suit}`, x, y, WIDTH);
      return areTensOut ? gap(x, y) : ten(suit, x, y);
    }).join(""),
  ).join("");
/** The decks' own box, and in it the 10-spots that were taken out. */
const tensBox = ({ count, words }) =>
  `<g role="img" aria-label="${count} ${words}" transform="translate(1022 190)">${[0, 1, 2]
    .map((i) => card("back", 22 + i * 30, 2 + (i % 2) * 6, 36, (i - 1) * 14))
    .join("")}
    <path d="M0 48H136L124 160H12Z" fill="#4a3626" stroke="var(--rail-line)"/>
    <text class="print print-l plain" x="68" y="102">${count}</text>
    <text class="label-2" x="68" y="126">${esc(words)}</text></g>`;
const gap = (x, y) =>
  `<rect x="${x}" y="${y}" width="${WIDTH}" height="70" rx="5" fill="#0003" stroke="var(--print)"
    stroke-dasharray="3 4"/>
  <text class="mark-t" x="${x + 25}" y="${y + 39}">out</text>`;
const PIPS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const ten = (suit, x, y) =>
  `<g role="img" aria-label="${cardName(`T${suit}`)}"><rect x="${x}" y="${y}" width="${WIDTH}" height="70" rx="5"
    fill="var(--card)" stroke="var(--card-edge)"/><text class="ten" x="${x + 25}" y="${y + 32}"
    fill="var(--suit-${suit})">10</text><text class="ten" x="${x + 25}" y="${y + 56}"
    fill="var(--suit-${suit})">${PIPS[suit]}</text></g>`;

const WASHED = 60;
/** Cards face down all over the felt; where each lies is nobody's business. */
const washed = (count) =>
  Array.from({ length: Math.min(WASHED, count) }, (_, i) => {
    const x = 420 + ((i * 97) % 560),
      y = 40 + ((i * 53) % 300);
    return card("back", x, y, 44, (i * 47) % 180);
  }).join("");

const X = 130,
  WIDE = 920,
  TOP = 220,
  TALL = 122;
/** The stack across the felt, its forbidden last part hatched, the cover card as a slab that can be moved. */
export const stackScene = (model, behind) => {
  const { felt, view, mine } = model,
    cards = felt.cards,
    count = mine.pile,
    per = WIDE / cards;
  const least = Math.ceil(model.desk.cover.least * cards);
  const names = Array.from({ length: felt.positions }, (_, i) =>
    plate(i + 1, angle(i + 1, felt.positions), view.seats[i + 1] || "open"),
  );
  const x = (place) => X + place * per;
  const body = count
    ? `<rect x="${X + 4}" y="${TOP + 8}" width="${count * per}" height="${TALL}" rx="5" fill="#000" opacity=".35"/>
      <rect x="${X}" y="${TOP}" width="${count * per}" height="${TALL}" rx="5" fill="url(#desk-edges)"/>
      <text class="label from-end" x="${X - 16}" y="${TOP + 44}">top</text>
      <text class="label from-start" x="${X + count * per + 12}" y="${TOP + 44}">bottom</text>`
    : "";
  const seam = count && model.cut && mine.lie !== "pile" ? cutSeam(x, count, model.cut) : "";
  const cover = count && behind ? coverCard(x(count - behind), count - behind, behind) : "";
  const hatch =
    count && behind
      ? `<rect x="${x(count - least)}" y="${TOP}" width="${least * per}" height="${TALL}" fill="url(#desk-hatch)"/>
        <text class="label-2" x="${x(count - least / 2)}" y="${TOP - 10}">the last ${least}: not here</text>`
      : "";
  const left = view.cards.left || 0;
  return `${CLOTH}${names.join("")}${body}${seam}${hatch}${cover}${shoe({ left, cards, cover: mine.cover })}
    ${rack({ count: view.cards.discards || 0, cards, onTable: count })}`;
};
/** Where the cards were cut: what lay below the cut comes first now. */
const cutSeam = (x, count, { by, at: above }) => {
  const below = count - above,
    [left, middle, right] = [x(0), x(below), x(count)];
  const bracket = (from, to) => `<path class="bracket" d="M${from + 1} ${TOP + TALL + 10}v9H${to - 1}v-9"/>`;
  const words = (from, to, text) =>
    `<text class="label-2" x="${(from + to) / 2}" y="${TOP + TALL + 42}">${esc(text)}</text>`;
  const isTight = Math.min(below, above) < count / 4;
  return `<path class="seam" d="M${middle} ${TOP}v${TALL}"/>${bracket(left, middle)}${bracket(middle, right)}
    ${isTight ? "" : words(left, middle, `${below} that lay under the cut`)}
    ${isTight ? "" : words(middle, right, `${above} from above the cut`)}
    <text class="label-2" x="590" y="${TOP + TALL + 66}">${esc(by)} cut ${above} cards from the top</text>`;
};
const coverCard = (x, front, behind) =>
  `<g class="slab" data-slab><rect x="${x - 5}" y="${TOP - 30}" width="10" height="${TALL + 30}" rx="3"
      fill="var(--cover)" stroke="var(--cover-edge)" stroke-width="1.500"/>
    <g class="badge live" transform="translate(${x} ${TOP - 50})">
      <rect x="-122" y="-22" width="244" height="44" rx="22"/>
      <text y="5.500">${front} in front · ${behind} behind</text></g></g>`;
/** How many cards are behind a place on the felt. */
export const behindAt = (model, x) => Math.round(model.mine.pile - (x - X) / (WIDE / model.felt.cards));
