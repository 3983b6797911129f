import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../docs/concepts/security.md', import.meta.url));
const place = /(?<=<!-- origins -->\n)[\s\S]*(?=<!-- \/origins -->)/u;
const kinds = { route: 'API', page: 'page', form: 'form', step: 'sign-in step' };
const columns = ['own', 'provider', 'setup_link'];

/** The table of docs/concepts/security.md: entry points that begin alike and take the same origins are one row. */
export function originRows(entryPoints) {
  return Object.keys(kinds).flatMap((kind) => {
    const named = entryPoints
      .filter((entryPoint) => entryPoint.kind === kind && entryPoint.origins.length > 0)
      .map(({ name, origins }) => {
        const [method, path = ''] = name.split(' ');
        return { method, parts: kind === 'step' ? [name] : path.slice(1).split('/'), origins };
      });
    return rowsBelow(named, []).map((row) => ({ kind: kinds[kind], ...row }));
  });
}

/** One row if all take the same origins; otherwise the rows of each next part of the path, and of each method. */
function rowsBelow(entryPoints, beginning) {
  const origins = entryPoints[0]?.origins.join();
  const isOne = entryPoints.every((entryPoint) => entryPoint.origins.join() === origins);
  if (isOne && (beginning.length > 0 || entryPoints.length === 1)) return [row(entryPoints, beginning)];
  const here = entryPoints.filter(({ parts }) => parts.length === beginning.length);
  const below = grouped(
    entryPoints.filter(({ parts }) => parts.length > beginning.length),
    beginning.length,
  );
  return [
    ...here.map((entryPoint) => row([entryPoint], beginning)),
    ...[...below].flatMap(([part, inside]) => rowsBelow(inside, [...beginning, part])),
  ];
}

function grouped(entryPoints, at) {
  const groups = new Map();
  for (const entryPoint of entryPoints)
    groups.set(entryPoint.parts[at], [...(groups.get(entryPoint.parts[at]) ?? []), entryPoint]);
  return groups;
}

function row(entryPoints, beginning) {
  const [{ method, parts, origins }] = entryPoints;
  const isStep = !method || !/^[A-Z]+$/u.test(method);
  const path = isStep ? parts[0] : `/${beginning.join('/')}`;
  const name =
    entryPoints.length === 1 ? `${isStep ? '' : `${method} `}${isStep ? path : `/${parts.join('/')}`}` : `${path}…`;
  return { entryPoint: `\`${name}\``, count: entryPoints.length, origins };
}

const mark = (origins, origin) => (origins.includes(origin) ? 'yes' : '–');

export function originTable(entryPoints) {
  const rows = originRows(entryPoints).map(
    ({ kind, entryPoint, count, origins }) =>
      `| ${kind} | ${entryPoint} | ${count} | ${columns.map((origin) => mark(origins, origin)).join(' | ')} |`,
  );
  return [
    '| kind | entry point | number | own | provider | setup link |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** The rows that are in the page now, without the spaces of the layout. */
export function writtenTable() {
  return withoutLayout(place.exec(readFileSync(file, 'utf8'))?.[0] ?? '');
}

export const withoutLayout = (table) =>
  table
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| *-/u.test(line))
    .map((line) => line.replaceAll(/ +/gu, ' '));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Only exist once the workspace is built.
  const { withTestDatabases } = await import('./test/with-test-databases.mjs');
  const entryPoints = await withTestDatabases(async (databases) => {
    Object.assign(process.env, databases);
    const { allEntryPoints } = await import('../examples/server/dist/test/support/all-entry-points.js');
    return allEntryPoints();
  });
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(place, () => `\n${originTable(entryPoints)}\n\n`),
  );
}
