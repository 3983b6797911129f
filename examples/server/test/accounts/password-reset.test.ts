import { createHash, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { licensing, tenants, users } from '@org/identity-server';
import test, { type ExecutionContext } from 'ava';
import * as client from 'openid-client';
import { demoPassword } from '../../src/demo-data.js';
import { logLines } from '../support/log-lines.js';
import { buildRequest, call, configure, enterPassword, exchange, signIn } from '../support/sign-in.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { TestBrowser } from '../support/test-browser.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const newPassword = 'violet harbor engine 77';
const leaked = 'marble cactus lantern 12';
const leakedHash = createHash('sha1').update(leaked).digest('hex').toUpperCase();

let server: TestServer;
let leaks: Server;
const { logger, lines } = logLines();
test.before(async () => {
  leaks = createServer(({ url = '' }, response) => {
    response.end(url === `/${leakedHash.slice(0, 5)}` ? `${leakedHash.slice(5)}:7` : '');
  });
  await new Promise<void>((resolve) => leaks.listen(0, '127.0.0.1', resolve));
  const breachedPasswords = { url: `http://127.0.0.1:${(leaks.address() as AddressInfo).port}` };
  server = await startTestServer({ plugins: [users({ breachedPasswords }), tenants(), licensing()], logger });
});
test.after.always(async () => {
  await server?.stop();
  leaks?.closeAllConnections();
  leaks?.close();
});

const db = () => server.identity.db;
const rowOf = (id: string) => db().user.findUniqueOrThrow({ where: { id } });

async function ask(email: string) {
  const browser = new TestBrowser(server.issuer);
  return browser.submit(await browser.open('/password-reset'), { email });
}

async function linkTo(address: string, count = 1): Promise<string> {
  const { text } = await server.mailbox.mailTo(address, count);
  return String(/\/password-reset\/[\w-]+/u.exec(text)?.[0]);
}

/** Sends the form of the page behind a link, without looking at the page first. */
const setPassword = (link: string, password: string, more: Record<string, string> = {}) =>
  fetch(`${server.issuer}${link}`, { method: 'POST', body: new URLSearchParams({ password, ...more }) });

async function isDead(t: ExecutionContext, link: string, userId: string, why: string): Promise<void> {
  const before = await rowOf(userId);
  t.is((await new TestBrowser(server.issuer).open(link)).status, 404, why);
  t.is((await setPassword(link, newPassword)).status, 404, why);
  t.is((await rowOf(userId)).passwordHash, before.passwordHash, why);
}

test('a mailed link sets a new password and ends everything the old one opened', async (t) => {
  const { userId, email } = await addUser(server);
  const other = await addUser(server);
  await db().user.update({ where: { id: userId }, data: { emailVerified: false } });
  const { tokens, config, browser: oldBrowser } = await signIn(server.issuer, { email });
  const body = { email: `${randomUUID()}@new.test`, password: demoPassword };
  await send(server.issuer, 'POST', '/api/users/me/email', tokens.access_token, body);
  const before = await rowOf(userId);

  const asked = await ask(email);
  t.is(asked.status, 200);
  const browser = new TestBrowser(server.issuer);
  const link = await linkTo(email);
  await browser.open(link);
  const page = await browser.open(link);
  t.is(page.status, 200);
  t.is((await rowOf(userId)).passwordHash, before.passwordHash, 'looking changes nothing');
  const foreign = { email: other.email, username: other.email, userId: other.userId, token: 'x' };
  const done = await browser.submit(page, { password: newPassword, ...foreign });
  t.is(done.status, 200);

  const after = await rowOf(userId);
  t.not(after.passwordHash, before.passwordHash);
  t.is((await rowOf(other.userId)).passwordHash, before.passwordHash, 'the link alone says whose password it is');
  t.like(after, { emailVerified: true, signInEpoch: before.signInEpoch + 1 });
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 401);
  await t.throwsAsync(client.refreshTokenGrant(config, String(tokens.refresh_token)));
  const again = await oldBrowser.open((await buildRequest(config)).url);
  t.is(again.url.origin, server.issuer, 'the old session opens nothing');
  t.is((await enterPassword(oldBrowser, again, email)).status, 401, 'nor does the old password');
  t.truthy((await signIn(server.issuer, { email, password: newPassword })).tokens.access_token);
  t.is(await db().emailChange.count({ where: { userId } }), 0);
  t.regex((await server.mailbox.mailTo(email, 2)).subject, /was reset/u);
  const events = await db().event.findMany({ where: { subjectId: userId, type: 'password.reset' } });
  t.deepEqual(
    events.map(({ actorId, tenantId }) => ({ actorId, tenantId })),
    [{ actorId: userId, tenantId: null }],
  );
  await isDead(t, link, userId, 'used');
});

test('known, unknown and waiting addresses get the same answer, and only an account a mail', async (t) => {
  const [known, waiting] = [await addUser(server), await addUser(server)];
  await db().user.update({ where: { id: waiting.userId }, data: { deletedAt: new Date() } });
  const unknown = `${randomUUID()}@people.test`;
  const answers = [];
  for (const email of [unknown, waiting.email, known.email]) {
    const { status, headers, html } = await ask(email);
    const names = [...headers.keys()].sort();
    answers.push({ status, names, length: headers.get('content-length'), html: html.replaceAll(email, 'X') });
  }
  t.is(answers[0]?.status, 200);
  t.deepEqual(answers[1], answers[0]);
  t.deepEqual(answers[2], answers[0]);
  await Promise.all([linkTo(known.email), linkTo(waiting.email)]);
  t.false(server.mailbox.all.some(({ to }) => to === unknown));
});

test('the mail goes to the address of the account, not to the one that was typed', async (t) => {
  const { email } = await addUser(server);
  const typed = email.toUpperCase().replace('PEOPLE', 'ＰＥＯＰＬＥ');
  t.is((await ask(typed)).status, 200);
  t.truthy(await linkTo(email));
  t.false(server.mailbox.all.some(({ to }) => to === typed));
});

test('after three mails to one address the answer stays the same, no further mail is sent, and the last link works', async (t) => {
  const { userId, email } = await addUser(server);
  const pages = [];
  for (let time = 0; time < 3; time += 1) pages.push((await ask(email)).html);
  const { secretHash } = await db().passwordReset.findUniqueOrThrow({ where: { userId } });
  pages.push((await ask(email.toUpperCase())).html.replaceAll(email.toUpperCase(), email));
  t.is(new Set(pages).size, 1);
  t.deepEqual((await db().passwordReset.findUniqueOrThrow({ where: { userId } })).secretHash, secretHash);
  t.is((await new TestBrowser(server.issuer).open(await linkTo(email, 3))).status, 200);
});

test('what is no address gets the form again with 422', async (t) => {
  for (const email of ['', 'nobody', 'a@', 'a@b@c', `${'x'.repeat(250)}@people.test`, 'a@people.test, b@people.test']) {
    const page = await ask(email);
    t.is(page.status, 422, email);
    t.regex(page.html, /aria-invalid="true"/u);
  }
});

// Serial, so before all others: a busy process would not hear the answer of the service within its second.
test.serial('a weak or leaked password is refused with the reason, and the link stays good', async (t) => {
  const { userId, email } = await addUser(server);
  await ask(email);
  const link = await linkTo(email);
  const { passwordHash } = await rowOf(userId);
  for (const password of ['', 'short', 'password123', email, leaked]) {
    const refused = await setPassword(link, password);
    t.is(refused.status, 422, password);
    t.regex(await refused.text(), /class="field-error"/u);
  }
  t.is((await rowOf(userId)).passwordHash, passwordHash);
  t.is((await setPassword(link, newPassword)).status, 200);
});

test.serial('a leaked password is refused wherever one is set', async (t) => {
  const { id, owner } = await freshTenant(server);
  const token = await tokenOf(server.issuer, owner.email);
  const change = { currentPassword: demoPassword, newPassword: leaked };
  const changed = await send(server.issuer, 'POST', '/api/users/me/password', token, change);
  t.deepEqual([changed.status, changed.body['error']], [422, 'WEAK_PASSWORD']);
  const email = `${randomUUID()}@people.test`;
  await send(server.issuer, 'POST', `/api/tenants/${id}/invitations`, token, { email });
  const path = `/api/invitations/${await server.mailbox.invitationSecret(email)}/accept`;
  const accepted = await send(server.issuer, 'POST', path, undefined, { password: leaked });
  t.deepEqual([accepted.status, accepted.body['error']], [422, 'WEAK_PASSWORD']);
});

test('of 20 parallel uses of a link one sets its password', async (t) => {
  const { userId, email } = await addUser(server);
  await ask(email);
  const link = await linkTo(email);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => setPassword(link, `${newPassword} ${index}`)),
  );
  const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
  t.is(winners.length, 1);
  t.true(answers.every(({ status }) => status === 200 || status === 404));
  t.is((await rowOf(userId)).signInEpoch, 1);
  t.is(await db().event.count({ where: { subjectId: userId, type: 'password.reset' } }), 1);
  const password = `${newPassword} ${winners[0]}`;
  t.truthy((await signIn(server.issuer, { email, password })).tokens.access_token);
});

test('a link is dead after a newer one, a changed password, a changed address and an hour', async (t) => {
  const { userId, email } = await addUser(server);
  await ask(email);
  await ask(email);
  await isDead(t, await linkTo(email, 1), userId, 'a newer one was sent');
  const { expiresAt } = await db().passwordReset.findUniqueOrThrow({ where: { userId } });
  t.is(Math.round((expiresAt.getTime() - Date.now()) / 60_000), 60);
  await db().passwordReset.update({ where: { userId }, data: { expiresAt: new Date() } });
  await isDead(t, await linkTo(email, 2), userId, 'expired');

  const changing = await addUser(server);
  const token = await tokenOf(server.issuer, changing.email);
  await ask(changing.email);
  const change = { currentPassword: demoPassword, newPassword };
  t.is((await send(server.issuer, 'POST', '/api/users/me/password', token, change)).status, 200);
  t.is((await rowOf(changing.userId)).signInEpoch, 1);
  await isDead(t, await linkTo(changing.email), changing.userId, 'the password was changed');

  const moving = await addUser(server);
  const next = `${randomUUID()}@new.test`;
  await ask(moving.email);
  const body = { email: next, password: demoPassword };
  await send(server.issuer, 'POST', '/api/users/me/email', await tokenOf(server.issuer, moving.email), body);
  const [path] = /\/email-change\/[\w-]+/u.exec((await server.mailbox.mailTo(next)).text) ?? [];
  t.is((await fetch(`${server.issuer}${path}`, { method: 'POST', body: new URLSearchParams() })).status, 200);
  await isDead(t, await linkTo(moving.email), moving.userId, 'the address was changed');
});

test('without the mailed secret no step sets a password', async (t) => {
  const { userId, email } = await addUser(server);
  await ask(email);
  const { secretHash } = await db().passwordReset.findUniqueOrThrow({ where: { userId } });
  const { passwordHash } = await rowOf(userId);
  const stored = Buffer.from(secretHash);
  const guesses = [userId, email, 'x'.repeat(43), stored.toString('base64url'), stored.toString('hex'), '%00', '..%2f'];
  for (const guess of guesses) {
    const { status } = await setPassword(`/password-reset/${guess}`, newPassword, { email });
    t.true(status === 404 || status === 400, `${guess}: ${status}`);
  }
  await setPassword('/password-reset', newPassword, { email, token: stored.toString('base64url') });
  t.is((await rowOf(userId)).passwordHash, passwordHash);
});

test('a person without a password sets their first one, and a waiting account stays waiting', async (t) => {
  const [bare, waiting] = [await addUser(server), await addUser(server)];
  await db().user.update({ where: { id: bare.userId }, data: { passwordHash: null } });
  const deletedAt = new Date();
  await db().user.update({ where: { id: waiting.userId }, data: { deletedAt } });
  for (const { email } of [bare, waiting]) {
    await ask(email);
    t.is((await setPassword(await linkTo(email), newPassword)).status, 200);
  }
  t.truthy((await signIn(server.issuer, { email: bare.email, password: newPassword })).tokens.access_token);
  const { passwordHash } = await rowOf(bare.userId);
  t.truthy(passwordHash);
  t.deepEqual((await rowOf(waiting.userId)).deletedAt, deletedAt);
});

test('the reset of an unproven address ends the links to other providers, that of a proven one keeps them', async (t) => {
  for (const emailVerified of [false, true]) {
    const { userId, email } = await addUser(server);
    await db().user.update({ where: { id: userId }, data: { emailVerified } });
    await db().ssoLink.create({ data: { userId, provider: 'GOOGLE', issuer: 'https://sso.test', subject: userId } });
    const attempt = { userId, provider: 'MICROSOFT', expiresAt: new Date(Date.now() + 60_000) };
    await db().ssoAttempt.create({ data: { ...attempt, secretHash: Buffer.from(userId) } });
    await ask(email);
    t.is((await setPassword(await linkTo(email), newPassword)).status, 200);
    t.is(await db().ssoAttempt.count({ where: { userId } }), 0, 'a link that was being made is not made');
    t.is(await db().ssoLink.count({ where: { userId } }), emailVerified ? 1 : 0);
  }
});

test('an owner whom wrong tries of others keep out gets in after a reset', async (t) => {
  const { email } = await addUser(server);
  const wrong = async (password: string) => {
    const browser = new TestBrowser(server.issuer);
    const page = await browser.open((await buildRequest(await configure(server.issuer, 'demo-web'))).url);
    return enterPassword(browser, page, email, password);
  };
  for (let tries = 0; tries < 11; tries += 1) await wrong('wrong');
  t.is((await wrong(demoPassword)).status, 401, 'not even the right one');
  await ask(email);
  t.is((await setPassword(await linkTo(email), newPassword)).status, 200);
  t.truthy((await signIn(server.issuer, { email, password: newPassword })).tokens.access_token);
});

test('the secret of a reset is in its mail and page, and nowhere else', async (t) => {
  const { email } = await addUser(server);
  const asked = await ask(email);
  const link = await linkTo(email);
  const secret = link.split('/')[2] ?? '';
  const page = await fetch(`${server.issuer}${link}`);
  t.is(page.headers.get('referrer-policy'), 'no-referrer');
  t.regex(String(page.headers.get('cache-control')), /no-store/u);
  const rows = await db().$queryRaw`
    SELECT row_to_json(r)::text AS a FROM identity.password_resets r
    UNION ALL SELECT row_to_json(e)::text FROM identity.events e
    UNION ALL SELECT row_to_json(m)::text FROM identity.outgoing_mails m`;
  const done = await setPassword(link, newPassword);
  const seen = [rows, asked.html, [...page.headers], [...done.headers], await done.text(), lines];
  t.false(JSON.stringify(seen).includes(secret));
});

test('a reset is taken from our own pages only', async (t) => {
  const { userId, email } = await addUser(server);
  await ask(email);
  const link = await linkTo(email);
  const { passwordHash } = await rowOf(userId);
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    for (const path of ['/password-reset', link]) {
      const body = new URLSearchParams({ email, password: newPassword });
      t.is((await fetch(`${server.issuer}${path}`, { method: 'POST', headers, body })).status, 400);
    }
  }
  t.is((await rowOf(userId)).passwordHash, passwordHash);
  t.is((await new TestBrowser(server.issuer).open(link)).status, 200, 'the link is neither used nor replaced');
});

/** Begins a sign-in, and asks for a reset from its page. */
async function forget(email: string) {
  const browser = new TestBrowser(server.issuer);
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  const signInPage = await browser.open(request.url);
  const link = String(/<a href="([^"]+)">Forgot/u.exec(signInPage.html)?.[1]);
  const asking = await browser.open(link);
  await browser.submit(asking, { email });
  return { browser, request, interaction: signInPage.url.pathname, asking, link: await linkTo(email) };
}

test('somebody who forgot their password within a sign-in goes on with it after setting a new one', async (t) => {
  const { email } = await addUser(server);
  const { browser, request, interaction, asking, link } = await forget(email);
  t.is(asking.url.pathname, '/password-reset');
  const back = await browser.submit(await browser.open(link), { password: newPassword });
  t.deepEqual([back.status, back.url.pathname], [200, `${interaction}/return`]);
  t.regex(back.html, /Your new password is set/u);
  const done = await enterPassword(browser, back, email, newPassword);
  t.truthy((await exchange(request, done.url)).access_token);
});

test('in another browser, or when the sign-in is over, a reset ends with a page that says so', async (t) => {
  const [one, two] = [await addUser(server), await addUser(server)];
  const elsewhere = await forget(one.email);
  const set = await setPassword(elsewhere.link, newPassword);
  t.deepEqual([set.status, set.headers.get('location')], [200, null]);
  const over = await forget(two.email);
  const page = await over.browser.open(over.interaction);
  await enterPassword(over.browser, page, two.email);
  const done = await over.browser.submit(await over.browser.open(over.link), { password: newPassword });
  t.deepEqual([done.status, done.url.pathname], [200, over.link]);
});

test('nothing but the name of a sign-in is taken along to the reset, and none of another browser', async (t) => {
  const { email, userId } = await addUser(server);
  const foreign = await forget((await addUser(server)).email);
  const evil = ['//evil.example', 'https://evil.example', '../../evil', 'a b', '', '\\evil', 'x'.repeat(65)];
  const browser = new TestBrowser(server.issuer);
  for (const interaction of evil) {
    const page = await browser.open(`/password-reset?${new URLSearchParams({ interaction })}`);
    t.notRegex(page.html, /name="interaction"/u, interaction);
  }
  const sent = async (interaction: string) => {
    const url = new URL('/password-reset', server.issuer);
    t.is((await browser.request('POST', url, new URLSearchParams({ email, interaction }))).status, 200);
    return (await db().passwordReset.findUniqueOrThrow({ where: { userId } })).interactionUid;
  };
  t.is(await sent('//evil.example'), null);
  const uid = String(foreign.interaction.split('/')[2]);
  t.is(await sent(uid), uid);
  const set = await browser.submit(await browser.open(await linkTo(email, 2)), { password: newPassword });
  t.is(set.url.pathname.split('/')[1], 'password-reset', 'this browser has not begun that sign-in');
});
