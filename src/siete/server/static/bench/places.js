/* Where the first cards of a round go, one label for each card. */

const DEALER = { up: "Up card", hole: "Hole card" };

/** `deal` is the order as the table tells it, `boxes` those with a wager; later cards have no label. */
export const placesOf = (deal, boxes) =>
  deal.flatMap((place) =>
    place === "box" ? boxes.map((box) => (boxes.length > 1 ? `Box ${box}` : "You")) : [DEALER[place]],
  );
