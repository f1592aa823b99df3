/* When a table calls somebody. */
import { Attention } from "../static/table/attention.js";
import { equal, test } from "./harness.js";

const made = ({ isBehind = false, key = "1.play.1" } = {}) => {
  const spoken = [];
  const asked = { key };
  const attention = new Attention({
    ask: () => (asked.key ? {} : null),
    model: { name: "ana", askKey: () => asked.key },
    playback: { isBehind },
    trainer: { look: () => spoken.push("look") },
    floor: { attend: () => spoken.push("floor") },
    dock: { name: () => "Ana", title: () => "16 against 10" },
    voice: { urgent: (text) => spoken.push(text) },
    toasts: { show: ({ text }) => spoken.push(`toast: ${text}`) },
  });
  return { attention, spoken, asked };
};

test("a question is spoken once", () => {
  const { attention, spoken, asked } = made();
  attention.attend();
  attention.attend();
  equal(spoken, ["look", "Ana: 16 against 10", "floor", "look", "floor"]);
  asked.key = "";
  attention.attend();
  asked.key = "1.play.2";
  attention.attend();
  equal(spoken.slice(5), ["look", "floor", "look", "Ana: 16 against 10", "floor"]);
});

test("nothing is spoken while the page still shows how it came to a question", () => {
  const { attention, spoken } = made({ isBehind: true });
  attention.attend();
  equal(spoken, []);
});

test("the last five seconds of my own clock are counted, and nobody else's", () => {
  const { attention, spoken } = made();
  for (const left of [5.2, 4.8, 0.3, 0]) attention.count({ player: "ana", left });
  attention.count({ player: "ben", left: 3 });
  equal(spoken, ["5 seconds", "1 second"]);
});

test("a box that became mine is called and shown", () => {
  const { attention, spoken } = made();
  attention.called(4);
  equal(spoken, ["toast: Box 4 is yours.", "Box 4 is yours."]);
});
