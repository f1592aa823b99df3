/* Parts that few tables need: their modules come when somebody wants them. */
import { style } from "../dom.js";

/** The guide of a first round, beside the layout of a room; it leaves the page when it ends. */
export const guideIn = async (room, { ended, ...parts }) => {
  const { Guide } = await import("../coach/guide.js");
  const root = document.createElement("aside");
  Object.assign(root, { className: "guide", ariaLabel: "Guided round" });
  room.append(root);
  const end = () => {
    root.remove();
    ended();
  };
  await style("guide");
  return new Guide({ root, ...parts, end });
};

/** What makes the workbench of a practice table. */
export const workbench = async () => (await import("../bench/workbench.js")).Workbench;
