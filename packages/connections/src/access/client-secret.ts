import type { Vault } from '@org/identity-core';

/** The column, for `identity-server secret rotate`. */
export const sealedClientSecret = {
  table: 'identity.connections',
  id: 'id',
  column: 'client_secret',
  purpose: 'connection:',
};

const purposeOf = (connectionId: string) => `${sealedClientSecret.purpose}${connectionId}`;

/** The secret of a client at a provider, as it is stored. */
export function sealClientSecret(vault: Vault, connectionId: string, secret: string): Uint8Array<ArrayBuffer> {
  return vault.seal(purposeOf(connectionId), Buffer.from(secret));
}

export function openClientSecret(vault: Vault, connectionId: string, sealed: Uint8Array): string {
  return Buffer.from(vault.open(purposeOf(connectionId), sealed)).toString();
}
