import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const version = 1;
const ivLength = 12;
const tagLength = 16;

/** Encrypts a value for the database. It can be decrypted only for the same place (table and row). */
export function encrypt(secret: string, place: string, plain: Uint8Array): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Uint8Array.from(Buffer.concat([Buffer.from([version]), iv, cipher.getAuthTag(), body]));
}

/** Decrypts a value. Throws if the secret or the place differs, or the value was changed. */
export function decrypt(secret: string, place: string, sealed: Uint8Array): Buffer {
  if (sealed[0] !== version) throw new Error(`Unknown encryption version ${sealed[0]}.`);
  const iv = sealed.subarray(1, 1 + ivLength);
  const tag = sealed.subarray(1 + ivLength, 1 + ivLength + tagLength);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), iv, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(1 + ivLength + tagLength)), decipher.final()]);
}

// A process has one secret. Deriving its key takes longer than to decrypt a value.
let derived: { readonly secret: string; readonly key: Buffer } | undefined;

function keyOf(secret: string): Buffer {
  if (derived?.secret !== secret) {
    derived = { secret, key: Buffer.from(hkdfSync('sha256', secret, 'identity-server', 'keys at rest', 32)) };
  }
  return derived.key;
}
