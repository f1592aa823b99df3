/* The decision before you: which hand, what may be done, why not the rest, and what happens when the time runs out. */
import { html } from "../dom.js";
import { capital, count, filled, money, ordinal, total } from "../words.js";
import { gain } from "../coach/coach_markup.js";
import { sayLine } from "./say_line.js";

const isCut = (command) => command === "CutCards";
const isSame = (template, answer) =>
  template.command.command === answer.command &&
  (answer.rides === undefined || template.command.rides === answer.rides);

export class Dock {
  /**
   * `ask()` is the question before me, `stage()` the layout as it is shown, `boxes()` are mine, `hint()` what the
   * trainer knows of the answers, `taught()` the one that a lesson asks for; `send(command, point, answer)` gives one.
   */
  constructor({ felt, model, ask, stage, boxes, hint, taught = () => "", send, refuse }) {
    Object.assign(this, { felt, model, ask, stage, boxes, hint, taught, send, refuse, typed: new Map(), sent: null });
  }

  // --- answers ------------------------------------------------------------------------------------------------

  answers() {
    const ask = this.ask();
    if (!ask) return [];
    const listed = this.question().answers.map((answer) => this.weighed(answer, ask));
    return listed.filter((answer) => answer.legal || answer.refused);
  }
  weighed(answer, { box }) {
    const legal = this.model.legal().find((each) => isSame(each, answer) && each.command.box === box);
    const refused = this.model
      .refused()
      .find(({ command }) => command.command === answer.command && (command.box ?? box) === box);
    return { ...answer, legal, refused };
  }

  has(key) {
    return this.answers().some((each) => each.key === key);
  }
  /** Press an answer by its key. */
  async press(key) {
    const answer = this.answers().find((each) => each.key === key);
    if (answer?.legal) await this.give(answer);
    else if (answer?.refused) this.refuse(answer.refused);
  }
  /** Give one answer to each question; the next question may come before the house confirms the answer to this one. */
  async give(answer) {
    const question = this.model.askKey();
    if (this.sent?.question === question) return;
    const sent = { question, command: answer.command };
    this.sent = sent;
    try {
      await this.send(this.commandOf(answer), answer.legal.point, answer);
    } finally {
      if (this.sent === sent) this.sent = null;
    }
  }
  isSent(command) {
    return this.sent?.command === command && this.sent.question === this.model.askKey();
  }
  commandOf(answer) {
    const { command, step } = answer.legal;
    if (!step) return command;
    return { ...command, [isCut(answer.command) ? "at" : "amount"]: this.amount(answer) };
  }

  /** What somebody typed beside an answer: dollars, or the place of a cut. */
  type(command, value) {
    this.typed.set(this.typedKey(command), isCut(command) ? value : Math.round(value * 100));
  }
  /** The amount that goes with an answer: what was typed, else the most; a cut is in the middle. */
  amount({ command, legal }) {
    const middle = Math.round((legal.least + legal.most) / 2);
    return this.typed.get(this.typedKey(command)) ?? (isCut(command) ? middle : legal.most);
  }
  typedKey(command) {
    return `${command} ${this.model.askKey()}`;
  }

  // --- words --------------------------------------------------------------------------------------------------

  box() {
    return this.stage().boxes.get(this.ask().box);
  }
  hand() {
    return this.box()?.hands[this.ask().hand ?? 0];
  }
  isOneBox() {
    return this.boxes().length < 2;
  }

  /** What is asked, as the table words it. */
  question() {
    return this.felt.questions[this.ask().question];
  }
  name() {
    return this.question().name;
  }
  /** The question in a sentence; of a hand in play, which it is, its total, against what. */
  title() {
    const { sentence } = this.question();
    if (!sentence) return this.handTitle();
    const { box } = this.ask();
    return `${this.isOneBox() || sentence.includes("{box}") ? "" : `Box ${box}: `}${filled(sentence, { box })}`;
  }
  handTitle() {
    const hand = this.hand();
    const up = this.stage().dealer[0]?.card;
    const against = up ? ` against ${up[0] === "A" ? "an ace" : up[0]}` : "";
    const sum = hand ? total(hand, this.felt.best_total) : "";
    return `${this.whichHand()}: ${hand?.doublings ? "doubled, " : ""}${sum}${against}.`;
  }
  whichHand() {
    const ask = this.ask();
    const several = this.box()?.hands.length || 1;
    if (several < 2) return this.isOneBox() ? "Your hand" : `Box ${ask.box}`;
    const hands = `${ordinal(ask.hand)} of ${count(several)} hands`;
    return this.isOneBox() ? capital(hands) : `Box ${ask.box}: ${hands}`;
  }

  // --- markup -------------------------------------------------------------------------------------------------

  markup() {
    if (!this.ask()) return html``;
    const list = this.answers();
    const hint = this.hint();
    const beside = html`${this.amountField(list)}${this.skipButton()}`;
    return html`<div class="sayline">${sayLine(this.title(), this.model.clock())}${beside}</div>
      <div class="row n${list.length}">${list.map((answer) => this.button(answer, hint))}</div>`;
  }

  /** Before the first wager cards are looked over and cut, which one need not wait for. */
  skipButton() {
    const isCeremony = this.model.may("LookOver") || this.model.may("RefuseCut");
    return isCeremony
      ? html`<button class="btn sm" data-do="skip" data-focus="skip">Skip to the first wager</button>`
      : "";
  }

  amountField(list) {
    const found = list.find(({ legal }) => legal?.step && legal.least < legal.most);
    if (!found) return "";
    return isCut(found.command) ? cutField(found.legal, this.amount(found)) : dollarField(found, this.amount(found));
  }

  /** What an answer comes to, with its amounts. */
  note(words, { least, most, at_stake: atStake = 0 }) {
    const hand = this.hand();
    return filled(words, {
      total: hand ? total(hand, this.felt.best_total) : "",
      most: most ? `${least < most ? "up to " : ""}${money(most)}` : "",
      at_stake: money(atStake),
    });
  }

  button(answer, hint) {
    return answer.legal ? this.legalButton(answer, hint) : refusedButton(answer);
  }
  legalButton({ command, key, label, legal, note, action }, hint) {
    const value = hint?.isOpen ? hint.cents.get(action) : undefined;
    const worth = value === undefined ? "" : html`<span class="ev">${gain(value)}</span>`;
    const best = this.taught() === action ? "taught" : hint?.isOpen && hint.best === action ? "best" : "";
    return html`<button
      class="act ${best} ${this.isSent(command) ? "sent" : ""}"
      data-focus="${command}${key}"
      data-answer="${command}"
      data-key="${key}"
    >${face(label, key)}<small>${this.note(note, legal)}</small>${worth}</button>`;
  }
}

const face = (label, key) => html`<b>${label}</b><kbd>${key.toUpperCase()}</kbd>`;

const refusedButton = ({ command, key, label, refused }) => {
  const id = `why-${command}-${key}`;
  const clause = refused?.clause ? html` <u>${refused.clause}</u>` : "";
  return html`<button
    class="act"
    aria-disabled="true"
    aria-describedby="${id}"
    data-focus="${command}${key}"
    data-refused="${command}"
  >${face(label, key)}<small id="${id}">${refused?.short || "not now"}${clause}</small></button>`;
};

const cutField = ({ least, most }, amount) =>
  html`<label class="amt">Cut at <input
      type="range"
      data-focus="amount"
      data-amount="CutCards"
      min="${least}"
      max="${most}"
      step="1"
      value="${amount}"
    ><b data-shown>${amount}</b> cards from the top</label>`;

const dollarField = ({ command, label, legal }, amount) =>
  html`<label class="amt">${label} for $<input
      type="number"
      inputmode="decimal"
      data-focus="amount"
      data-amount="${command}"
      min="${legal.least / 100}"
      max="${legal.most / 100}"
      step="${legal.step / 100}"
      value="${amount / 100}"
    ></label>`;
