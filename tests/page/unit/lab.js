import { words } from "../static/lab/compare_markup.js";
import { counted, dealt, steps, verdict } from "../static/lab/by_count.js";
import { values } from "../static/lab/hand_markup.js";
import { plot } from "../static/lab/meter_markup.js";
import { sessions } from "../static/lab/simulate_markup.js";
import { equal, ok, test } from "./harness.js";

const side = (edge) => ({ base: { house_edge: edge, standard_deviation: 1, average_wager: 1 }, wagers: [] });
const FOUND = { steps: [{ words: ["soft 17: hit"] }, { words: ["rescue: yes"] }] };
const told = (edges) => String(words(FOUND, [side(0.004), side(0.009)], edges, ["here", "there"]));

test("the way between two edges is told when all of it is solved", () => {
  equal(
    [told([0.008]), told([0.008, 0.009])].map((text) => text.includes("soft 17: hit costs 0.40 %; rescue costs")),
    [false, true],
  );
  equal(told([0.008]).includes("being solved"), true);
});

test("a run is told apart where its wager changes, then nearest to nought", () => {
  const wagers = Array.from({ length: 20 }, (_, i) => ({ count: i - 8, bet: i < 18 ? "5" : "50" }));
  const counts = steps(wagers).map(({ count }) => count);
  equal([counts.length, counts.at(-1), counts.includes(-6)], [14, 10, false]);
  equal(
    steps([
      { count: -1, bet: "5" },
      { count: 0, bet: "5" },
    ]),
    [{ count: 0, bet: "5" }],
  );
});

const level = (least, below, rounds, edge) => ({
  least,
  below,
  rounds,
  house_edge: edge,
  error: 0.01,
  exact_share: rounds / 1000,
  exact_edge: edge + 0.001,
});

test("dealt levels are put together as they are shown", () => {
  const points = dealt([
    level(null, -5, 100, 0.02),
    level(2, 5, 50, 0.1),
    level(9, 10, 30, -0.02),
    level(10, null, 10, 0.02),
  ]);
  equal(
    points.map(({ count, rounds }) => [counted(count), rounds]),
    [
      ["≤ −6", 100],
      ["≥ +9", 40],
    ],
  );
  equal(Math.round(points[1].edge * 1e6), 10000);
  equal(verdict(points), "2 of 2 dealt points have the figure within their interval of 95 in 100.");
});

test("marks of a drawing stay inside it", () => {
  const end = { "5%": -136_400, "50%": -78_500, "95%": -19_600 };
  const bars = Array.from({ length: 30 }, (_, i) => [-200_000 + i * 8_000, 100]);
  const text = String(sessions({ sessions: { bars, bar_width: 8_000, sessions: 3_000, rounds: 500, end } }, 530));
  const [below, above] = ["below", "above"].map((word) =>
    Number(new RegExp(`x="([\\d.]+)"[^>]*>one in 20 ${word}`).exec(text)[1]),
  );
  equal([below >= 20 * 7, above <= 530 - 20 * 7], [true, true]);
});

test("an action's worth is told to the cent", () => {
  const surrender = { name: "surrender", ev: -0.5, cents: -1250 };
  ok(String(values({ actions: [surrender], reason: "", sure: "", cell: null }, 900)).includes("−50.00 % (−$12.50)"));
});

test("every line of a meter's plot has its name, apart from the others and above the axis", () => {
  const line = (number, even) => ({
    key: `${number}`,
    title: "Jackpot",
    paytable: `3c/${number}`,
    meter: 5000,
    house_edge_at_meter: 0.25,
    break_even_meter_shown: even,
    average_meter_at_hit: 0,
  });
  const list = [50000, 40000, 30000, 20000].map((even, i) => line(i + 1, even));
  const drawn = String(plot(list, list[0], 5000, 900));
  const places = [...drawn.matchAll(/<text[^>]* y="([\d.]+)"[^>]*>3c\/\d</g)].map(([, y]) => Number(y));
  equal(places.length, list.length);
  ok(places.every((y, i) => y <= 500 - 40 && places.every((other, j) => i === j || Math.abs(y - other) >= 13.9)));
});
