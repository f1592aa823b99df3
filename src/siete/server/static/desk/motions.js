/* From a motion of the hands to the command that is sent, and from the step that is due to what is lit. */

/** What a guided dealer's due step begins at; nothing for others. */
export const litBy = (model) => {
  const { step, mine } = model;
  if (!model.isGuided || !step) return "";
  const { payment } = mine;
  if (payment) return payment.owed + payment.handed_over ? "pay" : payment.collected ? "collect" : "leave";
  return (
    LIT[step.command] || (model.desk.calls.some((call) => call.command.command === step.command) ? "call" : "step")
  );
};
const LIT = {
  Deal: "draw",
  TurnUpCards: "turn",
  TurnHoleCard: "turn",
  Peek: "peek",
  PickUp: "pickup",
  RemoveHand: "pickup",
  Spin: "wheel",
};

/** A card that was drawn goes to a box, to the dealer (0) or to the bonus space. */
export const placing = (model, where) => {
  if (where === "bonus") return { command: "Deal", is_bonus: true };
  return { command: "Deal", box: where, hand: where ? model.placeFor(where) : 0 };
};

const onTarget = (command) => (model) => {
  const target = model.target;
  return target && target.box ? { command, box: target.box, hand: target.hand, wager: target.wager } : null;
};

/** Each motion as a command; null where it needs a wager to be chosen first. */
export const MOTIONS = {
  turn: (model) => ({ command: model.round?.dealer.cards.length ? "TurnHoleCard" : "TurnUpCards" }),
  peek: () => ({ command: "Peek" }),
  collect: onTarget("CollectWager"),
  leave: onTarget("LeaveWager"),
  pickup: (model) =>
    model.chosen?.box && model.chosen.wager === "base"
      ? { command: "RemoveHand", box: model.chosen.box, hand: model.chosen.hand }
      : { command: "PickUp" },
  pay: (model) => {
    const made = onTarget("PayOut")(model);
    return made && { ...made, chips: [...model.chips] };
  },
  wheel: (model) => spin(model),
};

/** A wheel is spun for who wagered on it at the chosen box, or for everybody. */
const spin = (model) => {
  const wheels = model.desk.motions.find((each) => each.name === "wheel")?.wagers || [];
  const shared = wheels.find((each) => each.is_shared);
  const number = model.target?.box || model.step?.box;
  const bet = model
    .box(number)
    ?.bets.find((each) => wheels.some((wheel) => wheel.wager === each.wager && !wheel.is_shared));
  if (bet) return { command: "Spin", box: number, player: bet.player, wager: bet.wager };
  return shared ? { command: "Spin", box: 0, player: "", wager: shared.wager } : null;
};

/** A call, about the chosen box where it needs one. */
export const calling = (model, { command }) => {
  if (command.command === "AnnounceBlackjack")
    return { ...command, box: model.chosen?.box || model.step?.box || model.boxes[0]?.number || 1 };
  return command.command === model.step?.command ? model.step : command;
};
