import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../docs/concepts/security.md', import.meta.url));
const place = /(?<=<!-- origins -->\n)[\s\S]*(?=<!-- \/origins -->)/u;
const kinds = { route: 'API', page: 'page', form: 'form', step: 'sign-in step' };
const columns = { own: 'own', provider: 'provider', setup_link: 'setup link', directory: 'directory' };

/** What an entry point takes: the origins of users' sessions, and the kinds of callers that plugins bring. */
const takenBy = ({ origins, callers }) => [
  ...origins,
  ...callers.filter((kind) => kind !== 'user' && kind !== 'machine'),
];

/** The table of docs/concepts/security.md: entry points that begin alike and take the same are one row. */
export function originRows(entryPoints) {
  return Object.keys(kinds).flatMap((kind) => {
    const named = entryPoints
      .filter((entryPoint) => entryPoint.kind === kind)
      .map(({ name, ...entryPoint }) => {
        const [method, path = ''] = name.split(' ');
        return { method, parts: kind === 'step' ? [name] : path.slice(1).split('/'), taken: takenBy(entryPoint) };
      })
      .filter(({ taken }) => taken.length > 0);
    return rowsBelow(named, []).map((row) => ({ kind: kinds[kind], ...row }));
  });
}

/** One row if all take the same; otherwise the rows of each next part of the path, and of each method. */
function rowsBelow(entryPoints, beginning) {
  const taken = entryPoints[0]?.taken.join();
  const isOne = entryPoints.every((entryPoint) => entryPoint.taken.join() === taken);
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
  const [{ method, parts, taken }] = entryPoints;
  const isStep = !method || !/^[A-Z]+$/u.test(method);
  const path = isStep ? parts[0] : `/${beginning.join('/')}`;
  const name =
    entryPoints.length === 1 ? `${isStep ? '' : `${method} `}${isStep ? path : `/${parts.join('/')}`}` : `${path}…`;
  return { entryPoint: `\`${name}\``, count: entryPoints.length, taken };
}

const mark = (taken, column) => (taken.includes(column) ? 'yes' : '–');

export function originTable(entryPoints) {
  const rows = originRows(entryPoints).map(
    ({ kind, entryPoint, count, taken }) =>
      `| ${kind} | ${entryPoint} | ${count} | ${Object.keys(columns)
        .map((column) => mark(taken, column))
        .join(' | ')} |`,
  );
  return [
    `| kind | entry point | number | ${Object.values(columns).join(' | ')} |`,
    `| --- | --- | --- | ${Object.keys(columns)
      .map(() => '---')
      .join(' | ')} |`,
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
