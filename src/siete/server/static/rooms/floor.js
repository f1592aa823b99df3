/* The floor console: all tables on one screen, what waits, and the rooms for incidents, money, disputes and people. */
import { api } from "../api.js";
import { fill, html, ICONS, on } from "../dom.js";
import { floorApi, FloorLink } from "../floor/link.js";
import { disputesView } from "../floor/disputes.js";
import { floorView } from "../floor/overview.js";
import { incidentsView } from "../floor/incidents.js";
import { metersView } from "../floor/meters.js";
import { moneyView } from "../floor/money.js";
import { peopleView } from "../floor/people.js";
import { keepAnswered } from "../floor/queue.js";
import { reportView } from "../floor/report.js";
import { sentences } from "../floor/shift_sheets.js";
import { tableView } from "../floor/table.js";
import { rove } from "../floor/tile.js";
import { clear, putBack, unsent } from "../floor/unsent.js";
import { prefs } from "../prefs.js";
import { clauseSheet } from "../sheets.js";
import { topBar } from "../shell.js";
import { sound } from "../sound.js";
import { Voice } from "../voice.js";

const VIEWS = {
  floor: ["Floor", floorView],
  incidents: ["Incidents", incidentsView],
  disputes: ["Disputes", disputesView],
  money: ["Money", moneyView],
  meters: ["Meters", metersView],
  report: ["Report", reportView],
  people: ["People", peopleView],
};
/** Rooms that a tile or an item leads to, without a door of their own at the top. */
const INNER = { table: ["Floor", tableView] };
const SECOND_TONE = 60000;
const ACTING = 2000;

/** The console's own styles, loaded with it. */
const dress = () => {
  if (document.querySelector("link[data-floor]")) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.dataset.floor = "";
  link.href = new URL("../styles/floor.css", import.meta.url).href;
  document.head.append(link);
};

const viewOf = (room) => (VIEWS[room.view] || INNER[room.view])[1];
const soundWords = () => {
  if (!prefs.sound) return html`<span class="vh">Sound for what waits is off</span>`;
  return sound.isBlocked ? html`<span class="pill link-lost">Sound is blocked: click anywhere</span>` : "";
};

export class FloorRoom extends HTMLElement {
  async connectedCallback() {
    dress();
    document.title = "siete · floor";
    Object.assign(this, { tables: new Map(), queue: [], data: {}, view: "floor", heard: new Map(), state: "joining" });
    this.innerHTML = String(
      html`<div data-top>${topBar("")}</div><main class="floor-room" id="main" tabindex="-1">
        <p class="hint">One moment…</p></main>`,
    );
    this.main = this.querySelector("main");
    this.voice = new Voice(this);
    this.me = await api.session();
    if (!["floorperson", "auditor"].includes(this.me?.role)) return this.turnAway();
    this.listen();
    this.link = new FloorLink();
    this.link.addEventListener("message", ({ detail }) => this.hear(detail));
    this.link.addEventListener("state", () => this.drawTop());
    this.clock = setInterval(() => this.tick(), 1000);
    this.turn();
  }
  disconnectedCallback() {
    this.link?.close();
    clearInterval(this.clock);
    clearInterval(this.playing);
    removeEventListener("hashchange", this.turned);
    removeEventListener("keydown", this.keyed);
  }
  turnAway() {
    fill(
      this.main,
      html`<div class="trouble panel"><h1>The floor is for floorpersons and auditors</h1>
        <p>Sign in with a staff account.</p><a class="btn primary" href="/staff">Staff</a></div>`,
    );
  }
  get mayAct() {
    return this.me.role === "floorperson";
  }

  listen() {
    on(this, "click", "[data-clause]", (node, event) => {
      event.preventDefault();
      clauseSheet(node.dataset.clause);
    });
    on(this, "click", "[data-do]", (node, event) => {
      event.preventDefault();
      this.act(node.dataset.do, node);
    });
    on(this, "submit", "[data-form]", (form, event) => {
      event.preventDefault();
      this.act(form.dataset.form, form);
    });
    on(this, "change", "[data-choose]", (node) => this.act(node.dataset.choose, node));
    this.turned = () => this.turn();
    addEventListener("hashchange", this.turned);
    this.keyed = (event) => this.key(event);
    addEventListener("keydown", this.keyed);
  }
  /** `1` to `9` go to an item of the queue, `/` finds a round, arrows go from tile to tile or step by step. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, textarea, select")) return;
    if (document.querySelector("dialog[open]") || rove(this, event)) return;
    viewOf(this).key?.(this, event);
    if (event.key === "/") {
      event.preventDefault();
      location.hash = "disputes";
    }
    const item = /^[1-9]$/.test(event.key) && this.querySelectorAll("[data-item]")[Number(event.key) - 1];
    if (item) item.querySelector("[data-focus]")?.focus();
    else if (/^[1-9]$/.test(event.key) && this.view !== "floor" && this.queue[Number(event.key) - 1])
      location.hash = "floor";
  }

  turn() {
    const [view, ...rest] = location.hash.slice(1).split("/").map(decodeURIComponent);
    Object.assign(this, { view: VIEWS[view] || INNER[view] ? view : "floor", path: rest });
    this.draw();
    this.load();
  }
  async load() {
    try {
      await viewOf(this).load?.(this);
    } catch (error) {
      this.say(sentences(error));
    }
    this.redraw();
  }
  async act(what, node) {
    this.acted = Date.now();
    if (this.link?.state === "lost") return this.refuseOffline();
    try {
      const said = await viewOf(this).acts[what]?.(this, node);
      if (node.matches("form")) clear(this.main, node);
      this.say(said || "");
    } catch (error) {
      this.say(sentences(error));
    }
    this.draw();
  }
  /** Nothing is sent later by itself: who acts sees that it did not happen. */
  refuseOffline() {
    this.say("There is no link to the house. Nothing was done; try again when it is back.");
    this.draw();
  }
  say(words) {
    this.note = words;
    if (words) this.voice.say(words);
  }

  hear(message) {
    if (message.type !== "floor") return;
    for (const table of message.tables) this.tables.set(table.id, table);
    for (const id of message.gone) this.tables.delete(id);
    this.offset = Date.parse(message.now) - Date.now();
    this.queue = message.queue;
    keepAnswered(this, message.answered);
    this.attend();
    this.redraw();
  }
  /** One soft tone for every new item, a second one after a minute; stopped play is spoken at once. */
  attend() {
    const now = Date.now();
    for (const item of this.queue) {
      if (this.heard.has(item.id)) continue;
      this.heard.set(item.id, now);
      if (now - (this.acted || 0) > ACTING) sound.floor();
      if (item.stops_play) this.voice.urgent(`${item.name}: ${item.title}`);
      else this.voice.say(`${item.name}: ${item.title}`);
    }
    for (const id of this.heard.keys()) if (!this.queue.some((item) => item.id === id)) this.heard.delete(id);
  }
  tick() {
    for (const [id, since] of this.heard) {
      if (since && Date.now() - since > SECOND_TONE) {
        this.heard.set(id, 0);
        sound.floor();
      }
    }
    this.drawTop();
    if (this.view === "floor") this.redraw();
  }
  get now() {
    return Date.now() + (this.offset || 0);
  }

  /** Whether somebody writes or has something open, which a redraw would take away. */
  get isBusy() {
    const at = document.activeElement;
    const isWriting = at?.matches("input:not([type=radio]), textarea, select") && this.main.contains(at);
    return isWriting || this.main.querySelector("details[open]") !== null;
  }
  /** Draw what came from outside, unless somebody is busy; what they do themselves is drawn at once. */
  redraw() {
    if (!this.isBusy) this.draw();
  }
  draw() {
    this.drawTop();
    const kept = this.drawnAt === location.hash ? unsent(this.main) : new Map();
    this.drawnAt = location.hash;
    fill(this.main, html`${viewOf(this).markup(this)}<p class="hint floor-note" role="status">${this.note || ""}</p>`);
    putBack(this.main, kept);
    viewOf(this).drawn?.(this);
  }
  drawTop() {
    const mine = [...this.tables.values()].filter((table) => table.floorperson === this.me.name).length;
    const live = { live: "Live", lost: "No link", joining: "Joining" }[this.link?.state || "joining"];
    fill(
      this.querySelector("[data-top]"),
      html`<header class="top"><a class="skip" href="#main">Skip to the room</a>
        <a class="brand" href="/lobby" aria-label="siete, to the lobby">${topBar.brand}<span>siete</span></a>
        <nav aria-label="Floor console">${Object.entries(VIEWS).map(([id, [name]]) => this.tab(id, name))}</nav>
        <span class="spacer"></span>
        <span class="pill link-${this.link?.state}">${live}</span>
        <span class="pill"><b>${this.me.name}</b> ${this.mayAct ? `floor of ${mine}` : "auditor, reads only"}</span>
        <span class="pill num">${this.clockText()}</span>
        ${soundWords()}
        <span class="switches">${topBar.switches()}</span></header>`,
    );
  }
  clockText() {
    return html`${new Date(this.now).toISOString().slice(11, 19)} <small>UTC</small>`;
  }
  tab(id, name) {
    const count = id === "floor" && this.queue.length ? html`<span class="n">${this.queue.length}</span>` : "";
    const here = id === this.view || (id === "floor" && INNER[this.view]) ? html`aria-current="page"` : "";
    return html`<a href="#${id}" data-focus="tab-${id}" ${here}>${name}${count}</a>`;
  }
  get api() {
    return floorApi;
  }
  get icons() {
    return ICONS;
  }
}
