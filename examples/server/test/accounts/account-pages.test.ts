import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { at, server, userOf, visitor } from '../support/account-page-tests.js';
import { formTokenOf, post } from '../support/account-pages.js';
import { call, enterPassword, signIn } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';

const areas = ['', '/profile', '/email', '/password', '/security', '/providers', '/sessions', '/export', '/delete'];

/** The code of a sign-in to the account pages that has not reached them. */
async function newCode(browser: TestBrowser, changes: Record<string, string> = {}): Promise<string> {
  const query = new URLSearchParams({
    client_id: 'identity-account',
    redirect_uri: `${server.issuer}/account/signed-in`,
    response_type: 'code',
    scope: 'openid',
    nonce: 'n',
    ...changes,
  });
  const response = await browser.request('GET', at(`/oauth/authorize?${query}`));
  return new URL(response.headers.get('location') ?? '', server.issuer).searchParams.get('code') ?? '';
}

test('whoever is not signed in is asked to, and then sees the page they wanted', async (t) => {
  const { email } = await addUser(server);
  for (const area of areas) {
    const response = await new TestBrowser(server.issuer).request('GET', at(`/account${area}`));
    t.is(response.status, 303, area);
    t.true(response.headers.get('location')?.startsWith('/oauth/authorize?client_id=identity-account&'), area);
  }
  const browser = new TestBrowser(server.issuer);
  const asked = await browser.open('/account/sessions');
  t.regex(asked.html, /to continue to <strong><bdi>your account/u);
  const page = await enterPassword(browser, asked, email);
  t.is(page.url.pathname, '/account/sessions');
  t.regex(page.html, /This browser/u);
});

test('somebody with several tenants is not asked for one, and somebody signed in to an application for nothing', async (t) => {
  const { browser, tokens } = await signIn(server.issuer, {
    email: 'owner@globex.test',
    changes: { tenant: 'globex' },
  });
  t.truthy(tokens.access_token);
  const page = await browser.open('/account');
  t.is(page.url.pathname, '/account');
  t.regex(page.html, /Gus Globex/u);
  t.regex(page.html, /Globex Corp\./u);
  t.regex(page.html, /Acme Inc\./u);
});

test('the session alone, as it is before a second factor, opens no page of the account', async (t) => {
  const { email } = await addUser(server);
  const { browser } = await signIn(server.issuer, { email });
  const other = await visitor();
  const session = `identity-session=${browser.cookies()['identity-session']}`;
  const signature = `identity-session.sig=${browser.cookies()['identity-session.sig']}`;
  for (const proof of ['', 'forged', other.browser.cookies()['identity-account']]) {
    const cookie = `${session}; ${signature}; identity-account=${proof}`;
    const response = await browser.request('GET', at('/account'), undefined, { cookie });
    t.is(response.status, 303);
    t.regex(response.headers.get('location') ?? '', /^\/oauth\/authorize\?/u);
  }
  // With its own the very same request is answered.
  t.is((await browser.open('/account')).url.pathname, '/account');
  const { 'identity-account': own, ...opened } = browser.cookies();
  const cookie = `identity-session=${opened['identity-session']}; identity-session.sig=${opened['identity-session.sig']}; identity-account=${own}`;
  t.is((await browser.request('GET', at('/account'), undefined, { cookie })).status, 200);
});

test('a sign-in that is cancelled ends on a page with a way back', async (t) => {
  const browser = new TestBrowser(server.issuer);
  const page = await browser.submit(await browser.open('/account/profile'), {}, '/abort');
  t.is(page.url.pathname, '/account/signed-in');
  t.regex(page.html, /<h1>You are not signed in<\/h1>/u);
  t.is(page.headers.get('x-frame-options'), 'DENY');
});

test('every page has the headers of a page, one heading, and marks itself in the navigation', async (t) => {
  const { browser } = await visitor();
  for (const area of areas) {
    const page = await browser.open(`/account${area}`);
    t.is(page.status, 200, area);
    t.regex(page.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/u);
    t.is(page.headers.get('cache-control'), 'no-store');
    t.is(page.headers.get('referrer-policy'), 'no-referrer');
    t.is(page.html.match(/<h1>/gu)?.length, 1, area);
    t.true(page.html.includes(`<a href="/account${area}" aria-current="page">`), area);
  }
});

test('signing out ends the session and its tokens', async (t) => {
  const { email } = await addUser(server);
  const { browser, tokens } = await signIn(server.issuer, { email });
  const page = await browser.open('/account');
  const answer = await post(browser, page, {}, { path: '/account/sign-out' });
  t.is(answer.location, '/account/signed-out');
  t.is((await browser.request('GET', at('/account'))).status, 303);
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 401);
  t.regex((await browser.open('/account/signed-out')).html, /You are signed out/u);
});

test('a form that another site, an older page or another session has sent changes nothing', async (t) => {
  const { userId, browser, page } = await visitor('/account/profile');
  const other = await visitor('/account/profile');
  const fields = { displayName: 'Mallory' };
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.test' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ];
  for (const headers of foreign) t.is((await post(browser, page, fields, { headers })).status, 400);
  for (const formToken of ['', 'x', formTokenOf(other.page), `${formTokenOf(page)} `, formTokenOf(page).slice(1)])
    t.is((await post(browser, page, { ...fields, formToken })).status, 400, formToken);
  for (const path of areas.map((area) => `/account${area}`))
    t.is((await post(browser, page, { formToken: 'wrong' }, { path })).status, 400, path);
  t.is((await post(browser, page, { formToken: 'wrong' }, { path: '/account/sign-out' })).status, 400);
  const bare = await browser.request('POST', at('/account/profile'), new URLSearchParams(fields));
  t.is(bare.status, 400);
  t.is((await userOf(userId)).displayName, null);
  t.is((await post(browser, page, fields, { headers: { 'sec-fetch-site': 'same-origin' } })).status, 303);
});

test('the end of a sign-in leads to pages of the account only, and only with its own code', async (t) => {
  const { browser } = await visitor();
  const evil = [
    'https://evil.test',
    '//evil.test',
    '/account//evil.test',
    '/account/../oauth',
    '/account@evil.test',
    '',
  ];
  for (const state of [...evil, '/account?done=x&y=z', '/account\\evil', '/accountant', '/account/signed-in%0d%0a']) {
    const query = new URLSearchParams({ code: await newCode(browser), state });
    const response = await browser.request('GET', at(`/account/signed-in?${query}`));
    t.is(response.headers.get('location'), '/account', state);
  }
  const stranger = await visitor();
  const stolen = new URLSearchParams({ code: await newCode(browser), state: '/account' });
  t.is((await stranger.browser.request('GET', at(`/account/signed-in?${stolen}`))).status, 400);
  t.is((await new TestBrowser(server.issuer).request('GET', at('/account/signed-in?code=x'))).status, 400);
  t.is((await browser.request('GET', at('/account/signed-in'))).status, 400);
});

test('nobody gets a token of the client that the account pages are', async (t) => {
  const { browser } = await visitor();
  const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' };
  const common = { grant_type: 'authorization_code', redirect_uri: `${server.issuer}/account/signed-in` };
  const id = 'identity-account';
  const basic = (secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });
  const attempts: { body?: Record<string, string>; headers?: Record<string, string> }[] = [
    { body: { client_id: id } },
    { body: { client_id: id, client_secret: 'none' } },
    { body: { client_id: id, client_secret: '' } },
    { headers: basic('none') },
    { headers: basic('') },
    { body: { client_id: 'demo-spa' } },
  ];
  for (const { body = {}, headers = {} } of attempts) {
    const code = await newCode(browser, challenge);
    t.not(code, '');
    const form = new URLSearchParams({ ...common, code, code_verifier: 'a'.repeat(43), ...body });
    const answer = await call(server.issuer, '/api/oauth/token', undefined, { method: 'POST', body: form, headers });
    t.true([400, 401].includes(answer.status), JSON.stringify(body));
    t.false('access_token' in answer.body);
  }
  for (const form of [{ grant_type: 'client_credentials' }, { grant_type: 'refresh_token', refresh_token: 'x' }]) {
    const body = new URLSearchParams({ ...form, client_id: id, client_secret: 'none' });
    t.is((await call(server.issuer, '/api/oauth/token', undefined, { method: 'POST', body })).status, 400);
  }
  t.is(await newCode(browser, { redirect_uri: 'https://evil.test/account/signed-in' }), '');
  t.is(await newCode(browser, { redirect_uri: `${server.issuer}/account/signed-in/x` }), '');
});
