/* The dealer's desk at one table: what the table says is drawn, what the hands do is sent. */
import { api } from "../api.js";
import { fill, html, on, visit } from "../dom.js";
import { Link } from "../link.js";
import { guestName } from "../people.js";
import { clauseSheet } from "../sheets.js";
import { troubleMarkup } from "../shell.js";
import { Voice } from "../voice.js";
import { capital, sentence } from "../words.js";
import { deskBar, schoolBar } from "./bar.js";
import { consoleParts } from "./console.js";
import { callsSheet, deskKeysSheet, floorSheet, reportSheet } from "./desk_sheets.js";
import { feltParts } from "./felt.js";
import { SIZE } from "./geometry.js";
import { DeskKeys } from "./keys.js";
import { DeskModel } from "./model.js";
import { calling, MOTIONS, placing } from "./motions.js";
import { behindAt, isStacked, openingScene, stackScene } from "./scenes.js";
import { stripMarkup } from "./strip.js";
import { fillParts } from "./parts.js";
import { loadStyle } from "./style.js";
import { checklist, tileAt, tilesMarkup } from "./tiles.js";

const HELD = 450;

export class DeskRoom extends HTMLElement {
  async connectedCallback() {
    this.name = this.getAttribute("table");
    document.title = "siete · desk";
    await loadStyle();
    if (this.source) {
      if (this.isConnected) this.open(this.source.table, this.source.desk);
      return;
    }
    try {
      if (!(await api.session())) await api.enter(guestName());
      const [table, desk] = await Promise.all([api.table(this.name), api.desk(this.name)]);
      if (this.isConnected) this.open(table, desk);
    } catch (error) {
      const words = troubleMarkup("This desk cannot be opened", error, ["/desk", "To the desks"]);
      fill(this, html`<main id="main">${words}</main>`);
    }
  }
  disconnectedCallback() {
    this.link?.close();
    this.keys?.close();
  }

  open(table, desk) {
    this.table = table;
    this.model = new DeskModel({ felt: table.felt, desk });
    this.behind = 0;
    this.innerHTML = String(FRAME);
    for (const part of ["bar", "felt", "over", "strip", "console"])
      this[part] = this.querySelector(`[data-part=${part}]`);
    this.voice = new Voice(this);
    this.acts = this.makeActs();
    this.keys = new DeskKeys({ model: this.model, acts: this.acts });
    this.wire();
    this.link = this.source?.link || new Link(this.name);
    this.link.addEventListener("message", ({ detail }) => this.hear(detail));
    this.link.addEventListener("state", () => this.draw());
    this.source?.link.start();
  }

  // --- what the table says

  hear(message) {
    const was = this.model.mine;
    this.model.hear(message);
    const { mine } = this.model;
    if (was && !mine) this.voice.urgent(`${message.dealer} deals now.`);
    this.behind = mine?.lie === "stack" ? this.behind || this.leastBehind() : 0;
    for (const event of message.events) this.tell(event);
    if (mine?.who === "dealer" && this.model.isGuided && was?.words !== mine.words) this.voice.say(capital(mine.words));
    this.draw();
    this.heard = performance.now();
    if (!this.source && this.model.view.rules_hash !== this.model.felt.rules_hash) this.renew();
  }
  /** The floor has changed limits or options of this table: inscriptions, motions and limits are asked for again. */
  async renew() {
    const wanted = this.model.view.rules_hash;
    if (this.renewing === wanted) return;
    this.renewing = wanted;
    const [table, desk] = await Promise.all([api.table(this.name), api.desk(this.name)]).catch(() => []);
    this.renewing = "";
    if (table?.felt.rules_hash !== wanted || !this.isConnected) return;
    this.table = table;
    Object.assign(this.model, { felt: table.felt, desk });
    this.voice.say("The rules of this table have changed.");
    this.draw();
  }
  leastBehind() {
    const { cover } = this.model.desk;
    return Math.ceil(cover.least * cover.cards) + 4;
  }
  tell(event) {
    const said = sentence(event, this.model.felt, null);
    if (said) this.voice.say(said.filter(Boolean).join(": "));
  }

  draw() {
    const { model } = this;
    if (!model.message) return;
    const phase = model.mine?.phase || "round";
    const isChecking = phase === "opening" && !isStacked(model);
    fill(this.bar, this.source ? schoolBar(this) : deskBar(this));
    fillParts(this.felt, "g", this.scene(phase, isChecking));
    fill(this.over, isChecking ? checklist(model) : "");
    fill(this.strip, stripMarkup(model, { link: this.link, behind: this.behind }));
    this.strip.classList.toggle("no", Boolean(model.refused) && !model.isExam);
    this.strip.classList.toggle("aside", isChecking);
    fillParts(this.console, "div", this.consoleParts(phase));
    this.console.className = `console ${phase === "round" ? "" : "tiles"}`;
    if (phase !== "round") this.showNow();
  }
  /** Bring the step that is due into view, once for each. */
  showNow() {
    const { at } = this.model.mine;
    if (this.shownAt === at) return;
    this.shownAt = at;
    for (const node of this.querySelectorAll(".tile.now, .list .now"))
      node.scrollIntoView({ block: "nearest", inline: "center" });
  }
  scene(phase, isChecking) {
    const { model } = this;
    if (phase === "round") return feltParts(model);
    return isChecking ? [["opening", openingScene(model)]] : [["stack", stackScene(model, this.behind)]];
  }
  consoleParts(phase) {
    const { model } = this;
    if (!model.mine) return [];
    return phase === "round" ? consoleParts(model) : [["tiles", tilesMarkup(model)]];
  }
  // --- what the hands do

  makeActs() {
    const { model } = this;
    return {
      take: () => this.send({ command: "TakeDealing", help: this.wanted || "guided" }),
      give: () => this.finish({ command: "GiveDealing" }),
      keys: () => deskKeysSheet(model),
      floor: () =>
        model.mine &&
        floorSheet(model, {
          report: ({ command }) => this.send(command),
          call: (words) => this.send({ command: "CallFloor", words }),
          close: this.isOwner() ? () => this.shut() : null,
        }),
      calls: () => callsSheet(model.desk.calls.concat(model.desk.others), (call) => this.send(calling(model, call))),
      others: () => callsSheet(model.desk.others, (call) => this.send(call.command)),
      chip: (kind) => this.handle(() => model.take(kind)),
      back: () => this.handle(() => model.chips.pop()),
      drop: () => this.handle(() => Object.assign(model, { chips: [], isDrawn: false, chosen: null })),
      box: (where) => this.onBox(where),
      motion: (name) => this.motion(name),
      step: () => this.doStep(),
      cover: (by) => this.moveCover(this.behind + by),
      tile: (tile) => this.onTile(tile),
    };
  }
  /** Something that only the hands do: nothing is sent. */
  handle(act) {
    Object.assign(this.model, { refused: null, why: null });
    act();
    this.draw();
  }

  onBox(where) {
    const { model } = this;
    if (!model.mine) return;
    if (model.isDrawn) {
      Object.assign(model, { isDrawn: false, tried: "draw" });
      this.send(placing(model, where));
      return;
    }
    this.handle(() => (where === 0 || where === "bonus" ? (model.chosen = null) : model.choose(where)));
    if (model.chosen)
      this.voice.say(this.felt.querySelector(`[data-box="${where}"]`)?.getAttribute("aria-label") || "");
  }
  motion(name) {
    const { model } = this;
    if (!model.mine) return;
    if (name === "draw") {
      this.handle(() => (model.isDrawn = !model.isDrawn));
      return;
    }
    const command = MOTIONS[name](model);
    model.tried = name;
    if (command) this.send(command);
    else this.refuse({ sentence: "Choose the wager first: press its box.", clause: "" });
  }
  /** What a guided dealer is shown and no motion of its own does. */
  doStep() {
    const { model } = this;
    if (!model.isGuided || !model.step || model.mine.payment || model.step.command === "Deal") return;
    if (model.step.command === "PlaceCoverCard") this.putCover();
    else this.send(model.step);
  }
  onTile(tile) {
    const { command } = tile;
    if (command.command === "PlaceCoverCard") this.putCover();
    else this.send(command);
  }
  moveCover(behind) {
    const most = this.model.mine.pile;
    if (!this.behind || !most) return;
    this.behind = Math.min(most - 1, Math.max(1, behind));
    this.draw();
  }
  putCover() {
    this.send({ command: "PlaceCoverCard", ...(this.behind ? { behind: this.behind } : {}) });
  }
  isOwner() {
    return this.table.owner === `guest:${this.model.you.name}`;
  }
  /** Close the table for good, between two rounds. */
  async shut() {
    try {
      await api.close(this.name);
      visit("/desk");
    } catch (error) {
      this.refuse(error);
    }
  }

  async choose(help) {
    if (!this.model.mine) {
      this.wanted = help;
      this.draw();
      return;
    }
    if (help !== this.model.mine.help) await this.finish({ command: "ChooseHelp", help });
  }
  /** End a run, and show how it went where something went wrong or nothing was said. */
  async finish(command) {
    const wasExam = this.model.isExam;
    const answer = await this.send(command);
    if (answer?.report && (wasExam || answer.report.mistakes.length)) reportSheet(answer.report);
  }

  async send(command) {
    const { model } = this;
    const point = STEPLESS.has(command.command) ? undefined : model.mine?.point || undefined;
    this.began = performance.now();
    try {
      const answer = await this.link.send(stripped(command), point);
      Object.assign(model, {
        chips: command.command === "PayOut" ? [] : model.chips,
        chosen: null,
        refused: null,
        why: null,
      });
      this.draw();
      return answer;
    } catch (error) {
      if (!error.sentence) throw error;
      this.refuse(error);
      return null;
    }
  }
  refuse(error) {
    if (error.code !== "desk/noted") {
      this.model.refused = error;
      this.voice.urgent(error.sentence);
      this.explain(error);
    }
    this.draw();
  }
  /** Put the words of the refusal's clause where the payout hand is, unless chips lie in it. */
  async explain(error) {
    const { model } = this;
    model.why = null;
    if (!error.clause || model.chips.length) return;
    try {
      const { summary } = await api.clause(error.clause);
      if (model.refused !== error || !this.isConnected) return;
      model.why = { clause: error.clause, words: summary };
      this.draw();
    } catch {
      // the strip has said what is wrong
    }
  }

  // --- mouse and touch

  wire() {
    on(this, "click", "[data-clause]", (node) => clauseSheet(node.dataset.clause));
    on(this, "click", "[data-level]", (node) => this.choose(node.dataset.level));
    on(this, "click", "[data-do]", (node) => this.press(node.dataset.do));
    on(this, "click", "[data-call]", (node) =>
      this.send(calling(this.model, this.model.desk.calls[node.dataset.call])),
    );
    on(this, "click", "[data-tile]", (node) => this.onTile(tileAt(this.model, Number(node.dataset.tile))));
    on(this, "click", "[data-cover]", (node) => this.acts.cover(Number(node.dataset.cover)));
    on(this, "click", "[data-box]", (node) => this.onBox(where(node)));
    on(this, "keydown", "[role=button]", (node, event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    this.addEventListener("click", ({ detail }) => {
      // what was pressed by mouse or finger keeps no focus: Enter then still means the table's next motion
      if (detail && this.contains(document.activeElement)) document.activeElement.blur();
    });
    this.wireChips();
    this.wireDrag();
  }
  press(name) {
    const { acts } = this;
    if (name === "cover") this.putCover();
    else if (acts[name]) acts[name]();
    else this.motion(name);
  }
  /** One chip for a tap, five while it is held. */
  wireChips() {
    let timer;
    const five = (chip) => () => {
      for (let i = 0; i < 4; i++) this.acts.chip(chip);
    };
    on(this, "click", "[data-chip]", (node) => this.acts.chip(Number(node.dataset.chip)));
    on(this, "pointerdown", "[data-chip]", (node) => {
      timer = setTimeout(five(Number(node.dataset.chip)), HELD);
    });
    for (const type of ["pointerup", "pointercancel", "pointerleave"])
      this.addEventListener(type, () => clearTimeout(timer));
  }
  /** A card is dragged from the shoe to a box, the cover card along the stack. */
  wireDrag() {
    let from = null;
    on(this, "pointerdown", "[data-do=draw], [data-slab]", (node) => {
      from = node.dataset.do || "slab";
    });
    this.felt.addEventListener("pointermove", (event) => {
      if (from !== "slab") return;
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.felt.getScreenCTM().inverse());
      this.moveCover(behindAt(this.model, at.x));
    });
    this.addEventListener("pointerup", (event) => {
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-box]");
      if (from === "draw" && under && !this.model.isDrawn && this.model.mine) {
        this.model.isDrawn = true;
        this.onBox(where(under));
      }
      from = null;
    });
  }
}

const where = (node) => (node.dataset.box === "bonus" ? "bonus" : Number(node.dataset.box));
const STEPLESS = new Set(["TakeDealing", "GiveDealing", "ChooseHelp", "CallFloor"]);
/** A due step names who is concerned; a sender never says who sends. */
const stripped = ({ by: _by, rank: _rank, ...command }) => command;

const FRAME = html`<div class="desk"><header class="top" data-part="bar"></header>
  <main id="main" tabindex="-1"><svg data-part="felt" class="deskfelt" viewBox="0 0 ${SIZE.width} ${SIZE.height}"
      preserveAspectRatio="xMidYMid meet" role="group" aria-label="Your table: box 1 is on your left"></svg>
    <section class="over" data-part="over"></section>
    <section class="strip" data-part="strip" role="status"></section></main>
  <footer class="console" data-part="console" aria-label="Tray, payout hand and motions"></footer>
  <p class="toosmall">A desk needs 900 pixels of width. Turn the tablet, or open it on a larger screen.
    <a href="/school">The school works here</a>, but for its desk. <a href="/desk">Back to the desks</a></p></div>`;
