/* The keyboard at a table: answers to what is asked first, then the general keys, then those for wagers. */
import { money } from "../words.js";

const GENERAL = { "?": "keys", o: "payouts", m: "menu" };
const TRAINING = { a: "peek", z: "back" };
const WAGERING = {
  "+": "more",
  "=": "more",
  "-": "less",
  backspace: "less",
  b: "rebet",
  t: "twice",
  c: "clear",
};
const STEPS = { arrowleft: -1, arrowright: 1 };

export class Keyboard {
  constructor({ model, dock, rail, trainer, actions, say }) {
    Object.assign(this, { model, dock, rail, trainer, actions, say });
    this.listener = (event) => this.press(event);
    document.addEventListener("keydown", this.listener);
  }

  /** Let go of the keyboard. */
  close() {
    document.removeEventListener("keydown", this.listener);
  }

  press(event) {
    if (isElsewhere(event)) return;
    const key = event.key.toLowerCase();
    const handler = this.handler(key, event.target.matches?.("button, a"));
    if (!handler) return;
    event.preventDefault();
    handler();
  }

  /** What a key does now; on a button that was reached by key, Enter and the arrows are the button's. */
  handler(key, isOnButton) {
    if (this.dock.has(key)) return () => this.dock.press(key);
    const name = GENERAL[key] || (this.trainer.isOn() && TRAINING[key]);
    if (name) return this.actions[name];
    return this.model.isSeated() ? this.wagering(key, isOnButton) : null;
  }
  wagering(key, isOnButton) {
    if (WAGERING[key]) return this.actions[WAGERING[key]];
    if (/^[1-6]$/.test(key)) return this.chip(Number(key));
    if (isOnButton) return null;
    if (key === "enter") return this.actions.ready;
    return STEPS[key] ? () => this.rail.move(STEPS[key]) : null;
  }
  chip(number) {
    const value = this.rail.chips()[number - 1];
    if (!value) return null;
    return () => {
      this.say(`${money(value)} chip`);
      this.rail.pick(value);
    };
  }
}

const isElsewhere = (event) =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  document.querySelector("dialog[open]") ||
  event.target.matches?.("input, textarea, select");
