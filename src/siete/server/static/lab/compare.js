/* Two submissions side by side: what differs, and how one edge becomes the other. */
import { fill, on } from "../dom.js";
import { figure } from "./asker.js";
import * as markup from "./compare_markup.js";
import { keepTwins } from "./plots.js";

export class CompareView {
  constructor(root, room) {
    Object.assign(this, { root, room, turn: 0, found: null, sides: [null, null], steps: [] });
    root.innerHTML = String(markup.frame());
    on(root, "change", "[data-side]", (node) => this.choose(Number(node.dataset.side), node.value));
    on(root, "click", "[data-play-side]", (node) => this.play(Number(node.dataset.playSide)));
    const other = room.books.find(({ name }) => name !== room.rules);
    this.texts = [`rule_set = "${other.name}"\n`, room.text];
  }
  enter() {
    if (this.own !== this.room.text) {
      this.own = this.room.text;
      this.texts[1] = this.own;
      this.compare();
    } else this.draw();
  }
  leave() {
    this.turn++;
  }
  choose(side, name) {
    this.texts[side] = name ? `rule_set = "${name}"\n` : this.room.text;
    this.compare();
  }

  async compare() {
    const turn = ++this.turn;
    const [ours, theirs] = this.texts;
    const isNow = () => turn === this.turn;
    this.room.say();
    this.root.classList.add("waiting");
    try {
      const found = await figure("compare", { ours, theirs });
      if (!isNow()) return;
      Object.assign(this, { found, sides: [null, null], steps: [] });
      this.root.classList.remove("waiting");
      this.draw();
      for (const [i, text] of this.texts.entries()) {
        const side = await this.side(text, () => isNow());
        if (!isNow()) return;
        this.sides[i] = side;
        this.draw();
      }
      for (const step of found.steps.keys()) {
        const { house_edge: edge } = await figure("step", { ours, theirs, step });
        if (!isNow()) return;
        this.steps.push(edge);
        this.draw();
      }
    } catch (error) {
      if (isNow()) this.room.say(error.sentence || "These cannot be compared now.");
    } finally {
      if (isNow()) this.root.classList.remove("waiting");
    }
  }
  /** Everything that is told of one side. */
  async side(text, isNow) {
    const asked = { text, outside: [] };
    const edge = await figure("edge", asked);
    const base = await figure("explore", asked);
    const wagers = [];
    for (const wager of edge.wagers) if (isNow()) wagers.push(await figure("wager", { text, wager }));
    return { edge, ...base, wagers };
  }
  play(side) {
    this.room.play(this.texts[side]).catch((error) => this.room.say(error.sentence));
  }

  draw() {
    if (this.room.view !== "compare") return;
    const { root, room, found, sides, steps } = this;
    const part = (name) => root.querySelector(`[data-part="${name}"]`);
    const names = markup.sideNames(this.texts, room);
    for (const side of [0, 1])
      fill(part(`head-${side}`), markup.head(side, { room, text: this.texts[side], found, figures: sides[side] }));
    if (!found) return;
    const commands = sides.filter(Boolean).map(({ edge }) => edge.command);
    room.command(commands.join("  ·  "));
    fill(part("rows"), markup.rows(found, names));
    const wide = Math.max(260, part("fall").parentNode.clientWidth - 38);
    keepTwins(root, () => {
      fill(part("fall"), markup.waterfall(found, sides, steps, { names, wide }));
      fill(part("words"), markup.words(found, sides, steps, names));
    });
  }

  data() {
    return { ...this.found, sides: this.sides, edges_after_steps: this.steps };
  }
  rows() {
    const rows = [["section", "rule", ...this.found.titles, "clauses", "clauses"]];
    for (const { section, rows: list } of this.found.sections)
      for (const { says, values, clauses } of list)
        rows.push([section, says, ...values, clauses[0].join(" "), clauses[1].join(" ")]);
    for (const [i, { words }] of this.found.steps.entries())
      rows.push(["step", words.join("; "), "", this.steps[i] ?? ""]);
    return rows;
  }
}
