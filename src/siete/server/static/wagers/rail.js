/* Wagers: pick a chip, pick an area, push it forward. The same by mouse on the layout, by finger here, and by key. */
import { chip } from "../draw/chips.js";
import { html, raw } from "../dom.js";
import { sound } from "../sound.js";
import { money } from "../words.js";

const MOST_CHIPS = 6;
const SMALLEST = 100;
const OPERATIONS = [
  ["more", "Add", "+"],
  ["less", "Less", "−"],
  ["rebet", "Rebet", "B"],
  ["twice", "Twice", "T"],
  ["clear", "Clear", "C"],
];
const isAt = (area, other) => area?.box === other?.box && area?.wager === other?.wager;
const nameOf = (area) => area.title || "Wager";

export class Rail {
  /** `boxes()` are mine; `isBetting()` and `isSeated()` as the house says; `say` speaks; `changed()` is told. */
  constructor({ felt, slip, boxes, isBetting, isSeated, say, changed }) {
    Object.assign(this, { felt, slip, boxes, isBetting, isSeated, say, changed, picked: null, target: null });
  }

  /** The chips one can pick, by size. */
  chips() {
    return this.felt.chips.filter((each) => each >= Math.min(SMALLEST, this.felt.table_min)).slice(0, MOST_CHIPS);
  }
  /** The chip in hand: the largest that is not above the table's least wager, until another is picked. */
  get value() {
    const { chips, table_min: least } = this.felt;
    return this.picked ?? chips.findLast((each) => each <= least) ?? chips[0];
  }
  pick(chipValue) {
    this.picked = chipValue;
    this.changed();
  }

  // --- areas --------------------------------------------------------------------------------------------------

  /** Every area where I may wager now: my boxes, and their side wagers. */
  areas() {
    const boxes = this.boxes();
    const isOne = boxes.length < 2;
    return boxes.flatMap((box) => [
      { box, wager: "base", short: isOne ? "Wager" : `Box ${box}` },
      ...this.felt.spots.map((spot) => ({ box, ...spot, short: isOne ? spot.short : `${box}: ${spot.short}` })),
    ]);
  }
  aim() {
    const areas = this.areas();
    return areas.find((each) => isAt(each, this.target)) || areas[0] || null;
  }
  isTarget(box, wager) {
    return this.isBetting() && isAt(this.aim(), { box, wager });
  }
  aimAt(box, wager) {
    this.target = { box, wager };
  }
  forget() {
    this.target = null;
  }
  move(by) {
    const areas = this.areas();
    const aim = this.aim();
    if (!aim) return;
    const at = areas.findIndex((each) => isAt(each, aim));
    this.target = areas[(at + by + areas.length) % areas.length];
    this.changed();
    this.say(`${nameOf(this.target)}: ${money(this.slip.get(this.target.box, this.target.wager))}`);
  }
  push(sign = 1, at = this.aim()) {
    if (!at) return;
    this.aimAt(at.box, at.wager);
    this.slip.add(at.box, at.wager, sign * this.value);
    sound.chip();
    this.say(`${nameOf(at)} ${money(this.slip.get(at.box, at.wager))}`);
  }
  /** Press an area here: the first press aims, the next pushes a chip; a fixed amount goes at once. */
  press(box, wager) {
    const area = { ...this.felt.spots.find((each) => each.wager === wager), box, wager };
    const isAimed = isAt(this.aim(), area);
    this.aimAt(box, wager);
    if (area.is_fixed || isAimed) this.push(1, area);
    this.changed();
  }

  // --- markup -------------------------------------------------------------------------------------------------

  markup() {
    if (!this.isSeated()) return html``;
    return html`<h2>${this.isBetting() ? "Your wagers" : "Next round"}
        <b class="num">${this.sums() || "none yet"}</b></h2>
      ${this.areasMarkup()}
      <div class="chips" role="group" aria-label="Chip in hand">${this.chipButtons()}</div>
      <div class="ops">${OPERATIONS.map(operationButton)}</div>`;
  }

  sums() {
    const inWords = ([wager, amount]) => {
      const short = this.felt.spots.find((each) => each.wager === wager)?.short.toLowerCase();
      const sum = money(amount);
      if (short?.endsWith(` ${sum}`)) return short;
      return wager === "base" ? sum : `${sum} ${short || ""}`;
    };
    return this.slip
      .boxes()
      .flatMap((box) => this.slip.of(box).map(inWords))
      .join(" + ");
  }

  areasMarkup() {
    const aim = this.aim();
    const areas = this.areas().filter((area) => area.wager === "base" || area.box === aim?.box);
    const kind = areas.length > 6 ? "many" : "";
    const buttons = areas.map((area) => this.areaButton(area, isAt(area, aim)));
    return html`<div class="spots ${kind}" role="group" aria-label="Where chips go">${buttons}</div>`;
  }
  areaButton(area, isAimed) {
    const amount = this.slip.get(area.box, area.wager);
    const shown = amount ? money(amount) : area.is_fixed ? `add ${money(area.least)}` : "–";
    return html`<button
      aria-pressed="${String(isAimed)}"
      data-focus="spot${area.box}${area.wager}"
      data-box="${area.box}"
      data-spot="${area.wager}"
      aria-label="${nameOf(area)}, box ${area.box}: ${money(amount)}"
    >${area.short}<b class="num">${shown}</b></button>`;
  }

  chipButtons() {
    return this.chips().map((each, i) => this.chipButton(each, i));
  }
  chipButton(each, index) {
    return html`<button
      aria-label="${money(each)} chip"
      title="${money(each)}: key ${index + 1}"
      aria-pressed="${String(each === this.value)}"
      data-focus="chip${each}"
      data-chip="${each}"
    >${raw(`<svg viewBox="-23 -21 46 46" aria-hidden="true">${chip(each, 0, 0)}</svg>`)}</button>`;
  }
}

const operationButton = ([name, label, key]) =>
  html`<button class="btn sm" data-focus="${name}" data-do="${name}" title="Key ${key}">${label}</button>`;
