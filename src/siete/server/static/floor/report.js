/* The daily report: two sheets that print as they stand. */
import { html } from "../dom.js";
import { amount, check, clauseOf, dollars, field, grid, nameOf, percent, row, time } from "./parts.js";

export const reportView = {
  async load(room) {
    room.data.report = await room.api.get("/report", { day: room.data.day || "", odds: "false" });
    room.draw();
    room.data.report = await room.api.get("/report", { day: room.data.day || "" });
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
      <div class="report-sheets">${tablesSheet(report)}${holdsSheet(room, report)}</div>`;
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

const tablesSheet = (report) =>
  html`<section class="report-paper"><h2>${report.day}</h2>
    <p>${report.from.slice(0, 16)} to ${report.until.slice(0, 16)}
    UTC, ${report.is_over ? "day over" : "day open"};
      floor: ${report.signed_by.join(", ") || "nobody signed"}</p>
    <h3>Tables and money</h3>${grid(
      ["Table", "Rules", ">Rounds", ">Drop", ">Opener", ">Fills", ">Credits", ">Result", ">Tray"],
      [...report.tables.map(tableRow), totals(report.totals)],
      "Tables and money",
    )}
    ${check(report.totals.is_equal, "The results of the tables are the results of the wagers, to the cent.")}
    <h3>Where all chips are</h3>${check(report.house.is_equal, `${dollars(report.house.held)} = issued less redeemed`)}
    <h3>Result by hour</h3>${hours(report.by_hour)}</section>`;
const tableRow = (each) =>
  row([
    each.name,
    `${each.rules}, ${each.decks}`,
    each.rounds,
    dollars(each.drop),
    dollars(each.today.opener),
    dollars(each.today.fill),
    dollars(each.today.credit),
    amount(each.result),
    each.is_tray_open ? dollars(each.tray) : "–",
  ]);
const totals = (all) => row([html`<b>All</b>`, "", all.rounds, dollars(all.drop), "", "", "", amount(all.result), ""]);
const hours = (list) => {
  if (!list.length) return html`<p class="hint">No round was played.</p>`;
  const most = Math.max(...list.map((each) => Math.abs(each.result)), 1);
  const bars = list.map(({ hour, result }, place) => bar(hour, result, place, most));
  return html`<svg class="hours" viewBox="0 0 ${list.length * 30 + 10} 120" role="img"
    aria-label="Result by hour">${bars}</svg>`;
};
const bar = (hour, result, place, most) => {
  const height = Math.max(1, (Math.abs(result) / most) * 45);
  return html`<rect class="${result < 0 ? "lost" : "won"}" x="${place * 30 + 8}" y="${result < 0 ? 55 : 55 - height}"
    width="20" height="${height}"/>
    <text x="${place * 30 + 18}" y="116">${hour.slice(0, 2)}</text>`;
};

const holdsSheet = (room, report) =>
  html`<section class="report-paper"><h3>Hold against the odds</h3>${grid(
    ["Table", "Wager", ">Wagered", ">Result", ">Hold", ">Expected", "95 % range", ""],
    report.holds.map(holdRow),
    "Hold against the odds",
  )}
    <p>${report.outside} of ${report.holds.length} lines outside; chance alone would put ${report.expected_outside}
      there.
      One table outside on one day is a reason to look, not a finding.</p>
    <h3>Incidents</h3>${grid(
      ["No.", "Time", "Table", "What happened", "Clause", "Outcome"],
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
    <h3>Audit</h3>${audit(report.audit)}</section>`;
const holdRow = (line) =>
  row([
    line.name,
    line.wager,
    dollars(line.wagered),
    amount(line.result),
    percent(line.hold),
    percent(line.expected),
    line.low === null ? "–" : `${percent(line.low)} to ${percent(line.high)}`,
    line.is_outside ? html`<b class="neg">outside</b>` : gauge(line),
  ]);
const gauge = ({ sigmas }) => {
  if (sigmas === null) return "";
  const x = 50 + Math.max(-4, Math.min(4, sigmas)) * 11;
  return html`<svg class="gauge" viewBox="0 0 100 14" role="img" aria-label="${sigmas.toFixed(1)} standard deviations">
    <rect x="28" y="4" width="43" height="6" rx="3"/><path d="M50 1v12"/><circle cx="${x}" cy="7" r="4"/></svg>`;
};
const audit = (found) =>
  found
    ? check(
        found.is_sound,
        `${found.at.slice(0, 16)} by ${found.by}: ${found.events} events. ${found.findings.join(" ")}`,
      )
    : html`<p class="hint">Not run yet.</p>`;
