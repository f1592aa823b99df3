/* Short notes at the edge of the layout: payouts and refusals. Two at most, and none goes while it is pointed at. */
import { html } from "../dom.js";
import { clauseButton } from "../sheets.js";

const SHOWN = 6000;
const MOST = 2;

export class Toasts {
  constructor(root) {
    this.root = root;
  }

  /** What was noted of the last round is over. */
  clear() {
    this.root.replaceChildren();
  }
  show({ text, under = "", clause = "", cls = "" }) {
    const node = document.createElement("aside");
    node.className = `toast ${cls}`;
    node.innerHTML = String(html`<div><p class="t">${text}</p><p class="u">${under} ${clauseButton(clause)}</p></div>`);
    this.root.append(node);
    while (this.root.children.length > MOST) this.root.firstElementChild.remove();
    setTimeout(() => leave(node), SHOWN);
  }
}

const leave = (node) => {
  if (node.matches(":hover, :focus-within")) setTimeout(() => leave(node), 1000);
  else node.remove();
};
