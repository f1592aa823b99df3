/* What scripts add to a page of the book: search as one types, settings, playing a hand, the submission editor. */
import { api, call } from "../api.js";
import { fill, on } from "../dom.js";
import { guestName } from "../people.js";
import { prefs } from "../prefs.js";
import { clauseSheet } from "../sheets.js";
import { topBar } from "../shell.js";
import { search } from "./search.js";

const find = document.querySelector("[data-find]");
if (find) search(find, (question) => call("GET", `/book/search?q=${encodeURIComponent(question)}`));

const switches = document.querySelector("[data-switches]");
if (switches) {
  switches.innerHTML = String(topBar.switches());
  topBar.wire(document.body);
}

const SEAT = 4,
  CHIPS = 50000,
  MOST_ASKED = 10;

/** Answer what the house asks while it opens the table, by the first answer that is allowed, until wagers are open. */
const answerAll = async (path, send) => {
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const { view, you } = await call("GET", `${path}/view`);
    if (!view.due?.asks?.length) return;
    const { command, point } = you.legal[0];
    await send(command, point);
  }
};

/** Open a practice table whose first round has these cards, sit down at it, and go there. */
const play = async ({ play: file, stack, rules }) => {
  if (!(await api.session())) await api.enter(prefs.name || guestName());
  const name = file.split("/").at(-1).replaceAll("-", " ").slice(0, 24);
  const { id } = await api.open({ name, rules, mode: "practice", timers: false });
  const path = `/tables/${encodeURIComponent(id)}`;
  const send = (command, point = "") => call("POST", `${path}/commands`, { id: crypto.randomUUID(), point, command });
  await send({ command: "TakeSeat", box: SEAT, amount: CHIPS });
  await answerAll(path, send);
  await send({ command: "StackShoe", cards: stack });
  location.assign(`/t/${encodeURIComponent(id)}`);
};

for (const button of document.querySelectorAll("[data-play]")) button.hidden = false;
on(document, "click", "[data-play]", async (button) => {
  button.disabled = true;
  try {
    await play(button.dataset);
  } catch (error) {
    button.insertAdjacentHTML("afterend", `<p class="note" role="alert"></p>`);
    fill(button.nextElementSibling, error.sentence);
    button.disabled = false;
  }
});
on(document, "click", "button[data-clause]", (node) => clauseSheet(node.dataset.clause));

const editor = document.querySelector("[data-editor]");
if (editor) import("./editor.js").then(({ edit }) => edit(editor));
