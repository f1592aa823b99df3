/* Rounds played by the chart: the same wager again and again, every decision as the chart for it says. */
import { api } from "../api.js";

export class Autoplay {
  /** `ready()` deals; `isOpen()` says whether the table is still looked at. */
  constructor({ table, felt, model, dock, slip, playback, ready, changed, refuse, isOpen }) {
    Object.assign(this, { table, felt, model, dock, slip, playback, ready, changed, refuse, isOpen });
    Object.assign(this, { left: 0, played: 0, began: 0, isWaiting: false });
  }

  get isOn() {
    return this.left > 0;
  }
  /** What the rounds have brought so far, in cents. */
  get net() {
    return this.model.you.rack + this.model.onLayout() - this.began;
  }

  async start(rounds) {
    if (this.isOn || !this.model.isSeated()) return;
    Object.assign(this, { left: rounds, played: 0, began: this.model.you.rack + this.model.onLayout() });
    try {
      while (this.isOn && this.isOpen()) await this.step();
    } catch (error) {
      if (!error.sentence) throw error;
      this.refuse(error);
    } finally {
      this.stop();
    }
  }
  stop() {
    this.left = 0;
    this.changed();
  }

  async step() {
    const { playback, model } = this;
    await playback.caughtUp();
    if (!this.isOn) return;
    if (model.myAsk()) await this.decide();
    else if (model.needsChips(this.felt.table_min)) this.stop();
    else if (model.isBetting()) await this.deal();
    else await playback.nextChange();
  }

  async deal() {
    const { slip, model, playback } = this;
    const [own] = model.boxes();
    if (slip.isEmpty() && !slip.mayRepeat()) slip.put(own, "base", this.felt.table_min);
    const { rounds } = model.view;
    await this.ready();
    await playback.caughtUp(() => model.isClosed || model.view.rounds > rounds);
    this.count(rounds);
  }
  async decide() {
    const { model, dock, playback } = this;
    const [asked, { rounds }] = [model.askKey(), model.view];
    this.isWaiting = true;
    this.changed();
    const { command } = await api.charted(this.table).finally(() => (this.isWaiting = false));
    const answer = dock.answers().find((each) => each.command === command && each.legal);
    if (!answer || model.askKey() !== asked) return;
    await dock.give(answer);
    await playback.caughtUp(() => model.askKey() !== asked);
    this.count(rounds);
  }
  /** A round is over when the house has counted one more. */
  count(before) {
    if (this.model.view.rounds === before) return;
    this.played += 1;
    if (this.isOn) this.left -= 1;
    this.changed();
  }
}
