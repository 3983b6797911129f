import { createHmac } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { plantConnection } from '../support/connection-changes.js';
import {
  addPasswordless,
  ask,
  begin,
  codeTo,
  isDone,
  newEmail,
  open,
  otherThan,
  server,
  withoutPasswords,
} from '../support/emailed-code-tests.js';
import { identityCommand } from '../support/identity-command.js';
import { enrol } from '../support/second-factor.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';

const db = () => server.identity.db;
const rowOf = (email: string) => db().emailCode.findFirstOrThrow({ where: { normalizedEmail: email } });

test('a code does not work in another browser, even one that has asked for its own', async (t) => {
  const { email } = await addPasswordless();
  const owner = await ask(email);
  const attacker = await ask(email);
  const [first, second] = [await codeTo(email), await codeTo(email, { count: 2 })];
  if (first !== second) {
    t.is((await attacker.enter(first)).status, 401);
    t.is((await owner.enter(second)).status, 401);
  }
  // A browser that knows the address of the page, and not its cookies.
  const stranger = new TestBrowser(server.issuer);
  const page = await stranger.request(
    'POST',
    owner.signInPage.url,
    new URLSearchParams({ emailCode: 'check', code: first }),
  );
  t.is(page.status, 400);
  t.true(isDone(await owner.enter(first)));
});

test('a code does not work for another sign-in of the same browser', async (t) => {
  const { email } = await addPasswordless();
  const owner = await ask(email);
  const code = await codeTo(email);
  const other = await begin(server, { browser: owner.browser });
  t.is((await owner.browser.submit(other.signInPage, { emailCode: 'check', code })).status, 410);
  const second = await ask(newEmail(), server, { browser: owner.browser });
  t.is((await second.enter(code)).status, 401);
  t.true(isDone(await owner.enter(code)));
});

test('of 20 parallel uses of a right code one signs in, and it works once', async (t) => {
  const { userId, email } = await addPasswordless();
  const { browser, signInPage } = await ask(email);
  const code = await codeTo(email);
  const body = () => new URLSearchParams({ emailCode: 'check', code });
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => browser.request('POST', signInPage.url, body())),
  );
  t.is(responses.filter(({ status }) => status === 303).length, 1);
  t.true(responses.every(({ status }) => [303, 401, 410, 429].includes(status)));
  t.is(await db().emailCode.count({ where: { userId } }), 0);
  const again = await ask(email);
  const next = await codeTo(email, { count: 2 });
  if (code !== next) t.is((await again.enter(code)).status, 401);
});

test('a code does not work after ten minutes', async (t) => {
  const { email } = await addPasswordless();
  const { enter } = await ask(email);
  const { secretHash, expiresAt } = await rowOf(email);
  t.is(Math.round((expiresAt.getTime() - Date.now()) / 60_000), 10);
  await db().emailCode.update({ where: { secretHash }, data: { expiresAt: new Date() } });
  t.is((await enter(await codeTo(email))).status, 410);
});

test('a code does not work after a password change', async (t) => {
  const { email } = await addUser(server);
  const { enter } = await ask(email);
  const token = await tokenOf(server.issuer, email);
  const change = { currentPassword: demoPassword, newPassword: 'violet harbor engine 77' };
  t.is((await send(server.issuer, 'POST', '/api/users/me/password', token, change)).status, 200);
  t.false(isDone(await enter(await codeTo(email))));
});

test('nor after the email has changed', async (t) => {
  const { userId, email } = await addPasswordless();
  const { enter } = await ask(email);
  const next = newEmail();
  await db().user.update({ where: { id: userId }, data: { email: next, normalizedEmail: next } });
  t.is((await enter(await codeTo(email))).status, 410);
});

test('a disabled account gets no code, and one that is disabled later cannot use it', async (t) => {
  const { userId, email } = await addPasswordless(open);
  const { enter } = await ask(email, open);
  await identityCommand(open.databaseUrl, 'users', 'disable', userId);
  t.false(isDone(await enter(await codeTo(email, { at: open }))));
  const later = await ask(email, open);
  t.is(later.page.status, 200);
  const row = await open.identity.db.emailCode.findFirstOrThrow({
    where: { normalizedEmail: email },
    orderBy: { createdAt: 'desc' },
  });
  t.like(row, { userId: null, createsAccount: false });
  t.is(open.mailbox.all.filter(({ to }) => to === email).length, 1);
});

test('there are five tries, also if they come at once; the sixth is refused with the right code', async (t) => {
  const { email } = await addPasswordless();
  const { enter } = await ask(email);
  const code = await codeTo(email);
  const tries = Array.from({ length: 8 }, (_, index) => enter(otherThan(code, index + 1)));
  for (const page of await Promise.all(tries)) t.is(page.status, 401);
  t.is((await rowOf(email)).tries, 5);
  t.false(isDone(await enter(code)));
  t.is((await rowOf(email)).tries, 5);
});

test('the database has no code that could be guessed, and neither has a URL', async (t) => {
  const { email } = await addPasswordless();
  const { page } = await ask(email);
  const code = await codeTo(email);
  const { codeHash, secretHash, interactionUid } = await rowOf(email);
  const guess = createHmac('sha256', Buffer.from(secretHash)).update(`${interactionUid}\n${code}`).digest();
  t.false(Buffer.from(codeHash).equals(guess));
  t.false(page.url.href.includes(code));
  t.false(page.html.includes(code));
});

test('one recipient gets three codes an hour, and nobody sees the limit', async (t) => {
  const { email } = await addPasswordless();
  const pages = [];
  for (let asked = 0; asked < 6; asked += 1) pages.push((await ask(email)).page);
  t.deepEqual([...new Set(pages.map(({ status }) => status))], [200]);
  const other = await addPasswordless();
  await ask(other.email);
  await codeTo(other.email);
  t.is(server.mailbox.all.filter(({ to }) => to === email).length, 3);
});

/** An account, and the browser in which its owner has signed in with a code. */
async function knownOwner() {
  const { email } = await addPasswordless();
  const { browser, enter } = await ask(email);
  if (!isDone(await enter(await codeTo(email)))) throw new Error('The owner was not signed in.');
  return { email, browser, again: () => ask(email, server, { browser, changes: { prompt: 'login' } }) };
}

const mailsTo = (email: string) => server.mailbox.all.filter(({ to }) => to === email).length;

test('a code exists only if it was mailed', async (t) => {
  const { email } = await addPasswordless();
  for (let asked = 0; asked < 5; asked += 1) await ask(email);
  await codeTo(email, { count: 3 });
  const rows = await db().emailCode.findMany({ where: { normalizedEmail: email }, orderBy: { createdAt: 'asc' } });
  t.deepEqual(
    rows.map(({ codeHash }) => codeHash.length > 0),
    [true, true, true, false, false],
  );
});

test('tries at unmailed codes tell nothing about who has an account', async (t) => {
  const pagesOf = async (email: string) => {
    const pages: string[] = [];
    // Two pages use the tries of codes up, the third the mails. For the fourth there is no mail.
    for (let page = 0; page < 4; page += 1) {
      const { enter } = await ask(email);
      for (let guess = 0; guess < 5; guess += 1) {
        const { status, html } = await enter(String(100000 + guess));
        pages.push(`${status} ${html.replaceAll(email, 'EMAIL').replaceAll(/[\w-]{16,}|\d+/gu, 'X')}`);
      }
    }
    return pages;
  };
  const { email } = await addPasswordless();
  t.deepEqual(await pagesOf(email), await pagesOf(newEmail()));
});

test('strangers who ask for codes do not keep the owner from getting one in a browser of theirs', async (t) => {
  const { email, again } = await knownOwner();
  for (let asked = 0; asked < 4; asked += 1) await ask(email);
  await codeTo(email, { count: 3 });
  const { enter } = await again();
  t.true(isDone(await enter(await codeTo(email, { count: 4 }))));
  t.is(mailsTo(email), 4);
});

test('guesses at codes that were not mailed do not keep the owner from using one', async (t) => {
  const { email } = await addPasswordless();
  const owner = await ask(email);
  const code = await codeTo(email);
  for (let asked = 0; asked < 2; asked += 1) await ask(email);
  for (const { enter } of [await ask(email), await ask(email)])
    for (let guess = 0; guess < 5; guess += 1) t.is((await enter(otherThan(code, guess + 1))).status, 401);
  const { enter } = await ask(email);
  t.regex((await enter('123456')).html, /minute/u, 'they have to wait, as for a code that was mailed');
  t.true(isDone(await owner.enter(code)));
});

test('wrong codes of strangers do not keep the owner from using one in a browser of theirs', async (t) => {
  const { email, again } = await knownOwner();
  const strangers = [await ask(email), await ask(email)];
  for (const { enter } of strangers) for (let guess = 0; guess < 5; guess += 1) await enter('000000');
  const { enter } = await again();
  t.true(isDone(await enter(await codeTo(email, { count: 4 }))));
});

test('codes to new addresses are limited for the whole deployment, and users with an account still get theirs', async (t) => {
  const { db: database } = withoutPasswords.identity;
  const expire = BigInt(Date.now() + 3_600_000);
  await database.rateLimit.create({ data: { key: 'mail_code_new', points: 1000, expire } });
  const [stranger, known] = [newEmail(), await addPasswordless(withoutPasswords)];
  t.is((await ask(stranger, withoutPasswords)).page.status, 200);
  await ask(known.email, withoutPasswords);
  await codeTo(known.email, { at: withoutPasswords });
  t.is(withoutPasswords.mailbox.all.filter(({ to }) => to === stranger).length, 0);
  const { codeHash } = await database.emailCode.findFirstOrThrow({ where: { normalizedEmail: stranger } });
  t.is(codeHash.length, 0, 'nobody guesses a code that creates an account');
});

test('known, unknown and disabled emails get the same page, status and answer to a wrong code', async (t) => {
  const known = await addPasswordless();
  const disabled = await addPasswordless();
  await db().user.update({ where: { id: disabled.userId }, data: { disabledAt: new Date() } });
  const emails = [known.email, newEmail(), disabled.email];
  const seen = [];
  for (const email of emails) {
    const { page, enter, signInPage } = await ask(email);
    const plain = (html: string) => html.replaceAll(email, 'EMAIL').replaceAll(signInPage.url.pathname, 'ACTION');
    const wrong = await enter('000000');
    seen.push([page.status, plain(page.html), wrong.status, plain(wrong.html)]);
  }
  t.deepEqual(seen[1], seen[0]);
  t.deepEqual(seen[2], seen[0]);
  t.is(server.mailbox.all.filter(({ to }) => to === emails[1]).length, 0);
});

test('where registration is closed, an unknown email gets no working code', async (t) => {
  const email = newEmail();
  const { browser, page } = await ask(email);
  t.like(await rowOf(email), { userId: null, createsAccount: false });
  t.is((await browser.submit(page, { emailCode: 'name', displayName: 'x' })).status, 410);
  t.is(await db().user.count({ where: { email } }), 0);
});

test('the policy of a tenant that requires single sign-on is not passed by a code', async (t) => {
  const { id: tenantId, slug, owner } = await freshTenant(server);
  const { email } = await addMember(server, tenantId, 'member');
  await plantConnection(server, tenantId, 'ACTIVE');
  const { tokens } = await enrol(server, owner);
  const policy = { requireSso: true, breakGlass: [owner.userId] };
  t.is((await send(server.issuer, 'PUT', `/api/tenants/${tenantId}/policy`, tokens.access_token, policy)).status, 200);
  const { page, browser } = await ask(email, server, { changes: { tenant: slug } });
  const refused = await browser.submit(page, { emailCode: 'check', code: await codeTo(email) });
  t.false(isDone(refused));
  t.regex(refused.html, /asks for another way to sign in/u);
});

test('an email whose domain has a connection goes to the provider, as without a code', async (t) => {
  const { id: tenantId, slug } = await freshTenant(server);
  const connectionId = await plantConnection(server, tenantId, 'ACTIVE');
  const { domain } = await db().domain.findFirstOrThrow({ where: { connections: { some: { connectionId } } } });
  const email = `ada@${domain}`;
  const { signInPage, page } = await ask(email, server, { changes: { tenant: slug } });
  t.notRegex(signInPage.html, /name="password"/u, 'the email comes first');
  t.regex(signInPage.html, /name="emailCode" value="send"/u);
  t.is(page.status, 503, 'nobody answers there');
  t.is(await db().emailCode.count({ where: { normalizedEmail: email } }), 0);
});
