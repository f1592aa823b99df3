/* What deserves a moment: it is shown where the layout has print only, covers no card and no wager, takes no keys,
   and is over in less than two seconds. What it says stands in the log and in the ledger too. */
import { fill, html, wait } from "../dom.js";
import { pace } from "../prefs.js";
import { money } from "../words.js";

/** Milliseconds that each kind of moment takes. */
export const LENGTHS = { blackjack: 1200, bonus: 1400, side: 1200, wheel: 1900, prize: 1900 };

export class Moments {
  /** `root` is where they are shown. */
  constructor(root) {
    Object.assign(this, { root, now: 0 });
  }

  /** Show one until its time is over, or until the next one comes. What was shown last stays there, unseen. */
  async show(kind, body) {
    const now = ++this.now;
    fill(this.root, body);
    this.root.className = `moment ${kind}`;
    if (document.hidden || pace() === "instant") return;
    this.root.classList.add("shown");
    await wait(LENGTHS[kind]);
    if (this.now === now) this.root.classList.remove("shown");
  }

  /** A line that was won: what it is, at which odds, how much. */
  line(kind, { text, odds, amount }) {
    const at = odds ? html`<span>${odds}</span>` : "";
    return this.show(kind, html`<p class="line"><b>${text}</b>${at}<i class="num">+${money(amount)}</i></p>`);
  }
}
