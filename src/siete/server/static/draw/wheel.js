/* A wheel of fortune, drawn so that what came up stands at the top. */
import { GLYPH } from "./glyphs.js";

const WEDGES = 24;
const RADIUS = 262;
const TONES = ["#14604f", "#0e3f35"];
const isTop = (text) => text.startsWith("jackpot");
const isDouble = (text) => text.includes(" and ");
const label = (text) => (isTop(text) ? text.toUpperCase() : text.replace(" and ", " + "));

/** The symbols round the rim: every one at least once, the likely ones more often, `shown` first. */
const rim = (wheel, shown) => {
  const list = mixed(filled(wheel.symbols.toSorted((a, b) => a.weight - b.weight).map((each) => each.symbol)));
  const at = list.indexOf(shown);
  return [...list.slice(at), ...list.slice(0, at)];
};
/** Repeat the likelier half, from the likeliest down, until the rim is full. */
const filled = (sorted) => {
  const list = [...sorted];
  const last = sorted.length - 1;
  for (let i = last; list.length < WEDGES; i = i > sorted.length / 2 ? i - 1 : last) list.push(sorted[Math.max(0, i)]);
  return list;
};
/** Equal symbols apart from each other, where the steps of seven reach every place. */
const mixed = (list) => {
  const places = list.map((_symbol, i) => (i * 7) % list.length);
  return new Set(places).size === list.length ? places.map((place) => list[place]) : list;
};

const point = (degrees) => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${RADIUS * Math.cos(angle)} ${RADIUS * Math.sin(angle)}`;
};
const wedge = (i, step) => `M0 0L${point((i - 0.5) * step)}A${RADIUS} ${RADIUS} 0 0 1 ${point((i + 0.5) * step)}Z`;

const segment = (text, i, step) => {
  const fill = isTop(text) ? "#e3bf72" : isDouble(text) ? "#6a2130" : TONES[i % 2];
  const size = label(text).length > 8 ? 13 : 17;
  return `<path d="${wedge(i, step)}" fill="${fill}" stroke="#e8cf9680" stroke-width="1.2"/>
    <g transform="rotate(${i * step})"><text class="wl" font-size="${size}"
      fill="${isTop(text) ? "#1c1507" : "#fbf8f0"}" transform="rotate(90 0 -200)" y="-194"
      x="0">${label(text)}</text></g>`;
};

const HUB = `<circle r="92" fill="#14100d" stroke="var(--rail-line)" stroke-width="4"/>
  <path d="${GLYPH[7]}M11 29H31" fill="none" stroke="#e3bf72" stroke-width="6" stroke-linecap="round"
    stroke-linejoin="round" transform="translate(-36 -50) scale(1.8)"/>
  <path d="M-18 -302H18L0 -256Z" fill="#fbf8f0" stroke="#14100d" stroke-width="2"/>`;

/** The wheel as SVG; `isTurning` lets it spin before it stops. */
export const drawWheel = (wheel, shown, isTurning) => {
  const list = rim(wheel, shown);
  const step = 360 / list.length;
  return `<svg viewBox="-290 -304 580 600" role="img" aria-label="Wheel: ${shown}">
    <circle r="286" fill="#14100d" stroke="var(--rail-line)" stroke-width="4"/>
    <g class="wheelface ${isTurning ? "turns" : ""}"><circle r="262" fill="#0e3f35"/>
      ${list.map((text, i) => segment(text, i, step)).join("")}</g>
    <path class="told" d="${wedge(0, step)}" fill="none" stroke="#ffe7b0" stroke-width="5" stroke-linejoin="round"/>
    ${HUB}</svg>`;
};
