/* What I want to wager: chips pushed forward here, sent to the house when they make a wager, kept for the next round while cards are out. */

const key = (box, wager) => `${box} ${wager}`;
const WAIT = 260;

export class Slip {
  /** `room` gives felt, legal templates, what is placed, and sends commands. */
  constructor(room) {
    Object.assign(this, { room, wanted: new Map(), last: new Map(), way: Promise.resolve() });
  }

  get(box, wager) { return this.wanted.get(key(box, wager)) || 0; }
  of(box) { return [...this.wanted].filter(([k]) => Number(k.split(" ")[0]) === box).map(([k, amount]) => [k.split(" ")[1], amount]); }
  boxes() { return [...new Set([...this.wanted.keys()].map((k) => Number(k.split(" ")[0])))]; }
  sum() { return [...this.wanted.values()].reduce((a, b) => a + b, 0); }
  isEmpty() { return !this.sum(); }

  add(box, wager, cents) {
    const spot = this.room.felt.spots.find((each) => each.wager === wager), before = this.get(box, wager);
    if (spot?.is_fixed) this.put(box, wager, before ? 0 : spot.least);
    else this.put(box, wager, Math.max(0, before + cents));
  }
  put(box, wager, cents) {
    if (cents > 0) this.wanted.set(key(box, wager), cents);
    else this.wanted.delete(key(box, wager));
    if (wager === "base" && cents <= 0) for (const [other] of this.of(box)) this.wanted.delete(key(box, other));
    this.changed();
  }
  clear() { this.wanted.clear(); this.changed(); }
  rebet() { if (this.last.size) { this.wanted = new Map(this.last); this.changed(); } }
  /** The last wager, doubled: what lies there, or what lay there in the round before. */
  twice() {
    const from = this.wanted.size ? this.wanted : this.last;
    this.wanted = new Map([...from].map(([k, amount]) => [k, this.capped(k.split(" ")[1], amount * 2)]));
    this.changed();
  }
  capped(wager, amount) {
    const { felt } = this.room, spot = felt.spots.find((each) => each.wager === wager);
    return Math.min(amount, spot ? spot.most : felt.table_max);
  }

  changed() {
    this.room.redraw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sync(), WAIT);
  }

  /** The wagers of mine that lie on the felt now. */
  placed() {
    const found = new Map();
    for (const box of this.room.view?.round?.boxes || []) {
      for (const bettor of box.bettors) if (bettor.player === this.room.name && bettor.amount) found.set(key(box.number, "base"), bettor.amount);
      for (const bet of box.bets) if (bet.player === this.room.name && bet.is_open && bet.wager !== "insurance") found.set(key(box.number, bet.wager), bet.amount);
    }
    return found;
  }

  /** A round has been dealt: remember what was wagered, for rebet. */
  remember() { const placed = this.placed(); if (placed.size) this.last = placed; this.wanted.clear(); }
  /** Take over what lies on the felt, after a reload. */
  adopt() { if (!this.wanted.size && this.room.isBetting()) this.wanted = this.placed(); }

  /** Make the felt show what is wanted. Returns whether all of it lies there now. One way at a time: what is wanted since the last one set out is looked at after it. */
  sync() {
    clearTimeout(this.timer);
    const run = () => this.run();
    this.way = this.way.then(run, run);
    return this.way;
  }

  async run() {
    for (let step = 0; step < 40 && this.room.isBetting(); step++) {
      const command = this.next();
      if (!command) return this.isPlaced();
      try { const { version } = await this.room.send(command, this.room.point("PlaceWager", "WithdrawWager")); await this.room.settled(version); } catch (error) {
        this.wanted = this.placed();
        this.room.refuse(error);
        this.room.redraw();
        return false;
      }
    }
    return this.isPlaced();
  }

  isPlaced() {
    const placed = this.placed();
    return placed.size === this.wanted.size && [...this.wanted].every(([k, amount]) => placed.get(k) === amount);
  }

  /** The next command on the way from what lies there to what is wanted; nothing when that is all, or too little to send. */
  next() {
    const placed = this.placed();
    for (const [k, amount] of placed) {
      const [box, wager] = k.split(" "), want = this.wanted.get(k) || 0;
      if (want < amount || (wager !== "base" && want !== amount)) return { command: "WithdrawWager", box: Number(box), wager };
    }
    const missing = [...this.wanted].filter(([k, amount]) => amount > (placed.get(k) || 0)).sort(([a], [b]) => Number(!a.endsWith(" base")) - Number(!b.endsWith(" base")));
    for (const [k, amount] of missing) {
      const [box, wager] = k.split(" ");
      if (wager === "base" && amount < this.room.felt.table_min) continue;
      if (wager !== "base" && !placed.has(key(box, "base"))) continue;
      return { command: "PlaceWager", box: Number(box), wager, amount: amount - (placed.get(k) || 0) };
    }
    return null;
  }

  /** Why the slip cannot go out as it is, in words; empty when it can. */
  lack() {
    const { felt } = this.room, low = [...this.wanted].find(([k, amount]) => k.endsWith(" base") && amount < felt.table_min);
    if (low) return { kind: "low", least: felt.table_min };
    const lone = [...this.wanted.keys()].find((k) => !k.endsWith(" base") && !this.wanted.has(key(k.split(" ")[0], "base")));
    return lone ? { kind: "base" } : null;
  }
}
