/* The areas where chips go: a circle for each box, and one for each of its side wagers. */
import { esc } from "../dom.js";
import { money } from "../words.js";
import { px } from "./marks.js";

const SMALL = 18;

/** The areas of all boxes as things to draw. */
export const areaThings = (boxes, stage, people) =>
  boxes
    .filter((box) => !box.isHidden)
    .flatMap((box) => [...baseArea(box, stage, people), ...spotAreas(box, stage, people)]);

const idle = (box, stage) => (stage.isClosed && !stage.boxes.has(box.number) ? "idle" : "");
const target = (people, box, wager) => (people.target(box.number, wager) ? "target" : "");

const baseArea = (box, stage, people) => {
  const { base, number } = box;
  if (base.isHidden || (box.isSmall && box.hands.length)) return [];
  const isMine = people.mine.includes(number);
  const isOpen = !stage.boxes.has(number) && !stage.seats[number];
  const dashes = isOpen ? `stroke-dasharray="4 4"` : "";
  return [
    {
      key: `b${number}`,
      at: `${px(base.x, base.y)} rotate(${base.turn}deg)`,
      cls: `area ${idle(box, stage)} ${isMine ? "mine" : ""} ${target(people, box, "base")}`,
      data: { box: number, wager: "base" },
      body: `<circle class="mark mark-fill" r="${base.r}" ${dashes}/>${boxNumber(box, stage, people)}`,
    },
  ];
};

const boxNumber = ({ number, base, isSmall }, stage, people) => {
  const isOut = people.mine.includes(number) && !people.isBetting;
  if (stage.boxes.has(number) || isOut || people.ghosts(number).length) return "";
  return `<text class="mark-n" y="8" transform="rotate(${-base.turn})">${isSmall ? "" : number}</text>`;
};

const spotAreas = (box, stage, people) => {
  const isCrowded = box.hands.length > 1;
  const bets = stage.boxes.get(box.number)?.bets || [];
  const isSlipped = ({ wager }) => people.slip(box.number, wager) > 0;
  const isGhost = ({ wager }) => people.ghosts(box.number).some(([each]) => each === wager);
  const isOpen = ({ wager }) => bets.some((bet) => bet.wager === wager && bet.is_open);
  const hasChips = (spot) => isOpen(spot) || isSlipped(spot) || isGhost(spot);
  return box.spots
    .filter((spot) => (!spot.isQuiet && !isCrowded) || isOpen(spot) || isSlipped(spot))
    .map((spot) => spotArea(box, spot, hasChips(spot), `${idle(box, stage)} ${target(people, box, spot.wager)}`));
};

const spotArea = (box, spot, hasChips, cls) => {
  const limits = `${money(spot.least)}${spot.is_fixed ? "" : ` to ${money(spot.most)}`}`;
  return {
    key: `b${box.number}${spot.wager}`,
    at: `${px(spot.x, spot.y)} rotate(${spot.turn}deg)`,
    cls: `area spot ${cls}`,
    data: { box: box.number, wager: spot.wager },
    body: `<circle class="mark mark-fill" r="${spot.r}"/><title>${esc(spot.title)}: ${limits}</title>
      ${hasChips ? "" : spotLabel(spot)}`,
  };
};

const spotLabel = ({ r, short, mark }) => {
  const label = r < SMALL ? mark : short.toUpperCase();
  const size = Math.min(12, (r * 2.45) / Math.max(3, label.length));
  return `<text class="mark-t" font-size="${size.toFixed(1)}" y="${(size * 0.35).toFixed(1)}">${esc(label)}</text>`;
};
