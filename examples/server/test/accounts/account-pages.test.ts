import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { at, server, userOf, visitor } from '../support/account-page-tests.js';
import { formTokenOf, openAccount, post } from '../support/account-pages.js';
import { call, enterPassword, signIn } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';

const areas = ['', '/profile', '/email', '/password', '/security', '/providers', '/sessions', '/export', '/delete'];

/** Returns the code of a sign-in to the account pages that has not reached them yet. */
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
  // With its own cookies, the same request succeeds.
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
  const response = await post(browser, page, {}, { path: '/account/sign-out' });
  t.is(response.location, '/account/signed-out');
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
  const unusual = ['/account\\evil', '/accountant', '/account/signed-in%0d%0a', '/account?a=%0D%0A', '/account?a=b#c'];
  const up = ['/account/..', '/account/%2e%2e/oauth', '/account/.%2E/oauth', '/account/./../oauth'];
  for (const state of [...evil, ...unusual, ...up, `/account?${'a'.repeat(2000)}`]) {
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
    const response = await call(server.issuer, '/api/oauth/token', undefined, { method: 'POST', body: form, headers });
    t.true([400, 401].includes(response.status), JSON.stringify(body));
    t.false('access_token' in response.body);
  }
  for (const form of [{ grant_type: 'client_credentials' }, { grant_type: 'refresh_token', refresh_token: 'x' }]) {
    const body = new URLSearchParams({ ...form, client_id: id, client_secret: 'none' });
    t.is((await call(server.issuer, '/api/oauth/token', undefined, { method: 'POST', body })).status, 400);
  }
  t.is(await newCode(browser, { redirect_uri: 'https://evil.test/account/signed-in' }), '');
  t.is(await newCode(browser, { redirect_uri: `${server.issuer}/account/signed-in/x` }), '');
});

async function profileOf(data: Record<string, string> = {}) {
  const { email, userId } = await addUser(server);
  await server.identity.db.user.update({ where: { id: userId }, data });
  return { userId, ...(await openAccount(server.issuer, email, { path: '/account/profile' })) };
}
const selectOf = (html: string, name: string) =>
  new RegExp(`<select[^>]* name="${name}"[\\s\\S]*?</select>`, 'u').exec(html)?.[0] ?? '';
const valuesOf = (html: string, name: string) =>
  [...selectOf(html, name).matchAll(/<option[^>]* value(?:="([^"]*)")?/gu)].map(([, value = '']) => value);
const selectedOf = (html: string, name: string) =>
  [...selectOf(html, name).matchAll(/<option(?=[^>]* selected)[^>]* value="([^"]*)"/gu)].map(([, value]) => value);

test('the profile offers the languages of the server and all time zones by region, on a page under 100 KB', async (t) => {
  const { page } = await profileOf({ locale: 'de', zoneinfo: 'Europe/Berlin' });
  t.deepEqual(valuesOf(page.html, 'locale'), ['', 'en', 'de']);
  t.deepEqual(selectedOf(page.html, 'locale'), ['de']);
  t.regex(selectOf(page.html, 'locale'), />English<[\s\S]*>Deutsch</u);
  const zones = valuesOf(page.html, 'zoneinfo');
  for (const zone of Intl.supportedValuesOf('timeZone')) t.true(zones.includes(zone), zone);
  t.deepEqual(selectedOf(page.html, 'zoneinfo'), ['Europe/Berlin']);
  t.regex(selectOf(page.html, 'zoneinfo'), /<optgroup label="Europa">/u, 'in the language of the user');
  t.true(Buffer.byteLength(page.html) < 100 * 1024, String(Buffer.byteLength(page.html)));
});

test('a language or time zone that is not listed stays what it is until another one is chosen', async (t) => {
  const { browser, page, userId } = await profileOf({ locale: 'pt-BR', zoneinfo: 'US/Pacific-New-Alias' });
  t.deepEqual(
    [selectedOf(page.html, 'locale'), selectedOf(page.html, 'zoneinfo')],
    [['pt-BR'], ['US/Pacific-New-Alias']],
  );
  await post(browser, page, { locale: 'pt-BR', displayName: 'Nina' });
  const stored = () => server.identity.db.user.findUniqueOrThrow({ where: { id: userId } });
  t.is((await stored()).locale, 'pt-BR');
  await post(browser, page, { locale: '', zoneinfo: 'Asia/Tokyo' });
  t.like(await stored(), { locale: null, zoneinfo: 'Asia/Tokyo' });
});

test('a picture is shown when its URL is https, without a referrer, and no other is', async (t) => {
  const { page } = await profileOf({ pictureUrl: 'https://images.example/me.png?a=1&b="2"' });
  t.regex(
    page.html,
    /<img src="https:\/\/images\.example\/me\.png\?a=1&amp;b=&quot;2&quot;"[^>]* referrerpolicy="no-referrer"/u,
  );
  t.regex(page.headers.get('content-security-policy') ?? '', /img-src [^;]*https:/u);
  for (const pictureUrl of ['http://images.example/me.png', 'javascript:alert(1)', 'data:image/svg+xml,x'])
    t.notRegex((await profileOf({ pictureUrl })).page.html, /<img/u, pictureUrl);
});

test('rare fields stand behind "More", which is open when one of them is refused', async (t) => {
  const { browser, page, userId } = await profileOf({ nickname: 'Nin' });
  const more = (html: string) => /<details class="more"([^>]*)>([\s\S]*?)<\/details>/u.exec(html) ?? [];
  t.deepEqual(
    [...String(more(page.html)[2]).matchAll(/ name="(\w+)"/gu)].map(([, name]) => name),
    ['middleName', 'nickname', 'website'],
  );
  t.is(more(page.html)[1], '');
  const refused = await post(browser, page, { website: 'nothing' });
  t.is(more(refused.html)[1], ' open');
  await post(browser, page, { nickname: 'Nin', displayName: 'Nina' });
  t.is((await server.identity.db.user.findUniqueOrThrow({ where: { id: userId } })).nickname, 'Nin');
});
