/* Plots: lines and bars that say their values under the pointer, by the arrow keys, and as a table. */
import { html, on, raw } from "../dom.js";

/** From values to places: a to x, b to y. */
export const scale = (a, b, x, y) => (value) => x + ((value - a) / (b - a || 1)) * (y - x);

export const text = (x, y, words, { anchor = "middle", kind = "" } = {}) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" class="${kind}">${clean(words)}</text>`;
export const path = (d, kind) => `<path d="${d}" class="${kind}"/>`;
export const line = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
export const rect = (x, y, wide, tall, kind, round = 3) =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${Math.max(0, wide).toFixed(1)}"
    height="${Math.max(0, tall).toFixed(1)}" rx="${round}" class="${kind}"/>`;
export const dot = (x, y, kind, r = 5) =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r}" class="${kind}"/>`;
const clean = (words) => String(words).replace(/[<&]/g, "");

/** A plot: its drawing, the points that can be asked for (place and words), and the same as a table. */
export const plot = ({ name, label, wide, tall, drawing, points, head, rows }) =>
  html`<figure class="plot" data-plot="${JSON.stringify(points)}" data-wide="${wide}" data-tall="${tall}">
    <div class="plot-view" tabindex="0" role="img" data-focus="plot-${name}"
      aria-label="${label} Arrow keys read it point by point.">
      <svg viewBox="0 0 ${wide} ${tall}" aria-hidden="true">${raw(drawing)}</svg>
      <span class="plot-mark" hidden></span><span class="plot-tip" role="status" hidden></span></div>
    <details class="twin" data-twin="${name}"><summary>As a table</summary>${table(head, rows)}</details></figure>`;

const table = (head, rows) =>
  html`<div class="twin-table" tabindex="0" role="region" aria-label="Values"><table class="figures"><thead>
    <tr>${head.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead><tbody>${rows.map(
      (row) =>
        html`<tr>${row.map((each, i) => (i ? html`<td>${each}</td>` : html`<th scope="row">${each}</th>`))}</tr>`,
    )}</tbody></table></div>`;

const pointsOf = (view) => JSON.parse(view.parentNode.dataset.plot);

const show = (view, at) => {
  const { wide, tall } = view.parentNode.dataset;
  const found = pointsOf(view)[at];
  if (!found) return;
  const [x, y, words] = found;
  view.dataset.at = at;
  const [mark, tip] = view.querySelectorAll(".plot-mark, .plot-tip");
  Object.assign(mark.style, { left: `${(x / wide) * 100}%`, top: `${(y / tall) * 100}%` });
  Object.assign(tip.style, { left: `${Math.min(84, Math.max(16, (x / wide) * 100))}%`, top: `${(y / tall) * 100}%` });
  tip.classList.toggle("below", y < 60);
  if (tip.textContent !== words) tip.textContent = words;
  mark.hidden = tip.hidden = false;
};
const hide = (view) => {
  for (const node of view.querySelectorAll(".plot-mark, .plot-tip")) node.hidden = true;
  delete view.dataset.at;
};

const nearest = (points, x) => {
  let best = 0;
  for (const [i, point] of points.entries()) if (Math.abs(point[0] - x) < Math.abs(points[best][0] - x)) best = i;
  return best;
};

const moved = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** Let the plots within an element be read by pointer and by key. */
export const wirePlots = (root) => {
  on(root, "pointermove", ".plot-view", (view, event) => {
    const { left, width } = view.querySelector("svg").getBoundingClientRect();
    const points = pointsOf(view);
    if (points.length) show(view, nearest(points, ((event.clientX - left) / width) * view.parentNode.dataset.wide));
  });
  root.addEventListener("pointerout", (event) => {
    const view = event.target.closest?.(".plot-view");
    if (view && !view.contains(event.relatedTarget)) hide(view);
  });
  on(root, "focusout", ".plot-view", hide);
  on(root, "keydown", ".plot-view", (view, event) => {
    const last = pointsOf(view).length - 1;
    const at = view.dataset.at === undefined ? -1 : Number(view.dataset.at);
    const ends = { Home: 0, End: last };
    if (event.key === "Escape") return hide(view);
    if (!(event.key in moved) && !(event.key in ends)) return undefined;
    event.preventDefault();
    const from = at < 0 && moved[event.key] < 0 ? last + 1 : at;
    return show(view, ends[event.key] ?? Math.max(0, Math.min(last, from + moved[event.key])));
  });
};

/** Put markup into an element whose tables are open or shut, and leave them so. */
export const keepTwins = (element, draw) => {
  const open = new Set([...element.querySelectorAll("details[data-twin][open]")].map((node) => node.dataset.twin));
  draw();
  for (const node of element.querySelectorAll("details[data-twin]")) node.open = open.has(node.dataset.twin);
};
