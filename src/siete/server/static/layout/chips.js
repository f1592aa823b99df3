/* Chips on the layout: wagers, doubles and side wagers, what is only wanted yet, and where chips go that leave. */
import { stack } from "../draw/chips.js";
import { px } from "./marks.js";

const INSURANCE = 0.72;
const sideSize = (spot) => Math.min(1.1, spot.r / 25);
const boxSize = (place) => (place.isSmall ? 0.72 : Math.min(1.5, place.base.r / 37));
const betKey = (box, bet) => `s${box.number}${bet.wager}${bet.player}`;
const stakeKey = (box, h, stake, i) => `w${box.number}.${h}.${stake.player}.${i}`;

/** All chips as things to draw. */
export const chipThings = (layout, boxes, stage, people, denominations) => {
  const { tray } = layout;
  const thing = ({ key, amount, x, y, k, cls = "" }) => ({
    key,
    at: px(x, y),
    from: `${px(x, y + 120)} scale(.9)`,
    to: `${px(tray.x, tray.y)} scale(.5)`,
    cls: `stack ${cls}`,
    body: stack(amount, 0, 0, denominations, k),
  });
  return boxes.flatMap((place) => boxPiles(place, stage, people)).map(thing);
};

const boxPiles = (place, stage, people) => {
  if (place.isHidden) return [];
  const box = stage.boxes.get(place.number);
  const lying = box ? [...box.hands.flatMap((hand, h) => handPiles(box, hand, h, place)), ...betPiles(box, place)] : [];
  if (stage.isClosed && box) return lying;
  return [...lying, ...nextPiles(box, place), ...slipPiles(place, people), ...ghostPiles(place, people)];
};

/** A hand's wager and its doubles, side by side. */
const handPiles = (box, hand, h, place) => {
  const stakes = hand.stakes.filter((stake) => stake.is_open);
  const at = place.hands.find((each) => each.index === h)?.stake;
  if (!stakes.length || at?.isHidden || (place.hands.length > 1 && !at)) return [];
  const piles = stakes.flatMap((stake) =>
    [stake.amount, ...stake.doubles].map((amount, i) => ({ key: stakeKey(box, h, stake, i), amount })),
  );
  const spot = at || place.base;
  const size = at ? at.k : boxSize(place);
  const step = Math.min(34, 70 / piles.length) * size;
  const k = piles.length > 1 ? size * 0.88 : size;
  return piles.map((pile, i) => ({ ...pile, x: spot.x + (i - (piles.length - 1) / 2) * step, y: spot.y + 2, k }));
};

const betPiles = (box, place) =>
  box.bets
    .filter((bet) => bet.is_open)
    .map((bet) => ({ bet, isInsurance: bet.wager === "insurance" }))
    .map(({ bet, isInsurance }) => ({
      bet,
      spot: isInsurance ? place.insurance : place.spots.find((each) => each.wager === bet.wager),
      isInsurance,
    }))
    .filter(({ spot }) => spot)
    .map(({ bet, spot, isInsurance }) => ({
      key: betKey(box, bet),
      amount: bet.amount,
      x: spot.x,
      y: spot.y - 1,
      k: isInsurance ? INSURANCE : sideSize(spot),
      cls: bet.is_taken ? "taken" : "",
    }));

/** The next wager, while the cards of the last round still lie there. */
const nextPiles = (box, place) => {
  const hand = place.base.isHidden ? null : box?.next?.hands[0];
  return hand ? handPiles(box.next, hand, 0, { ...place, hands: [] }) : [];
};

/** What is wanted and does not lie there yet. */
const slipPiles = (place, people) => wanted(place, people.slips(place.number), "slip");
/** What lay there in the last round and would be wagered again. */
const ghostPiles = (place, people) => (place.base.isHidden ? [] : wanted(place, people.ghosts(place.number), "ghost"));

const wanted = (place, list, cls) =>
  list
    .map(([wager, amount]) => ({ wager, amount, spot: slipSpot(place, wager) }))
    .filter(({ spot, amount }) => spot && amount > 0)
    .map(({ wager, amount, spot }) => ({
      key: `${cls[0]}p${place.number}${wager}`,
      amount,
      x: spot.x,
      y: spot.y - 1,
      k: wager === "base" ? boxSize(place) : sideSize(spot),
      cls,
    }));
const slipSpot = (place, wager) => (wager === "base" ? place.base : place.spots.find((each) => each.wager === wager));

/** Where chips go that leave the layout, by their keys: to the tray when lost, else to their player. */
export const chipExits = (layout, boxes, stage) => {
  const exits = new Map();
  for (const place of boxes) {
    const box = !place.isHidden && stage.boxes.get(place.number);
    if (box) for (const [key, result] of leaving(box)) exits.set(key, exit(layout, place, result));
  }
  return exits;
};
const exit = ({ tray }, { base }, result) =>
  result?.lost && !result.paid ? `${px(tray.x, tray.y)} scale(.5)` : `${px(base.x, base.y + 130)} scale(.9)`;

const leaving = (box) => [
  ...box.hands.flatMap((hand, h) =>
    hand.stakes
      .filter((stake) => !stake.is_open)
      .flatMap((stake) => [stake.amount, ...stake.doubles].map((_, i) => [stakeKey(box, h, stake, i), hand.result])),
  ),
  ...box.bets.filter((bet) => !bet.is_open).map((bet) => [betKey(box, bet), bet.result]),
];
