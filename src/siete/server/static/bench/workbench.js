/* The workbench of a practice table: what the next round deals, where wheels stop, how fast it goes, on how many boxes,
   the chart at play, the session as a file, and the same table with other rules. Loaded when somebody opens it. */
import { api } from "../api.js";
import { fill, on, style, visit } from "../dom.js";
import { download } from "../files.js";
import { prefs, setPref } from "../prefs.js";
import { Autoplay } from "./autoplay.js";
import { benchMarkup } from "./bench_markup.js";
import { chooseBoxes } from "./boxes.js";
import { placesOf } from "./places.js";

/** More cards than a round can take are of no use. */
const MOST_CARDS = 60;

export class Workbench {
  /** `ready()` deals; `changed()` is called when something was arranged. */
  constructor({ about, felt, model, slip, trainer, dock, playback, commands, ready, changed, isOpen }) {
    Object.assign(this, { about, felt, model, slip, trainer, commands, changed, wheels: { ...about.wheels } });
    const refuse = (error) => commands.refuse(error);
    this.autoplay = new Autoplay({
      table: about.id,
      felt,
      model,
      dock,
      slip,
      playback,
      ready,
      changed,
      refuse,
      isOpen,
    });
  }

  // --- the next cards -----------------------------------------------------------------------------------------

  /** The cards that the next round deals. */
  get cards() {
    return this.trainer.next?.cards?.split(" ").filter(Boolean) || [];
  }
  /** Whether they are dealt in every round until they are cleared. */
  get isKept() {
    return Boolean(this.trainer.next?.isKept);
  }
  /** What each of them is dealt to, as far as that can be known. */
  places() {
    const boxes = this.slip.boxes().toSorted((a, b) => a - b);
    return placesOf(this.felt.deal, boxes.length ? boxes : this.model.boxes().slice(0, 1));
  }
  arrange(cards, isKept = this.isKept) {
    if (cards.length) this.trainer.next = { cards: cards.slice(0, MOST_CARDS).join(" "), isKept };
    else this.trainer.next = null;
    this.changed();
  }

  // --- what else can be set -----------------------------------------------------------------------------------

  async setWheel(wheel, symbol) {
    if (await this.commands.try({ command: "SetWheel", wheel, symbol })) this.wheels[wheel] = symbol;
    this.changed();
  }
  setBoxes(count) {
    chooseBoxes(count, { felt: this.felt, model: this.model, slip: this.slip });
    this.changed();
  }

  /** The form of this table's rules; another table is opened by it, since rules hold for a table's whole life. */
  async rules() {
    const { openSheet } = await import("../rooms/opening.js");
    const { name, submission: text } = this.about;
    this.root.closest("dialog")?.close();
    const go = (table) => visit(`/t/${table}?sit`);
    openSheet({ title: "The same table with other rules", name, text, go, enter: async () => {} });
  }

  async save() {
    try {
      download(await api.session21(this.about.id), `${this.about.id}-session.s21`);
    } catch (error) {
      this.commands.refuse(error);
    }
  }

  // --- drawing and pressing -----------------------------------------------------------------------------------

  /** Put it into an element; what is drawn there later is drawn with `draw`. */
  async attach(root) {
    this.root = root;
    if (!root.isBench) this.wire(root);
    root.isBench = true;
    await style("bench");
    this.draw();
  }
  draw() {
    if (this.root?.isConnected) fill(this.root, benchMarkup(this));
  }

  wire(root) {
    const press = (name, handler) => on(root, "click", `[data-${name}]`, (node) => handler(node.dataset[name]));
    press("pick", (card) => this.arrange([...this.cards, card]));
    press("unpick", (index) => this.arrange(this.cards.toSpliced(Number(index), 1)));
    press("bench", (what) => this.does[what]());
    press("boxes", (count) => this.setBoxes(Number(count)));
    press("pace", (pace) => {
      setPref("pace", pace);
      this.changed();
    });
    press("play", (rounds) => this.autoplay.start(Number(rounds)));
    on(root, "change", "[data-wheel]", (node) => this.setWheel(node.dataset.wheel, node.value));
    on(root, "change", "[data-kept]", (node) => this.arrange(this.cards, node.checked));
  }
  get does() {
    return {
      clear: () => this.arrange([]),
      stop: () => this.autoplay.stop(),
      save: () => this.save(),
      rules: () => this.rules(),
    };
  }
  get pace() {
    return prefs.pace || "normal";
  }
}
