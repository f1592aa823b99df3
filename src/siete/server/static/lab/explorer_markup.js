/* How the explorer draws its figures. It is told numbers and words; it knows no rule. */
import { html, raw } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { better, dollars, hundredths, percent, signed, ticks } from "./numbers.js";
import * as draw from "./plots.js";

export const frame = () =>
  html`<section class="panel lab-rules"><h2>Rules to try</h2>
      <label class="vh" for="lab-book">Rule set</label><select id="lab-book" class="in" data-book></select>
      <div role="status" data-outside></div><div class="faults" role="status" data-wrong></div>
      <div data-switches></div><p class="lab-small" role="status" data-forbidden></p>
      <details class="lab-all"><summary>Every choice, as a form and as TOML</summary><div data-form></div></details>
      <button class="btn primary" data-play>Open a practice table</button></section>
    <div class="lab-mid" data-figures><section class="panel" data-part="edge"><p>Solving …</p></section>
      <section class="panel" data-part="base" hidden></section>
      <section class="panel" data-part="chart" tabindex="0" aria-label="Best play"><p>Solving …</p></section></div>
    <div class="lab-side"><section class="panel" data-part="costs"></section>
      <section class="panel" data-part="wagers"></section></div>`;

export const books = (list, chosen) =>
  html`${list.map(
    ({ name, title }) => html`<option value="${name}" ${name === chosen ? "selected" : ""}>${title}</option>`,
  )}`;

export const faults = (list) =>
  html`<ol>${list.map(({ sentence, clause }) => html`<li>${sentence} ${clauseButton(clause)}</li>`)}</ol>`;

export const outside = (title) =>
  html`<p class="lab-warn"><b>Outside the rule book.</b> ${title} fixes what you turned. The figures are exact all the
    same; a table with them cannot be opened. <button class="lab-link" data-back>Back into the book</button></p>`;

/** Two kinds of switch: what the book leaves to the house, and, under a lock, what it fixes. */
export const switches = (list) => {
  const [open, fixed] = [list.filter((each) => each.is_open), list.filter((each) => !each.is_open)];
  return html`${open.map(lever)}<h3 class="lab-lock">${LOCK} The book fixes these. What if not?</h3>
    ${fixed.map(lever)}`;
};
const LOCK = raw(`<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="5" y="11" width="14" height="9" rx="2"/>
  <path d="M8 11V8a4 4 0 0 1 8 0v3"/></svg>`);

const lever = (each) =>
  html`<div class="lab-opt${each.is_turned ? " turned" : ""}"><b id="o-${each.parameter}">${capital(each.says)}</b>
    ${each.control === "switch" ? toggle(each) : clauseButton(each.clause)}
    ${each.control === "switch" ? cited(each) : segment(each)}</div>`;
const cited = (each) => html`<span class="lab-cite">${clauseButton(each.clause)}${why(each)}</span>`;
const capital = (words) => words[0].toUpperCase() + words.slice(1);

const why = ({ ways }) =>
  ways.filter(({ refusal }) => refusal).map(({ refusal }) => html`<small>${refusal.sentence}</small>`);

const toggle = ({ parameter, says, value, ways }) => {
  const isOn = value === "yes";
  const way = ways.find(({ text }) => text !== value);
  return html`<button class="sw" role="switch" aria-checked="${String(isOn)}" data-focus="sw-${parameter}"
    aria-label="${says}" ${press(parameter, way)}></button>`;
};
const press = (parameter, { key, toml, refusal } = {}) =>
  html`data-parameter="${parameter}" data-way="${key || parameter}" data-toml="${toml}" data-refused="${
    refusal?.sentence || ""
  }" ${refusal ? html`aria-disabled="true"` : ""}`;

const segment = ({ parameter, says, value, ways }) =>
  html`<div class="seg" role="group" aria-label="${says}">${ways.map(
    (way) =>
      html`<button aria-pressed="${String(way.text === value)}" data-focus="seg-${parameter}-${way.text}"
        ${press(parameter, way)} title="${way.refusal?.sentence || ""}">${way.text}</button>`,
  )}</div>`;

const HOUR = 60,
  WAGER = 25;
/** The edge in large, how it differs from the default, and where the rule sets lie. */
export const edge = (now, usual, found, { others, wide, busy }) => {
  const change = now.house_edge - (usual?.house_edge ?? now.house_edge);
  const base = found?.base;
  const late = busy.has("base") ? "late" : "";
  const fact = (name, value, note) =>
    html`<div class="${late}"><dt>${name}</dt><dd><b>${value}</b><small>${note}</small></dd></div>`;
  return html`<div class="lab-head"><div class="lab-big"><p>House edge, best play</p>
      <p><span class="lab-edge">${hundredths(now.house_edge)}<small> %</small></span>
      ${Math.abs(change) < 5e-7 ? "" : changed(change)}</p></div>
    <dl>${fact("Deviation", base ? base.standard_deviation.toFixed(3) : "…", "wagers a round")}
      ${fact("Average wager", base ? base.average_wager.toFixed(3) : "…", "doubled, split")}
      ${fact("An hour costs", dollars(now.house_edge * WAGER * HOUR, 2), `${HOUR} rounds at $${WAGER}`)}
      </dl></div>${ruler(now.house_edge, others, Math.max(280, wide))}
    ${base ? sure(base, late) : ""}`;
};
const changed = (by) => html`<span class="lab-change ${better(by)}" title="against the default">${signed(by)}</span>`;
const sure = ({ method, error_bound: error }, kind) =>
  html`<p class="lab-small ${kind}">${method}; error below ${error.toExponential(0)}</p>`;

const NEAR = 0.09;
/** Those that lie so near one another that they share a name plate. */
const together = (others, most) => {
  const groups = [];
  for (const each of others.toSorted((a, b) => a.edge - b.edge)) {
    const last = groups.at(-1);
    if (last && each.edge - last[0].edge < most * NEAR) last.push(each);
    else groups.push([each]);
  }
  return groups;
};

const ruler = (here, others, wide) => {
  const most = Math.max(here, 0.011, ...others.map((each) => each.edge)) * 1.08;
  const low = Math.min(0, here);
  const at = draw.scale(low, most, 12, wide - 12);
  const names = (group) => group.map(({ name }) => name).join(", ");
  const marks = together(others, most).map((group, i) => {
    const x = at(group[0].edge);
    const dots = group.map((each) => draw.dot(at(each.edge), 46, "place")).join("");
    const anchor = x > wide * 0.8 ? "end" : x < wide * 0.2 ? "start" : "middle";
    const [end, line] = i % 2 ? [18, 13] : [32, 27];
    return `${dots}${draw.path(`M${x} 40V${end}`, "axis")}${draw.text(x, line, names(group), { anchor })}`;
  });
  const steps = ticks(low, most, 6).map((value, i) =>
    draw.text(at(value), 70, percent(value, 1), { anchor: i ? "middle" : "start" }),
  );
  const x = at(here);
  const scale = others.map((each) => `${each.title} ${percent(each.edge)}`).join(", ");
  return html`<svg class="lab-ruler" viewBox="0 0 ${wide} 76" role="img"
    aria-label="House edge ${percent(here)} on a scale with ${scale}">${raw(
      `${draw.path(`M12 46H${wide - 12}`, "axis")}${marks.join("")}${steps.join("")}
      ${draw.path(`M${x - 8} 26h16l-8 13z`, "now")}${draw.dot(x, 46, "now", 6)}`,
    )}</svg>`;
};

/** Rows that read alike are drawn once. */
const merged = (rows, old) => {
  const found = [];
  for (const row of rows) {
    const was = old?.get(row.name)?.cells;
    const last = found.at(-1);
    const same = last && last.cells.join() === row.cells.join() && last.was?.join() === was?.join();
    if (same && series(last.names.at(-1), row.name)) last.names.push(row.name);
    else found.push({ names: [row.name], cells: row.cells, was });
  }
  return found;
};
const series = (one, other) => /^[sA-Z]*\d+$/.test(other) && (other[0] === "s") === (one[0] === "s");
const pair = (name) => (name === "X" ? "J Q K" : `${name}-${name}`);
const spanned = (names) => (names.length > 1 ? `${names[0]}–${names.at(-1).replace(/^s/, "")}` : names[0]);

/** The chart, with a ring on every cell that differs from the default's. */
export const chart = ({ columns, sections, legend }, usual) => {
  const before = new Map(usual?.sections.map((each) => [each.table, new Map(each.rows.map((row) => [row.name, row]))]));
  const section = ({ table, title, rows }) =>
    html`<table class="chart${table === "pairs" ? " pairs" : ""}"><caption>${title}</caption><thead>
      <tr><td></td>${columns.map(
        (up) => html`<th scope="col">${up === "X" ? "JQK" : up}</th>`,
      )}</tr></thead><tbody>${merged(rows, before.get(table)).map((row) => chartRow(row, table))}</tbody></table>`;
  const [first, ...rest] = legend;
  return html`<h2>Best play <small>exact; ringed cells differ from the default</small></h2>
    <div class="lab-charts">${sections.map(section)}</div>
    <p class="lab-legend">${first.split(/[,.] /).slice(0, 6).map(key)}</p>
    <p class="lab-small">${first.split(". ").slice(1).join(". ")} ${rest.join(" ")}</p>`;
};
const key = (words) => {
  const [letter, ...rest] = words.split(" ");
  return html`<span><i class="a${letter}">${letter}</i>${rest.join(" ").replace(/\.$/, "")}</span>`;
};
const chartRow = ({ names, cells, was }, table) =>
  html`<tr><th scope="row">${table === "pairs" ? names.map(pair).join(" ") : spanned(names)}</th>
    ${cells.map((each, i) => chartCell(each, was?.[i]))}</tr>`;
const chartCell = (action, old) => {
  const isNew = old !== undefined && old !== action;
  const [letter, more] = [action[0], action.slice(1).replace(/\/.*/, "")];
  const kind = letter === "." ? "N" : letter;
  return html`<td class="a${kind}${isNew ? " new" : ""}" title="${action}${isNew ? `, by default ${old}` : ""}">${
    letter === "." ? "·" : letter
  }${more ? html`<sup>${more}</sup>` : ""}</td>`;
};

const DIAMOND = html` <span class="diamond" title="outside the rule book">◇</span>`;
/** What turning each option would cost, the best for the player first. */
export const costs = (list, all, isBusy) => {
  const most = Math.max(0.0001, ...list.map(({ cost }) => Math.abs(cost)));
  const length = (cost, kind) =>
    draw.rect(Math.min(0, cost / most) * 48, 1, Math.max(0.8, (Math.abs(cost) / most) * 48), 14, kind, 1.5);
  const bar = ({ option, cost, is_outside: isOut }) =>
    html`<tr><th scope="row">${option}${isOut ? DIAMOND : ""}</th>
      <td><svg viewBox="-50 0 100 16" preserveAspectRatio="none" aria-hidden="true">${raw(
        `${length(cost, `${better(cost)}${isOut ? " faint" : ""}`)}${draw.path("M0 0v16", "axis")}`,
      )}</svg></td><td>${signed(cost)}</td></tr>`;
  const isPart = isBusy && list.length < all;
  return html`<h2>What each option costs <small>% of the wager, from here</small></h2>
    <table class="lab-costs"><thead><tr><td></td><th scope="col"><span>better for you</span><span>worse</span></th>
    <td></td></tr></thead>
    <tbody>${list.toSorted((a, b) => a.cost - b.cost).map(bar)}</tbody></table>
    <p class="lab-small">${isPart ? `Solving ${list.length + 1} of ${all} …` : "Best play both times."}
      ${list.some((each) => each.is_outside) ? "◇ outside the book, solved all the same." : ""}</p>`;
};

/** Every other wager; of those with many paytables, the ranks. */
export const wagers = (list, chosen) => {
  const ranked = list.filter(({ figures }) => figures.length > 4);
  const few = list.filter(({ figures }) => figures.length <= 4);
  const line = (title) => (each) =>
    html`<tr><th scope="row">${title} ${each.card ? html`<small>${each.card}</small>` : ""}</th
      ><td>${percent(each.house_edge)}</td></tr>`;
  return html`${ranked.map((each) => ranks(each, chosen))}<h2>Other wagers <small>house edge</small></h2>
    <table class="lab-list"><tbody>${few.map(({ title, figures }) => figures.map(line(title)))}</tbody></table>`;
};

const ranks = ({ title, figures }, chosen) => {
  const family = chosen[0]?.split("/")[0];
  const best = figures
    .filter(({ paytable }) => !family || paytable.startsWith(`${family}/`))
    .toSorted((a, b) => a.house_edge - b.house_edge);
  const most = Math.max(...best.map((each) => Math.abs(each.house_edge)));
  const line = (each, i) =>
    html`<tr class="${chosen.includes(each.paytable) ? "here" : ""}"><td><b>${i + 1}</b></td
      ><th scope="row">${each.paytable}</th><td class="pays">${pays(each)}</td>
      <td>${bar(Math.abs(each.house_edge) / most)}${percent(each.house_edge, 2)}</td></tr>`;
  return html`<h2>${title} paytables <small>best first; printed edge</small></h2>
    <table class="lab-list lab-ranks"><thead><tr><td></td><th scope="col">Paytable</th><th scope="col">pays</th
      ><th scope="col">House edge</th></tr></thead><tbody>${best.map(line)}</tbody></table>
    <p class="lab-small">The figures count as paid back what goes to the meter. <a href="/lab?view=meter"
      data-view="meter">At what the meter shows</a></p>`;
};
const bar = (part) =>
  html`<svg class="rank-bar" viewBox="0 0 64 8"
    aria-hidden="true">${raw(draw.rect(64 - part * 64, 0, part * 64, 8, "length"))}</svg>`;
const pays = ({ lines = [] }) =>
  lines
    .map((each) => each.pays.match(/^(\d+) for 1$/)?.[1])
    .filter(Boolean)
    .join(" · ");
