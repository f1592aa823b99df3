/* A table: what the house says, shown at a pace eyes can follow, and what you answer. */
import { api, Refusal } from "../api.js";
import { Link } from "../link.js";
import { fill, html, ICONS, wait } from "../dom.js";
import { moves, prefs } from "../prefs.js";
import { clauseButton } from "../sheets.js";
import { sound } from "../sound.js";
import { topBar } from "../shell.js";
import { Voice } from "../voice.js";
import { cardName, money, paid, question, sentence, short, wagerName } from "../words.js";
import { Dock } from "./dock.js";
import { Furniture } from "./furniture.js";
import { isQuiet, LOOK, pause } from "./pacing.js";
import { Pressing } from "./pressing.js";
import { Rail } from "./rail.js";
import { Scene } from "./scene.js";
import { showWheel, showWin } from "./showcase.js";
import { Slip } from "./slip.js";
import { advance, emptyStage, fromView } from "./stage.js";
import { Trainer } from "./trainer.js";

const WIDE = matchMedia("(min-width: 1101px) and (min-height: 561px)");
const BUY_IN = 50000, TOAST = 6000, LOGGED = 60;

export class TableRoom extends HTMLElement {
  async connectedCallback() {
    this.table = this.getAttribute("table");
    Object.assign(this, { stage: emptyStage(), view: null, you: null, timers: [], meters: [], queue: [], log: [], sound, isTelling: false, waiters: [], version: 0 });
    this.innerHTML = `<p class="trouble" role="status">Walking to the table…</p>`;
    try { this.about = await api.table(this.table); } catch (error) { return this.trouble(error); }
    this.felt = this.about.felt;
    this.isPractice = this.about.mode === "practice";
    document.title = `siete · ${this.about.name}`;
    this.build();
    this.link = new Link(this.table);
    this.link.addEventListener("message", ({ detail }) => this.hear(detail));
    this.link.addEventListener("state", () => this.furniture.link());
    this.ticker = setInterval(() => this.tick(), 250);
  }

  disconnectedCallback() {
    this.link?.close();
    clearInterval(this.ticker);
    this.watcher?.disconnect();
    this.pressing?.end();
  }

  trouble(error) {
    if (!error.sentence) console.error(error);
    this.innerHTML = String(html`${topBar("")}<div class="trouble panel"><h1>This table cannot be shown</h1><p>${error.sentence || "Something went wrong."}</p><a class="btn primary" href="/lobby">To the lobby</a></div>`);
  }

  build() {
    const { about, felt } = this;
    this.innerHTML = String(html`<header class="top">
        <a class="icon tall-only" href="/lobby" aria-label="Back to the lobby">${ICONS.back}</a><a class="brand desk" href="/lobby" aria-label="siete, to the lobby">${topBar.brand}<span>siete</span></a>
        <p class="where"><b>${about.name}</b><span data-live2></span></p>
        <span class="pill desk"><b>${about.name}</b> ${felt.title} · ${felt.decks} decks</span><span class="pill desk"><b>${money(felt.table_min)} – ${money(felt.table_max)}</b></span>
        <a class="pill desk" href="/book?rules=${felt.rule_set}" title="Rules in force">${ICONS.page}<span>rules <span class="mono">${felt.rule_set} ${felt.rules_hash.slice(0, 4)}·${felt.rules_hash.slice(4, 8)}</span></span></a>
        <span class="spacer"></span><p class="bal" data-bal></p>
        <span class="pill desk" role="status" data-live></span><span class="pill desk" data-round></span>
        <span class="desk">${topBar.switches()}</span><button class="icon" data-do="menu" aria-label="Menu: payouts, log, settings, leave">${ICONS.menu}</button></header>
      <main class="room" id="main" tabindex="-1"><div class="felt-holder"><svg class="felt" role="img" aria-label="The felt: dealer, boxes, cards and wagers; described in the list of boxes"></svg>
        <div class="tiny-meter" data-tiny></div><div class="paper"><button data-do="payouts">Payouts</button></div>
        <div class="corner left"><section class="box meters" aria-label="Progressive meters" data-meters></section><div data-panel-left></div></div>
        <div class="corner right"><section class="box purse" aria-label="Your chips" data-purse></section><div data-panel-right></div></div>
        <div class="toasts" role="status" aria-label="Payouts and refusals"></div><div class="banner" role="alert" hidden></div></div>
        <section class="vh" aria-label="Boxes in playing order"><ol data-list></ol></section>
        <section class="log" aria-label="Event log"></section>
        <div class="below"><section class="dock" aria-label="Your decision"></section><section class="rail" aria-label="Your wagers"></section><section class="trainer" aria-label="Trainer" hidden></section></div></main>`);
    this.scene = new Scene(this.querySelector(".felt"), felt);
    this.voice = new Voice(this);
    this.slip = new Slip(this);
    this.dock = new Dock(this);
    this.rail = new Rail(this);
    this.trainer = new Trainer(this);
    this.furniture = new Furniture(this);
    this.pressing = new Pressing(this);
    this.watcher = new ResizeObserver(() => this.redraw());
    this.watcher.observe(this.querySelector(".felt"));
    this.furniture.panels();
    this.redraw();
  }

  // --- what the house says ------------------------------------------------------------------------------------

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
    for (const name of ["view", "you", "timers", "meters", "state", "reason"]) if (message[name] !== undefined) this[name] = message[name];
    this.readyOnes = message.ready || this.readyOnes || [];
    this.version = message.to ?? message.version ?? this.version;
    this.timedAt = message.at ?? this.heardAt;
    if (stage) this.stage = fromView(this.view, this.stage);
    if (!wasClosed && this.view?.round?.are_wagers_closed) this.slip.remember();
    if (this.isFresh) { this.slip.adopt(); this.isFresh = false; this.sitAtOnce(); }
    this.redraw();
    this.attend();
    if (this.isBetting()) this.slip.sync();
    this.skipCeremony();
    for (const done of this.waiters.splice(0)) done();
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
    for (const [at, event] of events.entries()) {
      if (event.event === "CardsPickedUp" && this.hasResults()) await this.hold(message);
      this.stage = advance(this.stage, event);
      this.note(event);
      if (isQuiet(event)) continue;
      this.drawStage();
      await this.show(event, events.slice(at + 1));
      const ms = pause(event, this.stage);
      if (ms && !document.hidden && this.queue.length < 3) await wait(ms);
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
    if (event.event === "WheelSpun" && event.symbols.length && !document.hidden) await showWheel(this, event, prizeIn(rest, event));
    if (event.event === "SuperBonusPaid") await showWin(this, { title: "Super Bonus", who: `${event.player}, box ${event.box}`, amount: event.amount, clause: event.clause, note: "Three suited sevens against a seven." });
    if (event.event === "AwardPaid") await showWin(this, { title: wagerName(event.wager), who: `${event.player}, box ${event.box}`, amount: event.amount, clause: event.clause, note: `${event.line.replaceAll("-", " ")}: from a meter of ${money(event.before)}.` });
    if (event.event === "RoundVoided") this.toast({ text: `The round is void: ${event.reason}`, clause: event.clause, cls: "refused" });
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

  // --- what I may do ------------------------------------------------------------------------------------------

  get name() { return this.you?.name || ""; }
  isSeated() { return Boolean(this.you?.boxes?.length); }
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
    if (!this.isSeated() && this.freeBoxes().length) this.sit(this.middleBox());
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

  // --- drawing ------------------------------------------------------------------------------------------------

  redraw() {
    if (!this.scene) return;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.drawAll());
  }

  drawAll() {
    const svg = this.querySelector(".felt"), rect = svg.getBoundingClientRect(), mine = this.mine();
    this.scene.lay({ width: rect.width, height: rect.height, isWide: WIDE.matches, mine });
    this.classList.toggle("playing", !this.isBetting());
    this.drawStage();
    fill(this.querySelector(".dock"), this.myAsk() ? this.dock.markup() : this.betDock());
    fill(this.querySelector(".rail"), this.rail.markup());
    this.querySelector(".rail").hidden = !this.isSeated();
    const trainer = this.querySelector(".trainer");
    trainer.hidden = !this.trainer.isOn;
    fill(trainer, this.trainer.markup());
    this.furniture.draw(WIDE.matches);
    this.tick();
  }

  drawStage() {
    const mine = this.mine(), asks = this.view?.due?.asks || [], clock = this.clock();
    this.scene.draw(this.stage, {
      mine, name: this.name, isOnly: mine.length === 1, isBetting: this.isBetting(), maySit: !this.isSeated(), asks: this.isTelling && !this.isHolding ? [] : asks.filter((ask) => this.stage.boxes.get(ask.box)?.hands[ask.hand]), clock,
      slip: (box, wager) => this.slip.get(box, wager), slips: (box) => this.isHolding ? [] : this.slip.of(box).filter(([wager]) => !this.slip.placed().has(`${box} ${wager}`)), target: (box, wager) => this.rail.isTarget(box, wager),
    });
  }

  betDock() {
    const clock = this.clock();
    if (!this.view) return html`${this.dock.say("Walking to the table…", null)}`;
    if (!this.you?.name || !this.isSeated()) {
      const open = this.freeBoxes();
      return html`${this.dock.say(open.length ? "Sit down where a box is free." : "The table is full; you are watching.", null)}<div class="go">${open.length ? html`<button class="btn primary big" data-focus="sit" data-sit="${this.middleBox()}">Sit down</button>` : ""}</div>`;
    }
    if (!this.isBetting()) { const ask = (this.view?.due?.asks || [])[0]; return ask && ask.player !== this.name ? this.dock.say(`${ask.player} decides (box ${ask.box}).`, clock) : html``; }
    const isReady = this.you.is_ready, lack = this.slip.lack(), others = (this.readyOnes || []).length;
    const text = isReady ? "Ready: waiting for the others." : lack?.kind === "low" ? `The least wager here is ${money(lack.least)}.` : lack ? "A side wager needs a base wager." : this.slip.isEmpty() && this.slip.last.size ? "Place your wagers, or deal the same again." : "Place your wagers.";
    return html`${this.dock.say(text, clock)}<div class="go"><button class="btn primary big" data-focus="ready" data-do="ready" ${isReady ? html`aria-disabled="true"` : ""}>${this.isPractice || (this.view?.round?.boxes || []).length < 2 ? "Deal" : "Ready"}${this.slip.isEmpty() && this.slip.last.size ? " again" : ""} <kbd>↵</kbd></button>${others && !isReady ? html`<span class="pill">${others} ready</span>` : ""}</div>`;
  }

  tick() {
    const clock = this.clock();
    if (!clock) return;
    const left = Math.ceil(clock.left);
    for (const node of this.querySelectorAll("[data-seconds], [data-ring]")) if (node.textContent !== String(left)) node.textContent = left;
    for (const node of this.querySelectorAll(".clock, .ring .fg")) node.setAttribute("stroke-dasharray", `${Math.max(0, clock.left / clock.of * 100).toFixed(1)} 100`);
    if (clock.player === this.name && left <= 5 && left > 0) this.voice.urgent(`${left} seconds`);
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

  async leave() { if (await this.try({ command: "LeaveTable" })) history.pushState({}, "", "/lobby"), dispatchEvent(new PopStateEvent("popstate")); }
  drill() { this.trainer.isDrilling = !this.trainer.isDrilling; this.voice.say(`Drill ${this.trainer.isDrilling ? "on: close, long and missed hands" : "off"}`); this.redraw(); }
}

const spoken = (event, text) => event.card ? text.replace(short(event.card), cardName(event.card)) : text;
const prizeIn = (rest, event) => rest.filter((each) => each.event === "WagerPaid" && each.wager === event.wager && each.player === event.player && each.box === event.box && each.line !== "wager returned").reduce((sum, each) => sum + each.amount, 0);
