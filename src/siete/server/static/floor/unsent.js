/* What somebody has typed or chosen in a form and not sent yet: a redraw must not take it away, nor a refusal. */

const isTick = ({ type }) => type === "checkbox" || type === "radio";
const formKey = (form) => JSON.stringify({ ...form.dataset });
const key = (node) =>
  [formKey(node.form), node.name, JSON.stringify({ ...node.dataset }), isTick(node) && node.value].join();
const now = (node) => (isTick(node) ? node.checked : node.value);
const drawn = (node) => {
  if (isTick(node)) return node.defaultChecked;
  if (!node.options) return node.defaultValue;
  return ([...node.options].find((each) => each.defaultSelected) || node.options[0])?.value;
};
const fields = (root) =>
  [...root.querySelectorAll("form input:not([type=hidden]), form select, form textarea")].filter((node) => node.form);

/** By field, what differs from what was drawn. */
export const unsent = (root) =>
  new Map(
    fields(root)
      .filter((node) => now(node) !== drawn(node))
      .map((node) => [key(node), now(node)]),
  );

/** Put it back where the same fields are drawn again. */
export const putBack = (root, kept) => {
  if (!kept.size) return;
  for (const node of fields(root)) {
    const value = kept.get(key(node));
    if (value === undefined) continue;
    if (isTick(node)) node.checked = value;
    else if (!node.options || [...node.options].some((each) => each.value === value)) node.value = value;
  }
};

/** A form that was sent is empty again, also where it was drawn anew meanwhile. */
export const clear = (root, sent) => {
  for (const form of root.querySelectorAll("form")) if (formKey(form) === formKey(sent)) form.reset();
};
