/* For the advantage player and the surveillance room: what the cards that are gone are worth, and what follows. */
import { fill, on } from "../dom.js";
import { books } from "./explorer_markup.js";
import { ask, figure } from "./asker.js";
import { dealt, LEAST, MOST, steps } from "./by_count.js";
import * as markup from "./count_markup.js";
import { keepTwins } from "./plots.js";

const LEVEL = 2;
const BANKROLL = 20_000;
const LEAVES = -1;
const ROUNDS = 20_000_000;

export class CountView {
  constructor(root, room) {
    Object.assign(this, {
      root,
      room,
      turn: 0,
      level: LEVEL,
      found: null,
      ramp: null,
      kind: "",
      sides: [],
      known: null,
      counted: 0,
    });
    root.innerHTML = String(markup.frame());
    on(root, "change", "[data-book]", (node) => {
      room.turned({ text: `rule_set = "${node.value}"\n`, rules: node.value, ok: true });
      this.enter();
    });
    on(root, "change", "[data-level]", (node) => {
      this.level = Number(node.value);
      this.study();
    });
    // Side wagers take the house some seconds: they are asked for when somebody comes to look at them.
    const eye = new IntersectionObserver((seen) => {
      if (!seen.some((each) => each.isIntersecting)) return;
      eye.disconnect();
      this.isLooked = true;
      this.others(this.turn);
    });
    eye.observe(root.querySelector("[data-part=sides]"));
    on(root, "change", "[data-counted]", (node) => {
      this.counted = Number(node.value);
      this.draw();
    });
    on(root, "click", "[data-best]", (node) => this.best(Number(node.dataset.best)));
    on(root, "click", "[data-deal]", () => this.deal());
    on(root, "click", "[data-deal-flat]", () => this.dealFlat());
    on(root, "change", "[data-step]", (node) => this.step(Number(node.dataset.step), node.value));
    on(root, "change", "[data-bankroll]", () => this.best(1));
  }
  enter() {
    fill(this.root.querySelector("[data-book]"), books(this.room.books, this.room.rules));
    if (this.text !== this.room.text) this.study();
    else this.draw();
  }
  leave() {
    this.turn++;
  }

  async study() {
    const turn = ++this.turn;
    this.text = this.room.text;
    const { text, level } = this;
    this.root.classList.add("waiting");
    this.room.say();
    if (!this.found) this.draw();
    try {
      const found = await figure("count", { text, level });
      if (turn !== this.turn) return;
      Object.assign(this, { found, sides: [], known: null, counted: 0 });
      await this.best(1);
      this.root.classList.remove("waiting");
      await this.others(turn);
    } catch (error) {
      if (turn === this.turn) this.room.say(error.sentence || "The count cannot be studied now.");
    } finally {
      if (turn === this.turn) this.root.classList.remove("waiting");
    }
  }

  /** Side wagers one after the other, then what cards that are seen are worth; each is drawn when it has come. */
  async others(turn) {
    const { text, found } = this;
    if (!this.isLooked || !found || this.othersOf === found) return;
    this.othersOf = found;
    try {
      for (const wager of found.wagers) {
        const { side_wagers: counts } = await figure("side-count", { text, wager });
        if (turn !== this.turn) return;
        this.sides = [...this.sides, ...counts];
        this.draw();
      }
      const known = await figure("knowledge", { text });
      if (turn !== this.turn) return;
      this.known = known;
      this.draw();
    } catch (error) {
      if (turn === this.turn) this.room.say(error.sentence || "The side wagers cannot be counted now.");
    }
  }

  get bankroll() {
    const typed = this.root.querySelector("[data-bankroll]")?.value ?? "";
    return Number(typed.replace(/[$,\s]/g, "")) || BANKROLL;
  }
  /** The wagers that the bankroll calls for, whole or in part. */
  async best(fraction) {
    const { text, level, turn } = this;
    const asked = { text, level, bankroll: this.bankroll, fraction, leave_below: LEAVES };
    try {
      const ramp = await figure("best-ramp", asked);
      if (turn !== this.turn) return;
      this.optimum = await figure("best-ramp", { ...asked, fraction: 1 });
      this.take(ramp, fraction === 1 ? "best" : "half");
    } catch (error) {
      this.room.say(error.sentence);
    }
  }
  take(ramp, kind) {
    this.ramp = ramp;
    this.kind = kind;
    this.draw();
  }
  /** One step of the ramp, as somebody typed it; nothing means to sit out. */
  async step(count, typed) {
    const wager = Math.max(0, Number(typed.replace(/[$,\s]/g, "")) || 0);
    const wagers = { ...this.ramp.wagers };
    for (const at of Object.keys(wagers).map(Number))
      if (at === count || (count === MOST && at > MOST) || (count === LEAST && at < LEAST)) wagers[at] = wager;
    const list = Object.entries(wagers).map(([at, each]) => ({ count: Number(at), wager: each }));
    try {
      this.take(await ask("ramp", { text: this.text, level: this.level, wagers: list }), "own");
    } catch (error) {
      this.room.say(error.sentence);
    }
  }

  /** Deal it: the same count and wagers in a simulation; below the first wager rounds are sat out. */
  deal() {
    const wagers = Object.entries(this.ramp.wagers)
      .map(([count, wager]) => ({ count: Number(count), bet: String(wager) }))
      .toSorted((a, b) => a.count - b.count);
    const first = wagers.findIndex(({ bet }) => Number(bet) > 0);
    if (first < 0) return this.room.say("This ramp sits out every round.");
    const played = wagers.slice(first).filter(({ bet }) => Number(bet) > 0);
    return this.dealt({
      bets: steps(played),
      bet: played[0].bet,
      ...(first ? { play_from: played[0].count } : {}),
    });
  }
  /** Deal every count with the same wager, so that each point of the line is met by one that was dealt. */
  dealFlat() {
    const bet = String(this.found.table_min);
    const counts = Array.from({ length: MOST - LEAST }, (_, i) => ({ count: LEAST + 1 + i, bet }));
    return this.dealt({ bet, bets: counts });
  }
  dealt(wagers) {
    const { tags } = this.found.tags[this.level - 1];
    this.room.open("simulate");
    return this.room.current.deal({
      text: this.text,
      rounds: ROUNDS,
      seed: 21,
      cards: "shoe",
      wager: "base",
      tags,
      ...wagers,
    });
  }
  /** What was dealt last with this count under these rules, by true count. */
  points(tags) {
    const run = this.room.views.get("simulate")?.run;
    if (run?.order.text !== this.text || !run.by_count?.length) return [];
    const counts = Object.fromEntries(run.order.tags);
    const isSame = Object.entries(tags.tags).every(([rank, tag]) => tag === (counts[rank] ?? 0));
    return isSame ? dealt(run.by_count) : [];
  }

  draw() {
    if (this.room.view !== "count") return;
    const { root, found, ramp } = this;
    const part = (name) => root.querySelector(`[data-part="${name}"]`);
    const wide = (name) => Math.max(260, part(name).parentNode.clientWidth - 38);
    this.room.command(found ? (this.sides[this.counted - 1] || found).command : "");
    if (!found) {
      fill(part("effects"), markup.solving());
      return;
    }
    const tags = found.tags[this.level - 1];
    keepTwins(root, () => {
      fill(part("effects"), markup.effects(found, tags, wide("effects"), { sides: this.sides, counted: this.counted }));
      fill(part("edges"), markup.edges(found, tags, wide("edges"), this.points(tags)));
      fill(part("indices"), markup.indices(found, tags));
      fill(part("sides"), markup.sides(this.sides, this.sides.length < found.wagers.length));
      fill(part("known"), markup.known(this.known));
      if (!ramp) return;
      fill(part("worth"), markup.worth(ramp, wide("worth")));
      fill(part("ramp"), markup.ramp(found, ramp, this.optimum, { kind: this.kind, bankroll: this.bankroll }));
    });
  }

  data() {
    return { ...this.found, ramp: this.ramp, side_wagers: this.sides, knowledge: this.known };
  }
  rows() {
    const rows = [["what", "name", "value"]];
    for (const [rank, worth] of Object.entries(this.found.effects)) rows.push(["effect of removal", rank, worth]);
    for (const each of this.found.tags)
      for (const [rank, tag] of Object.entries(each.tags)) rows.push([`tag, level ${each.level}`, rank, tag]);
    for (const each of this.found.by_true_count)
      rows.push(["house edge at true count", each.true_count, each.house_edge]);
    for (const each of this.found.indices)
      rows.push([
        `index: ${each.play} instead of ${each.otherwise}`,
        `${each.hand} against ${each.up}`,
        each.true_count,
      ]);
    for (const { name, effects, counts } of this.sides) {
      for (const [rank, worth] of Object.entries(effects)) rows.push([`effect of removal: ${name}`, rank, worth]);
      for (const each of counts) rows.push([`worth taking from: ${name}`, each.text, each.worth_from]);
    }
    if (this.known?.hole_card) rows.push(["gain by seeing it", "hole card", this.known.hole_card.gain]);
    for (const [count, wager] of Object.entries(this.ramp?.wagers || {}))
      rows.push(["wager at true count", count, wager]);
    return rows;
  }
}
