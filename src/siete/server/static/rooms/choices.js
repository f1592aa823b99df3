/* What a rule set leaves to choose, as a table. */
import { html } from "../dom.js";

/** The value that holds unless another is written. */
export const unlessWritten = ({ text, default: value }) => String(text ?? value ?? "");
/** What may be chosen, in words. */
export const mayBe = ({ allowed }) => (typeof allowed === "string" ? allowed : (allowed || []).join(", "));
/** The rule sets as options of a list to choose from. */
export const bookOptions = (books) =>
  html`${books.map(({ name, title }) => html`<option value="${name}">${title}</option>`)}`;
