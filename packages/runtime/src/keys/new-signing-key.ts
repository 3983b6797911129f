import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Transaction } from '@org/identity-prisma';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Secrets } from './secrets.js';
import { encrypt } from './secrets.js';

/** The algorithms of access tokens. */
export type KeyAlgorithm = 'RS256' | 'ES256' | 'EdDSA';

/** The table that stores keys of this algorithm. The encryption of the private key depends on it. */
export const keyTableOf = (algorithm: string) => (algorithm === 'RS256' ? 'signing_keys' : 'access_token_keys');

/** A signing key as it is stored. */
export interface NewSigningKey {
  readonly kid: string;
  readonly algorithm: KeyAlgorithm;
  readonly publicJwk: JWK;
  readonly encryptedPrivateJwk: Uint8Array<ArrayBuffer>;
}

/** Creates a key. An RSA key takes up to a second. */
export async function newSigningKey(secret: Secrets, algorithm: KeyAlgorithm = 'RS256'): Promise<NewSigningKey> {
  return storedForm(secret, algorithm, await generateKey(algorithm));
}

async function generateKey(algorithm: KeyAlgorithm): Promise<JWK> {
  const generate = promisify(generateKeyPair);
  const pairs = {
    RS256: () => generate('rsa', { modulusLength: 2048 }),
    ES256: () => generate('ec', { namedCurve: 'P-256' }),
    EdDSA: () => generate('ed25519'),
  };
  const { privateKey } = await pairs[algorithm]();
  return privateKey.export({ format: 'jwk' }) as JWK;
}

/** Encrypts a private key for the table that it will be stored in. */
export async function storedForm(secret: Secrets, algorithm: KeyAlgorithm, bare: JWK): Promise<NewSigningKey> {
  const kid = await calculateJwkThumbprint(bare);
  const privateJwk = { ...bare, kid, use: 'sig', alg: algorithm };
  const plain = Buffer.from(JSON.stringify(privateJwk));
  const encryptedPrivateJwk = encrypt(secret, `${keyTableOf(algorithm)}/${kid}`, plain);
  return { kid, algorithm, publicJwk: publicPart(privateJwk), encryptedPrivateJwk };
}

/** Returns the public part of a key. */
export function publicPart({ kty, use, kid, alg, e, n, crv, x, y }: JWK): JWK {
  const ofKind = { RSA: { e, n }, EC: { crv, x, y }, OKP: { crv, x } }[String(kty)];
  return { kty, use, kid, alg, ...ofKind } as JWK;
}

/** Stores an RSA key that becomes active after `inSeconds`, by the clock of the database. Returns that time. */
export async function addSigningKey(tx: Transaction, key: NewSigningKey, inSeconds: number): Promise<Date> {
  // The column has milliseconds and would round up. Then a key for now would not be active yet.
  const rows = await tx.$queryRaw<{ activeFrom: Date }[]>`
    INSERT INTO identity.signing_keys (kid, algorithm, public_jwk, encrypted_private_jwk, active_from, derives_keys)
    VALUES (${key.kid}, ${key.algorithm}, ${JSON.stringify(key.publicJwk)}::jsonb, ${key.encryptedPrivateJwk},
      date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${inSeconds}), false)
    RETURNING active_from AS "activeFrom"`;
  return rows[0]?.activeFrom ?? new Date();
}
