import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare/paths.mjs';

/** Few enough that a thread pays off, and enough that the last ones end at about the same time. */
const count = 15;
/** Files that start processes or browsers take longer than their length says. */
const slow =
  /\b(?:startProcess|spawnServer|startHostProcess|startSecondProcess|commandProcess|execFile|browserTest)\b/u;
/** What other files in the thread would notice, or would disturb. */
const needsOwnThread = [
  /\bprocess\.env(?:\.\w+|\['\w+'\]) = |\bdelete process\.env\b/u,
  // Other files make hashes quick for the whole thread: see quick-hashes.ts.
  /\bfrom 'argon2'/u,
  // Prisma's schema engine can be loaded once in a thread.
  /\/schema-engine\.js'/u,
];

/**
 * Puts the test files into groups that take about the same time, each for one thread. Returns the groups by name, in the
 * order in which they should start.
 */
export function groupTests(files) {
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const weightOf = (file) => texts.get(file).length * (slow.test(texts.get(file)) ? 4 : 1);
  const shared = Array.from({ length: count }, () => ({ files: [], weight: 0 }));
  const alone = [];
  // The heaviest first, each into the group that is lightest so far.
  for (const file of files.toSorted((one, other) => weightOf(other) - weightOf(one) || one.localeCompare(other))) {
    if (needsOwnThread.some((pattern) => pattern.test(texts.get(file)))) {
      alone.push([file]);
      continue;
    }
    const lightest = shared.reduce((one, other) => (other.weight < one.weight ? other : one));
    lightest.files.push(file);
    lightest.weight += weightOf(file);
  }
  const groups = [...shared.map((group) => group.files), ...alone].filter((group) => group.length > 0);
  return new Map(groups.map((group, index) => [String(index + 1).padStart(2, '0'), group]));
}
