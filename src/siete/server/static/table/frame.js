/* The frame of a table's room: the bar at the top, the layout with its corners, and the places below it. */
import { html, ICONS } from "../dom.js";
import { topBar } from "../shell.js";
import { money } from "../words.js";

export const frame = (about) =>
  html`${top(about)}<main class="room" id="main" tabindex="-1">${layout()}${below()}</main>`;

const top = ({ name, felt }) =>
  html`<header class="top">
  <a class="icon tall-only" href="/lobby" aria-label="Back to the lobby">${ICONS.back}</a>
  <a class="brand desk" href="/lobby" aria-label="siete, to the lobby">${topBar.brand}<span>siete</span></a>
  <p class="where"><b>${name}</b><span data-live2></span></p>
  <span class="pill desk"><b>${name}</b> ${felt.title} · ${felt.decks} decks</span>
  <span class="pill desk"><b>${money(felt.table_min)} – ${money(felt.table_max)}</b></span>
  <a class="pill desk" href="/book?rules=${felt.rule_set}" title="Rules in force">${ICONS.page}${rulesInForce(felt)}</a>
  <span class="spacer"></span><p class="bal" data-bal></p>
  <span class="pill desk" role="status" data-live></span><span class="pill desk" data-round></span>
  <span class="desk">${topBar.switches()}</span>
  <button class="icon" data-do="menu" aria-label="Menu: payouts, log, settings, leave">${ICONS.menu}</button></header>`;

const rulesInForce = ({ rule_set: name, rules_hash: hash }) =>
  html`<span>rules <span class="mono">${name} ${hash.slice(0, 4)}·${hash.slice(4, 8)}</span></span>`;

const LABEL = "The felt: dealer, boxes, cards and wagers; described in the list of boxes";

const layout = () =>
  html`<section class="tiny-meters" aria-label="Progressive meters" hidden></section>
  <div class="felt-holder"><svg class="felt" role="img" aria-label="${LABEL}"></svg>
  <div class="tiny-meter"></div>
  <div class="corner left"><section class="box meters" aria-label="Progressive meters" data-meters></section>
    <div class="paper"><button data-do="payouts">Payouts</button></div><div data-panel-left></div></div>
  <div class="corner right"><section class="box purse" aria-label="Your chips" data-purse></section>
    <div data-panel-right></div></div>
  <div class="moment" aria-hidden="true"></div><p class="won-counter num" aria-hidden="true" hidden></p>
  <div class="toasts" role="status" aria-label="Payouts and refusals"></div>
  <div class="banner" role="alert" hidden></div></div>
<section class="vh" aria-label="Boxes in playing order"><ol data-list></ol></section>`;

const below = () =>
  html`<div class="tabs" role="tablist" aria-label="Beside the layout"></div>
<section class="side result" aria-label="Result"></section
><section class="side my-rounds" aria-label="My rounds"></section>
<section class="side log" aria-label="Event log"></section>
<section class="side bench" aria-label="Workbench"></section>
<div class="below"><section class="dock" aria-label="Your decision"></section>
  <section class="rail" aria-label="Your wagers"></section>
  <section class="side trainer" aria-label="Trainer" hidden></section></div>`;
