import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Vault } from '@org/identity-core';

/**
 * The deployment's secret. During a rotation a list: the first one is current and encrypts, all of them decrypt and verify.
 */
export type Secrets = string | SecretList;
export type SecretList = readonly [current: string, ...others: string[]];

/** The secrets of a server's options, or of the environment of a command. */
export function secretsOf(given: { secret: string; otherSecrets?: readonly string[] | undefined }): SecretList {
  return [given.secret, ...(given.otherSecrets ?? [])];
}

/** The secrets of the variable IDENTITY_OTHER_SECRETS, one per line: a secret may have spaces and commas. */
export const splitSecrets = (text: string | undefined): string[] => text?.split(/\r?\n/u).filter(Boolean) ?? [];

export const secretList = (secret: Secrets): SecretList => (typeof secret === 'string' ? [secret] : secret);

/** Derives a key for one use (RFC 5869). */
export function deriveKey(secret: string, use: string, length = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'identity-server', use, length));
}

/** A name for a secret, to compare those of two processes. It does not reveal the secret. */
export const secretId = (secret: string): string => deriveKey(secret, 'name of the secret', 8).toString('hex');

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

/** The purpose of a plugin's value: no plugin can use a purpose of the server's own values. */
export const pluginPurpose = (purpose: string) => `plugin:${purpose}`;

/** Encrypts and decrypts values of plugins with the server's secret. It cannot decrypt the server's own values. */
export function createVault(secret: Secrets): Vault {
  const keyOf = (purpose: string) => deriveKey(secretList(secret)[0], `digest of ${pluginPurpose(purpose)}`);
  return {
    seal: (purpose, plain) => encrypt(secret, pluginPurpose(purpose), plain),
    open: (purpose, sealed) => decrypt(secret, pluginPurpose(purpose), sealed),
    digest: (purpose, text) => createHmac('sha256', keyOf(purpose)).update(text).digest('base64url'),
  };
}
