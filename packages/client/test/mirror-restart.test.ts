import { createTestDatabase } from '@org/identity-dev-postgres';
import { startEventServerOn } from '@org/identity-example-server/test/event-tests';
import { freePort } from '@org/identity-example-server/test/server-process';
import test from 'ava';
import { mirroredTenant, reasonOf, untilReason } from './support/mirror-scene.js';

test('a mirror goes on after a restart of the server, and gives no outdated answer meanwhile', async (t) => {
  const database = await createTestDatabase({ withDemoData: true });
  t.teardown(() => database.drop());
  const port = await freePort();
  let server = await startEventServerOn(database.url, port);
  t.teardown(() => server.stop());
  const requests: string[] = [];
  const watched: typeof fetch = (input, init) => {
    requests.push(new URL(String(input)).pathname.split('/').at(-1) ?? '');
    return fetch(input, init);
  };
  const { mirror, members, member, grant, revoke } = await mirroredTenant(t, server, { held: 2, fetch: watched });
  const [kept = '', lost = ''] = members.map(({ userId }) => userId);
  const { userId: added } = await member();
  await revoke(lost);
  await grant(added);
  // It may have been told already, or it is told after the restart.
  await server.stop();
  t.not(reasonOf(mirror, kept), 'NO_SEAT');
  server = await startEventServerOn(database.url, port);
  await untilReason(mirror, { userId: lost, reason: 'NO_SEAT' });
  await untilReason(mirror, { userId: added, reason: 'LICENSED' });
  t.is(reasonOf(mirror, kept), 'LICENSED');
  t.is(requests.filter((name) => name === 'snapshot').length, 1, 'it continued after the last event');
});
