import { dirname, join } from 'node:path';
import test from 'ava';
import { importsBelow, isRelative, sourcesBelow } from './support-imports.js';

/** What each file imports, types included. */
function graphOf(folder: string): Map<string, string[]> {
  const files = new Set(sourcesBelow(folder));
  const graph = new Map([...files].map((file): [string, string[]] => [file, []]));
  for (const { file, specifier } of importsBelow(folder)) {
    if (!isRelative(specifier)) continue;
    const base = join(dirname(file), specifier).replace(/\.js$/u, '');
    const found = [`${base}.ts`, `${base}.tsx`].find((each) => files.has(each));
    if (found) graph.get(file)?.push(found);
  }
  return graph;
}

/** A circle of imports, if there is one: each file imports the next, and the last one the first. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    if (path.includes(file)) return path.slice(path.indexOf(file));
    if (done.has(file)) return undefined;
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return undefined;
}

for (const name of [
  'cli',
  'client',
  'connections',
  'scim',
  'ui',
  'core',
  'dev-postgres',
  'licensing',
  'prisma',
  'runtime',
  'server',
  'tenants',
  'users',
  'webhooks',
]) {
  test(`packages/${name}: no files import each other in a circle, types included`, (t) => {
    const graph = graphOf(`packages/${name}/src`);
    t.true(graph.size > 3);
    t.is(circleIn(graph)?.join(' → '), undefined);
  });
}

test('a circle would be found', (t) => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', []],
    ['d', ['b']],
  ]);
  t.deepEqual(circleIn(graph), ['b', 'd']);
});
