import { TestBrowser } from '@org/identity-testing/test-browser';
import { type ForeignPassword, storedHashOf } from '@org/identity-users';
import test from 'ava';
import { foreignHashes, foreignPassword } from '../support/foreign-hashes.js';
import { logLines } from '../support/log-lines.js';
import { asksForCode, begin, enrol, isDone, totp } from '../support/second-factor.js';
import { call, signIn } from '../support/sign-in.js';
import { addUser, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
const { logger, lines } = logLines();
test.before(async () => {
  server = await startTestServer({ logger });
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

async function addForeign(foreign: ForeignPassword = foreignHashes['bcrypt 2b']) {
  const { userId, email } = await addUser(server);
  const passwordHash = storedHashOf(foreign);
  await db().user.update({ where: { id: userId }, data: { passwordHash } });
  return { userId, email, passwordHash };
}

const hashOf = async (id: string) => (await db().user.findUniqueOrThrow({ where: { id } })).passwordHash ?? '';

/** Hashes of other systems, as they are stored, never leave the database. */
const secretsOf = (stored: string) => stored.split(/[|$]/u).filter((part) => part.length > 15);

for (const [form, foreign] of Object.entries(foreignHashes)) {
  test(`${form}: the right password signs in on the page, and the hash becomes ours in the same request`, async (t) => {
    const { userId, email, passwordHash } = await addForeign(foreign);
    const { browser, page } = await begin(server, { email, password: 'wrong horse battery' });
    t.is(page.status, 401);
    t.is(await hashOf(userId), passwordHash);
    const done = await browser.submit(page, { email, password: foreignPassword });
    t.true(isDone(done), done.html);
    t.regex(await hashOf(userId), /^\$argon2id\$v=19\$/u);
    t.true(isDone((await begin(server, { email, password: foreignPassword })).page), 'and the next time');
  });
}

test('a wrong password, an unknown email and an account of ours get the same page', async (t) => {
  const { email } = await addForeign();
  const { email: own } = await addUser(server);
  const pages = await Promise.all(
    [email, own, 'nobody@people.test'].map((typed) => begin(server, { email: typed, password: 'wrong horse battery' })),
  );
  t.deepEqual(
    pages.map(({ page }) => page.status),
    [401, 401, 401],
  );
  const bare = pages.map(({ page }, index) =>
    page.html.replaceAll([email, own, 'nobody@people.test'][index] ?? '', '').replaceAll(/[\w-]{20,}/gu, ''),
  );
  t.is(new Set(bare).size, 1);
});

test('two sign-ins at once both succeed, and one hash is stored', async (t) => {
  const { userId, email } = await addForeign(foreignHashes['pbkdf2-sha256']);
  const pages = await Promise.all([1, 2].map(() => begin(server, { email, password: foreignPassword })));
  t.true(pages.every(({ page }) => isDone(page)));
  t.regex(await hashOf(userId), /^\$argon2id\$/u);
});

test('a browser is known after the first sign-in with a foreign hash', async (t) => {
  const { email } = await addForeign();
  const { browser } = await signIn(server.issuer, { email, password: foreignPassword });
  const known = browser.cookies()['identity-known'];
  t.truthy(known);
  const wrong = await begin(server, { email, password: 'wrong', browser, changes: { prompt: 'login' } });
  t.is(wrong.page.status, 401);
});

test('a second factor is asked for after the password with a foreign hash', async (t) => {
  const { userId, email } = await addUser(server);
  const { secret } = await enrol(server, { userId, email });
  const passwordHash = storedHashOf(foreignHashes.scrypt);
  await db().user.update({ where: { id: userId }, data: { passwordHash } });
  const { browser, page } = await begin(server, { email, password: foreignPassword });
  t.true(asksForCode(page), page.html);
  t.regex(await hashOf(userId), /^\$argon2id\$/u);
  t.true(isDone(await browser.submit(page, { code: totp(secret) })));
});

test('the current password of a foreign hash changes it to a new one', async (t) => {
  const { userId, email } = await addForeign(foreignHashes['better-auth']);
  const { tokens } = await signIn(server.issuer, { email, password: foreignPassword });
  // As if another import had brought the hash again.
  const passwordHash = storedHashOf(foreignHashes['better-auth']);
  await db().user.update({ where: { id: userId }, data: { passwordHash } });
  const change = (currentPassword: string) =>
    send(server.issuer, 'POST', '/api/users/me/password', tokens.access_token, {
      currentPassword,
      newPassword: 'another harbor engine 78',
    });
  t.is((await change('wrong horse battery')).status, 400);
  t.is((await change(foreignPassword)).status, 200);
  t.regex(await hashOf(userId), /^\$argon2id\$/u);
  t.true(isDone((await begin(server, { email, password: 'another harbor engine 78' })).page));
});

test('a password reset replaces a foreign hash', async (t) => {
  const { userId, email } = await addForeign(foreignHashes.firebase);
  await fetch(`${server.issuer}/password-reset`, { method: 'POST', body: new URLSearchParams({ email }) });
  const { text } = await server.mailbox.mailTo(email);
  const link = /http\S+password-reset\/\S+/u.exec(text)?.[0] ?? '';
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open(new URL(link));
  await browser.submit(page, { password: 'another harbor engine 78', newPassword: 'another harbor engine 78' });
  t.regex(await hashOf(userId), /^\$argon2id\$/u);
});

test('no hash of another system is in a log, an event, an export of the user or a response', async (t) => {
  const { userId, email, passwordHash } = await addForeign(foreignHashes.firebase);
  const { page } = await begin(server, { email, password: 'wrong horse battery' });
  const { tokens } = await signIn(server.issuer, { email, password: foreignPassword });
  await db().user.update({ where: { id: userId }, data: { passwordHash } });
  const exported = await call(server.issuer, '/api/users/me/export', tokens.access_token);
  const events = await db().event.findMany({ where: { subjectId: userId } });
  const readable = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  const all = [page.html, JSON.stringify(exported.body), JSON.stringify(events, readable), ...lines].join('\n');
  for (const secret of [foreignPassword, ...secretsOf(passwordHash)]) t.false(all.includes(secret), secret);
});
