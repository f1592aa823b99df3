/* Cards on the layout, and the ring round the hand that is to act. */
import { places, RATIO, widthOf } from "./hands.js";
import { px } from "./marks.js";

const MINI_RATIO = 1.5;
const rectangle = (width, height, pad = 0) =>
  `x="${-width / 2 - pad}" y="${-height / 2 - pad}" width="${width + pad * 2}" height="${height + pad * 2}"`;

/** All cards as things to draw: they come from the shoe and go to the discard rack. */
export const cardThings = (layout, boxes, stage) => {
  const { shoe, rack } = layout;
  const way = {
    from: `${px(shoe.x, shoe.y)} rotate(20deg) scale(.7)`,
    to: `${px(rack.x, rack.y)} rotate(-8deg) scale(.6)`,
  };
  const laid = [
    ...dealerCards(layout, stage),
    ...bonusCards(layout, stage),
    ...boxes.flatMap((box) => box.hands.flatMap(handCards)),
  ];
  return laid.map((each) => ({ ...way, ...cardThing(each) }));
};

const cardThing = ({ card, at, w, isMini }) => {
  const size = rectangle(w, w * (isMini ? MINI_RATIO : RATIO));
  return {
    key: card.id,
    at,
    face: card.card,
    isTurning: Boolean(card.card),
    cls: "card",
    body: `<g><rect ${size} rx="${w * 0.072}" fill="#000" opacity=".34" transform="translate(1 2.5)"/>
      <use href="#${isMini ? "m" : "c"}-${card.card || "back"}" ${size}/></g>`,
  };
};

const dealerCards = (layout, stage) =>
  stage.dealer.map((card, i) => {
    const { x, y, w } = layout.dealerAt(i, stage.dealer.length);
    return { card, at: px(x + w / 2, y + w * 0.7), w };
  });
const bonusCards = (layout, stage) =>
  stage.bonus.map((card, i) => {
    const { x, y, w } = layout.bonusAt(i);
    return { card, at: px(x + w / 2, y + w * 0.7), w, isMini: w < 30 };
  });

const handCards = (place) => (place.isColumn ? column(place) : place.isMini ? row(place) : fan(place));

/** Narrow cards one below the other. */
const column = ({ hand, x, y, w, columnRoom }) => {
  const step = Math.min(17, columnRoom / Math.max(1, hand.cards.length - 1));
  return hand.cards.map((card, i) => ({ card, at: px(x, y - columnRoom / 2 + i * step), w, isMini: true }));
};
/** Small cards side by side. */
const row = ({ hand, x, y, w }) => {
  const count = hand.cards.length;
  const step = Math.min(21, (62 / count) * (count > 3 ? 1.3 : 1.1));
  return hand.cards.map((card, i) => ({ card, at: px(x + (i - (count - 1) / 2) * step, y), w, isMini: true }));
};
/** Whole cards as a hand is laid down. */
const fan = ({ hand, x, y, w, lean }) => {
  const wide = widthOf(hand, w);
  const turned = `${px(x, y)} rotate(${lean.toFixed(1)}deg)`;
  return places(hand, w).map((place, i) => ({
    card: hand.cards[i],
    at: `${turned} ${px(place.x - wide / 2 + w / 2, place.y)} rotate(${place.turn}deg)`,
    w,
  }));
};

/** The ring round the hand that is to act, with what is left of its time. */
export const ringThings = (boxes, active, clock) => {
  const box = active && boxes.find((each) => each.number === active.box);
  const place = box?.hands.find((each) => each.index === (active.hand ?? 0));
  if (!place) return [];
  const left = clock ? Math.max(0, (clock.left / clock.of) * 100) : 100;
  const frame = ringFrame(place);
  return [
    {
      key: `ring${active.box}.${active.hand}.${clock?.key || ""}`,
      at: `${px(place.x, place.y)} rotate(${place.lean}deg)`,
      body: `<rect class="glow" ${frame}/>
        <rect class="clock" ${frame} pathLength="100" stroke-dasharray="${left} 100"/>`,
    },
  ];
};
const ringFrame = ({ w, hand, isMini }) => {
  if (!isMini) return `${rectangle(widthOf(hand, w), w * RATIO, 8)} rx="12"`;
  return `${rectangle(Math.max(24, hand.cards.length * 21), w * MINI_RATIO, 4)} rx="7"`;
};
