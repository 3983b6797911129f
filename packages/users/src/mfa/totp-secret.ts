import type { IdentityPluginHost } from '@org/identity-prisma';

type Vault = IdentityPluginHost['vault'];

// Bound to the person: a row copied to somebody else's account opens nothing there.
const placeOf = (userId: string) => `totp:${userId}`;

/** Encrypts a secret for the table. */
export function sealTotpSecret(vault: Vault, userId: string, secret: string): Uint8Array<ArrayBuffer> {
  return vault.seal(placeOf(userId), Buffer.from(secret));
}

/** Decrypts it again. */
export function openTotpSecret(vault: Vault, userId: string, sealed: Uint8Array): string {
  return Buffer.from(vault.open(placeOf(userId), sealed)).toString();
}
