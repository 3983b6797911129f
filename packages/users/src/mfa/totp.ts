import type { SealedColumn } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { createGuardrails, generateSecret, generateURI, verifySync } from 'otplib';
import { fromBase32 } from './base32.js';

// The settings that every authenticator app supports: SHA-1, six digits, 30 seconds. Some apps ignore other values.
const settings = { algorithm: 'sha1', digits: 6, period: 30 } as const;
const sixDigits = /^[0-9]{6}$/u;

/** The characters in base32 of a secret that another system has made: many apps have 80 bits. New secrets have 160. */
export const importedSecretLength = { min: 16, max: 256 } as const;
// By default otplib takes 128 to 512 bits, and throws an error for every other secret.
const guardrails = createGuardrails({
  MIN_SECRET_BYTES: (importedSecretLength.min * 5) / 8,
  MAX_SECRET_BYTES: (importedSecretLength.max * 5) / 8,
});

/** A new secret (160 bits, as RFC 4226 recommends), in base32. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** The URL that an authenticator app reads from the QR code. */
export function totpUrl({ secret, email, productName }: { secret: string; email: string; productName: string }) {
  // A colon separates the issuer from the account.
  return generateURI({ ...settings, secret, label: email, issuer: productName.replaceAll(':', ' ') });
}

/** Whether this has the form of an app's code; a recovery code has another. */
export function isTotpCode(code: string): boolean {
  return sixDigits.test(code);
}

/** The time step of a code, or undefined if it is not valid now. A clock may be one step (30 seconds) off. */
export function findTotpStep(secret: string, code: string): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const bytes = fromBase32(secret);
  const result = verifySync({ ...settings, secret: bytes, token: code, epochTolerance: settings.period, guardrails });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

type Vault = IdentityPluginHost['vault'];

// Bound to the user: a row that is copied to another account is useless there.
export const sealedTotp: SealedColumn = {
  table: 'identity.totp',
  id: 'user_id',
  column: 'encrypted_secret',
  purpose: 'totp:',
};
const purposeOf = (userId: string) => `${sealedTotp.purpose}${userId}`;

/** Encrypts a secret for the database. */
export function sealTotpSecret(vault: Vault, userId: string, secret: string): Uint8Array<ArrayBuffer> {
  return vault.seal(purposeOf(userId), Buffer.from(secret));
}

/** Decrypts a secret from the database. */
export function openTotpSecret(vault: Vault, userId: string, sealed: Uint8Array): string {
  return Buffer.from(vault.open(purposeOf(userId), sealed)).toString();
}

/** A rotation encrypts a row once. The third attempt is for a secret that the user replaced meanwhile. */
const maxAttempts = 3;

interface Row {
  readonly encryptedSecret: Uint8Array;
}

/**
 * Reads the secret of an app, and writes on condition that it is still the same. If the write found another value, reads and
 * writes again: a rotation of the deployment's secret may have encrypted the same secret anew between the two. `write`
 * returns undefined if it has changed nothing.
 */
export async function whileReencrypted<Stored extends Row, Result>(
  read: () => Promise<Stored | null>,
  write: (row: Stored) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  let row = await read();
  for (let attempt = 1; row && attempt <= maxAttempts; attempt += 1) {
    const result = await write(row);
    if (result !== undefined) return result;
    const now = await read();
    if (!now || Buffer.compare(now.encryptedSecret, row.encryptedSecret) === 0) return undefined;
    row = now;
  }
  return undefined;
}
