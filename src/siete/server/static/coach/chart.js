/* The strategy chart of a table, with the cell of the hand before you lit. */
import { api } from "../api.js";
import { html } from "../dom.js";
import { sheet } from "../sheets.js";
import { money } from "../words.js";

/** `cell()` is the cell of the hand before me; it may come while the chart is derived, so it is asked afterwards. */
export async function chartSheet({ table, wager, cell }) {
  const dialog = sheet("Strategy chart", html`<p>Deriving the chart for these rules…</p>`, { wide: true });
  const inside = dialog.querySelector(".inside");
  try {
    inside.innerHTML = String(chartMarkup(await api.chart(table, wager), cell(), wager));
    inside.querySelector(".here")?.scrollIntoView({ block: "center" });
  } catch (error) {
    if (!error.sentence) console.error(error);
    inside.innerHTML = String(html`<p>${error.sentence || "The chart cannot be shown now."}</p>`);
  }
}

const chartMarkup = ({ note, legend, columns, sections }, here, wager) =>
  html`${wager ? html`<p class="lead">For a wager of ${money(wager)}</p>` : ""}
    ${[note, ...legend].map((line) => html`<p>${line}</p>`)}
    ${sections.map((each) => chartSection(each, columns, here))}`;

export const chartSection = ({ table, title, rows }, columns, here, wager = "") => {
  const isIn = here?.section === table ? here : null;
  return html`<h3>${title}${wager}</h3><table class="chart"
    ><thead><tr><th></th>${columns.map((up) => html`<th scope="col">${up}</th>`)}</tr></thead
    ><tbody>${rows.map((each) => row(each, columns, isIn))}</tbody></table>`;
};

/** An action, and after the stroke what is done where it is refused; a small chart leaves that to its title. */
const parted = (action) => {
  const [first, or] = action.split("/");
  return or ? html`${first}<span class="or">/${or}</span>` : first;
};
const row = ({ name, cells }, columns, here) => {
  const isHere = (i) => here?.row === name && here.column === columns[i];
  const cell = (action, i) =>
    html`<td data-a="${action[0].toLowerCase()}" class="${isHere(i) ? "here" : ""}" title="${action}"
      >${parted(action)}</td>`;
  return html`<tr><th scope="row">${name}</th>${cells.map(cell)}</tr>`;
};
