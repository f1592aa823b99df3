/* What the house last said of this table, and what follows from it for me. It draws nothing and sends nothing. */
import { isStaff } from "../people.js";

const TOLD = ["view", "you", "timers", "meters", "state", "reason", "floorperson", "ready"];

export class TableModel {
  /** `defaults` says what happens when a clock runs out, by the command that is then carried out. */
  constructor(defaults) {
    Object.assign(this, { defaults, view: null, you: null, timers: [], meters: [], ready: [], version: 0, heardAt: 0 });
  }

  /** Take over what a message says; what it leaves out stays as it was. */
  adopt(message, heardAt) {
    for (const name of TOLD) if (message[name] !== undefined) this[name] = message[name];
    this.version = message.to ?? message.version ?? this.version;
    this.heardAt = heardAt;
  }

  get name() {
    return this.you?.name || "";
  }
  get round() {
    return this.view?.round;
  }
  get isClosed() {
    return Boolean(this.round?.are_wagers_closed);
  }
  get isStaff() {
    return isStaff(this.you);
  }
  isSeated() {
    return Boolean(this.you?.boxes?.length);
  }
  maySit() {
    return !this.isSeated() && !this.isStaff;
  }
  holder(box) {
    return this.view?.seats?.[box];
  }

  // --- what I may do ------------------------------------------------------------------------------------------

  legal() {
    return this.you?.legal || [];
  }
  refused() {
    return this.you?.refused || [];
  }
  may(command) {
    return this.legal().find((each) => each.command.command === command);
  }
  /** The decision point of the first of these commands that is allowed. */
  point(...names) {
    return this.legal().find((each) => names.includes(each.command.command))?.point;
  }
  mayWagerOn(box) {
    return this.legal().some(({ command }) => command.command === "PlaceWager" && command.box === box);
  }
  isBetting() {
    return this.isSeated() && !this.isClosed && ["PlaceWager", "WithdrawWager", "Ready"].some((name) => this.may(name));
  }

  /** Whether wagers are open and I have no chips for one. */
  needsChips(least) {
    const isOpen = this.isSeated() && this.round && !this.isClosed && !this.asks().length;
    return Boolean(isOpen) && this.you.rack < least && !this.onLayout();
  }

  // --- what is mine -------------------------------------------------------------------------------------------

  /** The boxes where I sit or have a wager. */
  boxes() {
    const wagered = (this.round?.boxes || []).filter((box) => box.bettors.some((each) => each.player === this.name));
    return [...(this.you?.boxes || []), ...wagered.map((box) => box.number)];
  }
  /** What of mine lies on the layout, in cents. */
  onLayout() {
    const isMine = (each) => each.player === this.name && each.is_open;
    const onBox = (box) => [
      ...box.hands.flatMap((hand) => hand.stakes.filter(isMine).map((stake) => stake.amount + sum(stake.doubles))),
      ...box.bets.filter(isMine).map((bet) => bet.amount),
    ];
    return sum((this.round?.boxes || []).flatMap(onBox));
  }

  // --- what is asked ------------------------------------------------------------------------------------------

  asks() {
    return this.view?.due?.asks || [];
  }
  myAsk() {
    return this.asks().find((ask) => ask.player === this.name) || null;
  }
  /** A name for the question before me, another for every new one; empty when nothing is asked. */
  askKey() {
    const ask = this.name && this.myAsk();
    if (!ask) return "";
    const point = this.timers.find((timer) => timer.player === this.name)?.point || this.legal()[0]?.point;
    return `${ask.box}.${ask.hand}.${ask.question}.${point}`;
  }
  /** The clock that runs for me, or for whoever is asked. */
  clock() {
    const timer = this.timers.find((each) => each.player === this.name) || this.timers[0];
    if (!timer) return null;
    const passed = (performance.now() - this.heardAt) / 1000;
    const after = this.defaults[timer.default?.command] || "the house goes on";
    return { ...timer, key: timer.point, left: Math.max(0, timer.left - passed), after };
  }
}

const sum = (list) => list.reduce((a, b) => a + b, 0);
