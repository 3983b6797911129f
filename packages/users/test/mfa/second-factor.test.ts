import { randomUUID } from 'node:crypto';
import { isIdentityError } from '@org/identity-core';
import { createEventBus } from '@org/identity-prisma';
import { type OpenTestDatabase, openTestDatabase } from '@org/identity-testing';
import type { Mail } from '@org/identity-ui';
import test from 'ava';
import { generateSync } from 'otplib';
import { beginTotp, startTotp } from '../../src/mfa/begin-totp.js';
import { checkCode, codeKeysOf, createCodeLimiter } from '../../src/mfa/check-code.js';
import { confirmTotp, enrolTotp } from '../../src/mfa/confirm-totp.js';
import { createRecoveryCodes } from '../../src/mfa/create-recovery-codes.js';
import { removeTotp } from '../../src/mfa/remove-totp.js';
import { reclaimAccount } from '../../src/sso/reclaim-account.js';
import { addUser } from '../support/add-user.js';
import { testVault } from '../support/test-vault.js';

/** A sign-in with a password alone. */
const proof = { secondFactor: false };

let database: OpenTestDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

const mails: Mail[] = [];
const services = () => ({
  db: database.db,
  vault: testVault,
  issuer: 'https://id.example.test',
  accounts: { passwordSignIn: true },
  events: createEventBus(),
  mail: {
    add: (_tx: unknown, mail: Mail) => {
      mails.push(mail);
      return Promise.resolve();
    },
  },
  sendMail() {},
  brand: { productName: 'Test' },
});

const now = () => Math.floor(Date.now() / 1000);
const codeOf = (secret: string, epoch = now()) => generateSync({ secret, epoch });

/** Very high limits, for tests of something else. */
const unlimited = () =>
  createCodeLimiter(database.pool, { triesPerAccount: 1000, firstWaitSeconds: 1, longestWaitSeconds: 1 });
// The language of the request that causes the mails.
const language = 'en';
const check = (userId: string, code: string, limiter = unlimited()) =>
  checkCode(services(), limiter, { userId, code, language });

async function newUser() {
  const email = `${randomUUID()}@people.test`;
  return { email, userId: await addUser(database.db, email, { emailVerified: true }) };
}

/** A user with an app whose first code was used long ago. */
async function enrolled() {
  const { email, userId } = await newUser();
  const secret = (await startTotp(services(), userId))?.secret ?? '';
  const recoveryCodes =
    (await enrolTotp(services(), { userId, proof, code: codeOf(secret), language }))?.recoveryCodes ?? [];
  await database.db.totp.update({ where: { userId }, data: { lastUsedStep: null } });
  return { email, userId, secret, recoveryCodes };
}

/** A session of the user, as oidc-provider stores it. */
async function sessionOf(userId: string, payload: object) {
  const sessionUid = randomUUID();
  await database.db.oidcSession.create({
    data: {
      uid: sessionUid,
      accountId: userId,
      payload,
      expiresAt: new Date(Date.now() + 60_000),
      publicId: randomUUID(),
    },
  });
  return { userId, sessionUid };
}

const isEnabled = async (id: string) => (await database.db.user.findUniqueOrThrow({ where: { id } })).mfaEnabled;
const eventsOf = async (subjectId: string) =>
  (await database.db.event.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })).map(({ type }) => type);

test('an app counts only once a code of it was entered, and then the epoch of sign-ins goes up', async (t) => {
  const { userId, email } = await newUser();
  const first = await startTotp(services(), userId);
  const second = await startTotp(services(), userId);
  t.true(second?.url.startsWith('otpauth://totp/Test:'));
  t.false(await isEnabled(userId));
  t.false(await check(userId, codeOf(second?.secret ?? '')), 'not asked for yet, so no code of it is right');
  t.is(
    await enrolTotp(services(), { userId, proof, code: codeOf(first?.secret ?? ''), language }),
    undefined,
    'a newer one replaced it',
  );
  t.is(
    await enrolTotp(services(), { userId, proof, code: codeOf(second?.secret ?? ''), language, epoch: 7 }),
    undefined,
    'stale sign-in',
  );
  t.false(await isEnabled(userId));

  const code = codeOf(second?.secret ?? '');
  const done = await enrolTotp(services(), { userId, proof, code, language, epoch: 0 });
  t.is(done?.recoveryCodes.length, 10);
  t.is(done?.newEpoch, 1);
  t.true(await isEnabled(userId));
  t.deepEqual(await eventsOf(userId), ['mfa.enabled', 'recovery_codes.created']);
  t.is(mails.filter(({ to }) => to === email).length, 1);
  t.is(await startTotp(services(), userId), undefined, 'an app in use is not replaced');
  t.false(await check(userId, code), 'the code it was confirmed with is used up');
});

test('the secret of an app is bound to its person', async (t) => {
  const { userId, secret } = await enrolled();
  const other = await enrolled();
  const { encryptedSecret } = await database.db.totp.findUniqueOrThrow({ where: { userId } });
  await database.db.totp.update({ where: { userId: other.userId }, data: { encryptedSecret } });
  await t.throwsAsync(check(other.userId, codeOf(secret)), undefined, "somebody else's row opens nothing");
});

test('a code is taken once, also of 20 at the same moment, and none of an earlier step after it', async (t) => {
  const { userId, secret } = await enrolled();
  const code = codeOf(secret);
  const results = await Promise.all(Array.from({ length: 20 }, () => check(userId, code)));
  t.is(results.filter(Boolean).length, 1);
  t.false(await check(userId, codeOf(secret, now() - 30)));
  t.false(await check(userId, codeOf(secret, now() + 90)), 'too far ahead');
  const next = codeOf(secret, now() + 30);
  t.true(await check(userId, `${next.slice(0, 3)} ${next.slice(3)}`));
});

test('a recovery code is taken once, however it is typed, also of 20 at the same moment', async (t) => {
  const { userId, email, recoveryCodes } = await enrolled();
  const [first = '', second = ''] = recoveryCodes;
  const results = await Promise.all(Array.from({ length: 20 }, () => check(userId, first)));
  t.is(results.filter(Boolean).length, 1);
  t.true(await check(userId, second.toUpperCase().replaceAll('-', ' ')));
  t.is(await database.db.recoveryCode.count({ where: { userId } }), 8);
  t.is((await eventsOf(userId)).filter((type) => type === 'recovery_code.used').length, 2);
  t.true(mails.some(({ to, text }) => to === email && text.includes('You have 8 codes left')));
  const other = await enrolled();
  t.false(await check(other.userId, recoveryCodes[2] ?? ''), "somebody else's code");
});

test('after five wrong codes even a right one is refused, for waits that grow up to an hour', async (t) => {
  const { userId, secret, recoveryCodes } = await enrolled();
  const limiter = createCodeLimiter(database.pool);
  for (const code of ['000000', 'abcd', '', 'x'.repeat(64), '0000-0000-0000-0000'])
    t.false(await check(userId, code, limiter), code);
  const [key = ''] = codeKeysOf(userId);
  const waits = [];
  for (let round = 0; round < 8; round += 1) {
    t.false(await check(userId, codeOf(secret), limiter));
    t.false(await check(userId, recoveryCodes[0] ?? '', limiter));
    const row = await database.db.rateLimit.findUniqueOrThrow({ where: { key } });
    waits.push(Math.round((Number(row.expire) - Date.now()) / 1000 / 60));
    await database.db.rateLimit.delete({ where: { key } });
    for (let tries = 0; tries < 5; tries += 1) await check(userId, 'wrong', limiter);
  }
  t.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60]);
  await database.db.rateLimit.delete({ where: { key } });
  t.true(await check(userId, codeOf(secret), limiter), 'once the wait is over');
});

test('set-up, new recovery codes and removal need a sign-in that is fresh and complete', async (t) => {
  const { userId, secret } = await enrolled();
  const stale = [
    await sessionOf(userId, { loginTs: now() - 11 * 60, amr: ['pwd', 'otp', 'mfa'] }),
    await sessionOf(userId, { loginTs: now(), amr: ['pwd'] }),
    { userId, sessionUid: null },
    { userId, sessionUid: (await sessionOf((await newUser()).userId, { loginTs: now(), amr: ['mfa'] })).sessionUid },
  ];
  for (const principal of stale) {
    const acts = [
      () => beginTotp(services(), principal),
      () => confirmTotp(services(), { ...principal, code: codeOf(secret), language }),
      () => createRecoveryCodes(services(), principal, language),
      () => removeTotp(services(), principal, language),
    ];
    for (const act of acts) {
      const error = await t.throwsAsync(act);
      t.true(isIdentityError(error) && error.code === 'REAUTHENTICATION_REQUIRED');
    }
  }
  t.true(await isEnabled(userId));
});

test('from the account page: set up, new recovery codes, removal, each told by mail', async (t) => {
  const { userId, email } = await newUser();
  const principal = await sessionOf(userId, { loginTs: now(), amr: ['pwd'] });
  t.is(await createRecoveryCodes(services(), principal, language), undefined, 'nothing to recover yet');
  t.false(await removeTotp(services(), principal, language));
  const pending = await beginTotp(services(), principal);
  t.is(await confirmTotp(services(), { ...principal, code: '000000', language }), undefined);
  const confirmed = await confirmTotp(services(), { ...principal, code: codeOf(pending?.secret ?? ''), language });
  const session = await database.db.oidcSession.findUniqueOrThrow({ where: { uid: principal.sessionUid } });
  t.like(session.payload, { amr: ['pwd', 'otp', 'mfa'], acr: 'urn:identity:acr:2' });

  const newCodes = await createRecoveryCodes(services(), principal, language);
  t.false(await check(userId, confirmed?.recoveryCodes[0] ?? ''), 'the old ones ended');
  t.true(await check(userId, newCodes?.[0] ?? ''));

  t.true(await removeTotp(services(), principal, language));
  t.false(await isEnabled(userId));
  t.false(await check(userId, newCodes?.[1] ?? ''), 'they ended with the app');
  t.is(await database.db.recoveryCode.count({ where: { userId } }), 0);
  t.deepEqual(await eventsOf(userId), [
    'mfa.enabled',
    'recovery_codes.created',
    'recovery_codes.created',
    'recovery_code.used',
    'mfa.disabled',
  ]);
  t.is(mails.filter(({ to }) => to === email).length, 4);
});

test('of two set-ups confirmed at the same moment one counts', async (t) => {
  const { userId } = await newUser();
  const secret = (await startTotp(services(), userId))?.secret ?? '';
  const results = await Promise.all(
    [1, 2, 3].map(() => enrolTotp(services(), { userId, proof, code: codeOf(secret), language })),
  );
  t.is(results.filter(Boolean).length, 1);
  t.is(await database.db.recoveryCode.count({ where: { userId } }), 10);
});

test('an account that is given to the owner of its address loses the second factor of whoever was here first', async (t) => {
  const { userId, secret, recoveryCodes } = await enrolled();
  await database.db.$transaction((tx) => reclaimAccount(services(), tx, userId));
  t.false(await isEnabled(userId));
  t.false(await check(userId, codeOf(secret)));
  t.false(await check(userId, recoveryCodes[0] ?? ''));
});
