/* One table: its rules and what may change, its day hour by hour, and its chips by denomination. */
import { html } from "../dom.js";
import { hourChart, hourKey, weekOfTable } from "./hours.js";
import { amount, check, clauseOf, dollars, field, grid, percent, row, time, writtenValue } from "./parts.js";
import { sentences } from "./shift_sheets.js";
import { trendOf } from "./tile.js";

export const tableView = {
  async load(room) {
    const [id] = room.path,
      at = `/tables/${encodeURIComponent(id)}`;
    const paths = [`${at}/rules`, `${at}/money`, `${at}/colour-ups`, `/week?table=${encodeURIComponent(id)}`];
    const [rules, money, chips, week] = await Promise.all(paths.map((path) => room.api.get(path)));
    if (room.path[0] === id) room.data.one = { id, rules, money, chips, week };
  },
  markup: (room) => {
    const { one } = room.data;
    if (!one || one.id !== room.path[0]) return html`<p class="hint">One moment…</p>`;
    const { money } = one;
    return html`<div class="head"><p class="crumb"><a href="#floor">Floor</a> › ${money.name}</p><h1>${money.name}</h1>
        <a class="btn" href="/t/${one.id}">Watch</a><a class="btn" href="#incidents/${one.id}">What happened?</a>
        <a class="btn" href="/display/${one.id}" target="_blank" rel="noopener">Display</a></div>
      <div class="two"><div>${rulesPanel(room, one.rules)}</div><div>${hoursPanel(room, one)}
        ${chipsPanel(room, one)}</div></div>`;
  },
  acts: {
    async look(room, form) {
      await look(room, form);
    },
    async propose(room, form) {
      const { reason, notice } = form.elements;
      const body = { ...room.data.change.body, reason: reason.value, notice: Number(notice.value) };
      const made = await room.api.post(`/tables/${encodeURIComponent(room.path[0])}/rules`, body);
      delete room.data.change;
      await room.load();
      return `Change ${made.number} waits for a second signature.`;
    },
    async forget(room) {
      delete room.data.change;
    },
    async colour(room, form) {
      const side = (name) =>
        [...form.querySelectorAll(`[data-${name}]`)]
          .map((input) => ({ chip: Number(input.dataset[name]), count: Number(input.value) }))
          .filter((each) => each.count);
      const body = { player: form.elements.player.value, taken: side("taken"), given: side("given") };
      await room.api.once(`/tables/${encodeURIComponent(room.path[0])}/colour-ups`, body);
      form.reset();
      await room.load();
      return "Changed. The tray and the rack are worth what they were.";
    },
  },
};

/** What a change would do, before anybody proposes it. */
const look = async (room, form) => {
  const text = form.elements.submission.value,
    given = [...form.querySelectorAll("[data-limit]")].filter((input) => input.value !== "");
  const isText = text.trim() !== room.data.one.rules.submission.trim();
  const body = isText
    ? { submission: text }
    : {
        choices: Object.fromEntries([
          ...given.map((input) => [input.dataset.limit, writtenValue(input.value)]),
          ...other(form),
        ]),
      };
  try {
    const found = await room.api.post(`/tables/${encodeURIComponent(room.path[0])}/rules/preview`, body);
    room.data.change = { body, ...found };
  } catch (error) {
    room.data.change = {
      wrong: error.faults?.length ? error.faults : [{ sentence: sentences(error), clause: error.clause }],
    };
  }
};

/** The choice that is not a limit, where one was written. */
const other = ({ elements: { other: name, then } }) =>
  then.value.trim() ? [[name.value, writtenValue(then.value)]] : [];

const rulesPanel = (room, rules) =>
  html`<section class="panel"><h2>Rules <small>${rules.rules}, <span
    class="mono">${rules.rules_hash.slice(0, 8)}</span></small></h2>
    ${rules.announced ? announced(rules.announced) : ""}
    ${grid(
      ["What may change while it is open", "Now", "Clause"],
      rules.choices.map((each) =>
        row([each.words, html`<b>${each.value}</b>`, each.clause ? clauseOf(each.clause) : ""]),
      ),
      "What may change",
    )}
    ${closedChoices(rules)}
    ${room.mayAct && !rules.announced ? changing(room, rules) : ""}</section>`;
/** Said before anybody tries: what only a closed table takes, and why. */
const closedChoices = ({ closed }) =>
  html`<details><summary>${closed.length} more need a closed table</summary>
    <p class="hint">Close the table, and open it with the new submission.</p>${grid(
      ["What stays while it is open", "Now", "Why", "Clause"],
      closed.map((each) => row([each.words, each.value, each.why, each.clause ? clauseOf(each.clause) : ""])),
      "What needs a closed table",
    )}</details>`;
const announced = ({ starts_at: at, values }) =>
  html`<p class="tag wait"><span>From ${time(at)} UTC, between rounds: ${values.map(differs).join(", ")}</span></p>`;
const differs = ({ words, now, then }) => `${words} ${now} → ${then}`;
const changing = (room, rules) => {
  const { change } = room.data;
  if (change?.values) return proposal(change);
  return html`<form data-form="look"><h3>Change it <small>somebody else signs; it counts between rounds</small></h3>
    <div class="counts limits">${rules.choices.filter((each) => each.is_limit).map(limit)}</div>
    <div class="counts">${field(
      "Another choice",
      html`<select name="other">${rules.choices.filter((each) => !each.is_limit).map(otherOption)}</select>`,
    )}${field("becomes", html`<input name="then" maxlength="200" autocomplete="off">`)}</div>
    <details><summary>Or write the whole submission</summary><textarea name="submission" rows="8" spellcheck="false"
      aria-label="The table's submission">${rules.submission}</textarea></details>
    <button class="btn">Look what it changes</button>
    ${change?.wrong ? html`<ul class="faults" role="alert">${change.wrong.map(fault)}</ul>` : ""}</form>`;
};
const otherOption = ({ name, words, value }) => html`<option value="${name}">${words}: ${value}</option>`;
const limit = ({ name, words, value }) =>
  field(words, html`<input data-limit="${name}" inputmode="decimal" maxlength="20" placeholder="${value}">`);
const fault = (each) => html`<li>${each.sentence} ${each.clause ? clauseOf(each.clause) : ""}</li>`;
const proposal = ({ values, notice }) =>
  html`<form data-form="propose"><h3>This changes</h3>${grid(
    ["", "Now", "Then"],
    values.map((each) => row([each.words, html`<span>${each.now}</span>`, html`<b>${each.then}</b>`])),
    "What changes",
  )}
    ${field(
      `Minutes of notice, at least ${notice}`,
      html`<input name="notice" type="number" min="${notice}" max="1440" value="${notice}" required>`,
    )}
    ${field("Why", html`<input name="reason" required maxlength="200">`)}
    <div class="go"><button class="btn primary">Propose</button>
      <button type="button" class="btn" data-do="forget">Back</button></div></form>`;

const hoursPanel = (room, { id, money, week }) =>
  html`<section class="panel"><h2>Today by hour <small>UTC</small></h2>
    ${hourChart(money.by_hour, { expected: trendOf(room, { id })?.expected ?? null })}
    ${money.by_hour.length ? hourKey() : ""}${grid(
      ["Hour", ">Drop", ">Result", ">Hold"],
      [
        ...money.by_hour.map((each) => row([each.hour, dollars(each.drop), amount(each.result), percent(each.hold)])),
        row([html`<b>All</b>`, dollars(money.drop), amount(money.result), percent(week.tables[0].days.at(-1).hold)]),
      ],
      "By hour",
    )}
    <h3>Last 7 days</h3>${weekOfTable(week)}
    ${check(
      money.by_hour.reduce((sum, each) => sum + each.result, 0) === money.result &&
        money.wagers.reduce((sum, each) => sum + each.result, 0) === money.result,
      "hours together = wagers together = result, to the cent",
    )}
    ${money.is_tray_open ? trayLine(money) : html`<p class="hint">The tray is closed.</p>`}</section>`;
const trayLine = (money) =>
  check(
    money.opener + money.fills - money.credits + money.since_opener === money.tray,
    `opener ${dollars(money.opener)} + fills ${dollars(money.fills)} − credits ${dollars(money.credits)}
      + result since ${dollars(money.since_opener)} = tray ${dollars(money.tray)}`,
  );

const chipsPanel = (room, { chips, money }) =>
  html`<section class="panel"><h2>Chips <small>float by denomination, as people counted it</small></h2>
    ${
      chips.float.length
        ? grid([">Chip", ">Count", ">Amount"], chips.float.map(chipRow), "Float by denomination")
        : html`<p class="hint">No opener yet. Propose one under Money.</p>`
    }
    ${grid(
      ["Player", ">Rack"],
      money.players.map((each) => row([each.player, dollars(each.rack)])),
      "Chips of the players",
    )}
    ${room.mayAct && money.players.length ? colouring(money) : ""}
    ${chips.colour_ups.length ? colourUps(chips.colour_ups) : ""}
    </section>`;
const colourUps = (list) =>
  grid(["Time", "Player", ">Amount", "Tray took", "Tray gave", "By"], list.slice(0, 8).map(coloured), "Colour-ups");
const chipRow = ({ chip, count }) => row([dollars(chip), count, dollars(chip * count)]);
const coloured = (each) =>
  row([time(each.at), each.player, dollars(each.amount), counted(each.taken), counted(each.given), each.by]);
const counted = (list) => list.map(({ chip, count }) => `${count} × ${dollars(chip)}`).join(", ");
const colouring = (money) =>
  html`<form data-form="colour"><h3>Colour-up <small>same worth on both sides</small></h3>
    ${field(
      "Player",
      html`<select name="player">${money.players.map((each) => html`<option>${each.player}</option>`)}</select>`,
    )}
    ${side("Tray takes", "taken", money.chips)}${side("Tray gives", "given", money.chips)}
    <button class="btn primary">Change</button></form>`;
const side = (words, name, chips) =>
  html`<fieldset class="counts"><legend>${words}</legend>${chips.map((chip) =>
    field(dollars(chip), html`<input data-${name}="${chip}" type="number" min="0" max="1000000" placeholder="0">`),
  )}</fieldset>`;
