/* The felt with everything on it. It draws a stage; it knows no rule. */
import { stack } from "../draw/chips.js";
import { esc } from "../dom.js";
import { money, total } from "../words.js";
import { places, RATIO, widthOf } from "./hands.js";
import { Layer } from "./layer.js";
import { Tall } from "./tall.js";
import { Wide } from "./wide.js";

const px = (x, y) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
const TINY = { "match-up": "UP", "match-down": "DN", "bonus-spin": "SP", "xtreme-16": "16", "jackpot-1": "JP", "jackpot-2": "J2" };
const DEFS = `<defs><radialGradient id="cloth" cx=".5" cy=".22" r=".78"><stop offset="0" stop-color="var(--felt-lit)"/><stop offset=".55" stop-color="var(--felt)"/><stop offset="1" stop-color="var(--felt-deep)"/></radialGradient>
  <pattern id="edges" width="3" height="8" patternUnits="userSpaceOnUse"><rect width="3" height="8" fill="#b9b2a2"/><rect width="1.800" height="8" fill="#f2ecdf"/></pattern></defs>`;

export class Scene {
  constructor(svg, felt) {
    Object.assign(this, { svg, felt });
    svg.innerHTML = `${DEFS}<g class="ground"></g><g class="heaps"></g>`;
    this.ground = svg.querySelector(".ground");
    this.heaps = svg.querySelector(".heaps");
    for (const name of ["areas", "rings", "cards", "chips", "labels"]) this[name] = new Layer(svg, name);
  }

  /** Choose the layout that the room allows. */
  lay({ width, height, isWide, mine }) {
    const key = `${isWide} ${Math.round(width)} ${Math.round(height)} ${mine.join()}`;
    if (this.laid === key) return;
    this.laid = key;
    this.layout = isWide ? new Wide(this.felt, { isSmall: Math.min(width / 1440, height / 844) < .86 }) : new Tall(this.felt, { width, height, mine });
    this.svg.setAttribute("viewBox", `0 0 ${this.layout.width} ${this.layout.height}`);
    this.svg.setAttribute("preserveAspectRatio", isWide ? "xMidYMin meet" : "xMidYMin slice");
    this.ground.innerHTML = this.layout.ground();
  }

  /** Draw the stage; `people` says who I am, what lies in my slip, who is to act, and how much time is left. */
  draw(stage, people) {
    const { layout } = this;
    if (!layout) return;
    const active = people.asks.find((ask) => ask.question !== "insurance" && ask.box) || null;
    const shown = { ...stage, active };
    const heaps = layout.heaps(shown);
    if (this.heaped !== heaps) { this.heaps.innerHTML = heaps; this.heaped = heaps; }
    this.boxes = layout.boxes(shown);
    this.areas.draw(this.areaThings(shown, people));
    this.rings.draw(this.ringThings(shown, people, active));
    this.cards.draw(this.cardThings(shown));
    this.exits = new Map();
    this.chips.draw(this.chipThings(shown, people), this.exits);
    this.labels.draw(this.labelThings(shown, people, active));
  }

  areaThings(stage, people) {
    const things = [];
    for (const box of this.boxes.values()) {
      if (box.isHidden) continue;
      const { base } = box, isMine = people.mine.includes(box.number), wagered = stage.boxes.has(box.number);
      const isOpen = !wagered && !stage.seats[box.number], isIdle = stage.isClosed && !wagered ? "idle" : "", isCrowded = box.hands.length > 1;
      const number = wagered || (isMine && !people.isBetting) ? "" : `<text class="mark-n" y="8" transform="rotate(${-base.turn})">${box.isSmall ? "" : box.number}</text>`;
      if (!base.isHidden && !(box.isSmall && box.hands.length)) things.push({ key: `b${box.number}`, at: `${px(base.x, base.y)} rotate(${base.turn}deg)`, cls: `area ${isIdle} ${isMine ? "mine" : ""} ${people.target(box.number, "base") ? "target" : ""}`, data: { box: box.number, wager: "base" },
        body: `<circle class="mark mark-fill" r="${base.r}" ${isOpen ? `stroke-dasharray="4 4"` : ""}/>${number}` });
      for (const spot of box.spots) {
        const hasBet = (stage.boxes.get(box.number)?.bets || []).some((bet) => bet.wager === spot.wager) || people.slip(box.number, spot.wager);
        if ((spot.isQuiet || isCrowded) && !hasBet) continue;
        const label = this.spotLabel(spot), size = Math.min(12, spot.r * 2.45 / Math.max(3, label.length));
        things.push({ key: `b${box.number}${spot.wager}`, at: `${px(spot.x, spot.y)} rotate(${spot.turn}deg)`, cls: `area spot ${isIdle} ${people.target(box.number, spot.wager) ? "target" : ""}`, data: { box: box.number, wager: spot.wager },
          body: `<circle class="mark mark-fill" r="${spot.r}"/><title>${esc(spot.title)}: ${money(spot.least)}${spot.is_fixed ? "" : ` to ${money(spot.most)}`}</title>${hasBet ? "" : `<text class="mark-t" font-size="${size.toFixed(1)}" y="${(size * .35).toFixed(1)}">${esc(label)}</text>`}` });
      }
    }
    return things;
  }

  spotLabel({ r, short, wager }) { return r < 18 ? TINY[wager] || `C${wager.at(-1)}` : short.toUpperCase(); }

  ringThings(stage, people, active) {
    if (!active) return [];
    const place = this.boxes.get(active.box)?.hands.find((each) => each.index === (active.hand ?? 0));
    if (!place) return [];
    const { w, hand, isMini } = place, wide = isMini ? Math.max(24, hand.cards.length * 21) : widthOf(hand, w), tall = w * (isMini ? 1.5 : RATIO), pad = isMini ? 4 : 8;
    const box = `x="${-wide / 2 - pad}" y="${-tall / 2 - pad}" width="${wide + pad * 2}" height="${tall + pad * 2}" rx="${isMini ? 7 : 12}"`;
    const left = people.clock ? Math.max(0, people.clock.left / people.clock.of * 100) : 100;
    return [{ key: `ring${active.box}.${active.hand}.${people.clock?.key || ""}`, at: `${px(place.x, place.y)} rotate(${place.lean}deg)`, body: `<rect class="glow" ${box}/><rect class="clock" ${box} pathLength="100" stroke-dasharray="${left} 100"/>` }];
  }

  cardThings(stage) {
    const { shoe, rack } = this.layout, from = `${px(shoe.x, shoe.y)} rotate(20deg) scale(.7)`, to = `${px(rack.x, rack.y)} rotate(-8deg) scale(.6)`, things = [];
    const add = (card, at, w, isMini) => {
      const name = card.card || "back", h = w * (isMini ? 1.5 : RATIO), half = `x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}"`;
      things.push({ key: card.id, at, from, to, face: card.card, isTurning: Boolean(card.card), cls: "card", body: `<g><rect ${half} rx="${w * .072}" fill="#000" opacity=".34" transform="translate(1 2.5)"/><use href="#${isMini ? "m" : "c"}-${name}" ${half}/></g>` });
    };
    stage.dealer.forEach((card, i) => { const { x, y, w } = this.layout.dealerAt(i, stage.dealer.length); add(card, px(x + w / 2, y + w * .7), w); });
    stage.bonus.forEach((card, i) => { const { x, y, w } = this.layout.bonusAt(i); add(card, px(x + w / 2, y + w * .7), w, w < 30); });
    for (const box of this.boxes.values()) for (const place of box.hands) this.handCards(place, add);
    return things;
  }

  handCards({ hand, x, y, w, lean, isMini, isColumn, columnRoom }, add) {
    if (isColumn) {
      const step = Math.min(17, columnRoom / Math.max(1, hand.cards.length - 1));
      hand.cards.forEach((card, i) => add(card, px(x, y - columnRoom / 2 + i * step), w, true));
      return;
    }
    if (isMini) {
      const step = Math.min(21, 62 / hand.cards.length * (hand.cards.length > 3 ? 1.3 : 1.1));
      hand.cards.forEach((card, i) => add(card, px(x + (i - (hand.cards.length - 1) / 2) * step, y), w, true));
      return;
    }
    const wide = widthOf(hand, w), tall = w * RATIO;
    places(hand, w).forEach((place, i) => add(hand.cards[i], `${px(x, y)} rotate(${lean.toFixed(1)}deg) ${px(place.x - wide / 2 + w / 2, place.y - tall / 2 + tall / 2)} rotate(${place.turn}deg)`, w));
  }

  chipThings(stage, people) {
    const things = [], { tray } = this.layout, chips = this.felt.chips;
    const pile = (key, amount, x, y, k, cls = "") => things.push({ key, at: px(x, y), from: `${px(x, y + 120)} scale(.9)`, to: `${px(tray.x, tray.y)} scale(.5)`, cls: `stack ${cls}`, body: stack(amount, 0, 0, chips, k) });
    for (const place of this.boxes.values()) {
      if (place.isHidden) continue;
      const box = stage.boxes.get(place.number), k = place.isSmall ? .72 : Math.min(1.5, place.base.r / 37);
      if (box) this.boxChips(box, place, pile, k);
      if (!stage.isClosed || !box) for (const [wager, amount] of people.slips(place.number)) this.slipChips(place, wager, amount, pile, k);
    }
    return things;
  }

  /** Where chips go that leave the layout: to the tray when lost, else to their player. */
  leave(key, result, { x, y }) { this.exits.set(key, result?.lost && !result.paid ? `${px(this.layout.tray.x, this.layout.tray.y)} scale(.5)` : `${px(x, y + 130)} scale(.9)`); }

  boxChips(box, place, pile, k) {
    const several = place.hands.length > 1;
    box.hands.forEach((hand, h) => { for (const stake of hand.stakes) if (!stake.is_open) for (let i = 0; i <= stake.doubles.length; i++) this.leave(`w${box.number}.${h}.${stake.player}.${i}`, hand.result, place.base); });
    for (const bet of box.bets) if (!bet.is_open) this.leave(`s${box.number}${bet.wager}${bet.player}`, bet.result, place.base);
    box.hands.forEach((hand, h) => {
      const stakes = hand.stakes.filter((stake) => stake.is_open), at = place.hands.find((each) => each.index === h)?.stake;
      if (!stakes.length || at?.isHidden || (several && !at)) return;
      const piles = stakes.flatMap((stake) => [stake.amount, ...stake.doubles].map((amount, i) => [`${box.number}.${h}.${stake.player}.${i}`, amount]));
      const spot = at || { x: place.base.x, y: place.base.y, k }, size = at ? spot.k : k, step = Math.min(34, 70 / piles.length) * size;
      piles.forEach(([key, amount], i) => pile(`w${key}`, amount, spot.x + (i - (piles.length - 1) / 2) * step, spot.y + 2, piles.length > 1 ? size * .88 : size));
    });
    for (const bet of box.bets.filter((each) => each.is_open)) {
      const spot = bet.wager === "insurance" ? place.insurance : place.spots.find((each) => each.wager === bet.wager);
      if (spot) pile(`s${box.number}${bet.wager}${bet.player}`, bet.amount, spot.x, spot.y - 1, bet.wager === "insurance" ? .72 : Math.min(1.1, spot.r / 25), bet.is_taken ? "taken" : "");
    }
  }

  slipChips(place, wager, amount, pile, k) {
    const spot = wager === "base" ? place.base : place.spots.find((each) => each.wager === wager);
    if (spot && amount > 0) pile(`p${place.number}${wager}`, amount, spot.x, spot.y - 1, wager === "base" ? k : Math.min(1.1, spot.r / 25), "slip");
  }

  labelThings(stage, people, active) {
    const things = [], shown = stage.dealer.filter((card) => card.card).length;
    if (stage.dealerTotal && shown > 1) things.push(badge("dealer", this.layout.dealerBadge, String(stage.dealerTotal), stage.dealerTotal > 21 ? "bust" : "", stage.dealerTotal > 21 ? "dim" : ""));
    for (const box of this.boxes.values()) {
      if (box.isHidden) continue;
      this.amountLabels(things, stage.boxes.get(box.number), box, people, stage);
      for (const place of box.hands) things.push(this.handBadge(place, box, active));
      things.push(...this.nameThings(box, stage, people));
    }
    return things;
  }

  handBadge({ hand, index, badge: at, isMini }, box, active) {
    const isActive = active && active.box === box.number && (active.hand ?? 0) === index, { text, note, cls } = said(hand);
    return badge(`t${box.number}.${index}`, at, text, isMini ? note.replace("doubled", "×2") : note, isActive && !cls ? "live" : cls, isMini);
  }

  amountLabels(things, box, place, people, stage) {
    const several = place.hands.length > 1;
    const sums = box ? box.hands.map((hand) => hand.stakes.filter((s) => s.is_open).flatMap((s) => [s.amount, ...s.doubles])) : [];
    if (several && !place.isSmall) {
      for (const each of place.hands) if (sums[each.index]?.length) things.push(pill(`a${place.number}.${each.index}`, each.stake.x, each.stake.amount, sums[each.index].map(money).join(" + ")));
    } else if (sums.flat().length && !(place.isSmall && place.hands.length)) {
      const at = place.isOwn && place.hands[0] ? [place.hands[0].stake.x, place.hands[0].stake.amount] : place.amount;
      things.push(pill(`a${place.number}`, at[0], at[1], sums.flat().map(money).join(" + ")));
    }
    const slip = !stage.isClosed || !box ? people.slip(place.number, "base") : 0;
    if (slip && !sums.flat().length) things.push(pill(`q${place.number}`, place.amount[0], place.amount[1], money(slip), "slip"));
    for (const spot of place.spots) {
      const bet = box?.bets.find((each) => each.wager === spot.wager && each.result?.paid);
      if (bet) things.push(pill(`r${place.number}${spot.wager}`, spot.x, spot.y + spot.r + 4, `+${money(bet.result.paid)}`, "won"));
      else if (spot.r > 24) { const amount = people.slip(place.number, spot.wager) || box?.bets.find((each) => each.wager === spot.wager && each.is_open)?.amount; if (amount) things.push(pill(`q${place.number}${spot.wager}`, spot.x, spot.y + spot.r + 2, money(amount))); }
    }
    const insured = box?.bets.filter((bet) => bet.wager === "insurance" && (bet.is_open || bet.result));
    if (insured?.length && !place.isSmall) things.push(pill(`i${place.number}`, place.insurance.x, place.insurance.y + 19, insured[0].result?.paid ? `+${money(insured[0].result.paid)}` : money(insured[0].amount), insured[0].result?.paid ? "won" : ""));
  }

  nameThings(box, stage, people) {
    const { name, number } = box, holder = stage.boxes.get(number)?.decider || stage.seats[number], isMine = people.mine.includes(number);
    if (name.isHidden) return [];
    const more = (stage.boxes.get(number)?.bettors.length || 1) - 1;
    const follows = isMine && people.name && holder && holder !== people.name;
    const label = follows ? `You + ${holder}` : isMine ? people.isOnly ? "You" : `You · box ${number}` : holder ? `${holder}${more > 0 ? ` +${more}` : ""}` : people.maySit ? (box.isSmall ? "Sit" : "Sit here") : "";
    if (!label) return [];
    const room = name.isPlain ? 8 : 14, long = label.length > room ? `${label.slice(0, room - 1)}…` : label, w = long.length * 8.4 + 34;
    if (name.isPlain && holder) return [{ key: `n${number}`, at: px(name.x, name.y), body: `<text class="tag-2" text-anchor="middle">${esc(long)}</text>` }];
    if (name.isPlain) return [{ key: `n${number}`, at: px(box.base.x, box.base.y + 4), cls: "sit", data: { sit: number }, body: `<text class="tag" text-anchor="middle">Sit</text>` }];
    return [{ key: `n${number}`, at: px(name.x, name.y), cls: holder ? "" : "sit", data: holder ? {} : { sit: number },
      body: `<rect class="plate ${isMine && !follows ? "you" : ""} ${holder ? "" : "open"}" x="${-w / 2}" y="-15" width="${w}" height="30" rx="15"/><text class="name" y="5">${esc(long)}</text>` }];
  }
}

/** What a hand's badge says: always the number, then what became of it. */
const said = (hand) => {
  const number = total(hand), r = hand.result;
  if (r && (r.paid || r.returned || r.lost)) {
    if (r.paid) return { text: number, note: `+${money(r.paid)}`, cls: "good" };
    if (r.line === "push") return { text: number, note: "push", cls: "" };
    if (r.line === "rescued") return { text: number, note: "rescued", cls: "dim" };
    if (hand.status === "surrendered") return { text: number, note: "surrendered", cls: "dim" };
    if (r.lost) return { text: number, note: r.line === "bust" ? "bust" : "lost", cls: "dim" };
  }
  if (hand.status === "surrendered") return { text: number, note: "surrender waits", cls: "" };
  if (hand.status === "bust") return { text: number, note: "bust", cls: "dim" };
  if (hand.doublings) return { text: number, note: hand.doublings > 1 ? `doubled ×${hand.doublings}` : "doubled", cls: "" };
  if (hand.is_blackjack) return { text: "Blackjack", note: "", cls: "good" };
  if (hand.total === 21) return { text: "21", note: "", cls: "good" };
  return { text: number || "…", note: "", cls: "" };
};

const badge = (key, { x, y }, text, note, cls = "", isSmall = false) => {
  const w = (isSmall ? 15 + text.length * 6.8 : 22 + text.length * 8.8) + (note ? note.length * 6.9 + 8 : 0), h = isSmall ? 22 : 26;
  return { key, at: px(x, y), cls: `badge ${cls} ${isSmall ? "tiny" : ""}`, body: `<rect x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="${h / 2}"/><text y="5.2">${esc(text)}${note ? `<tspan class="n" dx="6">${esc(note)}</tspan>` : ""}</text>` };
};
const pill = (key, x, y, text, cls = "") => {
  const w = 14 + text.length * 7.4;
  return { key, at: px(x, y), cls: `amount ${cls}`, body: `<rect x="${-w / 2}" y="-10" width="${w}" height="20" rx="10"/><text y="4.6">${esc(text)}</text>` };
};
