import { areaThings } from "../static/layout/areas.js";
import { labelThings } from "../static/layout/labels.js";
import { NOBODY } from "../static/layout/nobody.js";
import { emptyStage } from "../static/playback/stage.js";
import { equal, test } from "./harness.js";

const spot = { wager: "spin", title: "Bonus Spin", short: "Spin", mark: "S", least: 500, most: 500, is_fixed: true };
const people = { ...NOBODY, mine: [] };
const place = (more = {}) => ({
  number: 3,
  base: { x: 0, y: 0, r: 37, turn: 0 },
  spots: [{ ...spot, x: 0, y: 0, r: 15, turn: 0, ...more }],
  name: { x: 0, y: 0, isHidden: true },
  amount: [0, 0],
  insurance: { x: 0, y: 0 },
  hands: [],
});
const bet = (isOpen) => ({ player: "ana", wager: "spin", amount: 500, is_open: isOpen });
const stage = (isOpen) => ({
  ...emptyStage(),
  isClosed: true,
  boxes: new Map([[3, { number: 3, hands: [], bettors: [], bets: [bet(isOpen)] }]]),
});
const textOf = (things) => things.map(({ body }) => body.replaceAll(/<title>.*<\/title>|<[^>]*>/g, "").trim());

test("chips of a side wager that were moved aside say what they are, and nothing once they are gone", () => {
  const labels = (isOpen, isQuiet) => textOf(labelThings({}, [place({ isQuiet })], stage(isOpen), people));
  equal([labels(true, true), labels(false, true), labels(true, false)], [["Spin $5"], [], []]);
});

test("where chips of the last round would lie again, no number of a box shines through", () => {
  const shown = (ghosts) =>
    textOf(areaThings([{ ...place(), spots: [] }], emptyStage(), { ...NOBODY, mine: [3], isBetting: true, ghosts }));
  equal([shown(() => [["base", 500]]), shown(() => [])], [[""], ["3"]]);
});

test("beside hands that were split, the area of a side wager that is over makes room for their chips", () => {
  const areas = (isOpen, hands) =>
    areaThings([{ ...place(), hands }], stage(isOpen), people).filter(({ key }) => key === "b3spin").length;
  equal([areas(false, [1, 2]), areas(true, [1, 2]), areas(false, [1])], [0, 1, 1]);
});
