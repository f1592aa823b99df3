/* The bar above a desk: where one is, what is dealt here, and how much help the dealer has. */
import { BRAND, html, raw } from "../dom.js";

const LEVELS = [
  ["guided", "Guided"],
  ["free", "Free"],
  ["exam", "Exam"],
];

/** A table of the school says what is dealt here; help was chosen before. */
export const schoolBar = ({ table, source, model }) => {
  const back = source.back || "/school";
  return html`<a class="brand" href="${back}" aria-label="To the school">${BRAND}<span>School</span></a>
      <span class="pill"><b>${table.name}</b> ${table.felt.decks} decks</span>
      <span class="pill slim"><span class="mono">${table.rules} ${table.rules_hash.slice(0, 8)}</span></span>
      <span class="pill">${model.mine?.help}</span><span class="spacer"></span>
      <span class="pill" role="status"><b>${source.words()}</b></span>
      ${source.back ? html`<a class="btn quiet" href="${source.back}">Leave</a>` : ""}
      <button class="btn floorcall" data-do="floor" data-focus="floor">Call floor <kbd>F</kbd></button>`;
};

const level = (name, label, isChosen) =>
  html`<button aria-pressed="${String(isChosen)}" data-level="${name}"
      data-focus="level-${name}">${label}</button>`;
const levels = (chosen) => LEVELS.map(([name, label]) => level(name, label, chosen === name));

export const deskBar = ({ model, table, link, wanted }) => {
  const round = model.round?.number || model.view.rounds;
  const phase = model.mine?.phase;
  const state = link.state === "live" ? `Live ${link.delay} ms` : "Reconnecting";
  const call = model.message.call ? "Called" : "Call floor";
  return html`<a class="brand" href="/desk" aria-label="To the desks">${BRAND}<span>Desk</span></a>
      <span class="pill"><b>${table.name}</b> ${table.felt.state} · ${table.felt.decks} decks</span>
      <span class="pill slim"><span class="mono">${table.rules} ${table.rules_hash.slice(0, 8)}</span></span>
      <div class="seg" role="group" aria-label="Help">${levels(model.mine?.help || wanted || "guided")}</div>
      <span class="spacer"></span>
      <span class="pill" role="status"><i class="dot ${link.state === "live" ? "" : "off"}"></i>
        <span>${state}</span></span>
      <span class="pill">${phase === "opening" ? html`<b>Opening</b>` : html`Round <b class="num">${round}</b>`}</span>
      ${model.mine ? html`<button class="btn quiet" data-do="give" data-focus="give">Hand back</button>` : ""}
      <button class="btn floorcall" data-do="floor" data-focus="floor"
        ${model.mine ? "" : raw(`aria-disabled="true"`)}>${call}
        <kbd>F</kbd></button>`;
};
