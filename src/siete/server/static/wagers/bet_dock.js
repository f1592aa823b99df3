/* What stands in the dock while nothing is asked of me: sit down, wager, deal, or wait for somebody. */
import { html } from "../dom.js";
import { money, nth } from "../words.js";
import { sayLine } from "../table/say_line.js";

/** The dock between decisions; while cards are dealt or collected it is empty, whatever comes next. */
export function betDock({ felt, model, slip, story, seating, isPractice, isBusy }) {
  if (!model.view) return sayLine("Walking to the table…");
  if (isBusy) return html``;
  if (!model.isSeated()) return seating.freeBoxes().length ? sitDown(seating) : waitForBox(model.you?.queue);
  if (model.needsChips(felt.table_min)) return withoutChips({ felt, model, story, seating, isPractice });
  if (!model.isBetting()) return waiting(model);
  return wagering({ felt, model, slip, story, isPractice });
}

const sitDown = (seating) =>
  html`${sayLine("Sit down where a box is free.")}<div class="go"
    ><button class="btn primary big" data-focus="sit" data-sit="${seating.middleBox()}">Sit down</button></div>`;

/** At a full table: my place among those who wait, or the way there. */
const waitForBox = ({ place = 0, waiting: others = 0 } = {}) => {
  const next = place === 1 ? " The next free box is yours." : "";
  const words = place ? `You are ${nth(place)} in the queue.${next}` : "The table is full; you are watching.";
  const button = place
    ? html`<button class="btn big" data-focus="queue" data-do="unqueue">Leave the queue</button>`
    : html`<button class="btn primary big" data-focus="queue" data-do="queue">Queue, ${nth(others + 1)}</button>`;
  return html`${sayLine(words)}<div class="go">${button}</div>`;
};

const waiting = (model) => {
  const [ask] = model.asks();
  if (!ask || ask.player === model.name) return html``;
  return sayLine(`${ask.player} decides (box ${ask.box}).`, model.clock());
};

const told = (story) => (story ? html`<p class="story">${story}</p>` : "");

const withoutChips = ({ felt, model, story, seating, isPractice }) => {
  const { rack, wallet } = model.you;
  const words = rack ? `Only ${money(rack)} at the table. ${felt.lacks.low}` : "No chips at the table.";
  const amount = money(seating.broughtNext());
  const [label, from] = wallet
    ? [`Bring ${amount}`, `of ${money(wallet)} in your wallet`]
    : [`Get ${amount}`, isPractice ? "free practice chips" : "new play chips"];
  return html`${told(story)}${sayLine(words)}<div class="go"
    ><button class="btn primary big two-lines" data-focus="bring"
    data-do="bring"><span>${label}</span><small>${from}</small></button></div>`;
};

const wagering = ({ felt, model, slip, story, isPractice }) => {
  const clock = model.clock();
  const isReady = model.you.is_ready;
  const isPlain = story && !clock && !isReady && !slip.lack();
  return html`${told(story)}${isPlain ? "" : sayLine(advice(isReady, slip), clock)}
    <div class="go">${dealButton({ felt, model, slip, isPractice })}${readyOnes(model)}</div>`;
};

const advice = (isReady, slip) => {
  const lack = slip.lack();
  if (isReady) return "Ready: waiting for the others.";
  if (lack) return lack;
  if (slip.mayRepeat()) return "Deal the same again, or change your wager.";
  return slip.isEmpty() ? "Push chips to your box." : "Add chips, or deal.";
};

/** The button says what it will do: what is wagered, and whether that is the last round's wager again. */
const dealButton = ({ felt, model, slip, isPractice }) => {
  const isAlone = isPractice || (model.round?.boxes || []).length < 2;
  const sums = [...slip.sums()];
  if (!sums.length) return emptyButton();
  const total = money(sums.reduce((sum, [, amount]) => sum + amount, 0));
  const verb = `${isAlone ? "Deal" : "Ready"}${slip.mayRepeat() ? " again" : ""}`;
  const disabled = model.you.is_ready || slip.lack() ? html`aria-disabled="true"` : "";
  const parts = sums.length > 1 ? html`<small>${sums.map((each) => part(felt, each)).join(" · ")}</small>` : "";
  return html`<button class="btn primary big two-lines" data-focus="ready" data-do="ready" ${disabled}
    ><span>${verb} ${total} <kbd>↵</kbd></span>${parts}</button>`;
};
const part = (felt, [wager, amount]) => {
  const short = felt.spots.find((each) => each.wager === wager)?.short.toLowerCase();
  const sum = money(amount);
  return short && !short.endsWith(` ${sum}`) ? `${short} ${sum}` : short || sum;
};

const emptyButton = () =>
  html`<button class="btn big" data-focus="ready" data-do="ready" aria-disabled="true">Place a wager</button>`;

const readyOnes = (model) => {
  const others = model.ready.length;
  return others && !model.you.is_ready ? html`<span class="pill">${others} ready</span>` : "";
};
