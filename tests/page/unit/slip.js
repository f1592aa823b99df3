import { placedWagers, Slip } from "../static/wagers/slip.js";
import { equal, ok, test } from "./harness.js";

const FELT = {
  table_min: 500,
  table_max: 10000,
  lacks: { high: "The most here is {most}.", low: "At least $5.", base: "Not alone." },
  spots: [
    { wager: "side", least: 100, most: 2000, is_fixed: false },
    { wager: "fixed", least: 500, most: 500, is_fixed: true },
  ],
};

/** A slip at a house that does what it is told, and what was sent to it. */
const made = ({ placed = [], isBetting = true, refuses = false, kept = {} } = {}) => {
  const lies = new Map(placed);
  const sent = [];
  const refused = [];
  const send = async (command) => {
    sent.push(command);
    if (refuses) throw new Error("no");
    const key = `${command.box} ${command.wager}`;
    if (command.command === "WithdrawWager") lies.delete(key);
    else lies.set(key, (lies.get(key) || 0) + command.amount);
  };
  const slip = new Slip({
    felt: FELT,
    placed: () => new Map(lies),
    isBetting: () => isBetting,
    send,
    refuse: (error) => refused.push(error.message),
    changed: () => {},
    kept: {
      find: (person) => kept[person] || null,
      keep: (person, round, wagers) => (kept[person] = { round, wagers: new Map(wagers) }),
    },
    me: () => "ana",
  });
  return { slip, sent, refused, lies };
};
const place = (wager, amount, box = 3) => ({ command: "PlaceWager", box, wager, amount });

test("chips add up, and never below nothing", () => {
  const { slip } = made();
  slip.add(3, "base", 500);
  slip.add(3, "base", 500);
  equal([slip.get(3, "base"), slip.of(3), slip.boxes()], [1000, [["base", 1000]], [3]]);
  slip.add(3, "base", -2500);
  ok(slip.isEmpty(), "an empty slip");
});

test("a wager of one amount is put down and taken up as a whole", () => {
  const { slip } = made();
  slip.add(3, "fixed", 100);
  equal(slip.get(3, "fixed"), 500);
  slip.add(3, "fixed", 100);
  equal(slip.get(3, "fixed"), 0);
});

test("without its base wager a box has no side wagers", () => {
  const { slip } = made();
  slip.put(3, "base", 500);
  slip.put(3, "side", 100);
  slip.put(4, "side", 100);
  slip.put(3, "base", 0);
  equal([...slip.wanted.keys()], ["4 side"]);
});

test("twice is capped by the limit of each wager", () => {
  const { slip } = made();
  slip.put(3, "base", 6000);
  slip.put(3, "side", 900);
  slip.put(3, "fixed", 500);
  slip.twice();
  equal(slip.of(3), [
    ["base", 10000],
    ["side", 1800],
    ["fixed", 500],
  ]);
});

test("the last round can be wagered again, once it was dealt", () => {
  const { slip } = made({ placed: [["3 base", 700]] });
  slip.rebet();
  ok(slip.isEmpty(), "nothing to repeat yet");
  slip.remember(1);
  equal([slip.hasLast(), slip.isEmpty()], [true, true]);
  slip.rebet();
  equal(slip.get(3, "base"), 700);
});

test("base wagers go out before side wagers", async () => {
  const { slip, sent } = made();
  slip.put(3, "side", 200);
  slip.put(3, "base", 1000);
  equal(await slip.sync(), true);
  equal(sent, [place("base", 1000), place("side", 200)]);
});

test("what lies there is added to, or taken back when it is too much", async () => {
  const more = made({ placed: [["3 base", 500]] });
  more.slip.put(3, "base", 1200);
  await more.slip.sync();
  equal(more.sent, [place("base", 700)]);
  const less = made({ placed: [["3 base", 1000]] });
  less.slip.put(3, "base", 600);
  await less.slip.sync();
  equal(less.sent, [{ command: "WithdrawWager", box: 3, wager: "base" }, place("base", 600)]);
});

test("a side wager is changed by taking it back first", async () => {
  const { slip, sent } = made({
    placed: [
      ["3 base", 500],
      ["3 side", 100],
    ],
  });
  slip.adopt();
  slip.put(3, "side", 300);
  await slip.sync();
  equal(sent, [{ command: "WithdrawWager", box: 3, wager: "side" }, place("side", 300)]);
});

test("too little is not sent, and why is said", async () => {
  const { slip, sent } = made();
  slip.put(3, "base", 400);
  equal([await slip.sync(), sent], [false, []]);
  equal(slip.lack(), "At least $5.");
});

test("a side wager alone is not sent, and why is said", async () => {
  const { slip, sent } = made();
  slip.put(3, "side", 200);
  equal([await slip.sync(), sent, slip.lack()], [false, [], "Not alone."]);
});

test("nothing is sent while wagers are closed", async () => {
  const { slip, sent } = made({ isBetting: false });
  slip.put(3, "base", 1000);
  equal([await slip.sync(), sent], [false, []]);
});

test("a refusal is told, and what lies there is wanted again", async () => {
  const { slip, refused } = made({ placed: [["3 base", 500]], refuses: true });
  slip.put(3, "base", 1000);
  equal([await slip.sync(), refused, slip.get(3, "base")], [false, ["no"], 500]);
});

test("only what does not lie there yet is drawn as a slip", () => {
  const { slip } = made({ placed: [["3 base", 500]] });
  slip.put(3, "base", 500);
  slip.put(3, "side", 100);
  equal(slip.unplaced(3), [["side", 100]]);
});

test("my wagers are found on the layout, insurance and others' left out", () => {
  const bet = (player, wager, amount, isOpen = true) => ({ player, wager, amount, is_open: isOpen });
  const bets = [
    bet("ana", "side", 100),
    bet("ana", "insurance", 250),
    bet("ben", "fixed", 500),
    bet("ana", "fixed", 500, false),
  ];
  const round = {
    boxes: [
      {
        number: 3,
        bettors: [
          { player: "ana", amount: 500 },
          { player: "ben", amount: 900 },
        ],
        bets,
      },
    ],
  };
  equal(
    [...placedWagers(round, "ana")],
    [
      ["3 base", 500],
      ["3 side", 100],
    ],
  );
  equal(placedWagers(undefined, "ana").size, 0);
});

test("what was wagered lies there as ghosts until it is cleared or something else is wagered", () => {
  const { slip } = made({
    placed: [
      ["3 base", 1000],
      ["3 side", 200],
    ],
  });
  equal([slip.mayRepeat(), slip.ghosts(3)], [false, []]);
  slip.remember(1);
  equal(slip.ghosts(3), [
    ["base", 1000],
    ["side", 200],
  ]);
  equal(
    [...slip.sums()],
    [
      ["base", 1000],
      ["side", 200],
    ],
  );
  slip.put(3, "base", 500);
  equal([slip.ghosts(3), [...slip.sums()]], [[], [["base", 500]]]);
  slip.clear();
  equal([slip.ghosts(3), slip.mayRepeat(), slip.hasLast()], [[], false, true]);
});

test("a chip that goes over the most is cut down to it", () => {
  const { slip } = made();
  const said = [];
  slip.refuse = ({ sentence }) => said.push(sentence);
  for (let i = 0; i < 3; i++) slip.add(3, "base", 5000);
  equal([slip.get(3, "base"), said], [10000, ["The most here is $100."]]);
});

test("the last wager outlives a reload, also in mid-round when a part of it is settled", () => {
  const kept = {};
  const whole = [
    ["3 base", 1000],
    ["3 side", 200],
  ];
  const ghosts = [
    ["base", 1000],
    ["side", 200],
  ];
  made({ placed: whole, kept }).slip.remember(7);
  const later = made({ placed: whole.slice(0, 1), isBetting: false, kept }).slip;
  later.adopt();
  later.remember(7);
  equal(later.ghosts(3), ghosts);
  later.remember(8);
  equal(later.ghosts(3), [["base", 1000]]);
  later.undo(7);
  equal(kept.ana.round, 8);
  later.clear();
  const last = made({ kept }).slip;
  last.adopt();
  equal(last.mayRepeat(), false);
});

test("a round that is played anew after it was taken back is remembered anew", () => {
  const { slip, lies } = made({ placed: [["3 base", 1000]] });
  slip.remember(8);
  slip.undo(7);
  lies.set("3 base", 500);
  slip.remember(8);
  equal(slip.ghosts(3), [["base", 500]]);
});
