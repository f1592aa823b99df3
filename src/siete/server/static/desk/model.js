/* What the desk knows: the last message of the table, the wager that is chosen, and the chips in hand. */
import { money, total } from "../words.js";

export class DeskModel {
  constructor({ felt, desk }) {
    Object.assign(this, { felt, desk, message: null, chosen: null, chips: [], isDrawn: false, refused: null });
    Object.assign(this, { said: "", cut: null, tried: "", why: null, results: new Map() });
  }

  /** Take over what the table says now; what it says of a wager that is gone is chosen no more. */
  hear(message) {
    const before = this.mine?.point;
    this.message = message;
    if (this.mine?.point !== before) Object.assign(this, { refused: null, why: null });
    for (const event of message.events || []) this.note(event);
    if (this.chosen && !this.targets(this.chosen.box).some((each) => isSame(each, this.chosen))) this.chosen = null;
    if (!this.mine) Object.assign(this, { chips: [], isDrawn: false, chosen: null });
  }

  /** What an event says that no view repeats: calls, where the cards were cut, and how each hand came out. */
  note(event) {
    if (event.event === "RoundStarted") Object.assign(this, { said: "", cut: null, results: new Map() });
    else if (event.event === "Announced") this.said = `“${event.words}”`;
    else if (event.event === "DealerStood") this.said = `${event.total} called`;
    else if (event.event === "CardsCut") this.cut = { by: event.cutter, at: event.at };
    else if (event.event === "CardsShuffled") this.cut = null;
    else if (event.wager === "base" && event.event in RESULTS) this.resulted(event);
  }
  /** What was paid on a hand, to all who wagered on it; that a hand lost is said where nothing was paid. */
  resulted({ event, box, hand, amount, line }) {
    if (event === "WagerReturned" && line !== "push") return;
    const place = `${box}.${hand || 0}`,
      known = this.results.get(place) || { word: "", paid: 0 };
    const paid = known.paid + (event === "WagerPaid" ? amount : 0);
    this.results.set(place, { paid, word: paid ? "paid" : known.word || RESULTS[event] });
  }
  /** How a hand came out, in a word or two. */
  result(box, hand) {
    const { word = "", paid = 0 } = this.results.get(`${box}.${hand}`) || {};
    return paid ? `${word} ${money(paid)}` : word;
  }

  get view() {
    return this.message.view;
  }
  get round() {
    return this.view.round;
  }
  get you() {
    return this.message.you;
  }
  /** The desk, if it is mine. */
  get mine() {
    return this.message?.you.desk;
  }
  get isGuided() {
    return this.mine?.help === "guided";
  }
  get isExam() {
    return this.mine?.help === "exam";
  }
  /** The step that is due; nothing while none is, or while nobody may be told. */
  get step() {
    return this.mine?.who === "dealer" ? this.view.due.step : undefined;
  }
  get boxes() {
    return this.round?.boxes || [];
  }
  box(number) {
    return this.boxes.find((each) => each.number === number);
  }
  asked(box) {
    return this.view.due?.asks?.some((ask) => ask.box === box);
  }

  /** The wagers of a box that can be chosen, in order: its hands, then the side wagers that lie there. */
  targets(number) {
    const box = this.box(number);
    if (!box) return [];
    const hands = box.hands.map((_hand, hand) => ({ box: number, hand, wager: "base" }));
    const open = box.bets.filter((bet) => bet.is_open && bet.amount);
    return [...hands, ...open.map((bet) => ({ box: number, hand: 0, wager: bet.wager, player: bet.player }))];
  }
  /** Choose a box; again, its next wager. */
  choose(number) {
    const targets = this.targets(number);
    const now = targets.findIndex((each) => this.chosen && isSame(each, this.chosen));
    this.chosen = targets.length ? targets[(now + 1) % targets.length] : { box: number, hand: 0, wager: "base" };
    return this.chosen;
  }
  /** What chips and motions are for: what is chosen, or what a guided dealer is shown. */
  get target() {
    if (this.chosen) return this.chosen;
    const { box, hand, wager } = (this.isGuided && this.mine.payment) || {};
    return box ? { box, hand, wager } : null;
  }
  /** The hand of a box that a drawn card goes to: one that waits for a card, or the one that is chosen. */
  placeFor(number) {
    const hands = this.box(number)?.hands || [];
    const waits = hands.findIndex((hand) => hand.awaits);
    if (waits >= 0) return waits;
    if (this.chosen?.box === number && this.chosen.wager === "base") return this.chosen.hand;
    const second = hands.findIndex((hand) => hand.cards.length === 1);
    return Math.max(0, second);
  }

  /** How many chips of each kind lie in the tray, those in hand taken out. */
  tray() {
    return this.mine.tray.map(([chip, count]) => [chip, count - this.chips.filter((each) => each === chip).length]);
  }
  take(chip) {
    if ((this.tray().find(([kind]) => kind === chip)?.[1] ?? 0) > 0) this.chips.push(chip);
  }
  counted() {
    return this.chips.reduce((sum, chip) => sum + chip, 0);
  }

  /** A hand's total as it is called. */
  called(hand) {
    return hand.is_blackjack ? this.felt.lines.base.blackjack.text : total(hand, this.felt.best_total);
  }
  wagered({ box, hand, wager }) {
    const found = this.box(box);
    if (!found) return 0;
    if (wager !== "base")
      return found.bets.filter((bet) => bet.wager === wager).reduce((sum, bet) => sum + bet.amount, 0);
    return onHand(found.hands[hand]);
  }
}

const RESULTS = { WagerPaid: "paid", WagerCollected: "collected", WagerReturned: "stands off" };

export const isSame = (a, b) => a.box === b.box && a.hand === b.hand && a.wager === b.wager && a.player === b.player;

/** All that lies on a hand. */
export const onHand = (hand) =>
  (hand?.stakes || [])
    .filter((stake) => stake.is_open)
    .reduce((sum, stake) => sum + stake.amount + stake.doubles.reduce((a, b) => a + b, 0), 0);
