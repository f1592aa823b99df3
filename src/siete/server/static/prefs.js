/* What a person has set for this browser: theme, four-colour cards, sound. Kept in local storage, nowhere else. */
const KEY = "siete-prefs";
const START = { theme: "", suits: "two", sound: false, name: "", trainer: true };

const read = () => {
  try {
    return { ...START, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
  } catch {
    return { ...START };
  }
};
export const prefs = read();

export const setPref = (name, value) => {
  prefs[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    /* a browser that keeps nothing still plays */
  }
  show();
  document.dispatchEvent(new CustomEvent("siete-prefs", { detail: name }));
};

const light = matchMedia("(prefers-color-scheme: light)");
/** The theme in force: the one chosen, or the system's. */
export const theme = () => prefs.theme || (light.matches ? "light" : "dark");

const show = () => {
  document.documentElement.dataset.theme = theme();
  document.documentElement.dataset.suits = prefs.suits;
};
light.addEventListener("change", show);
show();

const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Whether things may move. */
export const moves = () =>
  !still.matches && !document.documentElement.classList.contains("still") && pace() !== "instant";

/** How fast rounds are shown: slow, normal or instant; a practice table lets one choose. */
export const pace = () => document.documentElement.dataset.pace || "normal";
/** Show rounds as fast as was chosen, or, where that is nobody's choice, as usual. */
export const usePace = (isChosen) => {
  document.documentElement.dataset.pace = (isChosen && prefs.pace) || "normal";
};
