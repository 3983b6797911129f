import { randomUUID } from 'node:crypto';
import type { IdentityPlugin } from '@org/identity-prisma';
import { google, licensing, tenants, users } from '@org/identity-server';
import test, { type ExecutionContext } from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { logLines } from '../support/log-lines.js';
import { asksToSetUp, setUpApp, twoFactors } from '../support/second-factor.js';
import { buildRequest, call, configure, enterPassword, exchange, signIn } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';
import { type Page, TestBrowser } from '../support/test-browser.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { startUpstream, type Upstream } from '../support/upstream.js';
import { WireBrowser } from '../support/wire-browser.js';

const password = 'violet harbor engine 77';
const attackers = 'marble cactus lantern 12';

let server: TestServer;
let closed: TestServer;
let upstream: Upstream;
let jobs: ReturnType<NonNullable<IdentityPlugin['jobs']>>;
const { logger, lines } = logLines();
test.before(async () => {
  upstream = await startUpstream();
  const plugin = users({ registration: 'open', sso: [google(upstream)] });
  const accounts: IdentityPlugin = {
    ...plugin,
    jobs(host) {
      jobs = plugin.jobs?.(host) ?? [];
      return jobs;
    },
  };
  [server, closed] = await Promise.all([
    startTestServer({ plugins: [accounts, tenants(), licensing()], logger }),
    startTestServer(),
  ]);
  upstream.serve([`${server.issuer}/sso/google/callback`]);
});
test.after.always(async () => {
  await Promise.all([server?.stop(), closed?.stop(), upstream?.stop()]);
});

const db = () => server.identity.db;
const newAddress = () => `${randomUUID()}@new.test`;
const userOf = (email: string) => db().user.findUnique({ where: { normalizedEmail: email } });

/** A browser at the registration form of a sign-in. */
async function begin({ issuer } = server, changes: Record<string, string> = {}) {
  const browser = new TestBrowser(issuer);
  const request = await buildRequest(await configure(issuer, 'demo-web'), changes);
  const signInPage = await browser.open(request.url);
  const page = await browser.open(`${signInPage.url.pathname}/return?register`);
  return { browser, request, signInPage, page };
}

async function register(fields: Record<string, string>) {
  const begun = await begin();
  return { ...begun, asked: await begun.browser.submit(begun.page, { password, ...fields }) };
}

async function linkTo(address: string, count = 1): Promise<string> {
  const { text } = await server.mailbox.mailTo(address, count);
  return String(/\/registration\/[\w-]+/u.exec(text)?.[0]);
}

/** Sends the form behind the link as another browser would, without looking at the page first. */
const finish = (link: string, fields: Record<string, string> = {}) =>
  fetch(`${server.issuer}${link}`, { method: 'POST', body: new URLSearchParams({ password, ...fields }) });

const isDone = (page: Page) => page.url.href.startsWith('http://127.0.0.1:8765/callback?code=');

test('somebody registers, opens the mailed link in the same browser and is signed in at the client', async (t) => {
  const email = newAddress();
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
  const email = newAddress();
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
  const email = newAddress();
  const { browser, request, page } = await begin(server, { acr_values: twoFactors });
  await browser.submit(page, { password, email });
  const made = await browser.submit(await browser.open(await linkTo(email)), {});
  t.true(asksToSetUp(made), 'no code yet');
  const { next } = await setUpApp(browser, made);
  const claims = (await exchange(request, next.url)).claims();
  t.like(claims, { sub: (await userOf(email))?.id, acr: twoFactors });
});

test('when the sign-in is over the link still makes the account', async (t) => {
  const email = newAddress();
  const { browser, signInPage } = await register({ email });
  await enterPassword(browser, signInPage, (await addUser(server)).email);
  const page = await browser.open(await linkTo(email));
  t.is(page.url.pathname.split('/')[1], 'registration');
  t.is((await browser.submit(page, { password })).status, 200);
  t.like(await userOf(email), { emailVerified: true });
});

test('a link that was begun in another sign-in makes no account with the password that was entered there', async (t) => {
  const email = newAddress();
  await register({ email, password: attackers });
  const secret = String((await linkTo(email)).split('/')[2]);
  const victim = await begin();
  const interaction = victim.signInPage.url.pathname;
  t.is((await victim.browser.open(`${interaction}/return?registration=${secret}`)).status, 404);
  t.is((await victim.browser.submit(victim.page, { registration: secret })).status, 404);
  t.is(await userOf(email), null);
  t.is((await victim.browser.open(`/registration/${secret}`)).status, 200, 'the owner of the mailbox can still use it');
});

/** The page links to the sign-in that it belongs to, which each browser has one of. */
const withoutSignIn = (html: string) => html.replaceAll(/\/interaction\/[\w-]+/gu, '/interaction');

test('a known and an unknown address get the same answer, and each a mail', async (t) => {
  const known = await addUser(server);
  const waiting = await addUser(server);
  await db().user.update({ where: { id: waiting.userId }, data: { deletedAt: new Date() } });
  const unknown = newAddress().replace('new.test', 'people.test');
  const answers = [];
  for (const email of [unknown, known.email, waiting.email]) {
    const { asked } = await register({ email });
    const { status, headers, html } = asked;
    const names = [...headers.keys()].sort();
    answers.push({
      status,
      names,
      length: headers.get('content-length'),
      html: withoutSignIn(html).replaceAll(email, 'X'),
    });
  }
  t.is(answers[0]?.status, 200);
  t.deepEqual(answers[1], answers[0]);
  t.deepEqual(answers[2], answers[0]);
  t.is(await db().registration.count({ where: { normalizedEmail: { in: [unknown, known.email] } } }), 2);
  t.is(await db().registration.count({ where: { normalizedEmail: known.email, expiresAt: { gt: new Date() } } }), 0);
  t.truthy(await linkTo(unknown));
  for (const { email } of [known, waiting]) {
    const { subject, text } = await server.mailbox.mailTo(email);
    t.is(subject, 'You already have an account');
    t.notRegex(text, /\/registration\//u);
  }
  t.like(await userOf(known.email), { id: known.userId });
});

test('the mail to a known address leads back to the sign-in and to a reset that goes on with it', async (t) => {
  const { email } = await addUser(server);
  const { browser, signInPage, request } = await register({ email: email.toUpperCase() });
  const { text } = await server.mailbox.mailTo(email);
  const [signInLink = '', resetLink = ''] = text.match(/http\S+/gu) ?? [];
  t.is((await browser.open(signInLink)).url.pathname, signInPage.url.pathname);
  const elsewhere = await new TestBrowser(server.issuer).open(signInLink);
  t.deepEqual([elsewhere.status, elsewhere.url.href], [200, signInLink]);
  await browser.submit(await browser.open(resetLink), { email });
  const [link = ''] = /\/password-reset\/[\w-]+/u.exec((await server.mailbox.mailTo(email, 2)).text) ?? [];
  const back = await browser.submit(await browser.open(link), { password });
  const done = await enterPassword(browser, back, email, password);
  t.truthy((await exchange(request, done.url)).access_token);
});

test('who registers the address of somebody else first gets nothing of the account they make later', async (t) => {
  const email = newAddress();
  const attacker = await register({ email, password: attackers });
  const victim = await register({ email });
  const page = await victim.browser.open(await linkTo(email, 2));
  t.true(isDone(await victim.browser.submit(page, {})));
  const user = await userOf(email);
  const late = await finish(await linkTo(email, 1), { password: attackers });
  t.is(late.status, 409, 'also with the mailed link of the first');
  t.is((await enterPassword(attacker.browser, attacker.signInPage, email, attackers)).status, 401);
  t.deepEqual(await userOf(email), user);
});

test('nor of the account that comes by another provider, or is set right by a reset', async (t) => {
  const [bySso, byReset] = [newAddress(), newAddress()];
  const first = await register({ email: bySso, password: attackers });
  const { browser, request, signInPage } = await begin();
  const gone = await browser.submit(signInPage, { provider: 'GOOGLE' });
  const account = { sub: bySso, email: bySso, email_verified: true };
  const done = await browser.open(await upstream.visit(gone.url, account));
  t.is((await exchange(request, done.url)).claims()?.sub, (await userOf(bySso))?.id);

  const second = await register({ email: byReset, password: attackers });
  await db().user.create({ data: { email: byReset, normalizedEmail: byReset, emailVerified: false } });
  await browser.submit(await browser.open('/password-reset'), { email: byReset });
  const { text } = await server.mailbox.mailTo(byReset, 2);
  await browser.submit(await browser.open(String(/\/password-reset\/[\w-]+/u.exec(text)?.[0])), { password });

  for (const [email, attacker] of [
    [bySso, first],
    [byReset, second],
  ] as const) {
    const before = await userOf(email);
    const confirm = await attacker.browser.open(await linkTo(email));
    const refused = await attacker.browser.submit(confirm, {});
    t.is(refused.status, 409);
    t.regex(refused.html, /You already have an account/u);
    t.is((await enterPassword(attacker.browser, attacker.signInPage, email, attackers)).status, 401);
    t.deepEqual(await userOf(email), before);
  }
});

test('of 20 parallel confirmations one makes the account, and two registrations of one address make one', async (t) => {
  const [one, two] = [newAddress(), newAddress()];
  await register({ email: one });
  const link = await linkTo(one);
  const answers = await Promise.all(Array.from({ length: 20 }, () => finish(link)));
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 404)]);
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

// Serial, so before all others: the job takes away what others have yet to look at.
test.serial('a link is dead after 24 hours, and a job takes its row away', async (t) => {
  const email = newAddress();
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
  const email = newAddress();
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

test('after three mails to one address the answer stays the same and nothing more is sent', async (t) => {
  const email = newAddress();
  const pages = [];
  for (let time = 0; time < 4; time += 1) pages.push(withoutSignIn((await register({ email })).asked.html));
  t.is(new Set(pages).size, 1);
  t.is(await db().registration.count({ where: { normalizedEmail: email } }), 3);
  t.is((await finish(await linkTo(email, 1))).status, 200, 'a newer one does not end it');
});

test('the mail goes to the mailbox that everybody means by the address', async (t) => {
  const email = newAddress();
  await register({ email: email.replace('new.test', 'ｎｅｗ.test') });
  t.is((await finish(await linkTo(email))).status, 200);
  t.like(await userOf(email), { email });
});

async function isSecret(t: ExecutionContext, secret: string, seen: unknown[]): Promise<void> {
  const rows = await db().$queryRaw`
    SELECT row_to_json(r)::text AS a FROM identity.registrations r
    UNION ALL SELECT row_to_json(e)::text FROM identity.events e
    UNION ALL SELECT row_to_json(m)::text FROM identity.outgoing_mails m
    UNION ALL SELECT row_to_json(o)::text FROM identity.oidc_records o`;
  const text = JSON.stringify([rows, seen, lines]);
  for (const clear of [secret, password]) t.false(text.includes(clear));
}

test('the secret and the password are in no log, no row and no answer that is not theirs', async (t) => {
  const email = newAddress();
  const { browser, asked } = await register({ email });
  const link = await linkTo(email);
  const secret = String(link.split('/')[2]);
  await isSecret(t, secret, [asked.html, [...asked.headers]]);
  const page = await browser.open(link);
  t.is(page.headers.get('referrer-policy'), 'no-referrer');
  t.regex(String(page.headers.get('cache-control')), /no-store/u);
  const done = await browser.submit(page, {});
  t.true(isDone(done));
  await isSecret(t, secret, [done.url.href, [...done.headers]]);
});

test('links of the mails lead to the configured issuer whatever the request says', async (t) => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  const [email, known] = [newAddress(), (await addUser(server)).email];
  for (const address of [email, known]) {
    const browser = new WireBrowser(server.issuer, { headers });
    const { url } = await buildRequest(await configure(server.issuer, 'demo-web'));
    const page = await browser.open(url.pathname + url.search);
    const action = String(/action="([^"]+)"/u.exec(page.body)?.[1]);
    const fields = { register: 'yes', email: address, password };
    t.is((await browser.request('POST', new URL(action, server.issuer), { fields })).status, 200);
    const { text, html } = await server.mailbox.mailTo(address);
    const links = [...`${text}${html}`.matchAll(/https?:[^\s"<]+/gu)].map(([link]) => link);
    t.true(links.length > 1 && links.every((link) => link.startsWith(`${server.issuer}/`)));
  }
});

test('forms are taken from our own pages only', async (t) => {
  const email = newAddress();
  const { browser, signInPage } = await register({ email });
  const link = await linkTo(email);
  const body = new URLSearchParams({ password, register: 'yes', email: newAddress() });
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
    for (const path of [link, signInPage.url.pathname])
      t.is((await browser.request('POST', new URL(path, server.issuer), body, headers)).status, 400);
  t.is(await userOf(email), null);
  t.is(await db().registration.count({ where: { normalizedEmail: String(body.get('email')) } }), 0);
});

test('where accounts are made by invitation there is no link, and what is sent is refused', async (t) => {
  const { browser, signInPage, page } = await begin(closed);
  t.notRegex(signInPage.html, /Create an account/u);
  t.notRegex(page.html, /Create an account/u);
  const known = { email: 'owner@acme.test', password: demoPassword };
  t.is((await browser.submit(signInPage, { register: 'yes', ...known })).status, 403, 'nor is it a sign-in');
  t.is((await browser.submit(signInPage, { registration: 'x' })).status, 403);
  for (const path of ['/registration/x', '/sign-in/x']) t.is((await browser.open(path)).status, 404);
  t.is(await closed.identity.db.registration.count(), 0);
  t.is(closed.mailbox.all.length, 0);
  t.throws(() => users({ registration: 'open', passwordSignIn: false, sso: [google(upstream)] }), {
    message: /passwordSignIn/u,
  });
});
