/* Small tools for building the page: text is always escaped, markup only comes from our own templates. */

const MARKS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
/** Text that may stand in markup and in attributes. */
export const esc = (text) => String(text ?? "").replace(/[&<>"']/g, (c) => MARKS[c]);

/** A template whose values are escaped, unless they came from `html` itself; lists are joined. */
export const html = (parts, ...values) =>
  new Markup(parts.reduce((made, part, i) => made + plain(values[i - 1]) + part));
/** Markup that our own code made. */
export const raw = (text) => new Markup(text);

class Markup {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}
const plain = (value) => {
  if (Array.isArray(value)) return value.map(plain).join("");
  if (value instanceof Markup) return value.text;
  return value === null || value === undefined || value === false ? "" : esc(value);
};

/** The elements that are redrawn when the pointer is released, with their markup. */
const postponed = new Map();
let pressed = null;

const release = () => {
  pressed = null;
  const waiting = [...postponed];
  postponed.clear();
  for (const [element, text] of waiting) fill(element, text);
};
const press = (event) => {
  if (event.button === 0) pressed = event.target;
};
addEventListener("pointerdown", press, true);
// The click comes right after its pointerup; what was pressed must still be there to receive it.
for (const type of ["pointerup", "pointercancel", "blur"]) addEventListener(type, () => setTimeout(release), true);

/** Put markup into an element, only when it has changed, and keep what has the focus. An element that is being pressed
    is redrawn when it is released: a click on a button that was replaced meanwhile would reach nobody. */
export const fill = (element, markup) => {
  const text = String(markup);
  postponed.delete(element);
  if (element.madeFrom === text) return;
  if (pressed && element.contains(pressed)) {
    postponed.set(element, text);
    return;
  }
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
  element.madeFrom = text;
  element.innerHTML = text;
  if (focused) element.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
};

/** Call `handler(target, event)` for events that begin within elements that fit the selector. */
export const on = (root, type, selector, handler) =>
  root.addEventListener(type, (event) => {
    const target = event.target.closest?.(selector);
    if (target && root.contains(target)) handler(target, event);
  });

/** Go to another room without loading the page again. */
export const visit = (path) => {
  history.pushState({}, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
};

/** Load a stylesheet that few rooms need; resolves when it is there. */
export const style = (name) => {
  const { href } = document.querySelector("link[rel=stylesheet]");
  const wanted = href.replace(/styles\b.*$/, `styles/${name}.css`);
  if (document.querySelector(`link[href="${wanted}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: wanted });
  const loaded = new Promise((done) => link.addEventListener("load", done, { once: true }));
  document.head.append(link);
  return loaded;
};

export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

const icon = (body) => raw(`<svg viewBox="0 0 24 24" aria-hidden="true">${body}</svg>`);
export const ICONS = {
  sound: icon(`<path d="M4 9v6h4l6 5V4L8 9zM18 8.500a5 5 0 0 1 0 7"/>`),
  silent: icon(`<path d="M4 9v6h4l6 5V4L8 9zM18 9l4 6M22 9l-4 6"/>`),
  suits: icon(
    [4, 13].flatMap((y) => [4, 13].map((x) => `<rect x="${x}" y="${y}" width="7" height="7" rx="1"/>`)).join(""),
  ),
  theme: icon(`<circle cx="12" cy="12" r="8"/><path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor"/>`),
  help: icon(
    `<circle cx="12" cy="12" r="9"/>
    <path d="M9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.8.4-1 .9-1 1.700M12 17h.01"/>`,
  ),
  back: icon(`<path d="M15 5l-7 7 7 7"/>`),
  menu: icon(`<path d="M4 7h16M4 12h16M4 17h16"/>`),
  eye: icon(`<path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z"/><circle cx="12" cy="12" r="3"/>`),
  page: icon(`<path d="M5 3h9l5 5v13H5zM14 3v5h5M9 13h6M9 17h6"/>`),
  close: icon(`<path d="M6 6l12 12M18 6L6 18"/>`),
  first: icon(`<path d="M18 5l-8 7 8 7M6 5v14"/>`),
  last: icon(`<path d="M6 5l8 7-8 7M18 5v14"/>`),
  before: icon(`<path d="M15 5l-7 7 7 7"/>`),
  next: icon(`<path d="M9 5l7 7-7 7"/>`),
  play: icon(`<path d="M7 4l13 8-13 8z"/>`),
  pause: icon(`<path d="M8 5v14M16 5v14"/>`),
};
export const BRAND = raw(
  `<svg viewBox="0 0 40 56" aria-hidden="true"><path d="M5 4H35.500L16.500 53M11 29H31" fill="none"
    stroke="var(--accent)" stroke-width="6.500" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
);
