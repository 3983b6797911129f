import { google, users } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import { WireBrowser } from '@org/identity-testing/wire-browser';
import test, { type ExecutionContext } from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import {
  attackers,
  begin,
  closed,
  db,
  finish,
  isDone,
  lines,
  linkTo,
  newEmail,
  password,
  register,
  server,
  upstream,
  userOf,
} from '../support/registration-tests.js';
import { buildRequest, configure, enterPassword, exchange } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';

/** Removes the id of the sign-in that the page links to, because each browser has its own. */
const withoutSignIn = (html: string) => html.replaceAll(/\/interaction\/[\w-]+/gu, '/interaction');

test('a known and an unknown address get the same answer, and each a mail', async (t) => {
  const known = await addUser(server);
  const waiting = await addUser(server);
  await db().user.update({ where: { id: waiting.userId }, data: { deletedAt: new Date() } });
  const unknown = newEmail().replace('new.test', 'people.test');
  const responses = [];
  for (const email of [unknown, known.email, waiting.email]) {
    const { asked } = await register({ email });
    const { status, headers, html } = asked;
    const names = [...headers.keys()].sort();
    responses.push({
      status,
      names,
      length: headers.get('content-length'),
      html: withoutSignIn(html).replaceAll(email, 'X'),
    });
  }
  t.is(responses[0]?.status, 200);
  t.deepEqual(responses[1], responses[0]);
  t.deepEqual(responses[2], responses[0]);
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
  const email = newEmail();
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
  const [bySso, byReset] = [newEmail(), newEmail()];
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

test('after three mails to one address the answer stays the same and nothing more is sent', async (t) => {
  const email = newEmail();
  const pages = [];
  for (let time = 0; time < 4; time += 1) pages.push(withoutSignIn((await register({ email })).asked.html));
  t.is(new Set(pages).size, 1);
  t.is(await db().registration.count({ where: { normalizedEmail: email } }), 3);
  t.is((await finish(await linkTo(email, 1))).status, 200, 'a newer one does not end it');
});

test('the mail goes to the mailbox that everybody means by the address', async (t) => {
  const email = newEmail();
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
  const email = newEmail();
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
  const [email, known] = [newEmail(), (await addUser(server)).email];
  for (const to of [email, known]) {
    const browser = new WireBrowser(server.issuer, { headers });
    const { url } = await buildRequest(await configure(server.issuer, 'demo-web'));
    const page = await browser.open(url.pathname + url.search);
    const action = String(/action="([^"]+)"/u.exec(page.body)?.[1]);
    const fields = { register: 'yes', email: to, password };
    t.is((await browser.request('POST', new URL(action, server.issuer), { fields })).status, 200);
    const { text, html } = await server.mailbox.mailTo(to);
    const links = [...`${text}${html}`.matchAll(/https?:[^\s"<]+/gu)].map(([link]) => link);
    t.true(links.length > 1 && links.every((link) => link.startsWith(`${server.issuer}/`)));
  }
});

test('forms are taken from our own pages only', async (t) => {
  const email = newEmail();
  const { browser, signInPage } = await register({ email });
  const link = await linkTo(email);
  const body = new URLSearchParams({ password, register: 'yes', email: newEmail() });
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

test('a registration is sent again with the password that was chosen, and with the same answer for every address', async (t) => {
  const known = await addUser(server);
  const unknown = newEmail().replace('new.test', 'people.test');
  const answers = [];
  for (const email of [unknown, known.email]) {
    const { browser, asked, request } = await register({ email });
    const again = await browser.submit(asked, {});
    answers.push(withoutSignIn(again.html).replaceAll(email, 'X'));
    t.is(again.status, 200);
    t.is(again.html, asked.html);
    if (email === known.email) {
      t.is((await server.mailbox.mailTo(email, 2)).subject, 'You already have an account');
      continue;
    }
    const done = await browser.submit(await browser.open(await linkTo(email, 2)), {});
    t.truthy((await exchange(request, done.url)).access_token);
    const other = new TestBrowser(server.issuer);
    const page = await other.open((await buildRequest(await configure(server.issuer, 'demo-web'))).url);
    t.is((await enterPassword(other, page, email, password)).url.searchParams.has('code'), true);
  }
  t.is(answers[0], answers[1]);
});

test('only what this sign-in has begun is sent again, and no more often than other mails', async (t) => {
  const [foreign, mine] = [newEmail(), newEmail()];
  await register({ email: foreign });
  const { browser, asked } = await register({ email: mine });
  const unsent = await browser.submit(asked, { email: foreign });
  t.is(unsent.status, 200);
  t.is(unsent.html.replaceAll(foreign, 'X'), asked.html.replaceAll(mine, 'X'));
  t.is(await db().registration.count({ where: { normalizedEmail: foreign, expiresAt: { gt: new Date() } } }), 1);
  for (let time = 0; time < 4; time += 1) t.is((await browser.submit(asked, {})).html, asked.html);
  t.is(await db().registration.count({ where: { normalizedEmail: mine } }), 3);
  t.is((await browser.submit(asked, { email: 'nobody' })).status, 422);
});
