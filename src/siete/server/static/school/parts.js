/* Small parts of the school's pages: ticks, marks of clauses, rings, times. */
import { html, raw } from "../dom.js";
import { clauseLink } from "../sheets.js";
import { count } from "../words.js";

const TICK = raw(`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 11l5 5 9-11"/></svg>`);
const CROSS = raw(`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 4l12 12M16 4 4 16"/></svg>`);
/** Whether something is passed, failed, or what comes now. */
export const tick = (state) =>
  html`<span class="tick ${{ yes: "y", no: "n", now: "at" }[state] || ""}">${
    state === "yes" ? TICK : state === "no" ? CROSS : ""
  }</span>`;

/** So many clauses, in words. */
export const clauseCount = (number) => (number === 1 ? "one clause" : `${count(number)} clauses`);

/** A step that no clause orders has none. */
export const cite = (clause) => (clause ? clauseLink(clause) : "");

/** One mark for each clause: mastered, learning, due or new. */
export const dots = (marks) => {
  const kinds = [...new Set(marks)];
  const said = kinds.map((kind) => `${marks.filter((mark) => mark === kind).length} ${kind}`);
  return html`<span class="dots" role="img" aria-label="${said.join(", ")}">${marks.map(
    (mark) => html`<i class="d ${mark}"></i>`,
  )}</span>`;
};

export const figure = (value, of, what) =>
  html`<div class="fig"><b class="num">${value}${of === "" ? "" : html`<small> ${of}</small>`}</b>
    <span>${what}</span></div>`;

/** Minutes and seconds. */
export const clock = (seconds) => {
  const left = Math.max(0, Math.round(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
};

/** A ring that is as full as a part says, with a mark where it is enough. */
export const ring = (part, enough, inside) => {
  const angle = enough * 2 * Math.PI;
  const at = (radius) => `${(90 + radius * Math.sin(angle)).toFixed(1)} ${(90 - radius * Math.cos(angle)).toFixed(1)}`;
  return html`<div class="ringbig"><svg viewBox="0 0 180 180" aria-hidden="true">${raw(
    `<circle cx="90" cy="90" r="78"/><circle class="fg" cx="90" cy="90" r="78" pathLength="100"
      stroke-dasharray="${(part * 100).toFixed(1)} 100" transform="rotate(-90 90 90)"/>
    <path class="mk" d="M${at(69)}L${at(87)}"/>`,
  )}</svg><div>${inside}</div></div>`;
};

/** The way from the school to a course, and what is shown of it. */
export const courseCrumbs = ({ title, rules }, last) =>
  crumbs(["School", "/school"], [title, `/school/${rules}`], [last]);

export const crumbs = (...links) =>
  html`<p class="crumbs">${links.map(
    ([name, path], i) => html`${i ? " › " : ""}${path ? html`<a href="${path}">${name}</a>` : name}`,
  )}</p>`;
