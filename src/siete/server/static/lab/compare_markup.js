/* How a comparison is drawn: two heads, only the differences with clauses on both sides, and the way
   between the edges. */
import { html } from "../dom.js";
import { clauseButton } from "../sheets.js";
import { dollars, hundredths, percent, signed, ticks } from "./numbers.js";
import * as draw from "./plots.js";

export const frame = () =>
  html`<div class="lab-heads"><section class="panel" data-part="head-0"></section>
    <section class="panel" data-part="head-1"></section></div>
    <section class="panel" data-part="rows"></section>
    <div class="lab-stack"><section class="panel" data-part="fall"></section>
    <section class="panel" data-part="words"></section></div>`;

/** What the two sides are called: by place, by rule set, or as one and the other. */
export const sideNames = (texts, room) => {
  const sets = texts.map((text) => text.match(/rule_set\s*=\s*"([^"]*)"/)?.[1] || "");
  const places = sets.map((name) => room.title(name).split(/[,(]/)[0].trim());
  const found = [places, sets].find(([one, other]) => one !== other);
  return found || ["one", "the other"];
};

const HOUR = 60,
  WAGER = 25;
const fact = (name, value, unit = "", kind = "") =>
  html`<div class="${kind}"><dt>${name}</dt><dd><b>${value}${unit ? html`<small>${unit}</small>` : ""}</b></dd></div>`;

/** One side: which submission it is, and its figures. */
export const head = (side, { room, text, found, figures }) => {
  const name = text.match(/rule_set\s*=\s*"([^"]*)"/)?.[1];
  const isOwn = text !== `rule_set = "${name}"\n`;
  const own = room.text !== `rule_set = "${room.rules}"\n`;
  const list = html`<select class="in" data-side="${side}" data-focus="side-${side}" aria-label="${
    side ? "The other submission" : "One submission"
  }">${own ? ownChoice(isOwn) : ""}${room.books.map(
    (each) =>
      html`<option value="${each.name}" ${!isOwn && each.name === name ? "selected" : ""}>${each.title}</option>`,
  )}</select>`;
  const hash = found ? `${found.rules[side]} ${found.hashes[side].slice(0, 8)}` : "";
  return html`<div class="lab-side-head">${list}<code>${hash}</code></div>
    ${figures ? sums(figures) : html`<p class="lab-small">Solving …</p>`}`;
};
const ownChoice = (isNow) =>
  html`<option value="" ${isNow ? "selected" : ""}>Your submission, from the explorer</option>`;
const threeEnds = ({ won, tied, lost }) => [won, tied, lost].map((part) => hundredths(part, 1)).join(" · ");
const sums = ({ base, ends }) =>
  html`<dl class="lab-figs">${fact("House edge", hundredths(base.house_edge), "%", "now large")}
    ${fact("Deviation", base.standard_deviation.toFixed(3))}${fact("Average wager", base.average_wager.toFixed(3))}
    ${fact(`An hour at $${WAGER}`, dollars(base.house_edge * WAGER * HOUR, 2))}
    ${fact("Rounds won, tied, lost", threeEnds(ends), "%", "slim")}</dl>`;

/** Only what differs, by chapter of the rule sheet. */
export const rows = ({ titles, sections, same }, both) => {
  const side = (value, clauses) =>
    html`<td>${value || html`<small>not there</small>`} ${clauses.slice(0, 1).map(clauseButton)}</td>`;
  const line = ({ says, values, clauses }) =>
    html`<tr><th scope="row">${says}</th>${values.map((value, i) => side(value, clauses[i]))}</tr>`;
  return html`<h2>What differs <small>${same} lines are the same</small></h2>
    <div class="lab-wide" tabindex="0" role="region" aria-label="What differs"><table class="lab-list lab-cmp"><thead>
      <tr><td></td><th scope="col" title="${titles[0]}">${both[0]}</th>
      <th scope="col" title="${titles[1]}">${both[1]}</th></tr>
      </thead>${sections.map(
        ({ section, rows: list }) =>
          html`<tbody><tr class="group"><th colspan="3" scope="rowgroup">${section}</th></tr>${list.map(line)}</tbody>`,
      )}</table></div>${sections.length ? "" : html`<p>Nothing: both play alike.</p>`}`;
};

const NOTHING = 5e-7;
/** The steps that change the edge, with those that change nothing. */
const changes = ({ steps }, first, edges) => {
  let before = first;
  return edges.map((edge, i) => {
    const made = { ...steps[i], before, edge, change: edge - before };
    before = edge;
    return made;
  });
};
const named = (words) => words.map((each) => each.replace(/: yes$/, "").replace(/: no$/, ": none")).join(", ");

export const waterfall = (found, sides, edges, { names, wide }) => {
  const title = html`<h2>How one edge becomes the other <small>% of the wager, exact, in this order</small></h2>`;
  if (!sides[0] || !sides[1]) return html`${title}<p class="lab-small">Solving …</p>`;
  const [first, last] = sides.map(({ base }) => base.house_edge);
  const all = changes(found, first, edges);
  const told = all.filter(({ change }) => Math.abs(change) > NOTHING);
  const idle = all.filter(({ change }) => Math.abs(change) <= NOTHING);
  const bars = [
    { words: [names[0]], from: 0, to: first, isTotal: true },
    ...told.map((each) => ({ ...each, from: each.before, to: each.edge })),
    { words: [names[1]], from: 0, to: last, isTotal: true },
  ];
  const wait = edges.length < found.steps.length ? `Solving step ${edges.length + 1} of ${found.steps.length} …` : "";
  return html`${title}${fallPlot(bars, wide)}<p class="lab-small">${wait}${
    idle.length ? ` Change nothing: ${idle.map(({ words }) => named(words)).join("; ")}.` : ""
  }</p>`;
};

const fallPlot = (bars, wide) => {
  const tall = 232;
  const top = Math.max(...bars.flatMap(({ from, to }) => [from, to])) * 1.18;
  const low = Math.min(0, ...bars.flatMap(({ from, to }) => [from, to]));
  const step = wide / bars.length;
  const y = draw.scale(low, top || 0.01, tall - 46, 18);
  const bar = ({ words, from, to, isTotal, change }, i) => {
    const x = i * step + step * 0.14;
    const high = Math.min(y(from), y(to));
    const kind = isTotal ? "total" : change < 0 ? "good" : "bad";
    const next = i < bars.length - 1 ? draw.path(`M${x + step * 0.72} ${y(to)}h${step * 0.28}`, "dash") : "";
    return (
      draw.rect(x, high, step * 0.72, Math.max(3, Math.abs(y(from) - y(to))), kind, 4) +
      next +
      draw.text(x + step * 0.36, high - 6, isTotal ? percent(to) : signed(change), { kind: "strong" }) +
      wrapped(named(words), step)
        .map((each, row) => draw.text(x + step * 0.36, tall - 28 + row * 15, each))
        .join("")
    );
  };
  const says = ({ words, to, isTotal, change }) =>
    isTotal ? `${words[0]}: ${percent(to)}` : `${named(words)}: ${signed(change)} %, then ${percent(to)}`;
  return draw.plot({
    name: "fall",
    label: `From ${percent(bars[0].to)} to ${percent(bars.at(-1).to)}.`,
    wide,
    tall,
    drawing: `${ticks(low, top, 4)
      .map((value) => draw.path(`M0 ${y(value)}H${wide}`, value ? "grid" : "axis"))
      .join("")}${bars.map(bar).join("")}`,
    points: bars.map((each, i) => [i * step + step / 2, y(each.to), says(each)]),
    head: ["Step", "Change", "House edge after it", "Clauses"],
    rows: bars.map((each) => [
      named(each.words),
      each.isTotal ? "" : `${signed(each.change)} %`,
      percent(each.to),
      (each.clauses || []).join(" "),
    ]),
  });
};
/** Words in at most three short lines. */
const wrapped = (words, step) => {
  const most = Math.max(8, Math.floor(step / 6.4));
  const lines = [""];
  for (const word of words.split(" ")) {
    if (lines.at(-1) && `${lines.at(-1)} ${word}`.length > most) lines.push("");
    lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim();
  }
  return lines.length > 2 ? [lines[0], `${lines[1].slice(0, most - 1)}…`] : lines;
};

/** The comparison in words, and side wagers that both have. */
export const words = (found, sides, edges, names) => {
  if (!sides[0] || !sides[1]) return "";
  const [one, two] = sides.map(({ base }) => base);
  const gap = two.house_edge - one.house_edge;
  const told = changes(found, one.house_edge, edges).toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const main = told.filter(({ change }) => Math.abs(change) > 1e-5).slice(0, 3);
  const price =
    Math.abs(gap) < 5e-4
      ? `Almost the same price: ${percent(one.house_edge)} and ${percent(two.house_edge)}.`
      : `${names[1]} costs you ${percent(Math.abs(gap))} ${gap > 0 ? "more" : "less"}.`;
  const parts = main.map(
    ({ words: list, change }) =>
      `${named(list)} ${change > 0 ? "costs" : "gives back"} ${percent(Math.abs(change), 2)}`,
  );
  const ratio = (a, b) => Math.round((b / a - 1) * 100);
  const wide = ratio(one.standard_deviation, two.standard_deviation);
  const swing = wide ? ` Results swing ${Math.abs(wide)} % ${wide > 0 ? "wider" : "less"}.` : "";
  const isWhole = edges.length === found.steps.length;
  const way = isWhole && parts.length ? `Going from ${names[0]} to ${names[1]}: ${parts.join("; ")}.` : "";
  const chips = ratio(one.average_wager, two.average_wager);
  const put = chips ? ` You put out ${Math.abs(chips)} % ${chips > 0 ? "more" : "fewer"} chips.` : "";
  return html`<h2>In words</h2>
    <p class="lab-lede">${price}
    ${isWhole ? way : "The way between them is being solved."}${put}${swing}</p>
    ${sideWagers(sides, names)}<div class="lab-rampacts">
      <button class="btn sm" data-play-side="0">Play ${names[0]}</button>
      <button class="btn sm" data-play-side="1">Play ${names[1]}</button><span class="spacer"></span>
      <button class="btn sm" data-do="print">Print</button></div>`;
};
const sideWagers = (sides, names) => {
  const keyed = sides.map(({ wagers }) => {
    const few = wagers.filter(({ figures }) => figures.length <= 4);
    return new Map(
      few.flatMap(({ title, figures }) =>
        figures.map((each) => [`${title}${each.card ? `, ${each.card}` : ""}`, each.house_edge]),
      ),
    );
  });
  const all = [...new Set(keyed.flatMap((each) => [...each.keys()]))];
  const cell = (map, name) => html`<td class="r">${map.has(name) ? percent(map.get(name)) : "–"}</td>`;
  return html`<table class="lab-list"><thead><tr><th scope="col">Side wagers, house edge</th>
    <th scope="col" class="r">${names[0]}</th><th scope="col" class="r">${names[1]}</th></tr></thead>
    <tbody>${all.map((name) => html`<tr><th scope="row">${name}</th>${keyed.map((each) => cell(each, name))}</tr>`)}
    </tbody></table>`;
};
