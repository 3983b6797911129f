import { createECDH, createPrivateKey, hkdfSync } from 'node:crypto';
import type { JWK } from 'jose';
import type { KeyAlgorithm } from './new-signing-key.js';

/**
 * For upgrades only. Version 0.1 derived the keys of other algorithms from the RSA key and did not store them. For an RSA key
 * of that version (`derives_keys`) this derives the same key again, to store it. Its signatures stay valid, and processes of
 * both versions use the same key during the upgrade. Remove this file once no upgrade from version 0.1 is supported.
 */
export function derivedKey(rsaKey: JWK, algorithm: KeyAlgorithm): JWK {
  const secret = Buffer.from(rsaKey.d ?? '', 'base64url');
  if (rsaKey.kty !== 'RSA' || algorithm === 'RS256')
    throw new Error('Only ES256 and EdDSA keys can be derived, and only from an RSA key.');
  // RFC 5869, with the algorithm as context, so that the keys are independent of each other.
  const derive = (length: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'identity-server', `access token key ${algorithm}`, length));
  return algorithm === 'ES256' ? ellipticKey(derive(40)) : edwardsKey(derive(32));
}

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

function ellipticKey(bytes: Buffer): JWK {
  // FIPS 186-5 A.2.1: 64 extra bits make the bias of the remainder negligible.
  const wide = BigInt(`0x${bytes.toString('hex')}`);
  const scalar = Buffer.from(((wide % (order - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(scalar);
  const point = curve.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  return { kty: 'EC', crv: 'P-256', x, y, d: scalar.toString('base64url') } as JWK;
}

// RFC 8410 §7: the PKCS #8 header before the 32 bytes of an Ed25519 key.
const edwardsPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

function edwardsKey(bytes: Buffer): JWK {
  const der = Buffer.concat([edwardsPrefix, bytes]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' }) as JWK;
}
