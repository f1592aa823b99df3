/* Plays steps at a table of the school one by one: a demonstration of a lesson, or a mistake that is shown again. */
import { fill, html, ICONS, on } from "../dom.js";
import { sheet } from "../sheets.js";
import { capital } from "../words.js";
import { cite } from "./parts.js";
import { showStill } from "./stage.js";

const PACE = 1800;

export class Player {
  /** `root` has places for the table and for what is said; `shown` the steps, and at which one it begins. */
  constructor(root, shown) {
    Object.assign(this, { root, shown, at: shown.at || 0, isPlaying: false });
    this.draw();
  }
  close() {
    clearInterval(this.timer);
  }
  get last() {
    return this.shown.steps.length - 1;
  }
  play(what) {
    this.close();
    this.isPlaying = what === "play" && !this.isPlaying;
    if (this.isPlaying) {
      if (this.at === this.last) this.at = -1;
      this.timer = setInterval(() => this.step(1), PACE);
      this.step(1);
    } else this.step({ back: -1, next: 1, play: 0 }[what]);
  }
  step(by) {
    this.at = Math.min(this.last, Math.max(0, this.at + by));
    if (this.at === this.last) {
      this.isPlaying = false;
      this.close();
    }
    this.draw();
  }
  draw() {
    const screen = this.root.querySelector("[data-screen]");
    if (!screen) return;
    showStill(screen, this.shown, this.shown.steps[this.at].message);
    fill(this.root.querySelector("[data-player]"), saidMarkup(this));
  }
}

/** What is said below the table: the step that comes now, and where among the steps it is. */
const saidMarkup = ({ shown: { steps, at: asked }, at, isPlaying }) => {
  const step = steps[at];
  const next = steps[at + 1];
  return html`<div class="btns"><button class="btn" data-play="back" data-focus="back" aria-label="One step back"
        ${at ? "" : html`disabled`}>${ICONS.before}</button>
      <button class="btn primary" data-play="play" data-focus="play">${isPlaying ? "Pause" : "Play"}</button>
      <button class="btn" data-play="next" data-focus="next" aria-label="One step on"
        ${next ? "" : html`disabled`}>${ICONS.next}</button></div>
    <div class="sc-say" aria-live="polite"><b>${capital(step.words)}</b>
      <span>${at === asked ? "This was right here. " : ""}Step ${at + 1} of ${steps.length}${
        step.is_dealers ? "" : ", by others"
      }.${next ? ` Next: ${next.words}.` : ""}</span>
      <progress max="${steps.length}" value="${at + 1}" aria-label="How far it is"></progress></div>
    ${cite(step.clause)}`;
};

/** A mistake shown again in a sheet, at the step that was right. */
export const replaySheet = (shown) => {
  const dialog = sheet(
    "Replay",
    html`<div class="school"><div class="stage"><div class="screen" data-screen></div>
      <div class="player" data-player></div></div></div>`,
    { wide: true },
  );
  const player = new Player(dialog, shown);
  on(dialog, "click", "[data-play]", (node) => player.play(node.dataset.play));
  dialog.addEventListener("close", () => player.close());
  dialog.querySelector("[data-play=play]").focus();
};
