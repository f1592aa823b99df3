/* The chips after each round, as a line over the range that the odds give: drawn for the width there is, so that its
   words keep their size. The table of the rounds says the same in figures. */
import { esc, html, raw } from "../dom.js";
import { money } from "../words.js";

const LEFT = 62,
  RIGHT = 96,
  TOP = 18,
  BOTTOM = 26,
  HEIGHT = 206,
  NARROW = 620;

/** Line, range, mistakes; `rounds` newest first, `outlook` once it is known. */
export const chipsPlot = ({ rounds, outlook, mistakes, width }) => {
  if (!width) return "";
  const list = rounds.toReversed();
  const known = new Map((outlook?.rounds || []).map((each) => [each.round, each]));
  const chips = [list[0].before + list[0].brought, ...list.map(({ after }) => after)];
  const range = list.every(({ round }) => known.has(round)) ? spread(list, known) : [];
  const at = scale(width, chips, range);
  const label = `Chips from ${money(chips[0])} to ${money(chips.at(-1))} over ${list.length} rounds`;
  return html`${raw(`<svg viewBox="0 0 ${width} ${HEIGHT}" height="${HEIGHT}" role="img" aria-label="${esc(label)}"
      data-first="${LEFT}" data-last="${at.x(list.length)}" data-rounds="${list.map(({ round }) => round)}">
    ${grid(at, width)}${roundNumbers(list, at)}${band(range, at)}
    <path class="way" d="${chips.map((value, i) => `${i ? "L" : "M"}${at.x(i)} ${at.y(value)}`).join("")}"/>
    ${marks(list, chips, mistakes, at)}${end(chips, range, at, width)}</svg>`)}`;
};

/** Which round lies under a place on the screen. */
export const pointAt = (svg, clientX) => {
  const { first, last, rounds } = svg.dataset,
    numbers = rounds.split(",").map(Number),
    box = svg.getBoundingClientRect();
  const share = (clientX - box.left - first) / (last - first || 1);
  return numbers[Math.min(numbers.length, Math.max(1, Math.round(share * numbers.length))) - 1];
};

/** From the chips at the start: what was expected after each round, give or take one standard deviation; chips that
    were brought or taken away move it with them. */
const spread = (list, known) => {
  let [middle, variance] = [list[0].before + list[0].brought, 0];
  const found = [{ low: middle, high: middle }];
  for (const [index, { round, brought }] of list.entries()) {
    const { expected, variance: more } = known.get(round);
    middle += expected + (index ? brought : 0);
    variance += more;
    found.push({ low: middle - Math.sqrt(variance), high: middle + Math.sqrt(variance) });
  }
  return found;
};

const scale = (width, chips, range) => {
  const values = [...chips, ...range.flatMap(({ low, high }) => [low, high])];
  const [low, high] = [Math.min(...values), Math.max(...values)],
    gap = Math.max(high - low, 100),
    count = chips.length - 1,
    right = width < NARROW ? 16 : RIGHT;
  return {
    low,
    high,
    x: (i) => Number((LEFT + (i / count) * (width - LEFT - right)).toFixed(1)),
    y: (value) => Number((HEIGHT - BOTTOM - ((value - low) / gap) * (HEIGHT - BOTTOM - TOP)).toFixed(1)),
  };
};

const STEPS = [1, 2, 5];
/** Round amounts, three or four of them. */
const ticks = ({ low, high }) => {
  const rough = Math.max(high - low, 100) / 3,
    power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * power >= rough) || 10) * power;
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) found.push(value);
  return found;
};
const grid = (at, width) =>
  ticks(at)
    .map(
      (value) => `<path class="grid" d="M${LEFT - 6} ${at.y(value)}H${at.x(0) + (width - LEFT - 16)}"/>
        <text class="amount" x="${LEFT - 12}" y="${at.y(value) + 4}">${money(Math.round(value))}</text>`,
    )
    .join("");

const roundNumbers = (list, at) => {
  const count = list.length,
    step = STEPS.concat([10, 20, 50]).find((each) => count / each <= 6) || 50;
  const shown = [1, ...list.map((_, i) => i + 1).filter((i) => i % step === 0 && i > 1 && count - i >= step / 2)];
  if (count > 1) shown.push(count);
  return shown
    .map(
      (i) =>
        `<text class="number" x="${at.x(i)}" y="${HEIGHT - 6}">${i === 1 ? "round " : ""}${list[i - 1].round}</text>`,
    )
    .join("");
};

const band = (range, at) => {
  if (!range.length) return "";
  const over = range.map(({ high }, i) => `${at.x(i)} ${at.y(high)}`),
    under = range.map(({ low }, i) => `${at.x(i)} ${at.y(low)}`);
  return `<path class="band" d="M${[...over, ...under.toReversed()].join("L")}Z"/>`;
};

const marks = (list, chips, mistakes, at) =>
  [...new Set(mistakes.map(({ round }) => round))]
    .map((round) => list.findIndex((each) => each.round === round) + 1)
    .filter(Boolean)
    .map(
      (i) => `<circle class="mistake" cx="${at.x(i)}" cy="${at.y(chips[i])}" r="5"><title>Round ${list[i - 1].round}:
      a mistake</title></circle>`,
    )
    .join("");

/** The chips now, and beside the range what it is. */
const end = (chips, range, at, width) => {
  const last = chips.length - 1,
    [x, y] = [at.x(last), at.y(chips[last])];
  const dot = `<circle class="now" cx="${x}" cy="${y}" r="6"/>`;
  if (width < NARROW) return dot;
  const amount = `<text class="amount now" x="${x + 12}" y="${y + 5}">${money(chips[last])}</text>`;
  if (!range.length) return dot + amount;
  const middle = at.y((range[last].low + range[last].high) / 2);
  const under = Math.abs(middle - y) < 32 ? y + 24 : middle;
  return `${dot}${amount}<text class="what" x="${x + 12}" y="${under}">one standard</text>
    <text class="what" x="${x + 12}" y="${under + 16}">deviation</text>`;
};
