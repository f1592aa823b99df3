/* The screen above a table: meter, limits, and what must be posted. It only reads, and comes back by itself. */
import { call } from "../api.js";
import { fill, html } from "../dom.js";
import { exact, money } from "../words.js";

const EVERY = 3000;

export class DisplayRoom extends HTMLElement {
  connectedCallback() {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL("../styles/floor.css", import.meta.url).href;
    document.head.append(link);
    this.innerHTML = `<main class="display" id="main"></main>`;
    this.timer = setInterval(() => this.load(), EVERY);
    this.load();
  }
  disconnectedCallback() {
    clearInterval(this.timer);
  }
  async load() {
    try {
      const shown = await call("GET", `/display/${encodeURIComponent(this.getAttribute("table"))}`);
      document.title = `siete · ${shown.name}`;
      fill(this.firstElementChild, markup(shown));
    } catch (error) {
      fill(this.firstElementChild, html`<p class="lead">${error.sentence}</p>`);
    }
  }
}
const markup = ({ name, title, limits, meters, signs, notice }) =>
  html`<h1>${name}</h1><p class="lead">${title} · ${money(limits.min)} to ${money(limits.max)}</p>
    ${notice ? announced(notice) : ""}
    <div class="big-meters">${meters.map(meter)}</div>
    <div class="signs">${signs.map(
      (sign) => html`<section><h2>${sign.title}</h2>${sign.lines.map((line) => html`<p>${line}</p>`)}</section>`,
    )}</div>`;
const announced = ({ starts_at: at, values }) =>
  html`<p class="lead notice">From ${at.slice(11, 16)} UTC: ${values.map(coming).join(", ")}</p>`;
const coming = ({ words, now, then }) => `${words} ${now} → ${then}`;
const meter = ({ title, amount }) => {
  const [whole, cents] = exact(amount);
  return html`<div><span>${title}</span><b>${whole}<small>.${cents}</small></b></div>`;
};
