/* Replay: any finished round step by step, as each role saw it then, with the clause of each step. */
import { api } from "../api.js";
import { fill, html, ICONS, on } from "../dom.js";
import { clauseButton, clauseSheet, sheet } from "../sheets.js";
import { topBar } from "../shell.js";
import { isStaff } from "../table/floor.js";
import { Scene } from "../table/scene.js";
import { advance, emptyStage, fromView } from "../table/stage.js";
import { lineOf, money, sentence, wagerName } from "../words.js";

const WIDE = matchMedia("(min-width: 1101px) and (min-height: 561px)"), PACE = 900;
const DECISIONS = ["HitAsked", "HandStood", "DoubleAsked", "HandSplit", "HandSurrendered", "WagerRescued"];

export class ReplayRoom extends HTMLElement {
  async connectedCallback() {
    document.title = "siete · replay";
    Object.assign(this, { at: 0, seenBy: "public", isPlaying: false });
    const token = this.getAttribute("token"), table = this.getAttribute("table"), round = this.getAttribute("round");
    on(this, "click", "[data-clause]", (node) => clauseSheet(node.dataset.clause));
    try {
      if (token) { this.share = location.href; await this.take(await api.shared(token), { text: `/api/v1/shared/${encodeURIComponent(token)}.s21` }); }
      else if (table && round) await this.open(table, round);
      else if (table) await this.list(table);
      else this.paste();
    } catch (error) { this.trouble(error); }
  }
  disconnectedCallback() { clearInterval(this.timer); this.watcher?.disconnect(); document.removeEventListener("keydown", this.onKey); }

  trouble(error) { if (!error.sentence) console.error(error); this.page(html`<h1>This round cannot be shown</h1><p>${error.sentence || "Something went wrong."} ${clauseButton(error.clause)}</p><a class="btn primary" href="/replay">Paste a round</a>`); }
  page(body) { this.classList.add("flowing"); this.innerHTML = String(html`${topBar("/replay")}<main class="wrap" id="main" tabindex="-1">${body}</main>`); }

  // --- finding a round ----------------------------------------------------------------------------------------

  async list(table) {
    const found = await api.rounds(table), rounds = found.rounds || found;
    this.page(html`<div class="hero"><div><h1>Finished rounds</h1><p>Table ${table}, newest first.</p></div><div class="cta"><a class="btn" href="/t/${table}">Back to the table</a><a class="btn" href="/replay">Paste a round</a></div></div>
      <div class="rounds">${rounds.length ? rounds.map((each) => html`<a class="panel" href="/replay?table=${table}&round=${each.round ?? each.number}"><b>Round ${each.round ?? each.number}</b><span>${(each.players || []).join(", ")}</span>${each.boxes ? html`<span>box ${each.boxes.join(", ")}</span>` : ""}<span class="when">${(each.ended_at || "").replace("T", " ").slice(0, 19)}</span></a>`) : html`<p>No round is finished yet.</p>`}</div>`);
  }

  paste() {
    this.page(html`<div class="hero"><div><h1>Replay a round</h1><p>Paste a round in notation (.s21); the engine plays it again and says where it parts from the rules.</p></div></div>
      <form class="pasted" data-paste><label class="field"><span>Round</span><textarea name="text" rows="14" spellcheck="false" placeholder='format = "siete-s21/1"'></textarea></label><label class="field"><span>or a file</span><input type="file" accept=".s21,.toml,text/plain"></label><p class="note" role="status" data-note></p><div class="go"><button class="btn primary big">Play it again</button></div></form>`);
    on(this, "change", "input[type=file]", async (node) => { const text = await node.files[0]?.text(); if (text) this.querySelector("textarea").value = text; });
    on(this, "submit", "[data-paste]", async (node, event) => {
      event.preventDefault();
      const note = this.querySelector("[data-note]");
      try { this.pasted = node.elements.text.value; await this.take(await api.replay(this.pasted), {}); } catch (error) { fill(note, html`${error.sentence} ${clauseButton(error.clause)}${(error.faults || []).map((fault) => html`<br>${fault.line ? `Line ${fault.line}: ` : ""}${fault.sentence}`)}`); }
    });
  }

  async open(table, round) {
    this.source = { table, round };
    this.session = await api.session();
    await this.take(await api.round(table, round, this.seenBy), { text: `/api/v1/rounds/${encodeURIComponent(table)}/${encodeURIComponent(round)}.s21` });
  }

  // --- showing it ---------------------------------------------------------------------------------------------

  async take(found, { text }) {
    const first = found.rounds?.[this.nth || 0] || found;
    this.whole = found;
    this.found = { ...found, ...first };
    this.felt = found.felt || first.felt;
    this.steps = (this.found.steps || []).filter((step) => step.event);
    this.textAt = text;
    if (!this.scene) this.build();
    this.stages = [emptyStage()];
    let stage = emptyStage();
    for (const step of this.steps) { const moved = advance(stage, step.event); stage = step.view?.cards ? fromView(step.view, moved) : moved; this.stages.push(stage); }
    this.goTo(Math.min(this.at, this.steps.length));
  }

  build() {
    const { found, felt } = this, people = found.players || [];
    this.classList.remove("flowing");
    this.innerHTML = String(html`${topBar("/replay")}<main class="room" id="main" tabindex="-1"><div class="felt-holder"><svg class="felt" role="img" aria-label="The felt at this step"></svg></div>
      <div class="corner left"><section class="box"><p class="k">${felt.title}</p>${(this.whole.rounds || []).length > 1 ? html`<label class="field"><span>Round</span><select data-nth>${this.whole.rounds.map((_each, i) => html`<option value="${i}">${i + 1} of ${this.whole.rounds.length}</option>`)}</select></label>` : html`<p class="v">Round ${found.round ?? found.number ?? 1}</p>`}<p class="s">${people.join(", ")}</p></section></div>
      <div class="corner right"><section class="box"><label class="field"><span>As seen by</span><select data-role>${this.roles().map((role) => html`<option value="${role}">${role.replace("player:", "")}</option>`)}</select></label></section><div data-results></div></div>
      <section class="log" aria-label="Steps" data-steps></section>
      <div class="below"><section class="dock"><p class="stepline" role="status" aria-live="polite" data-line></p><div class="player"><button class="icon" data-go="first" aria-label="First step">${ICONS.first}</button><button class="icon" data-go="before" aria-label="Step back">${ICONS.before}</button><button class="icon" data-go="play" aria-label="Play">${ICONS.play}</button><button class="icon" data-go="next" aria-label="Step on">${ICONS.next}</button><button class="icon" data-go="last" aria-label="Last step">${ICONS.last}</button><input type="range" min="0" value="0" aria-label="Step" data-range></div></section>
      <section class="rail"><h2>This round</h2><div class="ops">${this.source ? html`<button class="btn sm" data-go="share">Share</button>` : ""}<button class="btn sm" data-go="save">Download .s21</button><button class="btn sm" data-go="results">Results</button></div></section></div></main>`);
    this.scene = new Scene(this.querySelector(".felt"), felt);
    this.querySelector("[data-role]").value = this.seenBy;
    on(this, "click", "[data-go]", (node) => this.do(node.dataset.go));
    on(this, "input", "[data-range]", (node) => this.goTo(Number(node.value)));
    on(this, "change", "[data-role]", (node) => this.as(node.value));
    on(this, "change", "[data-nth]", (node) => { this.nth = Number(node.value); this.at = 0; this.take(this.whole, { text: this.textAt }); });
    on(this, "click", "[data-step]", (node) => this.goTo(Number(node.dataset.step)));
    this.onKey = (event) => { if (event.target.matches?.("input, textarea, select") || document.querySelector("dialog[open]")) return; const go = { ArrowRight: "next", ArrowLeft: "before", Home: "first", End: "last", " ": "play" }[event.key]; if (go && !(go === "play" && event.target.matches("button"))) { event.preventDefault(); this.do(go); } };
    document.addEventListener("keydown", this.onKey);
    this.watcher = new ResizeObserver(() => this.draw());
    this.watcher.observe(this.querySelector(".felt"));
  }

  /** Whose eyes one may borrow: the public's, each player's, and for the house's staff its own. */
  roles() {
    const staff = isStaff(this.session) ? ["dealer", "floorperson"] : [];
    return this.source ? ["public", ...(this.found.players || []).map((name) => `player:${name}`), ...staff] : [this.found.role || "public"];
  }

  async as(role) {
    this.seenBy = role;
    try { await this.take(await api.round(this.source.table, this.source.round, role), { text: this.textAt }); } catch (error) { sheet("Not shown", html`<p>${error.sentence}</p>`); }
  }

  goTo(at) {
    this.at = Math.max(0, Math.min(this.steps.length, at));
    if (this.at === this.steps.length) this.stop();
    this.draw();
  }

  draw() {
    if (!this.scene) return;
    const rect = this.querySelector(".felt").getBoundingClientRect(), stage = this.stages[this.at], step = this.steps[this.at - 1], mine = WIDE.matches ? [] : [...new Set(this.found.boxes || [...stage.boxes.keys()])];
    this.scene.lay({ width: rect.width, height: rect.height, isWide: WIDE.matches, mine });
    this.scene.draw(stage, { mine, isOnly: false, isBetting: false, maySit: false, asks: (step?.view?.due?.asks || []).filter((ask) => stage.boxes.get(ask.box)?.hands[ask.hand]), clock: null, slip: () => 0, slips: () => [], target: () => false });
    const said = step && (sentence(step.event, this.felt, stage) || ["", plain(step.event.event)]);
    fill(this.querySelector("[data-line]"), step ? html`<b>${this.at} of ${this.steps.length}.</b> ${said[0] ? `${said[0]}: ` : ""}${said[1]} ${clauseButton(step.event.clause)} ${this.value(step)}` : html`<b>Before the round.</b> ${this.steps.length} steps; → goes on.`);
    const range = this.querySelector("[data-range]");
    range.max = this.steps.length;
    range.value = this.at;
    range.setAttribute("aria-valuetext", said ? said.join(" ") : "before the round");
    const from = Math.max(0, Math.min(this.at - 3, this.steps.length - 7));
    fill(this.querySelector("[data-steps]"), html`<h2>Steps</h2><ol>${this.steps.slice(from, from + 7).map((each, i) => { const line = sentence(each.event, this.felt, stage) || ["", plain(each.event.event)]; return html`<li>${from + i + 1 === this.at ? "▸ " : ""}${line[0] ? html`<b>${line[0]}</b> ` : ""}${line[1]}</li>`; })}</ol>`);
    fill(this.querySelector("[data-results]"), this.partings());
  }

  /** What each action was worth at a decision, by the rules of its table; asked for once. */
  value(step) {
    if (!this.found.table || !DECISIONS.includes(step.event.event)) return "";
    if (step.values === undefined) this.lookUp(step, this.stages[this.at - 1]);
    if (!step.values) return "";
    return html`<span class="worth">${step.values.actions.map(({ action, ev }) => html`<span class="${action === step.values.best ? "best" : ""}">${action} ${ev >= 0 ? "+" : "−"}${Math.abs(ev).toFixed(3)}</span>`)}</span>`;
  }
  async lookUp(step, before) {
    step.values = null;
    const { box, hand: index } = step.event, hand = before.boxes.get(box)?.hands[index], up = before.dealer[0]?.card;
    if (!hand || !up || hand.total > 20 || hand.cards.length < 2) return;
    try {
      step.values = await api.values(this.found.table, { player: hand.cards.map((each) => each.card).join(" "), up, is_split: hand.is_split, doublings: step.event.event === "DoubleAsked" ? Math.max(0, hand.doublings - 1) : hand.doublings });
      if (this.steps[this.at - 1] === step) this.draw();
    } catch { /* a hand that has no value to be decided */ }
  }
  partings() {
    const parts = this.found.partings || [];
    return parts.length ? html`<section class="box"><p class="k">The page and the rules part here</p>${parts.map((each) => html`<p class="s">${each.step}: written ${each.expected}, the engine ${each.got} ${clauseButton(each.clause)}</p>`)}</section>` : "";
  }

  stop() { this.isPlaying = false; clearInterval(this.timer); const node = this.querySelector("[data-go=play]"); if (node) { node.innerHTML = String(ICONS.play); node.setAttribute("aria-label", "Play"); } }

  async do(what) {
    const doings = {
      first: () => this.goTo(0), last: () => this.goTo(this.steps.length), before: () => this.goTo(this.at - 1), next: () => this.goTo(this.at + 1),
      play: () => { if (this.isPlaying) return this.stop(); this.isPlaying = true; const node = this.querySelector("[data-go=play]"); node.innerHTML = String(ICONS.pause); node.setAttribute("aria-label", "Pause"); if (this.at >= this.steps.length) this.goTo(0); this.timer = setInterval(() => this.goTo(this.at + 1), PACE); },
      share: () => this.shareRound(), save: () => this.save(), results: () => this.results(),
    };
    await doings[what]?.();
  }

  async shareRound() {
    try {
      const { path } = await api.share(this.source.table, this.source.round), link = location.origin + path;
      await navigator.clipboard?.writeText(link).catch(() => {});
      sheet("Share this round", html`<p>Anybody with this link can see the round, without a name or a password:</p><p><a class="mono" href="${path}">${link}</a></p>`);
    } catch (error) { sheet("Not shared", html`<p>${error.sentence}</p>`); }
  }
  async save() {
    try {
      const text = this.textAt ? await fetch(this.textAt, { credentials: "same-origin" }).then((answer) => answer.text()) : this.pasted;
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      link.download = `round-${this.found.table || "pasted"}-${this.found.round ?? 1}.s21`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    } catch (error) { sheet("Not downloaded", html`<p>${error.message}</p>`); }
  }
  results() {
    const rows = this.found.results || [];
    sheet("Results", html`<table class="plain results"><thead><tr><th>Who</th><th>Wager</th><th>Line</th><th>Paid</th><th>Returned</th><th>Lost</th></tr></thead><tbody>${rows.map((row) => html`<tr><td class="keep">${row.player}, box ${row.box}${row.hand ? `.${row.hand + 1}` : ""}</td><td class="keep">${wagerName(row.wager)}</td><td class="keep">${lineOf(this.felt, row.wager, row.line).text} ${clauseButton(row.clause)}</td><td data-label="Paid">${money(row.paid || 0)}</td><td data-label="Returned">${money(row.returned || 0)}</td><td data-label="Lost">${money(row.collected || 0)}</td></tr>`)}</tbody></table>`);
  }
}
const plain = (name) => name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
