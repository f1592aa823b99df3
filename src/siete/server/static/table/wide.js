/* The table as it stands: boxes in an arc, for screens with room. View box 1440 x 844. */
import { along, band, boxAngle, polar } from "../draw/arcs.js";
import { esc } from "../dom.js";
import { lying, RATIO, spread, widthOf } from "./hands.js";

const R = { game: 687, blackjack: 745, bonus: 788, house: 818, ins1: 838, ins2: 874, insText: 862, insChips: 856, hand: 968, base: 1096, name: 1172, edge: 1214, rail: 1260 };
const PER_DEGREE = R.hand * Math.PI / 180, SIZES = [70, 66, 62, 58, 54, 50, 46], GAP = 20, SPREAD = 37.5;

const feltOf = (boxes) => ({ cx: 720, cy: -494, boxes, step: boxes > 6 ? 10.85 : Math.min(17, 66 / Math.max(1, boxes - 1)) });

/** Side wager areas round the base circle: [x, y, r] in the box's own axes. */
export const areaPlaces = (count) => {
  if (!count) return [];
  const left = Math.ceil(count / 2), made = [];
  for (let i = 0; i < count; i++) {
    const side = i < left ? -1 : 1, of = side < 0 ? left : count - left, n = side < 0 ? i : i - left;
    if (of === 1) made.push([side * 66, -4, 22]);
    else if (of === 2) made.push([side * 61, n ? 20 : -24, 20]);
    else made.push([side * (n % 2 ? 83 : 54), -30 + 30 * Math.floor(n / 2), 14]);
  }
  return made;
};

export class Wide {
  constructor(felt, { isSmall = false } = {}) {
    Object.assign(this, { felt, isSmall, width: 1440, height: 844, f: feltOf(felt.positions), shoe: { x: 935, y: 84 }, rack: { x: 446, y: 96 }, tray: { x: 720, y: -30 } });
    this.dealerBadge = { x: 604, y: 106 };
  }

  ground() {
    const { f, felt, isSmall } = this, print = felt.print;
    const odds = (text) => `<tspan class="o">${esc(text)}</tspan>`;
    const bonus = [...print.bonus].reverse().map(({ odds: o, lines }) => `<tspan dx="16">${odds(o)}</tspan><tspan dx="7">${esc(this.shortLines(lines))}</tspan>`).join("");
    return `${cloth(f)}
      ${felt.bonus_cards ? "" : along(f, R.game, esc(`${felt.operator} · ${print.game.text}`.toUpperCase()), "print print-g", 30)}
      ${along(f, R.blackjack, esc(print.blackjack.text.toUpperCase()), "print print-l", 40)}
      ${along(f, isSmall ? R.bonus + 10 : R.bonus, `<tspan class="h">BONUS 21</tspan>${bonus}`, `print print-b ${isSmall ? "big" : ""}`, 44)}
      ${isSmall ? "" : along(f, R.house, esc(`${print.house.text} · ${print.no_bonus.text}`), "print-s", 40)}
      <path d="${band(f, R.ins1, R.ins2, -29, 29)}" class="mark mark-fill"/>${along(f, R.insText, esc(print.insurance.text.toUpperCase()), "print print-m", 40)}
      ${Array.from({ length: felt.bonus_cards }, (_, i) => { const { x, y, w } = this.bonusAt(i); return `<rect class="mark" x="${x}" y="${y}" width="${w}" height="${w * 1.4}" rx="4" stroke-dasharray="4 4"/>`; }).join("")}${tray(felt.chips)}`;
  }

  /** The lines of one odds in few words: five cards, 6-7-8, 7-7-7. */
  shortLines(lines) {
    const said = lines.map((line) => line.replace("21 in ", "").replace(" or more", "+").replace(" mixed", ""));
    const both = ["spades", "suited"].filter((kind) => said.filter((line) => line.endsWith(` ${kind}`)).length > 1);
    const rest = said.filter((line) => !both.some((kind) => line.endsWith(` ${kind}`)));
    return [...both, ...rest].join(", ");
  }

  heaps(stage) {
    const { cards, cover } = this.felt, left = stage.counts.left, gone = stage.counts.discards || 0;
    const known = Number.isInteger(left) ? left : Math.max(0, cards - (stage.counts.dealt || 0));
    const discards = Math.min(34, Math.ceil(gone / cards * 34)), depth = Math.max(2, 72 * known / cards), mark = 132 - 72 * cover;
    return `<g transform="translate(398 44)"><rect width="96" height="112" rx="6" fill="#06201ac0" stroke="#ffffff4d"/>${Array.from({ length: discards }, (_, i) => `<rect x="8" y="${102 - i * 2.6}" width="80" height="2" fill="${i % 2 ? "#efe9dc" : "#b9b2a2"}"/>`).join("")}
      <path d="M0 30h8M0 58h8M0 86h8M96 30h-8M96 58h-8M96 86h-8" stroke="#ffffff80"/></g><text class="name-2" x="446" y="176">discard rack · ${gone}</text>
      <g transform="translate(930 36) rotate(8 70 60)"><path d="M0 22Q0 10 12 10H132Q144 10 144 22V96Q144 108 132 108H12Q0 108 0 96Z" fill="#14100d" stroke="var(--rail-line)" stroke-width="1.5"/>
      <rect x="30" y="20" width="104" height="78" rx="4" fill="#000"/><rect x="${132 - depth}" y="22" width="${depth}" height="74" fill="url(#edges)"/>${known / cards > cover ? `<rect x="${mark - 4}" y="20" width="4.5" height="78" fill="var(--cover)"/>` : ""}
      <g transform="translate(-28 24)"><use href="#c-back" width="50" height="70"/></g><path d="M22 14V104" stroke="var(--rail-line)" stroke-width="5"/></g><text class="name-2" x="1010" y="176">shoe · ${known} of ${cards}</text>`;
  }

  dealerAt(index, count) {
    const w = 80, step = count > 4 ? Math.min(88, 300 / count) : 88, start = count > 2 ? 636 - (count > 4 ? 40 : 0) : 636;
    return { x: start + index * step, y: this.felt.bonus_cards ? 40 : 50, w };
  }

  /** Bonus Cards lie in spaces before the dealer, in place of the game's name. */
  bonusAt(index) { return { x: 720 - this.felt.bonus_cards * 24 + index * 48 + 4, y: 157, w: 40 }; }

  /** Everything about the boxes that depends on the cards in play. */
  boxes(stage) {
    const groups = this.groups(stage), made = new Map();
    for (let number = 1; number <= this.felt.positions; number++) made.set(number, this.box(number, groups.get(number)));
    return made;
  }

  groups(stage) {
    for (const w of SIZES) {
      const groups = new Map();
      for (const box of stage.boxes.values()) {
        const hands = lying(box);
        if (!hands.length) continue;
        const own = hands.length > 2 && stage.boxes.size > 1 ? w * .82 : w, widths = hands.map(({ hand }) => Math.max(widthOf(hand, own), hand.doublings ? 92 : 0));
        groups.set(box.number, { hands, widths, w: own, size: widths.reduce((a, b) => a + b, 0) + GAP * (hands.length - 1), at: boxAngle(this.f, box.number) * PER_DEGREE });
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
    const { f } = this, angle = boxAngle(f, number), [x, y] = polar(f, R.base, angle), [nx, ny] = polar(f, R.name, angle);
    const spots = areaPlaces(this.felt.spots.length).map(([dx, dy, r], i) => { const [sx, sy] = this.local(number, dx, dy); return { ...this.felt.spots[i], x: sx, y: sy, r, turn: -angle }; });
    const [ix, iy] = polar(f, R.insChips, Math.max(-26, Math.min(26, angle * .8)));
    return { number, base: { x, y, r: 37, turn: -angle }, spots, name: { x: nx, y: ny }, amount: this.local(number, 0, 38), insurance: { x: ix, y: iy }, hands: group ? this.hands(group, [x, y], angle) : [] };
  }

  /** The hands of one box, the first at the right. */
  hands(group, base, boxDegrees) {
    const made = [], several = group.hands.length > 1;
    let edge = group.at + group.size / 2;
    for (const [i, { hand, index }] of group.hands.entries()) {
      const along = edge - group.widths[i] / 2, a = several ? group.at / PER_DEGREE : along / PER_DEGREE;
      const [mx, my] = polar(this.f, R.hand, a), x = several ? mx + (along - group.at) : mx, y = my - (several ? 22 : 0), tall = group.w * RATIO;
      edge -= group.widths[i] + GAP;
      const badge = { x: x + (several ? 0 : Math.sin(a * Math.PI / 180) * 26), y: y + tall / 2 + 16 };
      const stake = several ? { x: x + (base[0] - x) * .1, y: badge.y + 30, k: .78, amount: badge.y + 53 } : { x: base[0], y: base[1], k: 1 };
      made.push({ hand, index, x, y, w: group.w, lean: several ? -boxDegrees * .1 : -a * .22, badge, stake });
    }
    return made;
  }

  local(number, dx, dy) {
    const a = boxAngle(this.f, number), t = a * Math.PI / 180, [x, y] = polar(this.f, R.base, a);
    return [x + dx * Math.cos(t) + dy * Math.sin(t), y - dx * Math.sin(t) + dy * Math.cos(t)];
  }
}

const cloth = (f) => `<circle cx="${f.cx}" cy="${f.cy}" r="${R.rail + 6}" fill="#000" opacity=".35"/><circle cx="${f.cx}" cy="${f.cy}" r="${R.rail}" fill="var(--rail)"/>
  <circle cx="${f.cx}" cy="${f.cy}" r="${(R.rail + R.edge) / 2 + 4}" fill="none" stroke="var(--rail-lit)" stroke-width="18" opacity=".75"/><circle cx="${f.cx}" cy="${f.cy}" r="${R.edge + 4}" fill="var(--rail-line)"/>
  <circle cx="${f.cx}" cy="${f.cy}" r="${R.edge}" fill="url(#cloth)"/><circle cx="${f.cx}" cy="${f.cy}" r="${R.edge - 9}" fill="none" stroke="var(--print)" stroke-width="1" opacity=".38"/>`;

const TUBES = { 50: "half", 100: "1", 500: "5", 2500: "25", 10000: "100", 50000: "500" };
const tray = (chips) => {
  const list = chips.map((c) => TUBES[c] || "25").flatMap((c) => ["5", "25", "100"].includes(c) ? [c, c] : [c]).slice(0, 8), width = list.length * 41.2;
  const tube = (x, c) => `<g transform="translate(${x} 0)"><rect width="40" height="24" rx="3" fill="#0008"/>${Array.from({ length: 9 }, (_, i) => `<rect x="${1.5 + i * 4.2}" y="2" width="3.7" height="20" rx="1" fill="var(--chip-${c})"/><rect x="${1.5 + i * 4.2}" y="9" width="3.7" height="6" fill="var(--chip-${c}-spot)"/>`).join("")}</g>`;
  return `<g transform="translate(${720 - width / 2} 6)"><rect x="-8" y="-16" width="${width + 14}" height="46" rx="7" fill="#14100d" stroke="var(--rail-line)"/>${list.map((c, i) => tube(i * 41.2, c)).join("")}</g>`;
};
