/* The page begins here: one address, one room. Whatever goes wrong is told in words. */
import { cardSymbols } from "./draw/cards.js";
import { html, on } from "./dom.js";
import { LobbyRoom } from "./rooms/lobby.js";
import { topBar } from "./shell.js";
import { TableRoom } from "./table/room.js";

customElements.define("siete-table", TableRoom);
customElements.define("siete-lobby", LobbyRoom);
/** Rooms that few come to first: their modules are loaded when somebody does. */
const LATER = {
  "siete-replay": async () => (await import("./rooms/replay.js")).ReplayRoom,
  "siete-rounds": async () => (await import("./rooms/my_rounds.js")).MyRoundsRoom,
  "siete-trainer": async () => (await import("./rooms/trainer.js")).TrainerRoom,
  "siete-desk": async () => (await import("./desk/room.js")).DeskRoom,
  "siete-desks": async () => (await import("./desk/desks_room.js")).DesksRoom,
  "siete-school": async () => (await import("./school/room.js")).SchoolRoom,
  "siete-lab": async () => (await import("./lab/room.js")).LabRoom,
  "siete-floor": async () => (await import("./rooms/floor.js")).FloorRoom,
  "siete-display": async () => (await import("./rooms/display.js")).DisplayRoom,
  "siete-staff": async () => (await import("./rooms/staff.js")).StaffRoom,
};
const define = async (name) => {
  const made = LATER[name] && !customElements.get(name) && (await LATER[name]());
  if (made && !customElements.get(name)) customElements.define(name, made);
};

/** What the address asks for behind its question mark. */
const asked = () => Object.fromEntries(new URLSearchParams(location.search));
const ROUTES = [
  [/^\/(lobby)?$/, () => ["siete-lobby", {}]],
  [/^\/t\/([^/]+)$/, ([, table]) => ["siete-table", { ...asked(), table: decodeURIComponent(table) }]],
  [/^\/t\/([^/]+)\/rounds$/, ([, table]) => ["siete-rounds", { table: decodeURIComponent(table) }]],
  [/^\/r\/([^/]+)$/, ([, token]) => ["siete-replay", { ...asked(), token: decodeURIComponent(token) }]],
  [/^\/replay$/, () => ["siete-replay", asked()]],
  [/^\/desk$/, () => ["siete-desks", {}]],
  [/^\/desk\/([^/]+)$/, ([, table]) => ["siete-desk", { table: decodeURIComponent(table) }]],
  [/^\/lab$/, () => ["siete-lab", asked()]],
  [/^\/staff$/, () => ["siete-staff", {}]],
  [
    /^\/school(?:\/([^/]+))?(?:\/([^/]+))?(?:\/([^/]+))?$/,
    ([, rules = "", lesson = "", part = ""]) => ["siete-school", { ...asked(), rules, lesson, part }],
  ],
  [/^\/floor$/, () => ["siete-floor", {}]],
  [/^\/display\/([^/]+)$/, ([, table]) => ["siete-display", { table: decodeURIComponent(table) }]],
  [/^\/trainer$/, () => ["siete-trainer", {}]],
];

const app = document.getElementById("app");
let shown = "";

function enter() {
  const address = location.pathname + location.search;
  if (address === shown) return;
  shown = address;
  for (const [pattern, room] of ROUTES) {
    const match = location.pathname.match(pattern);
    if (!match) continue;
    const [name, attributes] = room(match),
      node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key.replace(/[^a-z]/g, ""), value);
    document.title = "siete";
    app.replaceChildren(node);
    define(name);
    scrollTo(0, 0);
    return;
  }
  app.innerHTML = String(
    html`${topBar("")}<main class="trouble panel" id="main"><h1>There is no such room</h1>
      <p>The address ${location.pathname} leads nowhere here.</p>
      <a class="btn primary" href="/lobby">To the lobby</a></main>`,
  );
}

/** Go to another room without loading the page again. */
on(document, "click", "a[href^='/']", (node, event) => {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.button ||
    node.target ||
    node.hasAttribute("download") ||
    /^\/(api|book)\b/.test(node.pathname)
  )
    return;
  event.preventDefault();
  document.querySelector("dialog[open]")?.close();
  history.pushState({}, "", node.href);
  enter();
});
addEventListener("popstate", enter);

const UNEXPECTED =
  "Something unexpected went wrong on this page. Your chips and your place are with the house; reload to go on.";

function failed(reason) {
  const words = reason?.sentence || UNEXPECTED;
  if (!document.querySelector(".stumbled"))
    document.body.insertAdjacentHTML("beforeend", `<div class="banner stumbled" role="alert"></div>`);
  document.querySelector(".stumbled").innerHTML = String(
    html`${words} <a class="btn" href="${location.href}">Reload</a>`,
  );
}
addEventListener("error", (event) => failed(event.error));
addEventListener("unhandledrejection", (event) => failed(event.reason));

document.body.insertAdjacentHTML("afterbegin", cardSymbols());
topBar.wire(app);
document.documentElement.classList.toggle("still", location.hash.includes("still"));
enter();
