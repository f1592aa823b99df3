/* How one has decided so far, kept in this browser. */
const KEY = "siete-trainer";

/** The decisions of an exam. */
export const EXAM = 20;

export const blank = () => ({ decisions: 0, right: 0, lost: 0 });

/** The record of all sessions here, with the cells of the chart that were missed and how often. */
export const kept = () => {
  try {
    return { ...blank(), missed: {}, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return { ...blank(), missed: {} };
  }
};

export const keep = (record) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(record));
  } catch {
    /* kept for this visit only */
  }
};

export const rate = ({ decisions, right }) =>
  decisions ? `${Math.round((right / decisions) * 100)} % of ${decisions} right` : "no decision yet";
