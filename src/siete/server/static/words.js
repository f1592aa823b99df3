/* The page's words: money, cards, hands and events, as people say them at a table. */
import { cardName } from "./draw/cards.js";

/** Cents as `$25`, `$12.50`, `$12,345`. */
export const money = (cents) => {
  const sign = cents < 0 ? "−" : "", whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US"), rest = Math.abs(cents) % 100;
  return `${sign}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
};
/** Cents with both places, for meters and purses. */
export const exact = (cents) => [`$${Math.floor(cents / 100).toLocaleString("en-US")}`, String(Math.abs(cents) % 100).padStart(2, "0")];

const SUIT = { s: "♠", h: "♥", d: "♦", c: "♣" };
/** A card as `7♠`. */
export const short = (card) => card ? `${card[0]}${SUIT[card[1]]}` : "a card face down";
export const isRed = (card) => Boolean(card) && "hd".includes(card[1]);
export { cardName };

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];
export const ordinal = (index) => ORDINALS[index] || `${index + 1}th`;

const WAGERS = {
  base: "wager", insurance: "insurance", "match-up": "Match the Dealer", "match-down": "Match, down card", "bonus-spin": "Bonus Spin",
  "xtreme-16": "Xtreme 16", "jackpot-1": "Jackpot", "jackpot-2": "second Jackpot",
};
export const wagerName = (wager) => WAGERS[wager] || (wager?.startsWith("match-bonus") ? `Bonus Card ${wager.at(-1)}` : wager);

/** `soft 17`, `21`; nothing before there is a total. */
export const total = (hand) => hand.total ? `${hand.is_soft && hand.total < 21 ? "soft " : ""}${hand.total}` : "";

/** How a paid line reads: its words and its odds, from what the table says of itself. */
export const lineOf = (felt, wager, line) => {
  const found = felt?.lines?.[wager]?.[line];
  if (found) return { text: found.text, odds: / (to|for) /.test(found.odds) ? found.odds : found.odds.endsWith("%") ? `${found.odds} of the meter` : "" };
  if (wager === "bonus-spin" || wager === "xtreme-16") return { text: line === "ace" ? "An ace" : `${wagerName(wager)}: ${line}`, odds: "" };
  return { text: line ? line[0].toUpperCase() + line.slice(1).replaceAll("-", " ") : wagerName(wager), odds: "" };
};

/** `6-7-8 spades, 3 to 1: $75` */
export const paid = (felt, event) => {
  const { text, odds } = lineOf(felt, event.wager, event.line);
  return `${text}${odds ? `, ${odds}` : ""}: ${money(event.amount)}`;
};

const place = (event, felt, view) => {
  if (event.box === 0) return "Dealer";
  const hands = view?.boxes?.get?.(event.box)?.hands?.length || 0;
  return `Box ${event.box}${hands > 1 && Number.isInteger(event.hand) ? `, ${ordinal(event.hand)} hand` : ""}`;
};

const QUESTIONS = {
  play: "Your decision", doubled: "Doubled hand", insurance: "Insurance?", blackjack: "Your blackjack", "follow-double": "Follow the double?",
  "follow-split": "Follow the split?", cut: "Cut the cards?", look: "Look the cards over", return: "Play here?", "seen-card": "Take the card that was seen?",
  "second-card": "Have your second card now?", "late-card": "Have the missed card now?",
};
export const question = (name) => QUESTIONS[name] || name;

const DEFAULTS = {
  Stand: "the hand stands", DeclineInsurance: "no insurance is taken", RefuseCut: "the cut passes on", TakeBlackjack: "the blackjack is paid",
  CloseWagers: "betting closes", StayOut: "you stay out", RideHand: "the wager rides on one hand", LookOver: "the cards go on", RefuseCard: "the card is refused",
  AcceptCard: "the card is taken", Split: "the split is followed", ReturnToTable: "play goes on", Ready: "the cards are dealt",
};
/** What happens when a clock runs out. */
export const byDefault = (command) => DEFAULTS[command] || command.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

/** An event in one sentence for the log and for ears: [who, text]; nothing for events that say nothing to a player. */
export const sentence = (event, felt, view) => {
  const say = SENTENCES[event.event];
  return say ? say(event, felt, view) : null;
};

const SENTENCES = {
  RoundStarted: (e) => ["", `Round ${e.number}: place your wagers`],
  PlayerSeated: (e) => [`Box ${e.box}`, `${e.player} sits down`],
  WagerPlaced: (e) => [`Box ${e.box}`, `${e.player} wagers ${money(e.amount)}${e.wager === "base" ? "" : ` on ${wagerName(e.wager)}`}`],
  WagerWithdrawn: (e) => [`Box ${e.box}`, `${e.player} takes ${money(e.amount)} back`],
  BettorAdmitted: (e) => [`Box ${e.box}`, `${e.bettor} may wager here too`],
  WagersClosed: () => ["", "No more wagers"],
  CardDealt: (e, felt, view) => [e.is_bonus ? "Bonus Card" : place(e, felt, view), `${e.card ? short(e.card) : "a card face down"}${e.total ? `: ${e.total}` : ""}`],
  CardsTurned: (e) => ["Dealer", `turns ${short(e.card)}`],
  Announced: (e) => ["Dealer", `“${e.words}”`],
  BlackjackAnnounced: (e) => [`Box ${e.box}`, "Blackjack"],
  InsuranceOffered: () => ["Dealer", "offers insurance"],
  InsuranceClosed: () => ["Dealer", "closes insurance"],
  HoleCardChecked: (e) => ["Dealer", e.is_blackjack ? "looks: Blackjack" : "looks: no Blackjack"],
  HandStood: (e, felt, view) => [place(e, felt, view), "stands"],
  WagerDoubled: (e, felt, view) => [place(e, felt, view), `doubles for ${money(e.amount)}`],
  HandSplit: (e, felt, view) => [place(e, felt, view), "splits"],
  HandSurrendered: (e, felt, view) => [place(e, felt, view), "surrenders"],
  WagerRescued: (e, felt, view) => [place(e, felt, view), `rescues ${money(e.amount)}`],
  WagerPaid: (e, felt, view) => [place(e, felt, view), paid(felt, e)],
  WagerReturned: (e, felt, view) => e.line === "push" || e.line === "void" ? [place(e, felt, view), `${e.line === "push" ? "Push" : "Void"}: ${money(e.amount)} comes back`] : null,
  WagerCollected: (e, felt, view) => [place(e, felt, view), `${e.wager === "base" ? "loses" : `${wagerName(e.wager)} loses`} ${money(e.amount)}${e.line && !["loss", "no match"].includes(e.line) ? ` (${e.line})` : ""}`],
  WagerTaken: (e) => [`Box ${e.box}`, `${wagerName(e.wager)} ${money(e.amount)} is in`],
  SuperBonusWon: (e) => [`Box ${e.box}`, "Super Bonus"],
  SuperBonusPaid: (e) => [`Box ${e.box}`, `Super Bonus: ${money(e.amount)}`],
  EnvyPaid: (e) => [`Box ${e.box}`, `Envy Bonus: ${money(e.amount)} to ${e.player}`],
  WheelSpun: (e) => [`Box ${e.box}`, e.symbols.length ? `${wagerName(e.wager)}: the wheel shows ${e.symbols.at(-1)}` : `${wagerName(e.wager)} loses (${e.line})`],
  AwardWon: (e) => [`Box ${e.box}`, `${wagerName(e.wager)}: ${e.line.replaceAll("-", " ")}`],
  AwardPaid: (e) => [`Box ${e.box}`, `${wagerName(e.wager)}, ${e.line.replaceAll("-", " ")}: ${money(e.amount)} of ${money(e.before)}`],
  DealerStood: (e) => ["Dealer", e.total > 21 ? `is bust with ${e.total}` : `stands on ${e.total}`],
  SecondCardSkipped: () => ["Dealer", "needs no second card"],
  RoundVoided: (e) => ["", `The round is void: ${e.reason}`],
  CardsShuffled: () => ["Dealer", "shuffles"],
  CardsCut: (e) => ["", `${e.cutter} cuts ${e.at} cards deep`],
  CutRefused: (e) => ["", `${e.player} does not cut`],
  CoverCardPlaced: (e) => ["Dealer", `puts the cover card in, ${e.behind} cards behind it`],
  CardBurned: () => ["Dealer", "burns a card"],
  BurnCardShown: (e) => ["Dealer", `shows the burn card: ${short(e.card)}`],
  CoverCardReached: () => ["Dealer", "reaches the cover card: the last round of this shoe"],
  CardsSpread: () => ["Dealer", "spreads the cards"],
  CardSeen: (e) => [`Box ${e.box}`, `${short(e.card)} was seen by mistake`],
};
