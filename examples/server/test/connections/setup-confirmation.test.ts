import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { post } from '../support/account-pages.js';
import { activatedByLink, linkRoute } from '../support/activation-by-link.js';
import { plantConnection, settingsForm } from '../support/connection-changes.js';
import { ageSignIn, confirmed, outcomeOf } from '../support/console-pages.js';
import { type DomainServer, freshDomain, startDomainServer } from '../support/domain-tests.js';
import { type HostileUpstream, startHostileUpstream } from '../support/hostile-upstream.js';
import { type Opened, openedLink, setUpConnection, setUpDomain, testConnection } from '../support/setup-link-tests.js';
import { buildRequest, configure, exchange } from '../support/sign-in.js';
import { send } from '../support/tenant-api.js';

let server: DomainServer;
let upstream: HostileUpstream;
test.before(async () => {
  [server, upstream] = await Promise.all([startDomainServer(activatedByLink), startHostileUpstream()]);
});
test.after.always(async () => {
  await server?.stop();
  await upstream?.stop();
});

const db = () => server.identity.db;
const idIn = (page: { url: URL }) => page.url.pathname.split('/').at(-1) ?? '';
const connectionOf = (id: string) => db().connection.findUniqueOrThrow({ where: { id } });
const domainsOf = (tenantId: string) => db().domain.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
const eventsOf = (tenantId: string, type: string) => db().event.findMany({ where: { tenantId, type } });
const mailsTo = (email: string) => server.mailbox.all.filter((mail) => mail.to === email).length;

/** A connection that the visitor of a setup link has made and tested, on a domain that an owner has verified before. */
async function waitingScene() {
  const opened = await openedLink(server);
  const domain = freshDomain();
  const verifiedAt = new Date(Date.now() - 24 * 60 * 60 * 1000);
  const data = { tenantId: opened.tenant.id, domain, status: 'VERIFIED', proof: 'proof', verifiedAt } as const;
  const { id: domainId } = await db().domain.create({ data });
  return { ...opened, domain, ...(await testedConnection(opened, { domain, domainId })) };
}

async function testedConnection(opened: Opened, { domain, domainId }: { domain: string; domainId: string }) {
  const connectionPage = await setUpConnection(opened, upstream, { domainId });
  await testConnection(opened, upstream, connectionPage, { sub: 'it', email: `it@${domain}` });
  return { connectionPage, id: idIn(connectionPage) };
}

/** A connection that a setup link has activated, on a domain that it has proven. */
async function activeScene() {
  const opened = await openedLink(server);
  const domain = await setUpDomain(server, opened);
  const [{ id: domainId } = { id: '' }] = await domainsOf(opened.tenant.id);
  const { connectionPage, id } = await testedConnection(opened, { domain, domainId });
  const asked = await post(opened.visitor, connectionPage, { action: 'activate' });
  await post(opened.visitor, connectionPage, { action: 'activate', outcome: outcomeOf(asked) });
  return { ...opened, domain, domainId, connectionPage, id };
}

/** The page of a connection in the owner's console. */
const ownersPage = ({ owner, path }: Opened, id: string) => owner.open(`${path}/connections/${id}`);
const withdraw = async ({ owner, page, path, linkId }: Opened) =>
  (await confirmed(owner, page, { withdraw: linkId }, { path: `${path}/setup-links` })).done;

/** Signs in by the connection of the email's domain, and returns the access token. */
async function tokenBy(sub: string, email: string): Promise<string> {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), {});
  const browser = new TestBrowser(server.issuer);
  const gone = await browser.submit(await browser.open(request.url), { email });
  const page = await browser.open(await upstream.visit(gone.url, { sub, email }));
  return (await exchange(request, page.url)).access_token;
}

test('on a domain that was verified before, a setup link does not activate: the owners are asked by mail', async (t) => {
  const { visitor, connectionPage, id, tenant } = await waitingScene();
  const mails = mailsTo(tenant.owner.email);
  t.regex((await visitor.open(connectionPage.url)).html, />Ask the owners to activate</u);
  const asked = await post(visitor, connectionPage, { action: 'activate' });
  t.is(asked.location, connectionPage.url.pathname);
  t.is((await connectionOf(id)).status, 'TESTED');
  const { text } = await server.mailbox.mailTo(tenant.owner.email, mails + 1);
  t.true(text.includes(`${server.issuer}/console/${tenant.slug}/single-sign-on/connections/${id}`));
  t.true(text.includes(new URL(upstream.issuer).host), 'the owner sees which provider it is');
  t.is((await eventsOf(tenant.id, 'connection.confirmation_requested')).length, 1);

  t.is((await post(visitor, connectionPage, { action: 'activate' })).status, 303);
  t.is(mailsTo(tenant.owner.email), mails + 1, 'one mail for these settings');
});

test('over the API, what waits for an owner is 409 OWNER_CONFIRMATION_REQUIRED, as often as the link asks', async (t) => {
  const { id, tenant } = await waitingScene();
  const mails = mailsTo(tenant.owner.email);
  for (const _ of ['asks', 'asks again']) {
    const { status, body } = await send(server.issuer, 'POST', linkRoute(tenant.id, id), undefined);
    t.deepEqual([status, body['error']], [409, 'OWNER_CONFIRMATION_REQUIRED']);
  }
  t.is((await connectionOf(id)).status, 'TESTED');
  await server.mailbox.mailTo(tenant.owner.email, mails + 1);
  t.is((await eventsOf(tenant.id, 'connection.confirmation_requested')).length, 1);
});

test('after the owners were asked, the pages of the setup link say that it waits for an owner', async (t) => {
  const { visitor, connectionPage } = await waitingScene();
  t.notRegex((await visitor.open('/setup')).html, /Waiting for an owner/u);
  await post(visitor, connectionPage, { action: 'activate' });
  const { html } = await visitor.open(connectionPage.url);
  t.regex(html, /<h2>Waiting for an owner<\/h2>/u);
  t.regex(html, /Your part is done\./u);
  t.notRegex(html, /value="activate"/u);
  t.regex((await visitor.open('/setup')).html, />Waiting for an owner</u);
});

test('if the owners cannot be asked again today, the visitor of a setup link is told so', async (t) => {
  const { visitor, connectionPage, id, tenant } = await waitingScene();
  for (let asked = 0; asked < 10; asked += 1) {
    await post(visitor, connectionPage, { action: 'activate' });
    // Other settings are another question.
    await db().connection.update({
      where: { id },
      data: { version: { increment: 1 }, testedVersion: { increment: 1 } },
    });
  }
  const refused = await post(visitor, connectionPage, { action: 'activate' });
  t.is(refused.status, 409);
  t.regex(refused.html, /too many such emails today/u);
  t.is((await eventsOf(tenant.id, 'connection.confirmation_requested')).length, 10);
});

test('withdrawing a setup link is asked about first, and needs a recent sign-in', async (t) => {
  const scene = await activeScene();
  const { owner, page, path, linkId, email, tenant, id } = scene;
  const click = () => post(owner, page, { withdraw: linkId }, { path: `${path}/setup-links` });
  const asked = await click();
  t.true(asked.html.includes(`<h1>Withdraw the link for ${email}?</h1>`));
  t.regex(asked.html, /The link stops working\./u);
  t.is((await connectionOf(id)).status, 'ACTIVE', 'the first click changes nothing');
  await ageSignIn(server, tenant.owner);
  // The browser gets a cookie for the older sign-in.
  await owner.open(path);
  const old = await post(owner, page, { withdraw: linkId, outcome: outcomeOf(asked) }, { path: `${path}/setup-links` });
  t.regex(old.location ?? '', /resume/u);
  t.is((await connectionOf(id)).status, 'ACTIVE');
});

test('an owner who activates the connection of a setup link confirms it', async (t) => {
  const scene = await waitingScene();
  const { owner, id, tenant, visitor, signOn, connectionPage } = scene;
  const page = await ownersPage(scene, id);
  t.true(page.html.includes('Somebody added this connection with the setup link you sent to'));
  t.true(page.html.includes(scene.email));
  t.regex((await owner.open(scene.path)).html, />Not confirmed</u);
  await confirmed(owner, page, { action: 'activate' });
  const stored = await connectionOf(id);
  t.is(stored.status, 'ACTIVE');
  t.truthy(stored.confirmedAt);
  t.is(stored.confirmedById, tenant.owner.userId);
  t.is((await eventsOf(tenant.id, 'connection.confirmed')).length, 1);
  t.is((await domainsOf(tenant.id))[0]?.status, 'VERIFIED');

  await withdraw(scene);
  t.is((await connectionOf(id)).status, 'ACTIVE', 'it outlives the link');
  t.is((await post(visitor, signOn, { action: 'test' }, { path: connectionPage.url.pathname })).status, 404);
});

test('an owner confirms a connection that a setup link has activated, and it outlives the link', async (t) => {
  const scene = await activeScene();
  const { owner, id, tenant } = scene;
  t.is((await connectionOf(id)).status, 'ACTIVE');
  const page = await ownersPage(scene, id);
  t.regex(page.html, /value="confirm"/u);
  const done = await post(owner, page, { action: 'confirm' });
  t.is(done.status, 303);
  t.truthy((await connectionOf(id)).confirmedAt);
  t.notRegex((await ownersPage(scene, id)).html, /value="confirm"/u);
  await withdraw(scene);
  t.is((await connectionOf(id)).status, 'ACTIVE');
  t.is((await domainsOf(tenant.id))[0]?.status, 'VERIFIED', 'the domain is confirmed with its connection');
});

test('what a setup link has made and no owner has confirmed ends when the link is withdrawn', async (t) => {
  const scene = await activeScene();
  const { id, tenant, domain, linkId } = scene;
  const { id: draftId } = await testedConnection(scene, scene);
  const token = await tokenBy('kim', `kim@${domain}`);
  t.is((await send(server.issuer, 'GET', '/api/users/me', token)).status, 200);
  t.is((await withdraw(scene)).status, 303);
  t.is((await connectionOf(id)).status, 'DISABLED');
  t.is((await connectionOf(draftId)).status, 'DISABLED');
  t.is((await domainsOf(tenant.id))[0]?.status, 'PENDING');
  t.is((await send(server.issuer, 'GET', '/api/users/me', token)).status, 401);
  const [event] = await eventsOf(tenant.id, 'setup_link.withdrawn');
  t.like(event, { subjectId: linkId, data: { linkId } });
  const disabled = await eventsOf(tenant.id, 'connection.disabled');
  t.true(disabled.every(({ data }) => (data as { withdrawn?: boolean }).withdrawn === true));
  t.is(disabled.length, 2);
});

test('a link that has expired leaves what it has made, and what waits stays unusable', async (t) => {
  const [waiting, active] = [await waitingScene(), await activeScene()];
  const expiresAt = new Date(Date.now() - 1000);
  await db().setupLink.updateMany({ where: { id: { in: [waiting.linkId, active.linkId] } }, data: { expiresAt } });
  t.is((await connectionOf(active.id)).status, 'ACTIVE');
  t.is((await connectionOf(waiting.id)).status, 'TESTED');
  t.is((await post(waiting.visitor, waiting.connectionPage, { action: 'activate' })).status, 404);
  await confirmed(waiting.owner, await ownersPage(waiting, waiting.id), { action: 'activate' });
  t.is((await connectionOf(waiting.id)).status, 'ACTIVE');
});

test('a setup link changes, tests and activates nothing that an owner has made or confirmed', async (t) => {
  const scene = await activeScene();
  const { owner, tenant, visitor, signOn, id } = scene;
  const plain = await plantConnection(server, tenant.id, 'DRAFT');
  const withGroups = await plantConnection(server, tenant.id, 'TESTED');
  const group = await db().group.create({ data: { tenantId: tenant.id, name: 'Board', nameKey: 'board' } });
  await db().connectionGroup.create({ data: { connectionId: withGroups, groupId: group.id, tenantId: tenant.id } });
  await confirmed(owner, await ownersPage(scene, id), { action: 'disable' });
  const before = await db().connection.findMany({ where: { tenantId: tenant.id }, orderBy: { id: 'asc' } });
  const provider = { issuer: upstream.issuer, clientId: 'mine', clientSecret: 'mine' };
  for (const each of [plain, withGroups, id])
    for (const [below, fields] of [
      ['', { action: 'activate' }],
      ['', { action: 'test' }],
      ['', { action: 'confirm' }],
      ['/settings', { ...(await settingsForm(server, each)), name: 'Mine' }],
      ['/settings', { ...(await settingsForm(server, each)), ...provider }],
    ] as const) {
      const path = `/setup/single-sign-on/connections/${each}${below}`;
      t.is((await post(visitor, signOn, fields, { path })).status, 403, `${path} ${JSON.stringify(fields)}`);
    }
  t.deepEqual(await db().connection.findMany({ where: { tenantId: tenant.id }, orderBy: { id: 'asc' } }), before);
});

test('another setup link goes on with what the first has made, and it ends with that link', async (t) => {
  const first = await waitingScene();
  const secondEmail = 'second@provider.test';
  await post(first.owner, first.page, { email: secondEmail }, { path: `${first.path}/setup-links` });
  const { text } = await server.mailbox.mailTo(secondEmail);
  const second = new TestBrowser(server.issuer);
  await second.submit(await second.open(/\/setup-links\/[\w-]+/u.exec(text)?.[0] ?? ''), {});
  const settings = await second.open(`${first.connectionPage.url.pathname}/settings`);
  t.is((await post(second, settings, { ...(await settingsForm(server, first.id)), name: 'Second' })).status, 303);
  await withdraw(first);
  t.not((await connectionOf(first.id)).status, 'DISABLED');
  const { id: linkId } = await db().setupLink.findFirstOrThrow({ where: { email: secondEmail } });
  await withdraw({ ...first, linkId });
  t.is((await connectionOf(first.id)).status, 'DISABLED');
});

test('a session that the provider of the connection has opened does not confirm it', async (t) => {
  const scene = await activeScene();
  const { owner, tenant, id } = scene;
  const page = await ownersPage(scene, id);
  await db().$executeRaw`UPDATE identity.oidc_sessions
    SET payload = payload || jsonb_build_object('via', ${tenant.id}::text) WHERE account_id = ${tenant.owner.userId}`;
  const { status, location } = await post(owner, page, { action: 'confirm' });
  t.true(status === 303 && location?.includes('prompt=login') === true, `${status} ${location}`);
  t.is((await connectionOf(id)).confirmedAt, null);
});

test('to confirm a connection does not activate it again', async (t) => {
  const scene = await activeScene();
  const page = await ownersPage(scene, scene.id);
  await withdraw(scene);
  t.is((await connectionOf(scene.id)).status, 'DISABLED');
  await post(scene.owner, page, { action: 'confirm' });
  t.is((await connectionOf(scene.id)).status, 'DISABLED');
});

test('sessions of a connection that was disabled before end with the link, and an expired link can still be withdrawn', async (t) => {
  const scene = await activeScene();
  const { tenant, id, domain, linkId } = scene;
  const browser = new TestBrowser(server.issuer);
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  const gone = await browser.submit(await browser.open(request.url), { email: `ada@${domain}` });
  const page = await browser.open(await upstream.visit(gone.url, { sub: 'ada', email: `ada@${domain}` }));
  const { access_token: token } = await exchange(request, page.url);
  await db().connection.update({ where: { id }, data: { status: 'DISABLED' } });
  const expiresAt = new Date(Date.now() - 1000);
  await db().setupLink.update({ where: { id: linkId }, data: { expiresAt } });
  t.is((await send(server.issuer, 'GET', '/api/users/me', token)).status, 200);
  t.true((await scene.owner.open(scene.path)).html.includes(linkId), 'the link is still listed');
  await withdraw(scene);
  t.is((await send(server.issuer, 'GET', '/api/users/me', token)).status, 401);
  t.is((await eventsOf(tenant.id, 'connection.disabled')).length, 0, 'it was disabled already');
});
