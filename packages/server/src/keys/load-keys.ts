import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database, Transaction } from '@org/identity-prisma';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { decrypt, encrypt } from './encrypt.js';

/** Keys this process signs and verifies with. */
export interface Keys {
  /** The key that signs now, first, and all others that are published. */
  readonly signing: readonly SigningKey[];
  /** The newest signs cookies, all verify them. */
  readonly cookies: readonly string[];
}

export interface SigningKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly privateJwk: JWK;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const newKeysLock = 7_302_114;

/** Reads the keys, making the first ones when there are none; processes that start at once agree on them. */
export async function loadKeys(db: Database, secret: string): Promise<Keys> {
  return db.$transaction(
    async (tx) => {
      const existing = await readKeys(tx, secret);
      if (existing.signing.length > 0 && existing.cookies.length > 0) return existing;
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${newKeysLock})`;
      // Looked at again under the lock: another process may have made them meanwhile.
      const { signing, cookies } = await readKeys(tx, secret);
      if (signing.length === 0) await createSigningKey(tx, secret);
      if (cookies.length === 0) await createCookieKey(tx, secret);
      return readKeys(tx, secret);
    },
    { timeout: 60_000, maxWait: 30_000 },
  );
}

async function readKeys(tx: Transaction, secret: string): Promise<Keys> {
  const now = new Date();
  const signingRows = await tx.signingKey.findMany({
    where: { OR: [{ publishedUntil: null }, { publishedUntil: { gt: now } }] },
    orderBy: { activeFrom: 'desc' },
  });
  const cookieRows = await tx.cookieKey.findMany({ orderBy: { createdAt: 'desc' } });
  try {
    const signing = signingRows.map((row) => {
      const place = `signing_keys/${row.kid}`;
      const privateJwk = JSON.parse(decrypt(secret, place, row.encryptedPrivateJwk).toString('utf8')) as JWK;
      const privateKey = createPrivateKey({ key: privateJwk as Record<string, string>, format: 'jwk' });
      return {
        kid: row.kid,
        algorithm: row.algorithm,
        privateJwk,
        privateKey,
        publicKey: createPublicKey(privateKey),
        activeFrom: row.activeFrom,
      };
    });
    // A key that is published for later signs nothing yet.
    const active = signing.filter(({ activeFrom }) => activeFrom <= now);
    const later = signing.filter(({ activeFrom }) => activeFrom > now);
    const cookies = cookieRows.map((row) =>
      decrypt(secret, `cookie_keys/${row.id}`, row.encryptedValue).toString('utf8'),
    );
    return { signing: [...active, ...later], cookies };
  } catch (cause) {
    throw new Error(
      'The keys in the database were encrypted with another secret. Start with the secret this database was first used with.',
      { cause },
    );
  }
}

async function createSigningKey(tx: Transaction, secret: string): Promise<void> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const bare = privateKey.export({ format: 'jwk' }) as JWK;
  const kid = await calculateJwkThumbprint(bare);
  const privateJwk = { ...bare, kid, use: 'sig', alg: 'RS256' };
  const { n, e } = privateJwk;
  await tx.signingKey.create({
    data: {
      kid,
      algorithm: 'RS256',
      publicJwk: { kty: 'RSA', kid, use: 'sig', alg: 'RS256', n: n ?? '', e: e ?? '' },
      encryptedPrivateJwk: encrypt(secret, `signing_keys/${kid}`, Buffer.from(JSON.stringify(privateJwk))),
    },
  });
}

async function createCookieKey(tx: Transaction, secret: string): Promise<void> {
  const { id } = await tx.cookieKey.create({ data: { encryptedValue: new Uint8Array() } });
  const value = Buffer.from(randomBytes(32).toString('base64url'));
  await tx.cookieKey.update({ where: { id }, data: { encryptedValue: encrypt(secret, `cookie_keys/${id}`, value) } });
}
