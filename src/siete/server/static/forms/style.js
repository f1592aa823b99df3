/* A part of the page that is loaded late brings its own styles. */

/** Load a style once, by its name below `styles`. */
export const loadStyle = (name) => {
  const href = new URL(`../styles/${name}.css`, import.meta.url).href;
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return;
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href });
  document.head.append(link);
};
