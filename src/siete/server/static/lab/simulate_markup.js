/* How a simulation is drawn: its progress, the estimate in its interval, sessions, and the exact figures beside it. */
import { html } from "../dom.js";
import * as draw from "./plots.js";
import { dollars, hundredths, percent, rounds, signedDollars, ticks, whole } from "./numbers.js";

const SURE = 1.96;
/** Standard errors on both sides of 95 in 100. */

export const frame = () =>
  html`<section class="panel lab-run"><h2>Run</h2><div data-rules></div><form class="lab-form">
      <div class="two">${field("Rounds", "rounds", "10,000,000", "numeric")}
        ${field("Seed", "seed", "21", "numeric")}</div>
      ${choice("Cards", "cards", [
        ["fresh", "A full shoe each round"],
        ["shoe", "A shoe down to its cover card"],
      ])}
      ${choice("Play", "strategy", [
        ["derived", "Chart of these rules"],
        ["never-bust", "Never bust"],
        ["mimic-dealer", "Like the dealer"],
        ["random", "At random"],
      ])}
      ${choice("Wagers", "wager", [
        ["all", "All that the table offers"],
        ["base", "The base wager alone"],
      ])}
      <div class="two">${field("Session, rounds", "session", "500", "numeric")}
        ${field("Base wager", "bet", "$10")}</div>
      ${field("A session begins with", "bankroll", "$500")}
      <button class="btn primary">Deal</button>
      <label class="field"><span>Or a saved run, to look at and carry on</span>
        <input type="file" accept=".json" data-saved></label></form>
      <div data-part="run"></div><p class="lab-small" data-limits></p></section>
    <div class="lab-stack"><section class="panel" data-part="curve"></section>
      <section class="panel" data-part="sessions"></section></div>
    <div class="lab-stack"><section class="panel" data-part="agrees"></section>
      <section class="panel" data-part="wagers"></section><section class="panel" data-part="words"></section></div>`;

const field = (words, name, value, mode = "text") =>
  html`<label class="field"><span>${words}</span><input name="${name}" value="${value}" inputmode="${mode}"
    autocomplete="off" maxlength="16"></label>`;
const choice = (words, name, list) =>
  html`<label class="field"><span>${words}</span><select name="${name}">${list.map(
    ([value, text]) => html`<option value="${value}">${text}</option>`,
  )}</select></label>`;

/** Which submission is dealt: a rule set as it is, or what was made of it in the explorer. */
export const rules = (room) => {
  const own = room.text !== `rule_set = "${room.rules}"\n`;
  return html`<label class="field"><span>Rules${own ? ", with your choices" : ""}</span>
    <select data-book>${room.books.map(
      ({ name, title }) => html`<option value="${name}" ${name === room.rules ? "selected" : ""}>${title}</option>`,
    )}</select></label>`;
};

export const limits = ({ rounds_a_day: most, left }) =>
  html`Runs beside the tables, never before them. You may have ${rounds(most)} rounds a day dealt; ${rounds(left)} are
    left. The same seed deals the same rounds anywhere.`;

const STATUS = {
  waiting: "Waiting for its turn",
  preparing: "Solving the chart, compiling",
  dealing: "Dealing",
  stopped: "Stopped",
  done: "Done",
  refused: "Refused",
};
const LOST = "The line is lost. The run goes on; this page finds it again.";
export const progress = (run, { isDealing, lost }) => {
  const part = Math.min(1, run.rounds / run.goal);
  const left = run.rate ? Math.ceil((run.goal - run.rounds) / run.rate) : 0;
  return html`<div class="lab-progress"><p><b>${STATUS[run.status]}</b><span>${rounds(run.rounds)} of
    ${rounds(run.goal)}</span></p>
      <progress max="1" value="${part}" aria-label="Rounds dealt"></progress>
      <p class="lab-small">${lost ? LOST : pace(run, left)}</p>
      ${run.status === "refused" ? html`<p class="bad">${run.refusal.sentence}</p>` : ""}
      <div class="lab-acts">${
        isDealing
          ? html`<button class="btn primary" data-run="stop" data-focus="stop">Stop</button>`
          : html`<button class="btn primary" data-run="fresh" data-focus="fresh">New run</button>`
      }<a class="btn" href="/api/v1/lab/simulations/${run.id}/result.json" download="simulation.json"
        ${run.rounds ? "" : html`aria-disabled="true"`}>Save</a></div>
      ${isDealing || !run.rounds ? "" : more()}
      ${run.brought ? html`<p class="lab-small">${brought(run)}</p>` : ""}
      <p class="lab-small">${about(run.order)}</p></div>`;
};
const pace = (run, left) => {
  if (run.status === "waiting") return run.place ? `Place ${run.place} in the queue.` : "";
  if (run.status !== "dealing" || !run.rate) return "";
  return `${rounds(Math.round(run.rate / 1e5) * 1e5)} rounds a second · ${left} s to go`;
};
const more = () =>
  html`<div class="two"><label class="field"><span>More rounds</span>
      <input name="more" value="10,000,000" maxlength="16" inputmode="numeric"></label
    ><button class="btn" data-run="resume" data-focus="resume">Carry on</button></div>`;
const brought = ({ brought: before }) =>
  `The first ${rounds(before)} rounds are as the file says: this house dealt only what came after.`;
const about = ({ seed, cards, strategy, session, bankroll }) =>
  `Seed ${seed}, ${cards === "fresh" ? "a full shoe each round" : "a shoe down to its cover card"}, ${
    strategy === "derived" ? "by the chart of these rules" : strategy
  }${session ? `, sessions of ${session} rounds with ${dollars(Number(bankroll))}` : ""}. The address of this page finds
  the run again; the saved file is carried on here or by siete simulate --resume.`;

export const empty = (run) =>
  html`<h2>House edge, as it is dealt</h2><p class="lab-small">${
    run
      ? "The first rounds are being prepared."
      : "Choose what to deal, and watch the estimate close in on the exact figure."
  }</p>`;
export const noSessions = (run) =>
  html`<h2>Where a session ends</h2><p class="lab-small">${
    run
      ? run.order.session
        ? "No session is over yet."
        : "This run counts no sessions."
      : "Every session of the run is counted by what it won or lost."
  }</p>`;

/** The estimate of one wager with its interval, on a log axis, beside the exact figure. */
export const curve = (run, { wager, title, exact }, wide) => {
  const points = run.series[wager].filter(([, , error]) => Number.isFinite(error));
  const tall = Math.max(300, Math.min(440, wide * 0.6));
  const side = { left: 56, right: wide < 560 ? 16 : 86 };
  const last = points.at(-1);
  const target = exact ? exact.house_edge : last[1];
  const far = spread(points, target);
  const [low, high] = [target - far, target + far];
  const first = points[0][0];
  const end = Math.max(run.goal, last[0]);
  const x = (at) =>
    draw.scale(Math.log10(first), Math.log10(Math.max(end, first * 10)), side.left, wide - side.right)(Math.log10(at));
  const y = draw.scale(low, high, tall - 30, 12);
  const hold = (value) => Math.max(12, Math.min(tall - 30, y(value)));
  const upper = points.map(([at, edge, error]) => [x(at), hold(edge + SURE * error)]);
  const lower = points.map(([at, edge, error]) => [x(at), hold(edge - SURE * error)]).toReversed();
  const grid = ticks(low, high, 5).map(
    (value) =>
      draw.path(`M${side.left} ${y(value)}H${wide - side.right}`, "grid") +
      draw.text(side.left - 8, y(value) + 4, percent(value, far < 0.004 ? 2 : 1), { anchor: "end" }),
  );
  const decades = [];
  for (let at = 1000; at <= end; at *= 10)
    if (at >= first)
      decades.push(draw.path(`M${x(at)} 12V${tall - 30}`, "grid") + draw.text(x(at), tall - 10, rounds(at)));
  const exactLine = exact
    ? draw.path(`M${side.left} ${y(target)}H${wide - side.right}`, "truth") + named(wide, side, y(target), target)
    : "";
  const drawing = `${grid.join("")}${decades.join("")}${draw.path(`${draw.line([...upper, ...lower])}Z`, "band")}
    ${exactLine}${draw.path(draw.line(points.map(([at, edge]) => [x(at), hold(edge)])), "curve")}
    ${draw.dot(x(last[0]), hold(last[1]), "now", 6)}`;
  const told = ([at, edge, error]) => `${rounds(at)} rounds: ${percent(edge)} ± ${hundredths(SURE * error)}`;
  return html`<h2>House edge of ${title}, as it is dealt <small>band: 95 of 100 cases</small></h2>${draw.plot({
    name: "curve",
    label: `House edge of ${title}: ${told(last)}${exact ? `; exact ${percent(target)}` : ""}.`,
    wide,
    tall,
    drawing,
    points: points.map((each) => [x(each[0]), hold(each[1]), told(each)]),
    head: ["Rounds", "House edge", "± 95 %"],
    rows: points.map(([at, edge, error]) => [whole(at), percent(edge), percent(SURE * error)]),
  })}`;
};
const named = (wide, side, y, target) =>
  side.right < 60
    ? ""
    : draw.text(wide - side.right + 8, y - 2, "exact", { anchor: "start", kind: "sure" }) +
      draw.text(wide - side.right + 8, y + 14, percent(target), { anchor: "start", kind: "sure" });
/** How far above and below the exact figure to look: the first intervals may be cut off. */
const spread = (points, target) => {
  const [, , error] = points[Math.min(points.length - 1, 4)];
  const last = points.at(-1);
  return Math.max(SURE * error * 1.15, Math.abs(last[1] - target) * 1.5, SURE * last[2] * 1.5, 1e-4);
};

/** How wide a letter of a mark is: words that would leave the drawing are moved inside it. */
const LETTER = 7;

/** Sessions by their result: losses on one side of nought, wins on the other. */
export const sessions = ({ sessions: found, wagered_per_round: stake }, wide) => {
  const { bars, bar_width: width, sessions: all, rounds: length, end } = found;
  const tall = 230;
  const most = Math.max(...bars.map(([, count]) => count));
  const [low, high] = [bars[0][0], bars.at(-1)[0] + width];
  const x = draw.scale(low, high, 10, wide - 10);
  const y = draw.scale(0, most, tall - 26, 44);
  const bar = ([from, count]) =>
    draw.rect(x(from) + 1, y(count), x(from + width) - x(from) - 2, tall - 26 - y(count), from < 0 ? "bad" : "good", 2);
  const steps = ticks(low, high, wide < 560 ? 3 : 6).map((value) =>
    draw.text(x(value), tall - 8, value ? signedDollars(value) : "even"),
  );
  const mark = (part, words, place, anchor) => {
    const said = `${words} ${signedDollars(end[part])}`;
    const [at, room] = [x(end[part]), said.length * LETTER];
    const inside = anchor === "end" ? Math.max(at - 6, room) : Math.min(at + 6, wide - room);
    const line = draw.path(`M${at} ${place + 6}V${tall - 26}`, "dash");
    return line + draw.text(inside, place + 2, said, { anchor, kind: "strong" });
  };
  const words = ([from, count]) =>
    `${signedDollars(from)} to ${signedDollars(from + width)}: ${percent(count / all, 2)} of sessions`;
  return html`<h2>Where a session ends <small>${whole(all)} sessions of ${whole(length)} rounds, ${dollars(stake)} down
    in each</small></h2>
    ${draw.plot({
      name: "sessions",
      label: `Sessions by result; the middle one ends at ${signedDollars(end["50%"])}.`,
      wide,
      tall,
      drawing: `${bars.map(bar).join("")}${draw.path(`M10 ${tall - 26}H${wide - 10}`, "axis")}${steps.join("")}
        ${mark("5%", "one in 20 below", 34, "end")}${mark("50%", "middle", 14, "start")}
        ${mark("95%", "one in 20 above", 34, "start")}`,
      points: bars.map((each) => [x(each[0] + width / 2), y(each[1]), words(each)]),
      head: ["Result from", "Sessions", "Share"],
      rows: bars.map(([from, count]) => [signedDollars(from), whole(count), percent(count / all, 2)]),
    })}`;
};

const fact = (name, value, note, kind = "") =>
  html`<div class="${kind}"><dt>${name}</dt><dd><b>${value}<small>%</small></b><small>${note}</small></dd></div>`;

/** Whether the dealing agrees with the exact figure, for the wager that is looked at. */
export const agrees = ({ title, house_edge: edge, error, exact }) => {
  const band = `${hundredths(edge - SURE * error)} to ${hundredths(edge + SURE * error)}`;
  const z = exact ? Math.abs(edge - exact.house_edge) / error : 0;
  return html`<h2>Does the dealing agree? <small>${title}</small></h2>
    <dl class="lab-figs">${fact("Dealt", hundredths(edge), `± ${hundredths(SURE * error)}`, "now large")}
    ${exact ? fact("Exact", hundredths(exact.house_edge), exact.note || `95 %: ${band}`, "exact large") : ""}</dl>
    <p class="lab-verdict">${exact ? verdict(z, exact.note) : "There is no exact figure for this play."}</p>`;
};
const verdict = (z, note) => {
  const words = `${z.toFixed(2)} standard errors apart`;
  if (z <= SURE) return html`<span class="good">✓ Yes: ${words}</span>`;
  if (note) return html`<span>${words}; the exact figure is ${note}, and what was dealt is not.</span>`;
  return html`<span>${words}. One run in twenty lies outside 1.96; more rounds tell.</span>`;
};

/** A ramp that was dealt: what it won beside what the figures of the count say. */
export const counted = ({ rounds: dealt, win_per_round: win, deviation_per_round: deviation, predicted }) => {
  const error = (deviation / Math.sqrt(dealt)) * 100;
  const z = Math.abs(win - predicted.win) / (deviation / Math.sqrt(dealt));
  const luck = dollars(predicted.deviation * 10, 0);
  const part = (name, value, note, kind) =>
    html`<div class="${kind}"><dt>${name}</dt><dd><b>${value}</b><small>${note}</small></dd></div>`;
  return html`<h2>Does the ramp win what it should? <small>per 100 rounds seen</small></h2><dl class="lab-figs">
    ${part("Dealt", dollars(win * 100, 2), `± ${dollars(SURE * error, 2)}`, "now")}
    ${part("By the count", dollars(predicted.win * 100, 2), `deviation ${luck}`, "exact")}</dl>
    <p class="lab-verdict">${inside(z)}</p>`;
};
const inside = (z) => {
  const words = `${z.toFixed(2)} standard errors apart`;
  if (z <= SURE) return html`<span class="good">✓ Inside: ${words}</span>`;
  return html`${words}. One run in twenty lies outside 1.96; more rounds tell.`;
};

export const wagers = (run, chosen) =>
  html`<h2>By wager <small>${rounds(run.rounds)} rounds</small></h2>
    <table class="lab-list"><thead><tr><th scope="col">Wager</th><th scope="col" class="r">Dealt, ± 95 %</th>
    <th scope="col" class="r">Exact</th></tr></thead><tbody>${run.wagers.map(
      (each) =>
        html`<tr class="${each === chosen ? "here" : ""}">
            <th scope="row"><button class="lab-link" data-wager="${each.wager}"
          data-focus="w-${each.wager}" aria-pressed="${String(each === chosen)}">${each.title}</button>
          <small>${dollars(each.amount)}${each.exact?.note ? html`, ${each.exact.note}` : ""}</small></th>
          <td class="r">${hundredths(each.house_edge)} <small>± ${hundredths(SURE * each.error)}</small></td>
          <td class="r">${each.exact ? percent(each.exact.house_edge) : "–"}</td></tr>`,
    )}</tbody></table>
    <p class="lab-small">Press a wager to see its curve. Rare prizes need far more rounds; their intervals say so.</p>`;

/** A session in words. */
export const words = ({ rounds: length, bankroll, ahead, behind, end, drawdown, risk_of_ruin: ruin }) => {
  const line = (name, value) => html`<tr><th scope="row">${name}</th><td class="r">${value}</td></tr>`;
  return html`<h2>A session in words</h2><p class="lab-lede">${whole(length)} rounds. You end ahead in
    ${Math.round(ahead * 100)} sessions of 100, behind in ${Math.round(behind * 100)}.</p>
    <table class="lab-list"><tbody>
      ${line("Lose more than", `${dollars(-Math.min(0, Math.round(end["5%"])))} in 1 of 20`)}
      ${line("Half end between", `${signedDollars(end["25%"])} and ${signedDollars(end["75%"])}`)}
      ${line("Deepest point, in the middle case", dollars(Math.round(drawdown["50%"])))}
      ${bankroll ? line(`Broke with ${dollars(bankroll)}`, percent(ruin, 1)) : ""}</tbody></table>`;
};
