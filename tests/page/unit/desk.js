/* What a dealer is shown of a settlement, a split and a cut: the desk's model, its felt, its strip and its console. */
import { boxMarkup } from "../static/desk/boxes.js";
import { track } from "../static/desk/cloth.js";
import { consoleParts, piles } from "../static/desk/console.js";
import { feltParts } from "../static/desk/felt.js";
import { DeskModel } from "../static/desk/model.js";
import { stackScene } from "../static/desk/scenes.js";
import { stripMarkup } from "../static/desk/strip.js";
import { equal, ok, test } from "./harness.js";

const FELT = {
  positions: 7,
  cards: 288,
  best_total: 21,
  chips: [50, 100, 500, 2500],
  spots: [],
  names: { "match-up": "match-up wager" },
  lines: { base: { blackjack: { text: "Blackjack" } } },
  print: { insurance: { text: "" }, blackjack: { text: "" } },
};
const DESK = {
  tube: 40,
  chips: [],
  motions: [{ name: "draw", key: "d", label: "Draw", note: "" }],
  calls: [],
  cover: { least: 0.25, cards: 288 },
};
const hand = (total, amount, more = {}) => ({
  cards: ["Ks", "8d"],
  status: "stood",
  total,
  stakes: [{ player: "Ana", amount, doubles: [], is_open: true }],
  ...more,
});
const box = (number, ...hands) => ({ number, decider: "Ana", bettors: [], hands, bets: [] });
const PAYMENT = { box: 4, hand: 0, wager: "base", owed: 7000, handed_over: 0, collected: 0, line: "", clause: "MD-1" };

/** A guided desk at a settlement of these boxes. */
const desk = (boxes, mine = {}) => {
  const model = new DeskModel({ felt: FELT, desk: DESK });
  const dealer = { cards: ["As", "6d"], face_down: 0, is_done: true };
  const round = { number: 1, dealer, boxes };
  model.hear({
    events: [],
    ready: [],
    view: { round, seats: {}, cards: { left: 171, discards: 97 }, due: { step: { command: "SettleHand", box: 4 } } },
    you: {
      desk: {
        help: "guided",
        who: "dealer",
        phase: "round",
        tray: [
          [2500, 40],
          [500, 40],
        ],
        payment: PAYMENT,
        ...mine,
      },
    },
  });
  return model;
};
const LINK = { link: { state: "live" }, behind: 0 };
const text = (markup) => {
  const node = document.createElement("div");
  node.innerHTML = String(markup);
  return node.textContent.replaceAll(/\s+/g, " ").trim();
};
const drawn = (markup) => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.innerHTML = markup;
  return svg;
};
const moved = (node) =>
  node
    .getAttribute("transform")
    .match(/translate\(([-\d.]+) ([-\d.]+)\)/)
    .slice(1)
    .map(Number);

test("a payout is cut against the wager, every chip on the first pile that has room", () => {
  equal(piles([500, 2500, 500, 2500], 3500), [[2500, 500, 500], [2500]]);
  equal(piles([2500, 500], 1000), [[2500], [500]]);
  equal(piles([500, 500, 500], 0), [[500, 500, 500]]);
});

test("the outline of what is missing stands on the pile that is begun, and is gone when all is counted", () => {
  const model = desk([box(4, hand(21, 3500))]);
  const outline = () => drawn(Object.fromEntries(consoleParts(model)).pay.toString()).querySelector(".missing");
  equal(outline().getAttribute("cx"), "116");
  model.chips = [2500, 500, 500, 2500];
  equal([outline().getAttribute("cx"), outline().getAttribute("cy")], ["192", "43"]);
  model.chips = [2500, 500, 500, 2500, 500, 500];
  equal(outline(), null);
});

test("the strip says what follows, each payment with its amount", () => {
  const following = [
    { ...PAYMENT, box: 3, owed: 3000 },
    { ...PAYMENT, box: 2, owed: 0, collected: 500 },
    { ...PAYMENT, box: 1, wager: "match-up", owed: 0 },
    { ...PAYMENT, box: 1, owed: 100 },
  ];
  const said = text(stripMarkup(desk([box(4, hand(21, 3500))], { following }), LINK));
  ok(said.includes("Then box 3 $30, collect box 2, leave match-up wager of box 1 …"), said);
});

test("a refusal says in figures that nothing has changed, and marks the motion", () => {
  const model = desk([box(4, hand(21, 3500))]);
  Object.assign(model, { refused: { sentence: "No card for you.", clause: "MD-7.M" }, tried: "draw" });
  const said = text(stripMarkup(model, LINK));
  ok(said.includes("the shoe still holds 171 cards, the tray $1,200. The step is still due."), said);
  ok(text(Object.fromEntries(consoleParts(model)).motions).includes("refused"));
  Object.assign(model, { why: { clause: "MD-7.M", words: "The dealer stands on soft 17" } });
  ok(text(Object.fromEntries(consoleParts(model)).pay).includes("The dealer stands on soft 17."));
});

test("a hand keeps in words how it came out, until the next round", () => {
  const model = desk([]);
  const happens = (event, fields) =>
    model.note({ event, box: 4, hand: 0, wager: "base", line: "win", amount: 2000, ...fields });
  happens("WagerPaid");
  happens("WagerReturned");
  happens("WagerPaid", { amount: 500 });
  happens("WagerCollected", { box: 5 });
  happens("WagerReturned", { box: 6, line: "push" });
  happens("WagerCollected", { box: 7, wager: "insurance" });
  equal(
    [4, 5, 6, 7].map((number) => model.result(number, 0)),
    ["paid $25", "collected", "stands off", ""],
  );
  happens("RoundStarted");
  equal(model.result(4, 0), "");
});

test("the way of a settlement is a line only where it goes one way", () => {
  const way = drawn(track({ now: 0, done: [8, 16], next: [-8, -16] }));
  equal(
    ["path.way:not(.dots)", "path.dots", ".way-dot", ".way-dot.y"].map((each) => way.querySelectorAll(each).length),
    [2, 1, 5, 2],
  );
  const both = drawn(track({ now: 0, done: [], next: [-8, 16] }));
  equal([both.querySelectorAll(".dots").length, both.querySelectorAll(".way-dot").length], [0, 3]);
});

test("no card of a fourth hand lies over the total of a second one", () => {
  const four = [10, 11, 12, 13].map((total) => hand(total, 1500));
  const svg = drawn(boxMarkup(desk([box(4, ...four)]), 4));
  const cards = [...svg.querySelectorAll("g[transform*=rotate]")].map((node) => moved(node)[1]);
  const badges = [...svg.querySelectorAll(".badge")].map((node) => moved(node)[1]);
  equal([cards.length, badges.length], [4, 4]);
  ok(badges[0] + 13 * 0.72 <= cards[2] + 1, `${badges[0]} above ${cards[2]}`);
});

test("a double lies beside its wager, and each part is told", () => {
  const doubled = hand(20, 1500, { stakes: [{ player: "Ana", amount: 1500, doubles: [1500], is_open: true }] });
  equal(drawn(boxMarkup(desk([box(4, doubled)]), 4)).querySelector(".amount").textContent, "$15 + $15");
});

test("what is printed lies below the chips of every box", () => {
  const names = feltParts(desk([box(4, hand(21, 3500))])).map(([name]) => name);
  ok(names.indexOf("print") < names.indexOf("box1"));
});

test("the seam of a cut is where the cards from above it begin", () => {
  const model = desk([], { phase: "shuffle", lie: "stack", pile: 288 });
  model.note({ event: "CardsCut", cutter: "Priya", at: 131 });
  const svg = drawn(stackScene(model, 76));
  equal(svg.querySelector(".seam").getAttribute("d").slice(0, 5), "M631.");
  ok(svg.textContent.includes("157 that lay under the cut") && svg.textContent.includes("Priya cut 131 cards"));
});
