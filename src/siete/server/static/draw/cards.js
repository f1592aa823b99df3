/* Our own playing cards, drawn from formulas as SVG symbols: put into the page once, used by name. */
import { ace, court } from "./court.js";
import { glyph, pip } from "./glyphs.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K"];
const SUITS = ["s", "h", "d", "c"];
/** Every card of a deck, suit by suit. */
export const CARDS = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));
const NAMES = { A: "ace", J: "jack", Q: "queen", K: "king", s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const ROWS = { t: 68, u: 121.5, q: 139, m: 175, r: 211, v: 228.5, b: 282 };
const SPOTS = {
  2: "ct cb",
  3: "ct cm cb",
  4: "lt rt lb rb",
  5: "lt rt cm lb rb",
  6: "lt rt lm rm lb rb",
  7: "lt rt cu lm rm lb rb",
  8: "lt rt cu lm rm cv lb rb",
  9: "lt rt lq rq cm lr rr lb rb",
};
const COL = { l: 91, c: 125, r: 159 };

const corner = (r, s) => glyph(r, s, 14, 16, 1.02, 8.4) + pip(s, 34.5, 103, 38);
const twice = (body) => `${body}<g transform="rotate(180 125 175)">${body}</g>`;
const EDGE = `stroke="var(--card-edge)" stroke-width="2"`;
const paper = `<rect x="1" y="1" width="248" height="348" rx="18" fill="var(--card)" ${EDGE}/>`;

const cardBody = (r, s) => {
  const inner = SPOTS[r]
    ? SPOTS[r]
        .split(" ")
        .map(([c, y]) => pip(s, COL[c], ROWS[y], 43, ROWS[y] > 180))
        .join("")
    : r === "A"
      ? ace(s)
      : court(r, s);
  return paper + inner + twice(corner(r, s));
};
/* Small face for condensed boxes: a narrow tile (2:3) with the index alone, never overlapped. */
const miniBody = (r, s) =>
  `<rect x="1" y="1" width="158" height="238" rx="20" fill="var(--card)" ${EDGE}/>
  ${glyph(r, s, 36, 22, 2.2, 8)}${pip(s, 80, 188, 78)}`;
/** The middles of the back's tiles. All of them are two paths: an element for each part would be a hundred and sixty
    for every card that lies face down. */
const TILES = Array.from({ length: 40 }, (_, i) => [41 + (i % 5) * 42, 28 + Math.floor(i / 5) * 42]);
const tiles = (shape) => TILES.map(([x, y]) => shape(x, y)).join("");
const square = (x, y) => `M${x - 15} ${y - 15}h30v30h-30z`;
const diamond = (x, y) => `M${x} ${y - 21.2}l21.2 21.2-21.2 21.2-21.2-21.2z`;
const dot = (x, y) => `M${x - 6} ${y}a6 6 0 1 0 12 0a6 6 0 1 0-12 0z`;
const back = () => `${paper}
    <rect x="12" y="12" width="226" height="326" rx="10" fill="var(--back)"/>
    <g clip-path="url(#back-clip)"><path d="${tiles(square)}${tiles(diamond)}" fill="none" stroke="var(--back-line)"
      stroke-width="2.2"/><path d="${tiles(dot)}" fill="var(--back-gold)"/></g>
    <rect x="19" y="19" width="212" height="312" rx="6" fill="none" stroke="var(--back-gold)" stroke-width="2"/>`;
const cover = () =>
  `<rect x="1" y="1" width="248" height="348" rx="18" fill="var(--cover)"
    stroke="var(--cover-edge)" stroke-width="3"/>`;
const miniBack = () =>
  `<rect x="1" y="1" width="158" height="238" rx="20" fill="var(--back)" stroke="var(--card)" stroke-width="10"/>`;

const MINI = "0 0 160 240";
const both = (r, s) => sym(`c-${r}${s}`, cardBody(r, s)) + sym(`m-${r}${s}`, miniBody(r, s), MINI);
const sym = (id, body, box = "0 0 250 350") => `<symbol id="${id}" viewBox="${box}">${body}</symbol>`;
/** Every card as a symbol: `c-7s` whole, `m-7s` small, `c-back`, `c-cover`. */
export const cardSymbols = () => `<svg width="0" height="0" class="symbols" aria-hidden="true"><defs>
  <clipPath id="court-half"><rect x="64" y="35" width="122" height="140"/></clipPath>
  <clipPath id="back-clip"><rect x="20" y="20" width="210" height="310" rx="5"/></clipPath>
  ${RANKS.flatMap((r) => SUITS.map((s) => both(r, s))).join("")}
  ${sym("c-back", back())}${sym("m-back", miniBack(), MINI)}${sym("c-cover", cover())}</defs></svg>`;

/** What a card is called: `7s` is the seven of spades. */
export const cardName = (card) => `${NAMES[card[0]] || card[0]} of ${NAMES[card[1]]}`;
