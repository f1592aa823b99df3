/* A lesson: why and by which clauses; a demonstration at the desk, step by step; then the desk itself, and the test. */
import { html } from "../dom.js";
import { capital, money } from "../words.js";
import { cite, courseCrumbs, tick } from "./parts.js";
import { sceneMarkup } from "./question.js";

export const lessonMarkup = (course, lesson, chosen) => {
  const { rules, lessons } = course;
  const { title, why, clauses, number, of, demonstrations } = lesson;
  const desk = `/school/${rules}/${lesson.lesson}/desk?demonstration=${chosen}`;
  const known = lessons.find((each) => each.lesson === lesson.lesson);
  return html`<div class="hero"><div>${courseCrumbs(course, `Lesson ${number} of ${of}`)}
      <h1>${title}</h1></div>
      <nav class="sc-tabs" aria-label="Parts of the lesson">
        <a href="#why" aria-current="step">${tick("now")}Why and see it</a>
        <a href="${desk}">${tick("")}Do it</a>
        <button data-begin>${tick(known?.is_passed ? "yes" : known?.tries ? "no" : "")}Test</button></nav></div>
    <div class="lesson"><section class="panel why" id="why"><h2>Why</h2><p class="lead">${why}</p>
        <h3>What the book says</h3>
        <ol tabindex="0" aria-label="What the book says">${clauses.map(
          ({ clause, words }) => html`<li><span>${words}</span>${cite(clause)}</li>`,
        )}</ol></section>
      <section class="panel stage" aria-label="Demonstration">
        <div class="screen" data-screen></div>
        <div class="player" data-player></div>
        ${demonstrations.length > 1 ? shelf(demonstrations, chosen) : ""}</section>
      <section class="panel try"><div><h2>Now you</h2><p>Deal this table yourself: every motion is judged by its clause.
          Guided lights the next step, free says only what is wrong.</p></div>
        <div class="ops"><a class="btn" href="${desk}">At the desk, guided</a>
          <a class="btn" href="${desk}&level=free">Free</a>
          <button class="btn primary" data-begin>Begin the test</button></div></section>
      ${lesson.samples.length ? HANDS : ""}</div>`;
};

/** Where the hands are drawn when the layout is known. */
const HANDS = html`<section class="panel hands"><h2>Hands and what they are paid</h2><ul data-samples></ul></section>`;

/** Hands of the lines that the lesson teaches, with what each is paid. */
export const samplesMarkup = (kit, samples) =>
  samples.map(
    ({ words, cards, dealer, wager, pays, clause }) =>
      html`<li>${sceneMarkup(kit, { cards, dealer, wager: 0 })}<p><b>${words}</b>
        <span>${money(wager)} is paid ${pays}</span>${cite(clause)}</p></li>`,
  );

const shelf = (demonstrations, chosen) =>
  html`<label class="field shelf"><span>Shown</span><select class="in" data-shown>${demonstrations.map(
    ({ title }, i) => html`<option value="${i}" ${i === chosen ? html`selected` : ""}>${capital(title)}</option>`,
  )}</select></label>`;
