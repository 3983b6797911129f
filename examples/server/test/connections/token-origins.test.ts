import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { refreshTokenGrant } from 'openid-client';
import { enterEmail, isDone, server, upstream } from '../support/connection-tests.js';
import { addAppOn, askForPartner, byProvider, ownAccountSession, scene } from '../support/provider-scenes.js';
import { begin, totp } from '../support/second-factor.js';
import { buildRequest, configure, enterPassword, exchange } from '../support/sign-in.js';
import { send } from '../support/tenant-api.js';

const db = () => server.identity.db;

/** What a token can do elsewhere and with the account. */
async function reach(token: string, other: { id: string }) {
  const call = async (method: string, path: string, body?: unknown) =>
    (await send(server.issuer, method, path, token, body)).status;
  return {
    other: await call('GET', `/api/tenants/${other.id}/members`),
    sessions: await call('GET', '/api/users/me/sessions'),
    name: await call('PATCH', '/api/users/me', { displayName: 'Eve' }),
  };
}
const nothing = { other: 404, sessions: 403, name: 403 };

test('tokens keep the origin that they were issued with, whatever happens in their session', async (t) => {
  const { email, tenant, other } = await scene();
  const { browser, page, request } = await byProvider(email, { tenant: tenant.slug });
  const { access_token: token, refresh_token: refresh } = await exchange(request, page.url);
  t.deepEqual(await reach(token, other), nothing);
  // The user signs in again in the same browser, with the password.
  await enterPassword(browser, await browser.open('/account?sign-in=again'), email);
  const again = await buildRequest(await configure(server.issuer, 'demo-web'), { tenant: tenant.slug });
  const own = await exchange(again, (await browser.open(again.url)).url);
  t.deepEqual(await reach(own.access_token, other), { other: 200, sessions: 200, name: 200 });
  t.deepEqual(await reach(token, other), nothing, 'the old token');
  const renewed = await refreshTokenGrant(request.config, refresh ?? '');
  t.deepEqual(await reach(renewed.access_token, other), nothing, 'its refresh token');
  // And the other way round: a request that is refused changes nothing of the own tokens.
  await byProvider(email, { tenant: tenant.slug });
  const { gone } = await enterEmail(email, { browser, changes: { prompt: 'login', tenant: tenant.slug } });
  await browser.open(await upstream.visit(gone.url, { sub: 'eve', email }));
  await begin(server, { browser, changes: { prompt: 'none', tenant: other.slug } });
  t.deepEqual(await reach(own.access_token, other), { other: 200, sessions: 200, name: 200 }, 'the own token');
});

test('a sign-in that stops at the second factor gives the tokens of a provider nothing', async (t) => {
  const { email, tenant, other, userId } = await scene();
  await db().connection.updateMany({ where: { tenantId: tenant.id }, data: { trustMfa: true } });
  await addAppOn(await ownAccountSession(email));
  await db().totp.update({ where: { userId }, data: { lastUsedStep: null } });
  const { request, browser, gone } = await enterEmail(email, { changes: { tenant: tenant.slug } });
  const claims = { sub: 'eve', email, amr: ['mfa'] };
  const page = await browser.open(await upstream.visit(gone.url, claims));
  t.true(isDone(page), page.html);
  const { access_token: token } = await exchange(request, page.url);
  t.deepEqual(await reach(token, other), nothing);
  const stopped = await enterPassword(browser, await browser.open('/account?sign-in=again'), email);
  t.regex(stopped.html, /Enter your code/u);
  t.deepEqual(await reach(token, other), nothing);
});

test('a step that was begun in the own session is not finished in that of a provider', async (t) => {
  const { email, tenant, other, userId } = await scene();
  const browser = await ownAccountSession(email);
  const { page } = await askForPartner(browser, { tenant: other.slug });
  t.regex(page.html, /Allow access/u);
  const { gone } = await enterEmail(email, { browser, changes: { prompt: 'login', tenant: tenant.slug } });
  await browser.open(await upstream.visit(gone.url, { sub: 'eve', email }));
  t.is((await browser.submit(page, {})).status, 400);
  t.is(await db().consentBinding.count({ where: { userId } }), 0);
});

test('wrong codes in a session of a provider do not keep the owner from using a right one', async (t) => {
  const { email, userId, tenant } = await scene();
  const secret = await addAppOn(await ownAccountSession(email));
  await db().totp.update({ where: { userId }, data: { lastUsedStep: null } });
  const { browser, page } = await byProvider(email, { tenant: tenant.slug });
  for (let count = 0; count < 7; count += 1) t.is((await browser.submit(page, { code: '000000' })).status, 401);
  const owner = new TestBrowser(server.issuer);
  const asked = await enterPassword(owner, await owner.open('/account'), email);
  const done = await owner.submit(asked, { code: totp(secret) });
  t.is(done.url.pathname, '/account', done.html);
});
