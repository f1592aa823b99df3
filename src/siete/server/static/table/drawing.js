/* Draws a table from its parts: what they say goes into their places on the page, and nothing is kept here. */
import { fill, html } from "../dom.js";
import { withPast } from "../playback/stage.js";
import { betDock } from "../wagers/bet_dock.js";
import * as status from "./status.js";

const WIDE = matchMedia("(min-width: 1200px) and (min-height: 561px)");

export class Drawing {
  constructor(root, parts) {
    Object.assign(this, parts, { root, felt: parts.about.felt });
  }

  /** The layout last: it has the room that everything else leaves. */
  draw() {
    this.root.classList.toggle("playing", !this.model.isBetting());
    this.below();
    this.money();
    this.linkState();
    this.words();
    this.lay();
    this.stage();
  }

  lay() {
    const { width, height } = this.root.querySelector(".felt").getBoundingClientRect();
    const { seats, boxes } = this.playback.stage;
    const taken = [...Object.keys(seats).map(Number), ...boxes.keys(), ...(this.model.maySit() ? [1] : [])];
    this.scene.lay({ width, height, isWide: WIDE.matches, mine: this.boxes(), taken });
  }

  stage() {
    const { model, slip, rail, playback } = this;
    const { isBehind } = playback;
    const stage = this.shownStage();
    const mine = this.boxes();
    this.scene.draw(stage, {
      mine,
      name: model.name,
      isOnly: mine.length === 1,
      isBetting: model.isBetting(),
      maySit: model.maySit(),
      asks: isBehind ? [] : model.asks().filter((ask) => stage.boxes.get(ask.box)?.hands[ask.hand]),
      clock: model.clock(),
      slip: (box, wager) => slip.get(box, wager),
      slips: (box) => slip.unplaced(box),
      ghosts: (box) => (isBehind || !model.isBetting() ? [] : slip.ghosts(box)),
      target: (box, wager) => rail.isTarget(box, wager),
    });
  }

  /** The layout as it is shown: the last round's cards stay until the next deal; where there is little room, until
      the next wager. */
  shownStage() {
    const { stage } = this.playback;
    return WIDE.matches || this.slip.isEmpty() ? withPast(stage) : stage;
  }

  below() {
    const { rail, trainer } = this;
    this.part(".dock", this.dockMarkup());
    this.guide()?.draw();
    this.part(".rail", rail.markup()).hidden = !this.model.isSeated();
    this.part(".trainer", trainer.markup()).hidden = !trainer.isOn();
    this.side.draw();
    this.workbench()?.draw();
  }
  dockMarkup() {
    if (this.isAsked()) return this.dock.markup();
    const { felt, model, slip, seating, isPractice, playback } = this;
    if (model.isStaff) return this.floor.markup();
    const isBusy = playback.isBehind && playback.stage.isClosed;
    return betDock({ felt, model, slip, story: this.results.story(), seating, isPractice, isBusy });
  }

  money() {
    const { model, playback, felt } = this;
    this.part("[data-purse]", status.purse(model));
    this.part("[data-bal]", status.balance(model));
    this.part("[data-meters]", status.meters(model.meters, felt)).hidden = !model.meters.length;
    this.smallMeters(status.smallMeters(model.meters, felt), model.meters.length > 1);
    this.part("[data-round]", status.roundNumber(playback.stage));
  }

  /** Where there is little room, one meter has a corner of the layout, and several a strip above it. */
  smallMeters(markup, areSeveral) {
    this.part(".tiny-meter", areSeveral ? "" : markup);
    this.part(".tiny-meters", areSeveral ? markup : "").hidden = !areSeveral;
  }

  linkState() {
    const words = status.warning(this.link, this.model);
    this.part("[data-live]", status.linkPill(this.link));
    this.part("[data-live2]", status.linkLine(this.link, this.felt));
    this.part(".banner", words ? html`<i class="dot off"></i>${words}` : "").hidden = !words;
  }

  words() {
    const { stage } = this.playback;
    this.part(".log", status.logPanel(this.log.entries, stage, this.about.id));
    this.part("[data-list]", status.inWords(stage, this.felt, this.model.name));
  }

  /** What the layout has no room for in its arcs: one side wager, and the super bonus. */
  print() {
    const { panels } = this.felt;
    this.part("[data-panel-left]", status.printed(panels.length > 1 && panels[0], this.felt));
    this.part("[data-panel-right]", this.isPractice ? "" : status.printed(panels.at(-1), this.felt));
  }

  part(selector, markup) {
    const node = this.root.querySelector(selector);
    fill(node, markup);
    return node;
  }
}
