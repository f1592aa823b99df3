/* What the house says, told at a pace eyes can follow: event by event, then the house's own view as it stands. */
import { html, wait } from "../dom.js";
import { moves, prefs } from "../prefs.js";
import { clauseButton } from "../sheets.js";
import { sound } from "../sound.js";
import { cardName, money, paid, question, sentence, short, wagerName } from "../words.js";
import { isQuiet, LOOK, pause } from "./pacing.js";
import { showWheel, showWin } from "./showcase.js";
import { advance, fromView } from "./stage.js";

const TOAST = 6000, LOGGED = 60;

export class Telling extends HTMLElement {
  hear(message) {
    this.heardAt = performance.now();
    if (message.type === "snapshot") {
      const missed = this.view ? message.events || [] : [];
      this.queue = [];
      this.isFresh = !this.view;
      if (!missed.length) return this.adopt(message);
      this.queue.push({ ...message, events: missed });
    } else this.queue.push(message);
    this.tellAll();
  }

  /** Take the house's view as it is; everything on the page follows from it. */
  adopt(message, { stage = true } = {}) {
    const wasClosed = this.view?.round?.are_wagers_closed;
    for (const name of ["view", "you", "timers", "meters", "state", "reason", "floorperson"]) if (message[name] !== undefined) this[name] = message[name];
    this.readyOnes = message.ready || this.readyOnes || [];
    this.version = message.to ?? message.version ?? this.version;
    this.timedAt = message.at ?? this.heardAt;
    if (stage) this.stage = fromView(this.view, this.stage);
    if (!wasClosed && this.view?.round?.are_wagers_closed) this.close(this.view.round.number);
    if (this.isFresh) { this.slip.adopt(); this.story.isWhole = !this.furniture.down(); this.isFresh = false; this.sitAtOnce(); }
    this.redraw();
    this.attend();
    if (this.isBetting()) this.slip.sync();
    this.skipCeremony();
    for (const done of this.waiters.splice(0)) done();
  }

  /** Wagers are closed: what lies there is remembered for rebet, once a round, even if all of it is over within one message. */
  close(number) {
    if (this.closed === number) return;
    this.closed = number;
    this.slip.remember();
    this.rail.target = null;
  }

  /** When the page has caught up with a version of the table, or with all it has heard. */
  async settled(version = 0) {
    const until = performance.now() + 4000;
    while (performance.now() < until && (this.version < version || (!version && (this.isTelling || this.queue.length)))) await new Promise((done) => { this.waiters.push(done); setTimeout(done, 200); });
  }

  async tellAll() {
    if (this.isTelling) return;
    this.isTelling = true;
    try {
      while (this.queue.length && this.isConnected) await this.tell(this.queue.shift());
    } finally { this.isTelling = false; this.attend(); this.redraw(); for (const done of this.waiters.splice(0)) done(); }
  }

  async tell(message) {
    const events = message.events || [];
    let due = performance.now();
    for (const [at, event] of events.entries()) {
      if (event.event === "CardsPickedUp" && this.hasResults()) await this.hold(message);
      this.stage = advance(this.stage, event);
      this.note(event);
      if (event.event === "WagersClosed") this.close(this.stage.number);
      this.story.hear(event, this.name, this.stage, this.felt);
      if (isQuiet(event)) continue;
      this.drawStage();
      await this.show(event, events.slice(at + 1));
      const ms = pause(event, this.stage);
      due = Math.max(due + ms, performance.now() - ms);  // a slow machine draws fewer pictures, not later ones
      if (due > performance.now() && !document.hidden && this.queue.length < 3) await wait(due - performance.now());
    }
    if (this.isConnected) this.adopt(message);
  }

  hasResults() { return [...this.stage.boxes.values()].some((box) => box.hands.some((hand) => hand.result)); }

  /** Results stay to be looked at, while the next wagers can already be placed; any of those ends the look. */
  async hold(message) {
    this.adopt(message, { stage: false });
    this.isHolding = true;
    await Promise.race([wait(moves() ? LOOK : 900), new Promise((done) => { this.release = done; })]);
    this.isHolding = false;
  }

  /** What deserves more than a line in the log. */
  async show(event, rest) {
    if (event.event === "CardDealt") sound.card();
    if (event.event === "WagerPaid" || event.event === "EnvyPaid") this.payout(event);
    if (event.event === "WheelSpun" && event.symbols.length && !document.hidden && !this.isKnownSpin(event)) await showWheel(this, event, rest);
    if (event.event === "SuperBonusPaid") await showWin(this, { title: "Super Bonus", who: `${event.player}, box ${event.box}`, amount: event.amount, clause: event.clause, note: "Three suited sevens against a seven." });
    if (event.event === "AwardPaid") await showWin(this, { title: wagerName(event.wager), who: `${event.player}, box ${event.box}`, amount: event.amount, clause: event.clause, note: `${event.line.replaceAll("-", " ")}: from a meter of ${money(event.before)}.` });
    if (event.event === "RoundVoided") this.toast({ text: `The round is void: ${event.reason}`, clause: event.clause, cls: "refused" });
  }

  /** The wheels of Xtreme 16 turn once for all who wagered, though each of them has an event. */
  isKnownSpin(event) {
    const key = `${this.stage.number} ${event.wager} ${event.symbols.join()}`, isKnown = event.wager === "xtreme-16" && this.spun === key;
    this.spun = key;
    return isKnown;
  }

  payout(event) {
    const isMine = event.player === this.name, text = event.event === "EnvyPaid" ? `Envy Bonus: ${money(event.amount)}` : paid(this.felt, event);
    if (isMine) sound.win();
    this.toast({ text, under: `Box ${event.box}, ${isMine ? "you" : event.player}`, clause: event.clause });
  }

  note(event) {
    const said = sentence(event, this.felt, this.stage);
    if (!said) return;
    const [who, text] = said;
    this.log.unshift({ who, text, clause: event.clause });
    this.log.length = Math.min(this.log.length, LOGGED);
    const isOwn = event.box === 0 || this.mine().includes(event.box) || event.player === this.name;
    if (isOwn || !("box" in event)) this.voice.say(`${who ? `${who}: ` : ""}${spoken(event, text)}`);
  }

  /** A question that is new to me is spoken, and its values are looked up. */
  attend() {
    if (this.isTelling && !this.isHolding) return;
    const key = this.myAsk() ? this.askKey() : "";
    this.trainer.look();
    if (key && key !== this.attended) this.turn();
    this.attended = key;
    this.floor.attend();
  }

  turn() {
    const ask = this.myAsk();
    sound.turn();
    this.voice.urgent(`${question(ask.question)}: ${this.dock.title()}`);
  }

  /** At a practice table the cards are taken as they are, unless one likes the ceremony. */
  skipCeremony() {
    const plain = this.isPractice && !prefs.ceremony && ["LookOver", "RefuseCut"].map((name) => this.may(name)).find(Boolean);
    if (!plain || this.skipped === plain.point) return;
    this.skipped = plain.point;
    this.try(plain.command, plain.point);
  }

  toast({ text, under = "", clause = "", cls = "" }) {
    const root = this.querySelector(".toasts"), node = document.createElement("aside");
    node.className = `toast ${cls}`;
    node.innerHTML = String(html`<div><p class="t">${text}</p><p class="u">${under} ${clauseButton(clause)}</p></div>`);
    root.append(node);
    while (root.children.length > 2) root.firstElementChild.remove();
    const go = () => node.matches(":hover, :focus-within") ? setTimeout(go, 1000) : node.remove();
    setTimeout(go, TOAST);
  }
}

const spoken = (event, text) => event.card ? text.replace(short(event.card), cardName(event.card)) : text;
