import { stripVTControlCharacters } from 'node:util';

const failures =
  /^ *(\d+) (?:tests? failed|hooks? failed|unhandled rejections?|uncaught exceptions?|tests? remained pending)/gm;

/** Counts the tests in AVA's report: `N passed, N failed, N skipped`. */
export function summarize(report, { succeeded }) {
  const text = stripVTControlCharacters(report);
  // The counts follow the last rule; the test names come before it.
  const end = text.slice(text.lastIndexOf('\n  ─'));
  const total = (pattern) => [...end.matchAll(pattern)].reduce((sum, match) => sum + Number(match[1]), 0);
  // AVA omits this count if a test failed.
  const passed = total(/^ *(\d+) tests? passed/gm) || [...text.matchAll(/^ +✔ /gm)].length;
  const skipped = total(/^ *(\d+) tests? skipped/gm);
  // A run can fail without a failed test, for example if no test was found.
  const failed = succeeded ? 0 : Math.max(1, total(failures));
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
