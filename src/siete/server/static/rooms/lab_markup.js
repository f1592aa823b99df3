/* How the lab draws its figures. It is told numbers and words; it knows no rule. */
import { html, raw } from "../dom.js";

const percent = (part, digits = 3) => `${(part * 100).toFixed(digits).replace("-", "−")} %`;
const signed = (part) => `${part > 0 ? "+" : part < 0 ? "−" : ""}${Math.abs(part * 100).toFixed(3)}`;
const better = (part) => (part < 0 ? "good" : part > 0 ? "bad" : "");

export const frame = () =>
  html`<main class="lab" id="main" tabindex="-1"><div class="lab-bar"><h1>Lab</h1>
    <code class="lab-command" data-command></code><span class="spacer"></span>
    <button class="btn sm" data-do="par">PAR sheet</button><button class="btn sm" data-do="csv">CSV</button>
    <button class="btn sm" data-do="json">JSON</button></div>
    <p class="note" role="status" data-note></p>
    <div class="lab-grid"><section class="panel lab-rules"><h2>Rules to try</h2>
      <label class="vh" for="lab-book">Rule set</label><select id="lab-book" class="in" data-book></select>
      <div data-form></div><button class="btn primary" data-do="table">Open a practice table</button></section>
    <div class="lab-mid" data-figures aria-live="polite"><section class="panel" data-edge><p>Solving …</p></section>
      <section class="panel" data-chart tabindex="0" aria-label="Best play"></section></div>
    <div class="lab-side"><section class="panel" data-costs></section>
      <section class="panel" data-wagers></section></div>
    </div></main>`;

export const books = (list, chosen) =>
  html`${list.map(
    ({ name, title }) => html`<option value="${name}" ${name === chosen ? "selected" : ""}>${title}</option>`,
  )}`;

const HOUR = 60,
  WAGER = 25;
/** The edge in large, how it differs from the default, and where the rule sets lie. */
export const edge = (base, usual, others) => {
  const change = base.house_edge - usual.house_edge;
  const fact = (name, value, note) => html`<div><dt>${name}</dt><dd><b>${value}</b><small>${note}</small></dd></div>`;
  return html`<div class="lab-head"><div><p>House edge, best play</p>
      <p class="lab-edge">${percent(base.house_edge)}</p>${
        change ? html`<span class="lab-change ${better(change)}">${signed(change)} against the default</span>` : ""
      }</div>
    <dl>${fact("Deviation", base.standard_deviation.toFixed(3), "wagers a round")}
      ${fact("Average wager", base.average_wager.toFixed(3), "doubled, split")}
      ${fact("An hour costs", `$${(base.house_edge * WAGER * HOUR).toFixed(2)}`, `${HOUR} rounds at $${WAGER}`)}
      </dl></div>${ruler(base.house_edge, others)}
    <p class="lab-small">${base.method}; error below ${base.error_bound.toExponential(1)}</p>`;
};

const NEAR = 0.05;
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

const ruler = (here, others) => {
  const most = Math.max(here, 0.01, ...others.map((each) => each.edge)) * 1.1;
  const at = (value) => 20 + (Math.max(0, value) / most) * 600;
  const mark = (group, i) => {
    const x = at(group[0].edge);
    const names = group.map(({ name }) => name.replace(/[<&]/g, "")).join(", ");
    const dots = group.map((each) => `<circle cx="${at(each.edge)}" cy="52" r="5"/>`);
    return `<g>${dots.join("")}<text x="${x}" y="${i % 2 ? 18 : 34}" text-anchor="middle">${names}</text></g>`;
  };
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (part) => `<text class="t" x="${20 + part * 600}" y="76" text-anchor="middle">${percent(most * part, 2)}</text>`,
  );
  const now = at(here);
  return html`<svg class="lab-ruler" viewBox="0 0 640 82" role="img"
    aria-label="House edge ${percent(here)} on a scale with the rule sets">${raw(
      `<path d="M20 52H620"/>${together(others, most).map(mark).join("")}${ticks.join("")}
      <path class="now" d="M${now - 8} 34h16l-8 12z"/><circle class="now" cx="${now}" cy="52" r="6"/>`,
    )}</svg>`;
};

/** The chart, with a ring on every cell that differs from the default's. */
export const chart = ({ columns, sections, legend }, usual) => {
  const before = new Map(usual.sections.map((each) => [each.table, new Map(each.rows.map((row) => [row.name, row]))]));
  const cell = (action, old) =>
    html`<td data-a="${action[0].toLowerCase()}" class="${old && old !== action ? "changed" : ""}" title="${action}"
      >${action.split("/")[0]}</td>`;
  const row = ({ name, cells }, old) =>
    html`<tr><th scope="row">${name}</th>${cells.map((each, i) => cell(each, old?.cells[i]))}</tr>`;
  const section = ({ table, title, rows }) =>
    html`<div><h3>${title}</h3><table class="chart"><thead><tr><td></td>${columns.map(
      (up) => html`<th scope="col">${up}</th>`,
    )}</tr></thead><tbody>${rows.map((each) => row(each, before.get(table)?.get(each.name)))}</tbody></table></div>`;
  return html`<h2>Best play <small>exact; ringed cells differ from the default</small></h2>
    <div class="lab-charts">${sections.map(section)}</div><p class="lab-small">${legend.join(" · ")}</p>`;
};

/** What turning each option would cost, the best for the player first. */
export const costs = (list, all) => {
  const most = Math.max(0.0001, ...list.map(({ cost }) => Math.abs(cost)));
  const bar = ({ option, cost }) =>
    html`<tr><th scope="row">${option}</th><td><svg viewBox="-50 0 100 12" aria-hidden="true">${raw(
      `<rect class="${better(cost)}" x="${cost < 0 ? (cost / most) * 48 : 0}" width="${(Math.abs(cost) / most) * 48}"
      y="1" height="10" rx="1.500"/><path d="M0 0v12"/>`,
    )}</svg></td><td class="${better(cost)}">${signed(cost)}</td></tr>`;
  return html`<h2>What each option costs <small>% of the wager, from here</small></h2>
    <table class="lab-costs"><tbody>${list.toSorted((a, b) => a.cost - b.cost).map(bar)}</tbody></table>
    <p class="lab-small">${list.length < all ? `Solving ${list.length + 1} of ${all} …` : "Best play both times."}</p>`;
};

/** Every other wager; of those with many paytables, the ranks, and the edge by meter of the one on the table. */
export const wagers = (list, chosen) => {
  const ranked = list.filter(({ figures }) => figures.length > 4);
  const few = list.filter(({ figures }) => figures.length <= 4).flatMap(({ figures }) => figures);
  const line = (each) =>
    html`<tr><th scope="row">${each.wager} ${each.card || ""}</th><td>${percent(each.house_edge)}</td></tr>`;
  return html`<h2>Other wagers <small>house edge</small></h2>
    <table class="lab-list"><tbody>${few.map(line)}</tbody></table>${ranked.map((each) => ranks(each, chosen))}`;
};

const ranks = ({ wager, figures }, chosen) => {
  const family = chosen[0]?.split("/")[0];
  const best = figures
    .filter(({ paytable }) => !family || paytable.startsWith(`${family}/`))
    .toSorted((a, b) => a.house_edge - b.house_edge);
  const line = (each, i) =>
    html`<tr class="${chosen.includes(each.paytable) ? "here" : ""}"><td>${i + 1}</td
      ><th scope="row">${each.paytable}</th><td>${percent(each.house_edge, 2)}</td></tr>`;
  const on = best.find(({ paytable }) => chosen.includes(paytable)) || best[0];
  return html`<h3>${wager} paytables, best first</h3><table class="lab-list"><tbody>${best.map(line)}</tbody></table>
    ${on?.break_even_meter_shown ? meter(on) : ""}`;
};

/** The edge against the meter: a straight line through the edge now and the break-even. */
const meter = ({ paytable, meter: now, house_edge_at_meter: edgeNow, break_even_meter_shown: even }) => {
  const most = Math.max(now, even) * 1.3;
  const slope = edgeNow / (now - even);
  const value = (at) => slope * (at - even);
  const tall = Math.max(Math.abs(value(0)), Math.abs(value(most)));
  const x = (at) => 8 + (at / most) * 300;
  const y = (part) => 60 - (part / tall) * 48;
  const dollars = (amount) => `$${Math.round(amount).toLocaleString("en-US")}`;
  return html`<h3>Edge by meter, ${paytable}</h3><svg class="lab-meter" viewBox="0 0 316 132" role="img"
      aria-label="Edge ${percent(edgeNow, 2)} at ${dollars(now)}; break-even at ${dollars(even)}">${raw(
        `<path d="M8 60H308"/><path class="line" d="M${x(0)} ${y(value(0))}L${x(most)} ${y(value(most))}"/>
        <circle class="now" cx="${x(now)}" cy="${y(edgeNow)}" r="5"/><circle cx="${x(even)}" cy="60" r="5"/>`,
      )}</svg><p class="lab-small">At ${dollars(now)}: ${percent(edgeNow, 2)}. Break-even at ${dollars(even)}.</p>`;
};

/** All that is shown, as rows. */
export const csv = ({ found, costs: list, wagers: others }) => {
  const rows = [
    ["what", "name", "house_edge"],
    ["base", found.rules, found.base.house_edge],
  ];
  for (const { option, house_edge: part } of list) rows.push(["option", option, part]);
  for (const { wager, figures } of others)
    for (const each of figures) rows.push([wager, each.paytable || each.card || "", each.house_edge]);
  const quoted = (value) => `"${String(value).replaceAll('"', '""')}"`;
  return rows.map((row) => row.map(quoted).join(",")).join("\n");
};
