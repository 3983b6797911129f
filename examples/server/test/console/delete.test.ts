import test from 'ava';
import { ageSignIn, outcomeIn } from '../support/console-pages.js';
import { textOf, type Visitor, visitAs, visitors } from '../support/console-visitors.js';
import { addMember, freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const exists = async (id: string) => (await server.identity.db.tenant.count({ where: { id } })) === 1;
const statusOf: Record<Visitor, number> = {
  owner: 200,
  'super admin': 200,
  admin: 403,
  member: 403,
  'owner of another tenant': 404,
};

for (const visitor of visitors) {
  const status = statusOf[visitor];
  const may = status === 200;
  test(`${may ? 'a tenant is deleted by' : 'the deletion of a tenant is closed to'} a visitor who is: ${visitor}`, async (t) => {
    const tenant = await freshTenant(server);
    const path = `/console/${tenant.slug}/delete`;
    const visit = await visitAs(server, tenant, visitor);
    t.is((await visit.open(path)).status, status);
    t.is((await visit.open(`/console/${tenant.slug}/settings`)).html.includes(`action="${path}"`), may);
    t.false((await visit.open(`/console/${tenant.slug}`)).html.includes(`href="${path}"`), 'not in the navigation');
    const fields = { slug: tenant.slug };
    const asked = await visit.post(path, fields);
    t.is(asked.status, status);
    t.true(await exists(tenant.id), 'the first click deletes nothing');
    const done = await visit.post(path, { ...fields, outcome: outcomeIn(asked) });
    t.is(done.status, may ? 303 : status);
    t.is(await exists(tenant.id), !may);
    if (!may) return;
    t.is(done.location, '/console?done=deleted');
    t.true((await visit.open('/console?done=deleted')).html.includes('The organization was deleted.'));
    t.is((await visit.open(path)).status, 404);
  });
}

test('before the deletion the page says who loses access, what ends and how long the short name is held', async (t) => {
  const { db } = server.identity;
  const tenant = await freshTenant(server);
  const member = await addMember(server, tenant.id, 'member');
  await addMember(server, tenant.id, 'member', 'SUSPENDED');
  const type = await db.licenseType.findFirstOrThrow();
  const { id: subscriptionId, applicationId } = await db.subscription.create({
    data: { tenantId: tenant.id, applicationId: type.applicationId, licenseTypeId: type.id, quantityPurchased: 5 },
  });
  await db.seat.create({ data: { subscriptionId, applicationId, tenantId: tenant.id, userId: member.userId } });
  const visit = await visitAs(server, tenant, 'owner');
  const asked = await visit.post(`/console/${tenant.slug}/delete`, { slug: tenant.slug });
  t.regex(asked.html, /<h1>Delete Fresh\?<\/h1>/u);
  const text = textOf(asked.html);
  for (const fact of [
    '2 members lose access.',
    '1 subscription ends, with 1 seat in use.',
    `The short name ${tenant.slug} cannot be used again for 90 days.`,
    'This cannot be undone.',
    'Organization deleted',
    'Seat taken back',
  ])
    t.true(text.includes(fact), `${fact}: ${text}`);
  t.is(await db.seat.count({ where: { tenantId: tenant.id } }), 1);
});

for (const [title, slug] of [
  ['empty', ''],
  ['another', 'acme'],
  ['markup as', '"><script>alert(1)</script>'],
  ['a very long', 'x'.repeat(50_000)],
] as const) {
  test(`with ${title} short name nothing is deleted and the field says so`, async (t) => {
    const tenant = await freshTenant(server);
    const visit = await visitAs(server, tenant, 'owner');
    const refused = await visit.post(`/console/${tenant.slug}/delete`, { slug });
    t.is(refused.status, 422);
    t.regex(refused.html, /id="field-slug-error">This is not the short name/u);
    t.false(refused.html.includes('<script>alert'));
    t.true(await exists(tenant.id));
  });
}

test('a forged outcome deletes nothing and asks again', async (t) => {
  const tenant = await freshTenant(server);
  const visit = await visitAs(server, tenant, 'owner');
  const asked = await visit.post(`/console/${tenant.slug}/delete`, { slug: tenant.slug, outcome: 'forged' });
  t.is(asked.status, 200);
  t.true(asked.html.includes('Something has changed since you looked.'));
  t.true(await exists(tenant.id));
});

test('the deletion needs a sign-in of the last ten minutes', async (t) => {
  const tenant = await freshTenant(server);
  const path = `/console/${tenant.slug}/delete`;
  const visit = await visitAs(server, tenant, 'owner');
  const asked = await visit.post(path, { slug: tenant.slug });
  await ageSignIn(server, { userId: tenant.owner.userId });
  await visit.open(path);
  const refused = await visit.post(path, { slug: tenant.slug, outcome: outcomeIn(asked) });
  t.is(refused.status, 303);
  t.true(refused.location?.includes('prompt=login'));
  t.true(await exists(tenant.id));
});

test('an owner who was demoted between the two clicks deletes nothing', async (t) => {
  const tenant = await freshTenant(server);
  await addMember(server, tenant.id, 'owner');
  const path = `/console/${tenant.slug}/delete`;
  const visit = await visitAs(server, tenant, 'owner');
  const asked = await visit.post(path, { slug: tenant.slug });
  const where = { id: tenant.owner.membershipId };
  await server.identity.db.membership.update({ where, data: { role: 'admin' } });
  t.is((await visit.post(path, { slug: tenant.slug, outcome: outcomeIn(asked) })).status, 403);
  t.true(await exists(tenant.id));
});

test('the deletion is German for those who read German', async (t) => {
  const tenant = await freshTenant(server);
  await server.identity.db.user.update({ where: { id: tenant.owner.userId }, data: { locale: 'de' } });
  const visit = await visitAs(server, tenant, 'owner');
  const path = `/console/${tenant.slug}/delete`;
  t.regex((await visit.open(path)).html, /<h1>Organisation löschen<\/h1>/u);
  const asked = await visit.post(path, { slug: tenant.slug });
  t.regex(asked.html, /<h1>Fresh löschen\?<\/h1>/u);
  t.true(textOf(asked.html).includes('1 Mitglied verliert den Zugang.'));
});
