import test from 'ava';
import { alive, connect, eventsAbout, works } from '../support/connected-applications.js';
import { addMember, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { addClient, startAuthorization } from '../support/third-party.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

/** A tenant whose members have to ask, with one of them. */
async function scene(rule: 'ASK' | 'BLOCK' = 'ASK') {
  const tenant = await freshTenant(server);
  await db().tenant.update({ where: { id: tenant.id }, data: { thirdPartyApps: rule, name: 'Globex' } });
  const member = await addMember(server, tenant.id, 'member');
  const clientId = await addClient(server);
  const begin = (email = member.email, id = clientId) =>
    startAuthorization(server, { clientId: id, email, tenant: tenant.slug, scope: 'openid email' });
  const stored = () =>
    db().tenantApplication.findUnique({ where: { tenantId_clientId: { tenantId: tenant.id, clientId } } });
  return { tenant, member, clientId, begin, stored };
}

test('a member asks, the managers get a mail, one allows it, and the member goes on', async (t) => {
  const { tenant, member, clientId, begin, stored } = await scene();
  const { browser, page } = await begin();
  t.true(page.html.includes('needs the approval of your organization'));
  t.true(page.html.includes('Globex'));
  t.is(await stored(), null);
  const asked = await browser.submit(page, {});
  t.true(asked.html.includes('Your managers have been asked'));
  t.false(asked.html.includes('Ask a manager'));
  t.like(await stored(), { status: 'REQUESTED', requestedBy: member.userId });
  const mail = await server.mailbox.mailTo(tenant.owner.email);
  t.regex(mail.subject, /asks for Third Party/u);
  t.is((await eventsAbout(server, 'application.requested', clientId)).length, 1);

  const token = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const list = await send(server.issuer, 'GET', `/api/tenants/${tenant.id}/applications`, token);
  t.like((list.body['applications'] as unknown[])[0], { clientId, status: 'REQUESTED', requestedBy: member.userId });
  const path = `/api/tenants/${tenant.id}/applications/${clientId}`;
  t.is((await send(server.issuer, 'PUT', path, token, { status: 'ALLOWED' })).status, 200);
  t.regex((await server.mailbox.mailTo(member.email)).subject, /has allowed Third Party/u);
  t.deepEqual(
    await works(server, await connect(server, { clientId, email: member.email, tenant: tenant.slug })),
    alive,
  );
});

test('the open page continues once it is allowed', async (t) => {
  const { tenant, clientId, begin } = await scene();
  const { browser, page } = await begin();
  await db().tenantApplication.create({ data: { tenantId: tenant.id, clientId, status: 'ALLOWED' } });
  const again = await browser.open(page.url);
  t.true(again.html.includes('You can use'));
  const next = await browser.submit(again, {});
  t.true(next.html.includes('wants access to your account'));
});

test('nobody can ask where the default is to block, not even by sending the form', async (t) => {
  const { begin, stored } = await scene('BLOCK');
  const { browser, page } = await begin();
  t.true(page.html.includes('does not allow this application'));
  t.false(page.html.includes('Ask a manager'));
  const response = await browser.request('POST', page.url, new URLSearchParams());
  t.is(response.status, 403);
  t.is(await stored(), null);
});

test('a member who was suspended meanwhile asks for nothing', async (t) => {
  const { tenant, member, begin, stored } = await scene();
  const { browser, page } = await begin();
  await db().membership.update({ where: { id: member.membershipId }, data: { status: 'SUSPENDED' } });
  await browser.request('POST', page.url, new URLSearchParams());
  t.is(await stored(), null);
  t.is(await db().event.count({ where: { tenantId: tenant.id, type: 'application.requested' } }), 0);
});

test('many members who ask at once make one request and one mail, and a second application within the hour no further mail', async (t) => {
  const { tenant, clientId, begin, stored } = await scene();
  const people = await Promise.all(Array.from({ length: 6 }, () => addMember(server, tenant.id, 'member')));
  const pages = [];
  for (const { email } of people) pages.push(await begin(email));
  await Promise.all(pages.map(({ browser, page }) => browser.submit(page, {})));
  t.like(await stored(), { status: 'REQUESTED' });
  t.is((await eventsAbout(server, 'application.requested', clientId)).length, 1);
  await server.mailbox.mailTo(tenant.owner.email);
  const other = await addClient(server);
  const { browser, page } = await begin(people[0]?.email, other);
  t.true((await browser.submit(page, {})).html.includes('Your managers have been asked'));
  const mails = await db().outgoingMail.count({ where: { kind: 'application-requested' } });
  t.is(mails, 0);
  t.is(await db().tenantApplication.count({ where: { tenantId: tenant.id, status: 'REQUESTED' } }), 2);
});

test('a member who asks for too much has to wait', async (t) => {
  const { member, tenant, begin, stored } = await scene();
  const { keyOf } = await import('@org/identity-prisma');
  const key = `application_requests_day:${keyOf(tenant.id, member.userId)}`;
  const expire = BigInt(Date.now() + 3_600_000);
  await db().$executeRaw`INSERT INTO identity.rate_limits (key, points, expire) VALUES (${key}, 20, ${expire})`;
  const { browser, page } = await begin();
  const response = await browser.request('POST', page.url, new URLSearchParams());
  t.is(response.status, 429);
  t.is(await stored(), null);
});

test('going back tells the client that access was denied', async (t) => {
  const { begin } = await scene();
  const { browser, page } = await begin();
  const end = await browser.submit(page, {}, '/abort');
  t.is(end.url.searchParams.get('error'), 'access_denied');
});

test('the page is in German for those who read German, and names of any length fit in', async (t) => {
  const { tenant, clientId, member } = await scene();
  const name = `${'W'.repeat(90)} <b>`;
  await db().client.update({ where: { id: clientId }, data: { name } });
  await db().user.update({ where: { id: member.userId }, data: { locale: 'de' } });
  const { page } = await startAuthorization(server, {
    clientId,
    email: member.email,
    tenant: tenant.slug,
    scope: 'openid',
  });
  t.true(page.html.includes('Einen Verwalter fragen'));
  t.false(page.html.includes('<b>'));
});
