import { emptyStage } from "../static/playback/stage.js";
import { Story } from "../static/playback/story.js";
import { equal, test } from "./harness.js";

const FELT = {
  best_total: 21,
  names: { base: "wager", side: "Side Wager", envy: "Envy" },
  lines: { base: { win: { text: "The higher total", odds: "1 to 1" } } },
  losses: { loss: "{total} against the dealer's {dealer}", surrender: "surrendered, a third of the wager" },
};
const HAND = { cards: [], total: 17, stakes: [] };
const stage = (more = {}) => ({
  ...emptyStage(),
  boxes: new Map([[3, { hands: [HAND], bets: [{ player: "ana", wager: "side", amount: 300 }] }]]),
  ...more,
});

const heard = (...events) => {
  const story = new Story();
  for (const event of events)
    story.hear({ box: 3, hand: 0, player: "ana", wager: "base", ...event }, "ana", stage({ dealerTotal: 20 }), FELT);
  return story;
};
const BEGUN = [{ event: "RoundStarted" }, { event: "WagerPlaced", amount: 1000 }, { event: "WagersClosed" }];
const text = (story) => {
  const node = document.createElement("p");
  node.innerHTML = String(story.markup());
  return node.textContent.replace(/\s+/g, " ").trim();
};

test("a round is summed from the chips that left the rack and came back", () => {
  const story = heard(
    ...BEGUN,
    { event: "WagerDoubled", amount: 1000 },
    { event: "WagerPaid", amount: 2000, line: "win" },
    { event: "WagerReturned", amount: 2000 },
  );
  equal([story.net, story.sum()], [2000, "You won $20."]);
});

test("a lost wager is told with both totals, as the house words it", () => {
  const story = heard(...BEGUN, { event: "WagerCollected", amount: 1000, line: "loss", clause: "X-1" });
  equal([story.net, text(story)], [-1000, "You lost $10. 17 against the dealer's 20 X-1"]);
});

test("what a surrender costs comes from the house", () => {
  const story = heard(
    ...BEGUN,
    { event: "WagerReturned", amount: 600, line: "surrender", closes: false },
    { event: "WagerCollected", amount: 400, line: "surrender" },
  );
  equal([story.net, text(story)], [-400, "You lost $4. Surrendered, a third of the wager"]);
});

test("a push breaks even", () => {
  const story = heard(...BEGUN, { event: "WagerReturned", amount: 1000, line: "push" });
  equal(text(story), "You broke even. Push: 17 on both sides");
});

test("wagers of the next round do not count to this one", () => {
  const story = heard(
    ...BEGUN,
    { event: "WagerPaid", amount: 1000, line: "win" },
    { event: "WagerReturned", amount: 1000 },
    { event: "RoundStarted" },
    { event: "WagerPlaced", amount: 5000 },
  );
  equal(story.net, 1000);
});

test("insurance taken in the round counts to it", () => {
  const story = heard(...BEGUN, { event: "WagerPlaced", wager: "insurance", amount: 500 });
  equal(story.net, -1500);
});

test("what others win and lose is not mine", () => {
  const story = heard(...BEGUN, { event: "WagerPaid", player: "ben", amount: 9000, line: "win" });
  equal([story.net, story.lines.length], [-1000, 0]);
});

test("what agrees with the sum is told first, and no more than three parts", () => {
  const lost = (amount) => ({ event: "WagerCollected", amount, line: "loss" });
  const story = heard(...BEGUN, lost(100), { event: "EnvyPaid", amount: 50 }, lost(900), lost(200));
  equal(
    text(story),
    "You lost $9.50. 17 against the dealer's 20: −$9 ; 17 against the dealer's 20: −$2 ; 17 against the dealer's 20: −$1 and 1 more.",
  );
});

test("a side wager that the wheel did not pay is told with its amount", () => {
  const story = heard(...BEGUN, { event: "WheelSpun", wager: "side", symbols: [], line: "no spin" });
  equal(story.lines, [{ amount: -300, text: "Side Wager, no spin", clause: "" }]);
});

test("without the whole round there is no sum", () => {
  const story = heard({ event: "WagersClosed" }, { event: "WagerCollected", amount: 1000, line: "loss" });
  equal(story.sum(), "");
});
