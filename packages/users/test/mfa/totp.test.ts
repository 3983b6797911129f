import { randomUUID } from 'node:crypto';
import { createEventBus } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { createGuardrails, generateSync } from 'otplib';
import { startTotp } from '../../src/mfa/begin-totp.js';
import { checkCode, createCodeLimiter } from '../../src/mfa/check-code.js';
import { enrolTotp } from '../../src/mfa/confirm-totp.js';
import { findTotpStep, newTotpSecret, sealTotpSecret, whileReencrypted } from '../../src/mfa/totp.js';
import { addUser } from '../support/add-user.js';
import { testVault } from '../support/test-vault.js';

const row = (byte: number) => ({ encryptedSecret: Uint8Array.of(byte) });

/** Reads one row after the other; the last one again and again. */
function reading(...rows: ({ encryptedSecret: Uint8Array } | null)[]) {
  let reads = 0;
  return () => Promise.resolve(rows[Math.min(reads++, rows.length - 1)] ?? null);
}

test('a write that found the secret encrypted anew is repeated with it', async (t) => {
  const written: number[] = [];
  const result = await whileReencrypted(reading(row(1), row(2)), ({ encryptedSecret: [byte = 0] }) => {
    written.push(byte);
    return Promise.resolve(byte === 2 ? 'done' : undefined);
  });
  t.is(result, 'done');
  t.deepEqual(written, [1, 2]);
});

test('a write that was refused for another reason is not repeated', async (t) => {
  let writes = 0;
  const write = () => {
    writes += 1;
    return Promise.resolve(undefined);
  };
  t.is(await whileReencrypted(reading(row(1)), write), undefined);
  t.is(await whileReencrypted(reading(row(1), null), write), undefined);
  t.is(await whileReencrypted(reading(null), write), undefined);
  t.is(writes, 2);
});

test('it ends, even if the value changes each time', async (t) => {
  let writes = 0;
  const result = await whileReencrypted(reading(row(1), row(2), row(3), row(4), row(5)), () => {
    writes += 1;
    return Promise.resolve(undefined);
  });
  t.is(result, undefined);
  t.is(writes, 3);
});

test('a code is accepted and an app is set up although a rotation encrypts the secret anew at that moment', async (t) => {
  const { db, pool, openAgain } = await openTestDatabase(t);
  const services = {
    db,
    vault: testVault,
    issuer: 'https://id.example.test',
    accounts: { passwordSignIn: true },
    events: createEventBus(),
    mail: { add: () => Promise.resolve() },
    sendMail() {},
    brand: { productName: 'Test' },
  };
  const limiter = createCodeLimiter(pool, { triesPerAccount: 9, firstWaitSeconds: 1, longestWaitSeconds: 1 });
  const userId = await addUser(db, 'ann@people.test', { emailVerified: true });
  const { secret = '' } = (await startTotp(services, userId)) ?? {};
  const code = () => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });
  const other = openAgain().pool;
  /** Starts the work while another connection has encrypted the row anew, and commits once the work waits for it. */
  const whileReencrypting = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const rotation = await other.connect();
    // The vault of the tests ignores what follows: other bytes, the same secret.
    const fresh = Buffer.concat([sealTotpSecret(testVault, userId, secret), Buffer.from(`\n${randomUUID()}`)]);
    await rotation.query('BEGIN');
    await rotation.query('UPDATE identity.totp SET encrypted_secret = $1', [fresh]);
    const working = work();
    await until(async () => {
      // Another connection: a transaction sees no connection that was opened after its first look.
      const { rows } = await other.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows.length > 0;
    });
    await rotation.query('COMMIT');
    rotation.release();
    return working;
  };
  const enrolled = await whileReencrypting(() =>
    enrolTotp(services, { userId, code: code(), language: 'en', proof: { secondFactor: false } }),
  );
  t.is(enrolled?.recoveryCodes.length, 10);
  await db.totp.update({ where: { userId }, data: { lastUsedStep: null } });
  t.true(await whileReencrypting(() => checkCode(services, limiter, { userId, code: code(), language: 'en' })));
  t.false(await checkCode(services, limiter, { userId, code: code(), language: 'en' }), 'the code is used up');
});

test('the codes of apps with 80 bits, and with secrets of any length that an import takes, are verified', (t) => {
  const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10, MAX_SECRET_BYTES: 160 });
  for (const [secret, written] of [
    ['JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PXP'],
    // Bits after the last whole byte do not count.
    ['JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PXPA'],
    ['JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PXPAB'],
    ['A'.repeat(256), 'A'.repeat(256)],
  ] as const) {
    const code = generateSync({ secret, guardrails });
    t.is(typeof findTotpStep(written, code), 'number', written);
    t.is(findTotpStep(written, code === '000000' ? '000001' : '000000'), undefined, written);
  }
});

test('a new secret has 160 bits', (t) => {
  t.is(newTotpSecret().length, 32);
});
