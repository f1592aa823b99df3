/* The furniture of the felt: cloth, print, shoe, discard rack and card reader. */
import { esc } from "../dom.js";
import { along, arc, at, band, CENTRE, R } from "./geometry.js";

const circle = (radius, paint) => `<circle cx="${CENTRE.x}" cy="${CENTRE.y}" r="${radius}" ${paint}/>`;
const STOPS = ["felt-lit", "felt", "felt-deep"]
  .map((name, i) => `<stop offset="${[0, 0.55, 1][i]}" stop-color="var(--${name})"/>`)
  .join("");

/** The cloth within its rail. */
export const CLOTH = `<defs><radialGradient id="desk-cloth" gradientUnits="userSpaceOnUse" cx="590" cy="430" r="760">
    ${STOPS}</radialGradient>
    <pattern id="desk-edges" width="3" height="8" patternUnits="userSpaceOnUse"><rect width="3" height="8"
      fill="#b9b2a2"/><rect width="1.800" height="8" fill="#f2ecdf"/></pattern>
    <pattern id="desk-hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="3" height="9" fill="#ffb9ae" opacity=".5"/></pattern></defs>
  ${circle(R.rail, `fill="var(--rail)"`)}
  ${circle(R.rail - 15, `fill="none" stroke="var(--rail-lit)" stroke-width="14" opacity=".75"`)}
  ${circle(R.edge + 3, `fill="var(--rail-line)"`)}${circle(R.edge, `fill="url(#desk-cloth)"`)}`;

/** The inscriptions, turned to face the dealer. */
export const inscriptions = (felt) =>
  `<path class="mark mark-fill" d="${band(-19.8, 19.8)}"/>
  ${along(R.bandText, esc(felt.print.insurance.text.toUpperCase()), "print print-m", "desk-arc-1")}
  ${along(R.print, esc(felt.print.blackjack.text.toUpperCase()), "print print-l", "desk-arc-2")}`;

/** The way of the settlement, as angles: a line from what is done to where it is now, dotted over what follows. */
export const track = ({ now, done, next }) => {
  const way = next.length ? Math.sign(next[0] - now) : 0;
  const isOneWay = next.every((angle, i) => Math.sign(angle - (next[i - 1] ?? now)) === way);
  const behind = done.filter((angle) => !way || Math.sign(now - angle) === way);
  const begin =
    behind.length && isOneWay ? behind.reduce((a, b) => (Math.abs(b - now) > Math.abs(a - now) ? b : a)) : now;
  const end = next.at(-1);
  const before = begin === now ? "" : `<path class="way" d="${arc(R.track, begin, now)}"/>`;
  const after =
    next.length && isOneWay
      ? `<path class="way dots" d="${arc(R.track, now, end)}"/>${head(end + way * 1.4, way)}`
      : "";
  return `<g aria-hidden="true">${before}${after}${done.map((angle) => dot(angle, "y")).join("")}${next
    .map((angle) => dot(angle, ""))
    .join("")}${dot(now, "at")}</g>`;
};
const dot = (angle, cls) => {
  const [x, y] = at(R.track, angle);
  const tick = cls === "y" ? `<path class="way-tick" d="M${x - 3} ${y}l2 2.500 4-5"/>` : "";
  return `<circle class="way-dot ${cls}" cx="${x}" cy="${y}" r="${cls === "at" ? 6.5 : 5.5}"/>${tick}`;
};
const head = (angle, way) => {
  const [x, y] = at(R.track, angle);
  return `<path class="way" d="M${-5 * way} -5L0 0L${-5 * way} 5" transform="translate(${x} ${y}) rotate(${angle})"/>`;
};

const INNER = 96;
const rest = (left, cards) => (left / cards) * INNER;
const coverAt = (left, cover, cards) => 109 - rest(left, cards) + rest(left - cover, cards);

/** The shoe: how full it is, and where the cover card stands in it. */
export const shoe = ({ left, cards, cover, isLit, isDrawn }) => {
  const inside = `<rect x="${109 - rest(left, cards)}" y="13" width="${rest(left, cards)}" height="74"
      fill="url(#desk-edges)"/>`;
  const slab =
    cover > 0 ? `<rect x="${coverAt(left, cover, cards)}" y="11" width="4.500" height="78" fill="var(--cover)"/>` : "";
  return `<g class="thing" role="button" tabindex="0" data-do="draw" data-focus="shoe"
      aria-label="Shoe, ${left} cards: draw one"><g transform="translate(22 392) rotate(-7 74 50)">
    <rect x="0" y="2" width="142" height="96" rx="12" fill="#14100d" stroke="var(--rail-line)" stroke-width="1.500"/>
    <rect x="9" y="11" width="100" height="78" rx="4" fill="#000"/>${left ? inside + slab : ""}
    <path d="M120 4V96" stroke="var(--rail-line)" stroke-width="5"/>
    ${left ? `<use href="#c-back" x="${isDrawn ? 148 : 124}" y="${isDrawn ? 4 : 17}" width="46" height="64"/>` : ""}
    ${isLit || isDrawn ? `<rect class="aim" x="-9" y="-8" width="${isDrawn ? 214 : 190}" height="115" rx="16"/>` : ""}
    </g><text class="label" x="86" y="522">Shoe ${left}</text>
    <text class="label-2" x="86" y="540">${shoeNote(left, cover, isDrawn)}</text></g>`;
};
const shoeNote = (left, cover, isDrawn) => {
  if (isDrawn) return "a card in your hand";
  if (!left) return "empty";
  if (cover === null) return "";
  return cover === undefined ? "the cover card is out" : `${cover} to the cover card`;
};

const LINES = 40;
export const rack = ({ count, cards, onTable, isLit }) => {
  const lines = Array.from(
    { length: Math.round((count / cards) * LINES) },
    (_, i) => `<rect x="8" y="${106 - i * 2.5}" width="80" height="1.900" fill="${i % 2 ? "#efe9dc" : "#b9b2a2"}"/>`,
  ).join("");
  return `<g class="thing" role="button" tabindex="0" data-do="pickup" data-focus="rack"
      aria-label="Discard rack, ${count} cards: pick up"><g transform="translate(1046 386)">
    <rect width="96" height="114" rx="6" fill="#06201ac0" stroke="#ffffff4d"/>${lines}
    <path d="M0 8h12M96 8h-12" stroke="var(--print)" stroke-width="2"/>
    <path d="M0 33h7M0 58h7M0 83h7M96 33h-7M96 58h-7M96 83h-7" stroke="#ffffff80"/>
    ${isLit ? `<rect class="aim" x="-8" y="-8" width="112" height="130" rx="12"/>` : ""}</g>
    <text class="label" x="1094" y="522">Discard rack ${count}</text>
    <text class="label-2" x="1094" y="540">${onTable} on the table</text></g>`;
};

export const reader = ({ text, label, isLit }) => {
  const edge = isLit ? `stroke="#fbf8f0" stroke-width="3"` : `stroke="var(--rail-line)" stroke-width="1.500"`;
  return `<g class="thing" role="button" tabindex="0" data-do="peek" data-focus="reader"
      aria-label="${esc(label)}: ${text}">
    <g transform="translate(772 376)"><rect width="122" height="62" rx="9" fill="#14100d" ${edge}/>
    <path d="M0 12V50" stroke="#000" stroke-width="7"/>
    <rect x="13" y="13" width="97" height="36" rx="5" fill="#06110f" stroke="#ffffff2e"/>
    <text class="label-2" x="61.500" y="36">${text}</text></g>
    <text class="label-2" x="833" y="457">${esc(label)}</text></g>`;
};
