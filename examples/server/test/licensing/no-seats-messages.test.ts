import test from 'ava';
import { basic, crm, desk, licensedTenant, pro, standard } from '../support/licensing-api.js';
import { admin, asPlatform, licenses, scene, server } from '../support/licensing-tests.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';

const nothingBought = /no subscription.*nothing was bought/u;
const notActive = /not active/u;
const noneFree = /no free seat/u;

const because = (t: { status: number; body: Record<string, unknown> }) => [t.status, t.body['error']];
const refused = [400, 'NO_SEATS_AVAILABLE'];

test('a refused grant tells apart what was not bought, what is not active, and what is used up', async (t) => {
  const { tenant, call, member } = await scene(1);
  const grant = async (licenseTypeId: string, applicationId = crm) =>
    call('POST', `${licenses}/grant`, { userId: await member(), applicationId, licenseTypeId });
  const other = await grant(basic);
  t.deepEqual(because(other), refused);
  t.regex(String(other.body['message']), nothingBought);
  t.is((await grant(pro)).status, 201);
  const full = await grant(pro);
  t.deepEqual(because(full), refused);
  t.regex(String(full.body['message']), noneFree);
  const path = `${admin}/tenants/${tenant.id}/subscriptions/${tenant.subscriptionId}`;
  for (const change of [{ status: 'SUSPENDED' }, { status: 'ACTIVE', expiresAt: '2020-01-01T00:00:00Z' }]) {
    t.is((await asPlatform('PATCH', path, change)).status, 200);
    const inactive = await grant(pro);
    t.deepEqual(because(inactive), refused);
    t.regex(String(inactive.body['message']), notActive);
  }
});

test('a request for what was not bought, and its approval, say so', async (t) => {
  const tenant = await licensedTenant(server, 1);
  const { email } = await addMember(server, tenant.id, 'member');
  const token = await tokenOf(server.issuer, email, tenant.slug);
  const ask = (body: object) => send(server.issuer, 'POST', `${licenses}/request`, token, body);
  for (const body of [{ applicationId: desk }, { applicationId: desk, licenseTypeId: standard }]) {
    const asked = await ask(body);
    t.deepEqual(because(asked), refused);
    t.regex(String(asked.body['message']), nothingBought);
  }
  const asked = await ask({ applicationId: crm });
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const approve = `/api/tenants/${tenant.id}/license-requests/${asked.body['id']}/approve`;
  const approved = await send(server.issuer, 'POST', approve, owner, { licenseTypeId: basic });
  t.deepEqual(because(approved), refused);
  t.regex(String(approved.body['message']), nothingBought);
});

test('an invitation with a license says which of the three it is', async (t) => {
  const tenant = await licensedTenant(server, 1);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  let number = 0;
  const invite = (licenseTypeId: string) => {
    number += 1;
    return send(server.issuer, 'POST', `/api/tenants/${tenant.id}/invitations`, owner, {
      email: `guest-${number}-${tenant.slug}@people.test`,
      licenses: [{ applicationId: crm, licenseTypeId }],
    });
  };
  const other = await invite(basic);
  t.deepEqual(because(other), refused);
  t.regex(String(other.body['message']), nothingBought);
  t.is((await invite(pro)).status, 201);
  t.regex(String((await invite(pro)).body['message']), noneFree);
  const data = { status: 'CANCELED' } as const;
  await server.identity.db.subscription.update({ where: { id: tenant.subscriptionId }, data });
  const inactive = await invite(pro);
  t.deepEqual(because(inactive), refused);
  t.regex(String(inactive.body['message']), notActive);
});
