/* Words on the layout: totals and results, amounts, and who sits where. */
import { esc } from "../dom.js";
import { money, total } from "../words.js";
import { RATIO } from "./hands.js";
import { aside, badge, pill, px } from "./marks.js";

const sum = (amounts) => amounts.map(money).join(" + ");

/** All labels as things to draw. */
export const labelThings = (layout, boxes, stage, people) => {
  const shown = boxes.filter((box) => !box.isHidden);
  return [
    ...dealerBadge(layout, stage, people.best),
    ...shown.flatMap((place) => [
      ...amountLabels(place, stage, people),
      ...place.hands.map((hand) => handBadge(hand, place, { active: stage.active, best: people.best })),
      ...nameThings(place, stage, people),
    ]),
  ];
};

// --- totals -----------------------------------------------------------------------------------------------------

const dealerBadge = (layout, { dealer, dealerTotal }, best) => {
  if (!dealerTotal || dealer.filter((card) => card.card).length < 2) return [];
  const bust = dealerTotal > best ? { note: "bust", cls: "dim" } : {};
  return [badge("dealer", besideDealer(layout, dealer.length), { text: String(dealerTotal), ...bust })];
};

/** Left of the dealer's first card, so that no card lies under it. */
const besideDealer = (layout, count) => {
  const { x, y, w } = layout.dealerAt(0, count);
  return { x: x - 6, y: y + w * RATIO * 0.72, isEnd: true };
};

const handBadge = ({ hand, index, badge: at, isMini }, { number }, { active, best }) => {
  const isActive = active && active.box === number && (active.hand ?? 0) === index;
  const { text, note, cls } = said(hand, best);
  return badge(`t${number}.${index}`, at, {
    text,
    note: isMini ? note.replace("doubled", "×2") : note,
    cls: isActive && !cls ? "live" : cls,
    isSmall: isMini,
  });
};

/** What a hand's badge says: always the number, then what became of it. */
const said = (hand, best) => {
  const text = total(hand, best);
  const { note, cls } = ended(hand) || { note: doubled(hand), cls: "" };
  if (note || cls) return { text, note, cls };
  if (hand.is_blackjack) return { text: "Blackjack", note, cls: "good" };
  if (hand.total === best) return { text, note, cls: "good" };
  return { text: text || "…", note, cls };
};
const doubled = ({ doublings }) => (doublings > 1 ? `doubled ×${doublings}` : doublings ? "doubled" : "");

/** What became of a hand, once that is known. */
const ended = (hand) => {
  const { paid, lost, line } = hand.result || {};
  if (paid) return { note: `+${money(paid)}`, cls: "good" };
  if (hand.result && line === "push") return { note: "push", cls: "" };
  if (hand.result && line === "rescued") return { note: "rescued", cls: "dim" };
  if (hand.status === "surrendered")
    return hand.result ? { note: "surrendered", cls: "dim" } : { note: "surrender waits", cls: "" };
  if (lost) return { note: line === "bust" ? "bust" : "lost", cls: "dim" };
  return hand.status === "bust" ? { note: "bust", cls: "dim" } : null;
};

// --- amounts ----------------------------------------------------------------------------------------------------

const amountLabels = (place, stage, people) => {
  const box = stage.boxes.get(place.number);
  const sums = (box?.hands || []).map((hand) =>
    hand.stakes.filter((stake) => stake.is_open).flatMap((stake) => [stake.amount, ...stake.doubles]),
  );
  const isOpen = !stage.isClosed || !box;
  return [
    ...wagerLabels(place, sums),
    ...nextLabel(place, box),
    ...(isOpen && !sums.flat().length && !box?.next ? slipLabel(place, people) : []),
    ...place.spots.flatMap((spot) => spotLabel(place, spot, box, people)),
    ...insuranceLabel(place, box),
  ];
};

const wagerLabels = (place, sums) => {
  const { number, hands } = place;
  if (hands.length > 1 && !place.isSmall)
    return hands
      .filter(({ index }) => sums[index]?.length)
      .map(({ index, stake }) => pill(`a${number}.${index}`, stake.x, stake.amount, sum(sums[index])));
  if (!sums.flat().length || (place.isSmall && hands.length)) return [];
  const [x, y] = place.isOwn && hands[0] ? [hands[0].stake.x, hands[0].stake.amount] : place.amount;
  return [pill(`a${number}`, x, y, sum(sums.flat()))];
};

/** The next wager, while the cards of the last round still lie there. */
const nextLabel = ({ number, base, amount: [x, y] }, box) => {
  const stakes = base.isHidden ? [] : (box?.next?.hands[0]?.stakes || []).filter((stake) => stake.is_open);
  return stakes.length ? [pill(`a${number}`, x, y, sum(stakes.map((stake) => stake.amount)))] : [];
};

const slipLabel = ({ number, base, amount: [x, y] }, people) => {
  if (base.isHidden) return [];
  const wanted = people.slip(number, "base");
  if (wanted) return [pill(`q${number}`, x, y, money(wanted), "slip")];
  const ghost = people.ghosts(number).find(([wager]) => wager === "base")?.[1];
  return ghost ? [pill(`q${number}`, x, y, money(ghost), "ghost")] : [];
};

const spotLabel = ({ number }, spot, box, people) => {
  const bets = (box?.bets || []).filter((bet) => bet.wager === spot.wager);
  const won = bets.find((bet) => bet.result?.paid);
  if (won) return [pill(`r${number}${spot.wager}`, spot.x, spot.y + spot.r + 4, `+${money(won.result.paid)}`, "won")];
  const amount = people.slip(number, spot.wager) || bets.find((bet) => bet.is_open)?.amount;
  if (amount && spot.isQuiet) return [aside(`q${number}${spot.wager}`, spot, `${spot.short} ${money(amount)}`)];
  if (spot.r <= 24 || !amount) return [];
  return [pill(`q${number}${spot.wager}`, spot.x, spot.y + spot.r + 2, money(amount))];
};

const insuranceLabel = ({ number, isSmall, insurance }, box) => {
  const bet = box?.bets.find((each) => each.wager === "insurance" && (each.is_open || each.result));
  if (!bet || isSmall) return [];
  const won = bet.result?.paid;
  return [
    pill(`i${number}`, insurance.x, insurance.y + 19, won ? `+${money(won)}` : money(bet.amount), won ? "won" : ""),
  ];
};

// --- people -----------------------------------------------------------------------------------------------------

const nameThings = (place, stage, people) => {
  const { name, number } = place;
  const box = stage.boxes.get(number);
  const who = {
    holder: box?.decider || stage.seats[number],
    isMine: people.mine.includes(number),
    others: (box?.bettors.length || 1) - 1,
  };
  const label = name.isHidden ? "" : nameOn(place, who, people);
  if (!label) return [];
  return [{ key: `n${number}`, ...(name.isPlain ? plainName(place, who, label) : plate(place, who, label, people)) }];
};

const isFollowing = ({ holder, isMine }, people) => isMine && people.name && holder && holder !== people.name;

const nameOn = ({ number, isSmall }, who, people) => {
  const { holder, isMine, others } = who;
  if (isFollowing(who, people)) return `You + ${holder}`;
  if (isMine) return people.isOnly ? "You" : `You · box ${number}`;
  if (holder) return `${holder}${others > 0 ? ` +${others}` : ""}`;
  if (!people.maySit) return "";
  return isSmall ? "Sit" : "Sit here";
};

const cut = (label, most) => (label.length > most ? `${label.slice(0, most - 1)}…` : label);

const plainName = ({ name, base, number }, { holder }, label) => {
  if (holder)
    return { at: px(name.x, name.y), body: `<text class="tag-2" text-anchor="middle">${esc(cut(label, 8))}</text>` };
  const body = `<text class="tag" text-anchor="middle">Sit</text>`;
  return { at: px(base.x, base.y + 4), cls: "sit", data: { sit: number }, body };
};

const plate = ({ name, number }, who, label, people) => {
  const { holder, isMine } = who;
  const text = cut(label, 14);
  const width = text.length * 8.4 + 34;
  const kind = `${isMine && !isFollowing(who, people) ? "you" : ""} ${holder ? "" : "open"}`;
  return {
    at: px(name.x, name.y),
    cls: holder ? "" : "sit",
    data: holder ? {} : { sit: number },
    body: `<rect class="plate ${kind}" x="${-width / 2}" y="-15" width="${width}" height="30" rx="15"/><text
      class="name" y="5">${esc(text)}</text>`,
  };
};
