/* The felt's geometry: everything hangs on concentric circles round a centre high above the dealer. */

/** The point at a radius and an angle: 0 towards the player, positive to the right. */
export const polar = (felt, radius, degrees) => {
  const a = (degrees * Math.PI) / 180;
  return [felt.cx + radius * Math.sin(a), felt.cy + radius * Math.cos(a)];
};

const arc = (felt, radius, from, to) => {
  const [x1, y1] = polar(felt, radius, from),
    [x2, y2] = polar(felt, radius, to);
  return `M${x1.toFixed(1)} ${y1.toFixed(1)}A${radius} ${radius} 0 0 0 ${x2.toFixed(1)} ${y2.toFixed(1)}`;
};

/** A band between two radii, as a path. */
export const band = (felt, inner, outer, from, to) => {
  const [a, b] = polar(felt, inner, from),
    [c, d] = polar(felt, inner, to),
    [e, g] = polar(felt, outer, to),
    [h, i] = polar(felt, outer, from);
  return `M${a} ${b}A${inner} ${inner} 0 0 0 ${c} ${d}L${e} ${g}A${outer} ${outer} 0 0 1 ${h} ${i}Z`;
};

let count = 0;
/** Text set along an arc, in the middle. */
export const along = (felt, radius, text, cls, span = 40) => {
  const id = `arc${++count}`;
  return `<path id="${id}" d="${arc(felt, radius, -span, span)}" fill="none"/>
    <text class="${cls}" text-anchor="middle"><textPath href="#${id}" startOffset="50%">${text}</textPath></text>`;
};

/** Where a box stands: box 1 is at the dealer's left, which is the right of the screen. */
export const boxAngle = (felt, box) => ((felt.boxes + 1) / 2 - box) * felt.step;
