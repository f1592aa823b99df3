/* An element drawn in parts, each anew only when it has changed. */
import { fill } from "../dom.js";

/** Fill `root` with parts, [name, markup] each in an element `tag` of its own; other parts begin anew. */
export const fillParts = (root, tag, parts) => {
  const names = parts.map(([name]) => name).join();
  if (root.partNames !== names) {
    root.partNames = names;
    root.innerHTML = parts.map(([name]) => `<${tag} data-layer="${name}"></${tag}>`).join("");
  }
  for (const [i, [, markup]] of parts.entries()) fill(root.children[i], markup);
};
