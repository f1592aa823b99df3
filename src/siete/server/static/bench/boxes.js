/* The same wager on several boxes. */

/** The boxes nearest to one's own, its own first. */
const nearest = (own, positions) =>
  Array.from({ length: positions }, (_, i) => i + 1).toSorted((a, b) => Math.abs(a - own) - Math.abs(b - own) || a - b);

/** Wager on so many boxes what lies on one's own, or the least that may. */
export const chooseBoxes = (count, { felt, model, slip }) => {
  const [own] = model.boxes();
  if (!own) return;
  const isFree = (box) => box === own || !model.holder(box);
  const chosen = nearest(own, felt.positions).filter(isFree).slice(0, count);
  const wagers = slip.of(own).length ? slip.of(own) : slip.lastOf(own);
  for (const box of slip.boxes()) if (!chosen.includes(box)) slip.put(box, "base", 0);
  for (const box of chosen)
    for (const [wager, amount] of wagers.length ? wagers : [["base", felt.table_min]]) slip.put(box, wager, amount);
};
