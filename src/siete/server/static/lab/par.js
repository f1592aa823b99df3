/* PAR sheets: which file to write, and whether one is as the house signed it. */
import { call } from "../api.js";
import { fill, html, on } from "../dom.js";
import { sheet } from "../sheets.js";

/** Ask which file is wanted; or check one. */
export const parMenu = (room) => {
  const dialog = sheet("PAR sheet", body());
  on(dialog, "click", "[data-do]", (node) => room.act(node.dataset.do));
  on(dialog, "change", "[data-check]", (node) => checkSheet(node.files[0], dialog.querySelector("[data-checked]")));
};

const body = () =>
  html`<p>Every wager of this submission with lines, chances, returns, confidence limits, clauses, signs, and the
      command that computes each figure again. The house signs the file.</p>
    <div class="ops many"><button class="btn primary" data-do="par-html">Page (.html)</button>
      <button class="btn" data-do="par-xlsx">Workbook (.xlsx)</button></div>
    <h3>Is a sheet as it was signed?</h3>
    <p>The file stays on your machine: only its digest and signature are sent.</p>
    <label class="field"><span>A signed sheet, .html or .xlsx</span>
      <input type="file" accept=".html,.xlsx" data-check></label>
    <p role="status" data-checked></p><p><small>In a terminal: <code>siete report FILE --verify</code></small></p>`;

const PAGE = /<!-- siete-par\/1 ([0-9a-f]{64}) ([0-9a-f]{128}) -->\n$/;
const COMMENT = /siete-par\/1 ([0-9a-f]{64}) ([0-9a-f]{128})$/;
const TAIL = 512;

/** What was signed, the key and the signature; null where there is none. */
export const signatureOf = (bytes) => {
  const tail = new TextDecoder("latin1").decode(bytes.slice(-TAIL));
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const found = tail.match(isArchive ? COMMENT : PAGE);
  if (!found) return null;
  const signed = bytes.slice(0, bytes.length - found[0].length);
  if (isArchive) signed.fill(0, -2); // the length of the comment
  return { signed, key: found[1], signature: found[2] };
};

const hex = (buffer) => [...new Uint8Array(buffer)].map((each) => each.toString(16).padStart(2, "0")).join("");

/** Say whether a sheet is as it was signed, and by whom. */
export const checkSheet = async (file, note) => {
  const found = file && signatureOf(new Uint8Array(await file.arrayBuffer()));
  if (!found)
    return fill(note, "This file carries no signature. It was not signed, or it was changed and saved since.");
  if (!crypto.subtle)
    return fill(note, "This address is not secure, so the browser checks nothing. Use the command below.");
  const digest = hex(await crypto.subtle.digest("SHA-256", found.signed));
  const { key, signature } = found;
  try {
    return fill(note, verdict(await call("POST", "/lab/par/check", { digest, key, signature }), key));
  } catch (error) {
    return fill(note, error.sentence);
  }
};

const verdict = ({ is_good: isGood, is_ours: isOurs }, key) => {
  if (!isGood) return html`<b class="bad">Changed.</b> The file is not as it was signed.`;
  return html`<b class="good">As it was signed</b>, ${isOurs ? "by this house" : "by another house"}.
    Key <code>${key.slice(0, 16)}…</code>`;
};
