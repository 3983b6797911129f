import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { api, expire, invited, password, server } from '../support/invitation-tests.js';
import { call, signIn } from '../support/sign-in.js';

test('the page: looking changes nothing; somebody new joins by the form', async (t) => {
  const { secret, email, tenant } = await invited();
  const browser = new TestBrowser(server.issuer);
  for (let look = 0; look < 3; look += 1) t.is((await browser.open(`/invitations/${secret}`)).status, 200);
  t.is(await server.identity.db.user.count({ where: { normalizedEmail: email } }), 0);
  const page = await browser.open(`/invitations/${secret}`);
  const weak = await browser.submit(page, { displayName: 'Nina', password: 'short' });
  t.is(weak.status, 422);
  const done = await browser.submit(page, { displayName: 'Nina', password });
  t.regex(done.html, /You have joined the organization/u);
  t.is(await server.identity.db.membership.count({ where: { tenantId: tenant.id } }), 2);
  t.is((await browser.open(`/invitations/${secret}`)).status, 404);
});

test('the page: signed in with the invited address, one button is enough', async (t) => {
  const { secret, tenant } = await invited({ email: 'owner@acme.test' });
  const { browser } = await signIn(server.issuer, { email: 'owner@acme.test', changes: { tenant: 'acme' } });
  const page = await browser.open(`/invitations/${secret}`);
  t.regex(page.html, />Join</u);
  t.notRegex(page.html, /name="password"/u);
  t.regex((await browser.submit(page, {})).html, /You have joined the organization/u);
  t.is(await server.identity.db.membership.count({ where: { tenantId: tenant.id, status: 'ACTIVE' } }), 2);
});

test('the page: signed in as somebody else it says so, offers to sign out, and then takes the right password', async (t) => {
  const { secret } = await invited({ email: 'owner@globex.test' });
  const { browser, tokens } = await signIn(server.issuer, { email: 'super@example.test' });
  const page = await browser.open(`/invitations/${secret}`);
  t.regex(page.html, /for another email address/u);
  t.regex(page.html, /super@example\.test/u);
  const out = await browser.submit(page, {});
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 401, 'signed out');
  t.regex(out.html, /name="password"/u);
  t.is((await browser.submit(out, { password: 'wrong' })).status, 422);
  t.regex((await browser.submit(out, { password: demoPassword })).html, /You have joined the organization/u);
});

test('the page: expired, revoked and unknown links say whom to ask', async (t) => {
  const old = await invited();
  await expire(old.id);
  const gone = await invited();
  await api('DELETE', `${gone.path}/${gone.id}`, gone.token);
  const browser = new TestBrowser(server.issuer);
  const expired = await browser.open(`/invitations/${old.secret}`);
  t.is(expired.status, 410);
  t.regex(expired.html, /has expired[\s\S]*Ask the person who invited you/u);
  for (const secret of [gone.secret, 'unknown']) {
    const page = await browser.open(`/invitations/${secret}`);
    t.is(page.status, 404);
    t.regex(page.html, /cannot be used[\s\S]*Ask the person who invited you/u);
  }
});

test('the form is taken from our own page only', async (t) => {
  const { secret, email } = await invited();
  const response = await fetch(`${server.issuer}/invitations/${secret}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    body: new URLSearchParams({ displayName: 'Eve', password }),
  });
  t.is(response.status, 400);
  t.is(await server.identity.db.user.count({ where: { normalizedEmail: email } }), 0);
});
