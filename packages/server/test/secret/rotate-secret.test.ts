import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { recipientHasher } from '@org/identity-runtime/background/mail/outbox';
import { readKeys } from '@org/identity-runtime/keys/load-keys';
import { createVault } from '@org/identity-runtime/keys/secrets';
import { mailData } from '@org/identity-runtime/personal-data/mail-data';
import { batchSize } from '@org/identity-runtime/secret/read-batches';
import { openTestDatabase } from '@org/identity-testing';
import { until } from '@org/identity-testing/until';
import ava from 'ava';
import {
  addApps,
  afterSwitch,
  appOf,
  countsOf,
  fillWithOldSecret,
  isWaiting,
  newSecret,
  oldSecret,
  rotate,
} from '../support/secret-tests.js';

// Each test has its own database; running all of them at once would not be faster.
const test = ava.serial;

test('everything is encrypted with the new secret, and the old one decrypts nothing', async (t) => {
  const database = await openTestDatabase(t);
  const { db, pool } = database;
  const [userId = ''] = await fillWithOldSecret(database, batchSize + 1);
  const values = batchSize + 3;
  t.deepEqual(await countsOf(pool, afterSwitch), { current: 0, other: values, unknown: 0 });

  const rotated = await rotate(database);
  t.like(rotated, { changed: values, unknown: 0, unfinished: false });
  t.deepEqual(await countsOf(pool, [newSecret]), { current: values, other: 0, unknown: 0 });
  t.deepEqual(await countsOf(pool, [oldSecret]), { current: 0, other: 0, unknown: values });
  t.is(await appOf(database, newSecret, userId), `app of ${userId}`);
  t.is((await readKeys(db, newSecret)).signing.length, 1);
  await t.throwsAsync(readKeys(db, oldSecret), { message: /encrypted with another secret/u });

  const events = await db.event.findMany({ where: { type: 'secret.rotated' } });
  t.is(events.length, 1);
  t.like(events[0], { actorId: 'cli', data: { values } });
  t.false(JSON.stringify(events).includes(newSecret));

  // A second run finds nothing to do, and says nothing in the audit trail.
  t.like(await rotate(database), { changed: 0, unfinished: false });
  t.is(await db.event.count({ where: { type: 'secret.rotated' } }), 1);
});

test('queued mail is found by its recipient and by whom it mentions: before, during and after the rotation', async (t) => {
  const database = await openTestDatabase(t);
  const { db } = database;
  await fillWithOldSecret(database, 0);
  const bob = await db.user.create({ data: { email: 'bob@people.test', normalizedEmail: 'bob@people.test' } });
  const found = async (secret: string | typeof afterSwitch) => {
    const pages: unknown[] = [];
    for await (const page of (await mailData({ db, secret }).collect(bob.id)) as AsyncIterable<unknown[]>)
      pages.push(...page);
    return pages.length;
  };
  t.is(await found(oldSecret), 1);
  t.is(await found(afterSwitch), 1);
  await rotate(database);
  t.is(await found(afterSwitch), 1);
  t.is(await found(newSecret), 1);
  t.is(await found(oldSecret), 0);

  const { recipientHash, domainHash, mentionedHash } = await db.outgoingMail.findFirstOrThrow();
  const { hashEmail, hashesOf } = recipientHasher(newSecret);
  t.deepEqual({ recipientHash, domainHash }, hashesOf('bob@people.test'));
  t.deepEqual(mentionedHash, hashEmail('ann@people.test'));
});

test('a value that a server changes during the rotation is not lost', async (t) => {
  const database = await openTestDatabase(t);
  const [userId = ''] = await fillWithOldSecret(database, 3);
  // A server that still encrypts with the old secret replaces an app, and commits while the rotation waits for the row.
  const server = await database.openAgain().pool.connect();
  const other = createVault(oldSecret).seal(`totp:${userId}`, Buffer.from('another app'));
  await server.query('BEGIN');
  await server.query('UPDATE identity.totp SET encrypted_secret = $2 WHERE user_id = $1', [userId, Buffer.from(other)]);
  const rotating = rotate(database);
  await until(() => isWaiting(database.pool));
  await server.query('COMMIT');
  server.release();

  t.like(await rotating, { changed: 5, unfinished: false });
  t.is(await appOf(database, newSecret, userId), 'another app');
});

test('what is added behind the rotation is found by its next pass', async (t) => {
  const database = await openTestDatabase(t);
  const ids = await fillWithOldSecret(database, 3);
  const blocker = await database.openAgain().pool.connect();
  await blocker.query('BEGIN');
  await blocker.query('UPDATE identity.totp SET last_used_step = 1 WHERE user_id = $1', [ids.at(-1)]);
  const rotating = rotate(database);
  await until(() => isWaiting(database.pool));
  // The keys and the mail are done already, and the batch of the apps was read.
  const [late = ''] = await addApps(database.pool, oldSecret, 1);
  await blocker.query('COMMIT');
  blocker.release();
  t.like(await rotating, { changed: 6, unfinished: false });
  t.is(await appOf(database, newSecret, late), `app of ${late}`);
});

test('a value that no secret decrypts is counted and left as it is, and the rotation is not finished', async (t) => {
  const database = await openTestDatabase(t);
  await fillWithOldSecret(database, 1);
  const [lost = ''] = await addApps(database.pool, 'a third secret, which is not configured anywhere', 1);
  const before = await database.db.totp.findUniqueOrThrow({ where: { userId: lost } });
  t.like(await rotate(database), { changed: 3, unknown: 1, unfinished: true, removableFrom: null });
  t.deepEqual(await database.db.totp.findUniqueOrThrow({ where: { userId: lost } }), before);
  t.is(await database.db.event.count(), 0);
});

test('a declared table that no longer exists is skipped', async (t) => {
  const database = await openTestDatabase(t);
  await fillWithOldSecret(database, 1);
  await database.pool.query("INSERT INTO identity.sealed_columns VALUES ('public.gone', 'value', 'id', 'gone:')");
  t.like(await rotate(database), { changed: 3, unfinished: false });
});

const main = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

test('a rotation that is killed in the middle is finished by the next one', async (t) => {
  const database = await openTestDatabase(t);
  const { pool, url } = database;
  const ids = await fillWithOldSecret(database, 2 * batchSize);
  // It stops at a row of the second batch.
  const blocker = await database.openAgain().pool.connect();
  await blocker.query('BEGIN');
  await blocker.query('UPDATE identity.totp SET last_used_step = 1 WHERE user_id = $1', [ids.at(-1)]);
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: url,
    IDENTITY_SECRET: newSecret,
    IDENTITY_OTHER_SECRETS: oldSecret,
  };
  const child = spawn(process.execPath, [main, 'secret', 'rotate'], { env, stdio: 'ignore' });
  const exited = once(child, 'exit');
  await until(() => isWaiting(pool));
  child.kill('SIGKILL');
  t.deepEqual(await exited, [null, 'SIGKILL']);
  await blocker.query('COMMIT');
  blocker.release();
  // PostgreSQL may still finish the statement of the process that was killed: it is complete or it did not happen.
  await until(async () => !(await isWaiting(pool)));
  const middle = await countsOf(pool, afterSwitch);
  t.true(middle.current >= batchSize + 2, JSON.stringify(middle));
  t.is(middle.unknown, 0);
  t.is(await appOf(database, afterSwitch, ids[0] ?? ''), `app of ${ids[0]}`);
  t.is(await appOf(database, afterSwitch, ids.at(-1) ?? ''), `app of ${ids.at(-1)}`);

  t.like(await rotate(database), { unfinished: false, unknown: 0 });
  t.deepEqual(await countsOf(pool, [newSecret]), { current: 2 * batchSize + 2, other: 0, unknown: 0 });
  t.is(await database.db.event.count({ where: { type: 'secret.rotated' } }), 1);
});
