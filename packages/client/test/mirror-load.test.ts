import test from 'ava';
import { mirroredTenant, mirrorOf, reasonOf, type Server, startServer } from './support/mirror-scene.js';

let server: Server;
test.before(async () => {
  server = await startServer();
});
test.after.always(() => server?.stop());

const isSnapshot = (url: URL) => url.pathname.endsWith('/licenses/snapshot');

test('a page that the server refuses for a moment is asked for again, not the whole snapshot', async (t) => {
  const { machine, members } = await mirroredTenant(t, server, { held: 3 });
  const pages: (string | null)[] = [];
  const small: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    if (!isSnapshot(url)) return fetch(input, init);
    url.searchParams.set('limit', '1');
    const after = url.searchParams.get('after');
    pages.push(after);
    if (after === null || pages.filter((page) => page === after).length > 1) return fetch(url, init);
    const body = { error: 'SERVICE_UNAVAILABLE', message: 'There are too many snapshots at the same time.' };
    return Response.json(body, { status: 503, headers: { 'retry-after': '0' } });
  };
  const errors: unknown[] = [];
  const mirror = mirrorOf(t, server, machine, { fetch: small, onError: (error) => errors.push(error) });
  await mirror.ready();
  for (const { userId } of members) t.is(reasonOf(mirror, userId), 'LICENSED');
  const [first, ...others] = pages;
  t.is(first, null);
  t.is(others.length, 6, 'three more pages, the last of them empty, each twice');
  t.deepEqual(
    others.filter((_, index) => index % 2 === 0),
    others.filter((_, index) => index % 2 === 1),
  );
  t.is(errors.length, 3);
});

test('mirrors of one client that start at the same time all become ready', async (t) => {
  const { machine, members } = await mirroredTenant(t, server, { held: 1 });
  const mirrors = Array.from({ length: 30 }, () => mirrorOf(t, server, machine));
  await Promise.all(mirrors.map((mirror) => mirror.ready()));
  for (const mirror of mirrors) t.is(reasonOf(mirror, members[0]?.userId ?? ''), 'LICENSED');
});
