/* A card in a line of text: rank and suit on a small white tile. */
import { html } from "../dom.js";
import { cardName, isRed, short } from "../words.js";

export const card = (text) =>
  html`<span class="mini ${isRed(text) ? "red" : ""}" role="img" aria-label="${cardName(text)}">${short(text)}</span>`;
