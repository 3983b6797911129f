import { randomUUID } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import {
  db,
  isDead,
  lines,
  linkTo,
  newPassword,
  requestReset,
  rowOf,
  server,
  setPassword,
} from '../support/password-reset-tests.js';
import { buildRequest, configure, enterPassword, signIn } from '../support/sign-in.js';
import { addUser, send, tokenOf } from '../support/tenant-api.js';

test('of 20 parallel uses of a link one sets its password', async (t) => {
  const { userId, email } = await addUser(server);
  await requestReset(email);
  const link = await linkTo(email);
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => setPassword(link, `${newPassword} ${index}`)),
  );
  const winners = responses.flatMap(({ status }, index) => (status === 200 ? [index] : []));
  t.is(winners.length, 1);
  t.true(responses.every(({ status }) => status === 200 || status === 404));
  t.is((await rowOf(userId)).signInEpoch, 1);
  t.is(await db().event.count({ where: { subjectId: userId, type: 'password.reset' } }), 1);
  const password = `${newPassword} ${winners[0]}`;
  t.truthy((await signIn(server.issuer, { email, password })).tokens.access_token);
});

test('a link is dead after a newer one, a changed password, a changed address and an hour', async (t) => {
  const { userId, email } = await addUser(server);
  await requestReset(email);
  await requestReset(email);
  await isDead(t, await linkTo(email, 1), userId, 'a newer one was sent');
  const { expiresAt } = await db().passwordReset.findUniqueOrThrow({ where: { userId } });
  t.is(Math.round((expiresAt.getTime() - Date.now()) / 60_000), 60);
  await db().passwordReset.update({ where: { userId }, data: { expiresAt: new Date() } });
  await isDead(t, await linkTo(email, 2), userId, 'expired');

  const changing = await addUser(server);
  const token = await tokenOf(server.issuer, changing.email);
  await requestReset(changing.email);
  const change = { currentPassword: demoPassword, newPassword };
  t.is((await send(server.issuer, 'POST', '/api/users/me/password', token, change)).status, 200);
  t.is((await rowOf(changing.userId)).signInEpoch, 1);
  await isDead(t, await linkTo(changing.email), changing.userId, 'the password was changed');

  const moving = await addUser(server);
  const next = `${randomUUID()}@new.test`;
  await requestReset(moving.email);
  const body = { email: next, password: demoPassword };
  await send(server.issuer, 'POST', '/api/users/me/email', await tokenOf(server.issuer, moving.email), body);
  const [path] = /\/email-change\/[\w-]+/u.exec((await server.mailbox.mailTo(next)).text) ?? [];
  t.is((await fetch(`${server.issuer}${path}`, { method: 'POST', body: new URLSearchParams() })).status, 200);
  await isDead(t, await linkTo(moving.email), moving.userId, 'the address was changed');
});

test('without the mailed secret no step sets a password', async (t) => {
  const { userId, email } = await addUser(server);
  await requestReset(email);
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
    await requestReset(email);
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
    await requestReset(email);
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
  await requestReset(email);
  t.is((await setPassword(await linkTo(email), newPassword)).status, 200);
  t.truthy((await signIn(server.issuer, { email, password: newPassword })).tokens.access_token);
});

test('the secret of a reset is in its mail and page, and nowhere else', async (t) => {
  const { email } = await addUser(server);
  const asked = await requestReset(email);
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
  await requestReset(email);
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
