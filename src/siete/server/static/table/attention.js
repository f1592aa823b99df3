/* Calls somebody to the table: a question that is new, a box that became theirs, the last seconds of their clock. */
import { sound } from "../sound.js";

const LAST_SECONDS = 5;

export class Attention {
  /** `ask` gives the question before me, if there is one. */
  constructor(parts) {
    Object.assign(this, parts, { asked: "" });
  }

  /** A question that is new to me is spoken, and its values are looked up. */
  attend() {
    if (this.playback.isBehind) return;
    const key = this.ask() ? this.model.askKey() : "";
    this.trainer.look();
    if (key && key !== this.asked) this.callToAct();
    this.asked = key;
    this.floor.attend();
  }
  callToAct() {
    sound.turn();
    this.voice.urgent(`${this.dock.name()}: ${this.dock.title()}`);
  }

  /** Whoever waited for a box has one now. */
  called(box) {
    const text = `Box ${box} is yours.`;
    sound.turn();
    this.toasts.show({ text, under: "You were next in the queue." });
    this.voice.urgent(text);
  }

  /** The last seconds of my own clock are counted aloud. */
  count(clock) {
    const left = Math.ceil(clock.left);
    if (clock.player !== this.model.name || left <= 0 || left > LAST_SECONDS) return;
    this.voice.urgent(`${left} ${left === 1 ? "second" : "seconds"}`);
  }
}
