/* A submission's text, changed one choice at a time; whatever else stands in it stays as it was written. */

const HEADER = /^\s*\[/;

/** How many lines the value that begins on a line takes: a list or a table may go on. */
const height = (lines, at) => {
  let depth = 0;
  for (let i = at; i < lines.length; i++) {
    const bare = lines[i].replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "").replace(/#.*/, "");
    for (const sign of bare) depth += "[{".includes(sign) ? 1 : "]}".includes(sign) ? -1 : 0;
    if (depth <= 0) return i - at + 1;
  }
  return lines.length - at;
};

const keyOf = (line) =>
  line
    .match(/^\s*(?:([\w-]+)|"([^"]*)")\s*=/)
    ?.slice(1)
    .find(Boolean);

/** Where a choice stands in the lines, and where a new one would. */
const place = (lines, name) => {
  for (let at = 0; at < lines.length;) {
    if (HEADER.test(lines[at])) return { at, tall: 0 };
    const tall = keyOf(lines[at]) ? height(lines, at) : 1;
    if (keyOf(lines[at]) === name) return { at, tall };
    at += tall;
  }
  return { at: lines.length, tall: 0 };
};

const changed = (text, name, fresh) => {
  const lines = text
    .replace(/\n*$/, "")
    .split("\n")
    .filter((line, i, all) => line || all.length > 1);
  const { at, tall } = place(lines, name);
  lines.splice(at, tall, ...fresh);
  return `${lines.join("\n")}\n`;
};

/** The text with a choice written into it, in its old place if it had one. */
export const withChoice = (text, name, value) => changed(text, name, [`${name} = ${value}`]);
/** The text without a choice: the default holds again. */
export const withoutChoice = (text, name) => changed(text, name, []);

/** What somebody typed into a field, as TOML. */
export const tomlOf = (control, typed) => {
  const text = typed.trim();
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  if (control === "choice" || control === "switch" || control === "toml") return text;
  return control !== "line" && isNumber ? text : JSON.stringify(text);
};
/** A value in TOML, as it stands in a field that one types into. */
export const typedOf = (toml) => (/^".*"$/.test(toml) ? JSON.parse(toml) : toml);
