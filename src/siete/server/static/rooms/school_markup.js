/* What the school shows: courses, lessons, questions and scores. */
import { html } from "../dom.js";
import { card } from "../results/mini_card.js";
import { clauseLink } from "../sheets.js";

/** A step that no clause orders has none. */
const cite = (clause) => (clause ? clauseLink(clause) : "");

export const coursesMarkup = (courses) =>
  html`<div class="hero"><div><h1>School</h1><p>A course for those who deal, by the book of each rule set: why, the
      clauses, a demonstration, and a test. What you miss comes back later.</p></div></div>
    <ul class="lessons">${courses.map(
      ({ rules, title, lessons }) =>
        html`<li><a class="panel lesson" href="/school/${rules}"><b>${title}</b>
            <span>${lessons} lessons</span></a></li>`,
    )}</ul>`;

export const courseMarkup = ({ title, rules, lessons, rules_hash: hash }) =>
  html`<div class="hero"><div><p class="crumbs"><a href="/school">School</a></p><h1>${title}</h1>
      <p>${lessons.length} lessons of about five minutes. Rules ${hash.slice(0, 16)}.</p></div></div>
    <ol class="lessons">${lessons.map((each) => listed(rules, each))}</ol>`;

const listed = (rules, { lesson, title, clauses, answers, right, due }) =>
  html`<li><a class="panel lesson" href="/school/${rules}/${lesson}"><b>${title}</b>
      <span>${clauses === 1 ? "1 clause" : `${clauses} clauses`}</span>
      <span>${answers ? `${right} of ${answers} right` : "not begun"}${due ? ` · ${due} due again` : ""}</span>
      <progress max="${answers || 1}" value="${right}" aria-label="Right answers"></progress></a></li>`;

export const lessonMarkup = ({ rules, title: course }, { title, why, clauses, demonstrations }) =>
  html`<div class="hero"><div>
      <p class="crumbs"><a href="/school">School</a> › <a href="/school/${rules}">${course}</a></p>
      <h1>${title}</h1><p class="why">${why}</p></div>
      <div class="cta"><button class="btn" data-begin="exam">Exam</button>
        <button class="btn primary big" data-begin="test">Begin the test</button></div></div>
    <div class="columns"><section class="panel"><h2 class="h">What the book says</h2>
        <ul class="says">${clauses.map(said)}</ul></section>
      <section class="panel"><h2 class="h">How it is done</h2>${demonstrations.map(demonstration)}</section></div>`;

const said = ({ clause, words }) => html`<li>${cite(clause)} <span>${words}</span></li>`;

const demonstration = ({ title, steps }, index) =>
  html`<details ${index ? "" : html`open`}><summary>${title}</summary>
      <ol class="steps">${steps.map(
        ({ words, clause, is_dealers: isDealers }) =>
          html`<li class="${isDealers ? "dealers" : ""}"><span>${words}</span> ${cite(clause)}</li>`,
      )}</ol></details>`;

const head = ({ title }, { at, questions, isExam }) =>
  html`<div class="hero"><div><h1>${title}</h1>
      <p>Question ${at + 1} of ${questions.length}${isExam ? ", exam: no word until the end" : ""}</p></div></div>`;

export const questionMarkup = (lesson, test) => {
  const { text, choices, table } = test.questions[test.at];
  return html`${head(lesson, test)}<section class="panel question" aria-live="polite">${layout(table)}<h2>${text}</h2>
    ${choices.length ? html`<ol class="choices">${choices.map(choice)}</ol>` : TYPED}</section>`;
};

const choice = (words, index) =>
  html`<li><button class="btn" data-choice="${words}"><kbd>${index + 1}</kbd> ${words}</button></li>`;

const TYPED = html`<form data-typed><label class="field"><span>Your answer</span>
    <input name="answer" required maxlength="40" autocomplete="off"></label>
  <button class="btn primary">Answer</button></form>`;

export const verdictMarkup = (lesson, test) => {
  const mark = test.marks.at(-1),
    { table } = test.questions[test.at];
  return html`${head(lesson, test)}<section class="panel question" aria-live="polite">${layout(table)}
    <h2>${mark.text}</h2><p class="verdict ${mark.is_right ? "right" : "wrong"}">${told(mark)}</p>
    <p>${cite(mark.clause)} ${mark.words}</p>
    <button class="btn primary big" data-next><kbd>Enter</kbd> Go on</button></section>`;
};

const told = ({ is_right: isRight, answer, given }) =>
  isRight ? html`Right: ${answer}` : html`Wrong. You said ${given}; right is ${answer}.`;

export const scoreMarkup = ({ rules, passes, rules_hash: hash }, { lesson, title }, marks) => {
  const right = marks.filter((each) => each.is_right).length,
    isPassed = right >= passes * marks.length;
  return html`<div class="hero"><div><h1>${isPassed ? "Passed" : "Not passed"}: ${right} of ${marks.length}</h1>
      <p>${title} · rules ${hash.slice(0, 16)}</p></div>
      <div class="cta"><a class="btn" href="/school/${rules}">All lessons</a>
        <button class="btn primary big" data-begin="test" data-lesson="${lesson}">Again</button></div></div>
    <ol class="marks">${marks.map(
      (each) =>
        html`<li class="panel ${each.is_right ? "right" : "wrong"}"><b>${each.text}</b><p>${told(each)}</p>
          <p>${cite(each.clause)} ${each.words}</p></li>`,
    )}</ol>`;
};

/** The cards that a question is about. */
const layout = (table) => {
  const round = table?.round;
  if (!round) return "";
  const { cards, face_down: hidden } = round.dealer;
  return html`<div class="lay"><p><b>Dealer</b> ${cards.map(card)}${Array.from({ length: hidden }, () => BACK)}</p>
    ${round.boxes.map(({ number, hands }) => html`<p><b>Box ${number}</b> ${hands.map(held)}</p>`)}</div>`;
};
const held = ({ cards }) => html`<span class="held">${cards.map(card)}</span>`;
const BACK = html`<span class="mini back" role="img" aria-label="a card face down">?</span>`;
