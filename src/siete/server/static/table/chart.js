/* The strategy chart of this table, with the cell of the hand before you lit. */
import { api } from "../api.js";
import { html } from "../dom.js";
import { sheet } from "../sheets.js";

export async function chartSheet(room) {
  const dialog = sheet("Strategy chart", html`<p>Deriving the chart for these rules…</p>`, { wide: true }), inside = dialog.querySelector(".inside");
  try {
    const chart = await api.chart(room.table), cell = room.trainer.found?.cell;
    const row = (section, { name, cells }) => html`<tr><th scope="row">${name}</th>${cells.map((action, i) => html`<td data-a="${action[0].toLowerCase()}" class="${cell && cell.section === section && cell.row === name && cell.column === chart.columns[i] ? "here" : ""}">${action}</td>`)}</tr>`;
    inside.innerHTML = String(html`<p>${chart.note}</p>${chart.legend.map((line) => html`<p>${line}</p>`)}${chart.sections.map((section) => html`<h3>${section.title}</h3><table class="chart"><thead><tr><th></th>${chart.columns.map((up) => html`<th scope="col">${up}</th>`)}</tr></thead><tbody>${section.rows.map((each) => row(section.title, each))}</tbody></table>`)}`);
    inside.querySelector(".here")?.scrollIntoView({ block: "center" });
  } catch (error) { if (!error.sentence) console.error(error); inside.innerHTML = String(html`<p>${error.sentence || "The chart cannot be shown now."}</p>`); }
}
