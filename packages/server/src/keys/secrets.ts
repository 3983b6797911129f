import { hkdfSync } from 'node:crypto';

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
