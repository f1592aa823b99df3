import { ledgerMarkup, storyMarkup } from "../static/results/ledger.js";
import { equal, ok, test } from "./harness.js";

const line = (more) => ({
  title: "Your hand",
  wager: "base",
  cards: ["9s", "8d"],
  words: "17 against the dealer's 20",
  stake: 1000,
  odds: "",
  payout: 0,
  net: -1000,
  clause: "X-1",
  ...more,
});
const ledger = (...lines) => ({
  round: 7,
  before: 50000,
  brought: 0,
  after: 50000 + lines.reduce((sum, each) => sum + each.net, 0),
  dealer: ["Kh", "Qs"],
  dealer_total: 20,
  is_void: false,
  lines,
  stake: lines.reduce((sum, each) => sum + each.stake, 0),
  payout: lines.reduce((sum, each) => sum + each.payout, 0),
  net: lines.reduce((sum, each) => sum + each.net, 0),
});
const SPIN = { title: "Wheel", wager: "wheel", cards: [], words: "$100", stake: 500, payout: 10000, net: 9500 };
const WON = { words: "Natural", odds: "3 to 2", payout: 750, net: 750, stake: 500, clause: "X-2" };

const text = (markup) => {
  const node = document.createElement("div");
  node.innerHTML = String(markup);
  return node.textContent.replace(/\s+/g, " ").trim();
};

test("one line is told with its clause", () => {
  equal(text(storyMarkup(ledger(line({})))), "You lost $10. 17 against the dealer's 20 X-1");
  equal(text(storyMarkup(ledger(line(WON)))), "You won $7.50. Natural, 3 to 2 X-2");
});

test("several lines are told with what each brought, side wagers by name", () => {
  const told = text(storyMarkup(ledger(line(WON), line({ ...SPIN, clause: "X-3" }))));
  equal(told, "You won $102.50. Wheel, $100: +$95 X-3; Natural, 3 to 2: +$7.50 X-2 Ledger");
});

test("what agrees with the sum comes first, and what is left out is counted", () => {
  const small = [1, 2, 3].map((i) => line({ title: `Side ${i}`, wager: `side ${i}`, words: "no", net: -100 * i }));
  const told = text(storyMarkup(ledger(line({ ...WON, net: 200 }), ...small)));
  ok(told.startsWith("You lost $4. Side 3, no: −$3"), told);
  ok(told.endsWith("and 1 more Ledger"), told);
});

test("nothing is told of a round without a wager", () => {
  equal([storyMarkup(null), storyMarkup(ledger())], ["", ""]);
});

test("the ledger has every line, the sum, and the chips before and after", () => {
  const shown = text(ledgerMarkup(ledger(line(WON), line({ ...SPIN, clause: "" }))));
  ok(shown.includes("Wheel$5–$100+$95"), shown);
  ok(shown.includes("Together$10$107.50+$102.50"), shown);
  ok(shown.includes("Chips $500 before, $602.50 after."), shown);
});

test("chips that were brought meanwhile are named", () => {
  const shown = text(ledgerMarkup({ ...ledger(line({})), brought: 20000 }));
  ok(shown.includes("before, +$200 brought,"), shown);
});

test("a ledger of several lines shows the chips step by step, and leads to the replay", () => {
  const node = document.createElement("div");
  const lines = [line(WON), line({ title: "Side wager", wager: "side", net: -500 }), line({ title: "Other", net: 0 })];
  node.innerHTML = String(ledgerMarkup(ledger(...lines), "t-1"));
  const bars = [...node.querySelectorAll(".chip-steps rect")].map((each) => each.getAttribute("class"));
  equal(bars, ["whole", "gain", "loss", "even", "now"]);
  const said = [...node.querySelectorAll(".chip-steps text:not(.name)")].map((each) => each.textContent);
  equal(said, ["$500", "+$7.50", "−$5", "$0", "$502.50"]);
  equal(node.querySelector("a").getAttribute("href"), "/replay?table=t-1&round=7");
  node.innerHTML = String(ledgerMarkup(ledger(line({})), "t-1"));
  equal(node.querySelectorAll(".chip-steps").length, 0);
});
