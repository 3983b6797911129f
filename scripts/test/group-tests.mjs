import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare/paths.mjs';
import { slowSuiteOf } from './suites.mjs';

/**
 * AVA runs three threads at once. A new thread computes for four seconds before its code is loaded and warm, so there is one
 * large group for each of them. Small groups follow, so that all threads end at about the same time.
 */
const large = 3;
const shareOfLarge = 0.22;
/** In characters of the compiled files. */
const weightOfSmall = 100_000;
/** Files of the slow suites take so many times longer than their length says. */
const slowness = 5;
/** What other files in the thread would notice, or would disturb. */
const needsOwnThread = [
  /\bprocess\.env(?:\.\w+|\['\w+'\]) = |\bdelete process\.env\b/u,
  // Other files make hashes quick for the whole thread: see quick-hashes.ts.
  /\bfrom 'argon2'/u,
  // It looks at functions of pg that other files replace while they count statements.
  /\/src\/patches\/patches\.js'/u,
  // It compares what this process does with the calls that others make meanwhile.
  /\bmaxFurtherCalls\b/u,
  // Prisma's schema engine can be loaded once in a thread.
  /\/schema-engine\.js'/u,
];

/**
 * Puts the test files into groups, each for one thread. Returns the groups by name, in the order in which they should
 * start.
 */
export function groupTests(files) {
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const weightOf = (file) => texts.get(file).length * (slowSuiteOf(file) ? slowness : 1);
  const total = files.reduce((sum, file) => sum + weightOf(file), 0);
  const shared = sharesOf(total).map((share) => ({ files: [], share, weight: 0 }));
  const alone = [];
  // The heaviest first, each into the group that is emptiest so far.
  for (const file of files.toSorted((one, other) => weightOf(other) - weightOf(one) || one.localeCompare(other))) {
    if (needsOwnThread.some((pattern) => pattern.test(texts.get(file)))) {
      alone.push([file]);
      continue;
    }
    const filled = ({ weight, share }) => weight / share;
    const emptiest = shared.reduce((one, other) => (filled(other) < filled(one) ? other : one));
    emptiest.files.push(file);
    emptiest.weight += weightOf(file);
  }
  const groups = [...shared.map((group) => group.files), ...alone].filter((group) => group.length > 0);
  return new Map(groups.map((group, index) => [String(index + 1).padStart(2, '0'), group]));
}

function sharesOf(total) {
  const left = 1 - large * shareOfLarge;
  const small = Math.max(1, Math.round((total * left) / weightOfSmall));
  return [...Array(large).fill(shareOfLarge), ...Array(small).fill(left / small)];
}
