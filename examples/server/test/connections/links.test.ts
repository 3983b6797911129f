import test from 'ava';
import { ageSignIns } from '../support/connection-changes.js';
import {
  act,
  activeConnection,
  addConnection,
  claimsOf,
  enterEmail,
  isDone,
  linksOf,
  server,
  signInBy,
  tenantWithDomain,
  upstream,
} from '../support/connection-tests.js';
import { ownAccountSession } from '../support/provider-scenes.js';
import { exchange, signIn } from '../support/sign-in.js';
import { addMember, send } from '../support/tenant-api.js';

const db = () => server.identity.db;
const unlinked = /You already have an account/u;

/** A tenant with an active connection, and a member who has signed in by it. */
async function linkedScene() {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const email = `ada@${tenant.domain}`;
  const { request, browser, page } = await signInBy({ sub: 'ada', email });
  const tokens = await exchange(request, page.url);
  const userId = String(tokens.claims()?.sub);
  const unlink = (whom = userId, token = tenant.token) =>
    send(server.issuer, 'DELETE', `/api/tenants/${tenant.id}/connections/${id}/links/${whom}`, token);
  return { tenant, id, email, userId, tokens, browser, unlink };
}

test('owners list the linked accounts, newest first and page by page', async (t) => {
  const { tenant, id, email, userId } = await linkedScene();
  const bobEmail = `bob@${tenant.domain}`;
  const bob = String((await claimsOf(await signInBy({ sub: 'bob', email: bobEmail })))?.sub);
  const first = await act(tenant, id, '/links?limit=1', 'GET');
  t.is(first.status, 200);
  t.deepEqual(first.body['pagination'], { page: 1, limit: 1, total: 2, pages: 2 });
  const [newest] = first.body['links'] as Record<string, unknown>[];
  t.deepEqual(Object.keys(newest ?? {}).sort(), ['email', 'lastUsedAt', 'linkedAt', 'subject', 'userId']);
  t.like(newest, { userId: bob, email: bobEmail, subject: 'bob' });
  const second = await act(tenant, id, '/links?limit=1&page=2', 'GET');
  t.like((second.body['links'] as unknown[])[0], { userId, email, subject: 'ada' });
});

test('the email of a link is that of the account here, while its user is a member', async (t) => {
  const { tenant, id, email, userId } = await linkedScene();
  const atProvider = `other@${tenant.domain}`;
  await db().connectionLink.updateMany({ where: { userId }, data: { email: atProvider } });
  const emails = async () => {
    const { body } = await act(tenant, id, '/links', 'GET');
    return (body['links'] as Record<string, unknown>[]).map((link) => link['email']);
  };
  t.deepEqual(await emails(), [email]);
  await db().membership.deleteMany({ where: { tenantId: tenant.id, userId } });
  t.deepEqual(await emails(), [atProvider]);
});

test('only owners see and change them', async (t) => {
  const { tenant, id, unlink } = await linkedScene();
  const admin = await addMember(server, tenant.id, 'admin');
  const { tokens } = await signIn(server.issuer, { email: admin.email, changes: { tenant: tenant.slug } });
  const path = `/api/tenants/${tenant.id}/connections/${id}/links`;
  t.is((await send(server.issuer, 'GET', path, tokens.access_token)).status, 403);
  t.is((await unlink(undefined, tokens.access_token)).status, 403);
  const other = await tenantWithDomain();
  t.is((await send(server.issuer, 'GET', path, other.token)).status, 404);
  t.is((await unlink(undefined, other.token)).status, 404);
  t.is((await linksOf(id)).length, 1);
});

test('an unlinked user proves the account at the next sign-in, and the sessions of the connection have ended', async (t) => {
  const { tenant, id, email, userId, tokens, unlink } = await linkedScene();
  const answer = await unlink();
  t.is(answer.status, 200, JSON.stringify(answer.body));
  t.deepEqual(await linksOf(id), []);
  t.is((await send(server.issuer, 'GET', '/api/users/me', tokens.access_token)).status, 401);
  const key = { tenantId_userId: { tenantId: tenant.id, userId } };
  t.is((await db().membership.findUnique({ where: key }))?.status, 'ACTIVE');
  const event = await db().event.findFirst({ where: { type: 'connection.unlinked', subjectId: userId } });
  t.like(event, { tenantId: tenant.id, actorId: tenant.owner.userId });
  t.like(event?.data, { connectionId: id, name: 'Corp Login' });
  t.regex((await signInBy({ sub: 'ada', email })).page.html, unlinked);
  t.like((await unlink()).body, { error: 'CONNECTION_LINK_NOT_FOUND' });
});

test('the own sessions of an unlinked user, and those of others, go on', async (t) => {
  const { tenant, email, userId, unlink } = await linkedScene();
  const other = await signInBy({ sub: 'bob', email: `bob@${tenant.domain}` });
  const bob = await exchange(other.request, other.page.url);
  const { passwordHash } = await db().user.findUniqueOrThrow({ where: { normalizedEmail: 'owner@acme.test' } });
  await db().user.update({ where: { id: userId }, data: { passwordHash } });
  const own = await ownAccountSession(email);
  t.is((await unlink()).status, 200);
  t.is((await own.open('/account')).url.pathname, '/account');
  t.is((await send(server.issuer, 'GET', '/api/users/me', bob.access_token)).status, 200);
});

test('no link of another connection, and no word of a directory, opens the account again', async (t) => {
  const { tenant, id, email, userId, unlink } = await linkedScene();
  const draft = await addConnection(tenant);
  const link = { userId, issuer: upstream.issuer, subject: 'ada', email };
  await db().connectionLink.create({ data: { ...link, connectionId: draft } });
  await db().expectedUser.create({ data: { connectionId: id, userId } });
  t.is((await unlink()).status, 200);
  t.regex((await signInBy({ sub: 'ada', email })).page.html, unlinked);
});

test('a sign-in that is almost complete opens no session for a user who was unlinked', async (t) => {
  const { email, unlink } = await linkedScene();
  const { browser: another, gone } = await enterEmail(email);
  const response = await upstream.visit(gone.url, { sub: 'ada', email });
  const back = (await another.request('GET', response)).headers.get('location') ?? '';
  // The account is decided, and the browser is about to go back to the client.
  const decided = await another.request('GET', new URL(back, server.issuer));
  t.is((await unlink()).status, 200);
  const page = await another.open(new URL(decided.headers.get('location') ?? '', server.issuer));
  t.false(isDone(page), page.url.href);
});

test('a proof that was given before is not linked any more', async (t) => {
  const { id, email, userId, unlink } = await linkedScene();
  await db().connectionVisit.create({
    data: {
      secretHash: Buffer.from(userId),
      connectionId: id,
      version: 1,
      interactionUid: 'x',
      userId,
      expiresAt: new Date(Date.now() + 60_000),
    },
  });
  t.is((await unlink()).status, 200);
  t.is(await db().connectionVisit.count({ where: { userId } }), 0);
  t.regex((await signInBy({ sub: 'ada', email })).page.html, unlinked);
});

test('the page lists the accounts, and unlinks one after a confirmation', async (t) => {
  const { tenant, id, email, userId } = await linkedScene();
  const { browser } = tenant.signedIn;
  const long = `${'a'.repeat(60)}@${tenant.domain}`;
  await db().connectionLink.updateMany({ where: { userId }, data: { email: long } });
  const path = `/console/${tenant.slug}/single-sign-on/connections/${id}`;
  t.regex((await browser.open(path)).html, new RegExp(`href="${path}/links"`, 'u'));
  const page = await browser.open(`${path}/links`);
  t.is(page.status, 200);
  t.true(page.html.includes(long));
  t.true(page.html.includes(email));
  const asked = await browser.submit(page, { unlink: userId }, '/links');
  t.regex(asked.html, new RegExp(`Unlink .*${email}.*\\?`, 'u'));
  t.is((await linksOf(id)).length, 1);
  const done = await browser.submit(asked, {}, '/links');
  t.is((await linksOf(id)).length, 0);
  t.regex(done.html, /was unlinked/u);
  t.regex((await browser.open(`${path}/links`)).html, /No account is linked yet/u);
});

test('an old sign-in does not unlink anybody', async (t) => {
  const { tenant, id, unlink } = await linkedScene();
  await ageSignIns(server, 11, tenant.owner.userId);
  t.like((await unlink()).body, { error: 'REAUTHENTICATION_REQUIRED' });
  t.is((await linksOf(id)).length, 1);
});
