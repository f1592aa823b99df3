/* Chips: a disc seen from a low seat, eight edge spots, the value on the top one only. Amounts are whole cents. */
const NAMES = [
  [50000, "500"],
  [10000, "100"],
  [2500, "25"],
  [500, "5"],
  [100, "1"],
];
/** The colour of a chip: that of the largest known one that it is worth. */
const known = (cents) => NAMES.find(([value]) => cents >= value)?.[1] || "half";
const face = (cents) => (cents === 50 ? "½" : cents < 100 ? `${cents}¢` : String(cents / 100));

export const chip = (cents, x, y, k = 1, top = true, turn = 0) => {
  const colour = `--chip-${known(cents)}`;
  const [rx, ry, thick] = [19 * k, 15.5 * k, 5 * k];
  const round = `rx="${rx}" ry="${ry}"`;
  return `<g transform="translate(${x} ${y})">
    <path d="M${-rx} 0V${thick}A${rx} ${ry} 0 0 0 ${rx} ${thick}V0Z" fill="var(${colour}-edge)"/>
    <path d="${side(rx, ry, thick, turn)}" stroke="var(${colour}-spot)" stroke-width="${5.5 * k}"/>
    <ellipse ${round} fill="var(${colour})"/>
    <ellipse rx="${rx - 2.6 * k}" ry="${ry - 2.3 * k}" fill="none" stroke="var(${colour}-spot)"
      stroke-width="${4.6 * k}" pathLength="16" stroke-dasharray=".9 1.1" stroke-dashoffset=".45"/>
    <ellipse ${round} fill="none" stroke="#000" stroke-opacity=".35" stroke-width="${0.8 * k}"/>
    ${top ? value(cents, colour, rx, ry, k) : ""}</g>`;
};
/** The edge spots that one sees of a chip's side. */
const side = (rx, ry, thick, turn) =>
  [-0.62, 0, 0.62]
    .map((u) => u + turn)
    .filter((u) => Math.abs(u) < 0.8)
    .map((u) => `M${(rx * u).toFixed(2)} ${(ry * Math.sqrt(1 - u * u)).toFixed(2)}v${thick}`)
    .join("");
const value = (cents, colour, rx, ry, k) => {
  const size = ((cents >= 10000 ? 9.6 : 11.5) * k).toFixed(1);
  return `<ellipse rx="${rx - 6 * k}" ry="${ry - 5 * k}" fill="var(${colour}-face)" stroke="var(${colour}-spot)"
      stroke-width="${0.8 * k}"/>
    <text y="${3.9 * k}" text-anchor="middle" class="chip-t" font-size="${size}"
      fill="var(${colour}-text)">${face(cents)}</text>`;
};

/** An amount in the table's chips, the largest first; what they cannot make is left out. */
export const breakUp = (amount, chips) => {
  const out = [];
  for (const d of chips.toSorted((a, b) => b - a))
    while (amount >= d) {
      out.push(d);
      amount -= d;
    }
  return out;
};

const TALLEST = 8;
/** A stack for an amount, the largest chip at the bottom; a tall one is cut short, since the pill tells the sum. */
export const stack = (amount, x, y, chips, k = 1) => {
  const list = breakUp(amount, chips);
  const shown = list.length > TALLEST ? [...list.slice(0, TALLEST - 1), list.at(-1)] : list;
  const body = shown
    .map((d, i) =>
      chip(d, x, y - i * 5 * k, k, i === shown.length - 1, [0, 0.24, -0.2, 0.12][(shown.length - 1 - i) % 4]),
    )
    .join("");
  return `<ellipse cx="${x + 2 * k}" cy="${y + 6 * k}" rx="${20 * k}" ry="${15 * k}" fill="#000" opacity=".3"/>${body}`;
};
