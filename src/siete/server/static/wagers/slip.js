/* What I want to wager: chips pushed forward here, sent to the house when they make a wager, kept for the next round
   while cards are out. */
import { filled, money } from "../words.js";

const WAIT = 260;
const MOST_STEPS = 40;

export const keyOf = (box, wager) => `${box} ${wager}`;
const boxOf = (key) => Number(key.split(" ")[0]);
const wagerOf = (key) => key.split(" ")[1];
const isBase = (key) => wagerOf(key) === "base";

/** The wagers of a player that lie on the layout of a round: amounts by box and wager. */
export const placedWagers = (round, player) => {
  const found = new Map();
  for (const box of round?.boxes || []) {
    const own = box.bettors.find((each) => each.player === player && each.amount);
    if (own) found.set(keyOf(box.number, "base"), own.amount);
    for (const bet of box.bets)
      if (bet.player === player && bet.is_open && bet.wager !== "insurance")
        found.set(keyOf(box.number, bet.wager), bet.amount);
  }
  return found;
};

export class Slip {
  /**
   * `felt` has the limits; `placed()` what lies on the layout; `send(command)` resolves when the page shows what came
   * of it; `changed()` is called whenever something else is wanted; `kept` is the last wager of `me()` over a reload.
   */
  constructor({ felt, placed, isBetting, send, refuse, changed, kept, me }) {
    Object.assign(this, { felt, placed, isBetting, send, refuse, changed, kept, me });
    Object.assign(this, { wanted: new Map(), last: new Map(), isOffered: false, way: Promise.resolve() });
    this.round = 0;
  }

  get(box, wager) {
    return this.wanted.get(keyOf(box, wager)) || 0;
  }
  /** What is wanted on a box: pairs of wager and amount. */
  of(box) {
    return [...this.wanted].filter(([key]) => boxOf(key) === box).map(([key, amount]) => [wagerOf(key), amount]);
  }
  /** What is wanted on a box and does not lie there yet. */
  unplaced(box) {
    const placed = this.placed();
    return this.of(box).filter(([wager]) => !placed.has(keyOf(box, wager)));
  }
  /** What was wagered on a box in the last round: pairs of wager and amount. */
  lastOf(box) {
    return [...this.last].filter(([key]) => boxOf(key) === box).map(([key, amount]) => [wagerOf(key), amount]);
  }
  boxes() {
    return [...new Set([...this.wanted.keys()].map(boxOf))];
  }
  isEmpty() {
    return !this.wanted.size;
  }
  /** Whether there is a last round to wager again. */
  hasLast() {
    return this.last.size > 0;
  }
  /** Whether "Deal" would wager the last round's chips again: they lie there as ghosts until they are cleared. */
  mayRepeat() {
    return this.isEmpty() && this.isOffered && this.hasLast();
  }
  /** What would be wagered again on a box: pairs of wager and amount. */
  ghosts(box) {
    return this.mayRepeat() ? this.lastOf(box) : [];
  }
  /** What the next deal puts at risk, by wager: what is wanted, or what would be wagered again. */
  sums() {
    const sums = new Map();
    for (const [key, amount] of this.mayRepeat() ? this.last : this.wanted)
      sums.set(wagerOf(key), (sums.get(wagerOf(key)) || 0) + amount);
    return sums;
  }

  // --- wanting ------------------------------------------------------------------------------------------------

  add(box, wager, cents) {
    const before = this.get(box, wager);
    const spot = this.spot(wager);
    if (spot?.is_fixed) this.put(box, wager, before ? 0 : spot.least);
    else this.put(box, wager, this.limited(wager, Math.max(0, before + cents)));
  }
  /** An amount cut down to the most that may lie there, and a word about it. */
  limited(wager, amount) {
    const most = this.capped(wager, amount);
    if (most < amount) this.refuse({ sentence: filled(this.felt.lacks.high, { most: money(most) }), clause: "" });
    return most;
  }
  /** Want so much there; without its base wager a box has no side wagers either. */
  put(box, wager, cents) {
    if (cents > 0) this.wanted.set(keyOf(box, wager), cents);
    else this.wanted.delete(keyOf(box, wager));
    if (wager === "base" && cents <= 0) for (const [other] of this.of(box)) this.wanted.delete(keyOf(box, other));
    this.sendSoon();
  }
  /** Take everything back, and the ghosts of the last round too. */
  clear() {
    this.wanted.clear();
    this.isOffered = false;
    this.kept.keep(this.me(), 0, []);
    this.sendSoon();
  }
  rebet() {
    if (!this.hasLast()) return;
    this.wanted = new Map(this.last);
    this.sendSoon();
  }
  /** The last wager, doubled: what lies there, or what lay there in the round before. */
  twice() {
    const from = this.wanted.size ? this.wanted : this.last;
    this.wanted = new Map([...from].map(([key, amount]) => [key, this.capped(wagerOf(key), amount * 2)]));
    this.sendSoon();
  }
  capped(wager, amount) {
    return Math.min(amount, this.spot(wager)?.most ?? this.felt.table_max);
  }
  spot(wager) {
    return this.felt.spots.find((each) => each.wager === wager);
  }

  /** A round has been dealt: remember what was wagered, for rebet. Of a round that is known already some wagers may be
      settled by now. */
  remember(round) {
    const placed = this.placed();
    if (placed.size && round !== this.round) {
      Object.assign(this, { last: placed, isOffered: true, round });
      this.kept.keep(this.me(), round, placed);
    }
    this.wanted.clear();
  }
  /** Rounds after this one have been taken back. */
  undo(round) {
    if (this.round > round) this.round = 0;
  }
  /** Take over what lies on the layout, and what was wagered before, after a reload. */
  adopt() {
    const { round, wagers } = this.kept.find(this.me()) || { round: 0, wagers: new Map() };
    if (wagers.size) Object.assign(this, { last: wagers, isOffered: true, round });
    if (!this.wanted.size && this.isBetting()) this.wanted = this.placed();
  }

  // --- sending ------------------------------------------------------------------------------------------------

  sendSoon() {
    this.changed();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sync(), WAIT);
  }

  /** Make the layout show what is wanted; resolves with whether all of it lies there. One after the other: what is
      wanted since the last one set out is looked at after it. */
  sync() {
    clearTimeout(this.timer);
    const run = () => this.run();
    this.way = this.way.then(run, run);
    return this.way;
  }

  async run() {
    for (let step = 0; step < MOST_STEPS && this.isBetting(); step++) {
      const command = this.next();
      if (!command) break;
      try {
        await this.send(command);
      } catch (error) {
        return this.giveUp(error);
      }
    }
    return this.isPlaced();
  }
  giveUp(error) {
    this.wanted = this.placed();
    this.refuse(error);
    this.changed();
    return false;
  }

  isPlaced() {
    const placed = this.placed();
    return placed.size === this.wanted.size && [...this.wanted].every(([key, amount]) => placed.get(key) === amount);
  }

  /** The next command from what lies there to what is wanted; nothing when that is all, or too little to send. */
  next() {
    const placed = this.placed();
    return this.nextWithdrawal(placed) || this.nextWager(placed);
  }
  nextWithdrawal(placed) {
    const isTooMuch = ([key, amount]) => {
      const want = this.wanted.get(key) || 0;
      return want < amount || (!isBase(key) && want !== amount);
    };
    const found = [...placed].find(isTooMuch);
    return found ? { command: "WithdrawWager", box: boxOf(found[0]), wager: wagerOf(found[0]) } : null;
  }
  nextWager(placed) {
    const missing = [...this.wanted].filter(([key, amount]) => amount > (placed.get(key) || 0));
    const basesFirst = [...missing.filter(([key]) => isBase(key)), ...missing.filter(([key]) => !isBase(key))];
    const found = basesFirst.find(([key, amount]) => this.maySend(key, amount, placed));
    if (!found) return null;
    const [key, amount] = found;
    return { command: "PlaceWager", box: boxOf(key), wager: wagerOf(key), amount: amount - (placed.get(key) || 0) };
  }
  maySend(key, amount, placed) {
    return isBase(key) ? amount >= this.felt.table_min : placed.has(keyOf(boxOf(key), "base"));
  }

  /** Why the slip cannot go out as it is, as the house words it; nothing when it can. */
  lack() {
    const low = [...this.wanted].some(([key, amount]) => isBase(key) && amount < this.felt.table_min);
    if (low) return this.felt.lacks.low;
    const isAlone = (key) => !isBase(key) && !this.wanted.has(keyOf(boxOf(key), "base"));
    return [...this.wanted.keys()].some(isAlone) ? this.felt.lacks.base : "";
  }
}
