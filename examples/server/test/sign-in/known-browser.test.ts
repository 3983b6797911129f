import { createHash } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { openAccount, post } from '../support/account-pages.js';
import { asksForCode, begin, enrol, totp } from '../support/second-factor.js';
import { buildRequest, configure, signIn } from '../support/sign-in.js';
import { addUser, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

// The tests run one after the other because they change the time of all counters.
let server: TestServer;
test.before(async () => {
  server = await startTestServer({ trustedProxies: 1 });
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const newPassword = 'violet harbor engine 77';
const cookieName = 'identity-known';
const knownCookie = (browser: TestBrowser) => browser.cookies()[cookieName];

interface Try {
  email: string;
  password?: string;
  from?: string;
}

/** The status of a sign-in in a browser: 303 means that the password was right. */
async function statusIn(browser: TestBrowser, { email, password = demoPassword, from = '203.0.113.9' }: Try) {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), { prompt: 'login' });
  const page = await browser.open(request.url);
  const body = new URLSearchParams({ email, password });
  return (await browser.request('POST', page.url, body, { 'x-forwarded-for': from })).status;
}

/** The same with a cookie from another browser. */
async function statusWith(cookie: string, attempt: Try) {
  const browser = new TestBrowser(server.issuer);
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  const page = await browser.open(request.url);
  const { email, password = demoPassword, from = '203.0.113.9' } = attempt;
  const cookies = Object.entries({ ...browser.cookies(), [cookieName]: cookie });
  const headers = {
    cookie: cookies.map(([name, value]) => `${name}=${value}`).join('; '),
    'x-forwarded-for': from,
  };
  return (await browser.request('POST', page.url, new URLSearchParams({ email, password }), headers)).status;
}

/** Makes 110 wrong attempts from eleven networks. */
async function lockOut(email: string): Promise<void> {
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open((await buildRequest(await configure(server.issuer, 'demo-web'))).url);
  const body = () => new URLSearchParams({ email, password: 'wrong' });
  const from = (index: number) => ({ 'x-forwarded-for': `198.51.100.${index % 11}` });
  await Promise.all(Array.from({ length: 110 }, (_, index) => browser.request('POST', page.url, body(), from(index))));
}

/** Sets the counter of the account as if these attempts had just been made. */
async function noteLockOut(email: string): Promise<void> {
  const key = `signin_account:${createHash('sha256').update(email).digest('base64url')}`;
  const counted = { points: 101, expire: BigInt(Date.now() + 60 * 60 * 1000) };
  await db().rateLimit.upsert({ where: { key }, create: { key, ...counted }, update: counted });
}

const pass = (seconds: number) =>
  db().$executeRawUnsafe('UPDATE identity.rate_limits SET expire = expire - $1::bigint', seconds * 1000);

async function knownBrowserOf(email: string, password = demoPassword): Promise<TestBrowser> {
  return (await signIn(server.issuer, { email, password })).browser;
}

test.serial('110 wrong tries from eleven networks do not keep the owner out of a browser that is known', async (t) => {
  const { email } = await addUser(server);
  const known = await knownBrowserOf(email);
  await lockOut(email);
  t.is(await statusIn(new TestBrowser(server.issuer), { email }), 401, 'a browser that nobody knows has to wait');
  t.is(await statusIn(known, { email }), 303);
  t.is(await statusIn(known, { email, from: '198.51.100.3' }), 303, 'also in a network of the outsiders');
});

test.serial('a known browser has tries of its own, and they are limited', async (t) => {
  const { email } = await addUser(server);
  const known = await knownBrowserOf(email);
  const cookie = String(knownCookie(known));
  for (let index = 0; index < 10; index += 1)
    t.is(await statusWith(cookie, { email, password: 'wrong', from: `192.0.2.${index}` }), 401);
  t.is(await statusWith(cookie, { email, from: '192.0.2.100' }), 401, 'not even the right one, from any network');
  t.is(await statusIn(new TestBrowser(server.issuer), { email }), 303, 'the others are not touched');
  await pass(60);
  t.is(await statusWith(cookie, { email }), 303, 'after a minute');
});

test.serial('the cookie of one account is worth nothing at another', async (t) => {
  const [attacker, victim] = [await addUser(server), await addUser(server)];
  const known = await knownBrowserOf(attacker.email);
  await noteLockOut(victim.email);
  t.is(await statusIn(known, { email: victim.email }), 401);
});

for (const [title, forge] of [
  ['empty', () => ''],
  ['no cookie of ours', () => 'AAAA'],
  ['changed', (cookie: string) => `${cookie.slice(0, -4)}AAAA`],
  ['very long', (cookie: string) => cookie.repeat(20)],
] as const)
  test.serial(`a cookie that is ${title} is worth nothing and breaks nothing`, async (t) => {
    const { email } = await addUser(server);
    const cookie = String(knownCookie(await knownBrowserOf(email)));
    t.is(await statusWith(forge(cookie), { email }), 303);
    await noteLockOut(email);
    t.is(await statusWith(forge(cookie), { email }), 401);
    t.is(await statusWith(cookie, { email }), 303);
  });

test.serial('a new password ends what made the browser known', async (t) => {
  const { email } = await addUser(server);
  const { browser, tokens } = await signIn(server.issuer, { email });
  const change = { currentPassword: demoPassword, newPassword };
  t.is((await send(server.issuer, 'POST', '/api/users/me/password', tokens.access_token, change)).status, 200);
  await noteLockOut(email);
  t.is(await statusIn(browser, { email, password: newPassword }), 401);
});

test.serial('the browser in which the owner changes the password stays known', async (t) => {
  const { email } = await addUser(server);
  const { browser, page } = await openAccount(server.issuer, email, { path: '/account/password' });
  t.is((await post(browser, page, { currentPassword: demoPassword, newPassword })).status, 303);
  await noteLockOut(email);
  t.is(await statusIn(browser, { email, password: newPassword }), 303);
});

test.serial('an outsider does not keep a known browser from changing the password', async (t) => {
  const { email } = await addUser(server);
  const { browser, page } = await openAccount(server.issuer, email, { path: '/account/password' });
  await noteLockOut(email);
  t.is((await post(browser, page, { currentPassword: demoPassword, newPassword })).status, 303);
});

test.serial('a browser is known once the second factor was shown', async (t) => {
  const user = await addUser(server);
  const { secret } = await enrol(server, user);
  const { browser, page } = await begin(server, { email: user.email });
  t.true(asksForCode(page));
  t.is(knownCookie(browser), undefined);
  await browser.submit(page, { code: totp(secret) });
  t.truthy(knownCookie(browser));
});

test.serial('the cookie is httpOnly and SameSite=Lax, and reveals nothing', async (t) => {
  const { userId, email } = await addUser(server);
  const browser = new TestBrowser(server.issuer);
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  const page = await browser.open(request.url);
  let response = await browser.request('POST', page.url, new URLSearchParams({ email, password: demoPassword }));
  let lines = response.headers.getSetCookie();
  while (!lines.some((line) => line.startsWith(cookieName))) {
    t.is(response.status, 303);
    response = await browser.request('GET', new URL(String(response.headers.get('location')), page.url));
    lines = response.headers.getSetCookie();
  }
  const line = String(lines.find((each) => each.startsWith(cookieName)));
  t.regex(line, /; httponly/iu);
  t.regex(line, /; samesite=lax/iu);
  t.regex(line, /; path=\/(;|$)/iu);
  const value = String(knownCookie(browser));
  const plain = Buffer.from(value, 'base64url').toString('latin1');
  for (const text of [userId, userId.replaceAll('-', ''), email, 'argon2'])
    t.false(plain.includes(text) || value.includes(text));
  t.not(knownCookie(await knownBrowserOf(email)), value, 'no two are the same');
});

test.serial('a browser remembers its last five accounts', async (t) => {
  const people = [];
  const browser = new TestBrowser(server.issuer);
  for (let index = 0; index < 6; index += 1) {
    const person = await addUser(server);
    people.push(person);
    await signIn(server.issuer, { email: person.email, browser, changes: { prompt: 'login' } });
  }
  const [first, second] = people;
  const cookie = String(knownCookie(browser));
  t.true(cookie.length < 1024, String(cookie.length));
  await noteLockOut(String(first?.email));
  await noteLockOut(String(second?.email));
  t.is(await statusWith(cookie, { email: String(first?.email) }), 401, 'the one that was pushed out');
  t.is(await statusWith(cookie, { email: String(second?.email) }), 303);
});
