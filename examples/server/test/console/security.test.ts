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

const policyOf = async (id: string) => (await server.identity.db.tenant.findUniqueOrThrow({ where: { id } })).mfaPolicy;
const statusOf: Record<Visitor, number> = {
  owner: 200,
  admin: 200,
  'super admin': 200,
  member: 403,
  'owner of another tenant': 404,
};

for (const visitor of visitors) {
  const status = statusOf[visitor];
  const may = status === 200;
  test(`the second-factor policy ${may ? 'is changed by' : 'is closed to'} a visitor who is: ${visitor}`, async (t) => {
    const tenant = await freshTenant(server);
    const path = `/console/${tenant.slug}/security`;
    const visit = await visitAs(server, tenant, visitor);
    t.is((await visit.open(path)).status, status);
    t.is((await visit.open(`/console/${tenant.slug}`)).html.includes(`href="${path}"`), may);
    const asked = await visit.post(path, { mfaPolicy: 'REQUIRED' });
    t.is(asked.status, status);
    t.is(await policyOf(tenant.id), 'OPTIONAL', 'the first click changes nothing');
    const done = await visit.post(path, { mfaPolicy: 'REQUIRED', outcome: outcomeIn(asked) });
    t.is(done.status, may ? 303 : status);
    t.is(await policyOf(tenant.id), may ? 'REQUIRED' : 'OPTIONAL');
  });
}

test('the page and the question say how many members have no second factor', async (t) => {
  const tenant = await freshTenant(server);
  const path = `/console/${tenant.slug}/security`;
  const visit = await visitAs(server, tenant, 'owner');
  t.true(textOf((await visit.open(path)).html).includes('1 member has no second factor.'));
  const added = [await addMember(server, tenant.id, 'member'), await addMember(server, tenant.id, 'admin')];
  await addMember(server, tenant.id, 'member', 'SUSPENDED');
  await addMember(server, tenant.id, 'member', 'INVITED');
  t.true(textOf((await visit.open(path)).html).includes('3 members have no second factor.'));
  await server.identity.db.user.update({ where: { id: added[0]?.userId ?? '' }, data: { mfaEnabled: true } });
  const asked = await visit.post(path, { mfaPolicy: 'REQUIRED' });
  t.regex(asked.html, /<h1>Require a second factor from everyone\?<\/h1>/u);
  const text = textOf(asked.html);
  t.true(text.includes('2 members have no second factor. They set one up at their next sign-in.'), text);
  t.true(text.includes('You are asked for a second factor right after this.'));
  t.regex(asked.html, /<strong>Organization changed<\/strong>/u);
  await server.identity.db.user.update({ where: { id: added[1]?.userId ?? '' }, data: { mfaEnabled: true } });
  const one = textOf((await visit.post(path, { mfaPolicy: 'REQUIRED' })).html);
  t.true(one.includes('1 member has no second factor. This member sets one up at the next sign-in'), one);
});

test('after the policy was turned on, the console asks for a second factor', async (t) => {
  const tenant = await freshTenant(server);
  const path = `/console/${tenant.slug}/security`;
  const visit = await visitAs(server, tenant, 'owner');
  const asked = await visit.post(path, { mfaPolicy: 'REQUIRED' });
  const done = await visit.post(path, { mfaPolicy: 'REQUIRED', outcome: outcomeIn(asked) });
  t.is(done.location, `${path}?done=required`);
  t.true((await visit.open(path)).url.pathname.startsWith('/interaction/'));
});

test('turning the policy off is asked as well, and says what it means', async (t) => {
  const tenant = await freshTenant(server);
  const path = `/console/${tenant.slug}/security`;
  const visit = await visitAs(server, tenant, 'owner');
  const asked = await visit.post(path, { mfaPolicy: 'OPTIONAL' });
  t.regex(asked.html, /<h1>Make the second factor optional\?<\/h1>/u);
  t.true(textOf(asked.html).includes('Members who have a second factor keep it.'));
});

test('a change of the policy needs a sign-in of the last ten minutes', async (t) => {
  const tenant = await freshTenant(server);
  const path = `/console/${tenant.slug}/security`;
  const visit = await visitAs(server, tenant, 'owner');
  const asked = await visit.post(path, { mfaPolicy: 'REQUIRED' });
  await ageSignIn(server, { userId: tenant.owner.userId });
  await visit.open(path);
  for (const fields of [{}, { outcome: outcomeIn(asked) }]) {
    const refused = await visit.post(path, { mfaPolicy: 'REQUIRED', ...fields });
    t.is(refused.status, 303);
    t.true(refused.location?.includes('prompt=login'));
  }
  t.is(await policyOf(tenant.id), 'OPTIONAL');
});

test('a policy that does not exist is refused', async (t) => {
  const tenant = await freshTenant(server);
  const visit = await visitAs(server, tenant, 'owner');
  for (const fields of [{ mfaPolicy: 'NONE' }, {}] as Record<string, string>[]) {
    const refused = await visit.post(`/console/${tenant.slug}/security`, fields);
    t.is(refused.status, 422);
    t.true(refused.html.includes('role="alert"'));
  }
  t.is(await policyOf(tenant.id), 'OPTIONAL');
});

test('an admin who was demoted between the two clicks changes nothing', async (t) => {
  const tenant = await freshTenant(server);
  const path = `/console/${tenant.slug}/security`;
  const visit = await visitAs(server, tenant, 'admin');
  const asked = await visit.post(path, { mfaPolicy: 'REQUIRED' });
  const where = { tenantId_userId: { tenantId: tenant.id, userId: visit.userId } };
  await server.identity.db.membership.update({ where, data: { role: 'member' } });
  const refused = await visit.post(path, { mfaPolicy: 'REQUIRED', outcome: outcomeIn(asked) });
  t.is(refused.status, 403);
  t.is(await policyOf(tenant.id), 'OPTIONAL');
});

test('the page of the policy is German for those who read German', async (t) => {
  const tenant = await freshTenant(server);
  await server.identity.db.user.update({ where: { id: tenant.owner.userId }, data: { locale: 'de' } });
  const visit = await visitAs(server, tenant, 'owner');
  const { html } = await visit.open(`/console/${tenant.slug}/security`);
  t.true(textOf(html).includes('1 Mitglied hat keinen zweiten Faktor.'));
  const asked = await visit.post(`/console/${tenant.slug}/security`, { mfaPolicy: 'REQUIRED' });
  t.regex(asked.html, /<h1>Allen einen zweiten Faktor vorschreiben\?<\/h1>/u);
});
