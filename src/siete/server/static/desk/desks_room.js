/* The desks: tables to deal at, and a practice table of one's own, opened by hand from the first step. */
import { api } from "../api.js";
import { fill, html, on, visit } from "../dom.js";
import { guestName, isStaff } from "../people.js";
import { topBar } from "../shell.js";
import { loadStyle } from "./style.js";

export class DesksRoom extends HTMLElement {
  async connectedCallback() {
    document.title = "siete · desks";
    await loadStyle();
    on(this, "submit", "[data-form]", (form, event) => {
      event.preventDefault();
      this.openTable(form.elements);
    });
    try {
      this.who = await api.session();
      const [{ tables }, { rules }] = await Promise.all([api.tables(), api.rules()]);
      if (this.isConnected) fill(this, markup(tables, rules, this.who));
    } catch (error) {
      fill(
        this,
        html`${topBar("/desk")}<main class="wrap narrow" id="main">
          <p>${error.sentence || "Nothing answers."}</p></main>`,
      );
    }
  }

  async openTable({ rules, shuffle, start }) {
    const note = this.querySelector("[data-note]");
    try {
      this.who ??= await api.enter(guestName());
      const method = shuffle.value ? `shuffle_method = "${shuffle.value}"\n` : "";
      const submission = `rule_set = "${rules.value}"\n${method}`;
      const dealer = start.value === "opening" ? this.who.name : "";
      const { id } = await api.open({ submission, mode: "practice", timers: false, dealer });
      visit(`/desk/${encodeURIComponent(id)}`);
    } catch (error) {
      fill(note, html`${error.faults?.[0]?.sentence || error.sentence || "That did not work."}`);
    }
  }
}

const mayDeal = (table, who) => table.mode === "practice" || who?.role === "dealer";

const markup = (tables, rules, who) => {
  const mine = tables.filter((table) => mayDeal(table, who) && table.state !== "closed");
  return html`${topBar("/desk")}<main class="wrap desks" id="main" tabindex="-1">
    <div class="hero"><div><h1>The dealer's desk</h1>
      <p>Deal a table by the procedure of its rules: every step a motion of your hands, every clause beside it.</p>
    </div></div>
    <div class="toosmall panel"><p>A desk needs 900 pixels of width. Turn the tablet, or open it on a larger screen.
      Lessons, tests and drills of the school work here.</p>
      <a class="btn primary" href="/school">To the school</a></div>
    ${isStaff(who) ? "" : practice(rules)}
    <h2>Tables you may deal at</h2>
    ${mine.length ? html`<ul class="desklist">${mine.map(row)}</ul>` : html`<p>${none(who)}</p>`}</main>`;
};
const none = (who) =>
  who?.role === "dealer"
    ? "No table is open. A floorperson opens live tables."
    : "None yet. Open one above, or sign in as a dealer to deal at live tables.";

const row = (table) =>
  html`<li><a href="/desk/${encodeURIComponent(table.id)}"><b>${table.name}</b>
    <span>${table.title} · ${table.mode} · ${table.players} at the table</span>
    <span>${table.dealer} deals</span></a></li>`;

const practice = (rules) =>
  html`<form class="panel deskform" data-form><h2>A practice table</h2>
    <label class="field"><span>Rules</span><select name="rules">${rules.map(
      ({ name, title }) => html`<option value="${name}">${title}</option>`,
    )}</select></label>
    <label class="field"><span>Shuffle</span><select name="shuffle"><option value="manual">By hand</option>
      <option value="">As the rules have it</option></select></label>
    <label class="field"><span>Begin with</span><select name="start">
      <option value="opening">The opening checklist</option>
      <option value="">The first round</option></select></label>
    <p class="note" role="status" data-note></p>
    <button class="btn primary big">Open it and deal</button></form>`;
