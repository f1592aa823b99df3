/* How the last round went for me, in one sentence: what I won or lost, and why, with the clause. */
import { html } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { lineOf, money, total, wagerName } from "../words.js";

const LOSSES = {
  bust: (hand) => `${hand.total} is more than 21`,
  "dealer blackjack": () => "the dealer has Blackjack",
  loss: (hand, stage) => stage.dealerTotal ? `${total(hand)} against the dealer's ${stage.dealerTotal}` : "the dealer's total is higher",
};
/** So many parts are told here; the log has the rest. */
const TOLD = 3;
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const PAYS = ["WagerPaid", "SuperBonusPaid", "EnvyPaid", "AwardPaid"];

export class Story {
  constructor() { this.begin(); }
  begin() { Object.assign(this, { net: 0, lines: [] }); }

  /** Take in an event of mine; `stage` is the felt when it happened. */
  hear(event, me, stage, felt) {
    if (event.event === "WagersClosed") this.begin();
    if (!me || event.player !== me) return;
    const hand = stage.boxes.get(event.box)?.hands[event.hand ?? 0];
    if (PAYS.includes(event.event)) this.add(event.amount, this.won(event, felt), event.clause);
    else if (event.event === "WagerCollected") this.add(-event.amount, this.lost(event, hand, stage), event.clause);
    else if (event.event === "WagerReturned" && event.line === "push") this.add(0, `push: ${hand ? total(hand) : "the same total"} on both sides`, event.clause);
  }
  add(amount, text, clause = "") { this.net += amount; this.lines.push({ amount, text, clause }); }

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

  /** The sentence; nothing while nothing has been settled. */
  markup() {
    if (!this.lines.length) return "";
    const word = this.net > 0 ? `You won ${money(this.net)}` : this.net < 0 ? `You lost ${money(-this.net)}` : "You broke even";
    const told = [...this.lines].sort((a, b) => this.weight(b) - this.weight(a)).slice(0, TOLD), more = this.lines.length - told.length;
    return html`<b class="${this.net > 0 ? "up" : ""}">${word}.</b> ${told.map(({ text, amount, clause }, i) => html`${i ? "; " : ""}${i ? text : capital(text)}${this.lines.length > 1 && amount ? `: ${amount > 0 ? "+" : ""}${money(amount)}` : ""} ${clauseButton(clause)}`)}${more ? ` and ${more} more.` : ""}`;
  }
  /** What agrees with the whole comes first, then what is large. */
  weight({ amount }) { return (Math.sign(amount) === Math.sign(this.net) ? 1e12 : 0) + Math.abs(amount); }
}
