/* The line above the buttons: what is asked, and where a clock runs, how long it still does and what happens then. */
import { html } from "../dom.js";

export const sayLine = (title, clock = null) =>
  html`<div class="say ${clock ? "" : "bare"}">${clock ? ring(clock) : ""}
    <p><b>${title}</b>${clock ? after(clock) : ""}</p></div>`;

const seconds = (clock) => Math.ceil(clock.left);

const after = (clock) => html` <span>In <span data-seconds>${seconds(clock)}</span> s ${clock.after}.</span>`;

const ring = (clock) =>
  html`<span class="ring" aria-hidden="true"><svg viewBox="0 0 44 44"><circle cx="22" cy="22" r="19" class="bg"/><circle
    cx="22" cy="22" r="19" class="fg" pathLength="100" stroke-dasharray="100 100" transform="rotate(-90 22 22)"
  /></svg><b class="num" data-ring>${seconds(clock)}</b></span>`;

/** Let every clock within an element show what is left of one. */
export const tick = (root, clock) => {
  const left = String(seconds(clock));
  const share = `${Math.max(0, (clock.left / clock.of) * 100).toFixed(1)} 100`;
  for (const node of root.querySelectorAll("[data-seconds], [data-ring]"))
    if (node.textContent !== left) node.textContent = left;
  for (const node of root.querySelectorAll(".clock, .ring .fg")) node.setAttribute("stroke-dasharray", share);
};
