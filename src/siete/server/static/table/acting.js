/* What I may do at the table, as the house lists it, and how it is sent: sitting down, dealing, leaving. */
import { api, Refusal } from "../api.js";
import { prefs } from "../prefs.js";
import { money } from "../words.js";
import { Telling } from "./telling.js";

const BUY_IN = 50000;

export class Acting extends Telling {
  get name() { return this.you?.name || ""; }
  isSeated() { return Boolean(this.you?.boxes?.length); }
  maySit() { return !this.isSeated() && !this.floor.isStaff; }
  legal() { return this.you?.legal || []; }
  refused() { return this.you?.refused || []; }
  may(command) { return this.legal().find((each) => each.command.command === command); }
  point(...names) { return this.legal().find((each) => names.includes(each.command.command))?.point; }
  isBetting() { return this.isSeated() && !this.view?.round?.are_wagers_closed && Boolean(this.may("PlaceWager") || this.may("WithdrawWager") || this.may("Ready")); }
  mine() {
    const own = new Set(this.you?.boxes || []);
    for (const box of this.view?.round?.boxes || []) if (box.bettors.some((each) => each.player === this.name)) own.add(box.number);
    if (this.isSeated()) for (const box of this.slip.boxes()) own.add(box);
    return [...own].sort((a, b) => a - b);
  }
  myAsk() { return this.isTelling && !this.isHolding ? null : (this.view?.due?.asks || []).find((ask) => ask.player === this.name) || null; }
  askKey() { const ask = this.name && (this.view?.due?.asks || []).find((each) => each.player === this.name); return ask ? `${ask.box}.${ask.hand}.${ask.question}.${this.timers.find((t) => t.player === this.name)?.point || this.legal()[0]?.point}` : ""; }

  /** The clock that runs for me, or for whoever is asked. */
  clock() {
    const timer = this.timers.find((each) => each.player === this.name) || this.timers[0];
    if (!timer) return null;
    return { ...timer, key: timer.point, left: Math.max(0, timer.left - (performance.now() - this.timedAt) / 1000) };
  }

  async send(command, point) { return this.link.send(command, point); }
  refuse(error) {
    if (!(error instanceof Refusal) && !error.sentence) throw error;
    this.toast({ text: error.sentence, under: error.code === "command/passed-point" ? "The table has moved on." : "Not carried out", clause: error.clause, cls: "refused" });
    this.voice.say(error.sentence);
  }
  async try(command, point) { try { return await this.send(command, point); } catch (error) { this.refuse(error); return null; } }

  async sit(box) {
    try {
      if (!this.you?.name && !(await api.session())) await api.enter(prefs.name || `Guest ${Math.floor(1000 + Math.random() * 9000)}`).then(() => this.rejoin());
      const purse = this.isPractice ? BUY_IN : Math.min(BUY_IN, this.you?.wallet || 0);
      const sat = purse && await this.send({ command: "TakeSeat", box: Number(box), amount: purse }).catch((error) => { if (error.code === "command/not-your-turn") throw error; return null; });
      if (!sat) await this.send({ command: "TakeSeat", box: Number(box) });
    } catch (error) { this.refuse(error); }
  }
  freeBoxes() { return Array.from({ length: this.felt.positions }, (_, i) => i + 1).filter((box) => !this.view?.seats?.[box]); }
  /** The free box nearest the middle. */
  middleBox() { const middle = (this.felt.positions + 1) / 2; return this.freeBoxes().sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0]; }
  /** Whoever pressed "Sit down" in the lobby need not press it again here. */
  sitAtOnce() {
    if (!this.hasAttribute("sit")) return;
    this.removeAttribute("sit");
    history.replaceState({}, "", location.pathname);
    if (this.maySit() && this.freeBoxes().length) this.sit(this.middleBox());
  }
  /** A new session is known to the link only from its next beginning. */
  rejoin() {
    return new Promise((done) => {
      this.link.addEventListener("message", () => done(), { once: true });
      this.link.version = 0;
      this.link.connect();
    });
  }

  async deal() {
    this.release?.();
    if (this.isTelling) await this.settled();
    if (this.slip.isEmpty()) this.slip.rebet();
    if (this.slip.isEmpty()) { const area = this.rail.aim(); if (area) this.slip.put(area.box, "base", Math.max(this.felt.table_min, this.rail.value)); }
    if (!(await this.slip.sync())) { const lack = this.slip.lack(); if (lack) this.refuse({ sentence: lack.kind === "low" ? `The least wager here is ${money(lack.least)}.` : "A side wager needs a base wager beside it.", clause: "" }); return; }
    if (this.trainer.isDrilling && this.isBetting()) await api.drill(this.table, Object.keys(this.trainer.history.missed).slice(0, 200)).catch((error) => this.refuse(error));
    if (this.isBetting()) await this.try({ command: "Ready" }, this.point("Ready", "WithdrawWager", "PlaceWager"));
  }

  async leave() { if (await this.try({ command: "LeaveTable" })) history.pushState({}, "", "/lobby"), dispatchEvent(new PopStateEvent("popstate")); }
  drill() { this.trainer.isDrilling = !this.trainer.isDrilling; this.voice.say(`Drill ${this.trainer.isDrilling ? "on: close, long and missed hands" : "off"}`); this.redraw(); }
}
