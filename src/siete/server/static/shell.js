/* What every room has at its top: the name, the rooms, and a person's settings. */
import { BRAND, html, ICONS, on } from "./dom.js";
import { prefs, setPref, theme } from "./prefs.js";

const ROOMS = [
  ["/lobby", "Tables"],
  ["/trainer", "Trainer"],
  ["/desk", "Desk"],
  ["/school", "School"],
  ["/lab", "Lab"],
  ["/replay", "Replay"],
  ["/book", "Book"],
];

/** The bar above a room; `here` is the path of the room itself. */
export const topBar = (here, wallet = "") =>
  html`<header class="top"><a class="skip" href="#main">Skip to the room</a>
    <a class="brand" href="/lobby" aria-label="siete, to the lobby">${BRAND}<span>siete</span></a>
    <nav aria-label="Rooms">${ROOMS.map(([path, name]) => roomLink(path, name, here))}</nav><span class="spacer"></span>
    ${wallet}<span class="switches">${topBar.switches()}</span></header>`;

/** What stands in a room that cannot be shown: what is wrong, and the way out. A bug is told to the console. */
export const troubleMarkup = (title, error, [path, words] = ["/lobby", "To the lobby"]) => {
  if (!error.sentence) console.error(error);
  return html`<div class="trouble panel"><h1>${title}</h1><p>${error.sentence || "Something went wrong."}</p>
    <a class="btn primary" href="${path}">${words}</a></div>`;
};

const roomLink = (path, name, here) =>
  html`<a href="${path}" ${path === here ? html`aria-current="page"` : ""}>${name}</a>`;

topBar.brand = BRAND;
/** The buttons of a person's settings, as icons or in words. */
topBar.switches = ({ words = false } = {}) => {
  const list = [
    ["sound", prefs.sound ? "Sound is on" : "Sound is off", prefs.sound ? ICONS.sound : ICONS.silent, prefs.sound],
    ["suits", "Four-colour cards", ICONS.suits, prefs.suits === "four"],
    ["theme", theme() === "dark" ? "Dark theme" : "Light theme", ICONS.theme, false],
  ];
  return html`${list.map((each) => switchButton(each, words))}`;
};
const switchButton = ([name, label, icon, isOn], words) =>
  html`<button
    class="${words ? "btn" : "icon"}"
    data-switch="${name}"
    data-focus="switch-${name}"
    aria-pressed="${String(isOn)}"
    aria-label="${label}"
    title="${label}"
  >${words ? label : icon}</button>`;
const flip = {
  sound: () => setPref("sound", !prefs.sound),
  suits: () => setPref("suits", prefs.suits === "four" ? "two" : "four"),
  theme: () => setPref("theme", theme() === "dark" ? "light" : "dark"),
};
/** Make the switches within an element work. */
topBar.wire = (root) =>
  on(root, "click", "[data-switch]", (node) => {
    flip[node.dataset.switch]();
    const words = node.classList.contains("btn");
    const made = document.createElement("span");
    made.innerHTML = String(topBar.switches({ words }));
    const fresh = made.querySelector(`[data-switch="${node.dataset.switch}"]`);
    for (const name of ["aria-pressed", "aria-label", "title"]) node.setAttribute(name, fresh.getAttribute(name));
    node.innerHTML = fresh.innerHTML;
  });
