import {
  countReads,
  type OpenTestDatabase,
  openTestDatabase,
  recordStatements,
  touchesRows,
} from '@org/identity-testing';
import test from 'ava';
import { signIn } from '../../src/credentials/check-password.js';
import { findForeignClasses } from '../../src/credentials/foreign-kinds.js';
import { verifyPassword } from '../../src/credentials/password-hash.js';
import { createSignInLimiter } from '../../src/credentials/sign-in-limits.js';
import { isForeignHash, storedHashOf } from '../../src/foreign-passwords/stored-hash.js';
import { addUser, password } from '../support/add-user.js';
import { foreignPasswords } from '../support/foreign-hashes.js';

const ip = '192.0.2.1';
const wrong = 'wrong horse battery';

const attempt = ({ db, pool }: OpenTestDatabase, email: string, typed = password) =>
  signIn(db, createSignInLimiter(pool), { email, password: typed, ip });

const hashOf = async ({ db }: OpenTestDatabase, id: string) =>
  (await db.user.findUniqueOrThrow({ where: { id } })).passwordHash ?? '';

test('the right password opens an account with a hash of any form and makes the hash ours', async (t) => {
  const database = await openTestDatabase(t);
  for (const [form, foreign] of Object.entries(await foreignPasswords(password))) {
    const email = `${form.replaceAll(' ', '-')}@acme.test`;
    const passwordHash = storedHashOf(foreign);
    const userId = await addUser(database.db, email, { passwordHash });
    t.is(await attempt(database, email, wrong), undefined, form);
    t.is(await hashOf(database, userId), passwordHash, `${form}: a wrong password changes nothing`);
    t.deepEqual(await attempt(database, email), { userId, epoch: 0 }, form);
    const renewed = await hashOf(database, userId);
    t.false(isForeignHash(renewed), form);
    t.true(await verifyPassword(renewed, password), form);
    t.deepEqual(await attempt(database, email), { userId, epoch: 0 }, form);
    t.is(await hashOf(database, userId), renewed, `${form}: once is enough`);
  }
  t.deepEqual(await findForeignClasses(database.pool), [], 'no class is left');
});

test('a disabled or deleted account with a foreign hash does not open, and keeps the hash', async (t) => {
  const database = await openTestDatabase(t);
  const { scrypt } = await foreignPasswords(password);
  const passwordHash = storedHashOf(scrypt ?? t.fail());
  const disabled = await addUser(database.db, 'disabled@acme.test', { passwordHash, disabledAt: new Date() });
  const deleted = await addUser(database.db, 'deleted@acme.test', { passwordHash, deletedAt: new Date() });
  for (const [id, email] of [
    [disabled, 'disabled@acme.test'],
    [deleted, 'deleted@acme.test'],
  ] as const) {
    t.is(await attempt(database, email), undefined);
    t.is(await hashOf(database, id), passwordHash);
  }
});

test('the classes of stored hashes are found without reading the hashes, however many costs there are', async (t) => {
  const database = await openTestDatabase(t);
  await database.pool.query(`
    INSERT INTO identity.users (id, email, normalized_email, password_hash, updated_at)
    SELECT gen_random_uuid(), mail, mail,
      CASE n % 4 WHEN 0 THEN 'bcrypt.10|' || n WHEN 1 THEN 'pbkdf2.sha256.' || 20000 + n || '|' || n WHEN 2 THEN 'unknown|' || n
        ELSE '$argon2id$v=19$m=19456,t=2,p=1$' || n END, now()
    FROM (SELECT n, 'p' || n || '@people.test' AS mail FROM generate_series(1, 4000) n) people`);
  await database.pool.query('VACUUM ANALYZE identity.users');
  const again = database.openAgain();
  const statements = recordStatements(again);
  t.deepEqual(await findForeignClasses(again.pool), ['bcrypt.10', 'pbkdf2.sha256.32768']);
  for (const statement of statements.filter(touchesRows)) {
    const { entries } = await countReads(again, statement);
    t.true(entries <= 10, `${entries} entries: ${statement.text}`);
  }
});

test('without foreign hashes a sign-in runs the statements of today, also on a large table without statistics', async (t) => {
  const database = await openTestDatabase(t);
  await database.pool.query(`
    INSERT INTO identity.users (id, email, normalized_email, password_hash, updated_at)
    SELECT gen_random_uuid(), mail, mail, '$argon2id$v=19$m=19456,t=2,p=1$' || n, now()
    FROM (SELECT n, 'p' || n || '@people.test' AS mail FROM generate_series(1, 4000) n) people`);
  await addUser(database.db, 'right@acme.test');
  const again = database.openAgain();
  const statements = recordStatements(again);
  for (const email of ['right@acme.test', 'nobody@acme.test']) await attempt(again as OpenTestDatabase, email, wrong);
  t.false(
    statements.some(({ text }) => text.includes('RECURSIVE')),
    'the kinds are not asked for',
  );
  const lookUps = statements.filter(({ text }) => text.includes('normalized_email = '));
  t.is(lookUps.length, 2);
  for (const statement of lookUps) {
    const { entries } = await countReads(again, statement);
    t.true(entries <= 3, `${entries} entries: ${statement.text}`);
  }
});

test('every kind has one of few classes, whose costs are not below its own', async (t) => {
  const { pool } = await openTestDatabase(t);
  const classOf = async (kind: string) => {
    const { rows } = await pool.query<{ class: string }>('SELECT identity.password_class($1) AS class', [kind]);
    return rows[0]?.class;
  };
  for (const [kind, expected] of [
    ['bcrypt.04', 'bcrypt.07'],
    ['bcrypt.12', 'bcrypt.12'],
    ['pbkdf2.sha1.1000', 'pbkdf2.sha1.32768'],
    ['pbkdf2.sha512.600000', 'pbkdf2.sha512.1048576'],
    ['pbkdf2.sha256.5000000', 'pbkdf2.sha256.5000000'],
    ['scrypt.16384.8.1', 'scrypt.16384.8.1'],
    ['scrypt.1024.10.3', 'scrypt.4096.8.1'],
    ['scrypt.2.1.1048576', 'unknown'],
    ['firebase.8.14', 'scrypt.16384.8.1'],
    ['argon2.argon2i.16.64.3.4', 'argon2.argon2id.19.2048.4.1'],
    ['argon2.argon2id.19.262144.10.1', 'argon2.argon2id.19.262144.16.1'],
    ['scrypt.2.1048576.1', 'unknown'],
    ['scrypt.262144.8.1', 'scrypt.262144.8.1'],
    ['pbkdf2.md5.1', 'unknown'],
    ['phpass.07', 'phpass.10'],
    ['phpass.13', 'phpass.13'],
    ['ssha.sha1', 'ssha.sha1'],
    ['ssha.md5', 'unknown'],
    ['bcrypt.x', 'unknown'],
    ['', 'unknown'],
  ] as const)
    t.is(await classOf(kind), expected, kind);
});
