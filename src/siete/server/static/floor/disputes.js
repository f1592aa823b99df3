/* Any round in seconds: by table, box, time or name; each role's view, the rack dealt again, and the decision. */
import { html, ICONS } from "../dom.js";
import { stagesOf } from "../playback/stage.js";
import { card } from "../results/mini_card.js";
import { sentence, wagerName } from "../words.js";
import { drawStages, drawStep } from "./dispute_stage.js";
import { amount, check, clauseOf, dollars, field, grid, nameOf, row, tableOptions } from "./parts.js";

const PACE = 900;
const KEYS = { ArrowRight: 1, ArrowLeft: -1 };

export const disputesView = {
  async load(room) {
    const { data, path } = room,
      [table, number] = path;
    data.rounds = (await room.api.get("/rounds", { ...data.asked, limit: 30 })).rounds;
    if (!table) return;
    const known = data.dispute?.key === path.join("/") ? data.dispute : { key: path.join("/"), at: 0, rounds: {} };
    known.roles ??= ["floorperson"];
    try {
      await Promise.all(known.roles.map((role) => fetched(room, known, role)));
    } catch (error) {
      if (room.path === path) data.dispute = { ...known, why: error.sentence };
      return;
    }
    delete known.why;
    known.rack ??= await room.api.get(`/rounds/${encodeURIComponent(table)}/${number}/rack`);
    if (data.dispute !== known) known.at = known.count; // what it came to stands first
    if (room.path === path) data.dispute = known;
  },
  markup: (room) => {
    const { data, path } = room;
    const isHere = path[0] && data.dispute?.key === path.join("/");
    return html`<div class="head"><h1>Disputes</h1></div>${finding(room)}
      ${path[0] ? waited(isHere && dispute(room, data.dispute)) : foundRounds(data.rounds || [])}`;
  },
  drawn: (room) => drawStages(room),
  key: (room, event) => {
    const step = KEYS[event.key];
    if (!step || !room.data.dispute || room.data.dispute.why || !room.path[0]) return;
    event.preventDefault();
    goTo(room, room.data.dispute.at + step);
  },
  acts: {
    async find(room, form) {
      const { table, player, box, after, before } = form.elements;
      room.data.asked = {
        table: table.value,
        player: player.value,
        box: box.value,
        ...times(after.value, before.value),
      };
      location.hash = "disputes";
      await room.load();
    },
    async step(room, node) {
      goTo(room, Number(node.dataset.at));
    },
    async play(room) {
      const { dispute: at } = room.data;
      clearInterval(room.playing);
      at.isPlaying = !at.isPlaying;
      if (!at.isPlaying) return;
      if (at.at >= at.count) at.at = 0;
      room.playing = setInterval(() => goTo(room, at.at + 1), PACE);
    },
    async role(room, node) {
      const { dispute: at } = room.data;
      at.roles[Number(node.dataset.place)] = node.value;
      at.roles = at.roles.filter(Boolean);
      await Promise.all(at.roles.map((role) => fetched(room, at, role)));
    },
    async correct(room, node) {
      room.data.dispute.decision = node.value;
    },
    async decide(room, form) {
      const [table, number] = room.path,
        { kind, note, player, cents } = form.elements;
      const correction =
        kind.value === "correct" ? { player: player.value, amount: Math.round(Number(cents.value) * 100) } : undefined;
      const decision = { stands: "The payout stands", refer: "Referred to the operator" }[kind.value];
      const made = await room.api.once("/disputes", {
        table,
        round: Number(number),
        decision: decision || `Correct ${player.value} by ${dollars(correction.amount, { plus: true })}`,
        note: note.value,
        ...(correction ? { correction } : {}),
      });
      const waits = made.change ? ` Change ${made.change} waits for a second signature.` : "";
      return `Noted as incident ${made.number}.${waits}`;
    },
    async print() {
      print();
    },
  },
};
const times = (after, before) => ({
  after: after ? `${after}:00.000Z` : "",
  before: before ? `${before}:59.999Z` : "",
});

/** The round as a role saw it; asked for once. */
const fetched = async (room, at, role) => {
  if (at.rounds[role]) return;
  const [table, number] = room.path;
  const whole = await room.api.round(table, number, role),
    steps = whole.steps.filter((step) => step.event);
  at.rounds[role] = { ...whole, steps, stages: stagesOf(steps) };
  at.count = at.rounds[at.roles[0]].steps.length;
};
const goTo = (room, to) => {
  const { dispute: at } = room.data;
  at.at = Math.max(0, Math.min(at.count, to));
  if (at.at === at.count && at.isPlaying) {
    clearInterval(room.playing);
    at.isPlaying = false;
    room.draw();
  }
  drawStep(room, stepLine(at));
  room.querySelectorAll("[data-do=step]").forEach((node) => {
    const isHere = Number(node.dataset.at) === at.at;
    node.toggleAttribute("aria-current", isHere);
    if (isHere) node.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
};

// --- finding ------------------------------------------------------------------------------------------------------

const finding = ({ data, tables }) => {
  const asked = data.asked || {};
  return html`<form data-form="find" class="find panel no-print">
    ${field("Table", html`<select name="table">${tableOptions(tables, asked.table)}</select>`)}
    ${field("Player", html`<input name="player" maxlength="24" value="${asked.player || ""}" data-focus="player">`)}
    ${field("Box", html`<input name="box" type="number" min="0" max="9" value="${asked.box || ""}" data-focus="box">`)}
    ${field("From (UTC)", html`<input name="after" type="datetime-local" value="${(asked.after || "").slice(0, 16)}">`)}
    ${field("Until (UTC)", html`<input name="before" type="datetime-local" value="${short(asked.before)}">`)}
    <button class="btn primary">Find</button></form>`;
};
const short = (stamp) => (stamp || "").slice(0, 16);
const waited = (markup) => markup || html`<p class="hint">One moment…</p>`;
const playerOption = (name) => html`<option>${name}</option>`;
const foundRounds = (rounds) =>
  html`<section class="panel">${grid(
    ["Time", "Table", ">Round", "Boxes", "Players", ">Paid", ""],
    rounds.map((each) =>
      row([
        each.ended_at.slice(0, 19).replace("T", " "),
        each.name,
        each.round,
        each.boxes.join(", "),
        each.players.join(", "),
        dollars(each.results.reduce((sum, one) => sum + one.paid, 0)),
        html`<a class="btn" href="#disputes/${each.table}/${each.round}"
          data-focus="r-${each.table}-${each.round}">Show</a>`,
      ]),
    ),
    "Rounds",
  )}${rounds.length ? "" : html`<p class="hint">No round fits.</p>`}</section>`;

// --- one round ----------------------------------------------------------------------------------------------------

const dispute = (room, at) => {
  if (at.why) return html`<p class="panel">${at.why} <a href="#disputes">Find another round.</a></p>`;
  const first = at.rounds[at.roles[0]],
    [table, number] = room.path;
  return html`<section class="panel strip-panel"><div class="head"><h2>${nameOf(room, table)}, round ${number}
        <small>${first.ended_at.slice(0, 19).replace("T", " ")} UTC</small></h2><span class="spacer"></span>
      <button class="btn" data-do="play" data-focus="play">${at.isPlaying ? ICONS.pause : ICONS.play}
        ${at.isPlaying ? "Stop" : "Play"}</button>
      <a class="btn" href="#disputes/${table}/${Math.max(1, Number(number) - 1)}">Round before</a>
      <a class="btn" href="#disputes/${table}/${Number(number) + 1}">Round after</a></div>
    <ol class="film" tabindex="0" aria-label="Steps; arrow keys go on and back">${first.steps.map(film(at))}</ol>
      </section>
  <div class="two wide-left"><div><section class="panel"><div data-step-line>${stepLine(at)}</div>
      <div class="stages n${at.roles.length}">${at.roles.map((role, place) => stage(at, role, place))}</div></section>
    <section class="panel">${rack(at.rack)}</section></div>
  <div><section class="panel"><h2>What was ordered and paid</h2>${results(first)}</section>
    ${room.mayAct ? decision(at, first) : ""}</div></div>`;
};
const film = (at) => (step, place) =>
  html`<li><button data-do="step" data-at="${place + 1}" tabindex="-1"
    ${place + 1 === at.at ? html`aria-current` : ""}>${frame(step.event)}</button></li>`;
/** A step in its smallest form: the card, or the amount, or a word; and the box. */
const frame = (event) => {
  const what = event.card
    ? card(event.card)
    : event.amount
      ? html`<b>${dollars(event.amount)}</b>`
      : html`<span>${word(event.event)}</span>`;
  return html`${what}<small>${event.box ? `box ${event.box}` : event.event === "CardDealt" ? "dealer" : ""}</small>`;
};
const word = (name) => name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
const stepLine = (at) => {
  const first = at.rounds[at.roles[0]],
    step = first.steps[at.at - 1];
  if (!step) return html`<p><b>Before the round.</b> ${at.count} steps; → goes on.</p>`;
  const [who, said] = sentence(step.event, first.felt, first.stages[at.at]) || ["", word(step.event.event)];
  return html`<p role="status"><b>Step ${at.at} of ${at.count}.</b> ${who ? `${who}: ` : ""}${said}
    ${step.event.clause ? clauseOf(step.event.clause) : ""}</p>`;
};
const stage = (at, role, place) =>
  html`<figure><figcaption><label>As seen by <select data-choose="role" data-place="${place}"
      data-focus="role-${place}">${rolesOf(at).map(roleOption(role))}</select></label>
      ${place === 0 && at.roles.length === 1 ? beside(at) : ""}</figcaption>
    <svg class="felt" data-stage="${role}" role="img" aria-label="The layout as ${role} saw it"></svg></figure>`;
const beside = (at) =>
  html`<label>and <select data-choose="role" data-place="1" data-focus="role-1"><option value="">nobody else</option>
    ${rolesOf(at).map(roleOption(""))}</select></label>`;
const rolesOf = (at) => [
  "floorperson",
  "dealer",
  "public",
  ...at.rounds[at.roles[0]].players.map((name) => `player:${name}`),
];
const roleOption = (chosen) => (role) =>
  html`<option value="${role}" ${role === chosen ? html`selected` : ""}>${role.replace("player:", "")}</option>`;

const rack = (found) =>
  html`<h2>Discard rack, dealt again</h2><div class="rack">${[
    ["Dealer", [found.dealer]],
    ...found.hands.map(({ box, hands }) => [`Box ${box}`, hands]),
  ].map(([who, hands]) => pile(who, hands || []))}</div>
    ${check(found.agrees !== false, rackWords(found))}<p class="mono">${found.rack}</p>`;
const pile = (who, hands) =>
  html`<div>${hands.filter(Boolean).map((cards) => html`<span class="cards">${cards.split(" ").map(card)}</span>`)}
    <small>${who}</small></div>`;
const rackWords = (found) =>
  found.is_settled
    ? `The discard rack dealt again can mean ${found.readings} ${
        found.readings === 1 ? "round" : "rounds"
      }${found.agrees ? ", the recorded one among them." : `: ${found.why}`}`
    : found.why;
const results = ({ results: list, felt }) =>
  grid(
    [">Box", "Player", "Wager", "Line", ">Paid", ">Collected", "Clause"],
    list.map((each) =>
      row([
        each.box,
        each.player,
        wagerName(felt, each.wager),
        each.line,
        amount(each.paid),
        amount(each.collected),
        each.clause ? clauseOf(each.clause) : "",
      ]),
    ),
    "Results",
  );

const DECISIONS = [
  ["stands", "Stands", "no money"],
  ["correct", "Correct", "pay or take; two people"],
  ["refer", "Refer up", "to the operator"],
];
const decision = (at, first) => {
  const chosen = at.decision || "stands";
  return html`<form class="panel" data-form="decide"><h2>Decision</h2><fieldset class="choices"><legend
    class="vh">What was
      decided</legend>${DECISIONS.map(
        ([id, words, under]) =>
          html`<label class="choice"><input type="radio" name="kind" value="${id}"
          data-choose="correct" data-focus="kind-${id}" ${id === chosen ? html`checked` : ""}><b>${words}</b>
          <small>${under}</small></label>`,
      )}</fieldset>
    <div class="${chosen === "correct" ? "find" : "vh"}" ${chosen === "correct" ? "" : html`inert`}>
      ${field("Player", html`<select name="player">${first.players.map(playerOption)}</select>`)}
      ${field(
        "Pay ($), or take with a minus",
        html`<input name="cents" type="number" step="0.01" value="0"
        data-focus="cents">`,
      )}</div>
    ${field("Note", html`<textarea name="note" rows="3" maxlength="500" data-focus="note"></textarea>`)}
    <div class="go"><button class="btn primary big">Record the decision</button>
      <button type="button" class="btn" data-do="print">Print for the guest</button></div></form>`;
};
