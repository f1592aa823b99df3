/* How the last round went for me: what it brought altogether, and why, line by line, with the clause of each. */
import { html } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { lineOf, money, total, wagerName } from "../words.js";

/** So many parts are told here; the log has the rest. */
const TOLD = 3;
const PUT_DOWN = ["WagerPlaced", "WagerDoubled", "SplitFunded"], TAKEN_UP = ["WagerWithdrawn", "WagerRescued", "WagerReturned"];
const PAID = ["WagerPaid", "SuperBonusPaid", "EnvyPaid", "AwardPaid"];
const LOSSES = {
  bust: (hand) => `${hand.total} is more than 21`,
  "dealer blackjack": () => "the dealer has Blackjack",
  rescued: () => "rescued: the first wager is given up",
  loss: (hand, stage) => stage.dealerTotal ? `${total(hand)} against the dealer's ${stage.dealerTotal}` : "the dealer's total is higher",
};
const capital = (text) => text[0].toUpperCase() + text.slice(1);

export class Story {
  constructor() { Object.assign(this, { isWhole: false }); this.begin(); }
  begin() { Object.assign(this, { net: 0, lines: [], isClosed: false }); }

  /** Take in an event; `stage` is the felt when it happened. The sum is of chips that left my rack and came back. */
  hear(event, me, stage, felt) {
    const { event: name, amount = 0 } = event;
    if (name === "RoundStarted") { Object.assign(this, { next: 0, isWhole: true }); return; }
    if (name === "WagersClosed") { const net = this.next || 0; this.begin(); this.net = net; this.isClosed = true; return; }
    if (!me || event.player !== me) return;
    const flow = PUT_DOWN.includes(name) ? -amount : TAKEN_UP.includes(name) || PAID.includes(name) ? amount : 0;
    if (name === "WagerPlaced" && event.wager !== "insurance" || name === "WagerWithdrawn") this.next = (this.next || 0) + flow;
    else this.net += flow;
    const why = this.why(event, stage.boxes.get(event.box)?.hands[event.hand ?? 0], stage, felt);
    if (why) this.lines.push({ ...why, clause: event.clause || "" });
  }

  /** What a settled wager says of itself. */
  why(event, hand, stage, felt) {
    const { event: name, amount, line, wager } = event;
    if (PAID.includes(name)) return line === "wager returned" ? null : { amount, text: this.won(event, felt) };
    if (name === "WagerCollected") return { amount: -amount, text: this.lost(event, hand, stage) };
    if (name === "WagerReturned" && line === "push") return { amount: 0, text: `push: ${hand ? total(hand) : "the same total"} on both sides` };
    if (name === "WheelSpun" && !event.symbols.length) return { amount: -(stage.boxes.get(event.box)?.bets.find((bet) => bet.wager === wager && bet.player === event.player)?.amount || 0), text: `${wagerName(wager)}, ${line}` };
    return null;
  }
  won(event, felt) {
    if (event.event === "SuperBonusPaid") return "Super Bonus";
    if (event.event === "EnvyPaid") return "Envy Bonus";
    if (event.event === "AwardPaid") return wagerName(event.wager);
    const { text, odds } = lineOf(felt, event.wager, event.line);
    return odds ? `${text}, ${odds}` : text;
  }
  lost(event, hand, stage) {
    if (event.wager !== "base") return `${wagerName(event.wager)}, ${event.line || "lost"}`;
    if (hand?.status === "surrendered") return "surrendered, half the wager";
    return hand && LOSSES[event.line] ? LOSSES[event.line](hand, stage) : event.line || "lost";
  }

  /** The sum in words, where the whole round was heard. */
  sum() { return !this.isWhole ? "" : this.net > 0 ? `You won ${money(this.net)}.` : this.net < 0 ? `You lost ${money(-this.net)}.` : "You broke even."; }

  /** The round in a sentence; nothing while nothing has been settled. */
  markup() {
    if (!this.lines.length) return "";
    const told = [...this.lines].sort((a, b) => this.weight(b) - this.weight(a)).slice(0, TOLD), more = this.lines.length - told.length;
    return html`<b class="${this.net > 0 ? "up" : ""}">${this.sum()}</b> ${told.map(({ text, amount, clause }, i) => html`${i ? "; " : ""}${i ? text : capital(text)}${this.lines.length > 1 && amount ? `: ${amount > 0 ? "+" : ""}${money(amount)}` : ""} ${clauseButton(clause)}`)}${more ? ` and ${more} more.` : ""}`;
  }
  /** What agrees with the whole comes first, then what is large. */
  weight({ amount }) { return (Math.sign(amount) === Math.sign(this.net) ? 1e12 : 0) + Math.abs(amount); }
}
