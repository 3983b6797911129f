import { createPublicKey, createSign, createVerify, randomUUID } from 'node:crypto';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { type OpenDatabase, openDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { type Keys, loadKeys } from '../../src/keys/load-keys.js';
import { encrypt } from '../../src/keys/secrets.js';
import { addKey, keySecret as secret } from '../support/stored-keys.js';

const hour = 60 * 60 * 1000;
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi'];

/** A database after its first start. The tests that share it only read. */
let fresh: OpenDatabase & { keys: Keys };
test.before(async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase({ databaseUrl: url });
  const close = async () => {
    await database.close();
    await drop();
  };
  fresh = { ...database, close, keys: await loadKeys(database.db, secret) };
});
test.after.always(() => fresh?.close());

test('the first start makes one RSA key of 2048 bits and one cookie key, every other start reads them', async (t) => {
  const { db, keys: first } = fresh;
  t.is(first.signing.length, 1);
  const [key] = first.signing;
  t.is(key?.algorithm, 'RS256');
  t.is(key?.privateKey.asymmetricKeyType, 'rsa');
  t.is(key?.privateKey.asymmetricKeyDetails?.modulusLength, 2048);
  t.is(first.cookies.length, 1);
  t.is(Buffer.from(first.cookies[0] ?? '', 'base64url').length, 32);

  const second = await loadKeys(db, secret);
  t.is(second.signing[0]?.kid, key?.kid);
  t.deepEqual(second.cookies, first.cookies);
  t.is(await db.signingKey.count(), 1);
  t.is(await db.cookieKey.count(), 1);
});

test('what the private key signs, the published public key verifies', async (t) => {
  const { db, keys } = fresh;
  const [key] = keys.signing;
  if (!key) return t.fail('there is no key');
  const { publicJwk } = await db.signingKey.findFirstOrThrow();
  const signature = createSign('RSA-SHA256').update('text').sign(key.privateKey);
  const published = createPublicKey({ key: publicJwk as Record<string, string>, format: 'jwk' });
  t.true(createVerify('RSA-SHA256').update('text').verify(published, signature));
  t.true(createVerify('RSA-SHA256').update('text').verify(key.publicKey, signature));
});

test('ten processes that start at once agree on the keys', async (t) => {
  const database = await openTestDatabase(t);
  const databases = Array.from({ length: 10 }, () => database.openAgain());
  const all = await Promise.all(databases.map(({ db }) => loadKeys(db, secret)));
  t.is(new Set(all.map(({ signing }) => signing.map(({ kid }) => kid).join())).size, 1);
  t.is(new Set(all.map(({ cookies }) => cookies.join())).size, 1);
  t.is(await database.db.signingKey.count(), 1);
  t.is(await database.db.cookieKey.count(), 1);
});

test('a copy of the database holds no private key and no cookie key', async (t) => {
  const { db, pool, keys } = fresh;
  const { signing, cookies } = keys;
  const tables = ['signing_keys', 'cookie_keys'].map(async (table) => {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT string_agg(x::text, '') AS row FROM identity.${table} x`,
    );
    return rows[0]?.row ?? '';
  });
  const stored = (await Promise.all(tables)).join('\n');
  const { encryptedPrivateJwk, publicJwk } = await db.signingKey.findFirstOrThrow();
  const bytes = Buffer.from(encryptedPrivateJwk);
  const jwk = signing[0]?.privateJwk as Record<string, string>;
  for (const member of privateMembers) {
    const value = jwk[member] ?? '';
    t.true(value.length > 20, member);
    t.false(stored.includes(value), member);
    t.false(bytes.includes(value), member);
    t.false(bytes.includes(Buffer.from(value, 'base64url')), member);
  }
  t.false(stored.includes(cookies[0] ?? 'nothing'));
  t.deepEqual(Object.keys(publicJwk as object).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
});

test('another secret is refused with a message that says so, and nothing is made or changed', async (t) => {
  const { db } = fresh;
  const before = await db.signingKey.findMany();
  await t.throwsAsync(loadKeys(db, 'another secret, that is also longer than 32'), {
    message: /encrypted with another secret/u,
  });
  t.deepEqual(await db.signingKey.findMany(), before);
  t.is(await db.cookieKey.count(), 1);
});

test('a key that is swapped with another one in the database is refused', async (t) => {
  const { db } = await openTestDatabase(t);
  const kids = [await addKey(db), await addKey(db)];
  await loadKeys(db, secret);
  const { encryptedPrivateJwk } = await db.signingKey.findFirstOrThrow({ where: { kid: kids[0] ?? '' } });
  await db.signingKey.update({ where: { kid: kids[1] ?? '' }, data: { encryptedPrivateJwk } });
  await t.throwsAsync(loadKeys(db, secret));
});

test('the newest key that is active signs; one for later is published behind it', async (t) => {
  const { db } = await openTestDatabase(t);
  const first = await addKey(db);
  const later = await addKey(db, { activeFrom: new Date(Date.now() + hour) });
  t.deepEqual(
    (await loadKeys(db, secret)).signing.map(({ kid }) => kid),
    [first, later],
  );

  await db.signingKey.update({ where: { kid: later }, data: { activeFrom: new Date() } });
  t.deepEqual(
    (await loadKeys(db, secret)).signing.map(({ kid }) => kid),
    [later, first],
  );
});

test('a key that is published no longer is left out', async (t) => {
  const { db } = await openTestDatabase(t);
  const now = Date.now();
  const past = await addKey(db, { activeFrom: new Date(now - 3 * hour), publishedUntil: new Date(now - hour) });
  const fading = await addKey(db, { activeFrom: new Date(now - 2 * hour), publishedUntil: new Date(now + hour) });
  const current = await addKey(db, { activeFrom: new Date(now - hour) });
  const kids = (await loadKeys(db, secret)).signing.map(({ kid }) => kid);
  t.deepEqual(kids, [current, fading]);
  t.false(kids.includes(past));
});

test('a key that is published no longer is kept by its public half, for old hints at logout', async (t) => {
  const { db } = await openTestDatabase(t);
  const past = await addKey(db, { publishedUntil: new Date(Date.now() - hour) });
  await addKey(db);
  const { former } = await loadKeys(db, secret);
  t.deepEqual(
    former.map(({ kid }) => kid),
    [past],
  );
  for (const member of privateMembers) t.false(member in (former[0] ?? {}), member);
});

test('a new key is made when none is published any more', async (t) => {
  const { db } = await openTestDatabase(t);
  const past = await addKey(db, {
    activeFrom: new Date(Date.now() - 2 * hour),
    publishedUntil: new Date(Date.now() - hour),
  });
  const kids = (await loadKeys(db, secret)).signing.map(({ kid }) => kid);
  t.is(kids.length, 1);
  t.not(kids[0], past);
});

test('the newest cookie key signs, older ones still verify', async (t) => {
  const { db } = await openTestDatabase(t);
  await addKey(db);
  const [first = ''] = (await loadKeys(db, secret)).cookies;
  const id = randomUUID();
  const encryptedValue = encrypt(secret, `cookie_keys/${id}`, Buffer.from('a newer key'));
  await db.cookieKey.create({ data: { id, encryptedValue, createdAt: new Date(Date.now() + hour) } });
  t.deepEqual((await loadKeys(db, secret)).cookies, ['a newer key', first]);
});
