/* How a paper went: the score, by lesson, and every mistake with what is right and its clause. */
import { html } from "../dom.js";
import { capital, count, money } from "../words.js";
import { cite, clock, courseCrumbs, ring } from "./parts.js";

export const reportMarkup = (course, title, report, marks, again) => {
  const wrong = marks.filter((each) => !each.is_right);
  return html`<div class="hero"><div>${courseCrumbs(course, title)}
      <h1>${heading(report, wrong.length)}</h1></div></div>
    <div class="report"><section class="panel sc-score">${ring(
      report.asked ? report.right / report.asked : 0,
      report.asked && report.passes ? Math.min(1, report.passes / Math.max(report.asked, report.passes)) : 0.8,
      html`<b class="num">${report.right}</b><span>of ${report.asked} right</span>`,
    )}
      <p>${needed(report)}</p><div class="bars">${bars(course, marks)}</div>
      <dl class="kv"><dt>Date</dt><dd>${new Date(report.began).toLocaleString()}</dd>
        <dt>Time</dt><dd>${clock(report.seconds)}${report.limit ? ` of ${clock(report.limit)}` : ""}</dd>
        ${report.over ? html`<dt>Money</dt><dd>${paid(report.over)}</dd>` : ""}
        <dt>Rules</dt><dd class="mono">${course.rules} ${report.rules_hash.slice(0, 8)}</dd></dl></section>
    <section class="panel wrong">${
      wrong.length
        ? html`<ol class="marks">${wrong.map(mistake)}</ol>`
        : html`<p class="clean">No mistakes. ${report.asked ? "Every answer was right." : ""}</p>`
    }<div class="foot"><p>${comesBack(course, report, wrong.length)}</p>
        ${
          report.certificate
            ? html`<a class="btn primary" href="/school/certificate/${report.certificate}">Your
          certificate</a>`
            : ""
        }
        ${
          report.kind === "exam" && course.exam.to_mend.length
            ? html`<button class="btn primary" data-review>Review ${count(course.exam.to_mend.length)}</button>`
            : ""
        }
        <button class="btn" data-print>Print</button><a class="btn" href="/school/${course.rules}">The course</a>
        ${again ? html`<button class="btn primary" data-begin>${again}</button>` : ""}</div></section></div>`;
};

const comesBack = ({ exam }, { kind, is_passed: isPassed }, wrong) => {
  const opens = "The exam opens again when each was right once.";
  if (kind === "exam" && !isPassed && exam.to_mend.length) return `What you missed comes back when it is due. ${opens}`;
  return wrong ? "What you missed comes back when it is due." : "";
};

const heading = ({ is_passed: isPassed, right, asked, kind }, wrong) => {
  if (kind === "review") return `${capital(count(right))} of ${asked} known again`;
  if (isPassed) return `Passed: ${right} of ${asked}`;
  if (kind === "drill") return `${capital(count(right))} right`;
  return wrong ? `Not yet: ${count(wrong)} to mend` : `Not passed: ${right} of ${asked}`;
};
const needed = ({ passes, right, is_passed: isPassed }) => {
  if (!passes) return "";
  return html`<b>${passes} needed.</b> ${isPassed ? "" : `${capital(count(passes - right))} more would have done.`}`;
};

/** Right answers by lesson. */
const bars = ({ lessons }, marks) => {
  const groups = new Map();
  for (const { lesson, is_right: isRight } of marks) {
    const [right, asked] = groups.get(lesson) || [0, 0];
    groups.set(lesson, [right + (isRight ? 1 : 0), asked + 1]);
  }
  if (groups.size < 2) return "";
  const named = (id) => lessons.find((each) => each.lesson === id)?.title || (id === "exam" ? "At the desk" : id);
  return [...groups].map(
    ([lesson, [right, asked]]) =>
      html`<span>${named(lesson)}</span><progress max="${asked}" value="${right}"
        aria-label="${named(lesson)}"></progress><b>${right} of ${asked}</b>`,
  );
};

const paid = (over) => `${over > 0 ? "overpaid" : "underpaid"} ${money(Math.abs(over))}`;

/** What a mistake pays too much or too little; nothing where no money was counted. */
const cost = (over) =>
  html`<p class="cost">${
    over
      ? html`<b class="num">${over > 0 ? "+" : "−"}${money(Math.abs(over))}</b>${over > 0 ? "overpaid" : "underpaid"}`
      : ""
  }</p>`;

const mistake = ({ text, given, answer, clause, words, over, has_replay: hasReplay, ticket }) =>
  html`<li>${cite(clause)}<div><b>${text}</b><em>You: ${given || "no answer"}. Right: ${answer}.</em>
    <em>${words}</em></div>${cost(over)}${
      hasReplay
        ? html`<button class="btn" data-replay="${ticket}" aria-label="Replay: ${text}">Replay</button>`
        : html`<span></span>`
    }</li>`;
