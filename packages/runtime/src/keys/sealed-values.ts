import type { SealedColumn } from '@org/identity-core';
import type { Secrets } from './secrets.js';
import { pluginPurpose } from './secrets.js';

/** A column of encrypted values. The purpose of a value is `purposePrefix` followed by the id of its row. */
export interface SealedValues extends Pick<SealedColumn, 'table' | 'id' | 'column'> {
  readonly purposePrefix: string;
  /** Columns with hashes that are keyed by the secret and belong to the value … */
  readonly hashColumns?: readonly string[];
  /** … and their content, in the same order. */
  readonly hashesOf?: (secret: Secrets, plain: Buffer) => (Uint8Array | null)[];
}

/** The encrypted keys. */
export const sealedKeys: readonly SealedValues[] = [
  { table: 'identity.signing_keys', id: 'kid', column: 'encrypted_private_jwk', purposePrefix: 'signing_keys/' },
  {
    table: 'identity.access_token_keys',
    id: 'kid',
    column: 'encrypted_private_jwk',
    purposePrefix: 'access_token_keys/',
  },
  { table: 'identity.cookie_keys', id: 'id', column: 'encrypted_value', purposePrefix: 'cookie_keys/' },
];

/** A column of a plugin, whose values the vault has sealed. */
export function valuesOfPlugin({ purpose, ...column }: SealedColumn): SealedValues {
  return { ...column, purposePrefix: pluginPurpose(purpose) };
}
