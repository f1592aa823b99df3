/* What my rounds at this table brought, as the house has reckoned them: the last one, and all before. */
import { api } from "../api.js";
import { patiently } from "../patience.js";
import { storyMarkup } from "./ledger.js";

export class Results {
  /** `changed()` is called when an answer has come. */
  constructor({ table, changed }) {
    Object.assign(this, { table, changed, last: null, rounds: [], wanted: 0 });
    Object.assign(this, { asked: Promise.resolve(), takenBack: 0 });
  }

  /** A round of mine is over: ask what it brought, one question at a time however fast rounds are played. */
  ended(number) {
    this.wanted = number;
    const { takenBack } = this,
      stands = () => this.takenBack === takenBack;
    this.asked = this.asked.then(() => this.reckoned(number, stands));
  }
  async reckoned(number, stands) {
    const found = await patiently(() => api.ledger(this.table, number), stands);
    if (!found || !stands()) return;
    this.rounds = [found, ...this.rounds.filter((each) => each.round < number)];
    if (this.wanted === number) this.last = found;
    this.changed();
  }
  /** The next round has begun, or the last one was taken back: its result is no longer what is on the layout. */
  forget() {
    Object.assign(this, { last: null, wanted: 0 });
  }
  /** Rounds from this one on have been taken back. */
  undo(number) {
    this.forget();
    this.takenBack += 1;
    this.rounds = this.rounds.filter((each) => each.round < number);
  }
  /** Ask for the rounds before this visit; `isOver` says whether the last of them is what lies on the layout. */
  async recall(isOver) {
    const found = await api.history(this.table).catch(() => null);
    if (!found || this.rounds.length) return;
    this.rounds = found.rounds;
    if (isOver && !this.wanted) this.last = found.rounds[0] || null;
    this.changed();
  }

  /** The last round in a sentence. */
  story() {
    return storyMarkup(this.last);
  }
}
