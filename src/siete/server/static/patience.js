/* Asks a busy house again, instead of doing without its answer. */
const LATER = new Set(["limit/too-many", "work/too-long", "work/broken", "link/lost"]);
const TRIES = 6,
  LONGEST = 30;
/** What the house answers, asked again while it is busy; null where it has no answer, or nobody wants it any more. */
export const patiently = async (ask, isWanted) => {
  for (let tries = 0; tries < TRIES && isWanted(); tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!LATER.has(error.code)) return null;
      const seconds = Math.min(LONGEST, error.facts.seconds || 2 ** tries);
      await new Promise((done) => setTimeout(done, seconds * 1000));
    }
  }
  return null;
};
