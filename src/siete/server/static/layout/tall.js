/* The table for a phone held upright, and with more room for a tablet: the dealer above, the others small, your own
   hands large. */
import { along, band } from "../draw/arcs.js";
import { esc } from "../dom.js";
import { lying, RATIO, widthOf } from "./hands.js";

const TILE = 20;
const SHOE = 96;
/** What meter and shoe take beside the dealer's cards. */
const CORNERS = 232;

export class Tall {
  constructor(felt, { width, height, mine }) {
    const scale = width > 560 ? width / 560 : width / 390;
    Object.assign(this, { felt, mine, width: width / scale, height: Math.max(240, height / scale), isSmall: true });
    this.cx = this.width / 2;
    this.f = { cx: this.cx, cy: -420 };
    this.shoe = { x: this.width - 60, y: 30 };
    this.rack = { x: 30, y: -60 };
    this.tray = { x: this.cx, y: -60 };
    this.low = this.height < 430;
    this.tiny = this.height < 320;
    this.dealerWidth = this.tiny ? 40 : this.low ? 50 : 64;
  }

  ground() {
    const { f, width, height, low, tiny } = this;
    const { blackjack, insurance } = this.felt.print;
    const lift = low ? 26 : 0;
    const title = along(f, 561 - lift, esc(blackjack.text.toUpperCase()), "print print-l small", 19);
    const line = along(f, 588.5 - lift, esc(insurance.text.toUpperCase()), "print print-m small", 18);
    const arc = `<path d="${band(f, 572 - lift, 596 - lift, -17.5, 17.5)}" class="mark mark-fill"/>${line}`;
    return `<rect width="${width}" height="${height}" fill="url(#cloth)"/>${low ? "" : title}${tiny ? "" : arc}`;
  }

  heaps(stage) {
    const { cards, cover } = this.felt;
    const { left: counted, dealt = 0 } = stage.counts;
    const left = Number.isInteger(counted) ? counted : Math.max(0, cards - dealt);
    const full = (SHOE * left) / cards;
    return `<g transform="translate(${this.width - 12} 14)">
      <text class="tag-2" y="11" text-anchor="end">shoe ${left} of ${cards}</text>
      <rect x="${-SHOE}" y="20" width="${SHOE}" height="10" rx="3" fill="#0007"/>
      <rect x="${-full}" y="20" width="${full}" height="10" rx="3" fill="#efe9dc"/>
      <rect x="${-SHOE * cover - 2}" y="17" width="4" height="16" fill="var(--cover)"/></g>`;
  }

  dealerAt(index, count) {
    const w = this.dealerWidth,
      step = count > 2 ? Math.min(w * 1.1, (this.width - CORNERS - w) / (count - 1)) : w * 1.1,
      whole = w + step * (Math.max(2, count) - 1);
    return { x: this.cx - whole / 2 + index * step, y: 12, w };
  }

  bonusAt(index) {
    return { x: 12 + index * 25, y: this.low ? 84 : 96, w: 22 };
  }

  boxes(stage) {
    const made = new Map(),
      others = [];
    for (let number = this.felt.positions; number >= 1; number--) if (!this.mine.includes(number)) others.push(number);
    const isPlain =
      [...stage.boxes.keys()].every((number) => this.mine.includes(number)) &&
      Object.keys(stage.seats).every((number) => this.mine.includes(Number(number)));
    const hides = this.low || (isPlain && this.mine.length && (stage.isClosed || stage.isPast));
    for (const [i, number] of others.entries())
      made.set(number, this.other(number, i, others.length, stage.boxes.get(number), hides && isPlain));
    const top = hides && isPlain ? (this.tiny ? 78 : this.low ? 158 : 192) : this.low ? 236 : 286;
    this.own(stage, top, made);
    return made;
  }

  other(number, place, count, box, isHidden) {
    const dx = count < 2 ? 0 : (place / (count - 1) - 0.5) * (this.width - 66),
      x = this.cx + dx,
      y = this.f.cy + Math.sqrt(636 ** 2 - Math.min(560, Math.abs(dx)) ** 2) - (this.low ? 34 : 2);
    const hands = [];
    if (box) for (const { hand, index } of lying(box)) hands.push({ hand, index });
    const shown = hands.map(({ hand, index }, i) => ({
      hand,
      index,
      x: x + (hands.length > 1 ? (0.5 - (i + 0.5) / hands.length) * 62 : 0),
      y,
      w: TILE,
      isMini: true,
      lean: 0,
      badge: { x: x + (hands.length > 1 ? (0.5 - (i + 0.5) / hands.length) * 62 : 0), y: y + 30 },
      stake: { x, y: y + 6, k: 0.7, isHidden: hands.length > 0 },
    }));
    return {
      number,
      isSmall: true,
      isHidden,
      base: { x, y, r: 20, turn: 0 },
      spots: [],
      name: { x, y: y + 53, isPlain: true },
      amount: [x, y + 30],
      insurance: { x, y: y - 22 },
      hands: shown,
    };
  }

  /** Your own boxes below: the hand to act is the largest, and what does not fit shrinks. */
  own(stage, top, made) {
    const list = this.mine.flatMap((number) => {
      const box = stage.boxes.get(number);
      return box ? lying(box).map((each) => ({ ...each, number })) : [];
    });
    const room = this.height - top - 10,
      boxes = this.mine;
    for (const [i, number] of boxes.entries()) made.set(number, this.bare(number, i, boxes.length, top, room, stage));
    if (!list.length) return;
    const isBusy = ({ number, index }) => stage.active?.box === number && (stage.active.hand ?? 0) === index;
    const below = stage.isPast ? 50 : 96,
      tallest = Math.max(44, Math.min(this.width > 480 ? 104 : 92, (room - below) / RATIO)),
      space = this.width - (this.felt.spots.length && this.mine.some((n) => stage.boxes.get(n)?.bets.length) ? 66 : 24),
      middle = space < this.width - 24 ? this.cx - 20 : this.cx;
    const sizes = this.fit(list, stage.isPast ? () => true : isBusy, tallest, space);
    const whole = sizes.reduce((sum, each) => sum + each.size, 0),
      gap = Math.min(34, (space - whole) / list.length);
    let edge = middle + (whole + gap * (list.length - 1)) / 2;
    for (const [i, { hand, index, number }] of list.entries()) {
      const { w, size, isMini, isColumn, columnRoom = 0 } = sizes[i],
        tall = w * (isMini ? 1.5 : RATIO) + columnRoom,
        x = edge - size / 2,
        y = top + 8 + tallest * RATIO - tall / 2;
      edge -= size + gap;
      const stake = { x, y: top + 8 + tallest * RATIO + 53, k: 0.95, amount: top + 8 + tallest * RATIO + 73 };
      made.get(number).hands.push({
        hand,
        index,
        x,
        y,
        w,
        isMini,
        isColumn,
        columnRoom,
        lean: 0,
        badge: { x, y: top + 26 + tallest * RATIO },
        stake,
      });
    }
  }

  fit(list, isBusy, tallest, space) {
    for (const [big, small] of [
      [1, 0.8],
      [1, 0.62],
      [0.9, 0.5],
      [0.8, 0.42],
      [0.7, 0.36],
    ]) {
      const sizes = list.map((each) => {
        const w = tallest * (list.length === 1 || isBusy(each) ? big : small);
        return { w, size: Math.max(widthOf(each.hand, w), 46) };
      });
      if (sizes.reduce((sum, each) => sum + each.size + 10, 0) <= space) return sizes;
    }
    const w = Math.min(24, tallest * 0.28),
      size = w + 16,
      others = list.filter((each) => !isBusy(each)).length,
      big = Math.max(tallest * 0.5, Math.min(tallest, (space - others * (size + 10)) / 2.6));
    return list.map((each) =>
      isBusy(each)
        ? { w: big, size: Math.max(widthOf(each.hand, big), 46) }
        : { w, size, isMini: true, isColumn: true, columnRoom: tallest * RATIO - w * 1.5 },
    );
  }

  bare(number, place, count, top, room, stage) {
    const isPlaying = stage.isClosed || stage.isPast,
      width = this.width / count,
      x = this.width - width * (place + 0.5),
      n = this.felt.spots.length;
    const sides = n <= 2 && count === 1,
      most = count > 1 ? 46 : 70;
    const r = Math.max(20, Math.min(most, sides || !n ? (room - 20) / 2 : (room - 34) / 3)),
      y = top + 12 + r,
      small = Math.min(sides ? 34 : 32, r * (sides ? 0.7 : 0.5), (width - 30) / Math.max(2, n) / 2.3);
    const apart = Math.min(44, (room - 20) / Math.max(1, n));
    const spots = this.felt.spots.map((spot, i) =>
      sides
        ? { ...spot, x: x + (i ? 1 : -1) * (r + 22 + small), y: y + 6, r: small, turn: 0 }
        : { ...spot, x: x + (i - (n - 1) / 2) * (small * 2.25), y: y + r + 16 + small, r: small, turn: 0 },
    );
    return {
      number,
      isOwn: true,
      base: { x, y, r, turn: 0, isHidden: isPlaying },
      spots: isPlaying
        ? spots.map((s, i) => ({ ...s, x: this.width - 32, y: top + 10 + i * apart, r: 15, isQuiet: true }))
        : spots,
      name: { x, y: top - 2, isPlain: true, isHidden: count < 2 || isPlaying },
      amount: [x, y + r - 18],
      insurance: { x, y: this.low ? 128 : 164 },
      hands: [],
    };
  }
}
