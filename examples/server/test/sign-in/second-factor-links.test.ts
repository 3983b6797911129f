import { createHash } from 'node:crypto';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { identityCommandWith } from '../support/identity-command.js';
import { newPasskey } from '../support/new-passkey.js';
import { recoveryCodesOn, secretOn, totp } from '../support/second-factor.js';
import { passkeyOptionsOn } from '../support/software-passkey.js';
import {
  db,
  htmlOf,
  makeLink,
  newBrowser,
  nothingIsSetUp,
  openLink,
  openWithPassword,
  pathOf,
  server,
  superAdmin,
} from '../support/super-admin-factor.js';
import { addUser } from '../support/tenant-api.js';

test('the link of an operator sets up an app, once, after the password', async (t) => {
  const { userId, email } = await superAdmin();
  const link = await makeLink(email);
  t.true(link.url.startsWith(`${server.issuer}/second-factor/`));
  const secret = pathOf(link).split('/').at(-1) ?? '';
  const stored = await db().secondFactorLink.findUniqueOrThrow({ where: { userId } });
  t.deepEqual(Buffer.from(stored.secretHash), createHash('sha256').update(secret).digest());
  const hours = (stored.expiresAt.getTime() - Date.now()) / 3_600_000;
  t.true(hours > 23.9 && hours <= 24, String(hours));

  const { browser, asked, page } = await openLink(link);
  t.is(asked.status, 200);
  t.false(asked.body.includes('class="secret"'), 'nothing to scan before the password');
  const done = await browser.submit(page, { code: totp(secretOn(htmlOf(page))) });
  t.is(done.status, 200);
  t.true(recoveryCodesOn(htmlOf(done)).length > 0);
  t.true((await db().user.findUniqueOrThrow({ where: { id: userId } })).mfaEnabled);
  t.is(browser.cookie('__Host-identity-session'), undefined, 'it is no sign-in');
  t.is((await browser.open(pathOf(link))).status, 404);
  const events = await db().event.findMany({ where: { subjectId: userId }, orderBy: { id: 'asc' } });
  t.deepEqual(
    events.map(({ type, actorKind }) => [type, actorKind]),
    [
      ['second_factor_link.created', 'system'],
      ['second_factor_link.used', 'user'],
      ['mfa.enabled', 'user'],
      ['recovery_codes.created', 'user'],
    ],
  );
  t.false(JSON.stringify(events).includes(secret));

  await db().totp.update({ where: { userId }, data: { lastUsedStep: null } });
  const opened = await openWithPassword(email, '/platform');
  const platform = await opened.browser.submit(opened.page, { code: totp(secretOn(htmlOf(page))) });
  t.deepEqual([platform.status, platform.url.pathname], [200, '/platform']);
});

test('the link sets up a passkey instead', async (t) => {
  const { userId, email } = await superAdmin();
  const link = await makeLink(email);
  const { browser, page } = await openLink(link);
  const passkey = newPasskey(server.issuer, passkeyOptionsOn(htmlOf(page)).challenge);
  const elsewhere = await openLink(await makeLink((await superAdmin()).email));
  t.is((await elsewhere.browser.submit(elsewhere.page, { passkey, name: 'Key' })).status, 401, 'another link');
  const done = await browser.submit(page, { passkey, name: 'Key' });
  t.is(done.status, 200);
  t.true(recoveryCodesOn(htmlOf(done)).length > 0);
  t.is(await db().passkey.count({ where: { userId } }), 1);
  t.is((await browser.open(pathOf(link))).status, 404);
});

test('without the password the link sets up nothing, and wrong ones are limited like those of a sign-in', async (t) => {
  const { userId, email } = await superAdmin();
  const link = await makeLink(email);
  const browser = newBrowser();
  const asked = await browser.open(pathOf(link));
  for (const fields of [{ code: '123456' }, { code: '123456', proof: 'forged' }, { passkey: '{}' }] as const)
    t.true((await browser.submit(asked, { ...fields })).body.includes('name="password"'));
  const other = await openLink(await makeLink((await superAdmin()).email));
  const proof = /name="proof" value="([^"]+)"/u.exec(other.page.body)?.[1] ?? t.fail();
  t.true(
    (await browser.submit(asked, { code: '123456', proof })).body.includes('name="password"'),
    "another link's proof",
  );
  for (let tries = 0; tries < 10; tries += 1) t.is((await browser.submit(asked, { password: 'wrong' })).status, 401);
  const right = await browser.submit(asked, { password: demoPassword });
  t.is(right.status, 401, 'after ten wrong ones nobody is let in for a while');
  await nothingIsSetUp(t, userId);
});

test('a newer link, a day, the loss of the right, a second factor and a closed account end a link', async (t) => {
  const ends: Record<string, (user: { userId: string; email: string }) => Promise<unknown>> = {
    'a newer link': ({ email }) => makeLink(email),
    'a day': ({ userId }) =>
      db().secondFactorLink.update({ where: { userId }, data: { expiresAt: new Date(Date.now() - 1000) } }),
    'the loss of the right': ({ userId }) => db().user.update({ where: { id: userId }, data: { superAdmin: false } }),
    'a second factor': ({ userId }) => db().user.update({ where: { id: userId }, data: { mfaEnabled: true } }),
    'a disabled account': ({ userId }) => db().user.update({ where: { id: userId }, data: { disabledAt: new Date() } }),
    'a deleted account': ({ userId }) => db().user.update({ where: { id: userId }, data: { deletedAt: new Date() } }),
  };
  for (const [what, end] of Object.entries(ends)) {
    const user = await superAdmin();
    const link = await makeLink(user.email);
    const { browser, page } = await openLink(link);
    await end(user);
    t.is((await newBrowser().open(pathOf(link))).status, 404, what);
    // Also for a page that was open before.
    const sent = await browser.submit(page, { code: totp(secretOn(htmlOf(page))) });
    t.is(sent.status, 404, what);
    t.is(await db().totp.count({ where: { userId: user.userId, confirmedAt: { not: null } } }), 0, what);
  }
});

test('ten uses of a link at once set up one factor', async (t) => {
  const { userId, email } = await superAdmin();
  const { browser, page } = await openLink(await makeLink(email));
  const code = totp(secretOn(htmlOf(page)));
  const sent = await Promise.all(Array.from({ length: 10 }, () => browser.submit(page, { code })));
  t.is(sent.filter(({ status }) => status === 200).length, 1);
  t.is(await db().event.count({ where: { subjectId: userId, type: 'mfa.enabled' } }), 1);
});

test('an operator is told who needs no link', async (t) => {
  const { email } = await addUser(server);
  await t.throwsAsync(makeLink(email), { message: /ended with 1/u });
  await t.throwsAsync(makeLink('nobody@people.test'), { message: /ended with 1/u });
  const strong = await superAdmin();
  await db().user.update({ where: { id: strong.userId }, data: { mfaEnabled: true } });
  await t.throwsAsync(makeLink(strong.email), { message: /ended with 1/u });
});

test('whoever is made super admin by command gets a link', async (t) => {
  const { email } = await addUser(server);
  const run = (issuer: string) =>
    identityCommandWith<Record<string, string>>(
      server.databaseUrl,
      { ISSUER: issuer },
      'users',
      'make-super-admin',
      email,
    );
  const made = await run(server.issuer);
  t.is((await newBrowser().open(new URL(made['secondFactorLink'] ?? '').pathname)).status, 200);
  t.is((await run('http://localhost:3000'))['secondFactorLink'], undefined, 'not on the own machine');
});

test('an account without a password is told to set one first', async (t) => {
  const { userId, email } = await superAdmin();
  await db().user.update({ where: { id: userId }, data: { passwordHash: null } });
  const { body } = await newBrowser().open(pathOf(await makeLink(email)));
  t.true(body.includes('href="/password-reset"'));
});
