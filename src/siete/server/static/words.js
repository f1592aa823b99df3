/* The page's words: money, cards, hands and events, as people say them at a table. */
import { cardName } from "./draw/cards.js";

/** A whole number with commas. Amounts are on everything that is drawn, and the browser's own formatter is slow. */
const grouped = (whole) => String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
/** Cents as `$25`, `$12.50`, `$12,345`. */
export const money = (cents) => {
  const sign = cents < 0 ? "−" : "",
    whole = grouped(Math.floor(Math.abs(cents) / 100)),
    rest = Math.abs(cents) % 100;
  return `${sign}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
};
/** Cents with both places, for meters and purses. */
export const exact = (cents) => [
  `$${grouped(Math.floor(cents / 100))}`,
  String(Math.abs(cents) % 100).padStart(2, "0"),
];

const SUIT = { s: "♠", h: "♥", d: "♦", c: "♣" };
/** A card as `7♠`. */
export const short = (card) => (card ? `${card[0]}${SUIT[card[1]]}` : "a card face down");
export const isRed = (card) => Boolean(card) && "hd".includes(card[1]);
export { cardName };

export const capital = (text) => text[0].toUpperCase() + text.slice(1);
const COUNTS = ["", "one", "two", "three", "four"];
export const count = (number) => COUNTS[number] || String(number);
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];
export const ordinal = (index) => ORDINALS[index] || `${index + 1}th`;
const ENDS = { 1: "st", 2: "nd", 3: "rd" };
/** `2nd`, where there is no room for the word. */
export const nth = (number) => {
  const isTeen = Math.floor((number % 100) / 10) === 1;
  return `${number}${(!isTeen && ENDS[number % 10]) || "th"}`;
};

/** A wager or a prize as its table calls it. */
export const wagerName = (felt, wager) => felt?.names?.[wager] || wager;
/** A meter as its table calls it. */
export const meterName = (felt, meter) => felt.meters.find((each) => each.meter === meter)?.title || meter;

/** Words of the house with their places filled: `{total}` by what `values.total` says. */
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_place, name) => values[name] ?? "");

/** `soft 17`, `21`; nothing before there is a total. `best` is the best total of the game. */
export const total = (hand, best) =>
  hand.total ? `${hand.is_soft && hand.total < best ? "soft " : ""}${hand.total}` : "";

/** How a paid line reads: its words and its odds, from what the table says of itself. */
export const lineOf = (felt, wager, line) => {
  const found = felt?.lines?.[wager]?.[line];
  if (found) return { text: found.text, odds: oddsInWords(found.odds), moment: found.moment || "" };
  return { text: line ? capital(line.replaceAll("-", " ")) : wagerName(felt, wager), odds: "", moment: "" };
};
const oddsInWords = (odds) => {
  if (/ (to|for) /.test(odds)) return odds;
  return odds.endsWith("%") ? `${odds} of the meter` : "";
};

/** A payout: its line, its odds and its amount. */
export const paid = (felt, event) => {
  const { text, odds } = lineOf(felt, event.wager, event.line);
  const name = /^[a-z]/.test(text) ? `${wagerName(felt, event.wager)}, ` : ""; // a line that does not name its wager
  const won = money(event.amount),
    sum = text.endsWith(` ${won}`) ? "" : `: ${won}`; // a symbol of a wheel is its amount
  return `${name}${text}${odds ? `, ${odds}` : ""}${sum}`;
};

const place = (event, view) => {
  if (event.box === 0) return "Dealer";
  const hands = view?.boxes?.get?.(event.box)?.hands?.length || 0;
  return `Box ${event.box}${hands > 1 && Number.isInteger(event.hand) ? `, ${ordinal(event.hand)} hand` : ""}`;
};

/** What a loss says beside its amount: nothing where that goes without saying. */
const lostBy = (line) => (line && !["loss", "no match"].includes(line) ? ` (${line})` : "");

/** A wager that the house takes: lost, or without a line the price of something that was won. */
const collected = (e, felt) => {
  if (e.wager !== "base" && !e.line) return `${wagerName(felt, e.wager)} ${money(e.amount)} is kept`;
  return `${e.wager === "base" ? "" : `${wagerName(felt, e.wager)} `}loses ${money(e.amount)}${lostBy(e.line)}`;
};

/** An event in one sentence for the log and for ears: [who, text]; nothing for events that say nothing to a player. */
export const sentence = (event, felt, view) => {
  const say = SENTENCES[event.event];
  return say ? say(event, felt, view) : null;
};

const SENTENCES = {
  RoundStarted: (e) => ["", `Round ${e.number}: place your wagers`],
  PlayerSeated: (e) => [`Box ${e.box}`, `${e.player} sits down`],
  WagerPlaced: (e, felt) => [
    `Box ${e.box}`,
    `${e.player} wagers ${money(e.amount)}${e.wager === "base" ? "" : ` on ${wagerName(felt, e.wager)}`}`,
  ],
  WagerWithdrawn: (e) => [`Box ${e.box}`, `${e.player} takes ${money(e.amount)} back`],
  BettorAdmitted: (e) => [`Box ${e.box}`, `${e.bettor} may wager here too`],
  WagersClosed: () => ["", "No more wagers"],
  CardDealt: (e, felt, view) => [
    e.is_bonus ? "Bonus Card" : place(e, view),
    `${e.card ? short(e.card) : "a card face down"}${e.total ? `: ${e.total}` : ""}`,
  ],
  CardsTurned: (e) => ["Dealer", `turns ${short(e.card)}`],
  Announced: (e) => ["Dealer", `“${e.words}”`],
  BlackjackAnnounced: (e) => [`Box ${e.box}`, "Blackjack"],
  InsuranceOffered: () => ["Dealer", "offers insurance"],
  InsuranceClosed: () => ["Dealer", "closes insurance"],
  HoleCardChecked: (e) => ["Dealer", e.is_blackjack ? "looks: Blackjack" : "looks: no Blackjack"],
  HandStood: (e, felt, view) => [place(e, view), "stands"],
  WagerDoubled: (e, felt, view) => [place(e, view), `doubles for ${money(e.amount)}`],
  HandSplit: (e, felt, view) => [place(e, view), "splits"],
  HandSurrendered: (e, felt, view) => [place(e, view), "surrenders"],
  WagerRescued: (e, felt, view) => [place(e, view), `rescues ${money(e.amount)}`],
  WagerPaid: (e, felt, view) => [place(e, view), paid(felt, e)],
  WagerReturned: (e, felt, view) =>
    e.line === "push" || e.line === "void"
      ? [place(e, view), `${e.line === "push" ? "Push" : "Void"}: ${money(e.amount)} comes back`]
      : null,
  WagerCollected: (e, felt, view) => [place(e, view), collected(e, felt)],
  WagerTaken: (e, felt) => [`Box ${e.box}`, `${money(e.amount)} on ${wagerName(felt, e.wager)} is in`],
  SuperBonusWon: (e, felt) => [`Box ${e.box}`, wagerName(felt, "super bonus")],
  SuperBonusPaid: (e, felt) => [`Box ${e.box}`, `${wagerName(felt, "super bonus")}: ${money(e.amount)}`],
  EnvyPaid: (e, felt) => [`Box ${e.box}`, `${wagerName(felt, "envy")}: ${money(e.amount)} to ${e.player}`],
  WheelSpun: (e, felt) => [
    `Box ${e.box}`,
    e.symbols.length
      ? `${wagerName(felt, e.wager)}: the wheel shows ${e.symbols.at(-1)}`
      : `${wagerName(felt, e.wager)} loses (${e.line})`,
  ],
  AwardWon: (e, felt) => [
    `Box ${e.box}`,
    `${wagerName(felt, e.wager)} won, ${lineOf(felt, e.wager, e.line).text}: paid at the end of the round`,
  ],
  AwardPaid: (e, felt) => [
    `Box ${e.box}`,
    `${wagerName(felt, e.wager)}, ${e.line.replaceAll("-", " ")}: ${money(e.amount)} of ${money(e.before)}`,
  ],
  PrizeHandedOver: (e, felt) => [`Box ${e.box}`, `${wagerName(felt, e.wager)}: ${e.player} wins ${e.prize}`],
  HandPayFlagged: (e) => [`Box ${e.box}`, `Hand pay: a floorperson hands over ${money(e.amount)}`],
  PaymentInstructed: (e, felt) => [
    `Box ${e.box}`,
    `A floorperson has the ${e.what === "bonus" ? "bonus" : wagerName(felt, "super bonus")} paid`,
  ],
  DealerStood: (e, felt) => ["Dealer", e.total > felt.best_total ? `is bust with ${e.total}` : `stands on ${e.total}`],
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
