/* The layout with everything on it. It draws a stage; it knows no rule. */
import { areaThings } from "./areas.js";
import { cardThings, ringThings } from "./cards.js";
import { chipExits, chipThings } from "./chips.js";
import { labelThings } from "./labels.js";
import { Layer } from "./layer.js";
import { Tall } from "./tall.js";
import { Wide } from "./wide.js";

const SMALL = 0.86;
const stop = (offset, colour) => `<stop offset="${offset}" stop-color="var(--${colour})"/>`;
const DEFS = `<defs><radialGradient id="cloth" cx=".5" cy=".22" r=".78">
    ${stop("0", "felt-lit")}${stop(".55", "felt")}${stop("1", "felt-deep")}</radialGradient>
  <pattern id="edges" width="3" height="8" patternUnits="userSpaceOnUse"><rect width="3" height="8" fill="#b9b2a2"/>
    <rect width="1.800" height="8" fill="#f2ecdf"/></pattern></defs>`;

export class Scene {
  constructor(svg, felt) {
    Object.assign(this, { svg, felt });
    svg.innerHTML = `${DEFS}<g class="ground"></g><g class="heaps"></g>`;
    this.ground = svg.querySelector(".ground");
    this.heaps = svg.querySelector(".heaps");
    for (const name of ["areas", "rings", "cards", "chips", "labels"]) this[name] = new Layer(svg, name);
  }

  /** Choose the layout that the room allows. */
  lay({ width, height, isWide, mine, taken = [] }) {
    const isCropped = isWide && Wide.mayCrop(this.felt, { width, height, taken });
    const key = `${isWide} ${isCropped} ${Math.round(width)} ${Math.round(height)} ${mine.join()}`;
    if (this.laid === key) return;
    this.laid = key;
    const isSmall = Math.min(width / (isCropped ? 1028 : 1440), height / 844) < SMALL;
    this.layout = isWide ? new Wide(this.felt, { isSmall, isCropped }) : new Tall(this.felt, { width, height, mine });
    this.svg.setAttribute("viewBox", `${this.layout.left || 0} 0 ${this.layout.width} ${this.layout.height}`);
    this.svg.setAttribute("preserveAspectRatio", isWide ? "xMidYMin meet" : "xMidYMin slice");
    this.ground.innerHTML = this.layout.ground();
  }

  /** Draw the stage; `people` says who I am, what lies in my slip, who is to act, and how much time is left. */
  draw(stage, people) {
    const { layout } = this;
    if (!layout) return;
    const active = people.asks.find((ask) => ask.question !== "insurance" && ask.box) || null;
    const shown = { ...stage, active };
    const boxes = [...layout.boxes(shown).values()];
    this.drawHeaps(layout.heaps(shown));
    this.areas.draw(areaThings(boxes, shown, people));
    this.rings.draw(ringThings(boxes, active, people.clock));
    this.cards.draw(cardThings(layout, boxes, shown));
    this.chips.draw(chipThings(layout, boxes, shown, people, this.felt.chips), chipExits(layout, boxes, shown));
    this.labels.draw(labelThings(layout, boxes, shown, { ...people, best: this.felt.best_total }));
  }

  drawHeaps(markup) {
    if (this.heaped === markup) return;
    this.heaps.innerHTML = markup;
    this.heaped = markup;
  }
}
