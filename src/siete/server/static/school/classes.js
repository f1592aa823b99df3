/* A class as its teacher sees it: who is where, what is missed most, who needs a word. */
import { html } from "../dom.js";
import { cite, courseCrumbs, figure, tick } from "./parts.js";

const STATES = { passed: "y", tried: "half", failed: "n" };
const WORDS = { passed: "passed", tried: "tried, not passed", failed: "failed twice", "": "not yet" };

export const classMarkup = (found) => {
  const { name, code, title, rules, lessons, pupils, clauses, tasks, trainees } = found;
  return html`<div class="hero"><div>${courseCrumbs({ title, rules }, "Class")}<h1>${name}</h1>
      <p>Pupils join at /school with the code <b class="mono code">${code}</b></p></div>
      <div class="figs">${figure(trainees, "", "trainees")}
        ${figure(found.lessons_passed, `of ${trainees * lessons.length}`, "lessons passed")}
        ${figure(found.certified, "", "certified")}${figure(found.to_repeat, "", "exam to repeat")}</div>
      <form class="inline setform" data-set><label class="field"><span>${setWords(found)}</span>
        <select class="in" name="drill">${found.drills.map(
          (each) =>
            html`<option value="${each.drill}" ${each.drill === found.together?.drill ? html`selected` : ""}>${
              each.title
            }</option>`,
        )}</select></label><button class="btn primary">Set a drill</button></form></div>
    <div class="class"><section class="panel roll"><div class="scroll" tabindex="0" role="region" aria-label="Trainees">
      <table><thead><tr><th scope="col">Trainee</th>${lessons.map(
        (each, i) => html`<th scope="col" title="${each.title}">${i + 1}</th>`,
      )}<th scope="col">Clauses</th><th scope="col">Drill</th>${
        found.set ? html`<th scope="col" title="${found.set.title}">Set</th>` : ""
      }<th scope="col">Exam</th>
        <th scope="col">Seen</th></tr></thead>
      <tbody>${pupils.map((each) => row(each, lessons, found.set))}</tbody></table></div>
      ${trainees ? "" : html`<p class="quiet">Nobody has joined yet.</p>`}${pages(found)}
      <p class="legend">${["passed", "tried", "failed", ""].map(
        (state) => html`<span><i class="cell ${STATES[state] || ""}"></i>${WORDS[state]}</span>`,
      )}<span class="end">clauses of ${clauses}, drill seconds for an answer, exam of ${tasks}</span></p></section>
      <aside class="sc-side"><section class="panel"><h2>Missed most <small>of those asked</small></h2>
        ${found.missed.length ? html`<ul class="miss">${found.missed.map(missed)}</ul>` : NOTHING}
        </section>
        <section class="panel"><h2>Needs a word</h2><p class="word">${
          found.stuck.length ? found.stuck.map(stuck) : "Nobody has failed a test twice."
        }</p></section>
        ${found.together ? together(rules, found.together) : ""}</aside></div>`;
};

const together = (rules, { lesson, number, title, clause, missed: count, asked, drill_title: drill }) =>
  html`<section class="panel"><h2>Next lesson together</h2><p class="word">
    <a href="/school/${rules}/${lesson}">Lesson ${number}, ${title}</a>: ${count} of ${asked} asked have missed
    ${cite(clause)}.${drill ? ` The drill “${drill}” goes over it.` : ""}</p></section>`;

const NOTHING = html`<p class="quiet">Nothing yet.</p>`;

const setWords = ({ set, trainees }) =>
  set ? `Set now: ${set.title}, passed by ${set.passed} of ${trainees}` : "No drill is set";
const tried = (set) => (set ? html`${tick(set.is_passed ? "yes" : "no")} ${set.best[0]} of ${set.best[1]}` : "–");

const row = (pupil, lessons, set) =>
  html`<tr><th scope="row">${pupil.name}</th>${pupil.lessons.map(
    (state, i) =>
      html`<td><i class="cell ${STATES[state] || ""}" role="img"
        aria-label="${lessons[i].title}: ${WORDS[state]}"></i></td>`,
  )}<td class="r"><b>${pupil.mastered}</b></td><td class="r">${pupil.drill ? `${pupil.drill} s` : "–"}</td>
    ${set ? html`<td class="r set">${tried(pupil.set)}</td>` : ""}
    <td class="r"><b>${pupil.exam[1] ? pupil.exam[0] : "–"}</b></td>
    <td class="r ${isLate(pupil.seen) ? "late" : ""}">${seen(pupil.seen)}</td></tr>`;

const DAY = 86_400_000,
  LATE = 7;
const days = (date) => Math.floor((Date.now() - new Date(date).getTime()) / DAY);
const isLate = (date) => days(date) >= LATE;
const seen = (date) => (days(date) < 1 ? "today" : days(date) === 1 ? "1 day" : `${days(date)} days`);

const missed = ({ clause, words, missed: count, asked }) =>
  html`<li>${cite(clause)}<span class="n">${count} of ${asked}</span><span>${words}</span>
    <progress max="${asked}" value="${count}" aria-label="Part of pupils who missed it"></progress></li>`;
const stuck = ({ name, number, title, times }) =>
  html`<b>${name}</b> failed the test of lesson ${number} (${title}) ${times === 2 ? "twice" : `${times} times`}. `;

const pages = ({ first, pupils, trainees, code }) => {
  if (trainees <= pupils.length) return "";
  const to = (start, words, isThere) =>
    isThere ? html`<a class="btn slim" href="/school/class/${code}?first=${start}">${words}</a>` : "";
  return html`<p class="pages">${to(Math.max(0, first - 50), "Before", first > 0)}
    <span>${first + 1} to ${first + pupils.length} of ${trainees}</span>
    ${to(first + pupils.length, "Next", first + pupils.length < trainees)}</p>`;
};
