import { until } from '@org/identity-testing/until';
import test from 'ava';
import * as client from 'openid-client';
import { eventMachine, follow, startEventServer, writeEvent } from '../support/event-tests.js';
import { crm, licensedTenant, machineToken, pro } from '../support/licensing-api.js';
import { bouncerPath, startBouncer } from '../support/pgbouncer.js';
import { call, signIn } from '../support/sign-in.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import type { TestServer } from '../support/test-server.js';

// On a machine without PgBouncer, all tests of this file are skipped.
const bouncerTest = bouncerPath ? test : test.skip;

let server: TestServer;
test.before(async () => {
  // Transaction mode: two statements outside a transaction may use different connections.
  if (bouncerPath) server = await startEventServer({ through: startBouncer, preparedStatements: false });
});
test.after.always(() => server?.stop());

bouncerTest(
  'through PgBouncer people sign in, refresh and sign out, and a used refresh token ends what came of it',
  async (t) => {
    const { email } = await addUser(server);
    const { config, tokens } = await signIn(server.issuer, { email });
    const renewed = await client.refreshTokenGrant(config, String(tokens.refresh_token));
    t.is((await call(server.issuer, '/api/users/me', renewed.access_token)).status, 200);
    const again = await client.refreshTokenGrant(config, String(tokens.refresh_token));
    t.is(again.refresh_token, renewed.refresh_token, 'within the grace the answer is the same');
    await server.identity.db.refreshAnswer.deleteMany();
    await t.throwsAsync(client.refreshTokenGrant(config, String(tokens.refresh_token)), { message: /./u });
    t.is((await call(server.issuer, '/api/users/me', renewed.access_token)).status, 401);
  },
);

bouncerTest(
  'through PgBouncer 20 parallel grants of three seats give three, and many at once get their answers',
  async (t) => {
    const tenant = await licensedTenant(server, 3);
    const token = await machineToken(server, tenant.id);
    const members = await Promise.all(Array.from({ length: 20 }, () => addMember(server, tenant.id, 'member')));
    const grants = await Promise.all(
      members.map(({ userId }) =>
        send(server.issuer, 'POST', '/api/integration/licenses/grant', token, {
          userId,
          applicationId: crm,
          licenseTypeId: pro,
        }),
      ),
    );
    t.is(grants.filter(({ status }) => status === 201).length, 3);
    t.deepEqual(
      [...new Set(grants.filter(({ status }) => status !== 201).map(({ body }) => body['error']))],
      ['NO_SEATS_AVAILABLE'],
    );
    const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => call(server.issuer, `/api/tenants/${tenant.id}/members`, owner)),
    );
    t.deepEqual([...new Set(responses.map(({ status }) => status))], [200]);
  },
);

bouncerTest('through PgBouncer the timeouts are set for each transaction, and stay on no connection', async (t) => {
  const { db } = server.identity;
  const read = (on: Pick<typeof db, '$queryRaw'>) =>
    on.$queryRaw<{ lock: string }[]>`SELECT current_setting('lock_timeout') AS lock`;
  const [inside] = await db.$transaction((tx) => read(tx));
  t.is(inside?.lock, '30s');
  const outside = await Promise.all(Array.from({ length: 20 }, () => read(db)));
  t.deepEqual([...new Set(outside.flat().map(({ lock }) => lock))], ['0']);
});

bouncerTest('through PgBouncer a reader gets new events, and no process listens for them', async (t) => {
  const tenant = await freshTenant(server);
  const machine = await eventMachine(server, tenant.id);
  const first = await writeEvent(server, tenant.id);
  await until(async () => {
    const { body } = await follow(server, tenant.id, machine, { after: '' });
    return body['next'] === first;
  });
  const waiting = follow(server, tenant.id, machine, { after: first, wait: 30 });
  const second = await writeEvent(server, tenant.id);
  t.is((await waiting).body['next'], second);
  t.is(await server.identity.db.feedFollower.count(), 0);
});
