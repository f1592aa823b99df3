/* The chips through a round: from before to after, a step for each line of its ledger, which is the table of it. */
import { esc, raw } from "../dom.js";
import { money } from "../words.js";

const WIDTH = 360,
  HEIGHT = 118,
  TOP = 20,
  LOW = 92,
  /** The part of the height that what was there before takes at least. */
  FOOT = 14,
  /** More lines than this have no room for their names. */
  NAMED = 5;

const sense = (cents) => (cents > 0 ? "gain" : cents < 0 ? "loss" : "even");
const signed = (cents) => `${cents > 0 ? "+" : ""}${money(cents)}`;
/** What a bar has room for: `first` of `First hand, doubled`, `hand` of `Your hand`. */
const short = (title) =>
  title
    .replace(/^Your /, "")
    .split(/[ ,]/)[0]
    .toLowerCase();

/** Bars of a ledger with several lines; one line needs none. */
export const stepsMarkup = ({ before, brought, lines, net }) => {
  if (lines.length < 2) return "";
  const start = before + brought;
  const changes = lines.map(({ title, net: amount }) => ({ name: short(title), amount }));
  const levels = [start];
  for (const { amount } of changes) levels.push(levels.at(-1) + amount);
  const [least, most] = [Math.min(...levels), Math.max(...levels)];
  const y = (value) => LOW - FOOT - ((value - least) / (most - least || 1)) * (LOW - FOOT - TOP);
  const slot = WIDTH / (changes.length + 2);
  const bars = [
    bar({ at: 0, slot, from: LOW, to: y(start), cls: "whole", text: money(start), name: "before" }),
    ...changes.map(({ name, amount }, i) => {
      const [from, to] = [y(levels[i]), y(levels[i + 1])];
      return bar({ at: i + 1, slot, from, to, cls: sense(amount), text: signed(amount), name });
    }),
    bar({
      at: changes.length + 1,
      slot,
      from: LOW,
      to: y(start + net),
      cls: "now",
      text: money(start + net),
      name: "after",
    }),
  ];
  const isNamed = changes.length <= NAMED;
  return raw(
    `<svg class="chip-steps num ${isNamed ? "" : "bare"}" viewBox="0 0 ${WIDTH} ${HEIGHT}"
      aria-hidden="true">${bars.join("")}</svg>`,
  );
};

const bar = ({ at, slot, from, to, cls, text, name }) => {
  const x = at * slot,
    y = Math.min(from, to),
    height = Math.max(2, Math.abs(from - to));
  return `<rect class="${cls}" x="${(x + 3).toFixed(1)}" y="${y.toFixed(1)}" width="${(slot - 6).toFixed(1)}"
      height="${height.toFixed(1)}" rx="2"/>
    <text x="${(x + slot / 2).toFixed(1)}" y="${(y - 5).toFixed(1)}">${esc(text)}</text>
    <text class="name" x="${(x + slot / 2).toFixed(1)}" y="${HEIGHT - 10}">${esc(name)}</text>`;
};
