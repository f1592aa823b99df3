/* What was wagered in the last round of a table, kept while the page is open: a reload forgets nothing of it. */

export class LastWager {
  constructor(table) {
    this.place = `siete-wager ${table}`;
  }

  /** Of this person: the round, and amounts by box and wager; null where nothing is kept. */
  find(person) {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.place));
      return kept?.person === person ? { round: kept.round, wagers: new Map(kept.wagers) } : null;
    } catch {
      return null; // a browser that keeps nothing, or something else under this name
    }
  }
  keep(person, round, wagers) {
    try {
      sessionStorage.setItem(this.place, JSON.stringify({ person, round, wagers: [...wagers] }));
    } catch {
      // a browser that keeps nothing
    }
  }
}
