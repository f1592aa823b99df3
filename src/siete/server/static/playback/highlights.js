/* What deserves more than a line in the log: cards and wins to hear, payouts to read, and moments for what is rare. */
import { sound } from "../sound.js";
import { lineOf, money, paid, wagerName } from "../words.js";

export class Highlights {
  /** `moments` shows what is rare, `counter` counts my wins; `me()` is my name. */
  constructor({ felt, toasts, moments, counter, me }) {
    Object.assign(this, { felt, toasts, moments, counter, me, spun: "" });
  }

  async show(event, rest, stage) {
    await SHOWN[event.event]?.(this, event, rest, stage);
  }

  /** The next round has begun. */
  clear() {
    this.counter.clear();
    this.toasts.clear();
  }
  isMine(event) {
    return event.player === this.me();
  }
  note(event, text) {
    const under = `Box ${event.box}, ${this.isMine(event) ? "you" : event.player}`;
    this.toasts.show({ text, under, clause: event.clause });
  }
  /** A payout is noted; one of mine is counted, and heard, and has its moment if its line is worth one. */
  payout(event, text) {
    this.note(event, text);
    if (!this.isMine(event)) return;
    this.counter.add(event.amount);
    const { moment, ...line } = lineOf(this.felt, event.wager, event.line);
    sound[moment || "win"]();
    if (moment && !this.felt.wheels[event.wager]) this.moments.line(moment, { ...line, amount: event.amount });
  }

  async wheel(event, rest, stage) {
    if (!event.symbols.length || !this.felt.wheels[event.wager] || this.isKnownSpin(event, stage)) return;
    const { prepared, wheelMoment } = await import("./prizes.js");
    await prepared();
    sound.wheel();
    await this.moments.show("wheel", wheelMoment(this.felt, event, rest));
  }
  /** A shared wheel turns once for all who wagered, though each of them has an event. */
  isKnownSpin(event, stage) {
    const spin = `${stage.number} ${event.wager} ${event.symbols.join()}`;
    const isKnown = this.felt.wheels[event.wager]?.is_shared && this.spun === spin;
    this.spun = spin;
    return isKnown;
  }

  /** What wins a prize, as the table prints it. */
  prizeNote(wager) {
    const note = this.felt.panels.find((panel) => panel.wager === wager)?.note;
    return note ? `${note}.` : "";
  }
  async prize(event, title, note) {
    this.note(event, `${title}: ${money(event.amount)}`);
    if (this.isMine(event)) this.counter.add(event.amount);
    const { prepared, prizeMoment } = await import("./prizes.js");
    await prepared();
    sound.prize();
    const who = `${event.player}, box ${event.box}`;
    await this.moments.show("prize", prizeMoment({ title, who, amount: event.amount, note }));
  }
}

const SHOWN = {
  CardDealt: () => sound.card(),
  WagersClosed: (on) => on.clear(),
  WagerPaid: (on, event) => on.payout(event, paid(on.felt, event)),
  EnvyPaid: (on, event) => on.payout(event, `${wagerName(on.felt, "envy")}: ${money(event.amount)}`),
  WheelSpun: (on, event, rest, stage) => on.wheel(event, rest, stage),
  SuperBonusPaid: (on, event) => on.prize(event, wagerName(on.felt, "super bonus"), on.prizeNote("super bonus")),
  AwardPaid: (on, event) =>
    on.prize(
      event,
      wagerName(on.felt, event.wager),
      `${event.line.replaceAll("-", " ")}: from a meter of ${money(event.before)}.`,
    ),
  RoundVoided: (on, event) =>
    on.toasts.show({ text: `The round is void: ${event.reason}`, clause: event.clause, cls: "refused" }),
};
