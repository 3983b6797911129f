import { randomUUID } from 'node:crypto';
import test from 'ava';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  // With the waits that a deployment has.
  server = await startTestServer({ databaseTimeouts: {} });
});
test.after.always(() => server?.stop());

async function scene() {
  const { id, owner } = await freshTenant(server);
  const token = await tokenOf(server.issuer, owner.email);
  const path = `/api/tenants/${id}/invitations`;
  /** Returns the status. */
  const invite = async (query = '') =>
    (await send(server.issuer, 'POST', `${path}${query}`, token, { email: `${randomUUID()}@people.test` })).status;
  return { id, invite };
}

test.serial('forty rehearsed invitations of one owner at once are all answered, with the usual waits', async (t) => {
  const { id, invite } = await scene();
  const statuses = await Promise.all(Array.from({ length: 40 }, () => invite('?rehearse=true')));
  t.deepEqual([...new Set(statuses)], [200]);
  t.is(await server.identity.db.invitation.count({ where: { tenantId: id } }), 0);
});

test.serial('changes beside them go first', async (t) => {
  const { id, invite } = await scene();
  const ended: string[] = [];
  const told = async (name: string, status: Promise<number>) => {
    const reached = await status;
    ended.push(name);
    return reached;
  };
  const rehearsed = Array.from({ length: 40 }, () => told('rehearsal', invite('?rehearse=true')));
  const made = Array.from({ length: 3 }, () => told('change', invite()));
  t.deepEqual([...new Set(await Promise.all(made))], [201]);
  t.deepEqual([...new Set(await Promise.all(rehearsed))], [200]);
  t.true(ended.lastIndexOf('change') < 30, 'most rehearsals have waited for the changes');
  t.is(await server.identity.db.invitation.count({ where: { tenantId: id } }), 3);
});
