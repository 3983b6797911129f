import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { addDeviceClient, askForCode, openDevicePage, send } from '../support/devices.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let tv: string;
test.before(async () => {
  server = await startTestServer({ deviceFlow: true, trustedProxies: 1 });
  tv = await addDeviceClient(server);
});
test.after.always(() => server?.stop());

const wrong = 'BBBB-BBBB';

/** Types a code in from an IP. Returns the status. */
async function guess(browser: TestBrowser, code: string, ip: string): Promise<number> {
  const headers = { 'x-forwarded-for': ip };
  const url = new URL('/device', server.issuer);
  const page = await (await browser.request('GET', url, undefined, headers)).text();
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/u.exec(page) ?? [];
  const body = new URLSearchParams({ xsrf, confirm: 'yes', user_code: code });
  return (await browser.request('POST', url, body, headers)).status;
}

test('after ten wrong codes a network has to wait, also with a right one; another network does not', async (t) => {
  const { user_code: right } = await askForCode(server, tv);
  const statuses = await Promise.all(
    Array.from({ length: 20 }, () => guess(new TestBrowser(server.issuer), wrong, '192.0.2.1')),
  );
  t.is(statuses.filter((status) => status === 422).length, 10);
  t.is(statuses.filter((status) => status === 429).length, 10);
  t.is(await guess(new TestBrowser(server.issuer), right, '192.0.2.1'), 429);
  t.is(await guess(new TestBrowser(server.issuer), right, '198.51.100.1'), 303);
});

test('after ten wrong codes a user has to wait, from whichever network', async (t) => {
  const { browser } = await openDevicePage(server, await askForCode(server, tv), { email: 'admin@acme.test' });
  const { user_code: right } = await askForCode(server, tv);
  for (let network = 1; network <= 10; network += 1) t.is(await guess(browser, wrong, `203.0.113.${network}`), 422);
  t.is(await guess(browser, right, '198.51.100.77'), 429);
});

test('a network that asks for many codes has to wait', async (t) => {
  const ask = () => send(server, '/api/oauth/device', { client_id: tv }, { 'x-forwarded-for': '192.0.2.50' });
  const answers = await Promise.all(Array.from({ length: 65 }, ask));
  t.is(answers.filter(({ status }) => status === 200).length, 60);
  const refused = answers.find(({ status }) => status === 429);
  t.is(refused?.body['error'], 'temporarily_unavailable');
  t.true(Number(refused?.headers.get('retry-after')) > 0);
});

test('a whole IPv6 /48 guesses and asks for as many codes as one IPv4', async (t) => {
  const from = (index: number) => `2001:db8:1:${index.toString(16)}::1`;
  const guesses = Array.from({ length: 20 }, (_, index) => guess(new TestBrowser(server.issuer), wrong, from(index)));
  t.is((await Promise.all(guesses)).filter((status) => status === 422).length, 10);
  const ask = (index: number) =>
    send(server, '/api/oauth/device', { client_id: tv }, { 'x-forwarded-for': from(index) });
  const answers = await Promise.all(Array.from({ length: 65 }, (_, index) => ask(index)));
  t.is(answers.filter(({ status }) => status === 200).length, 60);
});

test('a form of another site is not read', async (t) => {
  const { user_code: code } = await askForCode(server, tv);
  const browser = new TestBrowser(server.issuer);
  const page = await (await browser.request('GET', new URL('/device', server.issuer))).text();
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/u.exec(page) ?? [];
  const body = new URLSearchParams({ xsrf, confirm: 'yes', user_code: code });
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const response = await browser.request('POST', new URL('/device', server.issuer), body, headers);
  t.is(response.headers.get('location'), `${server.issuer}/device`);
  const withoutSecret = new URLSearchParams({ confirm: 'yes', user_code: code });
  t.is((await browser.request('POST', new URL('/device', server.issuer), withoutSecret)).status, 400);
});
