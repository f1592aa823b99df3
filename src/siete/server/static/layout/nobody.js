/* A layout without people: what is drawn when nobody sits there, wagers or is timed. */

/** What a scene is told of people where there are none. */
export const NOBODY = {
  isOnly: false,
  isBetting: false,
  maySit: false,
  clock: null,
  slip: () => 0,
  slips: () => [],
  ghosts: () => [],
  target: () => false,
};
