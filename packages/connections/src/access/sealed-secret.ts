import type { Vault } from '@org/identity-core';

/** The column, for `identity-server secret rotate`. */
export const sealedSecret = {
  table: 'identity.connections',
  id: 'id',
  column: 'secret',
  purpose: 'connection:',
};

const purposeOf = (connectionId: string) => `${sealedSecret.purpose}${connectionId}`;

/** What of a connection is secret, as it is stored. */
export function sealSecret(vault: Vault, connectionId: string, secret: string): Uint8Array<ArrayBuffer> {
  return vault.seal(purposeOf(connectionId), Buffer.from(secret));
}

export function openSecret(vault: Vault, connectionId: string, sealed: Uint8Array): string {
  return Buffer.from(vault.open(purposeOf(connectionId), sealed)).toString();
}
