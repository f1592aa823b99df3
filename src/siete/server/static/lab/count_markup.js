/* How the counting room draws its figures. */
import { html, raw } from "../dom.js";
import { counted, LEAST, mark, MOST, told as dealtWords, verdict } from "./by_count.js";
import * as draw from "./plots.js";
import { dollars, percent, signed, signedDollars, ticks, whole } from "./numbers.js";

const ORDER = "A23456789JQK";

export const frame = () =>
  html`<div class="lab-stack"><section class="panel" data-part="effects"></section>
      <section class="panel" data-part="worth"></section><section class="panel" data-part="sides"></section>
      <section class="panel" data-part="known"></section></div>
    <div class="lab-stack"><section class="panel lab-count-head">
      <label class="field"><span>Rules</span><select data-book></select></label>
      <label class="field"><span>Count</span><select data-level>
        <option value="1">Level 1</option><option value="2" selected>Level 2</option>
        <option value="3">Level 3</option></select></label>
      <label class="field"><span>Bankroll</span><input data-bankroll value="$20,000" maxlength="12"></label></section>
      <section class="panel" data-part="edges"></section><section class="panel" data-part="ramp"></section>
      <section class="panel" data-part="indices"></section></div>`;

export const solving = () =>
  html`<h2>What one card less does</h2><p class="lab-small">Solving: every shoe with one card gone is solved anew. The
    first time this takes a minute; the house remembers it.</p>`;

/** The effect of one card of each rank that is gone, with the tags of the count below: of the base game or another. */
export const effects = ({ effects: base, decks }, ofBase, wide, { sides: others, counted: chosen }) => {
  const side = others[chosen - 1];
  const found = side ? side.effects : base;
  const { tags, level, correlation } = side ? side.counts.at(-1) || { tags: {} } : ofBase;
  const ranks = Object.entries(found).toSorted((a, b) => ORDER.indexOf(a[0]) - ORDER.indexOf(b[0]));
  const most = Math.max(...ranks.map(([, worth]) => Math.abs(worth))) || 1;
  const step = wide / ranks.length;
  const tall = 250;
  const y = draw.scale(-most * 1.32, most * 1.32, tall - 38, 8);
  const bar = ([rank, worth], i) => {
    const x = i * step + step / 2;
    const isGood = worth >= 0;
    const top = isGood ? y(worth) : y(0);
    return (
      draw.rect(x - step * 0.36, top, step * 0.72, Math.abs(y(worth) - y(0)), isGood ? "good" : "bad", 4) +
      draw.text(x, isGood ? y(worth) - 6 : y(worth) + 16, short(worth, step), { kind: "strong" }) +
      draw.text(x, isGood ? y(0) + 17 : y(0) - 7, rank, { kind: "strong" }) +
      draw.rect(x - step * 0.36, tall - 28, step * 0.72, 24, "tag", 7) +
      draw.text(x, tall - 11, tagged(tags[rank] ?? 0), { kind: "strong" })
    );
  };
  const told = ([rank, worth]) => `One ${rank} gone: ${signed(worth)} % for you; counted ${tagged(tags[rank] ?? 0)}`;
  const pick = html`<select class="lab-pick" data-counted data-focus="counted" aria-label="Wager">
    <option value="0">Base game</option>${others.map(
      ({ name }, i) => html`<option value="${i + 1}" ${i + 1 === chosen ? "selected" : ""}>${name}</option>`,
    )}</select>`;
  return html`<h2>What one card less does <small>effect of removal, % of the wager, ${decks} decks,
    exact</small> ${others.length ? pick : ""}</h2>${draw.plot({
      name: "effects",
      label: `Effects of removal: ${ranks.map((each) => `${each[0]} ${signed(each[1])}`).join(", ")}.`,
      wide,
      tall,
      drawing: `${draw.path(`M0 ${y(0)}H${wide}`, "axis")}${ranks.map(bar).join("")}`,
      points: ranks.map((each, i) => [i * step + step / 2, y(each[1]), told(each)]),
      head: ["Rank", "Effect of removal", "Tag"],
      rows: ranks.map(([rank, worth]) => [rank, signed(worth, 4), tagged(tags[rank] ?? 0)]),
    })}<p class="lab-small">${
      side?.is_even
        ? "Every card is worth the same to this wager: no count helps."
        : html`<b>Tags below the bars are the count:</b> balanced, level ${level}, correlation with the effects
          ${correlation.toFixed(3)}. A card whose bar points down costs you when it is gone.`
    }</p>`;
};
const short = (worth, step) => signed(worth, step < 40 ? 2 : 3).replace("0.", ".");
const tagged = (tag) => (tag > 0 ? `+${tag}` : String(tag).replace("-", "−"));

/** Counts far out are put together. */
const gathered = (list) => {
  const found = new Map();
  for (const { true_count: count, probability, house_edge: edge } of list) {
    const at = Math.max(LEAST, Math.min(MOST, count));
    const sum = found.get(at) || { count: at, share: 0, weighed: 0 };
    sum.share += probability;
    sum.weighed += probability * edge;
    found.set(at, sum);
  }
  return [...found.values()]
    .map((each) => ({ ...each, edge: -each.weighed / each.share }))
    .toSorted((a, b) => a.count - b.count);
};

/** The player's edge by true count, over how often each comes; with points that were dealt, where there are any. */
export const edges = (
  { by_true_count: list, house_edge: full },
  { per_true_count: slope, insurance_from: insured },
  wide,
  dealt = [],
) => {
  const points = gathered(list);
  const dealtAt = (count) => dealt.find((each) => each.count === count);
  const tall = Math.max(280, Math.min(380, wide * 0.5));
  const [low, high] = [Math.min(...points.map((each) => each.edge)), Math.max(...points.map((each) => each.edge))];
  const step = (wide - 64) / points.length;
  const x = (i) => 56 + (i + 0.5) * step;
  const y = draw.scale(low * 1.1, high * 1.12, tall - 34, 14);
  const hold = (value) => Math.max(14, Math.min(tall - 34, y(value)));
  const most = Math.max(...points.map((each) => each.share));
  const tip = draw.scale(0, most, tall - 34, tall * 0.62);
  const share = ({ share: part }, i) =>
    draw.rect(x(i) - step * 0.42, tip(part), step * 0.84, tall - 34 - tip(part), "share", 3) +
    (part > 0.015 && step > 26 ? draw.text(x(i), tip(part) - 5, `${Math.round(part * 100)} %`) : "");
  const grid = ticks(low * 1.1, high * 1.12, 6).map(
    (value) =>
      draw.path(`M56 ${y(value)}H${wide - 8}`, value ? "grid" : "axis") +
      draw.text(48, y(value) + 4, `${signed(value, 0)}${value ? " %" : ""}`, { anchor: "end" }),
  );
  const every = step < 30 ? 3 : 1;
  const names = points.map(({ count }, i) => (i % every ? "" : draw.text(x(i), tall - 12, counted(count))));
  const from = points.find((each) => each.edge > 0);
  const yours = from
    ? draw.text(x(points.indexOf(from)) - 10, y(from.edge) - 22, `from ${counted(from.count)} on the edge is yours`, {
        anchor: "end",
        kind: "strong",
      })
    : "";
  const curve = draw.path(draw.line(points.map(({ edge }, i) => [x(i), y(edge)])), "curve");
  const dots = points.map(({ edge }, i) => draw.dot(x(i), y(edge), edge > 0 ? "good" : "bad"));
  const found = (count) => (dealtAt(count) ? dealtWords(dealtAt(count)) : "");
  const told = ({ count, share: part, edge }) =>
    `True count ${counted(count)}: your edge ${signed(edge, 2)} %, ${percent(part, 1)} of rounds${
      found(count) && `, dealt ${found(count)}`
    }`;
  const marks = points.map(({ count }, i) => (dealtAt(count) ? mark(x(i), hold, dealtAt(count)) : ""));
  return html`<h2>Your edge by true count <small>line: your edge; grey: share of rounds${
    dealt.length ? "; rings: dealt, with their 95 % intervals" : ""
  }</small></h2>${draw.plot({
    name: "edges",
    label: `Your edge by true count, from ${signed(points[0].edge, 2)} to ${signed(points.at(-1).edge, 2)} per cent.`,
    wide,
    tall,
    drawing: `${grid.join("")}${points.map(share).join("")}${curve}
      ${dots.join("")}${marks.join("")}${names.join("")}${yours}`,
    points: points.map((each, i) => [x(i), y(each.edge), told(each)]),
    head: ["True count", "Your edge", "Share of rounds", ...(dealt.length ? ["Dealt, ± 95 %"] : [])],
    rows: points.map((each) => [
      counted(each.count),
      `${signed(each.edge, 3)} %`,
      percent(each.share, 2),
      ...(dealt.length ? [found(each.count)] : []),
    ]),
  })}<p class="lab-small">One true count, the count for each 48 cards left, is worth <b>${percent(slope, 2)}</b>; with
    a full shoe the house has ${percent(full, 3)}. Insurance is worth taking from a true count of
    <b>${insured.toFixed(1)}</b> on. Edges are those of the chart: they bend, and the higher the
    count, the less another one adds. ${dealt.length ? verdict(dealt) : ""}</p>
    <div class="lab-rampacts"><button class="btn sm" data-deal-flat data-focus="flat">Check each count by
      dealing</button></div>`;
};

const fact = (name, value, note, kind = "") =>
  html`<div class="${kind}"><dt>${name}</dt><dd><b>${value}</b><small>${note}</small></dd></div>`;

/** What the ramp comes to, and how far luck may take it. */
export const worth = ({ win, deviation, average_wager: mean, score, n0, ruin, bankroll_for_5_percent: safe }, wide) => {
  const columns = [...ruin, ...(safe ? [{ bankroll: safe, risk: 0.05 }] : [])];
  const luck = Math.round(deviation * 10);
  return html`<h2>With this ramp <small>${dollars(mean, 2)} a round on average</small></h2>
    <dl class="lab-figs">
      ${fact("Won per 100 rounds seen", signedDollars(win * 100, 2), `deviation ${dollars(luck)}`, "now")}
      ${fact("SCORE", score.toFixed(2), "a million over N0")}
      ${n0 ? fact("N0, rounds", whole(n0), `${whole(n0 / 100)} hours at 100 an hour`) : ""}</dl>
    <table class="lab-list lab-ruin"><thead><tr><th scope="col">Bankroll</th>${columns.map(
      (each) => html`<th scope="col" class="r">${dollars(Math.round(each.bankroll))}</th>`,
    )}</tr></thead><tbody><tr><th scope="row">Risk of ruin</th>${columns.map(
      (each) => html`<td class="r">${percent(each.risk, 1)}</td>`,
    )}</tr></tbody></table>${n0 ? fan(win, deviation, n0, wide) : losing()}`;
};
const losing = () => html`<p class="lab-small">This ramp does not win: no bankroll lasts.</p>`;

/** What is won in the middle case, between one deviation below and above, to two and a half times N0. */
const fan = (win, deviation, n0, wide) => {
  const end = n0 * 2.5;
  const tall = 150;
  const most = win * end + deviation * Math.sqrt(end);
  const least = (-deviation * deviation * 0.25) / win;
  const x = draw.scale(0, end, 6, wide - 90);
  const y = draw.scale(least * 1.2, most, tall - 34, 8);
  const at = Array.from({ length: 41 }, (_, i) => (end * i) / 40);
  const up = (n) => win * n + deviation * Math.sqrt(n);
  const down = (n) => win * n - deviation * Math.sqrt(n);
  const upper = at.map((n) => [x(n), y(up(n))]);
  const lower = at.map((n) => [x(n), y(down(n))]);
  const told = (n) =>
    `${whole(n)} rounds: ${signedDollars(win * n)}, ` +
    `two in three between ${signedDollars(down(n))} and ${signedDollars(up(n))}`;
  const read = at.filter((_, i) => i % 4 === 0);
  return draw.plot({
    name: "fan",
    label: `What the ramp wins to ${whole(end)} rounds.`,
    wide,
    tall,
    drawing: `${draw.path(`${draw.line([...upper, ...lower.toReversed()])}Z`, "band")}
      ${draw.path(`M6 ${y(0)}H${wide - 90}`, "axis")}
      ${draw.path(draw.line(at.map((n) => [x(n), y(win * n)])), "curve")}${draw.dot(x(n0), y(0), "place", 5)}
      ${draw.path(`M${x(n0)} ${y(0)}V${tall - 22}`, "dash")}
      ${draw.text(x(n0), tall - 8, "N0: one deviation down is even", { kind: "strong" })}
      ${draw.text(wide - 84, y(win * end) + 4, signedDollars(win * end), { anchor: "start", kind: "money" })}
      ${draw.text(wide - 84, y(0) + 4, "even", { anchor: "start" })}`,
    points: read.map((n) => [x(n), y(win * n), told(n)]),
    head: ["Rounds", "Won", "One deviation down", "One deviation up"],
    rows: read.map((n) => [whole(n), signedDollars(win * n), signedDollars(down(n)), signedDollars(up(n))]),
  });
};

/** Wagers by true count, each a field; the bankroll's own ramp stands beside one's own. */
export const ramp = ({ table_max: most }, { wagers }, optimum, { kind, bankroll }) => {
  const shown = Object.entries(wagers)
    .map(([count, wager]) => [Number(count), wager])
    .filter(([count]) => count >= LEAST && count <= MOST)
    .toSorted((a, b) => a[0] - b[0]);
  const top = Math.max(...shown.map(([, wager]) => wager), 1);
  const column = ([count, wager]) => {
    const best = optimum?.wagers[count] ?? 0;
    return html`<div><svg viewBox="0 0 20 70" preserveAspectRatio="none"
      aria-hidden="true">${bars(wager, best, top)}</svg>
      <input aria-label="Wager at a true count of ${counted(count)}" data-step="${count}" data-focus="step-${count}"
      maxlength="7"
        value="${wager ? dollars(wager) : "out"}"><span>${counted(count)}</span></div>`;
  };
  const chosen = (name) => html`aria-pressed="${String(kind === name)}"`;
  return html`<h2>Ramp <small>change a step; line: best for ${dollars(bankroll)}; table maximum
    ${dollars(most)}</small></h2>
    <div class="lab-ramp" tabindex="0" role="group" aria-label="Wagers by true count">${shown.map(column)}</div>
    <div class="lab-rampacts">
      <button class="btn sm" data-best="1" data-focus="kelly" ${chosen("best")}>Best for ${dollars(bankroll)}</button>
      <button class="btn sm" data-best="0.5" data-focus="half" ${chosen("half")}>Half Kelly</button>
      <button class="btn sm" data-best="0.25" data-focus="quarter">Quarter</button><span class="spacer"></span>
      <button class="btn sm primary" data-deal>Check it by dealing</button></div>`;
};
const bars = (wager, best, top) => {
  const tall = (wager / top) * 66;
  const line = 68 - (Math.min(best, top) / top) * 66;
  return raw(`${draw.rect(2, 68 - tall, 16, Math.max(tall, 1), "total", 2)}${draw.path(`M0 ${line}H20`, "truth")}`);
};

/** Decisions that change with the count. */
export const indices = ({ indices: list }, { level }) => {
  const line = ({ hand, up, play, otherwise, true_count: count, direction, chance }) =>
    html`<tr><th scope="row">${hand} against ${up === "X" ? "JQK" : up}</th>
      <td>${PLAYS[play] || play} <small>instead of ${PLAYS[otherwise] || otherwise}</small></td>
      <td class="r">${direction} ${count > 0 ? "+" : ""}${count.toFixed(1).replace("-", "−")}</td>
      <td class="r">${percent(chance, 2)}</td></tr>`;
  return html`<h2>Indices <small>first two cards, count of level ${level}; those that matter most first</small></h2>
    <div class="lab-scroll" tabindex="0" role="region" aria-label="Indices"><table class="lab-list"><thead>
      <tr><th scope="col">Hand</th><th scope="col">Play</th>
      <th scope="col" class="r">True count</th><th scope="col" class="r">Comes in</th></tr></thead>
      <tbody>${list.slice(0, 24).map(line)}</tbody></table></div>`;
};
const PLAYS = { H: "hit", S: "stand", D: "double", P: "split", R: "surrender" };

/** Counts of side wagers: the finest of each, when it says to take the wager, and what that wins. */
export const sides = (others, isComing) => {
  const line = ({ name, house_edge: edge, is_even: isEven, counts }) => {
    const best = counts.at(-1);
    const cells = isEven
      ? html`<td colspan="3" class="lab-said">every card is worth the same: no count helps</td>`
      : best.worth_from === null
        ? html`<td colspan="3" class="lab-said">never worth taking, by any count</td>`
        : edge < 0 && best.share_of_rounds > 0.9
          ? html`<td colspan="3" class="lab-said">comes with the base wager, or is yours at this meter</td>`
          : html`<td class="r">${plus(best.worth_from)}</td><td class="r">${percent(best.share_of_rounds, 2)}</td>
            <td class="r">${(best.gain_per_round * 100).toFixed(3)}</td>`;
    const tags = isEven || best.worth_from === null ? "" : html`<br><small>${best.text.replaceAll(",", " ")}</small>`;
    return html`<tr><th scope="row">${name}${tags}</th><td class="r">${percent(edge, 2)}</td>${cells}</tr>`;
  };
  return html`<h2>Side wagers <small>by the count that follows each best</small></h2>
    ${
      others.length
        ? html`<div class="lab-wide" tabindex="0" role="region" aria-label="Counts of side wagers"><table
            class="lab-list"><thead><tr><th scope="col">Wager and count</th><th scope="col" class="r">House edge</th>
            <th scope="col" class="r">Take from</th><th scope="col" class="r">Of rounds</th>
            <th scope="col" class="r">Won per 100</th></tr></thead><tbody>${others.map(line)}</tbody></table></div>`
        : ""
    }<p class="lab-small">${
      isComing
        ? "Counting the shoe without each card …"
        : "Take a wager from this true count on, rounded down. Won per 100: units in 100 rounds seen, one unit each."
    }</p>`;
};
const plus = (count) => `${count > 0 ? "+" : ""}${count}`.replace("-", "−");

/** What cards that are seen are worth. */
export const known = (found) => {
  if (!found) return html`<h2>Cards that are seen</h2><p class="lab-small">Solving a shoe for each hole card …</p>`;
  const { hole_card: hole, bonus_card: bonus } = found;
  const line = ({ up, unseen, seen }) =>
    html`<tr><th scope="row">${up === "X" ? "JQK" : up}</th><td class="r">${signed(unseen, 2)}</td>
      <td class="r">${signed(seen, 2)}</td><td class="r">${signed(seen - unseen, 2)}</td></tr>`;
  return html`<h2>Cards that are seen <small>full shoe, best play, exact</small></h2>${
    hole
      ? html`<dl class="lab-figs">${fact("The hole card", `+${percent(hole.gain, 2)}`, "of the wager", "now")}
          ${fact("By insurance", `+${percent(hole.insurance, 2)}`, "taken against blackjacks alone")}
          ${fact("Your edge then", percent(-hole.house_edge_seen, 2), "the house has lost its own")}</dl>
        <table class="lab-list lab-seen"><thead><tr><th scope="col">Up card</th>
          <th scope="col" class="r">Not seen, %</th>
          <th scope="col" class="r">Seen, %</th><th scope="col" class="r">Gain, %</th></tr></thead>
          <tbody>${hole.by_up_card.map(line)}</tbody></table>`
      : html`<p class="lab-small">No hole card is dealt: there is none to see.</p>`
  }<p class="lab-small">A bonus card, or any card that is shown and takes no part, is worth
    <b>${percent(bonus.play_gain, 4)}</b> to the play.${
      bonus.match_wager?.is_even ? " A wager on it is worth the same whichever card it is, while the shoe is full." : ""
    }</p>`;
};
