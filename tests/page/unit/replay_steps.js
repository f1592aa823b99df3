import { emptyStage } from "../static/playback/stage.js";
import { handAsked, keyStep, toldSteps } from "../static/rooms/replay_steps.js";
import { equal, test } from "./harness.js";

const lineOf = (moment) => ({ text: "Line", odds: "1 to 1", moment });
const FELT = { lines: { base: { win: lineOf(""), blackjack: lineOf("blackjack") } }, names: {} };
const step = (event, more = {}) => ({ event: { event, box: 3, hand: 0, ...more } });
const told = (...steps) => toldSteps(steps, [emptyStage(), ...steps.map(() => emptyStage())], FELT);

test("steps that say nothing to people are left out, the others are in words", () => {
  const steps = told(step("HitAsked"), step("CardsDiscarded"), step("RoundEnded"));
  equal(
    steps.map((each) => each.words.join(" ")),
    ["Box 3 asks for a card", " The round is over"],
  );
});

test("a round opens at the rarest thing in it, else at its last decision, else at its end", () => {
  const stood = step("HandStood");
  const won = (line) => step("WagerPaid", { wager: "base", line, amount: 500 });
  const award = step("SuperBonusPaid", { player: "ana", amount: 100000 });
  equal(keyStep(told(stood, won("blackjack"), award, step("RoundEnded")), FELT), 3);
  equal(keyStep(told(stood, won("blackjack"), step("RoundEnded")), FELT), 2);
  equal(keyStep(told(stood, won("win"), step("RoundEnded")), FELT), 1);
  equal(keyStep(told(won("win"), step("RoundEnded")), FELT), 2);
});

test("a prize is shown with its hand, though that was collected; another step shows the layout as it was", () => {
  const stage = { ...emptyStage(), boxes: new Map([[3, { hands: [{ cards: ["Ks", "Ad"], is_removed: true }] }]]) };
  const isThere = (event, more) => {
    const [only] = toldSteps([step(event, more)], [stage, stage], FELT);
    return !only.stage.boxes.get(3).hands[0].is_removed;
  };
  const spin = { player: "ana", wager: "bonus-spin", symbols: ["5"] };
  const got = [isThere("WheelSpun", spin), isThere("SuperBonusPaid", { amount: 500 }), isThere("RoundEnded")];
  equal([...got, stage.boxes.get(3).hands[0].is_removed], [true, true, false, true]);
});

test("a decision is valued at its wager, and only where there was one", () => {
  const hand = { cards: [{ card: "9s" }, { card: "8d" }], total: 17, is_split: false, doublings: 0 };
  const before = { ...emptyStage(), dealer: [{ card: "7h" }] };
  before.boxes.set(3, { hands: [{ ...hand, stakes: [{ amount: 2500 }] }] });
  const asked = { player: "9s 8d", up: "7h", is_split: false, doublings: 0, bet: 2500 };
  equal(handAsked({ ...step("HandStood"), before }, 21), asked);
  equal(handAsked({ ...step("HandStood"), before }, 17), null);
});
