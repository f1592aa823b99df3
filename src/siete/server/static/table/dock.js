/* The decision before you: which hand, what may be done, why not the rest, and what happens when the time runs out. */
import { html, raw } from "../dom.js";
import { byDefault, money, ordinal, total } from "../words.js";

const PLAY = [
  { command: "Hit", key: "h", label: "Hit", note: () => "one card" },
  { command: "Stand", key: "s", label: "Stand", note: (hand) => hand ? `keep ${total(hand)}` : "" },
  { command: "Double", key: "d", label: "Double", note: (_hand, legal) => legal ? `${legal.least < legal.most ? "up to " : ""}${money(legal.most)}` : "" },
  { command: "Split", key: "p", label: "Split", note: () => "two hands" },
  { command: "Surrender", key: "r", label: "Surrender", note: (hand) => hand ? `lose ${money(stakeOf(hand) / 2)}` : "" },
];
const RESCUE = { command: "Rescue", key: "r", label: "Rescue", note: (hand) => { const s = hand?.stakes.find((each) => each.is_open); return s?.doubles.length ? `save ${money(s.doubles.at(-1))}` : ""; } };
const stakeOf = (hand) => hand.stakes.find((stake) => stake.is_open)?.amount || 0;

/** What can be answered to each question, in order, with its key. */
const ANSWERS = {
  play: PLAY,
  doubled: [...PLAY.slice(0, 4), RESCUE],
  insurance: [{ command: "TakeInsurance", key: "i", label: "Insure", note: (_h, legal) => legal ? `up to ${money(legal.most)}` : "" }, { command: "DeclineInsurance", key: "n", label: "No insurance", note: () => "the wager stands alone" }],
  blackjack: [{ command: "TakeBlackjack", key: "s", label: "Be paid now", note: () => "blackjack" }, { command: "HoldBlackjack", key: "d", label: "Hold it", note: () => "to double down" }],
  "follow-double": [{ command: "Double", key: "d", label: "Follow", note: (_h, legal) => legal ? `up to ${money(legal.most)}` : "" }, { command: "StayOut", key: "s", label: "Stay out", note: () => "wager as it is" }],
  "follow-split": [{ command: "Split", key: "p", label: "Follow", note: () => "a wager on each hand" }, { command: "RideHand", key: "1", label: "Ride right", note: () => "one hand only", with: { rides: 0 } }, { command: "RideHand", key: "2", label: "Ride left", note: () => "one hand only", with: { rides: 1 } }],
  cut: [{ command: "CutCards", key: "c", label: "Cut here", note: () => "" }, { command: "RefuseCut", key: "n", label: "Pass the cut", note: () => "to the next player" }],
  look: [{ command: "LookOver", key: "s", label: "All is well", note: () => "go on" }, { command: "AskBatchSpread", key: "b", label: "Spread the batch", note: () => "" }],
  return: [{ command: "ReturnToTable", key: "s", label: "Play on", note: () => "" }, { command: "AskFaceUp", key: "f", label: "Turn them up", note: () => "" }],
};
const CARD = [{ command: "AcceptCard", key: "h", label: "Take the card", note: () => "" }, { command: "RefuseCard", key: "s", label: "Refuse it", note: () => "" }];

const isSame = (template, answer) => template.command.command === answer.command && Object.entries(answer.with || {}).every(([name, value]) => template.command[name] === value);

export class Dock {
  constructor(room) { Object.assign(this, { room, amounts: new Map(), sent: "" }); }

  get ask() { return this.room.myAsk(); }
  answers() {
    const { ask } = this;
    if (!ask) return [];
    return (ANSWERS[ask.question] || CARD).map((answer) => {
      const legal = this.room.legal().find((each) => isSame(each, answer) && each.command.box === ask.box);
      const refused = this.room.refused().find((each) => each.command.command === answer.command && (each.command.box ?? ask.box) === ask.box);
      return { ...answer, legal, refused };
    }).filter((answer) => answer.legal || answer.refused || ask.question === "play" || (ask.question === "doubled" && PLAY.includes(answer)));
  }

  hand() {
    const { ask } = this;
    return ask && this.room.stage.boxes.get(ask.box)?.hands[ask.hand ?? 0];
  }

  /** Which hand, its total, against what. */
  title() {
    const { ask } = this, hand = this.hand(), up = this.room.stage.dealer[0]?.card, several = this.room.stage.boxes.get(ask.box)?.hands.length || 1;
    const mine = this.room.mine().length > 1 ? `Box ${ask.box}: ` : "";
    const which = several > 1 ? `${mine}${mine ? ordinal(ask.hand) : capital(ordinal(ask.hand))} of ${COUNT[several] || several} hands` : mine ? `Box ${ask.box}` : "Your hand";
    const against = up ? ` against ${up[0] === "A" ? "an ace" : up[0]}` : "";
    if (ask.question === "play" || ask.question === "doubled") return `${which}: ${hand?.doublings ? "doubled, " : ""}${hand ? total(hand) : ""}${against}.`;
    return { insurance: `Insure${this.room.mine().length > 1 ? ` box ${ask.box}` : ""}? ${this.room.felt.print.insurance.text} if the dealer has Blackjack.`, blackjack: "Blackjack! Be paid now, or hold it to double?", cut: "Will you cut the cards?", "follow-double": `Box ${ask.box} was doubled. Follow?`, "follow-split": `Box ${ask.box} was split. Follow?`, look: "Look the cards over.", return: "The table is idle. Play?" }[ask.question] || "A card was drawn in error. Take it?";
  }

  markup() {
    if (!this.ask) return html``;
    const list = this.answers(), clock = this.room.clock(), hint = this.room.trainer.hint();
    return html`<div class="sayline">${this.say(this.title(), clock)}${this.amountField(list)}</div><div class="row n${list.length}">${list.map((answer) => this.button(answer, hint))}</div>`;
  }

  say(title, clock) {
    const after = clock ? html` <span>In <span data-seconds>${Math.ceil(clock.left)}</span> s ${byDefault(clock.default?.command || "CloseWagers")}.</span>` : "";
    const ring = clock ? html`<span class="ring" aria-hidden="true"><svg viewBox="0 0 44 44"><circle cx="22" cy="22" r="19" class="bg"/><circle cx="22" cy="22" r="19" class="fg" pathLength="100" stroke-dasharray="100 100" transform="rotate(-90 22 22)"/></svg><b class="num" data-ring>${Math.ceil(clock.left)}</b></span>` : "";
    return html`<div class="say ${clock ? "" : "bare"}">${ring}<p><b>${title}</b>${after}</p></div>`;
  }

  amountField(list) {
    const found = list.find((answer) => answer.legal?.step && answer.legal.least < answer.legal.most);
    if (!found) return "";
    const { least, most, step } = found.legal;
    if (found.command === "CutCards") return html`<label class="amt">Cut at <input type="range" data-focus="amount" data-amount="CutCards" min="${least}" max="${most}" step="1" value="${this.amount(found)}"><b data-shown>${this.amount(found)}</b> cards from the top</label>`;
    return html`<label class="amt">${found.label} for $<input type="number" inputmode="decimal" data-focus="amount" data-amount="${found.command}" min="${least / 100}" max="${most / 100}" step="${step / 100}" value="${this.amount(found) / 100}"></label>`;
  }

  /** The amount that goes with an answer: what was typed, else the most; a cut is in the middle. */
  amount({ command, legal }) {
    const typed = this.amounts.get(`${command} ${this.room.askKey()}`);
    return typed ?? (command === "CutCards" ? Math.round((legal.least + legal.most) / 2) : legal.most);
  }

  button(answer, hint) {
    const { command, key, label, legal, refused } = answer, id = `why-${command}-${key}`;
    const value = hint?.values?.get(label.toLowerCase());
    const ev = value === undefined || !hint.isOpen ? "" : html`<span class="ev">${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(3)}</span>`;
    if (legal) return html`<button class="act ${hint?.isOpen && hint.best === label.toLowerCase() ? "best" : ""} ${this.sent === command ? "sent" : ""}" data-focus="${command}${key}" data-answer="${command}" data-key="${key}"><b>${label}</b><kbd>${key.toUpperCase()}</kbd><small>${answer.note(this.hand(), legal)}</small>${ev}</button>`;
    return html`<button class="act" aria-disabled="true" aria-describedby="${id}" data-focus="${command}${key}" data-refused="${command}"><b>${label}</b><kbd>${key.toUpperCase()}</kbd><small id="${id}">${refused ? shorter(refused.sentence) : "not now"}${refused?.clause ? html` <u>${refused.clause}</u>` : ""}</small></button>`;
  }

  /** Press an answer by its key; says whether there was one. */
  async press(key) {
    const answer = this.answers().find((each) => each.key === key);
    if (!answer) return false;
    if (answer.legal) await this.give(answer);
    else if (answer.refused) this.room.refuse(answer.refused);
    return true;
  }

  async give(answer) {
    const { legal } = answer, command = { ...legal.command };
    if (legal.step) command[answer.command === "CutCards" ? "at" : "amount"] = this.amount(answer);
    if (this.sent) return;
    this.sent = answer.command;
    const hint = this.room.trainer.asked(answer);
    try {
      await this.room.send(command, legal.point);
      this.room.trainer.answered(answer, hint);
    } catch (error) { this.room.refuse(error); } finally { this.sent = ""; }
  }
}

const COUNT = ["", "one", "two", "three", "four"], capital = (text) => text[0].toUpperCase() + text.slice(1);
const shorter = (sentence) => raw(`${sentence}`.replace(/[<>&]/g, "").replace(/\.$/, "").slice(0, 80));
