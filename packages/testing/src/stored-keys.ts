import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import type { Database } from '@org/identity-prisma';

/** The secret that encrypts the keys of these tests. */
export const keySecret = 'a secret for tests only, of more than 32 characters';

/** Creates a short RSA key; a long one takes up to a second. */
export const shortRsaKey = () => generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
const sameForAll = shortRsaKey();

export interface StoredKey {
  activeFrom?: Date;
  publishedUntil?: Date;
  tokenSeconds?: number;
}

/** Encrypts as the servers do, which this package cannot import. */
type Encrypt = (secret: string, purpose: string, value: Buffer) => Uint8Array<ArrayBuffer>;

/** Returns a function that adds an RSA key as version 0.1 stores it. */
export function keysEncryptedBy(encrypt: Encrypt) {
  return async (db: Database, columns: StoredKey = {}, privateKey: KeyObject = sameForAll): Promise<string> => {
    const kid = randomUUID();
    const jwk = { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
    await db.signingKey.create({
      data: {
        kid,
        algorithm: 'RS256',
        publicJwk: { kty: 'RSA', kid, use: 'sig', alg: 'RS256', n: jwk.n ?? '', e: jwk.e ?? '' },
        encryptedPrivateJwk: encrypt(keySecret, `signing_keys/${kid}`, Buffer.from(JSON.stringify(jwk))),
        ...columns,
      },
    });
    return kid;
  };
}

/** Lets time pass for the keys: moves all of their times back by this number of seconds. */
export async function letKeysAge(db: Database, seconds: number): Promise<void> {
  await db.$executeRaw`
    UPDATE identity.signing_keys SET created_at = created_at - make_interval(secs => ${seconds}),
      active_from = active_from - make_interval(secs => ${seconds}),
      published_until = published_until - make_interval(secs => ${seconds})`;
}
