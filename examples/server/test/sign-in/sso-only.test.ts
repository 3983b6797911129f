import { randomUUID } from 'node:crypto';
import { google, tenants, users } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import { WireBrowser } from '@org/identity-testing/wire-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { type HostileUpstream, startHostileUpstream } from '../support/hostile-upstream.js';
import { type HttpsIssuer, startHttpsIssuer } from '../support/https-issuer.js';
import { buildRequest, callback, configure, exchange } from '../support/sign-in.js';
import { addUser, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let upstream: HostileUpstream;
let server: TestServer;
let secure: HttpsIssuer;
let guarded: TestServer;
test.before(async () => {
  upstream = await startHostileUpstream();
  const sso = [google(upstream), { ...google(upstream), id: 'OTHER', name: 'Other' }];
  [server, secure, guarded] = await Promise.all([
    startTestServer({ plugins: [users({ sso, passwordSignIn: false, ssoSignUp: false }), tenants()] }),
    startHttpsIssuer('Example', { plugins: [users({ sso }), tenants()], allowPrivateNetworks: true }),
    startTestServer({ plugins: [users({ sso: [google(upstream)] }), tenants()], allowPrivateNetworks: false }),
  ]);
});
test.after.always(async () => {
  await Promise.all([server?.stop(), secure?.stop(), guarded?.stop()]);
  await upstream?.stop();
});

async function signInAs(claims: Record<string, unknown>, provider = 'GOOGLE') {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  const browser = new TestBrowser(server.issuer);
  const { url } = await browser.submit(await browser.open(request.url), { provider });
  return { request, browser, page: await browser.open(await upstream.visit(url, claims)) };
}

/** A user whose account is linked to these providers. Returns their id and token. */
async function linked(...providers: string[]) {
  const { userId, email } = await addUser(server);
  const subject = randomUUID();
  const data = providers.map((provider) => ({ userId, provider, issuer: upstream.issuer, subject }));
  await server.identity.db.ssoLink.createMany({ data });
  const { request, page } = await signInAs({ sub: subject, email }, providers[0]);
  return { userId, token: (await exchange(request, page.url)).access_token };
}

const unlink = (token: string, provider: string) =>
  send(server.issuer, 'DELETE', `/api/users/me/sso/${provider}`, token);
const linksOf = (userId: string) => server.identity.db.ssoLink.count({ where: { userId } });

test('without passwords the sign-in page has no password form, and takes no password', async (t) => {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open(request.url);
  t.regex(page.html, /value="GOOGLE"/u);
  t.notRegex(page.html, /type="password"/u);
  const refused = await browser.submit(page, { email: 'owner@acme.test', password: demoPassword });
  t.is(refused.status, 422);
  t.is(refused.url.origin, server.issuer);
});

test('without passwords an address is proven by mail, and its password proves nothing', async (t) => {
  const { userId, email } = await addUser(server);
  const visit = await signInAs({ sub: randomUUID(), email, email_verified: true });
  t.notRegex(visit.page.html, /type="password"/u);
  t.is((await visit.browser.submit(visit.page, { password: demoPassword })).status, 401);
  t.is(await linksOf(userId), 0);
  await visit.browser.submit(visit.page, { proof: 'mail' });
  const { text } = await server.mailbox.mailTo(email);
  const shown = await visit.browser.open(/http\S+return\?\S+/u.exec(text)?.[0] ?? '');
  t.true((await visit.browser.submit(shown, {})).url.href.startsWith(callback));
  t.is(await linksOf(userId), 1);
});

test('the last link stays: LAST_LOGIN_METHOD', async (t) => {
  const { userId, token } = await linked('GOOGLE');
  const refused = await unlink(token, 'GOOGLE');
  t.is(refused.status, 400);
  t.is(refused.body['error'], 'LAST_LOGIN_METHOD');
  t.is(await linksOf(userId), 1);
});

test('of two links that are removed at once one stays', async (t) => {
  const { userId, token } = await linked('GOOGLE', 'OTHER');
  const responses = await Promise.all(
    ['GOOGLE', 'OTHER', 'GOOGLE', 'OTHER'].map((provider) => unlink(token, provider)),
  );
  t.is(responses.filter(({ status }) => status === 200).length, 1, responses.map(({ status }) => status).join());
  t.true(responses.some(({ body }) => body['error'] === 'LAST_LOGIN_METHOD'));
  t.is(await linksOf(userId), 1);
});

test('where nobody may sign up a stranger gets no account, neither by a proven address nor by mail', async (t) => {
  const email = `${randomUUID()}@strangers.test`;
  const visit = await signInAs({ sub: randomUUID(), email, email_verified: true });
  t.is(visit.page.status, 200);
  await visit.browser.submit(visit.page, { proof: 'mail' });
  const { text } = await server.mailbox.mailTo(email);
  const shown = await visit.browser.open(/http\S+return\?\S+/u.exec(text)?.[0] ?? '');
  t.is((await visit.browser.submit(shown, {})).status, 403);
  t.is(await server.identity.db.user.count({ where: { normalizedEmail: email } }), 0);
});

test('a provider of the private network is not called unless that is allowed', async (t) => {
  const request = await buildRequest(await configure(guarded.issuer, 'demo-web'));
  const browser = new TestBrowser(guarded.issuer);
  const page = await browser.submit(await browser.open(request.url), { provider: 'GOOGLE' });
  t.is(page.status, 503);
  t.regex(page.html, /<h1>Something went wrong<\/h1>/u);
});

test('the cookie of a visit is httpOnly and SameSite=Lax, and on https Secure with a name that is bound to the host', async (t) => {
  const query = { client_id: 'demo-web', redirect_uri: callback, response_type: 'code', scope: 'openid', nonce: 'n' };
  for (const [issuer, port, name] of [
    [secure.issuer, secure.port, /^__Host-identity-sso-[\w-]{16}=/u],
    [server.issuer, Number(new URL(server.issuer).port), /^identity-sso-[\w-]{16}=/u],
  ] as const) {
    const browser = new WireBrowser(issuer, { port });
    await browser.submit(await browser.open(`/oauth/authorize?${new URLSearchParams(query)}`), { provider: 'GOOGLE' });
    const line = browser.received.find((received) => name.test(received)) ?? '';
    const attributes = line.toLowerCase().split('; ').slice(1);
    for (const attribute of ['path=/', 'samesite=lax', 'httponly']) t.true(attributes.includes(attribute), line);
    t.is(attributes.includes('secure'), issuer === secure.issuer, line);
    t.false(
      attributes.some((attribute) => attribute.startsWith('domain')),
      line,
    );
  }
});
