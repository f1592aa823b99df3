import { fill, on } from "../static/dom.js";
import { equal, test } from "./harness.js";

const made = () => {
  const root = document.createElement("div");
  document.body.append(root);
  fill(root, "<button data-do=ready>Deal</button>");
  return root;
};
const point = (node, type, more = {}) => node.dispatchEvent(new PointerEvent(type, { bubbles: true, ...more }));
const turn = () => new Promise((done) => setTimeout(done));

test("a button that is pressed stays until it is released, so that its click is heard", async () => {
  const root = made();
  const button = root.firstElementChild;
  const heard = [];
  on(root, "click", "[data-do]", (node) => heard.push(node.dataset.do));
  point(button, "pointerdown");
  fill(root, "<button data-do=ready>Ready</button>");
  equal(root.firstElementChild === button, true);
  point(button, "pointerup");
  button.click();
  await turn();
  equal([heard, root.textContent], [["ready"], "Ready"]);
});

test("only the last of several postponed drawings is shown", async () => {
  const root = made();
  point(root.firstElementChild, "pointerdown");
  fill(root, "<b>one</b>");
  fill(root, "<b>two</b>");
  point(root, "pointerup");
  await turn();
  equal(root.textContent, "two");
});

test("what is not pressed is drawn at once, and so is everything under another button of the mouse", () => {
  const root = made();
  const other = made();
  point(other.firstElementChild, "pointerdown", { button: 2 });
  fill(other, "<b>drawn</b>");
  point(other, "pointerdown");
  fill(root, "<b>drawn</b>");
  equal([other.textContent, root.textContent], ["drawn", "drawn"]);
  point(other, "pointerup");
});
