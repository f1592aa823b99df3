/* The daily report: two sheets that print as they stand. */
import { html } from "../dom.js";
import { hourChart, hourKey, weekGrid } from "./hours.js";
import { amount, check, clauseOf, dollars, field, grid, moved, nameOf, percent, row, time } from "./parts.js";

export const reportView = {
  async load(room) {
    const day = room.data.day || "";
    const [report, due] = await Promise.all([room.api.get("/report", { day, odds: "false" }), room.api.get("/duties")]);
    Object.assign(room.data, { report, duties: due.duties, isPricing: true });
    room.draw();
    room.data.week = await room.api.get("/week", { day });
    room.draw();
    room.data.report = await room.api.get("/report", { day });
    room.data.isPricing = false;
  },
  markup: (room) => {
    const { data } = room;
    const { report } = data;
    if (!report) return html`<p class="hint">One moment…</p>`;
    return html`<div class="head no-print"><h1>Daily report</h1>
        <form data-form="day" class="find">${field(
          "Gaming day",
          html`<input name="day" type="date"
          value="${report.day}" data-focus="day">`,
        )}
          <button class="btn">Show</button></form>
        <a class="btn" href="/api/v1/floor/report.csv?day=${report.day}" download>CSV, tables</a>
        <a class="btn" href="/api/v1/floor/report.csv?day=${report.day}&part=holds" download>CSV, holds</a>
        <button class="btn" data-do="audit">Run the audit now</button>
        <button class="btn primary" data-do="print">Print or PDF</button></div>
      <div class="report-sheets">${tablesSheet(report)}${holdsSheet(room, report)}${hoursSheet(report)}
        ${weekSheet(report, data.week)}</div>`;
  },
  acts: {
    async day(room, form) {
      room.data.day = form.elements.day.value;
      await room.load();
    },
    async audit(room) {
      const { audit } = await room.api.post("/audit");
      await room.load();
      return audit.is_sound ? "The audit found nothing wrong." : `The audit found: ${audit.findings[0]}`;
    },
    async print() {
      print();
    },
  },
};

const dayName = (day) =>
  new Date(`${day}T12:00Z`).toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
const WHERE = ["wallets", "racks", "layouts", "trays", "meters", "reserves"];
const whereChips = (house) =>
  html`<dl class="where">${WHERE.map(
    (name) => html`<div><dt>${name}</dt><dd>${dollars(house[name])}</dd></div>`,
  )}</dl>`;
const tablesSheet = (report) =>
  html`<section class="report-paper"><h2>${dayName(report.day)}</h2>
    <p>Gaming day ${report.day}, ${report.from.slice(11, 16)} to ${report.until.slice(11, 16)} UTC of the next day,
      ${report.is_over ? "over" : "still open"};
      floor: ${report.signed_by.join(", ") || "nobody signed"}</p>
    <h3>Tables and money</h3>${grid(
      ["Table", "Rules", ">Rounds", ">Drop", ">Opener", ">Fills", ">Credits", ">Result", ">Tray"],
      [...report.tables.map(tableRow), totals(report)],
      "Tables and money",
    )}
    ${check(report.totals.is_equal, "The results of the tables are the results of the wagers, to the cent.")}
    <h3>Where all chips are</h3>${whereChips(report.house)}
    ${check(report.house.is_equal, `${dollars(report.house.held)} = issued less redeemed`)}
    <h3>Result by hour</h3>${hourChart(report.by_hour, { words: "All tables by hour", least: 24 })}</section>`;
const tableRow = (each) =>
  row([
    each.name,
    `${each.rules}, ${each.decks}`,
    each.rounds,
    moved(each.drop),
    moved(each.today.opener),
    moved(each.today.fill),
    moved(each.today.credit),
    amount(each.result),
    each.is_tray_open ? dollars(each.tray) : "–",
  ]);
const totals = ({ tables, totals: all }) => {
  const sum = (amountOf) => moved(tables.reduce((total, each) => total + amountOf(each), 0));
  const kinds = ["opener", "fill", "credit"].map((kind) => sum((each) => each.today[kind])),
    trays = sum((each) => (each.is_tray_open ? each.tray : 0));
  return row([html`<b>All</b>`, "", all.rounds, moved(all.drop), ...kinds, amount(all.result), trays]);
};
/** Every table hour by hour, with the hold that the odds expect where they are known. */
const hoursSheet = ({ tables, holds }) => {
  const played = tables.filter((each) => each.by_hour.length);
  return html`<section class="report-paper"><h3>By table and hour <small>UTC, from the start of the day</small></h3>
    ${played.length ? hourKey() : html`<p class="hint">No round was played.</p>`}
    <div class="small-charts">${played.map((each) => tableHours(each, holds))}</div></section>`;
};
const tableHours = (each, holds) => {
  const line = holds.find(({ table, wager }) => table === each.id && wager === "base");
  return html`<figure><h4>${each.name} <small>${amount(each.result)} of ${dollars(each.drop)} drop</small></h4>
    ${hourChart(each.by_hour, { expected: line?.expected ?? null, words: `${each.name} by hour` })}</figure>`;
};
const weekSheet = ({ day }, week) =>
  html`<section class="report-paper goes-on"><h3>Last 7 days <small>result by gaming day, up to ${day}</small></h3>
    ${week?.days.at(-1) === day ? weekGrid(week) : html`<p class="hint">One moment…</p>`}</section>`;

const holdsSheet = (room, report) =>
  html`<section class="report-paper"><h3>Hold against the odds</h3>${grid(
    ["Table", "Wager", ">Wagered", ">Result", ">Hold", ">Expected", "95 % range (%)", ""],
    report.holds.map(holdRow),
    "Hold against the odds",
  )}
    ${outside(report, room.data.isPricing)}
    <h3>Incidents</h3>${grid(
      [">No.", "Time", "Table", "What happened", "Clause", "Outcome"],
      report.incidents.map((each) =>
        row([
          each.number,
          time(each.filed_at),
          nameOf(room, each.table),
          each.words,
          clauseOf(each.clause),
          each.outcome || "open",
        ]),
      ),
      "Incidents",
    )}
    ${report.incidents.length ? "" : html`<p class="hint">None was filed.</p>`}
    <h3>Audit and duties</h3>${audit(report.audit)}${report.is_over ? "" : late(room.data.duties)}</section>`;
const outside = ({ outside: count, holds, expected_outside: chance }, isPricing) => {
  if (isPricing)
    return html`<p class="hint" role="status">The odds are being worked out. Print when they stand here.</p>`;
  return html`<p>${count} of ${holds.length} lines outside; chance alone would put ${chance} there. One table outside on
    one day is a reason to look, not a finding.</p>`;
};
const holdRow = (line) =>
  row([
    line.name,
    line.title,
    dollars(line.wagered),
    amount(line.result),
    percent(line.hold),
    percent(line.expected),
    line.low === null ? "–" : `${tenth(line.low)} to ${tenth(line.high)}`,
    html`${gauge(line)}${line.is_outside ? html`<b class="neg">outside</b>` : ""}`,
  ]);
const tenth = (part) => (part * 100).toFixed(1).replace("-", "−");
const gauge = ({ sigmas }) => {
  if (sigmas === null) return "";
  const x = 50 + Math.max(-4, Math.min(4, sigmas)) * 11;
  return html`<svg class="gauge" viewBox="0 0 100 14" role="img" aria-label="${sigmas.toFixed(1)} standard deviations">
    <rect x="28" y="4" width="43" height="6" rx="3"/><path d="M50 1v12"/><circle cx="${x}" cy="7" r="4"/></svg>`;
};
/** What is late while the day goes on. */
const late = (duties) => {
  const found = (duties || []).filter((duty) => duty.status === "late");
  if (!found.length) return check(true, "No duty is late.");
  return found.map(
    (duty) =>
      html`<p class="fact bad">✗ Late: ${duty.name}, ${duty.words}
    ${clauseOf(duty.clause, duty.is_house_rule)}</p>`,
  );
};
const audit = (found) =>
  found
    ? check(
        found.is_sound,
        `${found.at.slice(0, 16)} by ${found.by}: ${found.events} events. ${found.findings.join(" ")}`,
      )
    : html`<p class="hint">Not run yet.</p>`;
