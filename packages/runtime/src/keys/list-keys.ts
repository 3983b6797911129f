import type { Database } from '@org/identity-prisma';
import { type KeyState, readKeyRows } from './key-rows.js';

export interface ListedKey {
  kid: string;
  algorithm: string;
  state: KeyState;
  createdAt: Date;
  activeFrom: Date;
  publishedUntil: Date | null;
}

/** Lists all stored signing keys with their state, without anything secret. */
export async function listKeys(db: Database): Promise<ListedKey[]> {
  const rows = await readKeyRows(db);
  return rows.map(({ kid, algorithm, state, createdAt, activeFrom, publishedUntil }) => ({
    kid,
    algorithm,
    state,
    createdAt,
    activeFrom,
    publishedUntil,
  }));
}
