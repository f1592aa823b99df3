/* What stands in the dock while nothing is asked of me: sit down, wager, deal, or wait for somebody. */
import { html } from "../dom.js";
import { sayLine } from "./say_line.js";

/** The dock between decisions. */
export function betDock({ model, slip, story, seating, isPractice }) {
  if (!model.view) return sayLine("Walking to the table…");
  if (!model.isSeated()) return sitDown(seating);
  if (!model.isBetting()) return waiting(model);
  return wagering({ model, slip, story: story.markup(), isPractice });
}

const sitDown = (seating) => {
  const isOpen = seating.freeBoxes().length > 0;
  const words = isOpen ? "Sit down where a box is free." : "The table is full; you are watching.";
  const box = seating.middleBox();
  const button = html`<button class="btn primary big" data-focus="sit" data-sit="${box}">Sit down</button>`;
  return html`${sayLine(words)}<div class="go">${isOpen ? button : ""}</div>`;
};

const waiting = (model) => {
  const [ask] = model.asks();
  if (!ask || ask.player === model.name) return html``;
  return sayLine(`${ask.player} decides (box ${ask.box}).`, model.clock());
};

const wagering = ({ model, slip, story, isPractice }) => {
  const clock = model.clock();
  const isReady = model.you.is_ready;
  const isPlain = story && !clock && !isReady && !slip.lack() && slip.isEmpty();
  return html`${story ? html`<p class="story">${story}</p>` : ""}${isPlain ? "" : sayLine(advice(isReady, slip), clock)}
    <div class="go">${dealButton({ model, slip, isPractice })}${readyOnes(model)}</div>`;
};

const advice = (isReady, slip) => {
  const lack = slip.lack();
  if (isReady) return "Ready: waiting for the others.";
  if (lack) return lack;
  if (slip.isEmpty() && slip.hasLast()) return "Wager again, or deal the same.";
  return "Push chips to your box, then press Deal.";
};

const dealButton = ({ model, slip, isPractice }) => {
  const isAlone = isPractice || (model.round?.boxes || []).length < 2;
  const again = slip.isEmpty() && slip.hasLast() ? " again" : "";
  const disabled = model.you.is_ready ? html`aria-disabled="true"` : "";
  return html`<button class="btn primary big" data-focus="ready" data-do="ready" ${disabled}
    >${isAlone ? "Deal" : "Ready"}${again} <kbd>↵</kbd></button>`;
};

const readyOnes = (model) => {
  const others = model.ready.length;
  return others && !model.you.is_ready ? html`<span class="pill">${others} ready</span>` : "";
};
