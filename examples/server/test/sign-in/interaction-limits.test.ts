import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { buildRequest, configure, signIn } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const perNetwork = 5;

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ trustedProxies: 1, limits: { interactions: { perNetwork } } });
});
test.after.always(() => server?.stop());

const interactions = () => server.identity.db.oidcRecord.count({ where: { model: 'Interaction' } });

/** An authorization request from a network, in a new browser unless one is given. */
async function authorize(from: string, browser = new TestBrowser(server.issuer), changes: Record<string, string> = {}) {
  const { url } = await buildRequest(await configure(server.issuer, 'demo-web'), changes);
  return browser.request('GET', url, undefined, { 'x-forwarded-for': from });
}

test.serial(
  'a network can begin so many sign-ins, then it is told when to come back and nothing is stored',
  async (t) => {
    for (let index = 0; index < perNetwork; index += 1)
      t.is((await authorize('192.0.2.1')).headers.get('location')?.includes('/interaction/'), true);
    const before = await interactions();
    const refused = await authorize('192.0.2.1:4711');
    t.is(refused.status, 429);
    t.is(refused.headers.get('location'), null);
    const seconds = Number(refused.headers.get('retry-after'));
    t.true(seconds >= 1 && seconds <= 600, String(seconds));
    t.regex(await refused.text(), /<h1>Too many attempts<\/h1>/u);
    t.regex(String(refused.headers.get('content-security-policy')), /default-src 'none'/u);
    t.is(await interactions(), before);
    t.is((await authorize('192.0.2.2')).status, 303, 'another network');
    const german = await authorize('192.0.2.1', new TestBrowser(server.issuer, { acceptLanguage: 'de' }));
    t.regex(await german.text(), /lang="de"/u);
  },
);

test.serial('a whole IPv6 /48 can begin as many sign-ins as one IPv4', async (t) => {
  const statuses = [];
  for (let index = 0; index <= perNetwork; index += 1)
    statuses.push((await authorize(`2001:db8:1:${index}::1`)).status);
  t.deepEqual(statuses, [...Array.from({ length: perNetwork }, () => 303), 429]);
  t.is((await authorize('2001:db8:2::1')).status, 303);
});

test.serial('whoever is signed in gets a code in a network that has to wait', async (t) => {
  const { email } = await addUser(server);
  const { browser } = await signIn(server.issuer, { email });
  for (let index = 0; index <= perNetwork; index += 1) await authorize('192.0.2.3');
  t.is((await authorize('192.0.2.3')).status, 429);
  t.regex(String((await authorize('192.0.2.3', browser)).headers.get('location')), /[?&]code=/u);
  t.is((await authorize('192.0.2.3', browser, { prompt: 'login' })).status, 303, 'and can sign in again');
});

test.serial('an account that begins sign-ins without end is limited in every network', async (t) => {
  const { email } = await addUser(server);
  const { browser } = await signIn(server.issuer, { email });
  const statuses = [];
  for (let index = 0; index <= perNetwork; index += 1)
    statuses.push((await authorize(`192.0.2.${100 + index}`, browser, { prompt: 'login' })).status);
  t.deepEqual(statuses, [...Array.from({ length: perNetwork }, () => 303), 429]);
});

test.serial('the steps of a sign-in that was begun do not count', async (t) => {
  const { email } = await addUser(server);
  const from = '192.0.2.9';
  for (let index = 0; index < perNetwork - 1; index += 1) await authorize(from);
  const browser = new TestBrowser(server.issuer);
  const headers = { 'x-forwarded-for': from };
  const { url } = await buildRequest(await configure(server.issuer, 'demo-partner'));
  const opened = await browser.request('GET', url, undefined, headers);
  const page = new URL(String(opened.headers.get('location')), server.issuer);
  const body = new URLSearchParams({ email, password: demoPassword });
  const sent = await browser.request('POST', page, body, headers);
  const resumed = await browser.request('GET', new URL(String(sent.headers.get('location')), page), undefined, headers);
  t.regex(String(resumed.headers.get('location')), /\/interaction\//u, 'the consent of a client that is not ours');
});
