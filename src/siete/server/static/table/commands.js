/* Commands on their way to the house, and what is said when it refuses one. */
import { Refusal } from "../api.js";

export class Commands {
  constructor({ link, toasts, say }) {
    Object.assign(this, { link, toasts, say });
  }

  /** Resolves when the command is durable; throws the refusal otherwise. */
  send(command, point) {
    return this.link.send(command, point);
  }

  /** Send, and tell a refusal; null when there was one. */
  async try(command, point) {
    try {
      return await this.send(command, point);
    } catch (error) {
      this.refuse(error);
      return null;
    }
  }

  refuse(error) {
    if (!(error instanceof Refusal) && !error.sentence) throw error;
    const under = error.code === "command/passed-point" ? "The table has moved on." : "Not carried out";
    this.toasts.show({ text: error.sentence, under, clause: error.clause, cls: "refused" });
    this.say(error.sentence);
  }
}
