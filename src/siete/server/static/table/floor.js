/* The floor of a table: a floorperson takes it, signs what waits for an approval, and gives it back to the house. */
import { html } from "../dom.js";
import { clauseButton, sheet } from "../sheets.js";
import { sayLine } from "./say_line.js";

export class Floor {
  /** `house` is how the house is called where it signs by itself. */
  constructor({ house, model, commands, urgent }) {
    Object.assign(this, { house, model, commands, urgent, said: "" });
  }

  get isMine() {
    return this.model.you?.role === "floorperson";
  }
  /** What waits for an approval, as it can be sent. */
  get waiting() {
    return this.isMine ? this.model.legal()[0] : undefined;
  }

  markup() {
    if (!this.isMine) return sayLine("You are watching.");
    if (this.model.floorperson === this.house)
      return withButtons(
        "The house signs and approves here by itself.",
        button("take", "Take the floor", "primary big"),
      );
    const leave = button("leave", "Leave the floor", "big");
    if (!this.waiting) return withButtons(`${this.holder()}. Nothing waits for an approval.`, leave);
    const { words, clause } = this.waiting;
    const approve = button("approve", "Approve", "primary big"),
      refuse = button("refuse", "Refuse", "big");
    return withButtons(html`To approve: ${words} ${clauseButton(clause)}`, html`${approve}${refuse}${leave}`);
  }
  holder() {
    const { floorperson, name } = this.model;
    return floorperson === name ? "You have the floor" : `${floorperson} has the floor`;
  }

  /** An approval that is new is spoken. */
  attend() {
    const said = this.waiting ? `To approve: ${this.waiting.words}` : "";
    if (said && said !== this.said) this.urgent(said);
    this.said = said;
  }

  press(what) {
    const { waiting } = this;
    if (what === "refuse") return waiting && this.refuse(waiting);
    if (what === "approve") return waiting && this.commands.try(waiting.command, waiting.point);
    return this.commands.try({ command: what === "take" ? "TakeFloor" : "GiveFloor" });
  }
  /** A refusal needs a reason, and is on record. */
  refuse({ words, point }) {
    const dialog = sheet(
      "Refuse",
      html`<p>${words}</p><form><label class="field"><span>Why not?</span><input name="reason" required maxlength="200"
        autofocus></label><button class="btn primary">Refuse</button></form>
        <p class="hint">It stays due: approve it once the cause is gone.</p>`,
    );
    dialog.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.commands.try({ command: "RefuseApproval", reason: event.target.elements.reason.value }, point);
      dialog.close();
    });
  }
}

const withButtons = (words, buttons) => html`${sayLine(words)}<div class="go">${buttons}</div>`;
const button = (what, label, kind) =>
  html`<button class="btn ${kind}" data-focus="floor-${what}" data-floor="${what}">${label}</button>`;
