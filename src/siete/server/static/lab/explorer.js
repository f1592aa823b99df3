/* The explorer: turn any choice and see what it does to the edge, the chart, and every other wager. */
import { fill, on } from "../dom.js";
import { SubmissionForm } from "../forms/submission.js";
import { withChoice } from "../forms/toml.js";
import { figure } from "./asker.js";
import * as markup from "./explorer_markup.js";

const STILL = 300;
/** Below this nothing moves; a figure that takes longer is greyed. */
const PARTS = ["edge", "base", "chart", "costs", "wagers"];

export class ExplorerView {
  constructor(root, room) {
    Object.assign(this, { root, room, turn: 0, outside: [], edges: [], shown: { costs: [], wagers: [] } });
    this.busy = new Set(PARTS);
    root.innerHTML = String(markup.frame());
    fill(root.querySelector("[data-book]"), markup.books(room.books, room.rules));
    on(root, "change", "[data-book]", (node) => this.write(`rule_set = "${node.value}"\n`));
    on(root, "click", "[data-way]", (node) => this.choose(node));
    on(root, "click", "[data-back]", () => this.write(this.form.text));
    on(root, "click", "[data-play]", () => this.play());
    this.form = new SubmissionForm(root.querySelector("[data-form]"), {
      text: room.text,
      tell: (state) => this.told(state),
    });
  }
  enter() {
    if (this.room.text !== this.form.text) this.write(this.room.text);
    else this.draw();
  }
  leave() {
    this.turn++;
  }

  /** Another submission: whatever was turned outside the book is back. */
  write(text) {
    this.outside = [];
    return this.form.write(text);
  }

  /** Turn a switch: by the submission where the book leaves it open, else outside of it. */
  choose({ dataset: { way, parameter, toml, refused } }) {
    if (refused) return this.say(refused);
    this.say();
    if (toml) return this.form.write(withChoice(this.form.text, parameter, toml));
    const isBack = this.outside.some((key) => key.split(":")[0] === parameter);
    this.outside = this.outside.filter((key) => key.split(":")[0] !== parameter);
    if (!isBack || way.includes(":")) this.outside.push(way);
    return this.told(this.form.state);
  }
  say(words = "") {
    fill(this.root.querySelector("[data-forbidden]"), words);
  }

  async told(state) {
    const turn = ++this.turn;
    const { ok, text, rules } = state;
    if (rules) this.root.querySelector("[data-book]").value = rules;
    this.room.turned({ ...state, outside: this.outside });
    fill(this.root.querySelector("[data-wrong]"), ok ? "" : markup.faults(state.faults));
    this.root.querySelector("[data-figures]").setAttribute("aria-busy", String(ok));
    if (!ok) return;
    this.room.say();
    const timer = setTimeout(() => this.solving(turn), STILL);
    try {
      await this.explore({ text, outside: [...this.outside] }, rules, turn);
    } catch (error) {
      if (turn === this.turn) this.room.say(error.sentence || "The figures cannot be shown now.");
    } finally {
      clearTimeout(timer);
    }
  }
  /** What is not there after a moment is greyed, with its old value. */
  solving(turn) {
    if (turn !== this.turn) return;
    for (const part of PARTS)
      this.root.querySelector(`[data-part="${part}"]`).classList.toggle("solving", this.busy.has(part));
  }
  came(part, turn) {
    this.busy.delete(part);
    this.root.querySelector(`[data-part="${part}"]`).classList.remove("solving");
    if (turn === this.turn) this.draw();
  }

  /** The edge first; then what stands around it, then costs and other wagers, as long as nothing else was turned. */
  async explore(asked, rules, turn) {
    this.busy = new Set(PARTS);
    const usual = { text: `rule_set = "${rules}"\n`, outside: [] };
    const fresh = { asked, costs: [], wagers: [] };
    const take = async (name, part, question) => {
      const found = await question;
      if (turn !== this.turn) throw new Error("turned");
      this.shown = { ...this.shown, [name]: found };
      if (part) this.came(part, turn);
      return found;
    };
    try {
      this.shown.asked = asked;
      await take("usualEdge", "", figure("edge", usual));
      const edge = await take("edge", "edge", figure("edge", asked));
      this.root.querySelector("[data-figures]").setAttribute("aria-busy", "false");
      await take("base", "base", figure("explore", asked));
      await take("usualChart", "", figure("chart", usual));
      await take("chart", "chart", figure("chart", asked));
      for (const [option] of edge.options.entries()) {
        fresh.costs.push(await figure("cost", { ...asked, option }));
        await take("costs", option === edge.options.length - 1 ? "costs" : "", [...fresh.costs]);
        this.drawCosts();
      }
      for (const wager of edge.wagers) fresh.wagers.push(await figure("wager", { text: asked.text, wager }));
      await take("wagers", "wagers", fresh.wagers);
      await this.compare(turn);
    } catch (error) {
      if (error.message !== "turned") throw error;
    }
  }

  /** Where the rule sets lie with their own choices. */
  async compare(turn) {
    for (const { name, title } of this.room.books) {
      if (this.edges.some((each) => each.name === name)) continue;
      const { house_edge: edge } = await figure("edge", { text: `rule_set = "${name}"\n`, outside: [] });
      this.edges.push({ name, title, edge });
      if (turn === this.turn) this.draw();
    }
  }

  part(name) {
    return this.root.querySelector(`[data-part="${name}"]`);
  }
  draw() {
    const { edge, usualEdge, base, chart, usualChart, wagers } = this.shown;
    if (!edge || this.room.view !== "explorer") return;
    const isOutside = edge.outside.length > 0;
    this.room.command(edge.command);
    fill(this.root.querySelector("[data-switches]"), markup.switches(edge.switches));
    fill(this.root.querySelector("[data-outside]"), isOutside ? markup.outside(this.room.title(edge.rules)) : "");
    this.root.querySelector("[data-play]").setAttribute("aria-disabled", String(isOutside));
    const wide = this.part("edge").clientWidth - 36;
    fill(this.part("edge"), markup.edge(edge, usualEdge, base, { others: this.edges, wide, busy: this.busy }));
    if (chart) fill(this.part("chart"), markup.chart(chart, usualChart));
    this.drawCosts();
    if (wagers.length) fill(this.part("wagers"), markup.wagers(wagers, this.chosen()));
  }
  drawCosts() {
    const { edge, costs } = this.shown;
    if (edge) fill(this.part("costs"), markup.costs(costs, edge.options.length, this.busy.has("costs")));
  }

  /** The paytables that are on the table. */
  chosen() {
    const field = this.form.state.fields.find(({ name }) => name === "jackpot_paytable");
    return field ? JSON.parse(field.toml) : [];
  }
  play() {
    if (this.outside.length)
      this.room.say("No table can be opened outside the rule book. Turn the switches back first.");
    else if (this.form.state.ok) this.room.play().catch((error) => this.room.say(error.sentence));
  }

  data() {
    const { edge, base, chart, costs, wagers } = this.shown;
    const { switches: _, ...figures } = edge;
    return { ...figures, ...base, chart, costs, wagers };
  }
  rows() {
    const { edge, base, costs, wagers } = this.shown;
    const rows = [
      ["what", "name", "house_edge"],
      ["base", edge.rules, base.base.house_edge],
    ];
    for (const { option, house_edge: part } of costs) rows.push(["option", option, part]);
    for (const { wager, figures } of wagers)
      for (const each of figures) rows.push([wager, each.paytable || each.card || "", each.house_edge]);
    return rows;
  }
}
