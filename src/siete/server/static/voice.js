/* For ears: a polite region speaks cards, totals and results; the urgent one your turn and the last five seconds. */
export class Voice {
  constructor(root) {
    root.insertAdjacentHTML(
      "beforeend",
      `<div class="vh" aria-live="polite" data-polite></div>
      <div class="vh" role="alert" aria-live="assertive" data-urgent></div>`,
    );
    this.polite = root.querySelector("[data-polite]");
    this.urgentNode = root.querySelector("[data-urgent]");
    this.lines = [];
  }
  /** Say soon; lines that come together are said together. */
  say(text) {
    this.lines.push(text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.polite.textContent = this.lines.join(". ");
      this.lines = [];
    }, 150);
  }
  /** Say now. */
  urgent(text) {
    if (this.urgentNode.textContent !== text) this.urgentNode.textContent = text;
  }
}
