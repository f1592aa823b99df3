/* How much room hands take, and how they share it: cards overlap more, then shrink, never below what can be read. */

export const RATIO = 1.4;
const LEAST_STEP = 0.3,
  STEP = 0.37;

const flat = (hand) => hand.cards.length - (isTurned(hand) ? 1 : 0);
/** Whether the last card lies across the others. */
export const isTurned = (hand) => hand.cards.length > 2 && Boolean(hand.cards.at(-1).isDoubled);

/** The step between overlapped cards: a long hand shows the index of each card and no more. */
export const stepOf = (hand, w) => w * (flat(hand) > 4 ? LEAST_STEP : STEP);

export const widthOf = (hand, w) => {
  const n = Math.max(1, flat(hand));
  return w + (n - 1) * stepOf(hand, w) + (isTurned(hand) ? w * 0.49 : 0);
};

/** Where each card of a hand lies, from the left upper corner of the hand. */
export const places = (hand, w) => {
  const step = stepOf(hand, w),
    n = flat(hand);
  return hand.cards.map((_card, i) =>
    i < n ? { x: i * step, y: 0, turn: 0 } : { x: (n - 1) * step + w * 0.31, y: w * 0.23, turn: 90 },
  );
};

/** Groups pushed apart along a line until none covers another; each has `at` and `size`. */
export const spread = (groups, gap, low, high) => {
  const list = groups.toSorted((a, b) => a.at - b.at);
  for (let round = 0; round < 80; round++) {
    let moved = false;
    for (let i = 1; i < list.length; i++) {
      const over = list[i - 1].at + list[i - 1].size / 2 + gap + list[i].size / 2 - list[i].at;
      if (over > 0.01) {
        list[i - 1].at -= over / 2;
        list[i].at += over / 2;
        moved = true;
      }
    }
    for (const each of list) each.at = Math.min(high - each.size / 2, Math.max(low + each.size / 2, each.at));
    if (!moved) break;
  }
};

/** The hands of a box that still lie on the felt. */
export const lying = (box) =>
  box.hands.map((hand, index) => ({ hand, index })).filter(({ hand }) => hand.cards.length && !hand.is_removed);
