import test from 'ava';
import {
  act,
  activeConnection,
  addConnection,
  enterEmail,
  isDone,
  plugins,
  server,
  signInBy,
  tenantWithDomain,
  upstream,
} from '../support/connection-tests.js';
import { startHostBeside } from '../support/host-beside.js';

const db = () => server.identity.db;
const tokenRequests = () => upstream.asked.filter((path) => path === '/token').length;

/** The URL of the response with a code that the provider has never issued. */
function junkResponse(gone: URL, connectionId: string): URL {
  const url = new URL(`/sso/c/${connectionId}/callback`, server.issuer);
  url.search = String(new URLSearchParams({ code: 'junk', state: gone.searchParams.get('state') ?? '' }));
  return url;
}

test.serial('one unfinished sign-in begins ten visits at most', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const email = `ada@${tenant.domain}`;
  const { browser, shown } = await enterEmail(email);
  const pages = await Promise.all(Array.from({ length: 20 }, () => browser.submit(shown, { email })));
  t.is(await db().connectionVisit.count({ where: { connectionId: id } }), 10);
  const refused = pages.filter(({ url }) => url.origin === server.issuer);
  t.is(refused.length, 11);
  t.true(refused.every(({ status }) => status === 429));
  t.true(isDone((await signInBy({ sub: 'ada', email })).page), 'another sign-in goes on');
});

test.serial('a response is read once, so a visit sends one request to the provider at most', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const { browser, gone } = await enterEmail(`eve@${tenant.domain}`);
  const before = tokenRequests();
  const url = junkResponse(gone.url, id);
  await Promise.all(Array.from({ length: 20 }, () => browser.request('GET', url)));
  t.is(tokenRequests() - before, 1);
  t.is((await browser.request('GET', url)).status, 400);
  t.is(tokenRequests() - before, 1);
});

test.serial('two hosts on one database read a response once, together', async (t) => {
  const beside = await startHostBeside(server, plugins());
  t.teardown(() => beside.stop());
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const { browser, gone } = await enterEmail(`two@${tenant.domain}`);
  const before = tokenRequests();
  const url = junkResponse(gone.url, id);
  const urls = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? url : beside.at(url)));
  await Promise.all(urls.map((one) => browser.request('GET', one)));
  t.is(tokenRequests() - before, 1);
  t.is((await browser.request('GET', beside.at(url))).status, 400);
  t.is(tokenRequests() - before, 1);
});

test.serial('the response to a test is read once as well', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await addConnection(tenant);
  const { body } = await act(tenant, id, '/test');
  const { browser } = tenant.signedIn;
  const gone = await browser.open(String(body['url']));
  const before = tokenRequests();
  const url = junkResponse(gone.url, id);
  await Promise.all(Array.from({ length: 10 }, () => browser.request('GET', url)));
  t.is(tokenRequests() - before, 1);
});
