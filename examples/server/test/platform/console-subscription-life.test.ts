import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { textOf } from '../support/console-visitors.js';
import { crm, type LicensedTenant, licensedTenant, pro, seat } from '../support/licensing-api.js';
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
const dayIn = (count: number) => new Date(Date.now() + days(count)).toISOString().slice(0, 10);

async function heldTenant(quantity: number) {
  const tenant = await licensedTenant(server, quantity);
  const member = await addMember(server, tenant.id, 'member');
  await seat(server, tenant, tenant.owner.userId);
  await seat(server, tenant, member.userId);
  const where = { tenantId: tenant.id, userId: member.userId };
  await server.identity.db.seat.updateMany({ where, data: { lastUsedAt: new Date(Date.now() - days(50)) } });
  return { tenant, member };
}

test('a downgrade that releases shows whose seats are lost, and then does it', async (t) => {
  const { tenant, member } = await heldTenant(2);
  const fields = { quantity: '1', onExcess: 'release' };
  const { asked, done } = await operator.confirm(pathOf(tenant), fields);
  t.true(asked.html.includes('<h1>Reduce the subscription to 1 seat?</h1>'));
  t.regex(textOf(asked.html), /Seat taken back.*@people\.test/u);
  t.true(asked.html.includes(member.email));
  t.false(asked.html.includes(tenant.owner.email));
  t.is(done.location, `/platform/subscriptions/${tenant.id}?done=changed`);
  t.like(await find(tenant.subscriptionId), { quantityPurchased: 1, quantityAssigned: 1 });
});

test('a change is planned, shown in both consoles, withdrawn, and planned again until its day comes', async (t) => {
  const { tenant } = await heldTenant(2);
  const fields = { quantity: '1', effectiveAt: dayIn(30), onExcess: 'release' };
  const { asked, done } = await operator.confirm(pathOf(tenant), fields);
  t.regex(textOf(asked.html), /Reduce the subscription to 1 seat on .*\?/u);
  t.true(textOf(asked.html).includes('On that day, 1 seat is released'));
  t.is(done.location, `/platform/subscriptions/${tenant.id}?done=planned`);
  t.like(await find(tenant.subscriptionId), { quantityPurchased: 2, pendingQuantity: 1, pendingRelease: true });
  for (const path of [`subscriptions/${tenant.id}`, pathOf(tenant)])
    t.regex(textOf((await operator.open(path)).html), /1 seat from/u, path);
  const withdrawn = await operator.post(pathOf(tenant), { action: 'withdraw' });
  t.is(withdrawn.location, `/platform/subscriptions/${tenant.id}?done=withdrawn`);
  t.is((await find(tenant.subscriptionId)).pendingQuantity, null);
  await operator.confirm(pathOf(tenant), fields);
  await passTime(server.identity.db, { tenantId: tenant.id, milliseconds: days(30) });
  t.regex((await operator.open(pathOf(tenant))).html, /name="quantity"[^>]* value="1"/u);
});

test('trials, overage, limits and reclaiming are sold and changed', async (t) => {
  const { id } = await freshTenant(server);
  const sale = {
    licenseTypeId: pro,
    quantity: '3',
    trial: 'true',
    overagePercent: '10',
    limits: 'contacts = 5\n a=0 ',
  };
  const refused = await operator.post(`subscriptions/${id}`, sale);
  t.is(refused.status, 422);
  t.true(refused.html.includes('id="field-expiresAt-error">A trial needs an end date. Enter its last day.'));
  t.regex(
    refused.html,
    /<input id="field-expiresAt"[^>]* aria-invalid="true" aria-describedby="field-expiresAt-error /u,
  );
  t.regex(refused.html, /name="quantity"[^>]* value="3"/u, 'what was entered stays');
  const sold = await operator.post(`subscriptions/${id}`, { ...sale, expiresAt: dayIn(14) });
  t.is(sold.location, `/platform/subscriptions/${id}?done=sold`);
  const { id: subscriptionId } = await server.identity.db.subscription.findFirstOrThrow({ where: { tenantId: id } });
  t.like(await find(subscriptionId), { trial: true, overagePercent: 10, limits: { contacts: 5, a: 0 } });
  const twice = await operator.post(`subscriptions/${id}`, { ...sale, expiresAt: dayIn(14) });
  t.is(twice.status, 409);
  t.true(twice.html.includes('has tried this application before'));
  t.regex(textOf((await operator.open(`subscriptions/${id}`)).html), /Trial/u);
  const path = `subscriptions/${id}/${subscriptionId}`;
  t.true((await operator.post(path, { expiresAt: '' })).html.includes('id="field-expiresAt-error"'));
  await operator.post(path, { overagePercent: '0', reclaimAfterDays: '30', limits: 'contacts = 9007199254740991' });
  t.like(await find(subscriptionId), {
    overagePercent: 0,
    reclaimAfterDays: 30,
    limits: { contacts: Number.MAX_SAFE_INTEGER },
  });
  const same = await operator.post(path, { reclaimAfterDays: '30', limits: 'contacts = 9007199254740991' });
  t.is(same.location, `/platform/${path}?done=unchanged`);
  const converted = await operator.post(path, { action: 'convert' });
  t.is(converted.location, `/platform/subscriptions/${id}?done=converted`);
  t.false((await find(subscriptionId)).trial);
});

test('what breaks the rules is refused at its field', async (t) => {
  const { tenant } = await heldTenant(3);
  for (const [field, fields] of [
    ['effectiveAt', { quantity: '4', effectiveAt: '2020-01-01' }],
    ['effectiveAt', { quantity: '4', effectiveAt: 'soon' }],
    ['overagePercent', { overagePercent: '101' }],
    ['overagePercent', { overagePercent: '' }],
    ['reclaimAfterDays', { reclaimAfterDays: '-1' }],
    ['limits', { limits: 'contacts' }],
    ['limits', { limits: 'contacts = 1\ncontacts = 2' }],
    ['limits', { limits: 'contacts = 1.5' }],
    ['limits', { limits: '<b> = x' }],
    ['quantity', { quantity: '1', effectiveAt: dayIn(3) }],
  ] as const) {
    const refused = await operator.post(pathOf(tenant), fields);
    t.true(refused.status >= 400 && refused.status < 500, JSON.stringify(fields));
    t.true(refused.html.includes(`id="field-${field}-error"`), JSON.stringify(fields));
    t.false(refused.html.includes('<b>'));
  }
  t.like(await find(tenant.subscriptionId), { quantityPurchased: 3, pendingQuantity: null, overagePercent: 0 });
});

test('a license type gets limits', async (t) => {
  const path = `applications/${crm}`;
  const slug = `limited-${crypto.randomUUID()}`;
  await operator.post(`${path}/license-types`, { name: 'Limited', slug, limits: 'contacts = 10000' });
  const type = await server.identity.db.licenseType.findFirstOrThrow({ where: { slug } });
  t.deepEqual(type.limits, { contacts: 10_000 });
  t.true(textOf((await operator.open(path)).html).includes('contacts = 10000'));
  const wrong = await operator.post(`${path}/license-types`, {
    name: 'Limited',
    slug: `${slug}-2`,
    limits: 'contacts',
  });
  t.true(wrong.html.includes('id="field-limits-error"'));
});

test('the new fields are German for readers of German', async (t) => {
  const german = await openPlatform(server, { locale: 'de' });
  const { tenant } = await heldTenant(3);
  const text = textOf((await german.open(pathOf(tenant))).html);
  for (const words of [
    'Ab diesem Tag (optional)',
    'Überziehung in Prozent',
    'Grenzwerte (optional)',
    'Ungenutzte Lizenzen',
  ])
    t.true(text.includes(words), words);
});

test('an error of the limits names the line, and one of the end says what is wrong with it', async (t) => {
  const { tenant } = await heldTenant(3);
  const limits = await operator.post(pathOf(tenant), { limits: 'contacts = 5\nreports = many' });
  t.regex(limits.html, /id="field-limits-error">Check the line “reports = many”\. Enter at most 100 limits/u);
  const sale = { licenseTypeId: pro, quantity: '3', startsAt: dayIn(9), expiresAt: dayIn(3) };
  const early = await operator.post(`subscriptions/${tenant.id}`, sale);
  t.true(early.html.includes('The end date must be after the start date.'));
});
