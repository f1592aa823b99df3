/* The submission editor: form and text beside each other, and below them what the choices make. */
import { api, call } from "../api.js";
import { fill, html, on } from "../dom.js";
import { SubmissionForm } from "../forms/submission.js";
import { prefs } from "../prefs.js";
import { NOBODY } from "../layout/nobody.js";
import { guestName } from "../people.js";
import { clauseButton } from "../sheets.js";

const KEY = "siete-submission";

/** Bring the editor to life in an element of its page. */
export const edit = (root) => new Editor(root);

class Editor {
  constructor(root) {
    this.root = root;
    const books = root.dataset.books.split(";").filter(Boolean);
    root.innerHTML = String(frame(books.map((each) => each.split("="))));
    const text = sessionStorage.getItem(KEY) || `rule_set = "${root.dataset.editor}"\n`;
    this.form = new SubmissionForm(root.querySelector("[data-form]"), { text, tell: (state) => this.told(state) });
    on(root, "change", "[data-book]", (node) => this.form.write(`rule_set = "${node.value}"\n`));
    on(root, "click", "[data-do]", (node) => this.act(node));
  }

  /** What the house says of the text: the last good figures stay, greyed, while it is faulty. */
  async told({ ok, text, rules }) {
    sessionStorage.setItem(KEY, text);
    if (rules) this.root.querySelector("[data-book]").value = rules;
    for (const node of this.root.querySelectorAll("[data-do]")) node.setAttribute("aria-disabled", String(!ok));
    this.root.querySelector("[data-preview]").classList.toggle("stale", !ok);
    if (ok) await this.preview(text);
  }

  async preview(text) {
    try {
      const felt = await call("POST", "/submissions/preview", { text });
      if (text !== this.form.text) return;
      fill(this.root.querySelector("[data-signs]"), html`${felt.signs.map(signMarkup)}`);
      await this.drawLayout(felt);
    } catch (error) {
      this.say(error.sentence);
    }
  }

  /** The layout as a table with these rules would have it, with nobody there. */
  async drawLayout(felt) {
    const [{ Scene }, { emptyStage }] = await Promise.all([
      import("../layout/scene.js"),
      import("../playback/stage.js"),
    ]);
    const svg = this.root.querySelector(".felt");
    svg.replaceChildren();
    const scene = new Scene(svg, felt);
    scene.lay({ width: 1440, height: 844, isWide: true, mine: [] });
    scene.draw(emptyStage(), { ...NOBODY, mine: [], asks: [] });
  }

  say(words) {
    fill(this.root.querySelector("[data-note]"), words);
  }

  async act(node) {
    if (node.getAttribute("aria-disabled") === "true") return;
    const doings = {
      table: () => this.open(),
      print: () => print(),
      par: () => this.par(node),
      save: () => this.save(),
    };
    this.say("");
    try {
      await doings[node.dataset.do]();
    } catch (error) {
      this.say(error.sentence || "This did not work. Try again.");
    }
  }

  async open() {
    if (!(await api.session())) await api.enter(prefs.name || guestName());
    const { id } = await api.open({
      name: "My submission",
      submission: this.form.text,
      mode: "practice",
      timers: false,
    });
    location.assign(`/t/${encodeURIComponent(id)}?sit`);
  }

  /** The PAR sheet takes a worker some seconds; it opens in a window of its own. */
  async par(node) {
    const words = node.textContent;
    node.textContent = "Solving …";
    try {
      const page = await call("POST", "/lab/par", { text: this.form.text });
      show(page, "text/html", "par.html", true);
    } finally {
      node.textContent = words;
    }
  }

  save() {
    show(this.form.text, "text/plain", "submission.toml", false);
  }
}

const show = (text, type, name, isPage) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  if (isPage) link.target = "_blank";
  else link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

const frame = (books) =>
  html`<div class="ops editor-bar"><label class="field"><span>Rule set</span><select data-book>${books.map(
    ([name, title]) => html`<option value="${name}">${title}</option>`,
  )}</select></label>
    <button class="btn primary" data-do="table">Open a practice table with it</button>
    <button class="btn" data-do="par">PAR sheet</button><button class="btn" data-do="save">Save the TOML</button>
    <button class="btn" data-do="print">Print</button></div>
    <p class="note" role="status" data-note></p><div data-form></div>
    <section data-preview><h2>Layout</h2><div class="layout-holder"><svg class="felt" viewBox="0 0 1440 844" role="img"
      aria-label="The layout of a table with these rules"></svg></div>
      <h2>Signs and inscriptions</h2><div class="signs" data-signs></div></section>`;

const LONG = 8;
/** A sign of more lines than this has the whole width. */
const signMarkup = ({ title, place, lines, clauses }) =>
  html`<article class="panel card ${lines.length > LONG ? "long" : ""}"><h3>${title} <small>${place}</small></h3>
    <div>${lines.map((line) => html`<p>${line}</p>`)}</div>
    <p>${clauses.map(clauseButton)}</p></article>`;
