/* A few lines to write tests of the page's pure modules with; tests/page/test_units.py runs them in Chromium. */

const tests = [];

export const test = (name, body) => tests.push({ name, body });

/** Values as text, so that they can be compared and read; a Map is shown by its entries. */
const shown = (value) =>
  JSON.stringify(value, (_key, each) => {
    if (each instanceof Map) return { map: [...each] };
    return each === undefined ? "undefined" : each;
  });

export const equal = (got, wanted) => {
  if (shown(got) !== shown(wanted)) throw new Error(`got ${shown(got)}, wanted ${shown(wanted)}`);
};

export const ok = (value, what = "this") => {
  if (!value) throw new Error(`${what} does not hold`);
};

/** Run all tests: how many there were, and what failed. */
export const run = async () => {
  const failures = [];
  for (const { name, body } of tests) {
    try {
      await body();
    } catch (error) {
      failures.push(`${name}: ${error.message}`);
    }
  }
  return { ran: tests.length, failures };
};
