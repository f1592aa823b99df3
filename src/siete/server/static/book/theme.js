/* Sets the theme before anything is drawn; a page of the book is drawn before its modules are there. */
(() => {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("siete-prefs") || "{}");
  } catch {
    /* a browser that keeps nothing gets the system's theme */
  }
  const isLight = matchMedia("(prefers-color-scheme: light)").matches;
  document.documentElement.dataset.theme = kept.theme || (isLight ? "light" : "dark");
  document.documentElement.dataset.suits = kept.suits || "two";
})();
