import { randomUUID } from 'node:crypto';
import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { textOf } from '../support/console-visitors.js';
import { crm, type LicensedTenant, licensedTenant, pro, random, seat } from '../support/licensing-api.js';
import { lastEvent } from '../support/platform-api.js';
import { type Operator, openPlatform } from '../support/platform-pages.js';
import { addMember, freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let operator: Operator;
test.before(async () => {
  server = await startTestServer();
  operator = await openPlatform(server);
});
test.after.always(() => server?.stop());

const find = (id: string) => server.identity.db.subscription.findUniqueOrThrow({ where: { id } });
const pathOf = ({ id, subscriptionId }: LicensedTenant) => `subscriptions/${id}/${subscriptionId}`;

test('a tenant is found by its name, and the list leads to its subscriptions', async (t) => {
  const tenant = await licensedTenant(server, 3);
  const list = await operator.open(`subscriptions?search=${tenant.slug.toUpperCase()}`);
  t.true(list.html.includes(`href="/platform/subscriptions/${tenant.id}"`));
  const page = await operator.open(`subscriptions/${tenant.id}`);
  t.is(page.status, 200);
  t.true(page.html.includes(`href="/platform/${pathOf(tenant)}"`));
  t.true(page.html.includes(`href="/console/${tenant.slug}"`));
  t.true((await operator.open('subscriptions?search=no-such-tenant')).html.includes('No organization was found.'));
});

test('seats are sold, with a first and a last day', async (t) => {
  const { id } = await freshTenant(server);
  const sold = await operator.post(`subscriptions/${id}`, {
    licenseTypeId: pro,
    quantity: '7',
    startsAt: '2030-01-01',
    expiresAt: '2030-12-31',
  });
  t.is(sold.location, `/platform/subscriptions/${id}?done=sold`);
  const stored = await server.identity.db.subscription.findFirstOrThrow({ where: { tenantId: id } });
  t.like(stored, { licenseTypeId: pro, applicationId: crm, quantityPurchased: 7 });
  t.is(stored.startsAt.toISOString(), '2030-01-01T00:00:00.000Z');
  t.is(stored.expiresAt?.toISOString(), '2031-01-01T00:00:00.000Z');
  t.is((await lastEvent(server, 'subscription.created', stored.id)).actorId, operator.userId);
});

test('a sale that breaks the rules is refused, with the error at its field', async (t) => {
  const { id } = await freshTenant(server);
  const fields = { licenseTypeId: pro, quantity: '7' };
  for (const [name, changes] of [
    ['quantity', { quantity: '0' }],
    ['quantity', { quantity: '-5' }],
    ['quantity', { quantity: '1e3' }],
    ['licenseTypeId', { licenseTypeId: '' }],
    ['licenseTypeId', { licenseTypeId: random }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
    ['expiresAt', { expiresAt: '2030-02-31' }],
    ['expiresAt', { startsAt: '2030-02-02', expiresAt: '2030-01-01' }],
    ['startsAt', { startsAt: '"><b>' }],
  ] as const) {
    const refused = await operator.post(`subscriptions/${id}`, { ...fields, ...changes });
    t.true(refused.status >= 400 && refused.status < 500, `${name} ${refused.status}`);
    t.true(refused.html.includes(`id="field-${name}-error"`), JSON.stringify(changes));
    t.false(refused.html.includes('"><b>'));
  }
  t.is(await server.identity.db.subscription.count({ where: { tenantId: id } }), 0);
  t.is((await operator.post(`subscriptions/${random}`, fields)).status, 404);
});

test('more seats and a later end happen at once, and what is not changed stays to the second', async (t) => {
  const tenant = await licensedTenant(server, 3);
  const expiresAt = new Date('2030-06-30T15:30:00Z');
  await server.identity.db.subscription.update({ where: { id: tenant.subscriptionId }, data: { expiresAt } });
  const fields = { quantity: '9', status: 'ACTIVE', expiresAt: '2030-06-30' };
  const changed = await operator.post(pathOf(tenant), fields);
  t.is(changed.location, `/platform/subscriptions/${tenant.id}?done=changed`);
  t.like(await find(tenant.subscriptionId), { quantityPurchased: 9, expiresAt });
  t.deepEqual((await lastEvent(server, 'subscription.updated', tenant.subscriptionId)).data, {
    changed: ['quantity'],
    quantity: 9,
    status: 'ACTIVE',
    expiresAt: expiresAt.toISOString(),
  });
  const same = await operator.post(pathOf(tenant), fields);
  t.is(same.location, `/platform/${pathOf(tenant)}?done=unchanged`);
  await operator.post(pathOf(tenant), { ...fields, expiresAt: '' });
  t.is((await find(tenant.subscriptionId)).expiresAt, null);
});

test('reducing, suspending, canceling and an earlier end are asked first', async (t) => {
  const tenant = await licensedTenant(server, 5);
  await seat(server, tenant, tenant.owner.userId);
  const cases = [
    ['Reduce the subscription to 2 seats?', { quantity: '2' }],
    ['Let the subscription end earlier?', { expiresAt: '2031-01-01' }],
    ['Suspend the subscription?', { status: 'SUSPENDED' }],
    ['Cancel the subscription?', { status: 'CANCELED' }],
  ] as const;
  for (const [title, fields] of cases) {
    const before = await find(tenant.subscriptionId);
    const asked = await operator.post(pathOf(tenant), fields);
    t.true(asked.html.includes(`<h1>${title}</h1>`), title);
    t.deepEqual(await find(tenant.subscriptionId), before, title);
    const { done } = await operator.confirm(pathOf(tenant), fields);
    t.is(done.location, `/platform/subscriptions/${tenant.id}?done=changed`, title);
  }
  t.like(await find(tenant.subscriptionId), { quantityPurchased: 2, status: 'CANCELED' });
});

test('fewer seats than are held are refused, and so is a subscription of another tenant', async (t) => {
  const tenant = await licensedTenant(server, 5);
  for (const member of [tenant.owner, await addMember(server, tenant.id, 'member')])
    await seat(server, tenant, member.userId);
  const { status, html } = await operator.post(pathOf(tenant), { quantity: '1' });
  t.true(status >= 400 && status < 500);
  t.true(html.includes('More seats are held or reserved than that.'));
  t.true(html.includes('id="field-quantity-error"'));
  const other = await licensedTenant(server, 1);
  t.is((await operator.post(`subscriptions/${other.id}/${tenant.subscriptionId}`, { quantity: '2' })).status, 404);
  t.is((await operator.open(`subscriptions/${tenant.id}/nothing`)).status, 404);
});

test('an application is created, and gets a license type with features', async (t) => {
  const name = `App ${randomUUID()}`;
  const created = await operator.post('applications', { name });
  const path = /^\/platform\/(applications\/[\w-]+)\?done=created$/u.exec(created.location ?? '')?.[1] ?? '';
  t.regex((await operator.open(path)).html, /This application has no license types yet\./u);
  const fields = { name: 'Gold', slug: 'gold', features: 'reports\r\n api \r\n\r\n' };
  const typed = await operator.post(`${path}/license-types`, fields);
  t.is(typed.location, `/platform/${path}?done=type-created`);
  const type = await server.identity.db.licenseType.findFirstOrThrow({ where: { application: { name } } });
  t.like(type, { name: 'Gold', slug: 'gold', features: ['reports', 'api'] });
  t.is((await lastEvent(server, 'license_type.created', type.id)).actorId, operator.userId);
  t.true(textOf((await operator.open(path)).html).includes('reports, api'));
  const taken = await operator.post(`${path}/license-types`, fields);
  t.true(taken.html.includes('Another license type of this application has this short name.'));
  const wrong = await operator.post(`${path}/license-types`, { ...fields, slug: 'Not A Slug', features: 'a\na' });
  t.is(wrong.status, 422);
  for (const field of ['slug', 'features']) t.true(wrong.html.includes(`id="field-${field}-error"`), field);
  const twice = await operator.post('applications', { name });
  t.is(twice.status, 422);
  t.true(twice.html.includes('Enter a name that no other application has.'));
  const list = await operator.open(`applications?search=${encodeURIComponent(name)}`);
  t.true(list.html.includes(`href="/platform/${path}"`));
  t.is((await operator.open(`applications/${random}`)).status, 404);
  t.is((await operator.open('applications/nothing')).status, 404);
});

test('all tenants are found by name, each with a link to its console', async (t) => {
  const { slug } = await freshTenant(server);
  const { html } = await operator.open(`tenants?search=${slug}`);
  t.true(html.includes(`href="/console/${slug}"`));
  t.true(html.includes('1 organization'));
  t.true((await operator.open('tenants?search=no-such-tenant')).html.includes('No organization was found.'));
});

test('the pages speak German', async (t) => {
  const german = await openPlatform(server, { locale: 'de' });
  const tenant = await licensedTenant(server, 3);
  for (const [path, words] of [
    ['subscriptions', 'Wählen Sie eine Organisation'],
    [`subscriptions/${tenant.id}`, 'Lizenzen verkaufen'],
    [pathOf(tenant), 'Letzter Tag'],
    ['applications', 'Neue Anwendung'],
    [`applications/${crm}`, 'Neuer Lizenztyp'],
    ['tenants', 'Name oder Kurzname'],
  ] as const)
    t.true(textOf((await german.open(path)).html).includes(words), path);
});

test('for users who are not super admins neither the pages nor their forms exist', async (t) => {
  const tenant = await licensedTenant(server, 3);
  const { browser, page } = await openAccount(server.issuer, tenant.owner.email, { path: '/console' });
  for (const path of ['subscriptions', `subscriptions/${tenant.id}`, pathOf(tenant), 'applications', 'tenants'])
    t.is((await browser.open(`/platform/${path}`)).status, 404, path);
  const answer = await post(browser, page, { quantity: '1000' }, { path: `/platform/${pathOf(tenant)}` });
  t.is(answer.status, 404);
  t.is((await find(tenant.subscriptionId)).quantityPurchased, 3);
});
