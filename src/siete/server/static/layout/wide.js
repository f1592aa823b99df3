/* The table as it stands: boxes in an arc, for screens with room. View box 1440 x 844. */
import { along, band, boxAngle, polar } from "../draw/arcs.js";
import { esc } from "../dom.js";
import { lying, RATIO, spread, widthOf } from "./hands.js";

const R = {
  game: 687,
  blackjack: 745,
  bonus: 788,
  house: 818,
  ins1: 838,
  ins2: 874,
  insText: 862,
  insChips: 856,
  hand: 968,
  base: 1096,
  name: 1172,
  edge: 1214,
  rail: 1260,
};
const PER_DEGREE = (R.hand * Math.PI) / 180,
  SIZES = [70, 66, 62, 58, 54, 50, 46],
  GAP = 20,
  SPREAD = 37.5;

/** How far a box reaches beyond the middle of its circle. */
const OUTER = 88;

const feltOf = (boxes) => ({
  cx: 720,
  cy: -494,
  boxes,
  step: boxes > 6 ? 10.85 : Math.min(17, 66 / Math.max(1, boxes - 1)),
});

/** Side wager areas round the base circle: [x, y, r] in the box's own axes. */
export const areaPlaces = (count) => {
  if (!count) return [];
  const left = Math.ceil(count / 2),
    made = [];
  for (let i = 0; i < count; i++) {
    const side = i < left ? -1 : 1,
      of = side < 0 ? left : count - left,
      n = side < 0 ? i : i - left;
    if (of === 1) made.push([side * 66, -4, 22]);
    else if (of === 2) made.push([side * 61, n ? 20 : -24, 20]);
    else made.push([side * (n % 2 ? 83 : 54), -30 + 30 * Math.floor(n / 2), 14]);
  }
  return made;
};

/** How far the shoe reaches to the left of its middle, and the part of a card that shows its index. */
const SHOE_REACH = 40,
  INDEX = 0.375;

const WIDTH = 1440,
  CROPPED = 1028,
  CROP_SHIFT = { rack: 66, shoe: -84 };

export class Wide {
  /** Whether the outermost boxes can be left out, so that the others stay large: nobody is there, and room is short. */
  static mayCrop(felt, { width, height, taken }) {
    if (width / height > (WIDTH - 120) / 844) return false;
    const outside = ({ base }) => Math.abs(base.x - WIDTH / 2) + OUTER > CROPPED / 2;
    const whole = new Wide(felt);
    return taken.every((number) => number > felt.positions || !outside(whole.box(number)));
  }

  constructor(felt, { isSmall = false, isCropped = false } = {}) {
    const shift = isCropped ? CROP_SHIFT : { rack: 0, shoe: 0 };
    Object.assign(this, {
      felt,
      isSmall,
      isCropped,
      shift,
      left: isCropped ? (WIDTH - CROPPED) / 2 : 0,
      width: isCropped ? CROPPED : WIDTH,
      height: 844,
      f: feltOf(felt.positions),
      shoe: { x: 935 + shift.shoe, y: 84 },
      rack: { x: 446 + shift.rack, y: 96 },
      tray: { x: 720, y: -30 },
    });
  }

  ground() {
    const { f, felt, isSmall } = this;
    const { print } = felt;
    const isNamed = !this.isCropped || felt.meters.length < 2; // several meters take the place of the name
    const title = `${felt.operator} · ${print.game.text}`;
    const spaces = Array.from({ length: felt.bonus_cards }, (_, i) => bonusSpace(this.bonusAt(i)));
    return `${cloth(f)}
      ${felt.bonus_cards ? "" : along(f, R.game, upper(title), "print print-g", 30)}
      ${along(f, R.blackjack, upper(print.blackjack.text), "print print-l", 40)}
      ${along(f, R.bonus + (isSmall ? 10 : 0), bonusLine(print, isNamed), `print print-b ${isSmall ? "big" : ""}`, 44)}
      ${isSmall ? "" : along(f, R.house, esc(`${print.house.text} · ${print.no_bonus.text}`), "print-s", 40)}
      <path d="${band(f, R.ins1, R.ins2, -29, 29)}" class="mark mark-fill"/>
      ${along(f, R.insText, upper(print.insurance.text), "print print-m", 40)}
      ${spaces.join("")}${tray(felt.chips)}`;
  }

  heaps(stage) {
    const { cards, cover } = this.felt;
    const { left, dealt = 0, discards = 0 } = stage.counts;
    const name = this.isCropped ? "rack" : "discard rack";
    const known = Number.isInteger(left) ? left : Math.max(0, cards - dealt);
    return `<g transform="translate(${this.shift.rack} 0)">${discardRack(discards, cards, name)}</g>
      <g transform="translate(${this.shift.shoe} 0)">${shoe(known, cards, cover)}</g>`;
  }

  dealerAt(index, count) {
    const w = 80,
      start = 636,
      room = this.shoe.x - SHOE_REACH - start - w,
      step = Math.max(INDEX * w, Math.min(88, room / Math.max(1, count - 1)));
    return { x: start + index * step, y: this.felt.bonus_cards ? 40 : 50, w };
  }

  /** Bonus Cards lie in spaces before the dealer, in place of the game's name. */
  bonusAt(index) {
    return { x: 720 - this.felt.bonus_cards * 24 + index * 48 + 4, y: 157, w: 40 };
  }

  /** Everything about the boxes that depends on the cards in play. */
  boxes(stage) {
    const groups = this.groups(stage),
      made = new Map();
    for (let number = 1; number <= this.felt.positions; number++)
      made.set(number, this.box(number, groups.get(number)));
    return made;
  }

  groups(stage) {
    for (const w of SIZES) {
      const groups = new Map();
      for (const box of stage.boxes.values()) {
        const hands = lying(box);
        if (!hands.length) continue;
        const own = hands.length > 2 && stage.boxes.size > 1 ? w * 0.82 : w,
          widths = hands.map(({ hand }) => Math.max(widthOf(hand, own), hand.doublings ? 92 : 0));
        groups.set(box.number, {
          hands,
          widths,
          w: own,
          size: widths.reduce((a, b) => a + b, 0) + GAP * (hands.length - 1),
          at: boxAngle(this.f, box.number) * PER_DEGREE,
        });
      }
      const total = [...groups.values()].reduce((sum, each) => sum + each.size + GAP, 0);
      const widest = Math.max(0, ...[...groups.values()].map((each) => each.size));
      if ((total > SPREAD * 2 * PER_DEGREE || (widest > 480 && groups.size > 1)) && w !== SIZES.at(-1)) continue;
      spread([...groups.values()], GAP, -SPREAD * PER_DEGREE, SPREAD * PER_DEGREE);
      return groups;
    }
    return new Map();
  }

  box(number, group) {
    const { f } = this,
      angle = boxAngle(f, number),
      [x, y] = polar(f, R.base, angle),
      [nx, ny] = polar(f, R.name, angle);
    const spots = areaPlaces(this.felt.spots.length).map(([dx, dy, r], i) => {
      const [sx, sy] = this.local(number, dx, dy);
      return { ...this.felt.spots[i], x: sx, y: sy, r, turn: -angle };
    });
    const [ix, iy] = polar(f, R.insChips, Math.max(-26, Math.min(26, angle * 0.8)));
    return {
      number,
      isHidden: this.isCropped && Math.abs(x - WIDTH / 2) + OUTER > CROPPED / 2,
      base: { x, y, r: 37, turn: -angle },
      spots,
      name: { x: nx, y: ny },
      amount: this.local(number, 0, 38),
      insurance: { x: ix, y: iy },
      hands: group ? this.hands(group, [x, y], angle) : [],
    };
  }

  /** The hands of one box, the first at the right. */
  hands(group, base, boxDegrees) {
    const made = [],
      several = group.hands.length > 1;
    let edge = group.at + group.size / 2;
    for (const [i, { hand, index }] of group.hands.entries()) {
      const middle = edge - group.widths[i] / 2,
        a = several ? group.at / PER_DEGREE : middle / PER_DEGREE;
      const [mx, my] = polar(this.f, R.hand, a),
        x = several ? mx + (middle - group.at) : mx,
        y = my - (several ? 22 : 0),
        tall = group.w * RATIO;
      edge -= group.widths[i] + GAP;
      const badge = { x: x + (several ? 0 : Math.sin((a * Math.PI) / 180) * 26), y: y + tall / 2 + 16 };
      const stake = several
        ? { x: x + (base[0] - x) * 0.1, y: badge.y + 30, k: 0.78, amount: badge.y + 53 }
        : { x: base[0], y: base[1], k: 1 };
      made.push({ hand, index, x, y, w: group.w, lean: several ? -boxDegrees * 0.1 : -a * 0.22, badge, stake });
    }
    return made;
  }

  local(number, dx, dy) {
    const a = boxAngle(this.f, number),
      t = (a * Math.PI) / 180,
      [x, y] = polar(this.f, R.base, a);
    return [x + dx * Math.cos(t) + dy * Math.sin(t), y - dx * Math.sin(t) + dy * Math.cos(t)];
  }
}

const upper = (text) => esc(text.toUpperCase());

const bonusLine = (print, isNamed) => {
  const column = ({ odds, short }) =>
    `<tspan dx="16"><tspan class="o">${esc(odds)}</tspan></tspan><tspan dx="7">${esc(short)}</tspan>`;
  const name = isNamed ? `<tspan class="h">${upper(print.bonus_name.text)}</tspan>` : "";
  return `${name}${print.bonus.toReversed().map(column).join("")}`;
};
const bonusSpace = ({ x, y, w }) =>
  `<rect class="mark" x="${x}" y="${y}" width="${w}" height="${w * 1.4}" rx="4" stroke-dasharray="4 4"/>`;

const cloth = ({ cx, cy }) => {
  const circle = (r, more) => `<circle cx="${cx}" cy="${cy}" r="${r}" ${more}/>`;
  return `${circle(R.rail + 6, `fill="#000" opacity=".35"`)}${circle(R.rail, `fill="var(--rail)"`)}
    ${circle((R.rail + R.edge) / 2 + 4, `fill="none" stroke="var(--rail-lit)" stroke-width="18" opacity=".75"`)}
    ${circle(R.edge + 4, `fill="var(--rail-line)"`)}${circle(R.edge, `fill="url(#cloth)"`)}
    ${circle(R.edge - 9, `fill="none" stroke="var(--print)" stroke-width="1" opacity=".38"`)}`;
};

const MOST_DISCARDS = 34;
const discardRack = (discards, cards, name) => {
  const shown = Math.min(MOST_DISCARDS, Math.ceil((discards / cards) * MOST_DISCARDS));
  const card = (_, i) =>
    `<rect x="8" y="${102 - i * 2.6}" width="80" height="2" fill="${i % 2 ? "#efe9dc" : "#b9b2a2"}"/>`;
  return `<g transform="translate(398 44)"><rect width="96" height="112" rx="6" fill="#06201ac0" stroke="#ffffff4d"/>
      ${Array.from({ length: shown }, card).join("")}
      <path d="M0 30h8M0 58h8M0 86h8M96 30h-8M96 58h-8M96 86h-8" stroke="#ffffff80"/></g>
    <text class="name-2" x="446" y="176">${name} · ${discards}</text>`;
};

const SHOE = "M0 22Q0 10 12 10H132Q144 10 144 22V96Q144 108 132 108H12Q0 108 0 96Z";
const shoe = (left, cards, cover) => {
  const depth = Math.max(2, (72 * left) / cards);
  const mark = `<rect x="${128 - 72 * cover}" y="20" width="4.5" height="78" fill="var(--cover)"/>`;
  return `<g transform="translate(930 36) rotate(8 70 60)">
      <path d="${SHOE}" fill="#14100d" stroke="var(--rail-line)" stroke-width="1.5"/>
      <rect x="30" y="20" width="104" height="78" rx="4" fill="#000"/>
      <rect x="${132 - depth}" y="22" width="${depth}" height="74" fill="url(#edges)"/>
      ${left / cards > cover ? mark : ""}
      <g transform="translate(-28 24)"><use href="#c-back" width="50" height="70"/></g>
      <path d="M22 14V104" stroke="var(--rail-line)" stroke-width="5"/></g>
    <text class="name-2" x="1010" y="176">shoe · ${left} of ${cards}</text>`;
};

const TUBES = { 50: "half", 100: "1", 500: "5", 2500: "25", 10000: "100", 50000: "500" };
const WIDER = new Set(["5", "25", "100"]);
const TUBE = 41.2;
const tray = (chips) => {
  const kinds = chips.map((value) => TUBES[value] || "25");
  const list = kinds.flatMap((kind) => (WIDER.has(kind) ? [kind, kind] : [kind])).slice(0, 8);
  const width = list.length * TUBE;
  return `<g transform="translate(${720 - width / 2} 6)">
    <rect x="-8" y="-16" width="${width + 14}" height="46" rx="7" fill="#14100d" stroke="var(--rail-line)"/>
    ${list.map((kind, i) => tube(i * TUBE, kind)).join("")}</g>`;
};
const tube = (x, kind) =>
  `<g transform="translate(${x} 0)"><rect width="40" height="24" rx="3" fill="#0008"/>
    ${Array.from({ length: 9 }, (_, i) => edge(1.5 + i * 4.2, kind)).join("")}</g>`;
const edge = (x, kind) =>
  `<rect x="${x}" y="2" width="3.7" height="20" rx="1" fill="var(--chip-${kind})"/>
  <rect x="${x}" y="9" width="3.7" height="6" fill="var(--chip-${kind}-spot)"/>`;
