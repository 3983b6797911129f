import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Transaction } from '@org/identity-prisma';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { encrypt } from './encrypt.js';

/** A signing key as it is stored. */
export interface NewSigningKey {
  readonly kid: string;
  readonly publicJwk: JWK;
  readonly encryptedPrivateJwk: Uint8Array<ArrayBuffer>;
}

/** Makes a key; it takes up to a second. */
export async function newSigningKey(secret: string): Promise<NewSigningKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const bare = privateKey.export({ format: 'jwk' }) as JWK;
  const kid = await calculateJwkThumbprint(bare);
  const privateJwk = { ...bare, kid, use: 'sig', alg: 'RS256' };
  return {
    kid,
    publicJwk: publicPart(privateJwk),
    encryptedPrivateJwk: encrypt(secret, `signing_keys/${kid}`, Buffer.from(JSON.stringify(privateJwk))),
  };
}

/** What everybody may know of a key. */
export function publicPart({ kty, use, kid, alg, e, n, crv, x, y }: JWK): JWK {
  const ofKind = { RSA: { e, n }, EC: { crv, x, y }, OKP: { crv, x } }[String(kty)];
  return { kty, use, kid, alg, ...ofKind } as JWK;
}

/** Stores a key that signs after so many seconds, by the database's clock. Returns from when on. */
export async function addSigningKey(tx: Transaction, key: NewSigningKey, inSeconds: number): Promise<Date> {
  // Cut off to the column's milliseconds: rounded up, a key for now would be one for later.
  const rows = await tx.$queryRaw<{ activeFrom: Date }[]>`
    INSERT INTO identity.signing_keys (kid, algorithm, public_jwk, encrypted_private_jwk, active_from)
    VALUES (${key.kid}, 'RS256', ${JSON.stringify(key.publicJwk)}::jsonb, ${key.encryptedPrivateJwk},
      date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${inSeconds}))
    RETURNING active_from AS "activeFrom"`;
  return rows[0]?.activeFrom ?? new Date();
}
