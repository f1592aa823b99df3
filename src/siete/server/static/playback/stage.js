/* What lies on the felt while events are told one by one. It decides nothing: after the last event the house's own view
   takes its place. Cards keep an identity, so that the same card slides from place to place. */

let made = 0;
const newCard = (card, isDoubled = false) => ({ id: `k${++made}`, card: card || "", isDoubled });

export const emptyStage = () => ({
  number: 0,
  dealer: [],
  dealerTotal: 0,
  bonus: [],
  boxes: new Map(),
  counts: {},
  seats: {},
  isClosed: false,
  insurance: "none",
  isDone: false,
  past: null,
});

/** The stage as the house's view tells it; cards that were there before stay the same cards. */
export function fromView(view, before = emptyStage()) {
  const round = view.round;
  const stage = { ...emptyStage(), counts: view.cards || {}, seats: view.seats || {}, racks: view.racks || {} };
  if (!round?.are_wagers_closed) stage.past = before.past;
  if (!round) return { ...stage, number: view.rounds || 0 };
  const isSame = before.number === round.number;
  const dealt = [...round.dealer.cards];
  for (let i = 0; i < round.dealer.face_down; i++) dealt.push("");
  stage.number = round.number;
  stage.isClosed = round.are_wagers_closed;
  stage.insurance = round.insurance;
  stage.isDone = round.dealer.is_done;
  stage.dealer = dealt.map((card, i) => kept(isSame && before.dealer[i], card));
  stage.dealerTotal = round.dealer.face_down ? 0 : before.dealerTotal;
  stage.bonus = round.bonus_cards.map((card, i) => kept(isSame && before.bonus[i], card));
  for (const box of round.boxes) {
    const old = isSame ? before.boxes.get(box.number) : undefined;
    const hands = box.hands.map((hand, h) => ({
      ...hand,
      cards: hand.cards.map((card, i) => kept(old?.hands[h]?.cards[i], card)),
      result: old?.hands[h]?.result,
    }));
    for (const hand of hands) for (const at of hand.sideways ?? []) hand.cards[at].isDoubled = true;
    stage.boxes.set(box.number, {
      ...box,
      hands,
      bets: box.bets.map((bet) => ({
        ...bet,
        result: old?.bets.find((b) => b.player === bet.player && b.wager === bet.wager)?.result,
      })),
    });
  }
  return stage;
}
const kept = (old, card) => (old && (old.card === card || !old.card) ? { ...old, card } : newCard(card));

/** The stage after one event. Nothing of the old one is changed. */
export function advance(stage, event) {
  const change = CHANGES[event.event];
  if (!change) return stage;
  const next = {
    ...stage,
    dealer: [...stage.dealer],
    bonus: [...stage.bonus],
    boxes: new Map([...stage.boxes].map(([n, box]) => [n, copied(box)])),
    counts: { ...stage.counts },
    seats: { ...stage.seats },
  };
  change(next, event);
  return next;
}
const copied = (box) => ({
  ...box,
  bettors: [...box.bettors],
  bets: box.bets.map((bet) => ({ ...bet })),
  hands: box.hands.map((hand) => ({
    ...hand,
    cards: [...hand.cards],
    stakes: hand.stakes.map((s) => ({ ...s, doubles: [...s.doubles] })),
  })),
});

const newHand = () => ({
  cards: [],
  stakes: [],
  total: 0,
  is_soft: false,
  status: "playing",
  is_blackjack: false,
  is_split: false,
  doublings: 0,
  awaits: "",
  is_removed: false,
});
const boxOf = (stage, event) => {
  if (!stage.boxes.has(event.box))
    stage.boxes.set(event.box, {
      number: event.box,
      decider: event.player || "",
      bettors: [],
      hands: [newHand()],
      bets: [],
    });
  return stage.boxes.get(event.box);
};
const handOf = (stage, event) => {
  const box = boxOf(stage, event);
  return box.hands[event.hand] ?? (box.hands[event.hand || 0] = newHand());
};
const add = (stage, number) => {
  stage.counts.dealt = (stage.counts.dealt || 0) + number;
  if ("left" in stage.counts) stage.counts.left -= number;
};

const settle = (word) => (stage, event) => {
  const box = boxOf(stage, event);
  if (event.wager !== "base") {
    const bet = box.bets.find((each) => each.player === event.player && each.wager === event.wager);
    if (bet) {
      bet.result = result(bet.result, word, event.amount);
      if (word !== "paid") bet.is_open = false;
    }
    return;
  }
  const hand = handOf(stage, event);
  hand.result = result(hand.result, word, event.amount, event.line);
  if (word !== "paid" && event.closes !== false)
    for (const stake of hand.stakes) if (stake.player === event.player) stake.is_open = false;
};
const result = (old, word, amount, line) => ({
  ...old,
  [word]: (old?.[word] || 0) + amount,
  line: line || old?.line,
});

const hasResults = (stage) => [...stage.boxes.values()].some((box) => box.hands.some((hand) => hand.result));
const remembered = ({ dealer, dealerTotal, bonus, boxes }) => ({
  dealer,
  dealerTotal,
  bonus,
  boxes: new Map([...boxes].map(([number, box]) => [number, copied(box)])),
});

/** The stage as it is drawn between rounds: the cards of the last round lie there until the next deal. */
export function withPast(stage) {
  const { past } = stage;
  if (!past || stage.isClosed) return stage;
  const boxes = new Map([...stage.boxes, ...[...past.boxes].map(([number, old]) => [number, joined(old, stage)])]);
  return { ...stage, isPast: true, dealer: past.dealer, dealerTotal: past.dealerTotal, bonus: past.bonus, boxes };
}
/** The stage with the cards of a box lying there, though its hands were collected already. */
export const withCollected = (stage, { box: number }) => {
  const box = stage.boxes.get(number);
  if (!box?.hands.every((hand) => hand.is_removed)) return stage;
  const hands = box.hands.map((hand) => ({ ...hand, is_removed: false }));
  return { ...stage, boxes: new Map([...stage.boxes, [number, { ...box, hands }]]) };
};
/** A box with its last cards and its next wagers. */
const joined = (old, stage) => {
  const next = stage.boxes.get(old.number);
  const won = old.bets.filter((bet) => bet.result?.paid && !next?.bets.some((each) => each.wager === bet.wager));
  return {
    ...old,
    next,
    decider: stage.seats[old.number] || old.decider,
    bettors: next?.bettors || [],
    bets: [...(next?.bets || []), ...won.map((bet) => ({ ...bet, is_open: false }))],
    hands: old.hands.map((hand) => ({ ...hand, stakes: [], is_removed: false })),
  };
};

const CHANGES = {
  RoundStarted: (stage, e) => {
    Object.assign(stage, {
      number: e.number,
      dealer: [],
      bonus: [],
      boxes: new Map(),
      isClosed: false,
      insurance: "none",
      isDone: false,
      dealerTotal: 0,
    });
  },
  PlayerSeated: (stage, e) => {
    stage.seats[e.box] = e.player;
  },
  WagerPlaced: (stage, e) => {
    const box = boxOf(stage, e);
    if (e.wager !== "base") {
      box.bets.push({ player: e.player, wager: e.wager, amount: e.amount, is_open: true, is_taken: false });
      return;
    }
    const bettor = box.bettors.find((each) => each.player === e.player),
      stake = box.hands[0]?.stakes.find((each) => each.player === e.player);
    if (bettor) box.bettors[box.bettors.indexOf(bettor)] = { ...bettor, amount: bettor.amount + e.amount };
    else box.bettors.push({ player: e.player, amount: e.amount });
    if (stake) stake.amount += e.amount;
    else
      handOf(stage, { ...e, hand: 0 }).stakes.push({ player: e.player, amount: e.amount, doubles: [], is_open: true });
  },
  WagerWithdrawn: (stage, e) => {
    const box = boxOf(stage, e);
    if (e.wager !== "base") {
      box.bets = box.bets.filter((bet) => bet.player !== e.player || bet.wager !== e.wager);
      return;
    }
    box.bettors = box.bettors.filter((each) => each.player !== e.player);
    for (const hand of box.hands) hand.stakes = hand.stakes.filter((stake) => stake.player !== e.player);
    if (!box.bettors.length) stage.boxes.delete(e.box);
  },
  WagersClosed: (stage) => {
    stage.isClosed = true;
    stage.past = null;
  },
  WagerTaken: (stage, e) => {
    for (const bet of boxOf(stage, e).bets) if (bet.player === e.player && bet.wager === e.wager) bet.is_taken = true;
  },
  CardDealt: (stage, e) => {
    add(stage, 1);
    if (e.is_bonus) {
      stage.bonus.push(newCard(e.card));
      return;
    }
    if (e.box === 0) {
      stage.dealer.push(newCard(e.card));
      if (e.total) stage.dealerTotal = e.total;
      return;
    }
    const hand = handOf(stage, e);
    hand.cards.push(newCard(e.card, hand.awaits === "double"));
    hand.awaits = "";
    if (e.total) {
      hand.total = e.total;
      hand.is_soft = false;
    }
  },
  CardsTurned: (stage, e) => {
    const at = e.is_hole ? 1 : 0;
    if (stage.dealer[at]) stage.dealer[at] = { ...stage.dealer[at], card: e.card };
    else stage.dealer.push(newCard(e.card));
  },
  BlackjackAnnounced: (stage, e) => {
    handOf(stage, { ...e, hand: e.hand ?? 0 }).is_blackjack = true;
  },
  InsuranceOffered: (stage) => {
    stage.insurance = "open";
  },
  InsuranceClosed: (stage) => {
    stage.insurance = "closed";
  },
  HitAsked: (stage, e) => {
    handOf(stage, e).awaits = "hit";
  },
  DoubleAsked: (stage, e) => {
    const hand = handOf(stage, e);
    hand.awaits = "double";
    hand.doublings += 1;
  },
  HandStood: (stage, e) => {
    handOf(stage, e).status = "stood";
  },
  HandSurrendered: (stage, e) => {
    handOf(stage, e).status = "surrendered";
  },
  WagerDoubled: (stage, e) => {
    handOf(stage, e)
      .stakes.find((stake) => stake.player === e.player)
      ?.doubles.push(e.amount);
  },
  WagerRescued: (stage, e) => {
    const hand = handOf(stage, e);
    hand.stakes.find((stake) => stake.player === e.player)?.doubles.pop();
    hand.result = result(hand.result, "returned", e.amount, "rescued");
  },
  HandSplit: (stage, e) => {
    const box = boxOf(stage, e),
      old = handOf(stage, e);
    const right = { ...newHand(), cards: old.cards.splice(1), is_split: true, awaits: "card" };
    Object.assign(old, { is_split: true, awaits: "card", total: 0 });
    box.hands.splice(e.hand + 1, 0, right);
  },
  SplitFunded: (stage, e) => {
    handOf(stage, { ...e, hand: e.hand + 1 }).stakes.push({
      player: e.player,
      amount: e.amount,
      doubles: [],
      is_open: true,
    });
  },
  WheelSpun: (stage, e) => {
    const bet = boxOf(stage, e).bets.find((each) => each.player === e.player && each.wager === e.wager);
    if (bet) {
      bet.is_open = false;
      if (!e.symbols.length) bet.result = result(bet.result, "lost", bet.amount);
    }
  },
  WagerPaid: settle("paid"),
  WagerReturned: settle("returned"),
  WagerCollected: settle("lost"),
  SuperBonusPaid: (stage, e) => settle("paid")(stage, { ...e, wager: "base", line: "super bonus" }),
  HandRemoved: (stage, e) => {
    handOf(stage, e).is_removed = true;
  },
  DealerStood: (stage, e) => {
    stage.dealerTotal = e.total;
    stage.isDone = true;
  },
  CardsPickedUp: (stage) => {
    if (hasResults(stage)) stage.past = remembered(stage);
    for (const box of stage.boxes.values()) for (const hand of box.hands) hand.is_removed = true;
    stage.dealer = [];
    stage.bonus = [];
    stage.dealerTotal = 0;
    stage.counts.discards = stage.counts.discards || 0;
  },
  RoundEnded: (stage) => {
    stage.boxes = new Map();
  },
};

/** The layout after each step of a round, beginning with the empty one; what was picked up is remembered to the end. */
export const stagesOf = (steps) => {
  const stages = [emptyStage()];
  for (const { event, view } of steps) {
    const moved = advance(stages.at(-1), event);
    stages.push(view?.cards ? { ...fromView(view, moved), past: moved.past } : moved);
  }
  return stages;
};
