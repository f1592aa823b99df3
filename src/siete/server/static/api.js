/* The house's HTTP interface, as docs/api.md tells it. Every failure comes out as a Refusal with words. */
import { prefs, setPref } from "./prefs.js";

const ROOT = "/api/v1";

/** What the house answered instead of yes: code, clause and a sentence for people. */
export class Refusal extends Error {
  constructor(
    { code = "link/unknown", clause = "", sentence = "Something went wrong.", facts = {}, faults = [] },
    status = 0,
  ) {
    super(sentence);
    Object.assign(this, { code, clause, sentence, facts, faults, status });
  }
}

const NO_LINK = {
  code: "link/lost",
  sentence: "The house does not answer. Your place is kept; try again in a moment.",
};

export async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(ROOT + path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal(NO_LINK);
  }
  if (answer.status === 204) return null;
  const text = await answer.text();
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    data = null;
  }
  if (answer.ok) return data ?? text;
  throw new Refusal(
    data?.error ?? { code: `http/${answer.status}`, sentence: `The house answered ${answer.status}.` },
    answer.status,
  );
}

const get = (path) => call("GET", path);
const id = encodeURIComponent;

/** What this browser keeps to find its way back: the name, and the house's code for it. */
const remembered = (who) => {
  setPref("entered", true);
  if (who.recovery) setPref("recovery", { name: who.name, code: who.recovery });
  return who;
};
/** The session is gone, as when cookies are cleared: come back by the code, if this browser still has it. */
const comeBack = () => {
  const { name, code } = prefs.recovery || {};
  const lost = () => {
    setPref("entered", false);
    return null;
  };
  return code ? call("POST", "/session", { name, code }).then(remembered, lost) : lost();
};

export const api = {
  /** Who I am; null without a session. Of somebody who never entered nothing is asked, so that nothing is refused. */
  session: () =>
    prefs.entered
      ? get("/session").then(remembered, (error) => {
          if (error.status !== 401) throw error;
          return comeBack();
        })
      : Promise.resolve(null),
  enter: (name, code = "") => call("POST", "/session", code ? { name, code } : { name }).then(remembered),
  work: (who) =>
    call("POST", "/session/staff", who).then((made) => {
      setPref("entered", true);
      return made;
    }),
  hire: (who) => call("POST", "/staff", who),
  leave: () => call("DELETE", "/session"),
  cage: () => call("POST", "/cage"),
  rules: () => get("/rules"),
  choices: (name) => get(`/rules/${id(name)}/choices`),
  clause: (name) => get(`/clauses/${id(name)}`),
  tables: () => get("/tables"),
  table: (name) => get(`/tables/${id(name)}`),
  desk: (name) => get(`/tables/${id(name)}/desk`),
  open: (body) => call("POST", "/tables", body),
  close: (name) => call("DELETE", `/tables/${id(name)}`),
  check: (text) => call("POST", "/submissions/check", { text }),
  hint: (table, box, shoe = "full") => call("POST", `/tables/${id(table)}/hint`, { box, shoe }),
  values: (table, hand) => call("POST", `/tables/${id(table)}/values`, hand),
  chart: (table, bet) => get(`/tables/${id(table)}/chart?bet=${id(bet)}`),
  charted: (table) => call("POST", `/tables/${id(table)}/charted`),
  session21: (table) => get(`/tables/${id(table)}/rounds.s21`),
  drill: (table, hand = {}) => call("POST", `/tables/${id(table)}/drill`, hand),
  decided: (ticket, action) => call("POST", "/coach/decisions", { ticket, action }),
  coach: () => get("/coach"),
  school: (path) => get(`/school${path}`),
  schoolTest: (rules, lesson, questions) => call("POST", `/school/${id(rules)}/${id(lesson)}/test`, { questions }),
  schoolBegin: (path) => call("POST", `/school${path}`),
  schoolSit: (rules, lesson, demonstration, level) =>
    call("POST", `/school/${id(rules)}/${id(lesson)}/desk`, { demonstration, level }),
  schoolMove: (ticket, command, point = "") => call("POST", "/school/motions", { ticket, command, point }),
  schoolFinish: (paper, tickets) => call("POST", "/school/papers", { paper, tickets }),
  makeClass: (name, rules) => call("POST", "/school/classes", { name, rules }),
  joinClass: (code) => call("POST", "/school/classes/joined", { code }),
  setDrill: (code, drill) => call("POST", `/school/classes/${id(code)}/drills`, { drill }),
  schoolReplay: (ticket) => call("POST", "/school/replays", { ticket }),
  leaveClass: (code) => call("DELETE", `/school/classes/joined/${id(code)}`),
  schoolAnswer: (ticket, answer) => call("POST", "/school/answers", { ticket, answer }),
  welcome: () => get("/welcome"),
  lessons: (table) => get(`/tables/${id(table)}/lessons`),
  ledger: (table, number) => get(`/rounds/${id(table)}/${id(number)}/ledger`),
  history: (table, most = 60) => get(`/tables/${id(table)}/history?limit=${id(most)}`),
  expected: (table, most) => get(`/tables/${id(table)}/history/expected?limit=${id(most)}`),
  mistakes: (table, most) => get(`/tables/${id(table)}/history/mistakes?limit=${id(most)}`),
  rounds: (table) => get(`/tables/${id(table)}/rounds?limit=20`),
  round: (table, number, role) => get(`/rounds/${id(table)}/${id(number)}?role=${id(role)}`),
  roundText: (table, number) => get(`/rounds/${id(table)}/${id(number)}.s21`),
  share: (table, number) => call("POST", `/rounds/${id(table)}/${id(number)}/share`),
  playAgain: (path) => call("POST", `${path}/practice`, {}),
  shared: (token) => get(`/shared/${id(token)}`),
  sharedText: (token) => get(`/shared/${id(token)}.s21`),
  replay: (text) => call("POST", "/replay", { text }),
  replayValues: (text, hands) => call("POST", "/replay/values", { text, hands }),
  position: (asked) => get(`/position?${new URLSearchParams(asked)}`),
};
