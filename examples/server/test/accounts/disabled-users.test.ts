import { randomUUID } from 'node:crypto';
import { google, licensing, tenants, users } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import * as client from 'openid-client';
import { demoPassword } from '../../src/demo-data.js';
import { openAccount } from '../support/account-pages.js';
import { identityCommand } from '../support/identity-command.js';
import { buildRequest, call, configure, enterPassword, secretOf, signIn } from '../support/sign-in.js';
import { addSoftwarePasskey, passkeyOptionsOn } from '../support/software-passkey.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { startUpstream, type Upstream } from '../support/upstream.js';

let server: TestServer;
let upstream: Upstream;
test.before(async () => {
  upstream = await startUpstream();
  server = await startTestServer({
    // Passkeys need a host name.
    hostname: 'localhost',
    plugins: [users({ sso: [google(upstream)] }), tenants(), licensing()],
  });
  upstream.serve([`${server.issuer}/sso/google/callback`]);
});
test.after.always(async () => {
  await server?.stop();
  await upstream?.stop();
});

interface Disabled {
  id: string;
  changed: boolean;
  withoutOwner: string[];
  lastSuperAdmin: boolean;
}
const disable = (user: string) => identityCommand<Disabled>(server.databaseUrl, 'users', 'disable', user);
const enable = (user: string) => identityCommand<{ changed: boolean }>(server.databaseUrl, 'users', 'enable', user);
const isDone = ({ url }: { url: URL }) => url.href.startsWith('http://127.0.0.1:8765/callback?code=');

async function openSignIn(browser = new TestBrowser(server.issuer)) {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  return { browser, request, page: await browser.open(request.url) };
}

async function introspect(token: string) {
  const credentials = Buffer.from(`demo-web:${secretOf('demo-web')}`).toString('base64');
  return call(server.issuer, '/api/oauth/introspect', undefined, {
    method: 'POST',
    body: new URLSearchParams({ token }),
    headers: { authorization: `Basic ${credentials}` },
  });
}

test('disabling a user ends access token, refresh token, cookie and account pages at once', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser, config, tokens } = await signIn(server.issuer, { email });
  await openAccount(server.issuer, email, { browser });
  t.like((await introspect(tokens.access_token)).body, { active: true });
  t.like((await introspect(String(tokens.refresh_token))).body, { active: true });

  t.like(await disable(email.toUpperCase()), { id: userId, changed: true, withoutOwner: [], lastSuperAdmin: false });

  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 401);
  t.is((await call(server.issuer, '/api/oauth/userinfo', tokens.access_token)).status, 401);
  t.deepEqual((await introspect(tokens.access_token)).body, { active: false });
  t.deepEqual((await introspect(String(tokens.refresh_token))).body, { active: false });
  const error = await t.throwsAsync(client.refreshTokenGrant(config, String(tokens.refresh_token)), {
    instanceOf: client.ResponseBodyError,
  });
  t.is(error.error, 'invalid_grant');
  const silent = await buildRequest(config, { prompt: 'none' });
  t.is((await browser.open(silent.url)).url.searchParams.get('error'), 'login_required');
  t.regex((await browser.open('/account')).url.pathname, /^\/interaction\//u);
  const { db } = server.identity;
  t.is(await db.oidcSession.count({ where: { accountId: userId, endedAt: null } }), 0);
  t.is(await db.oidcGrant.count({ where: { accountId: userId, revokedAt: null } }), 0);

  t.like(await disable(userId), { changed: false });
  const events = await db.event.findMany({ where: { subjectId: userId }, orderBy: { id: 'asc' } });
  t.deepEqual(
    events.map(({ type, actorKind, actorId }) => [type, actorKind, actorId]),
    [['user.disabled', 'system', 'cli']],
  );
});

test('refreshes that go on while a user is disabled leave no token that works', async (t) => {
  const { email } = await addUser(server);
  const sessions = await Promise.all(Array.from({ length: 4 }, () => signIn(server.issuer, { email })));
  const issued: string[] = [];
  const goOn = async ({ config, tokens }: (typeof sessions)[number]) => {
    let refreshToken = String(tokens.refresh_token);
    for (;;) {
      const next = await client.refreshTokenGrant(config, refreshToken).catch(() => undefined);
      if (!next) return;
      issued.push(next.access_token);
      refreshToken = String(next.refresh_token);
    }
  };
  await Promise.all([...sessions.map(goOn), disable(email)]);
  t.true(issued.length > 0);
  for (const token of issued.slice(-20)) t.is((await call(server.issuer, '/api/users/me', token)).status, 401);
});

test('a token whose user is marked as disabled is dead even if its grant and session are not', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser, config, tokens } = await signIn(server.issuer, { email });
  await openAccount(server.issuer, email, { browser });
  const { db } = server.identity;
  await db.user.update({ where: { id: userId }, data: { disabledAt: new Date() } });
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 401);
  t.is((await call(server.issuer, '/api/oauth/userinfo', tokens.access_token)).status, 401);
  t.deepEqual((await introspect(tokens.access_token)).body, { active: false });
  t.regex((await browser.open('/account')).url.pathname, /^\/interaction\//u);
  await t.throwsAsync(client.refreshTokenGrant(config, String(tokens.refresh_token)));
  const silent = await buildRequest(config, { prompt: 'none' });
  t.is((await browser.open(silent.url)).url.searchParams.get('error'), 'login_required');
});

test('the right password of a disabled user gets the same response as a wrong one', async (t) => {
  const { email } = await addUser(server);
  await disable(email);
  // The parts that are new on every page.
  const changing = /(?<=interaction\/)[\w-]+|(?<=challenge&quot;:&quot;)[\w.-]+/gu;
  const shown = async (password: string) => {
    const { browser, page } = await openSignIn();
    const { status, html, url } = await enterPassword(browser, page, email, password);
    return { status, html: html.replaceAll(changing, '…'), path: url.pathname.split('/')[1] };
  };
  const right = await shown(demoPassword);
  t.is(right.status, 401);
  t.deepEqual(right, await shown('wrong'));
});

test('a sign-in that was begun before the user was disabled opens nothing', async (t) => {
  const { email } = await addUser(server);
  const { browser, page } = await openSignIn();
  const action = /<form method="post" action="([^"]+)"/u.exec(page.html)?.[1] ?? '';
  const body = new URLSearchParams({ email, password: demoPassword });
  const answered = await browser.request('POST', new URL(action, page.url), body);
  t.is(answered.status, 303, 'the password is right');
  await disable(email);
  const end = await browser.open(new URL(answered.headers.get('location') ?? '', page.url));
  t.false(isDone(end));
});

test('neither a passkey nor another provider opens the account of a disabled user', async (t) => {
  const { userId, email } = await addUser(server);
  const passkey = await addSoftwarePasskey(server, userId);
  const account = { sub: randomUUID(), email, email_verified: true };
  const { issuer } = upstream;
  await server.identity.db.ssoLink.create({ data: { userId, provider: 'GOOGLE', issuer, subject: account.sub } });
  const byPasskey = async () => {
    const { browser, page } = await openSignIn();
    const asked = await browser.submit(page, { passkey: 'begin' });
    return browser.submit(asked, { passkey: passkey(passkeyOptionsOn(asked).challenge) });
  };
  const byProvider = async () => {
    const { browser, page } = await openSignIn();
    const gone = await browser.submit(page, { provider: 'GOOGLE' });
    return { browser, page: await browser.open(await upstream.visit(gone.url, account)) };
  };
  t.true(isDone(await byPasskey()), 'it works before');
  t.regex((await byProvider()).page.url.pathname, /^\/interaction\//u, 'asks for the second factor before');

  await disable(email);
  t.is((await byPasskey()).status, 401);
  const { browser, page } = await byProvider();
  t.false(isDone(page));
  const proven = await browser.submit(page, { password: demoPassword });
  t.is(proven.status, 401, 'the password proves nothing');
  await browser.submit(page, { proof: 'mail' });
  const { text } = await server.mailbox.mailTo(email);
  const mailed = await browser.open(/https?:\/\/\S+proof=\S+/u.exec(text)?.[0] ?? '');
  t.is((await browser.submit(mailed, {})).status, 401, 'nor does the mailed link');
});

test('a disabled user cannot set a password: the mailed link is dead, and no other one is sent', async (t) => {
  const { userId, email } = await addUser(server);
  const other = await addUser(server);
  const requestReset = async (to: string) => {
    const browser = new TestBrowser(server.issuer);
    return browser.submit(await browser.open('/password-reset'), { email: to });
  };
  await requestReset(email);
  const link = String(/\/password-reset\/[\w-]+/u.exec((await server.mailbox.mailTo(email)).text)?.[0]);
  const before = await server.identity.db.user.findUniqueOrThrow({ where: { id: userId } });
  await disable(email);
  t.is((await fetch(`${server.issuer}${link}`)).status, 404);
  const body = new URLSearchParams({ password: 'violet harbor engine 77' });
  t.is((await fetch(`${server.issuer}${link}`, { method: 'POST', body })).status, 404);
  const [refused, sent] = [await requestReset(email), await requestReset(other.email)];
  t.is(refused.html.replaceAll(email, '…'), sent.html.replaceAll(other.email, '…'));
  await server.mailbox.mailTo(other.email);
  t.is(server.mailbox.all.filter(({ to }) => to === email).length, 1);
  const after = await server.identity.db.user.findUniqueOrThrow({ where: { id: userId } });
  t.is(after.passwordHash, before.passwordHash);
});

test('a disabled user cannot accept an invitation', async (t) => {
  const tenant = await freshTenant(server);
  const { userId, email } = await addUser(server);
  const token = await tokenOf(server.issuer, email);
  const owner = await tokenOf(server.issuer, tenant.owner.email);
  await send(server.issuer, 'POST', `/api/tenants/${tenant.id}/invitations`, owner, { email });
  const secret = await server.mailbox.invitationSecret(email);
  const path = `/api/invitations/${secret}/accept`;
  await disable(email);
  t.is((await send(server.issuer, 'POST', path, token, {})).status, 401);
  t.is((await send(server.issuer, 'POST', path, undefined, { password: 'violet harbor engine 77' })).status, 401);
  t.is(await server.identity.db.membership.count({ where: { userId, status: 'ACTIVE' } }), 0);
});

test('a disabled user keeps memberships and seats, and signs in again once enabled, with none of the old tokens', async (t) => {
  const tenant = await freshTenant(server);
  const { userId, email } = await addMember(server, tenant.id, 'member');
  const { tokens } = await signIn(server.issuer, { email });
  t.like(await disable(email), { changed: true });
  t.is(await server.identity.db.membership.count({ where: { userId, status: 'ACTIVE' } }), 1);
  t.like(await enable(email), { changed: true });
  t.like(await enable(email), { changed: false });
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 401, 'the old token stays dead');
  const again = await signIn(server.issuer, { email });
  t.is((await call(server.issuer, '/api/users/me', again.tokens.access_token)).status, 200);
  const events = await server.identity.db.event.findMany({ where: { subjectId: userId }, orderBy: { id: 'asc' } });
  // One about the account, and one in each of its tenants.
  t.deepEqual(
    events.map(({ type, tenantId }) => [type, tenantId]),
    [
      ['user.disabled', null],
      ['user.disabled', tenant.id],
      ['user.enabled', null],
      ['user.enabled', tenant.id],
    ],
  );
});

test('the last owner and the last super admin can be disabled, and the command says what is left without anybody', async (t) => {
  const tenant = await freshTenant(server);
  const other = await addMember(server, tenant.id, 'owner');
  t.deepEqual((await disable(tenant.owner.email)).withoutOwner, []);
  // The remaining user is the only owner who can sign in, and must stay.
  const token = await tokenOf(server.issuer, other.email);
  const path = `/api/tenants/${tenant.id}/members/${other.membershipId}`;
  const leaving = await send(server.issuer, 'DELETE', path, token);
  t.deepEqual([leaving.status, leaving.body['error']], [409, 'LAST_OWNER']);
  const closing = await send(server.issuer, 'DELETE', '/api/users/me', token, {
    password: demoPassword,
    confirmation: 'DELETE',
  });
  t.is(closing.body['error'], 'TENANT_OWNER');
  t.deepEqual((await disable(other.email)).withoutOwner, [tenant.slug]);
  t.true((await disable('super@example.test')).lastSuperAdmin);
});

test('users are listed page by page, searched by email and name, and shown without anything that opens an account', async (t) => {
  const name = `Grace ${randomUUID()}`;
  const { userId, email } = await addUser(server, `${randomUUID()}@list.test`);
  await server.identity.db.user.update({ where: { id: userId }, data: { displayName: name } });
  await addUser(server, `${randomUUID()}@list.test`);
  type List = { users: { id: string; status: string }[]; pagination: object };
  const list = (...words: string[]) => identityCommand<List>(server.databaseUrl, 'users', 'list', ...words);
  t.deepEqual(
    (await list('--search', name.toUpperCase())).users.map(({ id }) => id),
    [userId],
  );
  const page = await list('--search', '@LIST.test', '--limit', '1', '--page', '2');
  t.is(page.users.length, 1);
  t.deepEqual(page.pagination, { page: 2, limit: 1, total: 2, pages: 2 });
  await disable(userId);
  t.deepEqual(
    (await list('--search', '@list.test', '--status', 'disabled')).users.map(({ id, status }) => [id, status]),
    [[userId, 'DISABLED']],
  );
  const shown = await identityCommand<Record<string, unknown>>(server.databaseUrl, 'users', 'show', email);
  t.like(shown, { id: userId, email, displayName: name, status: 'DISABLED', hasPassword: true, sessions: 0 });
  t.notRegex(JSON.stringify(shown), /argon2|hash/iu);
});
