/* Small pieces that several rooms of the floor use: money with both places, times, percentages, tables. */
import { html } from "../dom.js";
import { clauseButton } from "../sheets.js";

/** Cents with both places and a sign where it says more. */
export const dollars = (cents, { plus = false } = {}) => {
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US"),
    rest = String(Math.abs(cents) % 100).padStart(2, "0");
  return `${cents < 0 ? "−" : plus && cents > 0 ? "+" : ""}$${whole}.${rest}`;
};
export const amount = (cents, options) =>
  html`<span class="${cents < 0 ? "neg" : ""}">${dollars(cents, options)}</span>`;
/** An amount that moved, or a dash. */
export const moved = (cents) => (cents ? dollars(cents) : "–");
export const percent = (part) => (part === null ? "–" : `${(part * 100).toFixed(2).replace("-", "−")} %`);
/** `0:48`, `1:02:05`: how long ago, or until when. */
export const lasting = (ms) => {
  const seconds = Math.max(0, Math.floor(ms / 1000)),
    two = (n) => String(n).padStart(2, "0"),
    hours = Math.floor(seconds / 3600);
  const rest = `${Math.floor(seconds / 60) % 60}:${two(seconds % 60)}`;
  return hours ? `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}` : rest;
};
export const time = (stamp) => (stamp ? stamp.slice(11, 16) : "");
/** A moment as people write it. */
export const stamped = (stamp) => `${stamp.slice(0, 19).replace("T", " ")} UTC`;
export const clauseOf = (id, isHouse = false) =>
  isHouse || !id || id.startsWith("decision") ? html`<span class="clause house">house rule</span>` : clauseButton(id);
export const check = (isRight, words) =>
  html`<p class="fact ${isRight ? "ok" : "bad"}">${isRight ? "✓" : "✗"} ${words}</p>`;
export const field = (label, input) => html`<label class="field"><span>${label}</span>${input}</label>`;
/** Numbers and amounts stand at the right, below heads that begin with `>`. */
const isNumber = (cell) =>
  typeof cell === "number" ||
  cell === "–" ||
  /^(<span class="(neg)?">)?[+−]?(\$[\d,.]+|[\d.,]+ %)(<\/span>)?$/.test(String(cell));
/** Words that stand where other rows have an amount. */
export const instead = (words) => html`<span class="r">${words}</span>`;
const cellOf = (cell) => (isNumber(cell) ? html`<td class="r">${cell}</td>` : html`<td>${cell}</td>`);
export const row = (cells) => html`<tr>${cells.map(cellOf)}</tr>`;
const headOf = (head) =>
  head.startsWith(">") ? html`<th scope="col" class="r">${head.slice(1)}</th>` : html`<th scope="col">${head}</th>`;
/** What people call a table. */
export const nameOf = ({ tables }, id) => tables.get(id)?.name || id;
export const grid = (heads, rows, caption) =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="t">
    <thead><tr>${heads.map(headOf)}</tr></thead><tbody>${rows}</tbody></table></div>`;
/** A choice as TOML has it: numbers, lists and what is quoted stay, yes and no are true and false, the rest is text. */
export const writtenValue = (text) => {
  const given = text.trim();
  if (/^(yes|no)$/i.test(given)) return given.toLowerCase() === "yes" ? "true" : "false";
  return /^(-?[\d.]+|true|false|\[.*\]|\{.*\}|".*")$/.test(given) ? given : JSON.stringify(given);
};
/** `1 player`, `2 players`. */
export const countOf = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const tableOption =
  (chosen) =>
  ({ id, name }) =>
    html`<option value="${id}" ${id === chosen ? html`selected` : ""}>${name}</option>`;
/** Every table to choose from, and all of them together first. */
export const tableOptions = (tables, chosen) =>
  html`<option value="">all</option>${[...tables.values()].map(tableOption(chosen))}`;
