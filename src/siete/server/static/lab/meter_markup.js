/* How a meter is drawn: the edge falls in a straight line as it grows, and crosses nought where the wager is even. */
import { html } from "../dom.js";
import * as draw from "./plots.js";
import { dollars, hundredths, percent, ticks, whole } from "./numbers.js";

export const frame = () =>
  html`<div class="lab-stack"><section class="panel"><div class="lab-meter-head">
    <div><h2>When is the meter worth the wager?</h2>
      <p class="lab-small">House edge of this one wager at what its meter shows. Drag the meter, or type it.</p></div>
      <label class="field"><span>Rules</span><select data-book></select></label><div data-controls></div></div>
      <div data-part="plot"></div></section><section class="panel" data-part="figures"></section></div>
    <div class="lab-stack"><section class="panel" data-part="lines"></section>
    <section class="panel" data-part="even"></section></div>`;

export const solving = () => html`<p class="lab-small">Solving …</p>`;
export const none = () => html`<p class="lab-small">No wager of these rules has a meter. Choose other rules.</p>`;

/** Paytables that are drawn together: those of one table of the document. */
export const family = ({ paytable }) => String(paytable).split("/")[0];

const slope = ({ meter, house_edge_at_meter: edge, break_even_meter_shown: even }) => edge / (meter - even);
/** The edge at what the meter shows: a straight line through the edge now and the break-even. */
export const edgeAt = (each, shows) => slope(each) * (shows - each.break_even_meter_shown);

const most = (now) => Math.max(now.break_even_meter_shown, now.average_meter_at_hit || 0, now.meter) * 1.38;

export const controls = (all, now, meter) =>
  html`<label class="field"><span>Meter shows</span><input data-shows data-focus="shows" value="${dollars(meter, 2)}"
    maxlength="16"></label>
    <label class="field"><span>Paytable</span><select data-paytable data-focus="paytable">${all.map(
      (each) =>
        html`<option value="${each.key}" ${each.key === now.key ? "selected" : ""}>${each.paytable} ·
          ${each.title}</option>`,
    )}</select></label>
    <label class="vh" for="drag">Meter</label><input id="drag" type="range" data-drag data-focus="drag" min="0"
    max="${Math.round(most(now))}" step="${Math.max(10, Math.round(most(now) / 500))}" value="${Math.round(meter)}">`;

export const plot = (list, now, meter, wide) => {
  const end = Math.max(most(now), meter * 1.05);
  const tall = Math.max(300, Math.min(500, wide * 0.58));
  const side = { left: 54, right: wide < 560 ? 14 : 74 };
  const high = Math.max(...list.map((each) => edgeAt(each, 0))) * 1.04;
  const low = Math.min(edgeAt(now, end) * 1.25, -0.05);
  const x = draw.scale(0, end, side.left, wide - side.right);
  const y = draw.scale(low, high, tall - 44, 12);
  const hold = (value) => Math.min(tall - 44, y(value));
  const straight = (each, kind) => {
    const last = edgeAt(each, end) < low ? each.break_even_meter_shown + low / slope(each) : end;
    return draw.path(
      draw.line([
        [x(0), y(edgeAt(each, 0))],
        [x(last), y(edgeAt(each, last))],
      ]),
      kind,
    );
  };
  const grid = ticks(low, high, 6).map(
    (value) =>
      draw.path(`M${side.left} ${y(value)}H${wide - side.right}`, value ? "grid" : "axis") +
      draw.text(side.left - 8, y(value) + 4, percent(value, 0), { anchor: "end" }),
  );
  const steps = ticks(0, end, wide < 560 ? 3 : 7).map(
    (value) => draw.path(`M${x(value)} 12V${tall - 44}`, "grid") + draw.text(x(value), tall - 24, dollars(value)),
  );
  const upright = (value, words) =>
    value
      ? draw.path(`M${x(value)} 12V${tall - 44}`, "dash") +
        draw.text(x(value) + 6, tall - 52, `${words} ${dollars(Math.round(value))}`, { anchor: "start" })
      : "";
  const labels = side.right > 60 ? list : [];
  const places = apart(
    labels.map((each) => hold(edgeAt(each, end)) + 4),
    tall - 40,
  );
  const label = (each, i) =>
    draw.text(wide - side.right + 6, places[i], each.paytable, {
      anchor: "start",
      kind: each.key === now.key ? "money" : "",
    });
  const edge = edgeAt(now, meter);
  const even = now.break_even_meter_shown;
  const shown = `${dollars(meter, 2)}: ${percent(edge, 2)}`;
  const evenAt = `even at ${dollars(Math.round(even))}`;
  const strong = (far, at, anchor) => ({ kind: "strong", anchor: x(at) > wide * far ? "end" : anchor });
  const others = list.filter((each) => each.key !== now.key).map((each) => straight(each, "thin"));
  const hit = now.average_meter_at_hit;
  const drawing = `${draw.rect(side.left, y(0), wide - side.right - side.left, tall - 44 - y(0), "ahead", 0)}
    ${[...grid, ...steps, ...others].join("")}${straight(now, "curve")}${labels.map(label).join("")}
    ${upright(now.meter, "starts at")}${hit < end ? upright(hit, "average when won") : ""}
    ${draw.path(`M${x(meter)} ${tall - 44}V${hold(edge)}H${side.left}`, "reach")}
    ${draw.dot(x(even), y(0), "good", 8)}${draw.text(x(even), y(0) - 14, evenAt, strong(0.7, even, "middle"))}
    ${draw.dot(x(meter), hold(edge), "now", 8)}
    ${draw.text(x(meter) + 14, hold(edge) - 12, `now ${shown}`, strong(0.6, meter, "start"))}
    ${draw.text(x(end * 0.27), y(0) + 20, "below this line you are ahead", { kind: "strong" })}
    ${draw.text((side.left + wide - side.right) / 2, tall - 4, "what the meter shows")}`;
  const read = Array.from({ length: 29 }, (_, i) => (end * i) / 28);
  return draw.plot({
    name: "meter",
    label: `${now.title} ${now.paytable}: house edge ${percent(edge, 2)} at ${dollars(meter, 2)}; ${evenAt}.`,
    wide,
    tall,
    drawing,
    points: read.map((at) => [
      x(at),
      hold(edgeAt(now, at)),
      `${dollars(Math.round(at))}: ${percent(edgeAt(now, at), 2)}`,
    ]),
    head: ["Meter", ...list.map((each) => each.paytable)],
    rows: ticks(0, end, 12).map((at) => [dollars(at), ...list.map((each) => percent(edgeAt(each, at), 2))]),
  });
};
const LINE = 14;
/** Places of labels, moved so far that none lies upon another, and none below the last. */
const apart = (places, last) => {
  const order = [...places.keys()].toSorted((a, b) => places[a] - places[b]);
  const found = [...places];
  for (const [i, at] of order.entries()) if (i) found[at] = Math.max(found[at], found[order[i - 1]] + LINE);
  for (const [i, at] of order.toReversed().entries()) found[at] = Math.min(found[at], last - i * LINE);
  return found;
};

const fact = (name, value, note, kind = "") =>
  html`<div class="${kind}"><dt>${name}</dt><dd><b>${value}</b><small>${note}</small></dd></div>`;

export const figures = (now, meter) => {
  const edge = edgeAt(now, meter);
  const cents = Math.round(edge * now.wager_amount * 100);
  const even = dollars(Math.round(now.break_even_meter_shown));
  const printed = now.house_edge_printed ? `printed ${now.house_edge_printed}` : "as the figures say";
  return html`<dl class="lab-figs">
    ${fact("At this meter", percent(edge, 2), `${cents} cents of each ${dollars(now.wager_amount)}`, "now")}
    ${fact("Break-even meter", even, `${whole(now.break_even_meter)} wagers`)}
    ${fact("Whole meter won", `1 in ${whole(now.top_award_once_in)}`, "rounds with this wager")}
    ${fact("In the long run", percent(now.house_edge_long_run, 2), "if you play at every meter")}
    ${fact("On the sheet", percent(now.house_edge, 2), printed)}</dl>`;
};

/** What each line gives back at this meter: a line that takes a part of the meter grows with it. */
const returned = (each, now, meter) => (/^\d+%/.test(each.pays) ? (each.return * meter) / now.meter : each.return);
export const lines = (now, meter) => {
  const list = now.lines || [];
  if (!list.length) return "";
  const all = list.reduce((sum, each) => sum + returned(each, now, meter), 0);
  const line = (each) =>
    html`<tr><th scope="row">${each.line.replaceAll("-", " ")}</th><td class="r">${each.pays}</td>
      <td class="r">${once(each.frequency)}</td
      ><td class="r">${percent(returned(each, now, meter))}</td></tr>`;
  return html`<h2>Lines of ${now.paytable} <small>at this meter</small></h2><table class="lab-list"><thead>
    <tr><th scope="col">Line</th><th scope="col" class="r">Pays</th>
    <th scope="col" class="r">Once in</th><th scope="col" class="r">Gives back</th></tr></thead>
    <tbody>${list.map(line)}
    <tr class="here"><th scope="row">All lines</th><td></td><td></td><td class="r">${percent(all)}</td></tr>
    </tbody></table>
    <p class="lab-small">${remainder(all, edgeAt(now, meter))}</p>`;
};
const once = (part) => (1 / part).toLocaleString("en-US", { maximumFractionDigits: 1 });
const remainder = (all, edge) =>
  Math.abs(1 - all - edge) < 1e-6
    ? `100 − ${hundredths(all)} = ${hundredths(edge)} % is the house’s at this meter.`
    : "";

export const even = (list, now, meter) => {
  const line = (each) =>
    html`<tr class="${each.key === now.key ? "here" : ""}"><th scope="row"><button class="lab-link"
      data-table="${each.key}" data-focus="t-${each.key}"
      aria-pressed="${String(each.key === now.key)}">${each.paytable}</button></th>
      <td class="r">${dollars(Math.round(each.break_even_meter_shown))}</td
      ><td class="r">${percent(edgeAt(each, meter), 2)}</td><td class="r">${percent(each.house_edge, 2)}</td></tr>`;
  const sorted = list.toSorted((a, b) => a.break_even_meter_shown - b.break_even_meter_shown);
  return html`<h2>Where each paytable breaks even</h2><table class="lab-list"><thead><tr><th scope="col">Paytable</th>
    <th scope="col" class="r">Break-even</th>
    <th scope="col" class="r">Now</th><th scope="col" class="r">Printed</th></tr></thead><tbody>${sorted.map(line)}
    </tbody></table>`;
};
