/* Rules of a table that begin later, and those that have just begun: players are told, and the layout says the new. */
import { api } from "../api.js";

export class RulesNotice {
  /** `felt` is shared by every part of the table and is brought up to date in place. */
  constructor({ table, felt, toasts, say, changed }) {
    Object.assign(this, { table, felt, toasts, say, changed, told: 0 });
  }

  attend({ notice, view }) {
    if (notice && notice.change !== this.told) this.announce(notice);
    if (view.rules_hash !== this.felt.rules_hash) this.renew(view.rules_hash);
  }
  announce({ change, starts_at: at, values }) {
    this.told = change;
    const words = values.map((each) => `${each.words} ${each.now} → ${each.then}`).join(", ");
    this.tell(`From ${at.slice(11, 16)} UTC, between rounds`, words);
  }
  async renew(hash) {
    if (this.renewing === hash) return;
    this.renewing = hash;
    const { felt } = await api.table(this.table).catch(() => ({}));
    if (felt?.rules_hash !== hash) return (this.renewing = "");
    Object.assign(this.felt, felt);
    this.tell("The rules of this table have changed", "Limits and rules are under Payouts.");
    this.changed();
  }
  tell(text, under) {
    this.toasts.show({ text, under });
    this.say(`${text}: ${under}`);
  }
}
