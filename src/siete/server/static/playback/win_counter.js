/* What I have won in this round, counted up as it is paid; when the round is reckoned, what it has won in all. */
import { moves } from "../prefs.js";
import { money } from "../words.js";

const COUNTING = 600;

export class WinCounter {
  constructor(root) {
    Object.assign(this, { root, won: 0, shown: 0 });
  }

  /** The next round has begun. */
  clear() {
    Object.assign(this, { won: 0, shown: 0 });
    this.write();
  }
  add(cents) {
    this.won += cents;
    const [from, began] = [this.shown, performance.now()];
    cancelAnimationFrame(this.frame);
    const count = (now) => {
      const part = moves() && !document.hidden ? Math.min(1, (now - began) / COUNTING) : 1;
      this.shown = part < 1 ? from + Math.round(((this.won - from) * part) / 50) * 50 : this.won;
      this.write();
      if (part < 1) this.frame = requestAnimationFrame(count);
    };
    count(began);
  }
  /** The ledger is there: no other sum stands beside it, and none where the round has won nothing. */
  settle(net) {
    cancelAnimationFrame(this.frame);
    this.won = this.shown = Math.max(0, net);
    this.write();
  }
  write() {
    this.root.hidden = !this.shown;
    this.root.textContent = `+${money(this.shown)}`;
  }
}
