import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { addConsent, addDecision } from '../support/application-changes.js';
import { alive, connect, dead, works } from '../support/connected-applications.js';
import { confirmed, openConsole } from '../support/console-pages.js';
import { openPlatform } from '../support/platform-pages.js';
import { addMember, addUser, freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { addClient } from '../support/third-party.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const path = '/account/applications';

test('the account lists what was allowed, and takes it back after a confirmation', async (t) => {
  const user = await addUser(server);
  const clientId = await addClient(server);
  const connected = await connect(server, { clientId, email: user.email });
  const { browser, page } = await openAccount(server.issuer, user.email, { path });
  t.true(page.html.includes('Third Party'));
  t.true(page.html.includes('See your email address'));
  t.true(page.html.includes('Last used'));
  const { asked, done } = await confirmed(browser, page, { clientId });
  t.true(asked.html.includes('Take back what you have allowed Third Party?'));
  t.is(done.location, `${path}?done=taken-back`);
  t.deepEqual(await works(server, connected), dead);
  t.true((await browser.open(path)).html.includes('You have not allowed any third-party application'));
});

test('the first click takes nothing back', async (t) => {
  const user = await addUser(server);
  const clientId = await addConsent(server, user.userId);
  const { browser, page } = await openAccount(server.issuer, user.email, { path });
  await post(browser, page, { clientId });
  const where = { userId_clientId: { userId: user.userId, clientId } };
  t.is((await db().consent.findUniqueOrThrow({ where })).revokedAt, null);
});

test('the account page is in German, empty, and shows hostile names as text', async (t) => {
  const user = await addUser(server);
  await db().user.update({ where: { id: user.userId }, data: { locale: 'de' } });
  const { browser, page } = await openAccount(server.issuer, user.email, { path });
  t.true(page.html.includes('Sie haben keiner Anwendung'));
  const clientId = await addConsent(server, user.userId);
  const data = { name: `<script>${'W'.repeat(80)}`, clientUri: 'javascript:alert(1)' };
  await db().client.update({ where: { id: clientId }, data });
  const { html } = await browser.open(path);
  t.false(html.includes('<script>W'));
  t.false(html.includes('javascript:alert'));
  t.true(html.includes('Zurücknehmen'));
});

test('the console lists, allows and blocks; blocking shows first what it ends', async (t) => {
  const tenant = await freshTenant(server);
  const member = await addMember(server, tenant.id, 'member');
  const clientId = await addClient(server);
  const connected = await connect(server, { clientId, email: member.email, tenant: tenant.slug });
  const console = `/console/${tenant.slug}/applications`;
  const { browser, page } = await openConsole(server, tenant.owner, console);
  t.true(page.html.includes('Third Party'));
  t.true(page.html.includes('Allowed by default'));
  const { asked, done } = await confirmed(browser, page, { action: 'block', clientId });
  t.true(asked.html.includes('1 member uses it'));
  t.is(done.location, `${console}?done=blocked`);
  t.deepEqual(await works(server, connected), dead);
  t.true((await browser.open(console)).html.includes('>Blocked<'));
  t.is((await post(browser, page, { action: 'allow', clientId })).location, `${console}?done=allowed`);
  t.deepEqual(
    await works(server, await connect(server, { clientId, email: member.email, tenant: tenant.slug })),
    alive,
  );
});

test('a request waits in the navigation, with the name of the member who asked', async (t) => {
  const tenant = await freshTenant(server);
  const member = await addMember(server, tenant.id, 'member');
  await db().user.update({ where: { id: member.userId }, data: { displayName: 'Zoe Zimmer' } });
  const clientId = await addDecision(server, tenant.id, { status: 'REQUESTED', requestedBy: member.userId });
  const { browser, page } = await openConsole(server, tenant.owner, `/console/${tenant.slug}/applications`);
  t.true(page.html.includes('Zoe Zimmer'));
  t.true(page.html.includes('Waits for you'));
  t.regex(page.html, /Applications<\/a><span class="count">1/u);
  t.is((await post(browser, page, { action: 'undecide', clientId })).location?.endsWith('done=undecided'), true);
  t.is(await db().tenantApplication.count({ where: { tenantId: tenant.id } }), 0);
});

test('the default is changed below the list, after a confirmation', async (t) => {
  const tenant = await freshTenant(server);
  const console = `/console/${tenant.slug}/applications`;
  const { browser, page } = await openConsole(server, tenant.owner, console);
  t.true(page.html.includes('No member uses a third-party application'));
  const options = { path: `/console/${tenant.slug}/application-policy` };
  const { done } = await confirmed(browser, page, { thirdPartyApps: 'ASK' }, options);
  t.is(done.location, `${console}?done=default`);
  t.like(await db().tenant.findUnique({ where: { id: tenant.id } }), { thirdPartyApps: 'ASK' });
  const back = await post(browser, page, { thirdPartyApps: 'ALLOW' }, options);
  t.is(back.location, `${console}?done=default`);
});

test('the platform blocks a client on its page and says so in the list', async (t) => {
  const operator = await openPlatform(server);
  const clientId = await addClient(server);
  const at = `clients/${clientId}`;
  const page = await operator.browser.open(`/platform/${at}`);
  t.true(page.html.includes('Block the client'));
  const { done } = await confirmed(operator.browser, page, { action: 'block' });
  t.is(done.location, `/platform/${at}?done=blocked`);
  t.true((await operator.open(`clients?search=${clientId}`)).html.includes('>Blocked<'));
  t.is((await post(operator.browser, page, { action: 'unblock' })).location, `/platform/${at}?done=unblocked`);
  t.is((await db().client.findUniqueOrThrow({ where: { id: clientId } })).blockedAt, null);
});
