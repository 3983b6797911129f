import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import {
  activeConnection,
  claimsOf,
  isDone,
  linksOf,
  server,
  signInBy,
  tenantWithDomain,
} from '../support/connection-tests.js';
import { crm, pro } from '../support/licensing-api.js';
import { asksForCode, enrol, totp } from '../support/second-factor.js';
import { addUser, send } from '../support/tenant-api.js';

const license = { applicationId: crm, licenseTypeId: pro };

test('a rule gives new members the seats that are free, and a place in the waiting list beyond', async (t) => {
  const tenant = await tenantWithDomain();
  const { db } = server.identity;
  await db.subscription.create({ data: { tenantId: tenant.id, ...license, quantityPurchased: 2 } });
  const path = `/api/tenants/${tenant.id}/license-rules`;
  t.is((await send(server.issuer, 'POST', path, tenant.token, { ...license, role: 'member' })).status, 201);
  await activeConnection(tenant);
  const people = ['ann', 'ben', 'cid', 'dee'].map((sub) => ({ sub, email: `${sub}@${tenant.domain}` }));
  // At once: the database holds the limit.
  const visits = await Promise.all(people.map((person) => signInBy(person)));
  for (const { page } of visits) t.true(isDone(page), page.html.slice(-400));
  t.is(await db.membership.count({ where: { tenantId: tenant.id, status: 'ACTIVE' } }), 5);
  t.is(await db.seat.count({ where: { tenantId: tenant.id } }), 2);
  t.is(await db.licenseRequest.count({ where: { tenantId: tenant.id, status: 'WAITING' } }), 2);
});

test('the same user in many tabs at once becomes one account and one member', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const person = { sub: 'tabs', email: `tabs@${tenant.domain}` };
  const visits = await Promise.all(Array.from({ length: 5 }, () => signInBy(person)));
  t.true(visits.some(({ page }) => isDone(page)));
  const { db } = server.identity;
  t.is(await db.user.count({ where: { normalizedEmail: person.email } }), 1);
  t.is((await linksOf(id)).length, 1);
  t.is(await db.membership.count({ where: { tenantId: tenant.id } }), 2);
});

test('an account with a second factor is linked only after the second factor', async (t) => {
  const tenant = await tenantWithDomain();
  const user = await addUser(server, `strong@${tenant.domain}`);
  const { secret } = await enrol(server, user);
  const id = await activeConnection(tenant);
  const { page, browser, request } = await signInBy({ sub: 'strong', email: user.email });
  const asked = await browser.submit(page, { password: demoPassword });
  t.true(asksForCode(asked), asked.html.slice(-400));
  t.deepEqual(await linksOf(id), []);
  const done = await browser.submit(asked, { code: totp(secret) });
  t.is((await claimsOf({ request, page: done }))?.sub, user.userId);
  t.is((await linksOf(id)).length, 1);
});

test('a password that was changed meanwhile links nothing', async (t) => {
  const tenant = await tenantWithDomain();
  const user = await addUser(server, `changed@${tenant.domain}`);
  const { secret } = await enrol(server, user);
  const id = await activeConnection(tenant);
  const { page, browser } = await signInBy({ sub: 'changed', email: user.email });
  const asked = await browser.submit(page, { password: demoPassword });
  await server.identity.db.user.update({ where: { id: user.userId }, data: { signInEpoch: { increment: 1 } } });
  await browser.submit(asked, { code: totp(secret) });
  t.deepEqual(await linksOf(id), []);
});
