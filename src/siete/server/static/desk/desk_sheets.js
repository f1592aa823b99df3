/* Sheets of the desk: calls, reports to a floorperson, keys, and how a run went. */
import { html, on } from "../dom.js";
import { clauseButton, sheet } from "../sheets.js";
import { keyList } from "./keys.js";

/** A list of things to do; whatever is pressed closes the sheet. */
const choices = (title, list, chosen, before = "") => {
  const dialog = sheet(
    title,
    html`${before}<div class="choices">${list.map(
      ({ words }, i) => html`<button class="btn" data-pick="${i}">${words}</button>`,
    )}</div>`,
  );
  on(dialog, "click", "[data-pick]", (node) => {
    dialog.close();
    chosen(list[Number(node.dataset.pick)]);
  });
  return dialog;
};

export const callsSheet = (list, chosen) => choices("Calls and other motions", list, chosen);

const CLOSING = html`<p class="closing"><button class="btn" data-shut>Close the table for good</button></p>`;

export const floorSheet = (model, { report, call, close }) => {
  const isCalled = Boolean(model.message.call);
  const dialog = choices(
    "Floorperson",
    model.desk.reports,
    report,
    html`<p>${isCalled ? html`Called: <b>${model.message.call}</b>` : "Call somebody, or report what happened."}</p>
      <form class="callform" data-callform><label class="field"><span>What is it about?</span>
        <input name="words" maxlength="60" value="${isCalled ? model.message.call : ""}"></label>
        <button class="btn primary">${isCalled ? "Call again" : "Call"}</button>
        ${isCalled ? html`<button class="btn" type="button" data-uncall>Take it back</button>` : ""}</form>
      <h3>Report an irregularity</h3>`,
  );
  if (close) dialog.querySelector(".inside").insertAdjacentHTML("beforeend", String(CLOSING));
  on(dialog, "click", "[data-shut]", () => {
    dialog.close();
    close();
  });
  on(dialog, "submit", "[data-callform]", (form, event) => {
    event.preventDefault();
    const words = form.elements.words.value.trim() || "Please come to the table";
    dialog.close();
    call(words);
  });
  on(dialog, "click", "[data-uncall]", () => {
    dialog.close();
    call("");
  });
};

export const deskKeysSheet = (model) =>
  sheet(
    "Keys",
    html`<dl class="keys">${keyList(model).map(
      ([key, does]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`,
    )}</dl><p>With mouse or finger: press the shoe, then a box; or drag the card there.</p>`,
  );

/** How a run went: steps right at the first try, and each mistake with its clause. */
export const reportSheet = ({ level, steps, right, mistakes }) =>
  sheet(
    level === "exam" ? "Your exam" : "Your run",
    html`<p class="lead">${right} of ${steps} steps right at the first try.</p>
      ${mistakes.length ? html`<ol class="mistakes">${mistakes.map(mistake)}</ol>` : html`<p>No mistakes.</p>`}`,
  );
const mistake = ({ done, sentence, clause }) =>
  html`<li><b>You wanted to ${done}.</b> ${sentence} ${clauseButton(clause)}</li>`;
