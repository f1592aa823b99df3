/* What was dealt at each true count, beside what the study of the count says. */
import { html } from "../dom.js";
import { hundredths, percent, signed, ticks, whole } from "./numbers.js";
import * as draw from "./plots.js";

/** True counts that are shown by themselves; those beyond are put together with the last. */
export const LEAST = -6;
export const MOST = 9;
/** Wagers of a run, beside the one below all of them. */
const STEPS = 15;
const SURE = 1.96;

export const counted = (count) => {
  const sign = count === LEAST ? "≤ " : count === MOST ? "≥ " : "";
  return `${sign}${count > 0 ? "+" : ""}${count}`.replace("-", "−");
};

/** Counts at which a run is told apart: where the wager changes, then those nearest to nought. */
export const steps = (wagers) => {
  const isChange = ({ bet }, i) => i && bet !== wagers[i - 1].bet;
  const changes = wagers.filter(isChange);
  const others = wagers
    .filter((each, i) => i && !isChange(each, i) && each.count > LEAST && each.count <= MOST)
    .toSorted((a, b) => Math.abs(a.count) - Math.abs(b.count));
  return [...changes, ...others.slice(0, Math.max(0, STEPS - 1 - changes.length))].toSorted(
    (a, b) => a.count - b.count,
  );
};

const place = (count) => Math.max(LEAST, Math.min(MOST, count));
/** Dealt rounds by the true counts that are shown; the player's edges. What spans several counts is left out. */
export const dealt = (levels) => {
  const found = new Map();
  for (const { least, below, rounds, house_edge: edge, error, exact_share: share, exact_edge: exact } of levels) {
    const at = place(least ?? LEAST);
    if (at !== place((below ?? MOST + 1) - 1)) continue;
    const sum = found.get(at) || { rounds: 0, won: 0, spread: 0, share: 0, exact: 0 };
    sum.rounds += rounds;
    sum.won -= rounds * edge;
    sum.spread += (rounds * error) ** 2;
    sum.share += share;
    sum.exact -= share * exact;
    found.set(at, sum);
  }
  return [...found]
    .map(([count, { rounds, won, spread, share, exact }]) => ({
      count,
      rounds,
      edge: won / rounds,
      error: (SURE * Math.sqrt(spread)) / rounds,
      exact: exact / share,
    }))
    .toSorted((a, b) => a.count - b.count);
};

/** A dealt point with its interval. */
export const mark = (x, y, { edge, error }) =>
  draw.path(`M${x} ${y(edge - error)}V${y(edge + error)}`, "dealt") + draw.dot(x, y(edge), "dealt", 4);

export const told = ({ edge, error }) => `${signed(edge, 2)} ± ${hundredths(error, 2)} %`;

/** How many dealt points have the exact figure within their interval. */
export const verdict = (points) => {
  const inside = points.filter(({ edge, error, exact }) => Math.abs(edge - exact) <= error).length;
  return `${inside} of ${points.length} dealt points have the figure within their interval of 95 in 100.`;
};

/** A run by true count. */
export const byCount = ({ by_count: levels }, wide) => {
  const points = dealt(levels);
  if (!points.length) return "";
  const tall = Math.max(240, Math.min(320, wide * 0.45));
  const ends = points.flatMap(({ edge, error, exact }) => [edge - error, edge + error, exact]);
  const [low, high] = [Math.min(...ends, 0) * 1.05, Math.max(...ends, 0) * 1.05];
  const step = (wide - 64) / points.length;
  const x = (i) => 56 + (i + 0.5) * step;
  const y = draw.scale(low, high, tall - 34, 12);
  const every = step < 30 ? 2 : 1;
  const grid = ticks(low, high, 5).map(
    (value) =>
      draw.path(`M56 ${y(value)}H${wide - 8}`, value ? "grid" : "axis") +
      draw.text(48, y(value) + 4, `${signed(value, 1)} %`, { anchor: "end" }),
  );
  const names = points.map(({ count }, i) => (i % every ? "" : draw.text(x(i), tall - 12, counted(count))));
  const says = (each) =>
    `True count ${counted(each.count)}: dealt ${told(each)}, by the count ${signed(each.exact, 2)} %`;
  return html`<h2>Your edge by true count <small>points: dealt, with their 95 % intervals; line: by the
    count</small></h2>${draw.plot({
      name: "by-count",
      label: `Your edge by true count, as dealt. ${verdict(points)}`,
      wide,
      tall,
      drawing: `${grid.join("")}${draw.path(draw.line(points.map(({ exact }, i) => [x(i), y(exact)])), "truth")}
        ${points.map((each, i) => mark(x(i), y, each)).join("")}${names.join("")}`,
      points: points.map((each, i) => [x(i), y(each.edge), says(each)]),
      head: ["True count", "Rounds", "Dealt", "± 95 %", "By the count"],
      rows: points.map(({ count, rounds, edge, error, exact }) => [
        counted(count),
        whole(rounds),
        `${signed(edge, 3)} %`,
        percent(error),
        `${signed(exact, 3)} %`,
      ]),
    })}<p class="lab-small">${verdict(points)} Counts that lie far out come seldom, and their intervals are wide.</p>`;
};
