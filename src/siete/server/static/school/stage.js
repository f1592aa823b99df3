/* A table of the school, drawn as the dealer sees it: the desk's own felt, without the desk around it. */
import { fill, html, raw } from "../dom.js";
import { CLOTH } from "../desk/cloth.js";
import { feltParts } from "../desk/felt.js";
import { SIZE } from "../desk/geometry.js";
import { DeskModel } from "../desk/model.js";
import { isStacked, openingScene, stackScene } from "../desk/scenes.js";

/** The layers of a table at one moment. */
export const stageParts = (model) => {
  const phase = model.mine?.phase || "round";
  if (phase === "round") return feltParts(model);
  if (phase === "opening" && !isStacked(model)) return [["opening", centred(openingScene(model))]];
  const { least, cards } = model.desk.cover;
  return [["stack", stackScene(model, model.mine.lie === "stack" ? Math.ceil(least * cards) + 4 : 0)]];
};

/** The desk leaves room for its checklist; without one the cards lie in the middle. */
const centred = (scene) =>
  scene.startsWith(CLOTH) ? `${CLOTH}<g transform="translate(-115 52)">${scene.slice(CLOTH.length)}</g>` : scene;

/** What a table shows to somebody who cannot see it. */
const told = ({ view }) => {
  const { round } = view;
  if (!round) return "A table between rounds";
  const hands = round.boxes.map(
    ({ number, hands: held }) => `box ${number}: ${held.map(({ cards }) => cards.join(" ")).join(" and ")}`,
  );
  const { cards, face_down: hidden } = round.dealer;
  return `Dealer: ${cards.join(" ") || "no cards"}${hidden ? " and a card face down" : ""}; ${hands.join("; ")}`;
};

export const modelOf = ({ felt, desk }, message) => {
  const model = new DeskModel({ felt, desk });
  model.hear(message);
  return model;
};

/** A table that nobody touches. */
export const stillMarkup = (kit, message) => {
  const model = modelOf(kit, message);
  const layers = stageParts(model).map(([name, markup]) => `<g data-layer="${name}">${markup}</g>`);
  const inert = layers.join("").replaceAll(/role="button" tabindex="0"|aria-label="[^"]*"/g, "");
  return html`<svg class="deskfelt still" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img"
    aria-label="${told(message)}">${raw(inert)}</svg>`;
};

export const showStill = (element, kit, message) => fill(element, stillMarkup(kit, message));
