import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import {
  attackers,
  begin,
  db,
  finish,
  isDone,
  jobs,
  linkTo,
  newEmail,
  password,
  register,
  server,
  userOf,
} from '../support/registration-tests.js';
import { asksToSetUp, setUpApp, twoFactors } from '../support/second-factor.js';
import { call, enterPassword, exchange, signIn } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';

test('somebody registers, opens the mailed link in the same browser and is signed in at the client', async (t) => {
  const email = newEmail();
  const { browser, request, signInPage, asked } = await register({ email, displayName: ' Rita Register ' });
  t.regex(signInPage.html, /return\?register">Create an account</u);
  t.is(asked.status, 200);
  t.is(await userOf(email), null, 'there is no account before the address is proven');
  const link = await linkTo(email);
  await browser.open(link);
  const page = await browser.open(link);
  t.deepEqual([page.status, page.url.pathname], [200, `${signInPage.url.pathname}/return`]);
  t.is(await userOf(email), null, 'looking changes nothing');
  const done = await browser.submit(page, {});
  const tokens = await exchange(request, done.url);
  const user = await userOf(email);
  t.is(tokens.claims()?.sub, user?.id);
  t.like(user, { email, emailVerified: true, displayName: 'Rita Register', signInEpoch: 0 });
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 200);
  const events = await db().event.findMany({ where: { subjectId: String(user?.id) } });
  t.deepEqual(
    events.map(({ type, actorId, tenantId }) => ({ type, actorId, tenantId })),
    [{ type: 'account.created', actorId: user?.id, tenantId: null }],
  );
  t.is((await browser.open(link)).status, 404, 'the link works once');
  t.truthy((await signIn(server.issuer, { email, password })).tokens.access_token);
});

test('in another browser the link asks for a password, and the one that was entered before counts for nothing', async (t) => {
  const email = newEmail();
  await register({ email, password: attackers, displayName: 'Somebody' });
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open(await linkTo(email));
  t.is(page.status, 200);
  t.regex(page.html, /name="displayName" type="text" value="Somebody"/u);
  t.is((await browser.submit(page, { password: '' })).status, 422);
  t.is((await browser.submit(page, { password: 'password1', displayName: 'x' })).status, 422);
  t.is(await userOf(email), null);
  const done = await browser.submit(page, { password, displayName: '' });
  t.regex(done.html, /You can sign in now/u);
  t.like(await userOf(email), { emailVerified: true, displayName: null });
  const stranger = await begin();
  t.is((await enterPassword(stranger.browser, stranger.signInPage, email, attackers)).status, 401);
  t.truthy((await signIn(server.issuer, { email, password })).tokens.access_token);
});

test('where the client wants two factors, somebody new sets the second one up before there is a token', async (t) => {
  const email = newEmail();
  const { browser, request, page } = await begin(server, { acr_values: twoFactors });
  await browser.submit(page, { password, email });
  const made = await browser.submit(await browser.open(await linkTo(email)), {});
  t.true(asksToSetUp(made), 'no code yet');
  const { next } = await setUpApp(browser, made);
  const claims = (await exchange(request, next.url)).claims();
  t.like(claims, { sub: (await userOf(email))?.id, acr: twoFactors });
});

test('when the sign-in is over the link still makes the account', async (t) => {
  const email = newEmail();
  const { browser, signInPage } = await register({ email });
  await enterPassword(browser, signInPage, (await addUser(server)).email);
  const page = await browser.open(await linkTo(email));
  t.is(page.url.pathname.split('/')[1], 'registration');
  t.is((await browser.submit(page, { password })).status, 200);
  t.like(await userOf(email), { emailVerified: true });
});

test('a link that was begun in another sign-in makes no account with the password that was entered there', async (t) => {
  const email = newEmail();
  await register({ email, password: attackers });
  const secret = String((await linkTo(email)).split('/')[2]);
  const victim = await begin();
  const interaction = victim.signInPage.url.pathname;
  t.is((await victim.browser.open(`${interaction}/return?registration=${secret}`)).status, 404);
  t.is((await victim.browser.submit(victim.page, { registration: secret })).status, 404);
  t.is(await userOf(email), null);
  t.is((await victim.browser.open(`/registration/${secret}`)).status, 200, 'the owner of the mailbox can still use it');
});

test('of 20 parallel confirmations one makes the account, and two registrations of one address make one', async (t) => {
  const [one, two] = [newEmail(), newEmail()];
  await register({ email: one });
  const link = await linkTo(one);
  const responses = await Promise.all(Array.from({ length: 20 }, () => finish(link)));
  t.deepEqual(responses.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 404)]);
  const first = await register({ email: two });
  const second = await register({ email: two.toUpperCase() });
  const pages = [
    await first.browser.open(await linkTo(two)),
    await second.browser.open(await linkTo(two.toUpperCase())),
  ];
  const ends = await Promise.all([
    ...Array.from({ length: 5 }, () => first.browser.submit(pages[0] as Page, {})),
    ...Array.from({ length: 5 }, () => second.browser.submit(pages[1] as Page, {})),
  ]);
  t.is(ends.filter(isDone).length, 1);
  t.true(ends.every((page) => isDone(page) || [400, 404, 409].includes(page.status)));
  t.is(await db().event.count({ where: { subjectId: String((await userOf(two))?.id), type: 'account.created' } }), 1);
});

// Serial, so that it runs before all others: the job deletes rows that they still need.
test.serial('a link is dead after 24 hours, and a job takes its row away', async (t) => {
  const email = newEmail();
  await register({ email });
  const where = { normalizedEmail: email };
  const { expiresAt } = await db().registration.findFirstOrThrow({ where });
  t.is(Math.round((expiresAt.getTime() - Date.now()) / 3_600_000), 24);
  await db().registration.updateMany({ where, data: { expiresAt: new Date() } });
  const link = await linkTo(email);
  t.is((await new TestBrowser(server.issuer).open(link)).status, 404);
  t.is((await finish(link)).status, 404);
  t.is((await finish(`/registration/${'x'.repeat(43)}`)).status, 404);
  const job = jobs.find(({ name }) => name === 'forget-tries-and-links');
  await job?.run(new AbortController().signal);
  t.is(await db().registration.count({ where }), 0);
  t.is(await userOf(email), null);
});

test('bad input gets the form again with 422, filled in but for the password', async (t) => {
  const { browser, page } = await begin();
  const long = 'x'.repeat(10_000);
  const email = newEmail();
  const bad: Record<string, string>[] = [
    { email: '' },
    { email: 'nobody' },
    { email: 'a@people.test, b@people.test' },
    { email: 'a＠b@people.test' },
    { email: `${long}@people.test` },
    { email, password: '' },
    { email, password: 'short' },
    { email, password: email },
    { email, password: 'password123' },
    { email, password: long },
    { email, displayName: long },
  ];
  for (const fields of bad) {
    const again = await browser.submit(page, { password, displayName: '<b>Zoe', ...fields });
    const what = JSON.stringify(fields).slice(0, 80);
    t.is(again.status, 422, what);
    t.regex(again.html, /aria-invalid="true"/u, what);
    t.false(again.html.includes(fields['password'] || password) && fields['password'] !== email, what);
    if (!fields['displayName']) t.regex(again.html, /value="&lt;b>Zoe"/u, what);
  }
  for (const name of ['email', 'password', 'displayName', 'registration']) {
    const fields = { email, password, displayName: 'Zoe', [name]: 'a\u0000b' };
    t.is((await browser.submit(page, fields)).status, 400, name);
  }
  t.is((await browser.submit(page, { registration: long })).status, 404);
  t.is((await browser.open(`/sign-in/${long}`)).status, 200);
  t.is((await browser.open('/sign-in/..%2f..%2fevil')).url.origin, server.issuer);
  t.is(await db().registration.count({ where: { normalizedEmail: email } }), 0);
});
