/* The lobby: where to sit, at which rules, for how much; meters rise while one looks. */
import { api } from "../api.js";
import { fill, html, on, visit } from "../dom.js";
import { Feed } from "../feed.js";
import { guestName, isStaff } from "../people.js";
import { prefs, setPref } from "../prefs.js";
import { clauseSheet, sheet } from "../sheets.js";
import { topBar } from "../shell.js";
import { money } from "../words.js";
import {
  filterBar,
  frame,
  giftsMarkup,
  headline,
  nameField,
  ownTablesMarkup,
  recoverySheet,
  returnForm,
  tableCard,
} from "./lobby_markup.js";

const RISING = 1000;
const NARROW = matchMedia("(max-width: 620px)");
/** Where the bar has room for a name and a purse; elsewhere they stand above the tables. */
const ROOMY = matchMedia("(min-width: 1100px)");

export class LobbyRoom extends HTMLElement {
  async connectedCallback() {
    Object.assign(this, {
      tables: [],
      own: [],
      filter: "",
      before: new Map(),
    });
    document.title = "siete · tables";
    this.innerHTML = String(frame());
    this.wire();
    this.drawBar();
    this.onRoom = () => this.draw();
    ROOMY.addEventListener("change", this.onRoom);
    this.feed = new Feed({
      told: (tables) => this.hear(tables),
      lost: () => this.note("The house does not answer just now; trying again."),
    });
    this.greet();
    this.session = await api.session().catch(() => null); // the line tells when the house is away
    if (this.session) await this.findOwn();
    if (this.isConnected) this.draw();
  }
  disconnectedCallback() {
    ROOMY.removeEventListener("change", this.onRoom);
    this.feed?.close();
    clearTimeout(this.timer);
  }

  /** What the game is, for whoever is new to it; where there is little room, tables come first. */
  async greet() {
    const told = await api.welcome().catch(() => null);
    if (!told || !this.isConnected) return;
    this.first = told.rules;
    this.querySelector("[data-welcome]").textContent = told.title;
    fill(this.querySelector("[data-gifts]"), giftsMarkup(told, !NARROW.matches));
  }

  /** My private tables, and when I asked for them. */
  async findOwn() {
    const { tables } = await api.tables().catch(() => ({ tables: [] }));
    Object.assign(this, { own: tables.filter((table) => table.is_private), foundAt: performance.now() });
  }

  /** Draw what the house says; a meter that has risen shows it for a second. */
  hear(tables) {
    const lowest = Math.min(...tables.map(edgeOf));
    this.tables = tables.toSorted(inOrder).map((each) => ({ ...each, isLowest: edgeOf(each) === lowest }));
    this.note("");
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), RISING);
  }
  note(text) {
    fill(this.querySelector("[data-note]"), html`${text}`);
  }

  // --- drawing ------------------------------------------------------------------------------------------------

  /** My name and my purse; pressed, they tell how to keep them. */
  purse() {
    const { session } = this;
    if (!session) return "";
    const chips = isStaff(session) ? session.role : html`<b class="num">${money(session.wallet)}</b> play chips`;
    return html`<button class="pill" type="button" data-do="recovery" title="Keep your name"><b>${session.name}</b>
      ${chips}</button>`;
  }
  /** Above the tables: my purse where the bar has no room, or a field for a name. */
  whoMarkup() {
    if (!this.session) return nameField(prefs.name);
    return ROOMY.matches ? "" : this.purse();
  }
  drawBar() {
    fill(this.querySelector("[data-bar]"), topBar("/lobby", ROOMY.matches ? this.purse() : ""));
  }

  draw() {
    const { tables, filter, session } = this;
    this.drawBar();
    this.querySelector("[data-title]").textContent = headline(tables);
    fill(this.querySelector("[data-who]"), this.whoMarkup());
    fill(this.querySelector("[data-filter]"), filterBar(tables, filter));
    const cards = tables.filter((table) => fits(table, filter)).map((table) => this.card(table));
    const none = html`<p>No table fits. Open one of your own, or show all.</p>`;
    fill(this.querySelector(".grid"), cards.length ? html`${cards}` : none);
    const since = (performance.now() - this.foundAt) / 1000;
    fill(this.querySelector("[data-own]"), ownTablesMarkup(this.own, session, since));
  }

  card(table) {
    const meters = table.meters.map((meter) => ({ ...meter, isUp: this.hasRisen(table, meter) }));
    const isMine = this.session?.seats?.some((seat) => seat.table === table.id);
    return tableCard(table, meters, { isMine, isStaff: isStaff(this.session) });
  }
  hasRisen(table, { name, amount }) {
    const key = `${table.id} ${name}`;
    const was = this.before.get(key);
    this.before.set(key, amount);
    return was !== undefined && amount > was;
  }

  // --- pressing -----------------------------------------------------------------------------------------------

  wire() {
    on(this, "click", "[data-filter-by]", (node) => this.narrow(node.dataset.filterBy));
    on(this, "change", "[name=name]", (node) => setPref("name", node.value.trim()));
    on(this, "click", "[data-go-to]", (node, event) => this.goTo(node.dataset.goTo, event));
    on(this, "click", "[data-copy]", (node) => copy(node));
    on(this, "submit", "[data-who]", (_node, event) => event.preventDefault());
    on(this, "submit", "[data-join]", (node, event) => {
      event.preventDefault();
      join(node.elements.link.value.trim());
    });
    on(this, "click", "[data-do=open]", () => this.openTable());
    on(this, "click", "[data-do=return]", () => this.comeBack());
    on(this, "click", "[data-do=recovery]", () => {
      if (this.session.recovery) sheet("Keep your name", recoverySheet(this.session));
    });
    on(this, "click", "[data-do=practice]", () => this.as(() => this.practice()));
    on(this, "click", "[data-do=learn]", () => this.as(() => this.practice("&learn", this.first)));
    on(this, "click", "[data-clause]", (node) => clauseSheet(node.dataset.clause));
  }
  narrow(filter) {
    this.filter = filter;
    this.draw();
  }
  /** To a table to play there, under a name. */
  async goTo(path, event) {
    event.preventDefault();
    event.stopPropagation();
    await this.as(() => visit(path));
  }
  async openTable() {
    const { openSheet } = await import("./opening.js");
    const go = (table) => this.as(() => visit(`/t/${table}`));
    return openSheet({ go, enter: () => this.as() });
  }

  /** Make sure that the house knows a name, then go on. */
  async as(then) {
    try {
      if (!(await api.session())) await api.enter(this.nameTyped() || prefs.name || guestName());
      return await then?.();
    } catch (error) {
      this.note(error.sentence || "That did not work.");
      return null;
    }
  }
  /** Somebody comes back by name and recovery code. */
  comeBack() {
    const dialog = sheet("Come back", returnForm());
    on(dialog, "submit", "[data-return]", async (form, event) => {
      event.preventDefault();
      try {
        this.session = await api.enter(form.elements.name.value, form.elements.code.value);
        await this.findOwn();
        dialog.close();
        this.draw();
      } catch (error) {
        dialog.querySelector("[data-note]").textContent = error.sentence;
      }
    });
  }
  nameTyped() {
    return this.querySelector("[name=name]")?.value.trim();
  }

  /** A table of one's own, at the rules that are looked at or else at the first. */
  async practice(more = "", wanted = "") {
    const chosen = this.tables.find((table) => table.felt.state === this.filter);
    const rules = wanted || chosen?.rules || (await api.rules()).rules[0].name;
    const name = more ? "First round" : "My practice";
    const made = await api.open({ name, mode: "practice", rules, timers: false });
    visit(`/t/${made.id}?sit${more}`);
  }
}

const edgeOf = ({ price }) => price?.edge ?? 1;
/** A fixed order: live tables first, the lowest edge first, then by rules and name. */
const inOrder = (a, b) =>
  Number(a.mode === "practice") - Number(b.mode === "practice") ||
  edgeOf(a) - edgeOf(b) ||
  a.felt.title.localeCompare(b.felt.title) ||
  a.name.localeCompare(b.name) ||
  a.id.localeCompare(b.id);

/** What a filter lets through: all, by a name of its own, or the tables of one state. */
const FILTERS = {
  "": () => true,
  free: (table) => table.boxes.some((box) => !box.player),
  meter: (table) => table.meters.length > 0,
};
const fits = (table, filter) =>
  (FILTERS[filter] || ((each) => each.felt.state === filter))(table) && table.state !== "closed";

/** Put the address of a table on the clipboard, and say so. */
const copy = async (node) => {
  const copied = navigator.clipboard?.writeText(`${location.origin}${node.dataset.copy}`);
  const isCopied = await copied?.then(
    () => true,
    () => false,
  );
  node.textContent = isCopied ? "Copied" : "Not copied";
};

/** Go to the table or the shared round that a link or a code names. */
const join = (text) => {
  if (!text) return;
  const round = text.match(/\/r\/([^/?#\s]+)/)?.[1];
  const table = text.match(/\/t\/([^/?#\s]+)/)?.[1] || (text.includes("/r/") ? "" : text);
  visit(round ? `/r/${round}` : `/t/${encodeURIComponent(decodeURIComponent(table))}`);
};
