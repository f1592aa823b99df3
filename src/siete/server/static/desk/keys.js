/* The keyboard at a desk: a key for each motion, box and chip. */
import { tileOf } from "./tiles.js";

export class DeskKeys {
  constructor({ model, acts }) {
    Object.assign(this, { model, acts });
    this.listener = (event) => this.press(event);
    document.addEventListener("keydown", this.listener);
  }
  close() {
    document.removeEventListener("keydown", this.listener);
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.matches?.("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    const act = this.act(key, event.target.matches?.("button, a, [role=button]"));
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** What a key does now; on something that was reached by key, Enter and the space bar press it. */
  act(key, isOnButton) {
    const { model, acts } = this;
    if (isOnButton && (key === "enter" || key === " ")) return null;
    if (key === "?") return acts.keys;
    if (!model.mine) return key === "enter" ? acts.take : null;
    if (key === "f") return acts.floor;
    if (key === "a") return model.mine.phase === "round" ? acts.calls : acts.others;
    return model.mine.phase === "round" ? this.dealing(key) : this.preparing(key);
  }
  dealing(key) {
    const { model, acts } = this;
    const chip = model.desk.chips.find((each) => each.key === key);
    if (chip) return () => acts.chip(chip.chip);
    if (/^\d$/.test(key)) return () => acts.box(Number(key));
    if (key === ".") return () => acts.box("bonus");
    if (key === "backspace") return acts.back;
    if (key === "escape") return acts.drop;
    if (key === "enter") return model.chips.length ? () => acts.motion("pay") : acts.step;
    const motion = model.desk.motions.find((each) => each.key === key);
    return motion ? () => acts.motion(motion.name) : null;
  }
  preparing(key) {
    const { model, acts } = this;
    if (key === "arrowleft") return () => acts.cover(1);
    if (key === "arrowright") return () => acts.cover(-1);
    const tile = tileOf(model, key);
    if (tile) return () => acts.tile(tile);
    return key === "enter" ? acts.step : null;
  }
}

/** All keys in words. */
export const keyList = (model) => [
  ["1 – 9, 0", "choose a box, again for its next wager; 0 is your own hand"],
  ...model.desk.motions.map((each) => [each.key.toUpperCase(), each.label.toLowerCase()]),
  ...model.desk.chips.map((each) => [each.key.toUpperCase(), `a chip of ${each.chip / 100} dollars`]),
  ["Backspace", "put one chip back"],
  ["Enter", "hand the chips over, or do what you are shown"],
  ["Esc", "put the drawn card and all chips back"],
  ["A", "calls and other motions"],
  ["F", "call the floorperson, report an irregularity"],
  ["?", "these keys"],
];
