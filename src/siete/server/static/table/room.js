/* A table: the element that puts its parts together, and nothing more. Each part gets what it needs when it is made. */
import { api } from "../api.js";
import { html } from "../dom.js";
import { LastWager } from "../wagers/last_wager.js";
import { Link } from "../link.js";
import { prefs, usePace } from "../prefs.js";
import { topBar, troubleMarkup } from "../shell.js";
import { Voice } from "../voice.js";
import { makeActions } from "./actions.js";
import { Attention } from "./attention.js";
import { Commands } from "./commands.js";
import { wireControls } from "./controls.js";
import { putWanted } from "./wanted.js";
import { Dock } from "./dock.js";
import { Drawing } from "./drawing.js";
import { EventLog } from "../playback/event_log.js";
import { Floor } from "./floor.js";
import { frame } from "./frame.js";
import { Highlights } from "../playback/highlights.js";
import { Keyboard } from "./keyboard.js";
import { Moments } from "../playback/moments.js";
import { WinCounter } from "../playback/win_counter.js";
import { guideIn, workbench } from "./late_parts.js";
import { TableModel } from "./model.js";
import { Playback } from "../playback/playback.js";
import { Rail } from "../wagers/rail.js";
import { RulesNotice } from "./notice.js";
import { tick } from "./say_line.js";
import { Scene } from "../layout/scene.js";
import { Seating } from "./seating.js";
import { SidePanel } from "../results/side_panel.js";
import { placedWagers, Slip } from "../wagers/slip.js";
import { Results } from "../results/results.js";
import { Toasts } from "../playback/toasts.js";
import { Trainer } from "../coach/trainer.js";

const TICK = 250;

export class TableRoom extends HTMLElement {
  async connectedCallback() {
    const table = this.getAttribute("table");
    this.innerHTML = `<p class="trouble" role="status">Walking to the table…</p>`;
    try {
      const session = api.session().catch(() => null); // whoever lost the cookie comes back before the link begins
      this.about = await api.table(table);
      await session;
    } catch (error) {
      this.innerHTML = String(html`${topBar("")}${troubleMarkup("This table cannot be shown", error)}`);
      return;
    }
    document.title = `siete · ${this.about.name}`;
    this.build();
    this.ticker = setInterval(() => this.tick(), TICK);
  }

  disconnectedCallback() {
    clearInterval(this.ticker);
    this.link?.close();
    this.watcher?.disconnect();
    this.keyboard?.close();
    usePace(false);
  }

  // --- putting together ---------------------------------------------------------------------------------------

  build() {
    const { about } = this;
    const { felt } = about;
    this.felt = felt;
    this.isPractice = about.mode === "practice";
    usePace(this.isPractice);
    this.innerHTML = String(frame(about));
    this.voice = new Voice(this);
    this.model = new TableModel(felt.defaults);
    this.link = new Link(about.id);
    this.toasts = new Toasts(this.querySelector(".toasts"));
    this.results = new Results({ table: about.id, changed: () => this.reckoned() });
    this.scene = new Scene(this.querySelector(".felt"), felt);
    this.joinHouse();
    this.joinWagers();
    this.joinDecisions();
    this.joinPeople();
    this.joinDrawing();
    this.drawing.print();
    this.redraw();
  }

  /** What comes from the house, and what goes there. */
  joinHouse() {
    const { link, toasts, felt, model } = this;
    const say = (text) => this.voice.say(text);
    this.commands = new Commands({ link, toasts, say });
    this.log = new EventLog({ felt, say, isOwn: (event) => this.isOwn(event) });
    const moments = new Moments(this.querySelector(".moment"));
    this.counter = new WinCounter(this.querySelector(".won-counter"));
    const { counter } = this;
    this.highlights = new Highlights({ felt, toasts, moments, counter, me: () => model.name });
    this.playback = new Playback({
      adopt: (message) => this.adopt(message),
      adopted: () => this.adopted(),
      told: (event, stage) => this.told(event, stage),
      draw: () => this.drawing.stage(),
      show: (event, rest, stage) => this.highlights.show(event, rest, stage),
      began: () => this.drawing.below(),
      ended: () => this.ended(),
      isOpen: () => this.isConnected,
    });
    const changed = () => this.redraw();
    this.rulesNotice = new RulesNotice({ table: this.about.id, felt, toasts, say, changed });
    link.addEventListener("message", ({ detail }) => this.hear(detail));
    link.addEventListener("state", () => this.drawing.linkState());
  }

  /** What I wager, and how. */
  joinWagers() {
    const { felt, model, commands } = this;
    const changed = () => this.redraw();
    const isBetting = () => model.isBetting();
    this.slip = new Slip({
      felt,
      isBetting,
      changed,
      placed: () => placedWagers(model.round, model.name),
      kept: new LastWager(this.about.id),
      me: () => model.name,
      send: (command) => this.sendWager(command),
      refuse: (error) => commands.refuse(error),
    });
    this.rail = new Rail({
      felt,
      slip: this.slip,
      boxes: () => this.boxes(),
      isBetting,
      isSeated: () => model.isSeated(),
      say: (text) => this.voice.say(text),
      changed,
    });
  }

  /** What I am asked, and what it is worth. */
  joinDecisions() {
    const { felt, model, commands, playback } = this;
    const ask = () => this.myAsk();
    this.trainer = new Trainer({
      table: this.about.id,
      isOn: () => this.isPractice && model.isSeated() && !this.workbench?.autoplay.isOn,
      ask,
      askKey: () => model.askKey(),
      changed: () => this.redraw(),
      say: (text) => this.voice.say(text),
    });
    this.dock = new Dock({
      felt,
      model,
      ask,
      stage: () => playback.stage,
      boxes: () => this.boxes(),
      hint: () => this.trainer.hint(),
      taught: () => this.guide?.action,
      send: (command, point, answer) => this.answer(command, point, answer),
      refuse: (error) => commands.refuse(error),
    });
    this.floor = new Floor({ house: felt.house, model, commands, urgent: (text) => this.voice.urgent(text) });
    const { trainer, dock, floor, voice, toasts } = this;
    this.attention = new Attention({ ask, model, playback, trainer, dock, floor, voice, toasts });
  }

  /** Where people sit, and what they press. */
  joinPeople() {
    const { felt, isPractice, model, commands, link, dock, rail, floor } = this;
    const boxes = () => this.boxes();
    const called = (box) => this.attention.called(box);
    this.seating = new Seating({ positions: felt.positions, isPractice, model, commands, link, called });
    const bench = (root) => this.bench(root);
    const room = this.querySelector(".room");
    this.side = new SidePanel({ table: this.about.id, room, results: this.results, isPractice, model, bench });
    const actions = this.actions();
    const { seating, side } = this;
    wireControls(this, { felt, model, boxes, dock, rail, floor, seating, side, commands, actions });
    const say = (text) => this.voice.say(text);
    this.keyboard = new Keyboard({ model, dock, rail, trainer: this.trainer, actions, say });
    this.watcher = new ResizeObserver(() => this.redraw());
    this.watcher.observe(this.querySelector(".felt"));
  }

  /** What puts all of it on the page. */
  joinDrawing() {
    const { about, isPractice, model, link, log, playback, scene, results } = this;
    const { slip, rail, trainer, dock, floor, seating, side } = this;
    const parts = { about, isPractice, model, link, log, playback, scene, results };
    const asked = { slip, rail, trainer, dock, floor, seating, side };
    const now = {
      boxes: () => this.boxes(),
      isAsked: () => Boolean(this.myAsk()),
      guide: () => this.guide,
      workbench: () => this.workbench,
    };
    this.drawing = new Drawing(this, { ...parts, ...asked, ...now });
  }

  actions() {
    const { about, felt, model, slip, rail, trainer, playback, seating, commands, log, toasts, side } = this;
    const skip = () => {
      this.isHasty = true;
      this.skipCeremony();
    };
    const parts = { about, felt, model, slip, rail, trainer, playback, seating, commands, log, toasts, side };
    return { ...makeActions(parts), skip };
  }

  // --- what tests and the console look at ---------------------------------------------------------------------

  get view() {
    return this.model?.view;
  }
  /** The page shows all that it has heard, and has drawn it. */
  get isIdle() {
    return Boolean(this.view) && this.playback.isIdle && !this.frame;
  }
  /** The question before me; none while the page still shows how it came to it. */
  myAsk() {
    return this.playback.isBehind ? null : this.model.myAsk();
  }
  /** When the page shows a version of the table. */
  settled(version) {
    return this.playback.caughtUp(() => this.model.version >= version);
  }
  /** My boxes: where I sit, where I have a wager, and where I want one. */
  boxes() {
    const wanted = this.model.isSeated() ? this.slip.boxes() : [];
    return [...new Set([...this.model.boxes(), ...wanted])].toSorted((a, b) => a - b);
  }

  // --- hearing ------------------------------------------------------------------------------------------------

  hear(message) {
    this.heardAt = performance.now();
    this.playback.hear(message, Boolean(this.view));
  }

  adopt(message) {
    this.isFirst = !this.view;
    const wasClosed = this.model.isClosed;
    const isTakenBack = message.type === "snapshot" && message.version < this.model.version;
    this.model.adopt(message, this.heardAt);
    if (this.isFirst) this.slip.adopt();
    this.rulesNotice.attend(message);
    if (isTakenBack) this.undo(message.version);
    if (!wasClosed && this.model.isClosed) this.closeWagers(this.model.round.number);
    return this.view;
  }

  /** A decision was taken back: what came after it counts no more. */
  undo(version) {
    this.log.undo(version);
    const round = this.model.round?.number || this.view.rounds;
    this.results.undo(round);
    this.slip.undo(round);
    if (this.closed > round) this.closed = 0;
  }

  /** The house's view stands: everything on the page follows from it. */
  adopted() {
    if (this.isFirst) this.begin();
    this.redraw();
    this.attention.attend();
    if (this.model.isBetting()) this.slip.sync();
    this.skipCeremony();
  }

  /** The first view of this visit. */
  begin() {
    this.isFirst = false;
    if (this.model.isSeated()) this.results.recall(!this.model.isClosed);
    const wants = ["sit", "queue"].find((each) => this.hasAttribute(each));
    if (!wants) return;
    const { model, slip, trainer, playback } = this;
    putWanted(this, { model, slip, trainer, playback, boxes: () => this.boxes() });
    if (this.hasAttribute("learn")) this.learn();
    this.removeAttribute(wants); // whoever pressed "Sit down" in the lobby need not press it again here
    history.replaceState({}, "", location.pathname);
    this.seating.sitInTheMiddle(wants === "queue");
  }

  /** Guided rounds, for those who come for them. */
  async learn() {
    const { about, model, slip, trainer, dock } = this;
    const parts = { table: about.id, model, slip, trainer, dock, boxes: () => this.boxes() };
    const ended = () => {
      this.guide = null;
      this.redraw();
    };
    this.guide = await guideIn(this.querySelector(".room"), { ...parts, ready: () => this.ready(), ended });
    await this.guide.start();
  }

  /** The workbench of a practice table. */
  async bench(root) {
    const { about, felt, model, slip, trainer, dock, playback, commands } = this;
    const parts = { about, felt, model, slip, trainer, dock, playback, commands };
    const changed = () => {
      usePace(this.isPractice);
      this.redraw();
    };
    const Workbench = await workbench();
    this.workbench ??= new Workbench({ ...parts, ready: () => this.ready(), changed, isOpen: () => this.isConnected });
    await this.workbench.attach(root);
  }
  ready() {
    return this.keyboard.actions.ready();
  }

  told(event, stage) {
    this.log.note(event, stage);
    this.guide?.told(event);
    this.seating.told(event);
    if (event.event === "WagersClosed") {
      this.closeWagers(stage.number);
      this.results.forget();
      this.drawing.below();
    }
    if (event.event === "RoundEnded" && this.boxes().length) this.results.ended(event.number);
  }

  /** What the last round brought is known. */
  reckoned() {
    const { last } = this.results;
    if (last) this.counter.settle(last.net);
    this.redraw();
  }

  ended() {
    this.attention.attend();
    this.redraw();
  }

  /** What lies there is remembered for rebet, once a round, even if all of it is over within one message. */
  closeWagers(number) {
    if (this.closed === number) return;
    this.closed = number;
    this.slip.remember(number);
    this.rail.forget();
  }

  isOwn(event) {
    if (!("box" in event) || event.box === 0) return true;
    return this.boxes().includes(event.box) || event.player === this.model.name;
  }

  // --- acting -------------------------------------------------------------------------------------------------

  /** Send a wager; resolves when the page shows it. */
  async sendWager(command) {
    const { version } = await this.commands.send(command, this.model.point("PlaceWager", "WithdrawWager"));
    await this.settled(version);
  }

  /** Give an answer; the trainer judges it by what was known before. */
  async answer(command, point, { action }) {
    const hint = this.trainer.hint();
    if (!(await this.commands.try(command, point))) return;
    this.guide?.answered(action, point);
    this.trainer.answered(action, hint);
  }

  /** At a practice table the cards are taken as they are, unless one likes the ceremony. */
  skipCeremony() {
    if (!this.isHasty && (!this.isPractice || prefs.ceremony)) return;
    const plain = this.model.may("LookOver") || this.model.may("RefuseCut");
    if (!plain || this.skipped === plain.point) return;
    this.skipped = plain.point;
    this.commands.try(plain.command, plain.point);
  }

  // --- drawing ------------------------------------------------------------------------------------------------

  redraw() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.drawing.draw();
      this.tick();
    });
  }

  tick() {
    const clock = this.model.clock();
    if (!clock) return;
    tick(this, clock);
    this.attention.count(clock);
  }
}
