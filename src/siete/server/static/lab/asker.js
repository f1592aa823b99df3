/* The lab's questions to the house. What was asked before is at hand; the oldest answers are forgotten. */
import { call } from "../api.js";

const KEPT = 240;
const known = new Map();

export const ask = (what, body) => call("POST", `/lab/${what}`, body);

/** An answer that stays the same: of the house, or from memory. */
export const figure = async (what, body) => {
  const key = `${what} ${JSON.stringify(body)}`;
  if (!known.has(key)) {
    const found = await ask(what, body);
    known.set(key, found);
    if (known.size > KEPT) known.delete(known.keys().next().value);
  }
  return known.get(key);
};
/** Whether an answer is at hand. */
export const isKnown = (what, body) => known.has(`${what} ${JSON.stringify(body)}`);

/** Hand a text over as a file. */
export const save = (content, name, type = "text/plain") => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

const quoted = (value) => `"${String(value ?? "").replaceAll('"', '""')}"`;
/** Rows as CSV; the first are the names. */
export const csv = (rows) => rows.map((row) => row.map(quoted).join(",")).join("\n");
