/* Replay: any finished round step by step, as each role saw it then, with the clause of each step. */
import { api, Refusal } from "../api.js";
import { fill, html, on, style, visit } from "../dom.js";
import { download } from "../files.js";
import { Scene } from "../layout/scene.js";
import { guestName, isStaff } from "../people.js";
import { emptyStage, stagesOf, withPast } from "../playback/stage.js";
import { prefs } from "../prefs.js";
import { clauseButton, clauseSheet, sheet } from "../sheets.js";
import { topBar } from "../shell.js";
import { patiently } from "../patience.js";
import * as markup from "./replay_markup.js";
import { decisionOf, handAsked, keyStep, toldSteps } from "./replay_steps.js";
import { NOBODY } from "../layout/nobody.js";

const WIDE = matchMedia("(min-width: 1200px) and (min-height: 561px)");
const PACE = 900;
/** Where a round that was played opens: at what it is remembered for. */
const KEY = -1;
/** So many hands of a pasted round are valued in one request. */
const AT_ONCE = 8;
const KEYS = { ArrowRight: "next", ArrowLeft: "before", Home: "first", End: "last", " ": "play" };

export class ReplayRoom extends HTMLElement {
  async connectedCallback() {
    document.title = "siete · replay";
    Object.assign(this, { at: KEY, nth: 0, seenBy: "public", isPlaying: false });
    on(this, "click", "[data-clause]", (node) => clauseSheet(node.dataset.clause));
    await style("replay");
    try {
      await this.find();
    } catch (error) {
      if (!error.sentence) console.error(error);
      this.page(markup.trouble(error));
    }
  }
  disconnectedCallback() {
    clearInterval(this.timer);
    this.watcher?.disconnect();
    document.removeEventListener("keydown", this.onKey);
  }

  page(body) {
    this.classList.add("flowing");
    this.innerHTML = String(html`${topBar("/replay")}<main class="wrap" id="main" tabindex="-1">${body}</main>`);
  }

  // --- finding a round ----------------------------------------------------------------------------------------

  async find() {
    const [token, table, round, position, golden] = ["token", "table", "round", "position", "golden"].map((name) =>
      this.getAttribute(name),
    );
    if (golden) return this.openGolden(golden);
    if (token) return this.openShared(token);
    if (position) return this.openPosition(position, table);
    if (table && round) return this.open(table, round);
    if (!table) return this.paste();
    const { rounds } = await api.rounds(table);
    return this.page(markup.roundList(table, rounds));
  }

  async openShared(token) {
    Object.assign(this, { path: `/r/${token}`, again: `/shared/${encodeURIComponent(token)}` });
    this.take(await api.shared(token), `/api/v1${this.again}.s21`);
  }

  async open(table, round) {
    this.source = { table, round };
    this.again = `/rounds/${encodeURIComponent(table)}/${encodeURIComponent(round)}`;
    this.session = await api.session();
    this.take(await api.round(table, round, this.seenBy), `/api/v1${this.again}.s21`);
  }

  /** One step alone, by the address that tells it. */
  async openPosition(position, table) {
    this.at = 1;
    this.take(await api.position({ position, rules: this.getAttribute("rules") || "", table: table || "" }));
  }

  /** A round of the book, by the name of its file. */
  async openGolden(golden) {
    const textAt = `/book/rounds/${golden.split("/").map(encodeURIComponent).join("/")}.s21`;
    const answer = await fetch(textAt, { credentials: "same-origin" });
    if (!answer.ok) throw new Refusal({ sentence: "There is no such golden round." });
    this.pasted = await answer.text();
    this.nth = Math.max(0, Number(this.getAttribute("nth") || 1) - 1);
    this.take(await api.replay(this.pasted), textAt);
  }

  paste() {
    this.page(markup.pasteForm());
    on(this, "change", "input[type=file]", async (node) => {
      const text = await node.files[0]?.text();
      if (text) this.querySelector("textarea").value = text;
    });
    on(this, "submit", "[data-paste]", (node, event) => {
      event.preventDefault();
      this.playAgain(node.elements.text.value);
    });
  }
  /** A pasted round is read from its beginning. */
  async playAgain(text) {
    Object.assign(this, { pasted: text, at: 0 });
    try {
      this.take(await api.replay(text));
    } catch (error) {
      fill(this.querySelector("[data-note]"), markup.faults(error));
    }
  }

  // --- taking it ----------------------------------------------------------------------------------------------

  /** Take a round, or the chosen one of several; `textAt` is where its notation lies. */
  take(whole, textAt) {
    const round = whole.rounds?.[this.nth] || whole;
    Object.assign(this, { whole, textAt, found: { ...whole, ...round }, felt: whole.felt || round.felt });
    const steps = (this.found.steps || []).filter((step) => step.event);
    this.steps = toldSteps(steps, stagesOf(steps), this.felt);
    if (!this.scene) this.build();
    this.goTo(this.first());
    this.valueAll();
  }
  /** The step to show first: the one that was shown, the one that the address names, or the key moment. */
  first() {
    const named = Number(this.getAttribute("step")) || 0;
    this.removeAttribute("step");
    return named || (this.at === KEY ? keyStep(this.steps, this.felt) : this.at);
  }

  build() {
    this.classList.remove("flowing");
    const { found, whole, felt } = this;
    const may = {
      share: Boolean(this.source || this.path),
      save: Boolean(this.textAt || this.pasted),
      again: Boolean(this.again),
    };
    this.innerHTML = String(markup.frame({ found, whole, felt, roles: this.roles(), may }));
    this.scene = new Scene(this.querySelector(".felt"), felt);
    this.querySelector("[data-role]").value = this.seenBy;
    const which = this.querySelector("[data-nth]");
    if (which) which.value = this.nth;
    this.wire();
    this.watcher = new ResizeObserver(() => this.draw());
    this.watcher.observe(this.querySelector(".felt"));
  }

  wire() {
    on(this, "click", "[data-go]", (node) => this.do(node.dataset.go));
    on(this, "click", "[data-step]", (node) => this.goTo(Number(node.dataset.step)));
    on(this, "input", "[data-range]", (node) => this.goTo(Number(node.value)));
    on(this, "change", "[data-role]", (node) => this.as(node.value));
    on(this, "change", "[data-nth]", (node) => {
      Object.assign(this, { nth: Number(node.value), at: this.hasAttribute("golden") ? KEY : 0 });
      this.take(this.whole, this.textAt);
    });
    this.onKey = (event) => this.press(event);
    document.addEventListener("keydown", this.onKey);
  }

  press(event) {
    if (event.target.matches?.("input, textarea, select") || document.querySelector("dialog[open]")) return;
    const go = KEYS[event.key];
    if (!go || (go === "play" && event.target.matches("button"))) return;
    event.preventDefault();
    this.do(go);
  }

  /** Whose eyes one may borrow: the public's, each player's, and for the house's staff its own. */
  roles() {
    if (!this.source) return [this.found.role || "public"];
    const staff = isStaff(this.session) ? ["dealer", "floorperson"] : [];
    return ["public", ...(this.found.players || []).map((name) => `player:${name}`), ...staff];
  }
  async as(role) {
    this.seenBy = role;
    try {
      this.take(await api.round(this.source.table, this.source.round, role), this.textAt);
    } catch (error) {
      sheet("Not shown", html`<p>${error.sentence}</p>`);
    }
  }

  // --- showing it ---------------------------------------------------------------------------------------------

  goTo(at) {
    this.at = Math.max(0, Math.min(this.steps.length, at));
    if (this.at === this.steps.length) this.stop();
    this.draw();
  }

  draw() {
    if (!this.scene) return;
    const step = this.steps[this.at - 1];
    const isEnd = step && this.at === this.steps.length; // what lay there when it was picked up
    this.drawLayout(isEnd ? withPast(step.stage) : step?.stage || this.steps[0]?.before || emptyStage(), step);
    fill(this.querySelector("[data-line]"), this.lineMarkup(step));
    fill(this.querySelector("[data-steps]"), markup.stepList(this.steps, this.at));
    fill(this.querySelector("[data-results]"), markup.partings(this.found.partings || []));
    this.drawRange(step?.words);
    this.showStep(this.querySelector("[data-steps]"));
  }

  /** Scroll the strip, and nothing else, to the step that is shown. */
  showStep(strip) {
    const node = strip.querySelector("[aria-current]");
    if (node && this.seen !== node) strip.scrollTop = node.offsetTop - strip.clientHeight / 2;
    this.seen = node;
  }

  drawLayout(stage, step) {
    const { width, height } = this.querySelector(".felt").getBoundingClientRect();
    const isWide = WIDE.matches;
    const mine = isWide ? [] : [...new Set(this.found.boxes || [...stage.boxes.keys()])];
    const asks = (step?.view?.due?.asks || []).filter((ask) => stage.boxes.get(ask.box)?.hands[ask.hand]);
    this.scene.lay({ width, height, isWide, mine });
    this.scene.draw(stage, { ...NOBODY, mine, asks });
  }

  lineMarkup(step) {
    const count = this.steps.length;
    if (!step) return html`<b>Before the round.</b> ${count} steps; → goes on.`;
    const [who, text] = step.words;
    const said = html`${who ? `${who}: ` : ""}${text} ${clauseButton(step.event.clause)}`;
    const worth = step.values ? markup.worth(step.values, decisionOf(step)) : "";
    return html`<b>${this.at} of ${count}.</b> ${said} ${worth}`;
  }

  drawRange(line) {
    const range = this.querySelector("[data-range]");
    range.max = this.steps.length;
    range.value = this.at;
    range.setAttribute("aria-valuetext", line ? line.join(" ") : "before the round");
  }

  /** What each action was worth at every decision, by the rules of its table or of the text; some at a time. */
  async valueAll() {
    const { steps } = this;
    const asked = steps
      .filter(decisionOf)
      .map((step) => ({ step, hand: handAsked(step, this.felt.best_total) }))
      .filter(({ hand }) => hand);
    const some = this.pasted ? AT_ONCE : 1;
    for (let at = 0; at < asked.length; at += some) {
      const part = asked.slice(at, at + some);
      const values = await this.valuesOf(part.map(({ hand }) => hand));
      if (!this.isConnected || this.steps !== steps) return;
      for (const [i, { step }] of part.entries()) step.values = values[i];
      this.draw();
    }
  }
  /** The values of hands; null for one that has none to be decided. */
  async valuesOf(hands) {
    const { table } = this.found;
    const isWanted = () => this.isConnected;
    if (table) return Promise.all(hands.map((hand) => patiently(() => api.values(table, hand), isWanted)));
    const answer = this.pasted && (await patiently(() => api.replayValues(this.pasted, hands), isWanted));
    return answer?.values || [];
  }

  // --- pressing -----------------------------------------------------------------------------------------------

  do(what) {
    const doings = {
      first: () => this.goTo(0),
      last: () => this.goTo(this.steps.length),
      before: () => this.goTo(this.at - 1),
      next: () => this.goTo(this.at + 1),
      play: () => (this.isPlaying ? this.stop() : this.play()),
      share: () => this.shareRound(),
      again: () => this.playAgainHere(),
      save: () => this.save(),
      results: () => sheet("Results", markup.resultsTable(this.found.results || [], this.felt)),
    };
    return doings[what]?.();
  }

  play() {
    this.setPlaying(true);
    if (this.at >= this.steps.length) this.goTo(0);
    this.timer = setInterval(() => this.goTo(this.at + 1), PACE);
  }
  stop() {
    clearInterval(this.timer);
    this.setPlaying(false);
  }
  setPlaying(isPlaying) {
    this.isPlaying = isPlaying;
    const node = this.querySelector("[data-go=play]");
    if (node) markup.showPlaying(node, isPlaying);
  }

  async shareRound() {
    try {
      this.path ??= (await api.share(this.source.table, this.source.round)).path;
      const dialog = sheet("Share this round", markup.shareLinks(this.path, this.at, this.positionPath()));
      on(dialog, "click", "[data-copy]", (node) => copy(node));
    } catch (error) {
      sheet("Not shared", html`<p>${error.sentence}</p>`);
    }
  }

  /** The same cards and wagers on a practice table of one's own. */
  async playAgainHere() {
    try {
      if (!(await api.session())) await api.enter(prefs.name || guestName());
      const { table, cards, wagers, has_unseen: isUnseen } = await api.playAgain(this.again);
      const placed = wagers.map(({ wager, amount }) => `${wager}:${amount}`).join();
      const query = new URLSearchParams({ sit: "", cards: cards.replaceAll(" ", ""), wagers: placed });
      visit(`/t/${table}?${query}${isUnseen ? "&unseen" : ""}`);
    } catch (error) {
      sheet("Not played", html`<p>${error.sentence}</p>`);
    }
  }

  /** The address of the step that is shown; between rounds there is none. */
  positionPath() {
    const { position } = this.steps[this.at - 1] || {};
    return this.source && position && `/replay?${new URLSearchParams({ table: this.source.table, position })}`;
  }

  async save() {
    try {
      const text = this.textAt ? await (await fetch(this.textAt, { credentials: "same-origin" })).text() : this.pasted;
      download(text, `round-${this.found.table || "pasted"}-${this.found.round ?? 1}.s21`);
    } catch (error) {
      sheet("Not downloaded", html`<p>${error.message}</p>`);
    }
  }
}

/** Put the address beside a button on the clipboard, and say so on it. */
const copy = async (node) => {
  const isCopied = await navigator.clipboard?.writeText(node.dataset.copy).then(
    () => true,
    () => false,
  );
  node.textContent = isCopied ? "Copied" : "Mark it and copy it";
};
