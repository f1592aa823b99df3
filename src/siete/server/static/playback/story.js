/* How the last round went for me: what it brought altogether, and why, line by line, with the clause of each. */
import { html } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { capital, filled, lineOf, money, total, wagerName } from "../words.js";

/** So many parts are told here; the log has the rest. */
const TOLD = 3;
const PUT_DOWN = new Set(["WagerPlaced", "WagerDoubled", "SplitFunded"]);
const TAKEN_UP = new Set(["WagerWithdrawn", "WagerRescued", "WagerReturned"]);
const PAID = new Set(["WagerPaid", "SuperBonusPaid", "EnvyPaid", "AwardPaid"]);
export class Story {
  constructor() {
    Object.assign(this, { isWhole: false });
    this.begin();
  }
  begin() {
    Object.assign(this, { net: 0, lines: [], isClosed: false });
  }

  /** Take in an event; `stage` is the felt when it happened. The sum is of chips that left my rack and came back. */
  hear(event, me, stage, felt) {
    const { event: name, amount = 0 } = event;
    if (name === "RoundStarted") {
      Object.assign(this, { next: 0, isWhole: true });
      return;
    }
    if (name === "WagersClosed") {
      const net = this.next || 0;
      this.begin();
      this.net = net;
      this.isClosed = true;
      return;
    }
    if (!me || event.player !== me) return;
    const flow = PUT_DOWN.has(name) ? -amount : TAKEN_UP.has(name) || PAID.has(name) ? amount : 0;
    if ((name === "WagerPlaced" && event.wager !== "insurance") || name === "WagerWithdrawn")
      this.next = (this.next || 0) + flow;
    else this.net += flow;
    const why = this.why(event, stage.boxes.get(event.box)?.hands[event.hand ?? 0], stage, felt);
    if (why) this.lines.push({ ...why, clause: event.clause || "" });
  }

  /** What a settled wager says of itself. */
  why(event, hand, stage, felt) {
    const { event: name, amount, line, wager } = event;
    if (PAID.has(name)) return line === "wager returned" ? null : { amount, text: this.won(event, felt) };
    if (name === "WagerCollected") return { amount: -amount, text: this.lost(event, hand, stage, felt) };
    if (name === "WagerReturned" && line === "push")
      return { amount: 0, text: `push: ${hand ? total(hand, felt.best_total) : "the same total"} on both sides` };
    if (name === "WheelSpun" && !event.symbols.length)
      return {
        amount: -(
          stage.boxes.get(event.box)?.bets.find((bet) => bet.wager === wager && bet.player === event.player)?.amount ||
          0
        ),
        text: `${wagerName(felt, wager)}, ${line}`,
      };
    return null;
  }
  won(event, felt) {
    if (event.event === "SuperBonusPaid") return wagerName(felt, "super bonus");
    if (event.event === "EnvyPaid") return wagerName(felt, "envy");
    if (event.event === "AwardPaid") return wagerName(felt, event.wager);
    const { text, odds } = lineOf(felt, event.wager, event.line);
    return odds ? `${text}, ${odds}` : text;
  }
  lost(event, hand, stage, felt) {
    if (event.wager !== "base") return `${wagerName(felt, event.wager)}, ${event.line || "lost"}`;
    const words = hand && felt.losses[event.line];
    return words
      ? filled(words, { total: total(hand, felt.best_total), dealer: stage.dealerTotal || "total" })
      : event.line || "lost";
  }

  /** The sum in words, where the whole round was heard. */
  sum() {
    return !this.isWhole
      ? ""
      : this.net > 0
        ? `You won ${money(this.net)}.`
        : this.net < 0
          ? `You lost ${money(-this.net)}.`
          : "You broke even.";
  }

  /** The round in a sentence; nothing while nothing has been settled. */
  markup() {
    if (!this.lines.length) return "";
    const told = this.lines.toSorted((a, b) => this.weight(b) - this.weight(a)).slice(0, TOLD),
      more = this.lines.length - told.length;
    const rest = more ? ` and ${more} more.` : "";
    const parts = told.map((line, i) => this.part(line, i));
    return html`<b class="${this.net > 0 ? "up" : ""}">${this.sum()}</b> ${parts}${rest}`;
  }
  part({ text, amount, clause }, index) {
    const sum = this.lines.length > 1 && amount ? `: ${amount > 0 ? "+" : ""}${money(amount)}` : "";
    return html`${index ? `; ${text}` : capital(text)}${sum} ${clauseButton(clause)}`;
  }
  /** What agrees with the whole comes first, then what is large. */
  weight({ amount }) {
    return (Math.sign(amount) === Math.sign(this.net) ? 1e12 : 0) + Math.abs(amount);
  }
}
