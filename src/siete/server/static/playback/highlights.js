/* What deserves more than a line in the log: cards and wins to hear, payouts to read, wheels and jackpots to watch. */
import { sound } from "../sound.js";
import { money, paid, wagerName } from "../words.js";
import { showWheel, showWin } from "./showcase.js";

export class Highlights {
  /** `root` is covered by what is worth stopping for; `me()` is my name. */
  constructor({ root, felt, toasts, me }) {
    Object.assign(this, { root, felt, toasts, me, spun: "" });
  }

  async show(event, rest, stage) {
    await SHOWN[event.event]?.(this, event, rest, stage);
  }

  payout(event, text) {
    const isMine = event.player === this.me();
    if (isMine) sound.win();
    this.toasts.show({ text, under: `Box ${event.box}, ${isMine ? "you" : event.player}`, clause: event.clause });
  }

  async wheel(event, rest, stage) {
    if (!event.symbols.length || document.hidden || this.isKnownSpin(event, stage)) return;
    await showWheel(this.root, this.felt, event, rest);
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

  win(event, title, note) {
    const { amount, clause } = event;
    return showWin(this.root, { title, who: `${event.player}, box ${event.box}`, amount, clause, note });
  }
}

const SHOWN = {
  CardDealt: () => sound.card(),
  WagerPaid: (on, event) => on.payout(event, paid(on.felt, event)),
  EnvyPaid: (on, event) => on.payout(event, `${wagerName(on.felt, "envy")}: ${money(event.amount)}`),
  WheelSpun: (on, event, rest, stage) => on.wheel(event, rest, stage),
  SuperBonusPaid: (on, event) => on.win(event, wagerName(on.felt, "super bonus"), on.prizeNote("super bonus")),
  AwardPaid: (on, event) =>
    on.win(
      event,
      wagerName(on.felt, event.wager),
      `${event.line.replaceAll("-", " ")}: from a meter of ${money(event.before)}.`,
    ),
  RoundVoided: (on, event) =>
    on.toasts.show({ text: `The round is void: ${event.reason}`, clause: event.clause, cls: "refused" }),
};
