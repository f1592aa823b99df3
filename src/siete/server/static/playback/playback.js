/* Plays what happened at a pace that eyes can follow: event by event, then the house's own view as it is. */
import { wait } from "../dom.js";
import { isQuiet, pause } from "./pacing.js";
import { advance, emptyStage, fromView } from "./stage.js";

/** With so many messages waiting, events are no longer waited for. */
const BEHIND = 3;

export class Playback {
  /**
   * `adopt(message)` takes over the house's view and returns it, `adopted()` follows; `told(event, stage)` is called
   * for each event, `draw()` after it, `show(event, rest)` is awaited. `began()` and `ended()` frame what is told
   * together; `isOpen()` says whether anybody still looks.
   */
  constructor({ adopt, adopted, told, draw, show, began, ended, isOpen }) {
    Object.assign(this, { adopt, adopted, told, draw, show, began, ended, isOpen });
    Object.assign(this, { stage: emptyStage(), queue: [], waiters: [], isTelling: false });
  }

  /** Whether the page still shows the past. */
  get isBehind() {
    return this.isTelling;
  }
  get isIdle() {
    return !this.isTelling && !this.queue.length;
  }

  /** Take in a message of the house; `isKnown` says whether an earlier view is on the page. */
  hear(message, isKnown) {
    if (message.type !== "snapshot") this.queue.push(message);
    else if (isKnown && message.events?.length) this.queue = [message];
    else {
      this.queue = [];
      return this.finish(message);
    }
    return this.tellAll();
  }

  /** When `isReached` holds: the page has caught up with it. It is asked again whenever something was shown. */
  async caughtUp(isReached = () => this.isIdle) {
    while (this.isOpen() && !isReached()) await this.nextChange();
  }
  nextChange() {
    return new Promise((done) => {
      this.waiters.push(done);
      setTimeout(done, 200);
    });
  }
  wake() {
    for (const done of this.waiters.splice(0)) done();
  }

  async tellAll() {
    if (this.isTelling) return;
    this.isTelling = true;
    this.began();
    try {
      while (this.queue.length && this.isOpen()) await this.tell(this.queue.shift());
    } finally {
      this.isTelling = false;
      this.ended();
      this.wake();
    }
  }

  async tell(message) {
    const events = message.events || [];
    let due = performance.now();
    for (const [at, event] of events.entries()) {
      this.stage = advance(this.stage, event);
      this.told(event, this.stage);
      if (isQuiet(event)) {
        this.show(event, [], this.stage);
        continue;
      }
      this.draw();
      await this.show(event, events.slice(at + 1), this.stage);
      due = await this.rest(due, pause(event, this.stage));
    }
    if (this.isOpen()) this.finish(message);
  }

  /** Wait until the next event is due, and say when that was. A slow machine draws fewer pictures, not later ones. */
  async rest(before, ms) {
    const due = Math.max(before + ms, performance.now() - ms);
    const left = due - performance.now();
    if (left > 0 && !document.hidden && this.queue.length < BEHIND) await wait(left);
    return due;
  }

  /** The house's view takes the place of what was played. */
  finish(message) {
    this.stage = fromView(this.adopt(message), this.stage);
    this.adopted();
    this.wake();
  }
}
