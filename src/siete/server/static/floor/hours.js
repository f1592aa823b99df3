/* A gaming day hour by hour, and the last seven days: drop, result and hold of a table or of the house. */
import { html } from "../dom.js";
import { amount, dollars, grid, percent, row } from "./parts.js";

const STEP = 30,
  HALF = 42,
  HOLD = 34;

/** `1.3k`, `−240`: an amount where there is room for four signs. */
export const short = (cents) => {
  const whole = Math.abs(cents) / 100,
    text = whole >= 1000 ? `${(whole / 1000).toFixed(whole >= 99950 ? 0 : 1)}k` : String(Math.round(whole));
  return `${cents < 0 && text !== "0" ? "−" : ""}${text}`;
};
const spoken = (list) =>
  list.map(({ hour, drop, result, hold }) => {
    const held = typeof hold === "number" ? `, hold ${percent(hold)}` : "";
    return `${hour}: drop ${dollars(drop)}, result ${dollars(result)}${held}`;
  });

/** Drop as an outline, result as a bar, and below them the hold of the base wager beside what the odds expect. */
export const hourChart = (list, { expected = null, words = "Drop, result and hold by hour", least = 12 } = {}) => {
  if (!list.length) return html`<p class="hint">No round was played.</p>`;
  const most = Math.max(...list.flatMap((each) => [Math.abs(each.result), each.drop]), 1),
    wide = Math.max(least, list.length) * STEP + 44,
    hasHold = list.some((each) => typeof each.hold === "number"),
    high = HALF * 2 + (hasHold ? HOLD : 0) + 34;
  return html`<svg class="hours" viewBox="0 0 ${wide} ${high}" role="img"
    aria-label="${words}. ${spoken(list).join("; ")}">
    <path class="axis" d="M34 ${HALF + 12}H${wide}"/>
    ${list.map((each, place) => column(each, 40 + place * STEP, most))}
    ${hasHold ? holds(list, expected, wide) : ""}
    ${list.map(({ hour }, place) => html`<text x="${51 + place * STEP}" y="${high - 3}">${hour.slice(0, 2)}</text>`)}
  </svg>`;
};
const column = ({ drop, result }, x, most) => {
  const zero = HALF + 12,
    up = (drop / most) * HALF,
    high = Math.max(1, (Math.abs(result) / most) * HALF),
    top = result < 0 ? zero : zero - high;
  return html`${drop ? html`<rect class="drop" x="${x}" y="${zero - up}" width="22" height="${up}"/>` : ""}
    <rect class="${result < 0 ? "lost" : "won"}" x="${x + 4}" y="${top}" width="14" height="${high}"/>
    <text x="${x + 11}" y="${result < 0 ? zero + high + 10 : Math.min(top, zero - up) - 3}">${short(result)}</text>`;
};
const holds = (list, expected, wide) => {
  const known = list.map((each) => each.hold).filter((hold) => typeof hold === "number"),
    reach = Math.max(...known.map(Math.abs), Math.abs(expected ?? 0), 0.02),
    middle = HALF * 2 + 18 + HOLD / 2,
    y = (hold) => middle - (hold / reach) * (HOLD / 2 - 4);
  return html`<text class="left" x="0" y="${middle + 3}">hold</text><path class="axis" d="M34 ${y(0)}H${wide}"/>
    ${expected === null ? "" : html`<path class="expected" d="M34 ${y(expected)}H${wide}"/>`}
    ${list.map(({ hour, hold }, place) =>
      typeof hold === "number"
        ? html`<circle class="hold" cx="${51 + place * STEP}" cy="${y(hold).toFixed(1)}"
            r="3"><title>${hour} hold ${percent(hold)}</title></circle>`
        : "",
    )}`;
};
export const hourKey = () =>
  html`<p class="hint key"><i class="drop"></i> drop <i class="won"></i> won <i class="lost"></i> lost
    <i class="hold"></i> hold of the base game <i class="expected"></i> expected</p>`;

const weekday = (day) => new Date(`${day}T12:00Z`).toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" });
const heads = (days) => days.map((day) => `>${weekday(day)} ${day.slice(8)}`);
const cell = ({ rounds, result, drop }) => (rounds || drop || result ? amount(result) : "–");
/** The results of seven days by table, with what the days before brought on average. */
export const weekGrid = ({ days, tables, totals }) =>
  tables.length
    ? html`${grid(
        ["Table", ...heads(days), ">7 days", ">Hold"],
        [
          ...tables.map((each) => weekRow(each.name, each.days)),
          tables.length > 1 ? weekRow(html`<b>All</b>`, totals) : "",
        ],
        "Result of the last 7 days",
      )}${comparison(totals)}`
    : html`<p class="hint">No round was played in these 7 days.</p>`;
const weekRow = (name, days) => row([name, ...days.map(cell), amount(sum(days, "result")), percent(holdOf(days))]);
const sum = (days, what) => days.reduce((total, each) => total + each[what], 0);
const holdOf = (days) => {
  const wagered = sum(days, "wagered");
  return wagered ? days.reduce((total, each) => total + (each.hold ?? 0) * each.wagered, 0) / wagered : null;
};
const comparison = (totals) => {
  const before = totals.slice(0, -1).filter((each) => each.rounds),
    last = totals.at(-1);
  if (!before.length) return html`<p class="hint">No day before it had rounds.</p>`;
  const mean = (what) => Math.round(sum(before, what) / before.length);
  return html`<p>This day: drop ${dollars(last.drop)}, result ${amount(last.result)}, hold ${percent(last.hold)}.
    The ${before.length} ${before.length === 1 ? "day" : "days"} before it with rounds, on average: drop
    ${dollars(mean("drop"))}, result ${amount(mean("result"))}, hold ${percent(holdOf(before))}.</p>`;
};
/** The same for one table: a line for each day. */
export const weekOfTable = ({ tables: [table] }) =>
  grid(
    ["Day", ">Rounds", ">Drop", ">Result", ">Hold"],
    (table?.days || [])
      .toReversed()
      .map((each) => row([each.day, each.rounds, dollars(each.drop), amount(each.result), percent(each.hold)])),
    "Last 7 days",
  );
