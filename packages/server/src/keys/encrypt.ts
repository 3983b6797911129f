import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey, type Secrets, secretList } from './secrets.js';

const version = 1;
const ivLength = 12;
const tagLength = 16;

/** Encrypts a value for the database, with the current secret. It can be decrypted only for the same purpose (a table and row). */
export function encrypt(secret: Secrets, purpose: string, plain: Uint8Array): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(ivLength);
  const [current] = secretList(secret);
  const cipher = createCipheriv('aes-256-gcm', keyOf(current), iv).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Uint8Array.from(Buffer.concat([Buffer.from([version]), iv, cipher.getAuthTag(), body]));
}

/** Decrypts a value with the secret that fits. Throws if no secret does, if the purpose differs, or the value was changed. */
export function decrypt(secret: Secrets, purpose: string, sealed: Uint8Array): Buffer {
  const opened = findPlain(secret, purpose, sealed);
  if (!opened)
    throw new Error('The value was encrypted with another secret or for another purpose, or it was changed.');
  return opened.plain;
}

/**
 * The same with the index of the secret that fits: 0 is the current one. Undefined if there is none. A value does not name
 * its secret, so that versions that know only one secret can read it. The authentication of AES-GCM shows which one fits.
 */
export function findPlain(
  secret: Secrets,
  purpose: string,
  sealed: Uint8Array,
): { plain: Buffer; index: number } | undefined {
  if (sealed[0] !== version) throw new Error(`Unknown encryption version ${sealed[0]}.`);
  for (const [index, candidate] of secretList(secret).entries()) {
    const plain = open(candidate, purpose, sealed);
    if (plain) return { plain, index };
  }
  return undefined;
}

function open(secret: string, purpose: string, sealed: Uint8Array): Buffer | undefined {
  const iv = sealed.subarray(1, 1 + ivLength);
  const tag = sealed.subarray(1 + ivLength, 1 + ivLength + tagLength);
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), iv, { authTagLength: tagLength });
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(1 + ivLength + tagLength)), decipher.final()]);
  } catch {
    return undefined;
  }
}

// A process has few secrets. To derive a key takes longer than to decrypt a value.
const derivedKeys = new Map<string, Buffer>();
const maxDerivedKeys = 8;

function keyOf(secret: string): Buffer {
  const known = derivedKeys.get(secret);
  if (known) return known;
  if (derivedKeys.size >= maxDerivedKeys) derivedKeys.clear();
  const key = deriveKey(secret, 'keys at rest');
  derivedKeys.set(secret, key);
  return key;
}
