/* How long each event of a batch is shown before the next: a whole deal to seven boxes stays under 1.6 s. */
import { moves, pace } from "../prefs.js";

const PAUSES = {
  CardDealt: 90,
  CardsTurned: 320,
  HandSplit: 280,
  WagerDoubled: 120,
  HandStood: 60,
  HandSurrendered: 200,
  WagerRescued: 200,
  HoleCardChecked: 380,
  WagerPaid: 260,
  WagerReturned: 40,
  WagerCollected: 140,
  HandRemoved: 80,
  DealerStood: 420,
  SuperBonusWon: 700,
  SuperBonusPaid: 500,
  EnvyPaid: 300,
  WheelSpun: 60,
  AwardWon: 500,
  AwardPaid: 700,
  BlackjackAnnounced: 300,
  InsuranceOffered: 200,
  RoundVoided: 900,
  CardsCut: 300,
  CardsShuffled: 350,
  CardBurned: 200,
  CardsPickedUp: 60,
};
/** A card drawn in play is looked at a little longer than one of the first deal. */
const DRAWN = 300;

/** Who wants to look closely gets three times as long. */
const SLOW = 3;

/** Milliseconds to wait after an event of a batch. */
export const pause = (event, stage) => {
  if (pace() === "instant") return 0;
  return usual(event, stage) * (pace() === "slow" ? SLOW : 1);
};
const usual = (event, stage) => {
  const ms = PAUSES[event.event] || 0;
  if (!moves()) return event.event === "CardDealt" ? 0 : Math.min(ms, 120);
  if (event.event !== "CardDealt") return ms;
  const cards = event.box === 0 ? stage.dealer : stage.boxes.get(event.box)?.hands[event.hand]?.cards;
  return (cards?.length || 0) > 2 ? DRAWN : ms;
};

/** Events that say nothing to the eye and must not slow a batch. */
export const isQuiet = (event) => !(event.event in PAUSES);
