/* The steps before a round as a row of tiles: done, now, next; and the checklist of an opening. */
import { html, raw } from "../dom.js";
import { clauseButton } from "../sheets.js";

const TICK = raw(`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 11l5 5 9-11"/></svg>`);
export const tick = (state) =>
  html`<span class="tick ${{ done: "y", now: "at" }[state] || ""}">${state === "done" ? TICK : ""}</span>`;

/** Whether a step is done, due now or still to come; nobody is told in an exam. */
const stateOf = (model, index) => {
  const { at } = model.mine;
  if (at === undefined || !model.isGuided) return "";
  return index < at ? "done" : index === at ? "now" : "next";
};

const steps = (model) => model.desk[model.mine.phase] || [];
/** The dealer's own steps, and the cut that is offered to players. */
const own = (model) =>
  steps(model)
    .map((step, index) => ({ ...step, index, state: stateOf(model, index) }))
    .filter((step) => step.command);

export const tilesMarkup = (model) =>
  html`${own(model).map((step) => tile(step))}
    <button class="tile" data-do="others" data-focus="others"><b>Other motions</b>Change cards, batch, decks<kbd>A</kbd>
    </button>`;

const tile = ({ label, words, clause, key, index, state }) =>
  html`<div class="tile ${state}"><button class="press" data-tile="${index}" data-focus="tile-${index}">
      <span class="st">${tick(state)}${state}</span><kbd>${key.toUpperCase()}</kbd><b>${label}</b>
      <small>${words}</small>
    </button>${clause ? clauseButton(clause) : html`<span class="house">house step</span>`}</div>`;

/** The tile of a key: the one that is due, or else the first that has it. */
export const tileOf = (model, key) => {
  const found = own(model).filter((step) => step.key === key);
  return found.find((step) => step.state === "now") || found.find((step) => step.state === "next") || found[0];
};
export const tileAt = (model, index) => steps(model)[index];

/** The checklist that the floorperson signs, and the steps of the opening. */
export const checklist = (model) => {
  const all = steps(model).map((step, index) => ({ ...step, state: stateOf(model, index) }));
  const done = all.filter((step) => step.state === "done").length;
  return html`<div class="list" tabindex="0" role="region" aria-label="Opening"><h2>Opening
      <small>${done ? `${done} of ${all.length} done` : `${all.length} steps`}</small></h2>
    <ol>${all.map(
      (step) =>
        html`<li class="${step.state}">${tick(step.state)}<span>${step.label}
        <small>${step.who === "floor" ? "floorperson" : step.who === "player" ? "player" : ""}</small></span>
        ${clauseButton(step.clause)}</li>`,
    )}</ol></div>`;
};
