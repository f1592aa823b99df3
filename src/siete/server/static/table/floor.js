/* The floor of a table: a floorperson takes it, signs what waits for an approval, and gives it back to the house. */
import { html } from "../dom.js";
import { clauseButton } from "../sheets.js";

const HOUSE = "house (automatic)", STAFF = ["dealer", "floorperson", "auditor"];
export const isStaff = (who) => STAFF.includes(who?.role);

export class Floor {
  constructor(room) { this.room = room; }

  get isStaff() { return isStaff(this.room.you); }
  get isMine() { return this.room.you?.role === "floorperson"; }
  /** What waits for an approval, as it can be sent. */
  get waiting() { return this.isMine ? this.room.legal()[0] : undefined; }

  markup() {
    const { room, waiting } = this, { floorperson } = room;
    if (!this.isMine) return room.dock.say("You are watching.", null);
    if (floorperson === HOUSE) return html`${room.dock.say("The house signs and approves here by itself.", null)}<div class="go">${button("take", "Take the floor", "primary big")}</div>`;
    const who = floorperson === room.name ? "You have the floor" : `${floorperson} has the floor`;
    const leave = button("leave", "Leave the floor", "big");
    if (!waiting) return html`${room.dock.say(`${who}. Nothing waits for an approval.`, null)}<div class="go">${leave}</div>`;
    return html`${room.dock.say(html`To approve: ${waiting.words} ${clauseButton(waiting.clause)}`, null)}<div class="go">${button("approve", "Approve", "primary big")}${leave}</div>`;
  }

  /** An approval that is new is spoken. */
  attend() {
    const said = this.waiting ? `To approve: ${this.waiting.words}` : "";
    if (said && said !== this.said) this.room.voice.urgent(said);
    this.said = said;
  }

  async press(what) {
    const { waiting } = this;
    if (what === "approve") return waiting && this.room.try(waiting.command, waiting.point);
    return this.room.try({ command: what === "take" ? "TakeFloor" : "GiveFloor" });
  }
}

const button = (what, label, kind) => html`<button class="btn ${kind}" data-focus="floor-${what}" data-floor="${what}">${label}</button>`;
