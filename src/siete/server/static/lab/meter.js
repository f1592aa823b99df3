/* A wager with a meter: its edge at what the meter shows, for every paytable, and where each breaks even. */
import { fill, on } from "../dom.js";
import { figure } from "./asker.js";
import { books } from "./explorer_markup.js";
import * as markup from "./meter_markup.js";
import { keepTwins } from "./plots.js";

const COLUMNS = [
  "wager",
  "paytable",
  "wager_amount",
  "meter",
  "house_edge_at_meter",
  "break_even_meter",
  "average_meter_at_hit",
  "top_award_once_in",
  "house_edge",
  "house_edge_printed",
];

export class MeterView {
  constructor(root, room) {
    Object.assign(this, { root, room, turn: 0, wagers: [], wager: "", paytable: "", meter: null });
    root.innerHTML = String(markup.frame());
    on(root, "change", "[data-book]", (node) => {
      room.turned({ text: `rule_set = "${node.value}"\n`, rules: node.value, ok: true });
      this.enter();
    });
    on(root, "change", "[data-paytable]", (node) => this.choose(node.value));
    on(root, "click", "[data-table]", (node) => this.choose(node.dataset.table));
    on(root, "change", "[data-shows]", (node) => this.show(Number(node.value.replace(/[$,\s]/g, ""))));
    on(root, "input", "[data-drag]", (node) => this.show(Number(node.value)));
  }
  enter() {
    fill(this.root.querySelector("[data-book]"), books(this.room.books, this.room.rules));
    if (this.text !== this.room.text) this.load();
    else this.draw();
  }
  leave() {
    this.turn++;
  }

  async load() {
    const turn = ++this.turn;
    const { text } = this.room;
    this.text = text;
    this.room.say();
    try {
      const { wagers } = await figure("edge", { text, outside: [] });
      const found = [];
      for (const wager of wagers) {
        const priced = await figure("wager", { text, wager });
        if (turn !== this.turn) return;
        const figures = priced.figures.filter((each) => each.break_even_meter_shown);
        if (figures.length) found.push({ ...priced, figures });
      }
      this.wagers = found;
      this.onTable = await this.chosen(text);
      this.meter = null;
      this.choose(this.first());
    } catch (error) {
      if (turn === this.turn) this.room.say(error.sentence || "The meters cannot be shown now.");
    }
  }
  /** The paytables that are on the table. */
  async chosen(text) {
    const { formOf } = await import("../forms/submission.js");
    const { fields } = await formOf(text);
    return fields
      .filter(({ name }) => name.endsWith("_paytable"))
      .flatMap(({ toml }) => [JSON.parse(toml)].flat().map(String));
  }
  first() {
    const all = this.all();
    return (all.find(({ paytable }) => this.onTable.includes(paytable)) || all[0])?.key || "";
  }
  all() {
    return this.wagers.flatMap(({ title, wager, figures }) =>
      figures.map((each) => ({ ...each, title, key: `${wager} ${each.paytable}` })),
    );
  }

  choose(key) {
    const before = this.now;
    this.now = this.all().find((each) => each.key === key);
    if (this.now && (this.meter === null || before?.wager !== this.now.wager)) this.meter = this.now.meter;
    this.draw();
  }
  show(meter) {
    if (Number.isFinite(meter) && meter >= 0) this.meter = meter;
    this.draw();
  }

  draw() {
    if (this.room.view !== "meter") return;
    const { root, now, meter } = this;
    const part = (name) => root.querySelector(`[data-part="${name}"]`);
    if (!now) {
      this.room.command("");
      for (const name of ["figures", "lines", "even"]) fill(part(name), "");
      fill(part("plot"), this.text && this.onTable ? markup.none() : markup.solving());
      return;
    }
    this.room.command(`${now.command} --meter ${meter.toFixed(2)}`);
    const family = this.all().filter((each) => each.wager === now.wager && markup.family(each) === markup.family(now));
    const wide = Math.max(260, part("plot").parentNode.clientWidth - 38);
    fill(root.querySelector("[data-controls]"), markup.controls(this.all(), now, meter));
    keepTwins(root, () => {
      fill(part("plot"), markup.plot(family, now, meter, wide));
      fill(part("figures"), markup.figures(now, meter));
      fill(part("lines"), markup.lines(now, meter));
      fill(part("even"), markup.even(family, now, meter));
    });
  }

  data() {
    return { meter: this.meter, paytable: this.now.paytable, figures: this.all() };
  }
  rows() {
    const rows = this.all().map((each) => {
      const meter = each.wager === this.now.wager ? this.meter : each.meter;
      return [
        each.wager,
        each.paytable,
        each.wager_amount,
        meter,
        markup.edgeAt(each, meter),
        each.break_even_meter_shown,
        each.average_meter_at_hit,
        each.top_award_once_in,
        each.house_edge,
        each.house_edge_printed ?? "",
      ];
    });
    return [COLUMNS, ...rows];
  }
}
