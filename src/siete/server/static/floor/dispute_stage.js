/* A finished round as one role saw it, drawn on the layout; two may stand side by side. */
import { fill } from "../dom.js";
import { NOBODY } from "../layout/nobody.js";
import { Scene } from "../layout/scene.js";

const everyBox = ({ positions }) => Array.from({ length: positions }, (_each, place) => place + 1);

/** Draw the stage of a step into every layout on the page; a layout is made once for each role and round. */
export const drawStages = (room) => {
  const { rounds = {}, at = 0 } = room.data.dispute || {};
  for (const svg of room.querySelectorAll("[data-stage]")) {
    const found = rounds[svg.dataset.stage];
    if (!found) continue;
    svg.scene ??= new Scene(svg, found.felt);
    const { width, height } = svg.getBoundingClientRect();
    svg.scene.lay({ width, height, isWide: true, mine: [], taken: everyBox(found.felt) });
    svg.scene.draw(found.stages[at] || found.stages.at(-1), { ...NOBODY, mine: [], asks: [] });
  }
};

/** Only what belongs to the step is drawn anew, so that the layouts stay and cards move. */
export const drawStep = (room, markup) => {
  const node = room.querySelector("[data-step-line]");
  if (node) fill(node, markup);
  drawStages(room);
};
