/* Wagers: pick a chip, pick an area, push it forward. The same by mouse on the felt, by finger here, and by key. */
import { chip } from "../draw/chips.js";
import { html, raw } from "../dom.js";
import { money } from "../words.js";

export class Rail {
  constructor(room) { Object.assign(this, { room, chip: null, target: null }); }

  /** The chip in hand: the largest that is not above the table's least wager, until another is picked. */
  get value() {
    const { chips, table_min: least } = this.room.felt;
    return this.chip ?? [...chips].reverse().find((each) => each <= least) ?? chips[0];
  }

  /** Every area where I may wager now: my boxes, and their side wagers. */
  areas() {
    const { felt } = this.room, boxes = this.room.mine();
    return boxes.flatMap((box) => [{ box, wager: "base", short: boxes.length > 1 ? `Box ${box}` : "Wager" }, ...felt.spots.map((spot) => ({ box, ...spot, short: boxes.length > 1 ? `${box}: ${spot.short}` : spot.short }))]);
  }
  aim() {
    const areas = this.areas();
    return areas.find((each) => each.box === this.target?.box && each.wager === this.target?.wager) || areas[0] || null;
  }
  isTarget(box, wager) { const aim = this.aim(); return Boolean(aim && this.room.isBetting() && aim.box === box && aim.wager === wager); }
  move(by) {
    const areas = this.areas(), aim = this.aim();
    if (!aim) return;
    const at = areas.findIndex((each) => each.box === aim.box && each.wager === aim.wager);
    this.target = areas[(at + by + areas.length) % areas.length];
    this.room.redraw();
    this.room.voice.say(`${this.target.title || "Wager"}: ${money(this.room.slip.get(this.target.box, this.target.wager))}`);
  }
  push(sign = 1, at = this.aim()) {
    if (!at) return;
    this.target = { box: at.box, wager: at.wager };
    this.room.slip.add(at.box, at.wager, sign * this.value);
    this.room.sound.chip();
    this.room.voice.say(`${at.title || "Wager"} ${money(this.room.slip.get(at.box, at.wager))}`);
  }

  sums() {
    const { slip, felt } = this.room, parts = [];
    for (const box of slip.boxes()) for (const [wager, amount] of slip.of(box)) parts.push(wager === "base" ? money(amount) : `${money(amount)} ${felt.spots.find((each) => each.wager === wager)?.short.toLowerCase() || ""}`);
    return parts.join(" + ");
  }

  markup() {
    const { room } = this, { felt, slip } = room, isBetting = room.isBetting();
    if (!room.isSeated()) return html``;
    const title = isBetting ? "Your wagers" : "Next round", aim = this.aim(), areas = this.areas().filter((area) => area.wager === "base" || area.box === aim?.box);
    const chips = felt.chips.filter((each) => each >= Math.min(100, felt.table_min)).slice(0, 6);
    return html`<h2>${title} <b class="num">${this.sums() || "none yet"}</b></h2>
      <div class="spots ${areas.length > 6 ? "many" : ""}" role="group" aria-label="Where chips go">${areas.map((area) => html`<button aria-pressed="${String(area.box === aim?.box && area.wager === aim?.wager)}" data-focus="spot${area.box}${area.wager}" data-box="${area.box}" data-spot="${area.wager}" aria-label="${area.title || "Wager"}, box ${area.box}: ${money(slip.get(area.box, area.wager))}">${area.short}<b class="num">${slip.get(area.box, area.wager) ? money(slip.get(area.box, area.wager)) : area.is_fixed ? `add ${money(area.least)}` : "–"}</b></button>`)}</div>
      <div class="chips" role="group" aria-label="Chip in hand">${chips.map((each, i) => html`<button aria-label="${money(each)} chip" title="${money(each)}: key ${i + 1}" aria-pressed="${String(each === this.value)}" data-focus="chip${each}" data-chip="${each}">${raw(`<svg viewBox="-23 -21 46 46" aria-hidden="true">${chip(each, 0, 0)}</svg>`)}</button>`)}</div>
      <div class="ops"><button class="btn sm" data-focus="more" data-do="more" title="Key +">Add</button><button class="btn sm" data-focus="less" data-do="less" title="Key −">Less</button><button class="btn sm" data-focus="rebet" data-do="rebet" title="Key B">Rebet</button><button class="btn sm" data-focus="twice" data-do="twice" title="Key T">Twice</button><button class="btn sm" data-focus="clear" data-do="clear" title="Key C">Clear</button></div>`;
  }
}
