import { readFile } from 'node:fs/promises';
import test from 'ava';

// dist/test → the workspace's root, which is no user of the package and cannot import it by name.
const root = new URL('../../', import.meta.url);
const { eventTypes } = (await import(
  new URL('packages/core/dist/src/events.js', root).href
)) as typeof import('../packages/core/src/events.js');

test('every type of event is documented, once, and no other', async (t) => {
  const page = await readFile(new URL('docs/reference/audit-events.md', root), 'utf8');
  const documented = [...page.matchAll(/^\|\s*`([a-z_]+\.[a-z_]+)`\s*\|/gmu)].map(([, type = '']) => type);
  t.deepEqual(documented.toSorted(), [...eventTypes].toSorted());
});
