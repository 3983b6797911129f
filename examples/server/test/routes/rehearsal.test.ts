import { isRehearsable, maskedEmail } from '@org/identity-core';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { comparable } from '../support/comparable.js';
import { crm, licensedTenant } from '../support/licensing-api.js';
import {
  calls,
  eventsSince,
  fresh,
  knownEvents,
  member,
  owner,
  path,
  type Rehearsal,
  server,
  snapshot,
  tenant,
} from '../support/rehearsal-tests.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';

test.after.always(() => server.stop());

const rehearsable = Object.entries(server.identity.openApi.paths)
  .flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, { parameters }]) => ({ template, method, parameters })),
  )
  .filter(({ parameters }) => parameters?.some(({ name }) => name === 'rehearse'))
  .map(({ template, method }) => `${method} ${template.replaceAll(/\{(\w+)\}/gu, ':$1')}`)
  // Its rehearsal leaves a record, and runs after the response: see imports/import-life.test.ts.
  .filter((route) => route !== 'post /api/platform/imports');

test('every write below /api/tenants, /api/licensing, /api/integration and /api/platform can be rehearsed', (t) => {
  t.deepEqual([...rehearsable].sort(), Object.keys(calls).sort());
  t.true(isRehearsable({ method: 'post', path: '/api/platform/clients', readOnly: false }));
  t.false(isRehearsable({ method: 'post', path: '/api/tenantsandmore', readOnly: false }));
});

for (const [route, prepare] of Object.entries(calls)) {
  test.serial(
    `${route}: a rehearsal leaves every row as it was, and foretells what the request then does`,
    async (t) => {
      const { token, path: at, body } = await prepare();
      const method = route.split(' ')[0]?.toUpperCase() ?? '';
      const ids = new Set(
        [...JSON.stringify([at, body ?? null]).matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu)].map(
          ([id]) => id,
        ),
      );
      // Any request may note the use of its session, once a minute. This file may have waited longer for its turn.
      await server.identity.db.$executeRaw`UPDATE identity.oidc_sessions SET last_active_at = now()`;
      // Used codes, which the purge of expired rows could delete at any time from now on.
      await server.identity.db.$executeRaw`
        DELETE FROM identity.oidc_tokens WHERE expires_at < now() + interval '2 minutes'`;
      const before = await snapshot(server);
      const mails = server.mailbox.all.length;
      const rehearsal = await send(server.issuer, method, `${at}?rehearse=true`, token, body);
      t.is(rehearsal.status, 200, JSON.stringify(rehearsal.body));
      t.deepEqual(await snapshot(server), before);
      t.is(server.mailbox.all.length, mails);

      const known = await knownEvents(server);
      const real = await send(server.issuer, method, at, token, body);
      const foretold = rehearsal.body as unknown as Rehearsal;
      t.is(real.status, foretold.rehearsed.status);
      t.deepEqual(comparable(real.body, ids), comparable(foretold.rehearsed.body, ids));
      t.deepEqual(comparable(await eventsSince(server, known), ids), comparable(foretold.events, ids));
      t.true(foretold.events.length > 0);
      // A member who asks for a license does not learn the emails of the managers.
      const sentTo = (email: string, { to }: { to: string }) => email === to || maskedEmail(email) === to;
      for (const mail of foretold.mails)
        await until(async () => server.mailbox.all.slice(mails).some(({ to }) => sentTo(to, mail)));
      t.notDeepEqual(await snapshot(server), before);
      // What they send would change rows during the next test, and so would a job that deletes their deliveries.
      await server.identity.db.webhook.deleteMany();
      await server.identity.db.webhookDelivery.deleteMany();
      await server.identity.db.$executeRaw`DELETE FROM identity.deleted_webhooks`;
    },
  );
}

const misspelt = ['rehearse[]', 'Rehearse', 'dryRun', 'rehearse ', 'rehearsal', ''];
for (const [route, prepare] of Object.entries(calls)) {
  test.serial(`${route}: a misspelt or repeated rehearsal is refused, and not carried out`, async (t) => {
    const { token, path: at, body } = await prepare();
    const method = route.split(' ')[0]?.toUpperCase() ?? '';
    const known = await knownEvents(server);
    for (const [query, name] of [
      ...misspelt.map((wrong) => [`${encodeURIComponent(wrong)}=true`, wrong || 'query']),
      ['rehearse=true&Rehearse=true', 'Rehearse'],
      ['rehearse=true&rehearse=true', 'rehearse'],
      ['rehearse=true&rehearse=false', 'rehearse'],
    ]) {
      const { status, body: error } = await send(server.issuer, method, `${at}?${query}`, token, body);
      t.is(status, 422, query);
      t.like(error, { error: 'VALIDATION_FAILED', details: [{ path: name }] });
    }
    t.deepEqual(await eventsSince(server, known), []);
  });
}

test('a rehearsed invitation names the mail it would send, and no secret', async (t) => {
  const email = `${fresh()}@people.test`;
  const { body } = await send(server.issuer, 'POST', `${path}/invitations?rehearse=true`, owner, {
    email,
    role: 'member',
  });
  const { mails, events } = body as unknown as Rehearsal;
  t.deepEqual(mails, [{ kind: 'invitation', to: email }]);
  t.deepEqual(
    events.map(({ type }) => type),
    ['invitation.created'],
  );
});

test('a rehearsal is refused as the request itself would be', async (t) => {
  const { membershipId } = await member();
  const other = await licensedTenant(server, 1);
  const at = `/api/tenants/${other.id}/members/${other.owner.membershipId}?rehearse=true`;
  t.like(await send(server.issuer, 'DELETE', at, owner), { status: 404, body: { error: 'TENANT_NOT_FOUND' } });
  t.is((await send(server.issuer, 'DELETE', `${path}/members/${membershipId}?rehearse=true`, undefined)).status, 401);
  const last = `${path}/members/${tenant.owner.membershipId}`;
  const [rehearsed, real] = [
    await send(server.issuer, 'DELETE', `${last}?rehearse=true`, owner),
    await send(server.issuer, 'DELETE', last, owner),
  ];
  t.is(rehearsed.status, real.status);
  t.is((rehearsed.body as { error: string }).error, (real.body as { error: string }).error);
  const wrong = await send(server.issuer, 'PATCH', `${path}?rehearse=true`, owner, { mfaPolicy: 'SOMETIMES' });
  t.is(wrong.status, 422);
});

test('rehearse is 422 with any value but true, on a GET, on a POST that only reads, and on other paths', async (t) => {
  const { membershipId } = await member();
  const at = `${path}/members/${membershipId}`;
  for (const query of ['rehearse=false', 'rehearse=', 'rehearse=1', 'rehearse=TRUE', 'rehearse=true&rehearse=true'])
    t.is((await send(server.issuer, 'DELETE', `${at}?${query}`, owner)).status, 422, query);
  for (const [method, to, body] of [
    ['GET', path, undefined],
    ['POST', '/api/integration/licenses/check', { applicationId: crm }],
    ['POST', '/api/integration/licenses/feature', { applicationId: crm, featureKey: 'export' }],
    ['PATCH', '/api/users/me', { displayName: 'Somebody' }],
  ] as const) {
    const { status, body: error } = await send(server.issuer, method, `${to}?rehearse=true`, owner, body);
    t.is(status, 422, `${method} ${to}`);
    t.like(error, { error: 'VALIDATION_FAILED', details: [{ path: 'rehearse' }] });
  }
  t.truthy(await server.identity.db.membership.findUnique({ where: { id: membershipId } }));
});

test('rehearsals count for no limit of the request itself', async (t) => {
  const before = await server.identity.db
    .$queryRaw`SELECT key, points FROM identity.rate_limits WHERE key LIKE 'caused_mail%' ORDER BY key`;
  for (let count = 0; count < 30; count += 1) {
    const body = { email: 'same@people.test', role: 'member' };
    t.is((await send(server.issuer, 'POST', `${path}/invitations?rehearse=true`, owner, body)).status, 200);
  }
  t.deepEqual(
    await server.identity.db
      .$queryRaw`SELECT key, points FROM identity.rate_limits WHERE key LIKE 'caused_mail%' ORDER BY key`,
    before,
  );
});

test('a hundred rehearsals at once are answered, and other requests go on', async (t) => {
  const busy = await licensedTenant(server, 1);
  const token = await tokenOf(server.issuer, busy.owner.email, busy.slug);
  const { membershipId } = await addMember(server, busy.id, 'member');
  const at = `/api/tenants/${busy.id}/members/${membershipId}`;
  const rehearsals = Array.from({ length: 100 }, () => send(server.issuer, 'DELETE', `${at}?rehearse=true`, token));
  t.is((await send(server.issuer, 'GET', path, owner)).status, 200);
  t.is((await send(server.issuer, 'PATCH', `${path}?rehearse=true`, owner, { name: 'Renamed' })).status, 200);
  const statuses = new Set((await Promise.all(rehearsals)).map(({ status }) => status));
  t.true(
    [...statuses].every((status) => status === 200 || status === 503),
    [...statuses].join(),
  );
  t.truthy(await server.identity.db.membership.findUnique({ where: { id: membershipId } }));
});
