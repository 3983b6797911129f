import type { Transaction } from '@org/identity-prisma';
import type { OwnerCall } from '../access/owner-call.js';
import { needsOwner } from './setup-limits.js';

/** For the visitor of a setup link: whether the owners have to be asked to activate a connection, or were asked already. */
export type OwnersPart = 'toAsk' | 'asked';

/** Returns undefined if the caller needs no owner. Other settings than those that the owners were asked about ask again. */
export async function ownersPartIn(
  tx: Transaction,
  call: OwnerCall,
  { id, version, askedVersion }: { id: string; version: number; askedVersion: number | null },
): Promise<OwnersPart | undefined> {
  if (!(await needsOwner(tx, call, id))) return undefined;
  return askedVersion === version ? 'asked' : 'toAsk';
}
