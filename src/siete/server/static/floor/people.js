/* People of the house: accounts, sessions, second factor, and what each did. */
import { html } from "../dom.js";
import { sheet } from "../sheets.js";
import { clauseOf, field, grid, nameOf, row, time } from "./parts.js";

export const peopleView = {
  async load(room) {
    const { people } = await room.api.get("/people");
    room.data.people = people;
    const [name] = room.path;
    room.data.acts = name ? (await room.api.get(`/people/${encodeURIComponent(name)}/acts`)).acts : null;
  },
  markup: (room) => {
    const { data, path, mayAct } = room;
    if (!data.people) return html`<p class="hint">One moment…</p>`;
    return html`<div class="head"><h1>People</h1>
        <button class="btn" data-do="factor" data-focus="factor">My second factor</button></div>
      <div class="guide"><section class="panel">${list(room)}${mayAct ? making() : ""}</section>
        <section class="panel">${path[0] ? one(room) : rights()}</section></div>`;
  },
  acts: {
    async make(room, form) {
      const { name, password, role, reason } = form.elements;
      const body = { name: name.value, password: password.value, role: role.value, reason: reason.value };
      const made = await room.api.post("/people", body);
      form.reset();
      await room.load();
      return `${made.name}: ${made.what}.`;
    },
    async person(room, form) {
      const { what } = form.dataset;
      const done = await room.api.post(`/people/${encodeURIComponent(room.path[0])}/${what}`, {
        reason: form.elements.reason.value,
      });
      await room.load();
      return `${done.name}: done.`;
    },
    async factor(room) {
      await factorSheet(room);
    },
  },
};

/** `incident filed, Table 2`: an event in words, and what it is about. */
const actOf = (room, { what, table, account, number }) => {
  const words = what.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  const about = [table && nameOf(room, table), account, number && `no. ${number}`].filter(Boolean);
  return [words, ...about].join(", ");
};
const list = (room) =>
  grid(
    ["Name", "Role", "Tables", "Signed in", "Second factor", "Last act"],
    room.data.people.map((each) =>
      row([
        html`<a href="#people/${each.name}" data-focus="person-${each.name}">${each.name}</a>`,
        each.is_active ? each.role : `${each.role}, disabled`,
        each.tables.join(", "),
        each.sessions.length ? time(each.sessions.at(-1)) : "no",
        each.has_second_factor ? "on" : "off",
        each.last_act ? `${time(each.last_act.at)} ${actOf(room, each.last_act)}` : "",
      ]),
    ),
    "People",
  );
const making = () =>
  html`<form data-form="make"><h2 class="next">New account, or a new password</h2>
    ${field("Name", html`<input name="name" required maxlength="24" autocomplete="off">`)}
    ${field(
      "Password",
      html`<input name="password" type="password" required minlength="10"
      autocomplete="new-password">`,
    )}
    ${field(
      "Role",
      html`<select name="role"><option>dealer</option><option>floorperson</option><option>auditor</option></select>`,
    )}
    ${field(
      "Why",
      html`<input name="reason"
      required maxlength="200">`,
    )}<button class="btn primary">Save</button></form>`;
/** What the house lets each role do; the server holds it. */
const RIGHTS = [
  ["Deal, pay, call the floor", "yes", "no", "no"],
  ["Approve, refuse, apply the guide", "no", "yes", "no"],
  ["Open and close tables", "no", "yes", "no"],
  ["Chips, meters, rules of a table", "no", "two", "no"],
  ["Correct what a round paid", "no", "two", "no"],
  ["Accounts and sessions", "no", "yes", "no"],
  ["Read everything, run the audit", "no", "yes", "yes"],
  ["See cards that are not dealt", "no", "no", "no"],
];
const rights = () =>
  html`<h2>Who may do what <small>two: two people, neither alone</small></h2>${grid(
    ["", "Dealer", "Floorperson", "Auditor"],
    RIGHTS.map(row),
    "Who may do what",
  )}<p class="hint">Nobody deletes an account: what it did stays in the log.</p>`;
const one = (room) => {
  const { data, path, mayAct } = room;
  return html`<h2>${path[0]}</h2>${mayAct ? ["end-sessions", "disable", "second-factor/remove"].map(acting) : ""}
    <h3>What they did</h3>${grid(
      ["Time", "What", "Clause"],
      (data.acts || []).map((act) => row([time(act.at), actOf(room, act), act.clause ? clauseOf(act.clause) : ""])),
      "What they did",
    )}`;
};
const WORDS = { "end-sessions": "End sessions", disable: "Disable", "second-factor/remove": "Remove second factor" };
const acting = (what) =>
  html`<form class="reason" data-form="person" data-what="${what}"><input name="reason" required maxlength="200"
    placeholder="Why?" aria-label="Why: ${WORDS[what]}"><button class="btn">${WORDS[what]}</button></form>`;

const factorSheet = async (room) => {
  const begun = await room.api.post("/second-factor");
  const dialog = sheet(
    "Second factor",
    html`<p>Read this with an authenticator, then enter its code. From then on you sign in with a code, too.</p>
      <img src="/api/v1/floor/second-factor.svg?serial=${begun.serial}" width="180" height="180" alt="Key as a picture">
      <p class="mono">${begun.secret}</p>
      <form><label class="field"><span>Code</span><input name="code" inputmode="numeric" maxlength="7" required></label>
      <button class="btn primary">Use it</button><p class="hint" role="status"></p></form>`,
  );
  dialog.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { code } = event.target.elements;
      await room.api.post("/second-factor/confirm", { serial: begun.serial, code: code.value });
      dialog.close();
      await room.load();
    } catch (error) {
      dialog.querySelector(".hint").textContent = error.sentence;
    }
  });
};
