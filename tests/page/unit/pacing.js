import { isQuiet, pause } from "../static/playback/pacing.js";
import { equal, ok, test } from "./harness.js";

const STAGE = {
  dealer: [{}, {}, {}],
  boxes: new Map([[3, { hands: [{ cards: [{}, {}] }, { cards: [{}, {}, {}] }] }]]),
};
const dealt = (box, hand = 0) => ({ event: "CardDealt", box, hand });
/** Whether things move is asked of the page itself; a test page stands still on request. */
const still = (isStill) => document.documentElement.classList.toggle("still", isStill);

test("a card of the first deal is quick, one drawn in play is looked at longer", () => {
  still(false);
  ok(pause(dealt(3), STAGE) < pause(dealt(3, 1), STAGE), "a shorter pause");
  equal(pause(dealt(0), STAGE), pause(dealt(3, 1), STAGE));
});

test("a whole deal to seven boxes stays under 1.6 seconds", () => {
  still(false);
  ok(16 * pause(dealt(3), STAGE) < 1600, "a quick deal");
});

test("events without a picture are quiet, and wait for nothing", () => {
  equal([isQuiet({ event: "WagersClosed" }), isQuiet(dealt(3))], [true, false]);
  equal(pause({ event: "WagersClosed" }, STAGE), 0);
});

test("where nothing moves, cards do not wait and the rest waits briefly", () => {
  still(true);
  equal(
    [pause(dealt(3), STAGE), pause({ event: "AwardPaid" }, STAGE), pause({ event: "HandStood" }, STAGE)],
    [0, 120, 60],
  );
  still(false);
});
