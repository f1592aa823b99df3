/* Chips: a disc seen from a low seat, eight edge spots, the value on the top one only. Amounts are whole cents. */
const NAMES = { 50: "half", 100: "1", 500: "5", 2500: "25", 10000: "100", 50000: "500" };
const known = (cents) => NAMES[cents] || (cents < 100 ? "half" : cents < 500 ? "1" : cents < 2500 ? "5" : cents < 10000 ? "25" : cents < 50000 ? "100" : "500");
const face = (cents) => cents === 50 ? "½" : cents < 100 ? `${cents}¢` : String(cents / 100);

export const chip = (cents, x, y, k = 1, top = true, turn = 0) => {
  const c = known(cents), rx = 19 * k, ry = 15.5 * k, t = 5 * k;
  const side = [-.62, 0, .62].map((u) => u + turn).filter((u) => Math.abs(u) < .8)
    .map((u) => `M${(rx * u).toFixed(2)} ${(ry * Math.sqrt(1 - u * u)).toFixed(2)}v${t}`).join("");
  const value = `<ellipse rx="${rx - 6 * k}" ry="${ry - 5 * k}" fill="var(--chip-${c}-face)" stroke="var(--chip-${c}-spot)" stroke-width="${.8 * k}"/>
    <text y="${3.9 * k}" text-anchor="middle" class="chip-t" font-size="${((cents >= 10000 ? 9.6 : 11.5) * k).toFixed(1)}" fill="var(--chip-${c}-text)">${face(cents)}</text>`;
  return `<g transform="translate(${x} ${y})"><path d="M${-rx} 0V${t}A${rx} ${ry} 0 0 0 ${rx} ${t}V0Z" fill="var(--chip-${c}-edge)"/>
    <path d="${side}" stroke="var(--chip-${c}-spot)" stroke-width="${5.5 * k}"/><ellipse rx="${rx}" ry="${ry}" fill="var(--chip-${c})"/>
    <ellipse rx="${rx - 2.6 * k}" ry="${ry - 2.3 * k}" fill="none" stroke="var(--chip-${c}-spot)" stroke-width="${4.6 * k}" pathLength="16" stroke-dasharray=".9 1.1" stroke-dashoffset=".45"/>
    <ellipse rx="${rx}" ry="${ry}" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="${.8 * k}"/>${top ? value : ""}</g>`;
};

/** An amount in the table's chips, the largest first; what they cannot make is left out. */
export const breakUp = (amount, chips) => {
  const out = [];
  for (const d of [...chips].sort((a, b) => b - a)) while (amount >= d) { out.push(d); amount -= d; }
  return out;
};

const TALLEST = 8;
/** A stack for an amount, the largest chip at the bottom; a tall one is cut short, since the pill tells the sum. */
export const stack = (amount, x, y, chips, k = 1) => {
  const list = breakUp(amount, chips);
  const shown = list.length > TALLEST ? [...list.slice(0, TALLEST - 1), list.at(-1)] : list;
  const body = shown.map((d, i) => chip(d, x, y - i * 5 * k, k, i === shown.length - 1, [0, .24, -.2, .12][(shown.length - 1 - i) % 4])).join("");
  return `<ellipse cx="${x + 2 * k}" cy="${y + 6 * k}" rx="${20 * k}" ry="${15 * k}" fill="#000" opacity=".3"/>${body}`;
};
