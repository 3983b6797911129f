import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { buildRequest, call, configure, exchange, signIn } from '../support/sign-in.js';
import { chooseGoogle, linksOf, person, server, signInAs, subjectOf, upstream } from '../support/sso-tests.js';
import { addUser, send } from '../support/tenant-api.js';

const isDone = (page: Page) => page.url.href.startsWith('http://127.0.0.1:8765/callback?code=');

/** Returns the link in the mail that verifies an email. */
async function mailedLink(email: string, count = 1): Promise<string> {
  const { text } = await server.mailbox.mailTo(email, count);
  return /http\S+return\?\S+/u.exec(text)?.[0] ?? '';
}

test.serial('somebody new with a proven address gets an account, and the same one the next time', async (t) => {
  const account = person('gina');
  const first = await signInAs(account);
  t.true(isDone(first.page), first.page.html);
  const subject = await subjectOf(first);
  const user = await server.identity.db.user.findUniqueOrThrow({ where: { id: subject } });
  t.like(user, { email: 'gina@sso.test', emailVerified: true, displayName: 'gina', passwordHash: null });
  const second = await signInAs({ ...account, email: 'renamed@sso.test' });
  t.is(await subjectOf(second), subject, 'the subject identifies, not the address');
});

test.serial(
  'somebody without a password deletes the account after a fresh sign-in, and can keep it by the other provider',
  async (t) => {
    const first = await signInAs(person('quentina'));
    const tokens = await exchange(first.request, first.page.url);
    const userId = String(tokens.claims()?.sub);
    t.is(
      (await send(server.issuer, 'DELETE', '/api/users/me', tokens.access_token, { confirmation: 'DELETE' })).status,
      200,
    );
    const again = await signInAs(person('quentina'));
    t.is(again.page.status, 200);
    t.regex(again.page.html, /will be permanently deleted on/u);
    t.is(await server.identity.db.oidcSession.count({ where: { accountId: userId, endedAt: null } }), 0);
    const page = await again.browser.submit(again.page, {});
    t.is(await subjectOf({ request: again.request, page }), userId);
    t.like(await server.identity.db.user.findUnique({ where: { id: userId } }), { deletedAt: null, eraseAt: null });
  },
);

test.serial('an address with an account is never merged by itself; its password links it', async (t) => {
  const { userId, email } = await addUser(server, 'paula@sso.test');
  const visit = await signInAs(person('paula'));
  t.is(visit.page.status, 200);
  t.regex(visit.page.html, /Is this your email address/u);
  t.deepEqual(await linksOf(email), []);
  const wrong = await visit.browser.submit(visit.page, { password: 'not the password' });
  t.is(wrong.status, 401);
  t.deepEqual(await linksOf(email), []);
  const right = await visit.browser.submit(wrong, { password: demoPassword });
  t.is(await subjectOf({ request: visit.request, page: right }), userId);
  t.is((await linksOf(email)).length, 1);
  t.regex((await server.mailbox.mailTo(email)).subject, /Google/u);
  const next = await signInAs(person('paula'));
  t.is(await subjectOf(next), userId);
});

test.serial('the mailed link proves an address, in the browser that began and nowhere else', async (t) => {
  const { userId, email } = await addUser(server, 'mia@sso.test');
  const visit = await signInAs(person('mia'));
  const sent = await visit.browser.submit(visit.page, { proof: 'mail' });
  t.is(sent.status, 200);
  const link = await mailedLink(email);
  const elsewhere = await new TestBrowser(server.issuer).open(link);
  t.is(elsewhere.status, 400);
  const shown = await visit.browser.open(link);
  t.is(shown.status, 200);
  t.deepEqual(await linksOf(email), [], 'looking at it links nothing');
  const done = await visit.browser.submit(shown, {});
  t.is(await subjectOf({ request: visit.request, page: done }), userId);
  t.is((await linksOf(email)).length, 1);
});

test.serial('a wrong proof links nothing', async (t) => {
  const { email } = await addUser(server, 'wilma@sso.test');
  const visit = await signInAs(person('wilma'));
  await visit.browser.submit(visit.page, { proof: 'mail' });
  const guessed = await visit.browser.submit(visit.page, { proof: 'a guess' });
  t.is(guessed.status, 401);
  t.deepEqual(await linksOf(email), []);
});

for (const [title, changes] of [
  ['false', { email_verified: false }],
  ['missing', { email_verified: undefined }],
  ['a text', { email_verified: 'true' }],
] as const)
  test.serial(`email_verified ${title} proves nothing: known and unknown addresses get the same page`, async (t) => {
    const name = `una-${title.replace(' ', '-')}`;
    await addUser(server, `${name}@sso.test`);
    const known = await signInAs(person(name, changes));
    const unknown = await signInAs(person(`${name}-nobody`, changes));
    const plain = ({ page }: { page: Page }) =>
      page.html.replaceAll(/-nobody|\/interaction\/[\w-]+|name="sso" value="[^"]+"/gu, '');
    t.is(known.page.status, 200);
    t.is(plain(known), plain(unknown));
    t.is(await server.identity.db.user.count({ where: { normalizedEmail: `${name}-nobody@sso.test` } }), 0);
  });

test.serial('an unproven address gets its account once the mail was followed', async (t) => {
  const visit = await signInAs(person('ned', { email_verified: false }));
  await visit.browser.submit(visit.page, { proof: 'mail' });
  const shown = await visit.browser.open(await mailedLink('ned@sso.test'));
  const done = await visit.browser.submit(shown, {});
  const user = await server.identity.db.user.findUniqueOrThrow({ where: { normalizedEmail: 'ned@sso.test' } });
  t.true(user.emailVerified);
  t.is(await subjectOf({ request: visit.request, page: done }), user.id);
});

test.serial('who registered somebody else’s address first keeps nothing once its owner comes', async (t) => {
  const { db } = server.identity;
  const { userId, email } = await addUser(server, 'victim@sso.test');
  await db.user.update({ where: { id: userId }, data: { emailVerified: false } });
  const attacker = await signIn(server.issuer, { email });
  await send(server.issuer, 'POST', '/api/users/me/email', attacker.tokens.access_token, {
    email: 'attacker@evil.test',
    password: demoPassword,
  });
  const stolen = { userId, provider: 'OTHER', issuer: 'https://evil.test', subject: 'attacker' };
  await db.ssoLink.create({ data: stolen });

  const owner = await signInAs(person('victim'));
  t.regex(owner.page.html, /Is this your email address/u);
  await owner.browser.submit(owner.page, { proof: 'mail' });
  const done = await owner.browser.submit(await owner.browser.open(await mailedLink(email)), {});
  t.is(await subjectOf({ request: owner.request, page: done }), userId);

  t.is((await call(server.issuer, '/api/users/me', attacker.tokens.access_token)).status, 401);
  t.is(await db.emailChange.count({ where: { userId } }), 0);
  t.deepEqual(
    (await linksOf(email)).map(({ provider }) => provider),
    ['GOOGLE'],
  );
  const again = await signIn(server.issuer, { email }).catch((error: Error) => error.message);
  t.regex(String(again), /stopped at/u, 'the attacker’s password is dead');
});

test.serial('an account without an address is told so', async (t) => {
  const { page } = await signInAs(person('nameless', { email: undefined }));
  t.is(page.status, 422);
});

test.serial('an answer is taken once, only in the browser and by the provider that it was asked of', async (t) => {
  const { browser, upstreamUrl } = await chooseGoogle();
  const callbackUrl = await upstream.visit(upstreamUrl, person('carla'));
  t.is((await new TestBrowser(server.issuer).open(callbackUrl)).status, 400, 'another browser');
  const mixed = new URL(callbackUrl.href.replace('/google/', '/other/'));
  t.is((await browser.open(mixed)).status, 400, 'another provider');
  const forged = new URL(callbackUrl);
  forged.searchParams.set('state', `${forged.searchParams.get('state')?.slice(0, 17)}forged`);
  t.is((await browser.open(forged)).status, 400, 'another state');
  const begun = await chooseGoogle();
  const callback = await upstream.visit(begun.upstreamUrl, person('carla'));
  t.true(isDone(await begun.browser.open(callback)));
  t.is((await begun.browser.open(callback)).status, 400, 'a second time');
});

test.serial('a code that somebody else was given is refused', async (t) => {
  const victim = await chooseGoogle();
  const attacker = await chooseGoogle();
  const theirs = await upstream.visit(attacker.upstreamUrl, person('mallory'));
  const own = await upstream.visit(victim.upstreamUrl, person('vera'));
  own.searchParams.set('code', theirs.searchParams.get('code') ?? '');
  t.is((await victim.browser.open(own)).status, 400);
  t.is(await server.identity.db.user.count({ where: { email: { in: ['mallory@sso.test', 'vera@sso.test'] } } }), 0);
});

test.serial('two tabs do not mix', async (t) => {
  const browser = new TestBrowser(server.issuer);
  const first = await chooseGoogle(browser);
  const second = await chooseGoogle(browser);
  const one = await browser.open(await upstream.visit(first.upstreamUrl, person('tabitha')));
  const two = await browser.open(await upstream.visit(second.upstreamUrl, person('tabitha')));
  t.true(isDone(one));
  t.true(isDone(two));
});

test.serial('somebody who says no at the other provider is back at the sign-in', async (t) => {
  const { browser, upstreamUrl } = await chooseGoogle();
  const state = upstreamUrl.searchParams.get('state');
  const page = await browser.open(`${server.issuer}/sso/google/callback?error=access_denied&state=${state}`);
  t.is(page.status, 400);
  t.regex(page.html, /href="\/interaction\/[\w-]+"/u);
});

test.serial('a provider that cannot be reached is said so, and the password still works', async (t) => {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open(request.url);
  t.is((await browser.submit(page, { provider: 'DOWN' })).status, 503);
  t.is((await browser.submit(page, { provider: 'NOBODY' })).status, 422);
  t.true(isDone(await browser.submit(page, { email: 'owner@acme.test', password: demoPassword })));
});
