import test from 'ava';
import { startHostBeside } from '../support/host-beside.js';
import {
  beginLink,
  choose,
  isDone,
  linker,
  person,
  plugins,
  server,
  signInAs,
  upstream,
} from '../support/hostile-sso-tests.js';
import { send } from '../support/tenant-api.js';

const tokenRequests = () => upstream.asked.filter((path) => path === '/token').length;

function junkResponse(gone: URL): URL {
  const url = new URL('/sso/google/callback', server.issuer);
  url.search = String(new URLSearchParams({ code: 'junk', state: gone.searchParams.get('state') ?? '' }));
  return url;
}

test.serial('one unfinished sign-in begins ten visits to a provider at most', async (t) => {
  const { browser, shown, gone } = await choose();
  t.is(gone.url.origin, upstream.issuer);
  const pages = await Promise.all(Array.from({ length: 20 }, () => browser.submit(shown, { provider: 'GOOGLE' })));
  const refused = pages.filter(({ url }) => url.origin === server.issuer);
  t.is(refused.length, 11);
  t.true(refused.every(({ status }) => status === 429));
  t.true(isDone((await signInAs(person('other'))).page), 'another sign-in goes on');
});

test.serial('a response of a provider is read once, whatever comes of it', async (t) => {
  const { browser, gone } = await choose();
  const before = tokenRequests();
  const url = junkResponse(gone.url);
  await Promise.all(Array.from({ length: 20 }, () => browser.request('GET', url)));
  t.is(tokenRequests() - before, 1);
  t.is((await browser.request('GET', url)).status, 400);
  t.is(tokenRequests() - before, 1);
});

test.serial('two hosts on one database read a response of a provider once, together', async (t) => {
  const beside = await startHostBeside(server, plugins());
  t.teardown(() => beside.stop());
  const { browser, gone } = await choose();
  const before = tokenRequests();
  const url = junkResponse(gone.url);
  const urls = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? url : beside.at(url)));
  await Promise.all(urls.map((one) => browser.request('GET', one)));
  t.is(tokenRequests() - before, 1);
  t.is((await browser.request('GET', beside.at(url))).status, 400);
  t.is(tokenRequests() - before, 1);
});

test.serial('the response to a link is read once, and a user begins a hundred links in an hour at most', async (t) => {
  const gone = await beginLink(linker);
  const before = tokenRequests();
  await Promise.all(Array.from({ length: 10 }, () => linker.browser.request('GET', junkResponse(gone))));
  t.is(tokenRequests() - before, 1);
  const body = { provider: 'GOOGLE' };
  const { access_token: token } = linker.tokens;
  const begin = async () => (await send(server.issuer, 'POST', '/api/users/me/sso/link', token, body)).status;
  const statuses = [];
  for (let count = 0; count < 100; count += 1) statuses.push(await begin());
  t.deepEqual(statuses, [...Array.from({ length: 99 }, () => 200), 429]);
});
