/* Pressing things at a table: by mouse, finger and key. */
import { api } from "../api.js";
import { on } from "../dom.js";
import { prefs, setPref } from "../prefs.js";
import { clauseSheet, keysSheet, payoutsSheet } from "../sheets.js";
import { money } from "../words.js";
import { chartSheet } from "./chart.js";
import { logSheet, shareSheet, tableMenu } from "./menus.js";

export class Pressing {
  constructor(room) { this.room = room; this.wire(); }

  /** Let go of the keyboard. */
  end() { document.removeEventListener("keydown", this.onKey); }

  wire() {
    on(this.room, "click", "[data-answer]", (node) => this.room.dock.press(node.dataset.key));
    on(this.room, "click", "[data-refused]", (node) => { const why = this.room.refused().find((each) => each.command.command === node.dataset.refused); if (why) this.room.refuse(why); });
    on(this.room, "click", "[data-floor]", (node) => this.room.floor.press(node.dataset.floor));
    on(this.room, "click", "[data-chip]", (node) => { this.room.rail.chip = Number(node.dataset.chip); this.room.redraw(); });
    on(this.room, "click", "[data-spot]", (node) => { const box = Number(node.dataset.box), wager = node.dataset.spot, was = this.room.rail.aim(), spot = this.room.felt.spots.find((each) => each.wager === wager); this.room.rail.target = { box, wager }; if (spot?.is_fixed || (was?.box === box && was?.wager === wager)) this.push(1, { ...spot, box, wager }); this.room.redraw(); });
    on(this.room, "click", ".area", (node) => this.pressArea(node, 1));
    on(this.room, "contextmenu", ".area", (node, event) => { event.preventDefault(); this.pressArea(node, -1); });
    on(this.room, "click", "[data-sit]", (node) => this.room.sit(node.dataset.sit));
    on(this.room, "click", "[data-do]", (node) => this.do(node.dataset.do));
    on(this.room, "click", "[data-clause]", (node) => clauseSheet(node.dataset.clause));
    on(this.room, "input", "[data-amount]", (node) => { const is = node.dataset.amount; this.room.dock.amounts.set(`${is} ${this.room.askKey()}`, is === "CutCards" ? Number(node.value) : Math.round(Number(node.value) * 100)); const shown = this.room.querySelector("[data-shown]"); if (shown) shown.textContent = node.value; });
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  pressArea(node, sign) {
    const box = Number(node.dataset.box), wager = node.dataset.wager;
    if (!this.room.isSeated()) return this.room.view?.seats?.[box] || !this.room.maySit() ? undefined : this.room.sit(box);
    const isMine = this.room.mine().includes(box), may = this.room.legal().some((each) => each.command.command === "PlaceWager" && each.command.box === box);
    if (!isMine && !may) return this.room.refuse(this.room.refused().find((each) => each.command.box === box) || { sentence: this.room.view?.seats?.[box] ? `Box ${box} is ${this.room.view.seats[box]}'s; its player must let you wager there.` : "You may not wager on this box now.", clause: "" });
    this.push(sign, { ...this.room.felt.spots.find((each) => each.wager === wager), box, wager });
  }
  push(sign, at) { this.room.release?.(); this.room.rail.push(sign, at); }

  async do(what) {
    const { slip, rail } = this.room;
    const doings = {
      ready: () => this.room.deal(), more: () => this.push(1, rail.aim()), less: () => this.push(-1, rail.aim()), rebet: () => { this.room.release?.(); slip.rebet(); }, twice: () => { this.room.release?.(); slip.twice(); }, clear: () => slip.clear(),
      payouts: () => payoutsSheet(this.room.felt), keys: () => keysSheet(), menu: () => tableMenu(this.room), peek: () => this.room.trainer.toggle(), shoe: () => this.room.trainer.swapShoe(), chart: () => chartSheet(this.room),
      back: async () => { this.room.trainer.forget(); await this.room.try({ command: "TakeBack" }); }, drill: () => this.room.drill(),
      sound: () => { setPref("sound", !prefs.sound); }, leave: () => this.room.leave(), share: () => shareSheet(this.room), log: () => logSheet(this.room), buy: () => this.room.try({ command: "BuyChips", amount: 50000 }), cage: () => api.cage().then(() => this.room.toast({ text: "The cage has given you new chips." }), (error) => this.room.refuse(error)),
    };
    await doings[what]?.();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target.matches?.("input, textarea, select")) return;
    const key = event.key.toLowerCase(), isButton = event.target.matches?.("button, a");
    if (this.room.myAsk() && /^[a-z0-9]$/.test(key) && this.room.dock.answers().some((each) => each.key === key)) { event.preventDefault(); this.room.dock.press(key); return; }
    const chips = this.room.felt.chips.filter((each) => each >= Math.min(100, this.room.felt.table_min)).slice(0, 6);
    const general = { "?": "keys", o: "payouts", a: this.room.trainer.isOn && "peek", z: this.room.trainer.isOn && "back", m: "menu" }[key];
    const betting = this.room.isSeated() && { "+": "more", "=": "more", "-": "less", backspace: "less", b: "rebet", t: "twice", c: "clear", enter: !isButton && "ready" }[key];
    if (general || betting) { event.preventDefault(); this.do(general || betting); return; }
    if (this.room.isSeated() && /^[1-6]$/.test(key) && chips[key - 1]) { this.room.rail.chip = chips[key - 1]; this.room.voice.say(`${money(this.room.rail.chip)} chip`); this.room.redraw(); return; }
    if (this.room.isSeated() && (key === "arrowleft" || key === "arrowright") && !isButton) { event.preventDefault(); this.room.rail.move(key === "arrowright" ? 1 : -1); }
  }
}
