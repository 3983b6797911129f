import { type Actor, silentLogger, verifyAccessToken } from '@org/identity-core';
import { createEventBus, type Database } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { calculateJwkThumbprint, type JWK, SignJWT } from 'jose';
import { derivedKey } from '../../src/keys/derived-key.js';
import { keepKeysJob } from '../../src/keys/keep-keys.js';
import { createKeyRing, type KeyRing } from '../../src/keys/key-ring.js';
import { listKeys } from '../../src/keys/list-keys.js';
import { loadKeys } from '../../src/keys/load-keys.js';
import type { KeyAlgorithm } from '../../src/keys/new-signing-key.js';
import { replaceKeys } from '../../src/keys/replace-keys.js';
import { lateSeconds, rotateKeys } from '../../src/keys/rotate-keys.js';
import { readSettings } from '../../src/options.js';
import { verification } from '../../src/provider/access-tokens.js';
import { addKey, letKeysAge, keySecret as secret, shortRsaKey } from '../support/stored-keys.js';

const actor: Actor = { kind: 'system', id: 'cli' };
const announceSeconds = 3_600;
const issuer = 'https://id.example.com';
const servicesOf = (db: Database) => ({ db, events: createEventBus(), secret });

const ringOf = (db: Database, algorithm: KeyAlgorithm) =>
  createKeyRing({ db, secret, logger: silentLogger, pollSeconds: 60, tokenSeconds: 900, algorithm });
const kidsOf = ({ signing }: Pick<KeyRing, 'signing'>) => signing.map(({ kid }) => kid);
const describe = async (db: Database) => (await listKeys(db)).map(({ algorithm, state }) => `${algorithm} ${state}`);

interface Signer {
  kid: string;
  algorithm: string;
  privateJwk: JWK;
}

/** Returns the key with which a process of version 0.1 signs access tokens if it has this RSA key. */
async function signerOfOldVersion(rsaJwk: JWK): Promise<Signer> {
  const privateJwk = derivedKey(rsaJwk, 'ES256');
  return { kid: await calculateJwkThumbprint(privateJwk), algorithm: 'ES256', privateJwk };
}

const tokenBy = ({ kid, algorithm: alg, privateJwk }: Signer, header: object = {}) =>
  new SignJWT({ jti: 'one' })
    .setProtectedHeader({ alg, typ: 'at+jwt', kid, ...header })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setSubject('someone')
    .setExpirationTime('15m')
    .sign(privateJwk);
const verifyWith = (keys: KeyRing, token: string) =>
  verifyAccessToken(verification({ issuer, audience: issuer, keys }), token);
function signerOf({ signing }: KeyRing, wanted: KeyAlgorithm): Signer {
  const found = signing.find(({ algorithm }) => algorithm === wanted);
  if (!found) throw new Error(`There is no key for ${wanted}.`);
  return found;
}

for (const algorithm of ['ES256', 'EdDSA'] as const) {
  test.serial(`six first starts at once make one RSA key and one ${algorithm} key, made and not derived`, async (t) => {
    const database = await openTestDatabase(t);
    const databases = Array.from({ length: 6 }, () => database.openAgain());
    const rings = await Promise.all(databases.map(({ db }) => ringOf(db, algorithm)));
    t.is(new Set(rings.map((ring) => String(kidsOf(ring)))).size, 1);
    t.is(await database.db.signingKey.count(), 1);
    t.is(await database.db.accessTokenKey.count(), 1);
    t.deepEqual(await describe(database.db), ['RS256 active', `${algorithm} active`]);
    const [rsa, own] = rings[0]?.signing ?? [];
    t.not(own?.privateJwk.d, derivedKey(rsa?.privateJwk ?? {}, algorithm).d);

    const stored = await database.db.accessTokenKey.findFirstOrThrow();
    t.false('d' in (stored.publicJwk as object));
    t.false(Buffer.from(stored.encryptedPrivateJwk).includes(own?.privateJwk.d ?? ''));
    await t.throwsAsync(loadKeys(database.db, 'another secret, that is also longer than 32'), {
      message: /encrypted with another secret/u,
    });
  });
}

test.serial('after an upgrade the key that was derived before is stored once, and its tokens verify', async (t) => {
  const database = await openTestDatabase(t);
  const rsa = shortRsaKey();
  const rsaKid = await addKey(database.db, {}, rsa);
  const before = await signerOfOldVersion(rsa.export({ format: 'jwk' }) as JWK);
  const databases = Array.from({ length: 4 }, () => database.openAgain());
  const rings = await Promise.all(databases.map(({ db }) => ringOf(db, 'ES256')));
  for (const ring of rings) {
    t.deepEqual(kidsOf(ring), [rsaKid, before.kid]);
    await t.notThrowsAsync(verifyWith(ring, await tokenBy(before)));
  }
  t.is(await database.db.accessTokenKey.count(), 1);
});

test.serial(
  'processes of the version before and of this one sign with the same keys, also after a rotation by the old one',
  async (t) => {
    const { db } = await openTestDatabase(t);
    const [first, second] = [shortRsaKey(), shortRsaKey()];
    await addKey(db, {}, first);
    const ring = await ringOf(db, 'ES256');
    t.teardown(() => ring.stop());
    // The old version publishes a next key, and derives an access token key from it.
    await addKey(db, { activeFrom: new Date(Date.now() + 3_600_000) }, second);
    await ring.refresh();
    const [now, next] = [
      await signerOfOldVersion(first.export({ format: 'jwk' }) as JWK),
      await signerOfOldVersion(second.export({ format: 'jwk' }) as JWK),
    ];
    t.deepEqual([ring.signing[1]?.kid, ring.signing[3]?.kid], [now.kid, next.kid]);
    t.is(signerOf(ring, 'ES256').kid, now.kid);
    await letKeysAge(db, 3_600);
    await ring.refresh();
    t.is(signerOf(ring, 'ES256').kid, next.kid);
    for (const signer of [now, next]) await t.notThrowsAsync(verifyWith(ring, await tokenBy(signer)));

    // The old version reads all of these rows, and expects an RSA key in each that it can derive from.
    const rows = await db.signingKey.findMany();
    t.deepEqual(
      rows.map(({ algorithm }) => algorithm),
      ['RS256', 'RS256'],
    );
  },
);

test.serial('a rotation announces a key of each algorithm in use, and all of them end together', async (t) => {
  const { db } = await openTestDatabase(t);
  await addKey(db);
  const ring = await ringOf(db, 'ES256');
  t.teardown(() => ring.stop());
  const old = kidsOf(ring);
  const { kid } = await rotateKeys(servicesOf(db), { announceSeconds, actor });
  t.deepEqual(await describe(db), ['RS256 active', 'ES256 active', 'RS256 next', 'ES256 next']);
  t.is((await rotateKeys(servicesOf(db), { announceSeconds, actor })).kid, kid, 'there is no second next key');
  await ring.refresh();
  const [, , rsa, own] = ring.signing;
  t.not(own?.privateJwk.d, derivedKey(rsa?.privateJwk ?? {}, 'ES256').d, 'it is made, not derived');
  const token = await tokenBy(signerOf(ring, 'ES256'));

  await letKeysAge(db, announceSeconds);
  await ring.refresh();
  t.is(signerOf(ring, 'ES256').kid, own?.kid ?? '');
  t.deepEqual(await describe(db), ['RS256 active', 'ES256 active', 'RS256 retiring', 'ES256 retiring']);
  await t.notThrowsAsync(verifyWith(ring, token));

  await letKeysAge(db, 900 + lateSeconds);
  await ring.refresh();
  t.deepEqual(kidsOf(ring), [kid, own?.kid ?? '']);
  await t.throwsAsync(verifyWith(ring, token));
  t.deepEqual(await describe(db), ['RS256 active', 'ES256 active', 'RS256 former']);
  await keepKeysJob(servicesOf(db), readSettings({ issuer, secret })).run(new AbortController().signal);
  t.is(await db.accessTokenKey.count({ where: { signingKid: old[0] ?? '' } }), 0);
});

test.serial('keys that others may know are replaced in every algorithm', async (t) => {
  const { db } = await openTestDatabase(t);
  await addKey(db);
  const ring = await ringOf(db, 'EdDSA');
  t.teardown(() => ring.stop());
  const token = await tokenBy(signerOf(ring, 'EdDSA'));
  const before = kidsOf(ring);
  const { removed } = await replaceKeys(servicesOf(db), { actor });
  t.deepEqual([...removed].sort(), [...before].sort());
  await ring.refresh();
  t.deepEqual(await describe(db), ['RS256 active', 'EdDSA active']);
  t.deepEqual(
    kidsOf(ring).filter((kid) => before.includes(kid)),
    [],
  );
  await t.throwsAsync(verifyWith(ring, token));
});

test.serial(
  'a token lives on after the algorithm was changed back, and the other algorithm opens nothing',
  async (t) => {
    const { db } = await openTestDatabase(t);
    await addKey(db);
    const elliptic = await ringOf(db, 'ES256');
    const plain = await ringOf(db, 'RS256');
    const signer = signerOf(elliptic, 'ES256');
    await t.notThrowsAsync(verifyWith(plain, await tokenBy(signer)));
    const { kid } = signerOf(plain, 'RS256');
    await t.throwsAsync(verifyWith(plain, await tokenBy(signer, { kid })), { message: /not valid/u });
  },
);

test.serial('a key that is swapped with one of another RSA key is refused', async (t) => {
  const { db } = await openTestDatabase(t);
  await addKey(db, {}, shortRsaKey());
  await addKey(db, {}, shortRsaKey());
  await loadKeys(db, secret, { algorithm: 'ES256' });
  const [one, other] = await db.accessTokenKey.findMany();
  await db.accessTokenKey.update({
    where: { kid: one?.kid ?? '' },
    data: { encryptedPrivateJwk: other?.encryptedPrivateJwk ?? new Uint8Array() },
  });
  await t.throwsAsync(loadKeys(db, secret), { message: /another secret/u });
});
