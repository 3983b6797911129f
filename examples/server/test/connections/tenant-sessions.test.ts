import type { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { decodeJwt } from 'jose';
import { refreshTokenGrant } from 'openid-client';
import {
  activeConnection,
  type ConnectedTenant,
  isDone,
  server,
  signInBy,
  tenantWithDomain,
} from '../support/connection-tests.js';
import { asksForCode, begin, enrol, enrolBefore, totp } from '../support/second-factor.js';
import { exchange, ownSignIn, signIn } from '../support/sign-in.js';
import { addUser, freshTenant, send } from '../support/tenant-api.js';

const db = () => server.identity.db;
const codeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body['error']];

/** A member of two tenants, who has signed in by the connection of the first. */
async function visitor(changes: { superAdmin?: boolean } = {}) {
  const tenant = await tenantWithDomain();
  await activeConnection(tenant);
  const email = `ada@${tenant.domain}`;
  const first = await signInBy({ sub: 'ada', email });
  const { sub: userId } = decodeJwt((await exchange(first.request, first.page.url)).access_token);
  await db().user.update({ where: { id: String(userId) }, data: changes });
  const other = await freshTenant(server);
  await db().membership.create({ data: { tenantId: other.id, userId: String(userId), role: 'owner' } });
  const { request, page, browser } = await signInBy({ sub: 'ada', email });
  const tokens = await exchange(request, page.url);
  const call = (method: string, path: string, body?: unknown) =>
    send(server.issuer, method, path, tokens.access_token, body);
  return { tenant, other, email, userId: String(userId), browser, request, tokens, call };
}

const open = (browser: TestBrowser, path: string) => browser.open(new URL(path, server.issuer));

test('a session that came by a connection gets tokens for its tenant only', async (t) => {
  const { tenant, other, browser, tokens } = await visitor();
  t.is(decodeJwt(tokens.access_token)['tenant_id'], tenant.id);
  const silent = { prompt: 'none', tenant: other.slug };
  const refused = await begin(server, { browser, changes: silent });
  t.is(refused.page.url.searchParams.get('error'), 'login_required');
  const asked = await begin(server, { browser, changes: { tenant: other.slug } });
  t.false(isDone(asked.page));
  t.regex(asked.page.html, /name="password"/u);
  // Without a tenant in the request it is the one of the connection: there is nothing to choose.
  const again = await begin(server, { browser });
  t.is(decodeJwt((await again.finish(again.page)).access_token)['tenant_id'], tenant.id);
});

test('it opens neither another tenant nor the account nor the platform', async (t) => {
  const { tenant, other, browser, call } = await visitor({ superAdmin: true });
  t.is((await call('GET', `/api/tenants/${tenant.id}`)).status, 200);
  t.deepEqual(codeOf(await call('GET', `/api/tenants/${other.id}`)), [404, 'TENANT_NOT_FOUND']);
  t.deepEqual(codeOf(await call('DELETE', `/api/tenants/${other.id}`)), [404, 'TENANT_NOT_FOUND']);
  const { body } = await call('GET', '/api/tenants');
  t.deepEqual(
    (body['tenants'] as { id: string }[]).map(({ id }) => id),
    [tenant.id],
  );
  for (const [method, path] of [
    ['GET', '/api/users/me/export'],
    ['GET', '/api/users/me/sessions'],
    ['DELETE', '/api/users/me/sessions'],
    ['GET', '/api/users/me/sso'],
  ] as const)
    t.deepEqual(codeOf(await call(method, path)), [403, 'REAUTHENTICATION_REQUIRED'], path);
  t.is((await call('GET', '/api/users/me')).status, 200);
  t.is((await call('GET', '/api/platform/tenants')).status, 403);
  t.is((await open(browser, `/console/${tenant.slug}`)).status, 200);
  const page = await open(browser, `/console/${other.slug}`);
  t.not(page.url.pathname, `/console/${other.slug}/members`);
  t.false(page.html.includes('<h1>Overview'));
  t.regex((await open(browser, '/account')).html, /You signed in through your organization|name="password"/u);
  t.regex((await open(browser, '/platform')).html, /You signed in through your organization|name="password"/u);
});

/** Requires single sign-on, with the owner as the only one who may come otherwise. */
async function requireSso(tenant: ConnectedTenant) {
  await enrol(server, tenant.owner);
  const body = { requireSso: true, breakGlass: [tenant.owner.userId] };
  const { status } = await send(server.issuer, 'PUT', `/api/tenants/${tenant.id}/policy`, tenant.token, body);
  if (status !== 200) throw new Error(`The policy was refused: ${status}`);
}

test('requireSso keeps those who came by the connection, and nobody else', async (t) => {
  const { tenant, email, userId, request, tokens } = await visitor();
  const { passwordHash } = await db().user.findUniqueOrThrow({ where: { normalizedEmail: 'owner@acme.test' } });
  await db().user.update({ where: { id: userId }, data: { passwordHash } });
  const byPassword = await ownSignIn(server.issuer, { email, changes: { tenant: tenant.slug } });
  await requireSso(tenant);
  t.is((await send(server.issuer, 'GET', '/api/users/me', tokens.access_token)).status, 200);
  t.truthy((await refreshTokenGrant(request.config, tokens.refresh_token ?? '')).access_token);
  t.is((await send(server.issuer, 'GET', '/api/users/me', byPassword.tokens.access_token)).status, 401);
  await t.throwsAsync(refreshTokenGrant(byPassword.config, byPassword.tokens.refresh_token ?? ''));
  const again = await signInBy({ sub: 'ada', email });
  t.true(isDone(again.page), again.page.html);
});

test('without a break-glass owner, single sign-on is required only after an owner has used it', async (t) => {
  const tenant = await tenantWithDomain();
  await activeConnection(tenant);
  const path = `/api/tenants/${tenant.id}/policy`;
  const put = (token: string) => send(server.issuer, 'PUT', path, token, { requireSso: true, breakGlass: [] });
  t.deepEqual(codeOf(await put(tenant.token)), [409, 'WOULD_LOCK_OUT']);
  const { request, page } = await signInBy({ sub: 'boss', email: `boss@${tenant.domain}` });
  const { access_token: token } = await exchange(request, page.url);
  const userId = String(decodeJwt(token).sub);
  await db().membership.update({
    where: { tenantId_userId: { tenantId: tenant.id, userId } },
    data: { role: 'owner' },
  });
  // The provider of the link is another one by now, or its domain does not lead to the connection any more.
  const link = await db().connectionLink.findFirstOrThrow({ where: { userId, connection: { tenantId: tenant.id } } });
  const change = (data: { issuer?: string; email?: string }) =>
    db().connectionLink.update({ where: { id: link.id }, data });
  await change({ issuer: 'https://before.example' });
  t.deepEqual(codeOf(await put(token)), [409, 'WOULD_LOCK_OUT']);
  await change({ issuer: link.issuer, email: 'boss@elsewhere.example' });
  t.deepEqual(codeOf(await put(token)), [409, 'WOULD_LOCK_OUT']);
  await change({ email: link.email ?? '' });
  const { owner, slug } = tenant;
  const { secret } = await enrolBefore(server, owner);
  t.is((await put(token)).status, 200);
  // Nobody gets around the provider now, whatever factors they have.
  const { browser, page: asked } = await begin(server, { email: owner.email, changes: { tenant: slug } });
  t.false(isDone(asksForCode(asked) ? await browser.submit(asked, { code: totp(secret) }) : asked));
});

test('an owner who came by the connection manages it, but no other account proves itself so', async (t) => {
  const { tenant, userId, call } = await visitor();
  const where = { tenantId_userId: { tenantId: tenant.id, userId } };
  await db().membership.update({ where, data: { role: 'owner' } });
  const path = `/api/tenants/${tenant.id}/connections`;
  const { body } = await call('GET', path);
  const [connection] = body['connections'] as { id: string }[];
  t.is((await call('POST', `${path}/${connection?.id}/test`)).status, 200);
});

test('an invitation to another tenant is not accepted by such a session', async (t) => {
  const { email, call } = await visitor();
  const inviting = await freshTenant(server);
  const { tokens } = await signIn(server.issuer, { email: inviting.owner.email });
  await send(server.issuer, 'POST', `/api/tenants/${inviting.id}/invitations`, tokens.access_token, { email });
  const secret = await server.mailbox.invitationSecret(email);
  t.deepEqual(codeOf(await call('POST', `/api/invitations/${secret}/accept`, {})), [403, 'REAUTHENTICATION_REQUIRED']);
});

test('the same email by a password is asked for it on the second page, and nothing shows which domains exist', async (t) => {
  const tenant = await tenantWithDomain();
  await activeConnection(tenant);
  const pageOf = async (email: string) => {
    const { browser, page } = await begin(server, {});
    t.false(page.html.includes('name="password"'));
    const next = await browser.submit(page, { email });
    return { status: next.status, html: next.html.replaceAll(email, 'EMAIL').replaceAll(/[\w-]{20,}/gu, 'ID') };
  };
  const known = await addUser(server, `known@elsewhere-${tenant.domain}`);
  t.deepEqual(await pageOf(known.email), await pageOf(`unknown@elsewhere-${tenant.domain}`));
});
