/* The furniture round the felt: purse, meters, printed panels, link, log, and the felt in words. */
import { fill, html } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { cardName, exact, money, total, wagerName } from "../words.js";

const METERS = { spin: "Bonus Spin progressive", "xtreme-primary": "Xtreme 16, first", "xtreme-secondary": "Xtreme 16, second", "jackpot-1": "Jackpot", "jackpot-2": "Second jackpot" };
export const meterName = (name) => METERS[name] || name;
const ROLES = { dealer: "Dealer", floorperson: "Floorperson", auditor: "Auditor" };
const tinted = (text) => text.split(/([2-9AJQK][♥♦])/).map((part, i) => i % 2 ? html`${part[0]}<span class="red">${part[1]}</span>` : part);
const sum = (list) => list.reduce((a, b) => a + b, 0);

export class Furniture {
  constructor(room) {
    this.room = room;
    const names = ["live", "live2", "round", "bal", "meters", "purse", "tiny", "list", "panel-left", "panel-right"];
    this.parts = Object.fromEntries(names.map((name) => [name, room.querySelector(`[data-${name}]`)]));
  }

  draw() {
    this.money();
    this.link();
    this.log();
    this.list();
  }

  /** What of mine lies on the layout. */
  down() {
    const { room } = this, mine = (each) => each.player === room.name && each.is_open;
    return sum((room.view?.round?.boxes || []).flatMap((box) => [
      ...box.hands.flatMap((hand) => hand.stakes.filter(mine).map((stake) => stake.amount + sum(stake.doubles))),
      ...box.bets.filter(mine).map((bet) => bet.amount),
    ]));
  }

  money() {
    const { room, parts } = this, [whole, rest] = exact(room.you?.rack ?? 0), down = this.down(), lies = down ? `${money(down)} on the table` : "", role = room.maySit() ? "Watching" : ROLES[room.you.role];
    fill(parts.purse, room.isSeated() ? html`<p class="k">Your chips</p><p class="v num" data-rack>${whole}<small>.${rest}</small></p><p class="s num">${lies || "at the table"}</p>` : html`<p class="k">${role}</p><p class="s">${room.maySit() ? "Sit down to play." : room.name}</p>`);
    fill(parts.bal, room.isSeated() ? html`<b class="num">${whole}.${rest}</b><span>${lies || "your chips"}</span>` : html`<b>${role}</b>`);
    const meters = room.meters || [];
    parts.meters.hidden = !meters.length;
    fill(parts.meters, html`${meters.map((each) => { const [w, c] = exact(each.amount); return html`<div><p class="k">${meterName(each.name)}</p><p class="v num">${w}<small>.${c}</small></p></div>`; })}`);
    fill(parts.tiny, meters[0] ? html`${meterName(meters[0].name).replace(" progressive", "")}<b class="num">${exact(meters[0].amount).join(".")}</b>` : "");
    fill(parts.round, html`Round <b class="num">${(room.stage.number || 0).toLocaleString("en-US")}</b>`);
  }

  /** What the felt has no room for in its arcs: one side wager, and the super bonus. */
  panels() {
    const { room, parts } = this, { panels } = room.felt, last = panels.at(-1), first = panels.find((each) => each !== last);
    const panel = ({ title, note, rows }) => html`<section class="printed"><h2>${title}</h2>${rows.length > 4 || title === "Super Bonus" ? html`<p class="n">${note}</p>` : ""}${rows.slice(0, 3).map(([line, pays]) => html`<p><span>${line}</span><b>${pays}</b></p>`)}${rows.length > 4 ? html`<p class="n">all lines under Payouts</p>` : ""}</section>`;
    fill(parts["panel-left"], first ? panel(first) : "");
    fill(parts["panel-right"], room.isPractice ? "" : panel(last));
  }

  link() {
    const { room, parts } = this, state = room.link?.state || "joining", banner = room.querySelector(".banner"), { felt } = room;
    fill(parts.live, state === "live" ? html`<i class="dot"></i>Live <span class="num">${room.link.delay ? `${room.link.delay} ms` : ""}</span>` : html`<i class="dot ${state === "lost" ? "off" : "wait"}"></i>${state === "lost" ? "Reconnecting" : "Joining"}`);
    fill(parts.live2, html`${state === "live" ? html`<i class="dot beside"></i>Live` : "Reconnecting"} · ${money(felt.table_min)}–${money(felt.table_max)}`);
    const words = state === "lost" ? "Link lost. Reconnecting; your place is kept." : state === "ended" ? "Your session has ended. Reload the page to come back." : room.state === "stopped" ? `The table is stopped: ${room.reason || "the floor is called"}.` : "";
    banner.hidden = !words;
    fill(banner, words ? html`<i class="dot off"></i>${words}` : "");
  }

  log() {
    const { room } = this, row = ({ who, text, clause }) => html`<li>${who ? html`<b>${who}</b> ` : ""}${tinted(text)} ${clauseButton(clause)}</li>`;
    fill(room.querySelector(".log"), html`<h2><span>Round ${room.stage.number || ""}</span><a href="/replay?table=${room.table}">Rounds</a></h2><ol>${room.log.slice(0, 7).map(row)}</ol>`);
  }

  /** The felt in words, one item for each box in playing order. */
  list() {
    const { room, parts } = this, { stage } = room, up = stage.dealer.map((card) => card.card ? cardName(card.card) : "a card face down").join(", ");
    const items = Array.from({ length: room.felt.positions }, (_, i) => html`<li>${this.boxInWords(i + 1)}</li>`);
    fill(parts.list, html`<li>Dealer: ${up || "no cards"}${stage.dealerTotal ? `, ${stage.dealerTotal}` : ""}</li>${items}`);
  }

  boxInWords(number) {
    const { stage, name } = this.room, box = stage.boxes.get(number), holder = stage.seats[number] || box?.decider;
    if (!holder) return `Box ${number}: free`;
    const hands = (box?.hands || []).filter((hand) => hand.cards.length).map((hand) => `${hand.cards.map((c) => cardName(c.card)).join(", ")}: ${total(hand)}${hand.doublings ? ", doubled" : ""}${hand.status === "bust" ? ", bust" : ""}`);
    const wagers = [...(box?.bettors || []).map((each) => `${each.player} ${money(each.amount)}`), ...(box?.bets || []).filter((bet) => bet.is_open).map((bet) => `${wagerName(bet.wager)} ${money(bet.amount)}`)];
    return [`Box ${number}, ${holder === name ? "you" : holder}`, ...(wagers.length ? [`wagers ${wagers.join(", ")}`] : []), ...hands].join("; ");
  }
}
