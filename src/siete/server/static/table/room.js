/* A table: its room, what stands in it, and how all of it is drawn. */
import { api } from "../api.js";
import { Link } from "../link.js";
import { fill, html, ICONS } from "../dom.js";
import { sound } from "../sound.js";
import { topBar } from "../shell.js";
import { Voice } from "../voice.js";
import { money } from "../words.js";
import { Acting } from "./acting.js";
import { Dock } from "./dock.js";
import { Floor } from "./floor.js";
import { Furniture } from "./furniture.js";
import { Pressing } from "./pressing.js";
import { Rail } from "./rail.js";
import { Scene } from "./scene.js";
import { Slip } from "./slip.js";
import { Story } from "./story.js";
import { emptyStage } from "./stage.js";
import { Trainer } from "./trainer.js";

const WIDE = matchMedia("(min-width: 1101px) and (min-height: 561px)");

export class TableRoom extends Acting {
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
    this.story = new Story();
    this.dock = new Dock(this);
    this.floor = new Floor(this);
    this.rail = new Rail(this);
    this.trainer = new Trainer(this);
    this.furniture = new Furniture(this);
    this.pressing = new Pressing(this);
    this.watcher = new ResizeObserver(() => this.redraw());
    this.watcher.observe(this.querySelector(".felt"));
    this.furniture.panels();
    this.redraw();
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
    this.furniture.draw();
    this.tick();
  }

  drawStage() {
    const mine = this.mine(), asks = this.view?.due?.asks || [], clock = this.clock();
    this.scene.draw(this.stage, {
      mine, name: this.name, isOnly: mine.length === 1, isBetting: this.isBetting(), maySit: this.maySit(), asks: this.isTelling && !this.isHolding ? [] : asks.filter((ask) => this.stage.boxes.get(ask.box)?.hands[ask.hand]), clock,
      slip: (box, wager) => this.slip.get(box, wager), slips: (box) => this.isHolding ? [] : this.slip.of(box).filter(([wager]) => !this.slip.placed().has(`${box} ${wager}`)), target: (box, wager) => this.rail.isTarget(box, wager),
    });
  }

  betDock() {
    const clock = this.clock();
    if (!this.view) return html`${this.dock.say("Walking to the table…", null)}`;
    if (this.floor.isStaff) return this.floor.markup();
    if (!this.you?.name || !this.isSeated()) {
      const open = this.freeBoxes();
      return html`${this.dock.say(open.length ? "Sit down where a box is free." : "The table is full; you are watching.", null)}<div class="go">${open.length ? html`<button class="btn primary big" data-focus="sit" data-sit="${this.middleBox()}">Sit down</button>` : ""}</div>`;
    }
    if (!this.isBetting()) { const ask = (this.view?.due?.asks || [])[0]; return ask && ask.player !== this.name ? this.dock.say(`${ask.player} decides (box ${ask.box}).`, clock) : html``; }
    const isReady = this.you.is_ready, lack = this.slip.lack(), others = (this.readyOnes || []).length;
    const text = isReady ? "Ready: waiting for the others." : lack?.kind === "low" ? `The least wager here is ${money(lack.least)}.` : lack ? "A side wager needs a base wager." : this.slip.isEmpty() && this.slip.last.size ? "Wager again, or deal the same." : "Push chips to your box, then press Deal.";
    const story = this.story.markup();
    const isPlain = story && !clock && !isReady && !lack && this.slip.isEmpty();
    return html`${story ? html`<p class="story">${story}</p>` : ""}${isPlain ? "" : this.dock.say(text, clock)}<div class="go"><button class="btn primary big" data-focus="ready" data-do="ready" ${isReady ? html`aria-disabled="true"` : ""}>${this.isPractice || (this.view?.round?.boxes || []).length < 2 ? "Deal" : "Ready"}${this.slip.isEmpty() && this.slip.last.size ? " again" : ""} <kbd>↵</kbd></button>${others && !isReady ? html`<span class="pill">${others} ready</span>` : ""}</div>`;
  }

  tick() {
    const clock = this.clock();
    if (!clock) return;
    const left = Math.ceil(clock.left);
    for (const node of this.querySelectorAll("[data-seconds], [data-ring]")) if (node.textContent !== String(left)) node.textContent = left;
    for (const node of this.querySelectorAll(".clock, .ring .fg")) node.setAttribute("stroke-dasharray", `${Math.max(0, clock.left / clock.of * 100).toFixed(1)} 100`);
    if (clock.player === this.name && left <= 5 && left > 0) this.voice.urgent(`${left} seconds`);
  }
}
