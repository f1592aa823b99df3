/* The log of a table: each event that says something to a player, in a sentence; what concerns me is spoken too. */
import { cardName, sentence, short } from "../words.js";

const KEPT = 60;

export class EventLog {
  /** `isOwn(event)` says whether an event concerns me; `say` speaks. */
  constructor({ felt, isOwn, say }) {
    Object.assign(this, { felt, isOwn, say, entries: [] });
  }

  /** What came after this version has been taken back and counts no more. */
  undo(version) {
    this.entries = this.entries.filter((entry) => entry.version <= version);
  }

  note(event, stage) {
    const said = sentence(event, this.felt, stage);
    if (!said) return;
    const [who, text] = said;
    this.entries.unshift({ who, text, clause: event.clause, version: event.version });
    this.entries.length = Math.min(this.entries.length, KEPT);
    if (this.isOwn(event)) this.say(`${who ? `${who}: ` : ""}${spoken(event, text)}`);
  }
}

const spoken = (event, text) => (event.card ? text.replace(short(event.card), cardName(event.card)) : text);
