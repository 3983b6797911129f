import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { codeOf, root, sourcesBelow } from './support-imports.js';

/** Top-level functions: declarations up to their closing brace, and arrow functions on one line. */
const functions =
  /^(?:export )?((?:async )?function \w[\s\S]*?^\})|^(?:export )?(const \w+ = (?:async )?\([^\n]*=>[^\n]*;)$/gmu;

/** Packages that import no other package of the workspace, so they must repeat what others also need. */
const alone = ['client', 'dev-postgres', 'testing'];

function functionsOf(text: string): string[] {
  return [...text.matchAll(functions)].map(([, declared, arrow]) => declared ?? arrow ?? '');
}

test('the reader of functions finds declarations and arrow functions', (t) => {
  const text = [
    'export function one() {\n  return 1;\n}',
    'async function two() {\n  return 2;\n}',
    'export const three = () => 3;',
    'const four = 4;',
  ].join('\n');
  t.deepEqual(functionsOf(text), [
    'function one() {\n  return 1;\n}',
    'async function two() {\n  return 2;\n}',
    'const three = () => 3;',
  ]);
});

test('no function is written in two packages', (t) => {
  const homes = new Map<string, Set<string>>();
  for (const name of readdirSync(join(root, 'packages')).filter((found) => !alone.includes(found)))
    for (const file of sourcesBelow(`packages/${name}/src`))
      for (const text of functionsOf(codeOf(file))) homes.set(text, (homes.get(text) ?? new Set()).add(name));
  t.true(homes.size > 1000, 'the functions were found');
  const twice = [...homes].filter(([, packages]) => packages.size > 1);
  t.deepEqual(
    twice.map(([text, packages]) => `${[...packages].join(', ')}: ${text}`),
    [],
  );
});
