import { createECDH, createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { SigningKey } from './load-keys.js';

/** What access tokens can be signed with. */
export type KeyAlgorithm = 'RS256' | 'ES256' | 'EdDSA';

/**
 * The key of another algorithm that belongs to an RSA key of ours: derived from its private half, so it is published,
 * rotated, replaced and kept secret together with it, and every process has the same without storing it.
 */
export async function companionOf(key: SigningKey, algorithm: 'ES256' | 'EdDSA'): Promise<SigningKey> {
  const bare = algorithm === 'ES256' ? ellipticKey(key) : edwardsKey(key);
  const kid = await calculateJwkThumbprint(bare);
  const privateJwk = { ...bare, kid, use: 'sig', alg: algorithm };
  const privateKey = createPrivateKey({ key: bare as Record<string, string>, format: 'jwk' });
  return { ...key, kid, algorithm, privateJwk, privateKey, publicKey: createPublicKey(privateKey) };
}

/** RFC 5869, with the algorithm as context: no two keys share bytes. */
function derive({ privateJwk }: SigningKey, algorithm: KeyAlgorithm, length: number): Buffer {
  const secret = Buffer.from(privateJwk.d ?? '', 'base64url');
  if (secret.length < 128) throw new Error('Only an RSA key of ours has a companion.');
  return Buffer.from(hkdfSync('sha256', secret, 'identity-server', `access token key ${algorithm}`, length));
}

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

function ellipticKey(key: SigningKey): JWK {
  // FIPS 186-5 A.2.1: with 64 bits more than the order has, the remainder favours no number.
  const wide = BigInt(`0x${derive(key, 'ES256', 40).toString('hex')}`);
  const scalar = Buffer.from(((wide % (order - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(scalar);
  const point = curve.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  return { kty: 'EC', crv: 'P-256', x, y, d: scalar.toString('base64url') } as JWK;
}

// RFC 8410 §7: what stands before the 32 bytes of an Ed25519 key in PKCS #8.
const edwardsPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

function edwardsKey(key: SigningKey): JWK {
  const der = Buffer.concat([edwardsPrefix, derive(key, 'EdDSA', 32)]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' }) as JWK;
}
