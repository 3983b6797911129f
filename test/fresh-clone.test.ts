import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { importForms, isRelative, root } from './support-imports.js';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** The files of a script that Node.js reads before the first line of it runs. */
function readAtStart(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  // What is built exists only after the script has built it.
  if (file.split('/').includes('dist')) return known;
  const code = readFileSync(join(root, file), 'utf8');
  const [from, bare] = importForms;
  for (const form of [from, bare])
    for (const [, specifier = ''] of form ? code.matchAll(form) : [])
      if (isRelative(specifier)) readAtStart(join(dirname(file), specifier), known);
  return known;
}

/** Those that write files from what is built need a build. */
const forNewcomers = /^(?:start|test|bench|capacity|build|release|new-migration)/u;

test('a command to start, test or measure the server runs in a fresh clone, in which nothing is built', (t) => {
  const commands = Object.entries(scripts).filter(([name]) => forNewcomers.test(name));
  const files = commands.flatMap(([, command]) => /\bnode (\S+\.mjs)/u.exec(command)?.[1] ?? []);
  t.true(files.length > 12);
  for (const file of new Set(files)) {
    const built = [...readAtStart(file)].filter((each) => each.split('/').includes('dist'));
    t.deepEqual(built, [], file);
  }
});
