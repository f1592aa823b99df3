/* Coming to a box, waiting for one, and leaving it. */
import { api } from "../api.js";
import { visit } from "../dom.js";
import { guestName } from "../people.js";
import { prefs } from "../prefs.js";

const BUY_IN = 50000;

export class Seating {
  /** `called(box)` is told when whoever waited has a box. */
  constructor({ positions, isPractice, model, commands, link, called }) {
    Object.assign(this, { positions, isPractice, model, commands, link, called });
  }

  freeBoxes() {
    return Array.from({ length: this.positions }, (_, i) => i + 1).filter((box) => !this.model.holder(box));
  }
  /** The free box nearest the middle. */
  middleBox() {
    const middle = (this.positions + 1) / 2;
    return this.freeBoxes().toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  }

  async sit(box) {
    try {
      await this.enter();
      if (!(await this.buyIn(box))) await this.commands.send({ command: "TakeSeat", box });
    } catch (error) {
      this.commands.refuse(error);
    }
  }
  /** Whoever comes without a name gets one. */
  async enter() {
    if (this.model.name || (await api.session())) return;
    await api.enter(prefs.name || guestName());
    await this.rejoin();
  }
  /** Sit down with chips, as far as the wallet has them; null where that cannot be. */
  async buyIn(box) {
    const amount = this.isPractice ? BUY_IN : Math.min(BUY_IN, this.model.you?.wallet || 0);
    if (!amount) return null;
    return this.commands.send({ command: "TakeSeat", box, amount }).catch((error) => {
      if (error.code === "command/not-your-turn") throw error;
      return null;
    });
  }
  /** A new session is known to the link only from its next beginning. */
  rejoin() {
    return new Promise((done) => {
      this.link.addEventListener("message", () => done(), { once: true });
      this.link.restart();
    });
  }

  /** Sit down where a box is free; where none is, wait for one if that is wanted. */
  sitInTheMiddle(mayWait) {
    if (!this.model.maySit()) return;
    if (this.freeBoxes().length) this.sit(this.middleBox());
    else if (mayWait) this.joinQueue();
  }
  /** Wait for a box; the house seats whoever is first as soon as one is free. */
  async joinQueue() {
    try {
      await this.enter();
      await this.commands.send({ command: "JoinQueue" });
    } catch (error) {
      this.commands.refuse(error);
    }
  }
  leaveQueue() {
    return this.commands.try({ command: "LeaveQueue" });
  }
  told({ event, player, box }) {
    if (event === "PlayerSeated" && player === this.model.name && this.model.you.queue?.place) this.called(box);
  }
  /** Bring what the wallet has; where it is empty, the house gives new play chips. */
  async bringChips() {
    try {
      if (!this.isPractice && !this.model.you?.wallet) await api.cage();
      await this.commands.send({ command: "BuyChips", amount: this.broughtNext() });
    } catch (error) {
      this.commands.refuse(error);
    }
  }
  /** How much "Bring chips" brings. */
  broughtNext() {
    return Math.min(BUY_IN, this.model.you?.wallet || BUY_IN);
  }
  buyMore() {
    return this.commands.try({ command: "BuyChips", amount: BUY_IN });
  }
  async leave() {
    if (await this.commands.try({ command: "LeaveTable" })) visit("/lobby");
  }
}
