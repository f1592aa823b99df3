/* The felt from the dealer's seat: every arc round one centre below the desk; box 1 is on the left. */

const CENTRE = { x: 590, y: 1228 };
const WIDEST = 8;
const SPREAD = 48;
/** Radii of what lies on the felt, from the rail to the dealer. */
export const R = {
  rail: 1262,
  edge: 1228,
  name: 1203,
  bet: 1150,
  pill: 1117,
  hand: 1050,
  badge: 994,
  band: [968, 941],
  bandText: 949.5,
  track: 927,
  print: 895,
};
export const SIZE = { width: 1180, height: 548 };
export { CENTRE };

/** The point at a radius and an angle: 0 straight ahead, positive to the right. */
export const at = (radius, degrees) => {
  const a = (degrees * Math.PI) / 180;
  return [CENTRE.x + radius * Math.sin(a), CENTRE.y - radius * Math.cos(a)];
};

/** Where a box of `count` stands. */
export const angle = (box, count) =>
  (box - (count + 1) / 2) * (count > 1 ? Math.min(WIDEST, SPREAD / (count - 1)) : WIDEST);

/** A point in a box: `dx` along the rail, `dy` towards the players. */
export const local = (degrees, dx, dy) => {
  const t = (degrees * Math.PI) / 180,
    [x, y] = at(R.bet, degrees);
  return [x + dx * Math.cos(t) + dy * Math.sin(t), y + dx * Math.sin(t) - dy * Math.cos(t)];
};

const fixed = (number) => number.toFixed(1);
export const arc = (radius, from, to) => {
  const [x1, y1] = at(radius, from),
    [x2, y2] = at(radius, to);
  return `M${fixed(x1)} ${fixed(y1)}A${radius} ${radius} 0 0 ${to > from ? 1 : 0} ${fixed(x2)} ${fixed(y2)}`;
};

/** The band of the insurance, as a path. */
export const band = (from, to) => {
  const [outer, inner] = R.band;
  const [a, b] = at(inner, to);
  const [x, y] = at(inner, from);
  return `${arc(outer, from, to)}L${fixed(a)} ${fixed(b)}A${inner} ${inner} 0 0 0 ${fixed(x)} ${fixed(y)}Z`;
};

/** Text set along an arc, in the middle. */
export const along = (radius, text, cls, id, span = 24) =>
  `<path id="${id}" d="${arc(radius, -span, span)}" fill="none"/>
  <text class="${cls}" text-anchor="middle"><textPath href="#${id}" startOffset="50%">${text}</textPath></text>`;
