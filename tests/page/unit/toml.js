import { tomlOf, typedOf, withChoice, withoutChoice } from "../static/forms/toml.js";
import { equal, test } from "./harness.js";

const TEXT = `rule_set = "x"
# eight of them
decks = 8
chips = [
  1, # one ]
  5,
]
limit = "none"

[own]
decks = 2
`;

test("a choice is changed in its place, and nothing else is", () => {
  equal(withChoice(TEXT, "decks", "6"), TEXT.replace("decks = 8", "decks = 6"));
});
test("a value over several lines is changed as a whole", () => {
  equal(withChoice(TEXT, "chips", "[1]"), TEXT.replace(/chips = [^]*?\n\]/, "chips = [1]"));
  equal(withoutChoice(TEXT, "chips").includes("5,"), false);
});
test("a new choice comes before the first table", () => {
  equal(withChoice(TEXT, "fresh", "true").includes("\nfresh = true\n[own]\ndecks = 2\n"), true);
  equal(withChoice("", "fresh", "1"), "fresh = 1\n");
});
test("a choice of a table of its own is left alone", () => {
  equal(withoutChoice(withoutChoice(TEXT, "decks"), "decks").includes("[own]\ndecks = 2"), true);
});
test("a name that is not written is removed from nowhere", () => {
  equal(withoutChoice(TEXT, "deck"), TEXT);
});
test("what is typed becomes TOML of its kind", () => {
  equal(tomlOf("number", " 7 "), "7");
  equal(tomlOf("amount", "2.50"), "2.50");
  equal(tomlOf("amount", "none"), '"none"');
  equal(tomlOf("line", "06:00"), '"06:00"');
  equal(tomlOf("line", "5"), '"5"');
  equal(tomlOf("choice", '"hit"'), '"hit"');
  equal(tomlOf("toml", "[1, 5]"), "[1, 5]");
});
test("a value is typed without its quotes", () => {
  equal(typedOf('"1/4"'), "1/4");
  equal(typedOf("5"), "5");
});
