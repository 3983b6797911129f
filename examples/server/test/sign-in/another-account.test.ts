import test from 'ava';
import { asksForPassword, begin, isDone } from '../support/second-factor.js';
import { enterPassword, exchange } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const chooses = (html: string) => html.includes('Choose an organization');
const userOf = async (email: string) =>
  (await server.identity.db.user.findUniqueOrThrow({ where: { normalizedEmail: email } })).id;
const livingSessions = async (email: string) =>
  server.identity.db.oidcSession.count({ where: { accountId: await userOf(email), endedAt: null } });

test.serial(
  'somebody who chooses a tenant can use another account, and the sign-in goes on with that one',
  async (t) => {
    const { browser, request, page } = await begin(server, { email: 'owner@globex.test' });
    t.true(chooses(page.html));
    t.regex(page.html, /Use another account/u);
    const signIn = await browser.submit(page, {}, '/other-account');
    t.true(asksForPassword(signIn), signIn.html.slice(-400));
    t.false(signIn.html.includes('owner@globex.test'), 'the address of the first account is not filled in');
    const done = await enterPassword(browser, signIn, 'owner@acme.test');
    t.true(isDone(done), done.url.href);
    t.is(done.url.searchParams.get('state'), request.url.searchParams.get('state'));
    t.is((await exchange(request, done.url)).claims()?.sub, await userOf('owner@acme.test'));
    t.is(await livingSessions('owner@globex.test'), 0, 'the first session has ended');
  },
);

test.serial('who thinks better of it keeps the session, and cancelling goes back to the client', async (t) => {
  const { browser, page } = await begin(server, { email: 'owner@globex.test' });
  const before = await livingSessions('owner@globex.test');
  const signIn = await browser.submit(page, {}, '/other-account');
  t.is(await livingSessions('owner@globex.test'), before);
  const cancelled = await browser.submit(signIn, {}, '/abort');
  t.is(cancelled.url.searchParams.get('error'), 'access_denied');
  const next = await begin(server, { browser });
  t.true(chooses(next.page.html), 'still signed in');
});

test.serial('the same account again is asked for its tenant again', async (t) => {
  const { browser, page } = await begin(server, { email: 'owner@globex.test' });
  const signIn = await browser.submit(page, {}, '/other-account');
  const again = await enterPassword(browser, signIn, 'owner@globex.test');
  t.true(chooses(again.html), again.html.slice(-400));
});

test.serial('a page of another site cannot send somebody there, and GET changes nothing', async (t) => {
  const { browser, page } = await begin(server, { email: 'owner@globex.test' });
  const url = new URL(`${page.url.pathname}/other-account`, page.url);
  t.is((await browser.request('POST', url, new URLSearchParams(), { 'sec-fetch-site': 'cross-site' })).status, 400);
  t.is((await browser.request('GET', url)).status, 404);
  t.true(chooses((await browser.open(page.url)).html));
});

test.serial('a client that names the account by an ID token gets that one, and no other is offered', async (t) => {
  const first = await begin(server, { email: 'owner@globex.test', changes: { tenant: 'globex' } });
  const { id_token: hint = '' } = await first.finish(first.page);
  const { browser, page } = await begin(server, { browser: first.browser, changes: { id_token_hint: hint } });
  t.true(chooses(page.html));
  t.notRegex(page.html, /Use another account/u);
  const url = new URL(`${page.url.pathname}/other-account`, page.url);
  t.is((await browser.request('POST', url, new URLSearchParams())).status, 400);
});
