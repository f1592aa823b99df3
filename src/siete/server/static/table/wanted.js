/* What the address of a table asks for: the hand of the first round, and the wagers that lie there for it. */

const UNSEEN = "The first round deals the same cards; the hole card was never shown, so it is another one.";
const CHOSEN = "The first round deals the cards that you chose.";
/** Cards in an address, `7s7h`, as the house reads them. */
const spaced = (text) => (text || "").match(/../g)?.join(" ") || "";

/** Put what the attributes of a table ask for: `hand` and `up`, or `cards`, and `wagers`. */
export const putWanted = (table, { model, slip, trainer, playback, boxes }) => {
  const [player, up, cards] = ["hand", "up", "cards"].map((name) => spaced(table.getAttribute(name)));
  putWagers(table.getAttribute("wagers") || "", { model, slip, playback, boxes });
  if (player && up) trainer.deal({ player, up }, "The first round deals the hand that you chose.");
  else if (cards) trainer.deal({ cards }, table.hasAttribute("unseen") ? UNSEEN : CHOSEN);
};

/** The wagers lie there as soon as wagers are open. */
const putWagers = async (text, { model, slip, playback, boxes }) => {
  const wanted = text.split(",").map((each) => each.split(":"));
  if (!wanted[0][0]) return;
  await playback.caughtUp(() => model.isBetting());
  const [box] = boxes();
  for (const [wager, amount] of wanted) slip.put(box, wager, Number(amount) || 0);
};
