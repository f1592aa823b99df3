/* Mouse and finger: what is pressed within a table, and which part answers for it. */
import { on } from "../dom.js";
import { clauseSheet } from "../sheets.js";

export function wireControls(root, { felt, model, boxes, dock, rail, floor, seating, side, commands, actions }) {
  const press = (selector, handler) => on(root, "click", selector, (node) => handler(node.dataset, node));
  press("[data-answer]", ({ key }) => dock.press(key));
  press("[data-refused]", ({ refused }) => tellWhy(refused, { model, commands }));
  press("[data-floor]", ({ floor: what }) => floor.press(what));
  press("[data-chip]", ({ chip }) => rail.pick(Number(chip)));
  press("[data-spot]", ({ box, spot }) => rail.press(Number(box), spot));
  press("[data-tab]", ({ tab }) => side.choose(tab));
  press("[data-round]", ({ round }) => side.ledger(Number(round)));
  press("[data-sit]", ({ sit }) => seating.sit(Number(sit)));
  press("[data-again]", ({ again }) => actions.again(Number(again)));
  press("[data-do]", ({ do: name }) => actions[name]?.());
  press("[data-clause]", ({ clause }) => clauseSheet(clause));
  const area = { felt, model, boxes, rail, seating, commands };
  press(".area", (at) => pressArea(at, 1, area));
  on(root, "contextmenu", ".area", (node, event) => {
    event.preventDefault();
    pressArea(node.dataset, -1, area);
  });
  on(root, "pointerdown", "button", (_node, event) => leaveFocus(root, event));
  on(root, "mousedown", "button", (_node, event) => event.preventDefault());
  on(root, "input", "[data-amount]", (node) => typeAmount(root, node, dock));
}

/** A press by mouse or finger leaves the keys where they are: Enter does what the dock says. */
const leaveFocus = (root, { pointerType }) => {
  const focused = document.activeElement;
  if (pointerType && root.contains(focused) && focused.matches("button, a")) focused.blur();
};

const tellWhy = (name, { model, commands }) => {
  const why = model.refused().find((each) => each.command.command === name);
  if (why) commands.refuse(why);
};

const typeAmount = (root, node, dock) => {
  dock.type(node.dataset.amount, Number(node.value));
  const shown = root.querySelector("[data-shown]");
  if (shown) shown.textContent = node.value;
};

/** An area of the layout: sit down there, push a chip or take one back, or hear why not. */
const pressArea = ({ box: text, wager }, sign, { felt, model, boxes, rail, seating, commands }) => {
  const box = Number(text);
  if (!model.isSeated()) {
    if (model.maySit() && !model.holder(box)) seating.sit(box);
  } else if (boxes().includes(box) || model.mayWagerOn(box)) {
    rail.push(sign, { ...felt.spots.find((each) => each.wager === wager), box, wager });
  } else commands.refuse(whyNotHere(model, box));
};

const whyNotHere = (model, box) => {
  const holder = model.holder(box);
  const sentence = holder
    ? `Box ${box} is ${holder}'s; its player must let you wager there.`
    : "You may not wager on this box now.";
  return model.refused().find((each) => each.command.box === box) || { sentence, clause: "" };
};
