import { randomUUID } from 'node:crypto';
import { google, licensing, tenants, users } from '@org/identity-server';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import * as client from 'openid-client';
import { demoPassword } from '../../src/demo-data.js';
import {
  asksForCode,
  asksForPassword,
  asksToSetUp,
  begin,
  enrol,
  forgetLastCode,
  isDone,
  oneFactor,
  secretOn,
  setUpApp,
  totp,
  twoFactors,
} from '../support/second-factor.js';
import { buildRequest, call, configure } from '../support/sign-in.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { startUpstream, type Upstream } from '../support/upstream.js';

let server: TestServer;
let upstream: Upstream;
test.before(async () => {
  upstream = await startUpstream();
  server = await startTestServer({ plugins: [users({ sso: [google(upstream)] }), tenants(), licensing()] });
  upstream.serve([`${server.issuer}/sso/google/callback`]);
});
test.after.always(async () => {
  await server?.stop();
  await upstream?.stop();
});

const db = () => server.identity.db;
const person = async () => enrol(server, await addUser(server));
const tokensOf = (accountId: string) => db().oidcToken.count({ where: { grant: { accountId } } });
const errorOf = ({ url }: Page) => url.searchParams.get('error');
const silently = { prompt: 'none' };
const withTwo = { acr_values: twoFactors };

/** Signs in with Google through an existing link. */
async function beginSso(userId: string, email: string, changes: Record<string, string> = {}) {
  const begun = await begin(server, { changes });
  await db().ssoLink.create({
    data: { userId, provider: 'GOOGLE', issuer: upstream.issuer, subject: userId, email },
  });
  const { url } = await begun.browser.submit(begun.page, { provider: 'GOOGLE' });
  const back = await upstream.visit(url, { sub: userId, email, email_verified: true });
  return { ...begun, page: await begun.browser.open(back) };
}

/** A tenant that requires a second factor, and one of its members. */
async function strictTenant() {
  const tenant = await freshTenant(server);
  await db().tenant.update({ where: { id: tenant.id }, data: { mfaPolicy: 'REQUIRED' } });
  return { ...tenant, member: await addMember(server, tenant.id, 'member') };
}

test('a client asks for a second factor: the person sets one up before any token is issued', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser, request, page, finish } = await begin(server, { email, changes: withTwo });
  t.true(asksToSetUp(page));
  const enrolPage = await browser.submit(page, {});
  const secret = secretOn(enrolPage);
  t.is((await browser.submit(enrolPage, { code: '12345' })).status, 401);
  const code = totp(secret);
  const codesPage = await browser.submit(enrolPage, { code: ` ${code} ` });
  t.is(codesPage.status, 200);
  t.is(errorOf((await begin(server, { browser, changes: silently })).page), 'login_required', 'not yet gone on');
  t.is((await browser.submit(codesPage, { enrolled: 'forged', code })).status, 401, 'code was used');

  const tokens = await finish(await browser.submit(codesPage, {}));
  t.like(tokens.claims(), { amr: ['pwd', 'otp', 'mfa'], acr: twoFactors });
  const me = await call(server.issuer, '/api/users/me', tokens.access_token);
  t.is(me.body['mfaEnabled'], true);
  t.is((await server.mailbox.mailTo(email)).subject, 'An authenticator app was added to your account');
  const stored = await db().totp.findUniqueOrThrow({ where: { userId } });
  t.false(Buffer.from(stored.encryptedSecret).includes(secret));

  const silent = await begin(server, { browser, changes: { ...silently, ...withTwo } });
  t.like((await silent.finish(silent.page)).claims(), { acr: twoFactors }, 'the session remembers it');
  const refreshed = await client.refreshTokenGrant(request.config, tokens.refresh_token ?? '');
  t.like(refreshed.claims(), { amr: ['pwd', 'otp', 'mfa'], acr: twoFactors });
});

test('without a second factor the ID token says one factor, and nobody is asked for more', async (t) => {
  const { email } = await addUser(server);
  const { browser, page, finish } = await begin(server, {
    email,
    changes: { acr_values: `${oneFactor} ${twoFactors}` },
  });
  t.like((await finish(page)).claims(), { amr: ['pwd'], acr: oneFactor });
  const unmet = await begin(server, { browser, changes: { ...silently, ...withTwo } });
  t.is(errorOf(unmet.page), 'interaction_required');
});

test('between the password and the code there is no token, no silent sign-in and nobody on our pages', async (t) => {
  const { userId, email, secret, tokens } = await person();
  const idToken = tokens.id_token;
  const tenant = await freshTenant(server);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  await send(server.issuer, 'POST', `/api/tenants/${tenant.id}/invitations`, owner, { email });
  // The first mail to this user was about the new second factor.
  const invitation = `/invitations/${await server.mailbox.invitationSecret(email, 2)}`;

  const before = await tokensOf(userId);
  const { browser, page, finish } = await begin(server, { email });
  t.true(asksForCode(page));
  const silentRequests: Record<string, string>[] = [
    {},
    withTwo,
    { max_age: '600' },
    { tenant: tenant.slug },
    { id_token_hint: String(idToken) },
    { prompt: 'none consent' },
  ];
  for (const changes of silentRequests) {
    const silent = await begin(server, { browser, changes: { ...silently, ...changes } });
    const expected = changes['prompt'] ? 'invalid_request' : 'login_required';
    t.is(errorOf(silent.page), expected, JSON.stringify(changes));
    t.false(isDone(silent.page));
  }
  const partner = await buildRequest(await configure(server.issuer, 'demo-partner'), { scope: 'openid', ...silently });
  t.is(errorOf(await browser.open(partner.url)), 'login_required', 'before a consent');
  t.true(asksForCode((await begin(server, { browser })).page), 'a new request changes nothing');
  for (const path of ['/account', '/account/security', '/console', `/console/${tenant.slug}`, '/platform'])
    t.regex((await browser.open(path)).url.pathname, /^\/interaction\//u, path);
  t.true(asksForPassword(await browser.open(invitation)), 'asked like a stranger');
  t.is(await tokensOf(userId), before, 'nothing was issued');

  const done = await browser.submit(await browser.open(page.url), { code: totp(secret) });
  t.like((await finish(done)).claims(), { amr: ['pwd', 'otp', 'mfa'], acr: twoFactors });
  t.false(asksForPassword(await browser.open(invitation)), 'now they are signed in');
  t.true(isDone((await begin(server, { browser, changes: silently })).page));
});

test('a code of the app works once, over all browsers', async (t) => {
  const { email, secret } = await person();
  const [one, two] = [await begin(server, { email }), await begin(server, { email })];
  const code = totp(secret);
  t.true(isDone(await one.browser.submit(one.page, { code })));
  const refused = await two.browser.submit(two.page, { code });
  t.is(refused.status, 401);
  t.true(isDone(await two.browser.submit(refused, { code: totp(secret, Date.now() / 1000 + 30) })));
});

test('a recovery code opens the account once', async (t) => {
  const { email, recoveryCodes } = await person();
  const [code = ''] = recoveryCodes;
  t.is(recoveryCodes.length, 10);
  const { browser, page, finish } = await begin(server, { email });
  t.like((await finish(await browser.submit(page, { code }))).claims(), { acr: twoFactors });
  const again = await begin(server, { email });
  t.is((await again.browser.submit(again.page, { code })).status, 401);
});

test('after five wrong codes the page says how long to wait, the same to a right code and a wrong one, in every browser', async (t) => {
  const { email, secret } = await person();
  const { browser, page } = await begin(server, { email });
  for (let tries = 0; tries < 5; tries += 1) await browser.submit(page, { code: 'no-such-code' });
  const wrong = await browser.submit(page, { code: '000000' });
  t.regex(wrong.html, /Try again in a minute/u);
  const waiting = await browser.submit(page, { code: totp(secret) });
  t.deepEqual([waiting.status, waiting.html], [wrong.status, wrong.html]);
  const other = await begin(server, { email });
  t.is((await other.browser.submit(other.page, { code: totp(secret) })).status, 401);
});

test('somebody without the password cannot use up the tries of a code', async (t) => {
  const { email, secret } = await person();
  for (let tries = 0; tries < 6; tries += 1) {
    const { browser, page } = await begin(server, { email, password: 'wrong' });
    await browser.submit(page, { code: '000000' });
  }
  const { browser, page } = await begin(server, { email });
  t.true(isDone(await browser.submit(page, { code: totp(secret) })));
});

test('somebody with a second factor who comes by another provider is asked for it as well', async (t) => {
  const { userId, email, secret } = await person();
  const { browser, page, finish } = await beginSso(userId, email);
  t.true(asksForCode(page));
  t.is(errorOf((await begin(server, { browser, changes: silently })).page), 'login_required');
  const tokens = await finish(await browser.submit(page, { code: totp(secret) }));
  t.like(tokens.claims(), { amr: ['fed', 'otp', 'mfa'], acr: twoFactors });
});

test('a password reset does not switch the second factor off', async (t) => {
  const { userId, email, secret } = await person();
  const asking = new TestBrowser(server.issuer);
  await asking.submit(await asking.open('/password-reset'), { email });
  const { text } = await server.mailbox.mailTo(email, 2);
  const page = await asking.open(String(/\/password-reset\/[\w-]+/u.exec(text)?.[0]));
  const password = 'violet harbor engine 77';
  t.is((await asking.submit(page, { password })).status, 200);

  t.true((await db().user.findUniqueOrThrow({ where: { id: userId } })).mfaEnabled);
  const after = await begin(server, { email, password });
  t.true(asksForCode(after.page));
  t.true(isDone(await after.browser.submit(after.page, { code: totp(secret) })));
});

test('a tenant that requires a second factor gets it from everybody, another tenant asks nobody', async (t) => {
  const strict = await strictTenant();
  const { member } = strict;
  const other = await freshTenant(server);
  await db().membership.create({ data: { tenantId: other.id, userId: member.userId, role: 'member' } });

  const easy = await begin(server, { email: member.email, changes: { tenant: other.slug } });
  t.like((await easy.finish(easy.page)).claims(), { tenant_id: other.id, acr: oneFactor });
  const { browser } = easy;
  const named = await begin(server, { browser, changes: { tenant: strict.slug } });
  t.true(asksToSetUp(named.page));
  const silent = await begin(server, { browser, changes: { tenant: strict.slug, ...silently } });
  t.is(errorOf(silent.page), 'interaction_required');

  const choosing = await begin(server, { browser });
  const chosen = await browser.submit(choosing.page, { tenant: strict.id });
  t.true(asksToSetUp(chosen), 'once the tenant is known');
  const { next } = await setUpApp(browser, chosen);
  t.like((await choosing.finish(next)).claims(), { tenant_id: strict.id, amr: ['pwd', 'otp', 'mfa'] });
});

test('a tenant that requires a second factor gets it from people of another provider, too', async (t) => {
  const { slug, id, member } = await strictTenant();
  const { browser, page, finish } = await beginSso(member.userId, member.email, { tenant: slug });
  t.true(asksToSetUp(page));
  const { next } = await setUpApp(browser, page);
  t.like((await finish(next)).claims(), { tenant_id: id, amr: ['fed', 'otp', 'mfa'] });
});

test('who removed their second factor sets up another at the next sign-in to a tenant that requires one', async (t) => {
  const { slug, member } = await strictTenant();
  const { browser } = await enrol(server, member);
  t.true(isDone((await begin(server, { browser, changes: { tenant: slug } })).page));
  await db().totp.delete({ where: { userId: member.userId } });
  await db().user.update({ where: { id: member.userId }, data: { mfaEnabled: false } });
  t.true(asksToSetUp((await begin(server, { browser, changes: { tenant: slug } })).page), 'in the same session');
});

test('a client steps up within a session: only the code is asked for, and the time of the sign-in stays', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser, page, finish } = await begin(server, { email, changes: { max_age: '3600' } });
  const before = (await finish(page)).claims();
  const elsewhere = await enrol(server, { userId, email });
  await forgetLastCode(server, userId);

  t.is(errorOf((await begin(server, { browser, changes: { ...silently, ...withTwo } })).page), 'login_required');
  const up = await begin(server, { browser, changes: { ...withTwo, max_age: '3600' } });
  t.true(asksForCode(up.page));
  const after = (await up.finish(await browser.submit(up.page, { code: totp(elsewhere.secret) }))).claims();
  t.like(after, { amr: ['pwd', 'otp', 'mfa'], acr: twoFactors, auth_time: before?.['auth_time'] });
});

test('in a browser that was left open nobody sets up a second factor without signing in again', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser } = await begin(server, { email });
  await db().$executeRaw`
    UPDATE identity.oidc_sessions SET payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload->>'loginTs')::int - 660))
    WHERE account_id = ${userId}`;
  const { page } = await begin(server, { browser, changes: withTwo });
  t.true(asksForPassword(page));
  const silent = await begin(server, { browser, changes: { ...silently, ...withTwo } });
  t.is(errorOf(silent.page), 'login_required');
});

test('a sign-in that was held back while a second factor was added opens nothing', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser, page } = await begin(server, {});
  const held = await browser.request('POST', page.url, new URLSearchParams({ email, password: demoPassword }));
  t.is(held.status, 303);
  await enrol(server, { userId, email });
  const resumed = await browser.open(held.headers.get('location') ?? '');
  t.true(asksForPassword(resumed));
  t.is(errorOf((await begin(server, { browser, changes: silently })).page), 'login_required');
});

test('that a code was right is worth nothing in another sign-in', async (t) => {
  const { userId, email } = await addUser(server);
  const one = await begin(server, { email, changes: withTwo });
  const two = await begin(server, { email, changes: withTwo });
  const enrolPage = await one.browser.submit(one.page, {});
  const codesPage = await one.browser.submit(enrolPage, { code: totp(secretOn(enrolPage)) });
  const enrolled = String(/name="enrolled" value="([^"]+)"/u.exec(codesPage.html)?.[1]);
  t.is((await two.browser.submit(two.page, { enrolled })).status, 422);
  t.is((await two.browser.submit(two.page, { enrolled, code: randomUUID() })).status, 401);
  t.true(isDone(await one.browser.submit(codesPage, {})));
  t.true((await db().user.findUniqueOrThrow({ where: { id: userId } })).mfaEnabled);
});
