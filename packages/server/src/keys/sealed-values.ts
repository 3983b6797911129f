import type { SealedColumn } from '@org/identity-core';
import type { Secrets } from './secrets.js';
import { pluginPlace } from './vault.js';

/** A column of encrypted values. The place of a value is `place` followed by the id of its row. */
export interface SealedValues extends Pick<SealedColumn, 'table' | 'id' | 'column'> {
  readonly place: string;
  /** Columns with hashes that are keyed by the secret and belong to the value … */
  readonly hashColumns?: readonly string[];
  /** … and their content, in the same order. */
  readonly hashesOf?: (secret: Secrets, plain: Buffer) => (Uint8Array | null)[];
}

/** The encrypted keys. */
export const sealedKeys: readonly SealedValues[] = [
  { table: 'identity.signing_keys', id: 'kid', column: 'encrypted_private_jwk', place: 'signing_keys/' },
  { table: 'identity.access_token_keys', id: 'kid', column: 'encrypted_private_jwk', place: 'access_token_keys/' },
  { table: 'identity.cookie_keys', id: 'id', column: 'encrypted_value', place: 'cookie_keys/' },
];

/** A column of a plugin, whose values the vault has sealed. */
export function valuesOfPlugin({ purpose, ...column }: SealedColumn): SealedValues {
  return { ...column, place: pluginPlace(purpose) };
}
