import type { SealedColumn } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';

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
