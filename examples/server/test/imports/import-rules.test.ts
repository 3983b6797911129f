import { randomUUID } from 'node:crypto';
import { google, licensing, tenants, users } from '@org/identity-server';
import { storedHashOf } from '@org/identity-users';
import test from 'ava';
import { bcryptHash, importLines, newEmail, storedBcrypt } from '../support/import-tests.js';
import { licensedTenant } from '../support/licensing-api.js';
import { addSuperAdmin, lastEvent, platformMachine } from '../support/platform-api.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let token: string;
test.before(async () => {
  const sso = [google({ clientId: 'g', clientSecret: 's' })];
  server = await startTestServer({ plugins: [users({ sso }), tenants(), licensing()] });
  token = await platformMachine(server);
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const run = (lines: readonly unknown[], query = '') => importLines(server, token, lines, query);
const one = async (line: unknown, query = '') => (await run([line], query)).report[0];
const byOperator = async (line: unknown) => {
  const operator = await addSuperAdmin(server);
  return (await importLines(server, operator.token, [line])).report[0];
};
const userOf = (email: string) =>
  db().user.findUniqueOrThrow({
    where: { normalizedEmail: email },
    include: { ssoLinks: true, totp: true, memberships: { include: { tenant: true, seats: true } } },
  });
const id = () => `auth0|${randomUUID()}`;

test.serial('a line creates an account with all that belongs to it', async (t) => {
  const tenant = await licensedTenant(server, 5);
  const email = newEmail();
  const externalId = id();
  const { counts, report } = await run([
    {
      email,
      emailVerified: true,
      externalId,
      displayName: 'Ada',
      givenName: null,
      familyName: 'Lovelace',
      locale: 'en',
      zoneinfo: 'Europe/Berlin',
      createdAt: '2021-03-04T05:06:07.000Z',
      disabled: false,
      password: { algorithm: 'bcrypt', hash: bcryptHash },
      totpSecret: 'JBSWY3DPEHPK3PXP',
      links: [{ provider: 'google', subject: externalId }],
      memberships: [{ tenant: tenant.slug, role: 'admin', licenses: [{ application: 'CRM', licenseType: 'pro' }] }],
    },
  ]);
  t.like(counts, { status: 'DONE', rehearsed: false, lines: 1, created: 1, changed: 0, refused: 0, waiting: 0 });
  t.deepEqual(report, [{ line: 1, email, result: 'created' }]);
  const user = await userOf(email);
  t.like(user, {
    emailVerified: true,
    emailToProve: false,
    externalId,
    displayName: 'Ada',
    familyName: 'Lovelace',
    zoneinfo: 'Europe/Berlin',
    passwordHash: storedBcrypt,
    mfaEnabled: true,
    superAdmin: false,
    disabledAt: null,
  });
  t.is(user.createdAt.toISOString(), '2021-03-04T05:06:07.000Z');
  t.false(Buffer.from(user.totp?.encryptedSecret ?? []).includes('JBSWY3DPEHPK3PXP'));
  t.like(user.ssoLinks, [{ provider: 'GOOGLE', issuer: 'https://accounts.google.com', subject: externalId }]);
  t.like(user.memberships, [{ role: 'admin', status: 'ACTIVE', tenantId: tenant.id }]);
  t.is(user.memberships[0]?.seats.length, 1);
  t.like(await lastEvent(server, 'account.created', user.id), { actorKind: 'machine' });
  t.like(await lastEvent(server, 'member.added', user.id), { tenantId: tenant.id });
  t.like(await lastEvent(server, 'seat.granted', user.id), { data: { cause: 'import' } });
  t.is(server.mailbox.all.filter(({ to }) => to === email).length, 0);
});

test.serial('an account without a verified email has to prove it at its first sign-in', async (t) => {
  const email = newEmail();
  await one({ email });
  t.like(await userOf(email), { emailVerified: false, emailToProve: true });
  t.like(await one({ email, emailVerified: true }), { result: 'changed' });
  t.like(await userOf(email), { emailVerified: true, emailToProve: false });
  t.like(await one({ email, emailVerified: false }), { result: 'unchanged' });
  t.like(await userOf(email), { emailVerified: true });
});

test.serial(
  'a known external id names the account, whatever its email, and ends its sessions with a new email',
  async (t) => {
    const [email, other, externalId] = [newEmail(), newEmail(), id()];
    await one({ email, externalId, emailVerified: true });
    const before = await userOf(email);
    t.like(await one({ email: other, externalId }), { result: 'changed' });
    const after = await userOf(other);
    t.is(after.id, before.id);
    t.like(after, { emailVerified: false, emailToProve: true, signInEpoch: before.signInEpoch + 1 });
    t.like(await lastEvent(server, 'email.changed', after.id), { actorKind: 'machine' });
    for (const address of [email, other]) t.regex((await server.mailbox.mailTo(address)).text, /was changed to/u);
  },
);

test.serial(
  'a new external id is set on an account without one, and refused for an account with another one',
  async (t) => {
    const { email } = await addUser(server);
    const externalId = id();
    t.like(await one({ email, externalId }), { result: 'changed' });
    t.is((await userOf(email)).externalId, externalId);
    t.like(await one({ email, externalId: id(), displayName: 'Mallory' }), { result: 'refused', field: 'externalId' });
    t.like(await userOf(email), { externalId, displayName: null });
  },
);

test.serial('an external id cannot take the email of another account', async (t) => {
  const [mine, other] = [newEmail(), newEmail()];
  const externalId = id();
  await run([{ email: mine, externalId }, { email: other }]);
  t.like(await one({ email: other, externalId }), { result: 'refused', field: 'email' });
  t.is((await userOf(mine)).externalId, externalId);
});

test.serial('absent fields change nothing, and null clears a field', async (t) => {
  const email = newEmail();
  await one({ email, displayName: 'Ada', givenName: 'Augusta', locale: 'de' });
  t.like(await one({ email }), { result: 'unchanged' });
  t.like(await userOf(email), { displayName: 'Ada', givenName: 'Augusta', locale: 'de' });
  t.like(await one({ email, givenName: null, displayName: 'Countess', createdAt: '2020-01-01T00:00:00Z' }), {
    result: 'changed',
  });
  const user = await userOf(email);
  t.like(user, { displayName: 'Countess', givenName: null, locale: 'de' });
  t.true(user.createdAt.getTime() > Date.UTC(2021, 0));
  t.deepEqual((await lastEvent(server, 'profile.updated', user.id)).data, { changed: ['displayName', 'givenName'] });
});

test.serial('a password of ours is never replaced by a foreign hash', async (t) => {
  const { email } = await addUser(server);
  const before = await userOf(email);
  t.like(await one({ email, password: { algorithm: 'bcrypt', hash: bcryptHash } }), { result: 'unchanged' });
  t.is((await userOf(email)).passwordHash, before.passwordHash);
  const other = newEmail();
  await one({ email: other });
  t.like(await one({ email: other, password: { algorithm: 'bcrypt', hash: bcryptHash } }), { result: 'changed' });
  t.like(await userOf(other), { passwordHash: storedBcrypt, passwordChangedAt: null });
  const newer = bcryptHash.replace('Wy', 'Wz');
  t.like(await one({ email: other, password: { algorithm: 'bcrypt', hash: newer } }), { result: 'changed' });
  t.is((await userOf(other)).passwordHash, storedHashOf({ algorithm: 'bcrypt', hash: newer }));
});

test.serial('a second factor is never replaced', async (t) => {
  const email = newEmail();
  await one({ email, totpSecret: 'JBSWY3DPEHPK3PXP' });
  const before = await userOf(email);
  t.like(await one({ email, totpSecret: 'KRSXG5CTMVRXEZLU' }), { result: 'unchanged' });
  t.deepEqual((await userOf(email)).totp?.encryptedSecret, before.totp?.encryptedSecret);
});

test.serial('an import neither makes a super admin nor changes how one signs in', async (t) => {
  t.like(await byOperator({ email: newEmail(), superAdmin: true }), { result: 'refused', field: 'superAdmin' });
  const { email, userId } = await addUser(server);
  await db().user.update({
    where: { id: userId },
    data: { superAdmin: true, passwordHash: null, emailVerified: false },
  });
  const externalId = id();
  t.like(await byOperator({ email, externalId }), { result: 'changed' });
  const lines = [
    [{ email: newEmail(), externalId }, 'email'],
    [{ email, password: { algorithm: 'bcrypt', hash: bcryptHash } }, 'password'],
    [{ email, totpSecret: 'JBSWY3DPEHPK3PXP' }, 'totpSecret'],
    [{ email, links: [{ provider: 'Google', subject: id() }] }, 'links'],
    [{ email, emailVerified: true }, 'emailVerified'],
    [{ email, disabled: true }, 'disabled'],
  ] as const;
  for (const [line, field] of lines) t.like(await byOperator(line), { result: 'refused', field });
});

test.serial('links need a configured provider, and one that another account has is refused', async (t) => {
  const subject = id();
  const [email, other] = [newEmail(), newEmail()];
  t.like(await one({ email, links: [{ provider: 'gOOgle', subject }] }), { result: 'created' });
  t.like(await one({ email: other, links: [{ provider: 'google', subject }] }), { result: 'refused', field: 'links' });
  t.is(await db().user.count({ where: { normalizedEmail: other } }), 0);
  const unknown = { email: other, links: [{ provider: 'github', subject }] };
  t.like(await one(unknown), { result: 'refused', field: 'links.0.provider' });
  t.like(await one({ email, links: [{ provider: 'google', subject: id() }] }), { result: 'refused', field: 'links.0' });
});

test.serial('a deleted account is refused', async (t) => {
  const { email, userId } = await addUser(server);
  await db().user.update({ where: { id: userId }, data: { deletedAt: new Date(), eraseAt: new Date() } });
  t.like(await one({ email }), { result: 'refused', field: 'email' });
});

test.serial('the same person twice in a file is created once', async (t) => {
  const [email, externalId] = [newEmail(), id()];
  const lines = [
    { email, externalId, displayName: 'One' },
    { email: email.toUpperCase(), displayName: 'Two' },
    { email, externalId: id() },
  ];
  const rehearsed = await run(lines, '?rehearse=true');
  const { report } = await run(lines);
  t.deepEqual(
    report.map(({ result }) => result),
    ['created', 'changed', 'refused'],
  );
  t.deepEqual(rehearsed.report, report);
  t.is((await userOf(email)).displayName, 'Two');
});
