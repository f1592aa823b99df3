/* The steps of a round as they are told: in plain words, with its decisions, and the moment it is remembered for. */
import { withCollected } from "../playback/stage.js";
import { ordinal, sentence } from "../words.js";

/** By event: the decision that it tells of, as the odds name it. */
const DECIDED = {
  HitAsked: "hit",
  HandStood: "stand",
  DoubleAsked: "double",
  HandSplit: "split",
  HandSurrendered: "surrender",
  WagerRescued: "rescue",
};
export const decisionOf = ({ event }) => DECIDED[event.event] || "";

const where = ({ box, hand }, stage) =>
  `Box ${box}${(stage.boxes.get(box)?.hands.length || 0) > 1 ? `, ${ordinal(hand || 0)} hand` : ""}`;
/** What the log of a table leaves out, and a round step by step does not. */
const MORE = {
  HitAsked: (event, stage) => [where(event, stage), "asks for a card"],
  DoubleAsked: (event, stage) => [where(event, stage), "asks to double"],
  RoundEnded: () => ["", "The round is over"],
};

/** A step by who and what; null for one that says nothing to people. */
export const stepInWords = ({ event }, felt, stage) => {
  const said = MORE[event.event]?.(event, stage) || sentence(event, felt, stage);
  return said || (event.event.includes(" ") ? ["", event.event] : null);
};

/** The steps that say something, each with the layout before and after it. */
export const toldSteps = (steps, stages, felt) =>
  steps.flatMap((step, i) => {
    const words = stepInWords(step, felt, stages[i + 1]);
    return words ? [{ ...step, words, before: stages[i], stage: shownAt(step, stages[i + 1]) }] : [];
  });
/** A prize may come when its hand was collected: it is shown with the hand. */
const shownAt = (step, stage) => (isPrize(step) ? withCollected(stage, step.event) : stage);

const isAward = ({ event }) => event.event === "AwardPaid" || event.event === "SuperBonusPaid";
const isWheel = ({ event }) => event.event === "WheelSpun" && event.symbols.length > 0;
const isPrize = (step) => isAward(step) || isWheel(step);
/** What a round is remembered for, the rarest first. */
const REMEMBERED = [
  isAward,
  isWheel,
  ({ event }, felt) => event.event === "WagerPaid" && Boolean(felt.lines?.[event.wager]?.[event.line]?.moment),
  (step) => Boolean(decisionOf(step)),
];
/** The number of the step to begin with: the rarest thing that happened, else the last decision, else the end. */
export const keyStep = (steps, felt) => {
  for (const isIt of REMEMBERED) {
    const at = steps.findLastIndex((step) => isIt(step, felt));
    if (at >= 0) return at + 1;
  }
  return steps.length;
};

/** The hand of a decision as its values are asked for; null where there is nothing to decide. */
export const handAsked = ({ event, before }, best) => {
  const hand = before.boxes.get(event.box)?.hands[event.hand || 0];
  const up = before.dealer[0]?.card;
  if (!hand || !up || hand.total >= best || hand.cards.length < 2) return null;
  const doublings = event.event === "DoubleAsked" ? Math.max(0, hand.doublings - 1) : hand.doublings;
  const bet = hand.stakes[0]?.amount || 0;
  return { player: hand.cards.map((each) => each.card).join(" "), up, is_split: hand.is_split, doublings, bet };
};
