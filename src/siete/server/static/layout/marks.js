/* Small marks on the layout: places as CSS transforms, badges and pills. */
import { esc } from "../dom.js";

/** A place on the layout. */
export const px = (x, y) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;

/** A hand's or the dealer's total, with a note; it ends at its place instead of standing over it where that says so. */
export const badge = (key, { x, y, isEnd = false }, { text, note = "", cls = "", isSmall = false }) => {
  const number = isSmall ? 15 + text.length * 6.8 : 22 + text.length * 8.8;
  const width = number + (note ? note.length * 6.9 + 8 : 0);
  const height = isSmall ? 22 : 26;
  const shown = note ? `<tspan class="n" dx="6">${esc(note)}</tspan>` : "";
  return {
    key,
    at: px(isEnd ? x - width / 2 : x, y),
    cls: `badge ${cls} ${isSmall ? "tiny" : ""}`,
    body: `<rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="${height / 2}"/><text
      y="5.2">${esc(text)}${shown}</text>`,
  };
};

/** An amount beside chips. */
export const pill = (key, x, y, text, cls = "") => {
  const width = 14 + text.length * 7.4;
  return {
    key,
    at: px(x, y),
    cls: `amount ${cls}`,
    body: `<rect x="${-width / 2}" y="-10" width="${width}" height="20" rx="10"/><text y="4.6">${esc(text)}</text>`,
  };
};

/** Which side wager lies there, and how much, below chips that were moved aside. */
export const aside = (key, { x, y, r }, text) => ({
  key,
  at: px(x, y + r),
  cls: "aside",
  body: `<text class="tag-2" y="10" text-anchor="middle">${esc(text)}</text>`,
});
