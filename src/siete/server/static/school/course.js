/* The courses, and one of them: its lessons with a mark for each clause, what is due, drills, and the exam. */
import { html } from "../dom.js";
import { isStaff } from "../people.js";
import { count } from "../words.js";
import { cite, clauseCount, clock, crumbs, dots, figure, tick } from "./parts.js";

export const coursesMarkup = (courses, classes, who) =>
  html`<div class="hero"><div><h1>School</h1><p>A course for those who deal, by the book of each rule set: why, a
      demonstration, practice at the desk, a test. What you miss comes back later.</p></div></div>
    <ul class="courses">${courses.map(
      ({ rules, title, lessons }) =>
        html`<li><a class="panel" href="/school/${rules}"><b>${title}</b>
            <span>${lessons} lessons, an exam, a certificate</span></a></li>`,
    )}</ul>
    <div class="pair">${joining(classes)}${isStaff(who) ? making(courses, classes) : ""}</div>`;

const joining = ({ joined }) =>
  html`<section class="panel sc-box"><h2>Your classes</h2>
    ${joined.length ? html`<ul class="plainlist">${joined.map(mine)}</ul>` : html`<p>You are in no class.</p>`}
    <form class="inline" data-join><label class="field"><span>A teacher gave you a code</span>
      <input class="in" name="code" required maxlength="20" placeholder="K7QF-2M9T" autocomplete="off"></label>
      <button class="btn">Join the class</button></form></section>`;
const mine = ({ code, name, rules }) =>
  html`<li><a href="/school/${rules}"><b>${name}</b></a>
    <button class="btn slim" data-leave="${code}">Leave</button></li>`;

const making = (courses, { teaching }) =>
  html`<section class="panel sc-box"><h2>Classes you teach</h2>
    ${teaching.length ? html`<ul class="plainlist">${teaching.map(taught)}</ul>` : html`<p>None yet.</p>`}
    <form class="inline" data-make><label class="field"><span>Name</span>
      <input class="in" name="name" required maxlength="60" placeholder="Tuesday class" autocomplete="off"></label>
      <label class="field"><span>Course</span><select class="in" name="rules">${courses.map(
        ({ rules, title }) => html`<option value="${rules}">${title}</option>`,
      )}</select></label>
      <button class="btn">Make a class</button></form></section>`;
const taught = ({ code, name }) =>
  html`<li><a href="/school/class/${code}"><b>${name}</b></a> <span class="mono">${code}</span></li>`;

export const courseMarkup = (course) => {
  const { title, lessons, mastered, clauses, due } = course;
  const passed = lessons.filter((each) => each.is_passed).length;
  const now = lessons.findIndex((each) => !each.is_passed);
  return html`<div class="hero"><div>${crumbs(["School", "/school"], [title])}<h1>Deal Spanish 21: ${title}</h1>
      <p>${lessons.length} lessons of five minutes, an exam, a certificate.</p></div>
      <div class="figs">${figure(passed, `of ${lessons.length}`, "lessons passed")}
        ${figure(mastered, `of ${clauses}`, "clauses mastered")}${figure(due, "", "due today")}</div>
      ${goOn(course, now)}</div>
    <div class="course"><section class="panel lessons" aria-label="Lessons">
        <div class="cols2">${lessons.map((each, i) => row(course, each, i, now))}${examRow(course)}</div>
        <p class="legend">${["mastered", "learning", "due", "new"].map(
          (mark) => html`<span><i class="d ${mark}"></i>${LEGEND[mark]}</span>`,
        )}<span class="end">one mark for each clause</span></p></section>
      <aside class="sc-side">${duePanel(course)}${drillsPanel(course)}${runsPanel(course)}</aside></div>`;
};
const LEGEND = { mastered: "mastered", learning: "learning", due: "due for review", new: "not yet asked" };

const goOn = ({ rules, lessons, exam }, now) => {
  if (now < 0) {
    return exam.is_passed
      ? html`<a class="btn primary" href="/school/certificate/${exam.certificate}">Your certificate</a>`
      : html`<a class="btn primary" href="/school/${rules}/exam">Take the exam</a>`;
  }
  return html`<a class="btn primary" href="/school/${rules}/${lessons[now].lesson}">${
    now || lessons[now].answers ? "Go on with" : "Begin with"
  } lesson ${now + 1}</a>`;
};

const row = ({ rules }, { lesson, title, clauses, marks, is_passed: isPassed, best, tries, answers }, i, now) => {
  const told = isPassed
    ? `${Math.round((100 * best[0]) / best[1])} %`
    : tries
      ? `${best[0]} of ${best[1]}`
      : answers
        ? "begun"
        : clauses === 1
          ? "1 clause"
          : `${clauses} clauses`;
  return html`<a class="les ${i === now ? "now" : ""}" href="/school/${rules}/${lesson}">
    ${tick(isPassed ? "yes" : i === now ? "now" : "")}<b><i>${i + 1}</i>${title}</b><span class="r">${told}</span>
    ${dots(marks)}</a>`;
};
const examRow = ({ rules, exam }) =>
  html`<a class="les" href="/school/${rules}/exam">${tick(exam.is_passed ? "yes" : exam.tries ? "no" : "")}<b>Exam</b>
    <span class="r">${exam.tries ? `best ${exam.best[0]} of ${exam.best[1]}` : "not tried"}</span>
    <span class="e">${exam.to_mend.length ? opensAgain(exam.to_mend.length) : examTerms(exam)}</span></a>`;
const opensAgain = (missed) => `Opens again when ${clauseCount(missed)} ${missed === 1 ? "was" : "were"} right once`;
const examTerms = ({ tasks, seconds, passes }) => `${tasks} tasks in ${seconds / 60} minutes, ${passes} to pass`;

const dueClause = ({ clause, words }) => html`<li>${cite(clause)}<span>${words}</span></li>`;
/** A drill that a teacher has set is due until it is passed. */
const setDrill = (rules, { class: name, drill, title, passes, best, is_passed: isPassed }) =>
  html`<p class="setdrill">${tick(isPassed ? "yes" : "now")}<span>
    <a href="/school/${rules}/drill/${drill}"><b>${title}</b></a>
    <small>${name}: ${isPassed ? "passed" : "set by your teacher"}, ${
      best[1] ? `${best[0]} of ${best[1]} right` : "not tried"
    }${isPassed ? "" : `, ${passes} right pass it`}</small></span></p>`;

const duePanel = ({ rules, due, due_clauses: clauses, set }) =>
  html`<section class="panel"><h2>Due today <small>${due ? `about ${Math.ceil(due / 4)} min` : ""}</small></h2>
    ${set.map((each) => setDrill(rules, each))}
    ${
      due
        ? html`<ul class="duelist">${clauses.map(dueClause)}
          </ul><button class="btn" data-review>Review ${
            due > clauses.length ? "what is due" : clauses.length === 1 ? "one clause" : `${count(due)} clauses`
          }</button>`
        : html`<p class="quiet">${set.some((each) => !each.is_passed) ? "" : "Nothing. "}What you miss in a test
          comes back here.</p>`
    }</section>`;

const drillsPanel = ({ rules, drills }) =>
  html`<section class="panel drills"><h2>Drills <small>best so far</small></h2>${drills.map(
    ({ drill, title, tries, best, best_seconds: seconds }) =>
      html`<a href="/school/${rules}/drill/${drill}"><b>${title}</b><span>${
        tries ? `${best[0]} of ${best[1]} in ${clock(seconds)}` : "not tried"
      }</span></a>`,
  )}</section>`;

const runsPanel = ({ runs, rules }) =>
  html`<section class="panel"><h2>At the desk <small>last runs</small></h2>
    ${
      runs.length
        ? html`<ul class="duelist">${runs.map(
            ({ right, steps, level, missed }) =>
              html`<li><b>${right} of ${steps}</b><span>steps right, ${level}${
                missed.length ? `; missed ${missed.slice(0, 2).join(", ")}` : ""
              }</span></li>`,
          )}</ul>`
        : html`<p class="quiet">What you deal at <a href="/desk">a desk</a> under ${rules} is kept here.</p>`
    }</section>`;
