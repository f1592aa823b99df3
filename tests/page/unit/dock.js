import { Dock } from "../static/table/dock.js";
import { TableModel } from "../static/table/model.js";
import { emptyStage } from "../static/playback/stage.js";
import { equal, test } from "./harness.js";

const FELT = {
  best_total: 21,
  questions: {
    play: {
      name: "Your decision",
      sentence: "",
      answers: [
        { command: "Hit", key: "h", label: "Hit", note: "one card" },
        { command: "Double", key: "d", label: "Double", note: "{most}" },
        { command: "Surrender", key: "r", label: "Surrender", note: "lose {at_stake}" },
        { command: "Split", key: "p", label: "Split", note: "" },
      ],
    },
    "follow-split": {
      name: "Follow the split?",
      sentence: "Box {box} was split. Follow?",
      answers: [
        { command: "RideHand", key: "1", label: "First hand", note: "", rides: 0 },
        { command: "RideHand", key: "2", label: "Second hand", note: "", rides: 1 },
      ],
    },
  },
};
const LEGAL = [
  { command: { command: "Hit", box: 3 }, point: "p" },
  { command: { command: "Double", box: 3, amount: 500 }, point: "p", least: 500, most: 1000, step: 50 },
  { command: { command: "Surrender", box: 3 }, point: "p", at_stake: 400 },
];
const REFUSED = [
  { command: { command: "Split", box: 3 }, sentence: "Not two of a kind.", short: "Not two of a kind", clause: "X-1" },
];

const made = ({
  question = "play",
  legal = LEGAL,
  refused = REFUSED,
  hands = [{ total: 15 }],
  boxes = [3],
  confirmed,
} = {}) => {
  const model = new TableModel({});
  const ask = { player: "ana", box: 3, hand: 0, question };
  model.adopt({ you: { name: "ana", legal, refused }, view: { due: { asks: [ask] } } }, 0);
  const sent = [];
  const told = [];
  const stage = { ...emptyStage(), dealer: [{ card: "Ah" }], boxes: new Map([[3, { hands }]]) };
  const dock = new Dock({
    felt: FELT,
    model,
    ask: () => ask,
    stage: () => stage,
    boxes: () => boxes,
    hint: () => null,
    send: async (command, point) => {
      sent.push([command, point]);
      await confirmed;
    },
    refuse: (error) => told.push(error.sentence),
  });
  return { dock, sent, told, model };
};
const notes = (dock) =>
  [...String(dock.markup()).matchAll(/<small[^>]*>(.*?)<\/small>/g)].map(([, text]) => text.replace(/<[^>]*>/g, ""));

test("answers are what the house allows or refuses, in its order", () => {
  const { dock } = made();
  equal(
    dock.answers().map(({ key, legal, refused }) => [key, Boolean(legal), Boolean(refused)]),
    [
      ["h", true, false],
      ["d", true, false],
      ["r", true, false],
      ["p", false, true],
    ],
  );
  equal([dock.has("h"), dock.has("x")], [true, false]);
});

test("notes show the amounts that the house sends", () => {
  equal(notes(made().dock), ["one card", "up to $10", "lose $4", "Not two of a kind X-1"]);
});

test("an answer goes out as the house listed it, with the most unless less is typed", async () => {
  const { dock, sent } = made();
  await dock.press("h");
  await dock.press("d");
  dock.type("Double", 7.5);
  await dock.press("d");
  equal(sent, [
    [{ command: "Hit", box: 3 }, "p"],
    [{ command: "Double", box: 3, amount: 1000 }, "p"],
    [{ command: "Double", box: 3, amount: 750 }, "p"],
  ]);
});

test("a question is answered once, the next one at once even if the first answer is not yet confirmed", () => {
  const { dock, sent, model } = made({ confirmed: new Promise(() => {}) });
  dock.press("h");
  dock.press("d");
  equal(sent, [[{ command: "Hit", box: 3 }, "p"]]);
  model.adopt({ you: { name: "ana", legal: LEGAL.map((each) => ({ ...each, point: "q" })), refused: [] } }, 0);
  dock.press("h");
  equal(sent.at(-1), [{ command: "Hit", box: 3 }, "q"]);
  equal(sent.length, 2);
});

test("a refused answer tells why", async () => {
  const { dock, sent, told } = made();
  await dock.press("p");
  equal([sent, told], [[], ["Not two of a kind."]]);
});

test("the title says which hand, its total and against what", () => {
  equal(made().dock.title(), "Your hand: 15 against an ace.");
  equal(made({ hands: [{ total: 15 }, { total: 8 }] }).dock.title(), "First of two hands: 15 against an ace.");
  equal(made({ boxes: [3, 4] }).dock.title(), "Box 3: 15 against an ace.");
});

const ride = (rides) => ({ command: { command: "RideHand", box: 3, rides }, point: "p" });

test("the two hands of a split are told apart by which they are", () => {
  const { dock } = made({ question: "follow-split", legal: [ride(1)], refused: [] });
  equal([dock.title(), dock.answers().map(({ label }) => label)], ["Box 3 was split. Follow?", ["Second hand"]]);
});
