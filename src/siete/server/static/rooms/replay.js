/* Replay: any finished round step by step, as each role saw it then, with the clause of each step. */
import { api, Refusal } from "../api.js";
import { fill, html, on } from "../dom.js";
import { download } from "../files.js";
import { Scene } from "../layout/scene.js";
import { isStaff } from "../people.js";
import { stagesOf } from "../playback/stage.js";
import { clauseButton, clauseSheet, sheet } from "../sheets.js";
import { topBar } from "../shell.js";
import * as markup from "./replay_markup.js";
import { NOBODY } from "../layout/nobody.js";

const WIDE = matchMedia("(min-width: 1101px) and (min-height: 561px)");
const PACE = 900;
const DECISIONS = new Set(["HitAsked", "HandStood", "DoubleAsked", "HandSplit", "HandSurrendered", "WagerRescued"]);
const KEYS = { ArrowRight: "next", ArrowLeft: "before", Home: "first", End: "last", " ": "play" };

export class ReplayRoom extends HTMLElement {
  async connectedCallback() {
    document.title = "siete · replay";
    Object.assign(this, { at: 0, nth: 0, seenBy: "public", isPlaying: false });
    on(this, "click", "[data-clause]", (node) => clauseSheet(node.dataset.clause));
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
    if (token) return this.take(await api.shared(token), `/api/v1/shared/${encodeURIComponent(token)}.s21`);
    if (position) return this.openPosition(position, table);
    if (table && round) return this.open(table, round);
    if (!table) return this.paste();
    const { rounds } = await api.rounds(table);
    return this.page(markup.roundList(table, rounds));
  }

  async open(table, round) {
    this.source = { table, round };
    this.session = await api.session();
    const text = `/api/v1/rounds/${encodeURIComponent(table)}/${encodeURIComponent(round)}.s21`;
    this.take(await api.round(table, round, this.seenBy), text);
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
  async playAgain(text) {
    this.pasted = text;
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
    this.steps = (this.found.steps || []).filter((step) => step.event);
    if (!this.scene) this.build();
    this.stages = stagesOf(this.steps);
    this.goTo(Math.min(this.at, this.steps.length));
  }

  build() {
    this.classList.remove("flowing");
    const { found, whole, felt } = this;
    const may = { share: Boolean(this.source), save: Boolean(this.textAt || this.pasted) };
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
    on(this, "input", "[data-range]", (node) => this.goTo(Number(node.value)));
    on(this, "change", "[data-role]", (node) => this.as(node.value));
    on(this, "change", "[data-nth]", (node) => {
      Object.assign(this, { nth: Number(node.value), at: 0 });
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
    const stage = this.stages[this.at];
    const step = this.steps[this.at - 1];
    this.drawLayout(stage, step);
    const line = step && markup.stepInWords(step, this.felt, stage);
    fill(this.querySelector("[data-line]"), this.lineMarkup(step, line));
    fill(this.querySelector("[data-steps]"), markup.stepList(this.steps, this.at, this.felt, stage));
    fill(this.querySelector("[data-results]"), markup.partings(this.found.partings || []));
    this.drawRange(line);
  }

  drawLayout(stage, step) {
    const { width, height } = this.querySelector(".felt").getBoundingClientRect();
    const isWide = WIDE.matches;
    const mine = isWide ? [] : [...new Set(this.found.boxes || [...stage.boxes.keys()])];
    const asks = (step?.view?.due?.asks || []).filter((ask) => stage.boxes.get(ask.box)?.hands[ask.hand]);
    this.scene.lay({ width, height, isWide, mine });
    this.scene.draw(stage, { ...NOBODY, mine, asks });
  }

  lineMarkup(step, line) {
    const count = this.steps.length;
    if (!step) return html`<b>Before the round.</b> ${count} steps; → goes on.`;
    const [who, text] = line;
    const said = html`${who ? `${who}: ` : ""}${text} ${clauseButton(step.event.clause)}`;
    return html`<b>${this.at} of ${count}.</b> ${said} ${this.worth(step)}`;
  }

  drawRange(line) {
    const range = this.querySelector("[data-range]");
    range.max = this.steps.length;
    range.value = this.at;
    range.setAttribute("aria-valuetext", line ? line.join(" ") : "before the round");
  }

  /** What each action was worth at a decision, by the rules of its table; asked for once. */
  worth(step) {
    if (!this.found.table || !DECISIONS.has(step.event.event)) return "";
    if (step.values === undefined) this.lookUp(step, this.stages[this.at - 1]);
    return step.values ? markup.worth(step.values) : "";
  }
  async lookUp(step, before) {
    step.values = null;
    const asked = handAsked(step.event, before, this.felt.best_total);
    if (!asked) return;
    try {
      step.values = await api.values(this.found.table, asked);
      if (this.steps[this.at - 1] === step) this.draw();
    } catch {
      /* a hand that has no value to be decided */
    }
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
      const { path } = await api.share(this.source.table, this.source.round);
      await navigator.clipboard?.writeText(location.origin + path).catch(() => {});
      sheet("Share this round", markup.shareLinks(path, this.positionPath()));
    } catch (error) {
      sheet("Not shared", html`<p>${error.sentence}</p>`);
    }
  }

  /** The address of the step that is shown; between rounds there is none. */
  positionPath() {
    const { position } = this.steps[this.at - 1] || {};
    return position && `/replay?${new URLSearchParams({ table: this.source.table, position })}`;
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

/** The hand of a decision as its values are asked for; null where there is nothing to decide. */
const handAsked = ({ event, box, hand: index }, before, best) => {
  const hand = before.boxes.get(box)?.hands[index];
  const up = before.dealer[0]?.card;
  if (!hand || !up || hand.total >= best || hand.cards.length < 2) return null;
  const doublings = event === "DoubleAsked" ? Math.max(0, hand.doublings - 1) : hand.doublings;
  return { player: hand.cards.map((each) => each.card).join(" "), up, is_split: hand.is_split, doublings };
};
