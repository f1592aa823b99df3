/* Any hand against any up card: what every action is worth, exactly. */
import { fill, on } from "../dom.js";
import { figure } from "./asker.js";
import { books } from "./explorer_markup.js";
import * as markup from "./hand_markup.js";
import { keepTwins } from "./plots.js";

const MOST = 12;

export class HandView {
  constructor(root, room) {
    Object.assign(this, { root, room, turn: 0, player: ["7s", "7h"], up: "6d", suit: "s", for: "player", bet: 2500 });
    Object.assign(this, { isSplit: false, doublings: 0, found: null });
    root.innerHTML = String(markup.frame());
    on(root, "change", "[data-book]", (node) => {
      room.turned({ text: `rule_set = "${node.value}"\n`, rules: node.value, ok: true });
      this.enter();
    });
    on(root, "click", "[data-card]", (node) => this.add(node.dataset.card));
    on(root, "click", "[data-suit]", (node) => this.set({ suit: node.dataset.suit }, false));
    on(root, "click", "[data-for]", (node) => this.set({ for: node.dataset.for }, false));
    on(root, "click", "[data-drop]", (node) => this.drop(Number(node.dataset.drop)));
    on(root, "click", "[data-clear]", () => this.set({ player: [], for: "player" }));
    on(root, "change", "[data-split]", (node) => this.set({ isSplit: node.checked }));
    on(root, "change", "[data-doubled]", (node) => this.set({ doublings: Number(node.value) }));
    on(root, "change", "[data-bet]", (node) =>
      this.set({ bet: Math.round(Number(node.value.replace(/[$,\s]/g, "")) * 100) || 0 }),
    );
    on(root, "change", "[data-typed]", (node) => this.typed(node));
  }
  enter() {
    fill(this.root.querySelector("[data-book]"), books(this.room.books, this.room.rules));
    this.ask();
  }
  leave() {
    this.turn++;
  }

  set(more, asks = true) {
    Object.assign(this, more);
    if (asks) this.ask();
    else this.draw();
  }
  add(rank) {
    const card = `${rank}${this.suit}`;
    if (this.for === "up") this.set({ up: card, for: "player" });
    else if (this.player.length < MOST) this.set({ player: [...this.player, card] });
  }
  drop(at) {
    this.set({ player: this.player.filter((_, i) => i !== at) });
  }
  typed({ dataset, value }) {
    const cards = value
      .trim()
      .split(/[\s,]+/)
      .filter(Boolean);
    this.set(dataset.typed === "up" ? { up: cards[0] || "" } : { player: cards.slice(0, MOST) });
  }

  async ask() {
    const turn = ++this.turn;
    this.draw();
    if (this.player.length < 2 || !this.up) return;
    const asked = {
      text: this.room.text,
      outside: this.room.outside,
      player: this.player.join(" "),
      up: this.up,
      is_split: this.isSplit,
      doublings: this.doublings,
      bet: this.bet,
    };
    this.root.classList.add("waiting");
    this.room.say();
    try {
      const found = await figure("hand", asked);
      if (turn !== this.turn) return;
      this.found = { ...found, asked };
    } catch (error) {
      if (turn !== this.turn) return;
      this.found = null;
      this.room.say(error.sentence || "This hand cannot be valued now.");
    } finally {
      if (turn === this.turn) {
        this.root.classList.remove("waiting");
        this.draw();
      }
    }
  }

  draw() {
    if (this.room.view !== "hand") return;
    const { root, found } = this;
    const part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.room.command(found ? found.command : "");
    fill(part("cards"), markup.cards(this));
    const wide = Math.max(260, part("values").parentNode.clientWidth - 38);
    keepTwins(root, () => fill(part("values"), found ? markup.values(found, wide) : markup.nothing(this.player)));
  }

  data() {
    return this.found;
  }
  rows() {
    return [["action", "ev"], ...this.found.actions.map(({ action, ev }) => [action, ev])];
  }
}
