import * as words from "../static/words.js";
import { equal, test } from "./harness.js";

const FELT = {
  best_total: 21,
  names: { base: "wager", side: "Side Wager" },
  meters: [{ meter: "pot", title: "The Pot" }],
  lines: {
    base: { win: { text: "The higher total", odds: "1 to 1" } },
    side: { best: { text: "Best line", odds: "25%" }, flat: { text: "Flat", odds: "$100" } },
  },
};
const said = (event, more = {}, view) => words.sentence({ event, box: 3, hand: 0, player: "ana", ...more }, FELT, view);

test("money is told in dollars, with cents where there are some", () => {
  equal([2500, 1250, 1234500, -905, 0].map(words.money), ["$25", "$12.50", "$12,345", "−$9.05", "$0"]);
  equal(words.exact(123405), ["$1,234", "05"]);
});

test("cards are told short and in words", () => {
  equal([words.short("7s"), words.short("Ah"), words.short("")], ["7♠", "A♥", "a card face down"]);
  equal([words.cardName("7s"), words.cardName("Qd")], ["7 of spades", "queen of diamonds"]);
});

test("numbers are told in words where they are few", () => {
  equal([words.ordinal(0), words.ordinal(1), words.ordinal(9)], ["first", "second", "10th"]);
  equal([words.count(2), words.count(7)], ["two", "7"]);
});

test("a total is soft only where that matters", () => {
  const total = (number, isSoft) => words.total({ total: number, is_soft: isSoft }, 21);
  equal([total(17, true), total(17, false), total(21, true), total(0, false)], ["soft 17", "17", "21", ""]);
});

test("wagers, meters and lines are named by their table", () => {
  equal([words.wagerName(FELT, "side"), words.wagerName(FELT, "unknown")], ["Side Wager", "unknown"]);
  equal([words.meterName(FELT, "pot"), words.meterName(FELT, "other")], ["The Pot", "other"]);
  equal(words.lineOf(FELT, "base", "win"), { text: "The higher total", odds: "1 to 1", moment: "" });
  equal(words.lineOf(FELT, "side", "best"), { text: "Best line", odds: "25% of the meter", moment: "" });
  equal(words.lineOf(FELT, "side", "flat"), { text: "Flat", odds: "", moment: "" });
  equal(words.lineOf(FELT, "side", "odd-line"), { text: "Odd line", odds: "", moment: "" });
  equal(words.lineOf(FELT, "side", ""), { text: "Side Wager", odds: "", moment: "" });
});

test("a payout has line, odds and amount", () => {
  equal(words.paid(FELT, { wager: "base", line: "win", amount: 2500 }), "The higher total, 1 to 1: $25");
  equal(words.paid(FELT, { wager: "side", line: "flat", amount: 10000 }), "Flat: $100");
  const wheel = { ...FELT, lines: { side: { $70: { text: "Side Wager: $70", odds: "" } } } };
  equal(words.paid(wheel, { wager: "side", line: "$70", amount: 7000 }), "Side Wager: $70");
});

test("the places of a text are filled, unknown ones with nothing", () => {
  equal(words.filled("{total} against {dealer}{none}", { total: 17, dealer: 20 }), "17 against 20");
});

test("events are told by who and what", () => {
  equal(said("WagerPlaced", { wager: "base", amount: 500 }), ["Box 3", "ana wagers $5"]);
  equal(said("WagerPlaced", { wager: "side", amount: 500 }), ["Box 3", "ana wagers $5 on Side Wager"]);
  equal(said("CardDealt", { card: "7s", total: 15 }), ["Box 3", "7♠: 15"]);
  equal(said("CardDealt", { box: 0 }), ["Dealer", "a card face down"]);
  equal(said("WagerCollected", { wager: "side", amount: 500, line: "no match" }), ["Box 3", "Side Wager loses $5"]);
  equal(said("WagerCollected", { wager: "base", amount: 500, line: "bust" }), ["Box 3", "loses $5 (bust)"]);
  equal(said("DealerStood", { total: 22 }), ["Dealer", "is bust with 22"]);
  equal(said("DealerStood", { total: 21 }), ["Dealer", "stands on 21"]);
});

test("of several hands it is said which", () => {
  const view = { boxes: new Map([[3, { hands: [{}, {}] }]]) };
  equal(said("HandStood", { hand: 1 }, view), ["Box 3, second hand", "stands"]);
});

test("events that say nothing to a player are not told", () => {
  equal([said("SomethingElse"), said("WagerReturned", { line: "win", amount: 500 })], [null, null]);
});
