import { withPast, advance, emptyStage, fromView } from "../static/playback/stage.js";
import { equal, ok, test } from "./harness.js";

const after = (...events) => events.reduce(advance, emptyStage());
const placed = (amount, more = {}) => ({ event: "WagerPlaced", box: 3, player: "ana", wager: "base", amount, ...more });
const dealt = (card, more = {}) => ({ event: "CardDealt", box: 3, hand: 0, card, ...more });
const faces = (cards) => cards.map((each) => each.card);
const hand = (stage, index = 0) => stage.boxes.get(3).hands[index];

test("a round begins with nothing on the layout", () => {
  const stage = after(placed(1000), dealt("7s"), { event: "RoundStarted", number: 5 });
  equal([stage.number, stage.boxes.size, stage.dealer, stage.isClosed], [5, 0, [], false]);
});

test("a wager makes a box, and a second one adds to it", () => {
  const stage = after(placed(1000), placed(500));
  equal(stage.boxes.get(3).bettors, [{ player: "ana", amount: 1500 }]);
  equal(hand(stage).stakes, [{ player: "ana", amount: 1500, doubles: [], is_open: true }]);
});

test("a side wager lies beside the hands", () => {
  const stage = after(placed(1000), placed(500, { wager: "side" }));
  equal(stage.boxes.get(3).bets, [{ player: "ana", wager: "side", amount: 500, is_open: true, is_taken: false }]);
  equal(hand(stage).stakes.length, 1);
});

test("the last wager taken back takes the box with it", () => {
  const side = after(placed(1000), placed(500, { wager: "side" }), {
    ...placed(500, { wager: "side" }),
    event: "WagerWithdrawn",
  });
  equal([side.boxes.size, side.boxes.get(3).bets], [1, []]);
  equal(advance(side, { ...placed(1000), event: "WagerWithdrawn" }).boxes.size, 0);
});

test("cards go to their hand, to the dealer or to the bonus places", () => {
  const stage = after(
    placed(1000),
    dealt("7s"),
    dealt("8h", { total: 15 }),
    dealt("Ks", { box: 0 }),
    dealt("", { box: 0 }),
    dealt("2c", { is_bonus: true }),
  );
  equal([faces(hand(stage).cards), hand(stage).total], [["7s", "8h"], 15]);
  equal([faces(stage.dealer), faces(stage.bonus), stage.counts.dealt], [["Ks", ""], ["2c"], 5]);
});

test("cards that leave the shoe are counted off", () => {
  const stage = advance({ ...emptyStage(), counts: { left: 100 } }, dealt("7s"));
  equal(stage.counts, { left: 99, dealt: 1 });
});

test("the card of a double is marked, the next one is not", () => {
  const stage = after(placed(1000), dealt("7s"), { event: "DoubleAsked", box: 3, hand: 0 }, dealt("8h"), dealt("2c"));
  equal(
    hand(stage).cards.map((each) => each.isDoubled),
    [false, true, false],
  );
  equal([hand(stage).doublings, hand(stage).awaits], [1, ""]);
});

test("an event changes nothing of the stage before it", () => {
  const before = after(placed(1000), dealt("7s"));
  const text = JSON.stringify([before, [...before.boxes]]);
  advance(before, dealt("8h"));
  advance(before, dealt("Ks", { box: 0 }));
  advance(before, dealt("2c", { is_bonus: true }));
  advance(before, { event: "PlayerSeated", box: 5, player: "ben" });
  advance(before, { event: "WagerDoubled", box: 3, hand: 0, player: "ana", amount: 1000 });
  equal(JSON.stringify([before, [...before.boxes]]), text);
});

test("a split leaves the first card and moves the second to a hand of its own", () => {
  const split = { event: "HandSplit", box: 3, hand: 0 };
  const stage = after(placed(1000), dealt("8s"), dealt("8h", { total: 16 }), split, {
    event: "SplitFunded",
    box: 3,
    hand: 0,
    player: "ana",
    amount: 1000,
  });
  equal([faces(hand(stage).cards), faces(hand(stage, 1).cards)], [["8s"], ["8h"]]);
  equal([hand(stage).total, hand(stage).is_split, hand(stage, 1).is_split], [0, true, true]);
  equal(hand(stage, 1).stakes, [{ player: "ana", amount: 1000, doubles: [], is_open: true }]);
});

test("a rescue takes the last double back", () => {
  const doubled = { event: "WagerDoubled", box: 3, hand: 0, player: "ana", amount: 800 };
  const stage = after(placed(1000), doubled, { event: "WagerRescued", box: 3, hand: 0, player: "ana", amount: 800 });
  equal([hand(stage).stakes[0].doubles, hand(stage).result], [[], { returned: 800, line: "rescued" }]);
});

test("what is paid stays on the layout, what is lost or returned leaves it", () => {
  const settled = { box: 3, hand: 0, player: "ana", wager: "base", amount: 1000, line: "win" };
  const paid = after(placed(1000), { event: "WagerPaid", ...settled });
  equal([hand(paid).result, hand(paid).stakes[0].is_open], [{ paid: 1000, line: "win" }, true]);
  equal(hand(advance(paid, { event: "WagerReturned", ...settled })).stakes[0].is_open, false);
  const part = advance(paid, { event: "WagerReturned", ...settled, closes: false });
  equal([hand(part).stakes[0].is_open, hand(part).result.returned], [true, 1000]);
  equal(hand(after(placed(1000), { event: "WagerCollected", ...settled, line: "loss" })).result, {
    lost: 1000,
    line: "loss",
  });
});

test("a side wager is settled by itself", () => {
  const side = placed(500, { wager: "side" });
  const stage = after(placed(1000), side, { ...side, event: "WagerCollected" });
  const [bet] = stage.boxes.get(3).bets;
  equal(
    [bet.is_open, bet.result.lost, hand(stage).stakes[0].is_open, hand(stage).result],
    [false, 500, true, undefined],
  );
});

test("the hole card is turned where it lies", () => {
  const stage = after(dealt("Ks", { box: 0 }), dealt("", { box: 0 }));
  const turned = advance(stage, { event: "CardsTurned", is_hole: true, card: "9d" });
  equal([faces(turned.dealer), turned.dealer[1].id === stage.dealer[1].id], [["Ks", "9d"], true]);
});

test("the layout is cleared when cards are picked up and the round ends", () => {
  const stage = after(placed(1000), dealt("7s"), dealt("Ks", { box: 0 }), { event: "DealerStood", total: 18 });
  equal([stage.dealerTotal, stage.isDone], [18, true]);
  const cleared = advance(stage, { event: "CardsPickedUp" });
  equal([cleared.dealer, cleared.dealerTotal, hand(cleared).is_removed], [[], 0, true]);
  equal(advance(cleared, { event: "RoundEnded" }).boxes.size, 0);
});

test("an event that shows nothing leaves the stage itself", () => {
  const stage = emptyStage();
  ok(advance(stage, { event: "SomethingElse" }) === stage, "the same stage");
});

const view = (number, cards) => ({
  cards: { left: 280 },
  seats: { 3: "ana" },
  round: {
    number,
    are_wagers_closed: true,
    insurance: "none",
    dealer: { cards: ["Ks"], face_down: 1, is_done: false },
    bonus_cards: [],
    boxes: [{ number: 3, bettors: [], bets: [], hands: [{ cards, stakes: [], doublings: 0 }] }],
  },
});

test("the house's view keeps the cards that lie there, within a round", () => {
  const first = fromView(view(1, ["7s"]));
  const same = fromView(view(1, ["7s", "8h"]), first);
  const other = fromView(view(2, ["7s"]), first);
  equal(
    [faces(same.dealer), faces(hand(same).cards)],
    [
      ["Ks", ""],
      ["7s", "8h"],
    ],
  );
  equal(
    [hand(same).cards[0].id === hand(first).cards[0].id, hand(other).cards[0].id === hand(first).cards[0].id],
    [true, false],
  );
});

test("a view without a round shows seats and counts", () => {
  const stage = fromView({ round: null, rounds: 7, seats: { 2: "ben" }, cards: { left: 12 } });
  equal([stage.number, stage.seats, stage.counts, stage.boxes.size], [7, { 2: "ben" }, { left: 12 }, 0]);
});

test("the cards of a round stay until the next deal, beside the next wager", () => {
  let stage = emptyStage();
  const tell = (event, more = {}) => (stage = advance(stage, { event, box: 3, hand: 0, player: "ana", ...more }));
  tell("RoundStarted", { number: 1 });
  tell("WagerPlaced", { wager: "base", amount: 500 });
  tell("WagersClosed");
  tell("CardDealt", { card: "9s" });
  tell("CardDealt", { card: "8d", total: 17 });
  tell("WagerCollected", { wager: "base", amount: 500, line: "loss" });
  tell("CardsPickedUp");
  tell("RoundEnded", { number: 1 });
  tell("RoundStarted", { number: 2 });
  tell("WagerPlaced", { wager: "base", amount: 1000 });
  const shown = withPast(stage).boxes.get(3);
  equal([shown.hands[0].cards.map(({ card }) => card), shown.hands[0].stakes], [["9s", "8d"], []]);
  equal(shown.next.hands[0].stakes[0].amount, 1000);
  tell("WagersClosed");
  equal(withPast(stage).boxes.get(3).hands[0].cards, []);
});
