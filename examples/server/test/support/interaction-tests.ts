import { createHash } from 'node:crypto';
import type { StoredCookie } from '@org/identity-testing/cookies';
import { WireBrowser, type WirePage } from '@org/identity-testing/wire-browser';
import test, { type ExecutionContext } from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { buildRequest, callback, configure, exchange, type Request } from './sign-in.js';
import { startTestServer, type TestServer } from './test-server.js';

/** The server of the test file that imports this: started before its tests, stopped after them. */
export let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());
// The tests run one after the other: sign-ins of one account wait for each other, and too many of them would time out.

/** A browser without cookies. */
export const newBrowser = () => new WireBrowser(server.issuer);

/** An authorization request to this server. */
export async function newRequest(
  changes: Record<string, string | undefined> = {},
  clientId = 'demo-web',
): Promise<Request> {
  return buildRequest(await configure(server.issuer, clientId), changes);
}

/** The fields of a sign-in form for a demo user. */
export const credentials = (email: string) => ({ email, password: demoPassword });

/** A browser at the first page of a new request. */
export async function begin(changes: Record<string, string | undefined> = {}, clientId = 'demo-web') {
  const browser = newBrowser();
  const request = await newRequest(changes, clientId);
  return { browser, request, page: await browser.open(request.url) };
}

/** A browser in which a user has signed in, with the tokens. */
export async function signedIn(email = 'owner@acme.test', clientId = 'demo-web') {
  const { browser, request, page } = await begin({}, clientId);
  const end = await browser.submit(page, credentials(email));
  return { browser, tokens: await exchange(request, end.url) };
}

/** Asserts that a page refuses the request, says what to do and has no form. */
export function isRefused(t: ExecutionContext, page: WirePage, code = 'session_not_found'): void {
  t.is(page.status, 400);
  t.is(page.headers.location, undefined);
  t.true(page.body.includes(`<dd>${code}<`), page.body.slice(-400));
  t.true(page.body.includes('Go back to the application'), 'the page says what to do');
  t.false(page.body.includes('name="password"'));
  t.false(page.body.includes('<form'));
}

/** Whether a browser has arrived at the client with a code. */
export const hasCode = ({ url }: WirePage) => url.href.startsWith(`${callback}?`) && url.searchParams.has('code');
/** The id of an interaction, from the URL of its page. */
export const uidOf = ({ url }: WirePage) => String(url.pathname.split('/')[2]);
/** The hash under which the database stores an id. */
export const hashOf = (id: string) => Uint8Array.from(createHash('sha256').update(id).digest());

/** Returns what a browser with only these cookies gets without showing a page. */
export async function opens(cookies: Iterable<StoredCookie>): Promise<string> {
  const browser = newBrowser();
  browser.jar.add(cookies);
  const { url } = await browser.open((await newRequest({ prompt: 'none' })).url);
  return url.searchParams.has('code') ? 'code' : String(url.searchParams.get('error'));
}
