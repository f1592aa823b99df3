/* Any round in seconds: by table, box, time or name; each role's view, the rack dealt again, and the decision. */
import { html } from "../dom.js";
import { amount, check, field, grid, row, time } from "./parts.js";

export const disputesView = {
  async load(room) {
    const { data } = room;
    const { rounds } = await room.api.get("/rounds", { ...data.asked, limit: 30 });
    data.rounds = rounds;
    const [table, number] = room.path;
    data.rack = table ? await room.api.get(`/rounds/${encodeURIComponent(table)}/${number}/rack`) : null;
    data.steps = table ? (await room.api.round(table, number, data.role || "floorperson")).steps : null;
  },
  markup: (room) => {
    const { data, path, tables } = room;
    return html`<div class="head"><h1>Disputes</h1></div>
      <form data-form="find" class="find panel">
        ${field(
          "Table",
          html`<select name="table">
          <option value="">all</option>${[...tables.keys()].map(option(data.asked?.table))}</select>`,
        )}
        ${field(
          "Player",
          html`<input name="player" maxlength="24" value="${data.asked?.player || ""}"
          data-focus="player">`,
        )}
        ${field("Box", html`<input name="box" type="number" min="0" max="9" value="${data.asked?.box || ""}">`)}
        <button class="btn primary">Find</button></form>
      <div class="guide"><section class="panel">${list(data.rounds || [])}</section>
        <section class="panel">${path[0] ? one(room) : html`<p class="hint">Choose a round.</p>`}</section></div>`;
  },
  acts: {
    async find(room, form) {
      const { table, player, box } = form.elements;
      room.data.asked = { table: table.value, player: player.value, box: box.value };
      await room.load();
    },
    async role(room, node) {
      room.data.role = node.value;
      await room.load();
    },
    async decide(room, form) {
      const [table, number] = room.path;
      const { decision, note } = form.elements;
      const made = await room.api.post("/disputes", {
        table,
        round: Number(number),
        decision: decision.value,
        note: note.value,
      });
      return `Noted as incident ${made.number}.`;
    },
  },
};
const option = (chosen) => (id) => html`<option ${id === chosen ? html`selected` : ""}>${id}</option>`;
const list = (rounds) =>
  grid(
    ["Time", "Table", "Round", "Players", ""],
    rounds.map((each) =>
      row([
        time(each.ended_at),
        each.table,
        each.round,
        each.players.join(", "),
        html`<a class="btn" href="#disputes/${each.table}/${each.round}"
          data-focus="r-${each.table}-${each.round}">Show</a>`,
      ]),
    ),
    "Rounds",
  );
const one = ({ data, path, mayAct }) => {
  const [table, number] = path,
    { rack, steps } = data,
    found = (data.rounds || []).find((each) => each.table === table && each.round === Number(number));
  if (!rack) return html`<p class="hint">One moment…</p>`;
  const roles = ["floorperson", "dealer", "public", ...(found?.players || []).map((name) => `player:${name}`)];
  return html`<h2>${table}, round ${number}</h2>
    ${found ? results(found) : ""}
    ${check(rack.agrees !== false, rackWords(rack))}<p class="mono">${rack.rack}</p>
    ${field("As seen by", html`<select data-choose="role">${roles.map(option(data.role || "floorperson"))}</select>`)}
    <ol class="steps scroll" tabindex="0">${(steps || []).map((step) => html`<li>${told(step)}</li>`)}</ol>
    <p><a class="btn" href="/replay?table=${table}&round=${number}">Play it</a></p>
    ${mayAct ? decision() : ""}`;
};
const rackWords = (rack) =>
  rack.is_settled
    ? `The discard rack dealt again can mean ${rack.readings} ${
        rack.readings === 1 ? "round" : "rounds"
      }${rack.agrees ? ", the recorded one among them." : `: ${rack.why}`}`
    : rack.why;
const told = ({ event }) =>
  Object.entries(event)
    .filter(([, value]) => value !== null && value !== "" && typeof value !== "object")
    .map(([name, value]) => (name === "event" ? value : `${name} ${value}`))
    .join(", ");
const results = (found) =>
  grid(
    ["Box", "Player", "Wager", "Line", "Paid", "Collected"],
    found.results.map((each) =>
      row([each.box, each.player, each.wager, each.line, amount(each.paid), amount(each.collected)]),
    ),
    "Results",
  );
const decision = () =>
  html`<form data-form="decide">${field(
    "Decision",
    html`<input name="decision" required maxlength="200"
    value="Payout stands">`,
  )}
    ${field(
      "Note",
      html`<input name="note"
      maxlength="500">`,
    )}<button class="btn primary">Note the decision</button></form>`;
