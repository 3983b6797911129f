import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { crm, licensedTenant, seat } from '../support/licensing-api.js';
import { type Operator, openPlatform } from '../support/platform-pages.js';
import { freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let operator: Operator;
test.before(async () => {
  server = await startTestServer();
  operator = await openPlatform(server);
});
test.after.always(() => server?.stop());

const day = (ago: number) => new Date(Date.now() - days(ago)).toISOString().slice(0, 10);

test('an operator downloads a signed statement about a tenant', async (t) => {
  const tenant = await licensedTenant(server, 4);
  await seat(server, tenant, tenant.owner.userId);
  await passTime(server.identity.db, { tenantId: tenant.id, milliseconds: days(3) });
  t.true((await operator.open(`subscriptions/${tenant.id}`)).html.includes('<h2>Signed statement</h2>'));
  const fields = { applicationId: crm, from: day(2), to: day(1) };
  const { status, headers, html } = await operator.post(`statements/${tenant.id}`, fields);
  t.is(status, 200);
  t.is(headers.get('content-type'), 'application/jwt');
  t.is(headers.get('content-disposition'), `attachment; filename="statement-${day(2)}-${day(1)}.jwt"`);
  const keys = (await (await fetch(`${server.issuer}/api/oauth/jwks`)).json()) as JSONWebKeySet;
  const { payload } = await jwtVerify(html, createLocalJWKSet(keys), { typ: 'license-statement+jwt' });
  t.deepEqual(payload['days'], [
    { date: day(2), purchased: 4, heldMax: 1, heldEnd: 1 },
    { date: day(1), purchased: 4, heldMax: 1, heldEnd: 1 },
  ]);
});

test('a range that is not possible is refused at its field', async (t) => {
  const tenant = await licensedTenant(server, 4);
  for (const [name, changes] of [
    ['from', { from: 'yesterday' }],
    ['to', { to: day(-1) }],
    ['to', { to: day(9) }],
    ['applicationId', { applicationId: '' }],
  ] as const) {
    const fields = { applicationId: crm, from: day(2), to: day(1), ...changes };
    const { status, html } = await operator.post(`statements/${tenant.id}`, fields);
    t.true([400, 422].includes(status), `${status}`);
    t.regex(html, new RegExp(`name="${name}"[^>]*aria-invalid="true"`, 'u'), name);
  }
});

test('a tenant that never had a subscription has nothing to state', async (t) => {
  const { id } = await freshTenant(server);
  t.false((await operator.open(`subscriptions/${id}`)).html.includes('Signed statement'));
});
