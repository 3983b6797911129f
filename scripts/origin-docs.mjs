import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../docs/concepts/security.md', import.meta.url));
const place = /(?<=<!-- origins -->\n)[\s\S]*(?=<!-- \/origins -->)/u;
const kinds = { route: 'API', page: 'page', form: 'form', step: 'sign-in step' };
const columns = ['own', 'provider', 'setup_link'];

/** The table of docs/concepts/security.md: doors that begin alike and take the same origins are one row. */
export function originRows(doors) {
  return Object.keys(kinds).flatMap((kind) => {
    const named = doors
      .filter((door) => door.kind === kind && door.origins.length > 0)
      .map(({ name, origins }) => {
        const [method, path = ''] = name.split(' ');
        return { method, parts: kind === 'step' ? [name] : path.slice(1).split('/'), origins };
      });
    return rowsBelow(named, []).map((row) => ({ kind: kinds[kind], ...row }));
  });
}

/** One row if all take the same origins; otherwise the rows of each next part of the path, and of each method. */
function rowsBelow(doors, beginning) {
  const origins = doors[0]?.origins.join();
  const isOne = doors.every((door) => door.origins.join() === origins);
  if (isOne && (beginning.length > 0 || doors.length === 1)) return [row(doors, beginning)];
  const here = doors.filter(({ parts }) => parts.length === beginning.length);
  const below = grouped(
    doors.filter(({ parts }) => parts.length > beginning.length),
    beginning.length,
  );
  return [
    ...here.map((door) => row([door], beginning)),
    ...[...below].flatMap(([part, inside]) => rowsBelow(inside, [...beginning, part])),
  ];
}

function grouped(doors, at) {
  const groups = new Map();
  for (const door of doors) groups.set(door.parts[at], [...(groups.get(door.parts[at]) ?? []), door]);
  return groups;
}

function row(doors, beginning) {
  const [{ method, parts, origins }] = doors;
  const isStep = !method || !/^[A-Z]+$/u.test(method);
  const path = isStep ? parts[0] : `/${beginning.join('/')}`;
  const name =
    doors.length === 1 ? `${isStep ? '' : `${method} `}${isStep ? path : `/${parts.join('/')}`}` : `${path}…`;
  return { door: `\`${name}\``, count: doors.length, origins };
}

const mark = (origins, origin) => (origins.includes(origin) ? 'yes' : '–');

export function originTable(doors) {
  const rows = originRows(doors).map(
    ({ kind, door, count, origins }) =>
      `| ${kind} | ${door} | ${count} | ${columns.map((origin) => mark(origins, origin)).join(' | ')} |`,
  );
  return [
    '| kind | door | number | own | provider | setup link |',
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
  const doors = await withTestDatabases(async (databases) => {
    Object.assign(process.env, databases);
    const { allDoors } = await import('../examples/server/dist/test/support/all-doors.js');
    return allDoors();
  });
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(place, () => `\n${originTable(doors)}\n\n`),
  );
}
