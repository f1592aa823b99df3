/* A table: what the house says, shown at a pace eyes can follow, and what you answer. */
import { api, Refusal } from "../api.js";
import { Link } from "../link.js";
import { fill, html, ICONS, on, wait } from "../dom.js";
import { moves, prefs, setPref } from "../prefs.js";
import { clauseButton, clauseSheet, keysSheet, payoutsSheet, sheet } from "../sheets.js";
import { sound } from "../sound.js";
import { topBar } from "../shell.js";
import { Voice } from "../voice.js";
import { cardName, exact, money, paid, question, sentence, short, total, wagerName } from "../words.js";
import { chartSheet } from "./chart.js";
import { Dock } from "./dock.js";
import { isQuiet, LOOK, pause } from "./pacing.js";
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
    this.link.addEventListener("state", () => this.drawLink());
    this.ticker = setInterval(() => this.tick(), 250);
  }

  disconnectedCallback() {
    this.link?.close();
    clearInterval(this.ticker);
    this.watcher?.disconnect();
    document.removeEventListener("keydown", this.onKey);
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
    this.parts = Object.fromEntries(["live", "live2", "round", "bal", "meters", "purse", "tiny", "list", "panel-left", "panel-right"].map((name) => [name, this.querySelector(`[data-${name}]`)]));
    this.wire();
    this.watcher = new ResizeObserver(() => this.redraw());
    this.watcher.observe(this.querySelector(".felt"));
    this.drawPanels();
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
    this.drawMoney();
    this.drawLink();
    this.drawLog();
    this.drawList();
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

  drawMoney() {
    const rack = this.you?.rack ?? 0, down = this.slip?.placed ? [...(this.view?.round?.boxes || [])].flatMap((box) => [...box.hands.flatMap((hand) => hand.stakes.filter((s) => s.player === this.name && s.is_open).map((s) => s.amount + s.doubles.reduce((a, b) => a + b, 0))), ...box.bets.filter((bet) => bet.player === this.name && bet.is_open).map((bet) => bet.amount)]).reduce((a, b) => a + b, 0) : 0;
    const [whole, rest] = exact(rack);
    fill(this.parts.purse, this.isSeated() ? html`<p class="k">Your chips</p><p class="v num" data-rack>${whole}<small>.${rest}</small></p><p class="s num">${down ? `${money(down)} on the table` : "at the table"}</p>` : html`<p class="k">Watching</p><p class="s">Sit down to play.</p>`);
    fill(this.parts.bal, this.isSeated() ? html`<b class="num">${whole}.${rest}</b><span>${down ? `${money(down)} on the table` : "your chips"}</span>` : html`<b>Watching</b>`);
    const meters = this.meters || [];
    this.parts.meters.hidden = !meters.length;
    fill(this.parts.meters, html`${meters.map((each) => { const [w, c] = exact(each.amount); return html`<div><p class="k">${meterName(each.name)}</p><p class="v num">${w}<small>.${c}</small></p></div>`; })}`);
    fill(this.parts.tiny, meters[0] ? html`${meterName(meters[0].name).replace(" progressive", "")}<b class="num">${exact(meters[0].amount).join(".")}</b>` : "");
    fill(this.parts.round, html`Round <b class="num">${(this.stage.number || 0).toLocaleString("en-US")}</b>`);
  }

  drawPanels() {
    const panel = ({ title, note, rows }) => html`<section class="printed"><h2>${title}</h2>${rows.length > 4 || title === "Super Bonus" ? html`<p class="n">${note}</p>` : ""}${rows.slice(0, 3).map(([line, pays]) => html`<p><span>${line}</span><b>${pays}</b></p>`)}${rows.length > 4 ? html`<p class="n">all lines under Payouts</p>` : ""}</section>`;
    const { panels } = this.felt, last = panels.at(-1), first = panels.find((each) => each !== last);
    fill(this.parts["panel-left"], first ? panel(first) : "");
    fill(this.parts["panel-right"], this.isPractice ? "" : panel(last));
  }

  drawLink() {
    const state = this.link?.state || "joining", banner = this.querySelector(".banner");
    const live = state === "live" ? html`<i class="dot"></i>Live <span class="num">${this.link.delay ? `${this.link.delay} ms` : ""}</span>` : html`<i class="dot ${state === "lost" ? "off" : "wait"}"></i>${state === "lost" ? "Reconnecting" : "Joining"}`;
    fill(this.parts.live, live);
    fill(this.parts.live2, html`${state === "live" ? html`<i class="dot beside"></i>Live` : "Reconnecting"} · ${money(this.felt.table_min)}–${money(this.felt.table_max)}`);
    const words = state === "lost" ? "The link is lost. Reconnecting; your place is kept." : state === "ended" ? "Your session has ended. Reload the page to come back." : this.state === "stopped" ? `The table is stopped: ${this.reason || "the floor is called"}.` : "";
    banner.hidden = !words;
    fill(banner, words ? html`<i class="dot off"></i>${words}` : "");
  }

  drawLog() {
    if (!WIDE.matches) return;
    const row = ({ who, text, clause }) => html`<li>${who ? html`<b>${who}</b> ` : ""}${tinted(text)} ${clauseButton(clause)}</li>`;
    fill(this.querySelector(".log"), html`<h2><span>Round ${this.stage.number || ""}</span><a href="/replay?table=${this.table}" data-link>Rounds</a></h2><ol>${this.log.slice(0, 7).map(row)}</ol>`);
  }

  /** The felt in words, one item for each box in playing order. */
  drawList() {
    const up = this.stage.dealer.map((card) => card.card ? cardName(card.card) : "a card face down").join(", ");
    const item = (number) => {
      const box = this.stage.boxes.get(number), holder = this.stage.seats[number] || box?.decider;
      if (!holder) return html`<li>Box ${number}: free</li>`;
      const hands = (box?.hands || []).filter((hand) => hand.cards.length).map((hand) => `${hand.cards.map((c) => cardName(c.card)).join(", ")}: ${total(hand)}${hand.doublings ? ", doubled" : ""}${hand.total > 21 ? ", bust" : ""}`).join("; ");
      const wagers = [...(box?.bettors || []).map((each) => `${each.player} ${money(each.amount)}`), ...(box?.bets || []).filter((bet) => bet.is_open).map((bet) => `${wagerName(bet.wager)} ${money(bet.amount)}`)].join(", ");
      return html`<li>Box ${number}, ${holder === this.name ? "you" : holder}${wagers ? `; wagers ${wagers}` : ""}${hands ? `; ${hands}` : ""}</li>`;
    };
    fill(this.parts.list, html`<li>Dealer: ${up || "no cards"}${this.stage.dealerTotal ? `, ${this.stage.dealerTotal}` : ""}</li>${Array.from({ length: this.felt.positions }, (_, i) => item(i + 1))}`);
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

  // --- pressing things ----------------------------------------------------------------------------------------

  wire() {
    on(this, "click", "[data-answer]", (node) => this.dock.press(node.dataset.key));
    on(this, "click", "[data-refused]", (node) => { const why = this.refused().find((each) => each.command.command === node.dataset.refused); if (why) this.refuse(why); });
    on(this, "click", "[data-chip]", (node) => { this.rail.chip = Number(node.dataset.chip); this.redraw(); });
    on(this, "click", "[data-spot]", (node) => { const box = Number(node.dataset.box), wager = node.dataset.spot, was = this.rail.aim(), spot = this.felt.spots.find((each) => each.wager === wager); this.rail.target = { box, wager }; if (spot?.is_fixed || (was?.box === box && was?.wager === wager)) this.push(1, { ...spot, box, wager }); this.redraw(); });
    on(this, "click", ".area", (node) => this.pressArea(node, 1));
    on(this, "contextmenu", ".area", (node, event) => { event.preventDefault(); this.pressArea(node, -1); });
    on(this, "click", "[data-sit]", (node) => this.sit(node.dataset.sit));
    on(this, "click", "[data-do]", (node) => this.do(node.dataset.do));
    on(this, "click", "[data-clause]", (node) => clauseSheet(node.dataset.clause));
    on(this, "input", "[data-amount]", (node) => { const is = node.dataset.amount; this.dock.amounts.set(`${is} ${this.askKey()}`, is === "CutCards" ? Number(node.value) : Math.round(Number(node.value) * 100)); const shown = this.querySelector("[data-shown]"); if (shown) shown.textContent = node.value; });
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  pressArea(node, sign) {
    const box = Number(node.dataset.box), wager = node.dataset.wager;
    if (!this.isSeated()) return this.view?.seats?.[box] ? undefined : this.sit(box);
    const isMine = this.mine().includes(box), may = this.legal().some((each) => each.command.command === "PlaceWager" && each.command.box === box);
    if (!isMine && !may) return this.refuse(this.refused().find((each) => each.command.box === box) || { sentence: this.view?.seats?.[box] ? `Box ${box} is ${this.view.seats[box]}'s; its player must let you wager there.` : "You may not wager on this box now.", clause: "" });
    this.push(sign, { ...this.felt.spots.find((each) => each.wager === wager), box, wager });
  }
  push(sign, at) { this.release?.(); this.rail.push(sign, at); }

  async do(what) {
    const { slip, rail } = this;
    const doings = {
      ready: () => this.deal(), more: () => this.push(1, rail.aim()), less: () => this.push(-1, rail.aim()), rebet: () => { this.release?.(); slip.rebet(); }, twice: () => { this.release?.(); slip.twice(); }, clear: () => slip.clear(),
      payouts: () => payoutsSheet(this.felt), keys: () => keysSheet(), menu: () => this.menu(), peek: () => this.trainer.toggle(), chart: () => chartSheet(this),
      back: async () => { this.trainer.forget(); await this.try({ command: "TakeBack" }); }, drill: () => this.drill(),
      sound: () => { setPref("sound", !prefs.sound); }, leave: () => this.leave(), share: () => this.shareBox(), log: () => this.logSheet(), buy: () => this.try({ command: "BuyChips", amount: 50000 }), cage: () => api.cage().then(() => this.toast({ text: "The cage has given you new chips." }), (error) => this.refuse(error)),
    };
    await doings[what]?.();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target.matches?.("input, textarea, select")) return;
    const key = event.key.toLowerCase(), isButton = event.target.matches?.("button, a");
    if (this.myAsk() && /^[a-z0-9]$/.test(key) && this.dock.answers().some((each) => each.key === key)) { event.preventDefault(); this.dock.press(key); return; }
    const chips = this.felt.chips.filter((each) => each >= Math.min(100, this.felt.table_min)).slice(0, 6);
    const general = { "?": "keys", o: "payouts", a: this.trainer.isOn && "peek", z: this.trainer.isOn && "back", m: "menu" }[key];
    const betting = this.isSeated() && { "+": "more", "=": "more", "-": "less", backspace: "less", b: "rebet", t: "twice", c: "clear", enter: !isButton && "ready" }[key];
    if (general || betting) { event.preventDefault(); this.do(general || betting); return; }
    if (this.isSeated() && /^[1-6]$/.test(key) && chips[key - 1]) { this.rail.chip = chips[key - 1]; this.voice.say(`${money(this.rail.chip)} chip`); this.redraw(); return; }
    if (this.isSeated() && (key === "arrowleft" || key === "arrowright") && !isButton) { event.preventDefault(); this.rail.move(key === "arrowright" ? 1 : -1); }
  }

  menu() {
    const dialog = sheet(this.about.name, html`<p>${this.felt.title}, ${this.felt.decks} decks. ${this.felt.facts.join(" ")}</p><div class="ops many"><button class="btn" data-do="payouts">Payouts</button><button class="btn" data-do="log">Event log</button><button class="btn" data-do="keys">Keys</button><a class="btn" href="/replay?table=${this.table}">Rounds</a><button class="btn" data-do="buy">Buy $500</button><button class="btn" data-do="cage">Out of chips</button>${this.felt.max_bettors > 1 && this.isSeated() ? html`<button class="btn" data-do="share">Share my box</button>` : ""}${this.isSeated() ? html`<button class="btn" data-do="leave">Leave the table</button>` : ""}<a class="btn" href="/lobby">Lobby</a></div>
      <h3>Settings</h3><div class="ops">${topBar.switches({ words: true })}</div><p><label class="chk"><input type="checkbox" data-ceremony ${prefs.ceremony ? html`checked` : ""}> Look the cards over and cut them at practice tables too</label></p><h3>Invite</h3><p>Anybody may join by this link: <span class="mono">${location.origin}/t/${this.table}</span></p>`);
    on(dialog, "click", "[data-do]", (node) => { dialog.close(); this.do(node.dataset.do); });
    on(dialog, "change", "[data-ceremony]", (node) => setPref("ceremony", node.checked));
    topBar.wire(dialog);
  }
  logSheet() { sheet("Event log", html`<ol>${this.log.map(({ who, text, clause }) => html`<li>${who ? `${who} ` : ""}${text} ${clauseButton(clause)}</li>`)}</ol>`).addEventListener("click", (event) => { const node = event.target.closest("[data-clause]"); if (node) clauseSheet(node.dataset.clause); }); }

  /** Let somebody else wager on my box, where the rules let several bet there. */
  shareBox() {
    const people = [...new Set([...Object.values(this.view?.seats || {}), ...Object.keys(this.view?.racks || {})])].filter((name) => name !== this.name);
    const dialog = sheet("Share my box", html`<p>Who may wager on your box this round? You decide the hand; they may follow doubles and splits.</p><div class="ops many">${people.map((name) => html`<button class="btn" data-who="${name}">${name}</button>`)}${people.length ? "" : html`<p>Nobody else is at the table.</p>`}</div>`);
    on(dialog, "click", "[data-who]", (node) => { dialog.close(); this.try({ command: "AdmitBettor", box: this.you.boxes[0], bettor: node.dataset.who }, this.point("PlaceWager", "WithdrawWager")); });
  }

  async leave() { if (await this.try({ command: "LeaveTable" })) history.pushState({}, "", "/lobby"), dispatchEvent(new PopStateEvent("popstate")); }
  drill() { this.trainer.isDrilling = !this.trainer.isDrilling; this.voice.say(`Drill ${this.trainer.isDrilling ? "on: close, long and missed hands" : "off"}`); this.redraw(); }
}

const METERS = { spin: "Bonus Spin progressive", "xtreme-primary": "Xtreme 16, first", "xtreme-secondary": "Xtreme 16, second", "jackpot-1": "Jackpot", "jackpot-2": "Second jackpot" };
export const meterName = (name) => METERS[name] || name;
const tinted = (text) => text.split(/([2-9AJQK][♥♦])/).map((part, i) => i % 2 ? html`${part[0]}<span class="red">${part[1]}</span>` : part);
const spoken = (event, text) => event.card ? text.replace(short(event.card), cardName(event.card)) : text;
const prizeIn = (rest, event) => rest.filter((each) => each.event === "WagerPaid" && each.wager === event.wager && each.player === event.player && each.box === event.box && each.line !== "wager returned").reduce((sum, each) => sum + each.amount, 0);
