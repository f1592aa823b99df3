/* The lobby: where to sit, at which rules, for how much; meters rise while one looks. */
import { api } from "../api.js";
import { along, boxAngle, polar } from "../draw/arcs.js";
import { esc, fill, html, ICONS, on, raw } from "../dom.js";
import { Feed } from "../feed.js";
import { prefs, setPref } from "../prefs.js";
import { topBar } from "../shell.js";
import { isStaff } from "../table/floor.js";
import { meterName } from "../table/furniture.js";
import { exact, money } from "../words.js";
import { openSheet } from "./opening.js";

const RISING = 1000;

export class LobbyRoom extends HTMLElement {
  async connectedCallback() {
    Object.assign(this, { tables: [], shown: "", state: "", isOpenOnly: false, hasMeter: false, before: new Map() });
    document.title = "siete · tables";
    this.innerHTML = String(html`<div data-bar></div><main class="wrap" id="main" tabindex="-1"><div class="hero"><div><h1 data-title>Take a seat.</h1><p>Every payout names the clause that orders it. Play chips only.</p></div>
      <div class="cta"><form class="who" data-who></form><button class="btn" data-do="open">Open a table</button><button class="btn primary" data-do="practice">Deal me in, practice</button></div></div>
      <div class="bar" data-filter></div><p class="note" role="status" data-note></p><section class="grid" aria-label="Tables"></section></main>`);
    this.wire();
    this.drawBar();
    this.feed = new Feed({ told: (tables) => this.hear(tables), lost: () => this.note("The house does not answer just now; trying again.") });
    try { this.session = await api.session(); } catch { /* the line tells that the house is away */ }
    if (this.isConnected) this.draw();
  }
  disconnectedCallback() { this.feed?.close(); clearTimeout(this.timer); }

  /** Draw what the house says; a meter that has risen shows it for a second. */
  hear(tables) {
    this.tables = tables;
    this.note("");
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), RISING);
  }
  note(text) { fill(this.querySelector("[data-note]"), html`${text}`); }

  drawBar() { fill(this.querySelector("[data-bar]"), topBar("/lobby", this.session ? html`<span class="pill"><b>${this.session.name}</b> ${isStaff(this.session) ? this.session.role : html`<b class="num">${money(this.session.wallet)}</b> play chips`}</span>` : "")); }

  draw() {
    this.drawBar();
    const states = new Map();
    for (const table of this.tables) states.set(table.felt.state, (states.get(table.felt.state) || 0) + 1);
    const books = new Set(this.tables.map((table) => table.rules)).size, words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];
    this.querySelector("[data-title]").textContent = this.tables.length ? `${words[books] || books} rule book${books === 1 ? "" : "s"}, ${(words[this.tables.length] || String(this.tables.length)).toLowerCase()} table${this.tables.length === 1 ? "" : "s"}.` : "Take a seat.";
    fill(this.querySelector("[data-who]"), this.session ? "" : html`<input class="in" aria-label="Your name at the tables" name="name" maxlength="24" value="${prefs.name}" placeholder="Your name" autocomplete="nickname">`);
    fill(this.querySelector("[data-filter]"), html`<div class="seg" role="group" aria-label="State"><button aria-pressed="${String(!this.state)}" data-focus="all" data-state="">All<small>${this.tables.length}</small></button>${[...states].map(([state, count]) => html`<button aria-pressed="${String(this.state === state)}" data-focus="${state}" data-state="${state}">${state}<small>${count}</small></button>`)}</div>
      <label class="chk"><input type="checkbox" data-check="isOpenOnly" ${this.isOpenOnly ? html`checked` : ""}>Open boxes only</label><label class="chk"><input type="checkbox" data-check="hasMeter" ${this.hasMeter ? html`checked` : ""}>With a meter</label>
      <form class="join" data-join><input class="in" name="link" aria-label="Join by link or table code" placeholder="Join by link or table code"><button class="btn">Join</button></form>`);
    const fits = (table) => (!this.state || table.felt.state === this.state) && (!this.isOpenOnly || table.boxes.some((box) => !box.player)) && (!this.hasMeter || table.meters.length) && table.state !== "closed";
    const list = this.tables.filter(fits);
    fill(this.querySelector(".grid"), list.length ? html`${list.map((table) => this.card(table))}` : html`<p>No table fits. Open one of your own, or show all.</p>`);
  }

  card(table) {
    const { felt, limits, shoe } = table, taken = table.boxes.filter((box) => box.player).length, open = table.boxes.length - taken, left = shoe.left ? Math.min(1, shoe.left / shoe.cards) : 1;
    const isMine = this.session?.seats?.some((seat) => seat.table === table.id), works = isStaff(this.session), maySit = open && !isMine && !works;
    const label = isMine ? "Back to my box" : works ? "Go to the table" : maySit ? "Sit down" : "Watch";
    return html`<article class="tcard"><h2 class="vh">${table.name}: ${felt.title}</h2>${raw(picture(table, open))}<div class="body">
      <p class="l1"><b class="num">${money(limits.min)} – ${money(limits.max)}</b><span>${felt.state} · ${felt.decks} deck${felt.decks > 1 ? "s" : ""}${table.mode === "practice" ? " · practice" : ""}</span><span class="mono">${table.rules}</span></p>
      <p class="facts">${felt.facts.slice(0, 3).join(" ")}</p><p class="tags">${felt.offers.length ? felt.offers.map((offer) => html`<span>${offer.title} <b>${offer.note}</b></span>`) : html`<span class="none">No side wagers</span>`}</p>
      <div class="depth"><span>Shoe</span>${raw(`<svg class="g" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="g0" y="1.5" width="100" height="7" rx="2"/><rect class="g1" x="${100 - left * 100}" y="1.5" width="${left * 100}" height="7" rx="2"/><rect class="g2" x="${98.6 - (felt.cover || 0) * 100}" width="1.4" height="10"/></svg>`)}<span class="num">${shoe.left ? `${shoe.left} of ${shoe.cards}` : "fresh cards"}</span></div>
      <div class="foot">${table.meters.map((meter) => this.meter(table, meter))}<a class="icon eye" href="/t/${table.id}" aria-label="Watch ${table.name}" title="Watch">${ICONS.eye}</a><a class="btn ${open || isMine ? "primary" : ""}" href="/t/${table.id}" data-sit-at="${maySit ? table.id : ""}" data-focus="sit${table.id}">${label}</a></div></div></article>`;
  }

  meter(table, { name, amount }) {
    const key = `${table.id} ${name}`, was = this.before.get(key), isUp = was !== undefined && amount > was;
    this.before.set(key, amount);
    return html`<p class="m">${meterName(name).replace(" progressive", "")}<b class="num">${exact(amount).join(".")}${isUp ? html`<span class="up" aria-label="rising">▲</span>` : ""}</b></p>`;
  }

  wire() {
    on(this, "click", "[data-state]", (node) => { this.state = node.dataset.state; this.draw(); });
    on(this, "change", "[data-check]", (node) => { this[node.dataset.check] = node.checked; this.draw(); });
    on(this, "change", "[name=name]", (node) => setPref("name", node.value.trim()));
    on(this, "click", "[data-sit-at]", async (node, event) => { if (!node.dataset.sitAt) return; event.preventDefault(); event.stopPropagation(); await this.as(() => this.go(`/t/${node.dataset.sitAt}?sit`)); });
    on(this, "submit", "[data-who]", (_node, event) => event.preventDefault());
    on(this, "submit", "[data-join]", (node, event) => { event.preventDefault(); this.join(node.elements.link.value.trim()); });
    on(this, "click", "[data-do=open]", () => openSheet((table) => this.as(() => this.go(`/t/${table}`)), () => this.as()));
    on(this, "click", "[data-do=practice]", () => this.as(() => this.practice()));
  }

  /** Make sure that the house knows a name, then go on. */
  async as(then) {
    try {
      if (!(await api.session())) await api.enter(this.querySelector("[name=name]")?.value.trim() || prefs.name || `Guest ${Math.floor(1000 + Math.random() * 9000)}`);
      return await then?.();
    } catch (error) { this.note(error.sentence || "That did not work."); return null; }
  }
  async practice() {
    const rules = this.state ? this.tables.find((table) => table.felt.state === this.state)?.rules : "md";
    const made = await api.open({ name: "My practice", mode: "practice", rules: rules || "md", timers: false });
    this.go(`/t/${made.id}?sit`);
  }
  join(text) {
    if (!text) return;
    const table = text.match(/\/t\/([^/?#\s]+)/)?.[1] || (text.includes("/r/") ? "" : text), round = text.match(/\/r\/([^/?#\s]+)/)?.[1];
    this.go(round ? `/r/${round}` : `/t/${encodeURIComponent(decodeURIComponent(table))}`);
  }
  go(path) { history.pushState({}, "", path); dispatchEvent(new PopStateEvent("popstate")); }
}

const picture = (table, open) => {
  const boxes = table.boxes.length, f = { cx: 226, cy: -248, boxes, step: boxes > 1 ? 56.4 / (boxes - 1) : 0 };
  const seats = table.boxes.map(({ box, player }) => { const [x, y] = polar(f, 322, boxAngle(f, box)); return player ? `<circle cx="${x}" cy="${y}" r="8" fill="#f4f0e4"/>` : `<circle cx="${x}" cy="${y}" r="7.5" fill="#0003" stroke="#f3dda8" stroke-width="1.6" stroke-dasharray="3 2.6"/>`; }).join("");
  return `<svg class="mini-felt" viewBox="0 0 452 112" preserveAspectRatio="xMidYMin slice" role="img" aria-label="${esc(table.name)}: ${boxes - open} of ${boxes} boxes taken"><rect width="452" height="112" fill="var(--felt-deep)"/><circle cx="226" cy="-248" r="345" fill="var(--felt-lit)"/><circle cx="226" cy="-248" r="345" fill="none" stroke="var(--rail-line)" stroke-width="3"/>${along(f, 301, esc(table.felt.state.toUpperCase()), "nm", 30)}${seats}
    <g fill="#f4f0e4"><rect x="211" y="6" width="14" height="19" rx="2"/><rect x="228" y="6" width="14" height="19" rx="2" fill="var(--back)" stroke="#f4f0e4" stroke-width="1.5"/></g><text class="no" x="14" y="22">${esc(table.name.slice(0, 22))}</text><text class="se" x="438" y="22">${open ? `${open} open` : "full"}</text></svg>`;
};
