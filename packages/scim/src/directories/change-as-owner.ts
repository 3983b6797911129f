import { type Principal, userOnly } from '@org/identity-core';
import { changeAsOwner, type Database, requireFreshSignIn, requireOwner, type Transaction } from '@org/identity-prisma';

export interface DirectoriesCall {
  readonly tenantId: string;
  readonly principal: Principal;
}

export interface DirectoryCall extends DirectoriesCall {
  readonly directoryId: string;
}

/**
 * Runs a change of directories under the tenant's lock, for an owner who has signed in a moment ago: whoever has the token
 * of a directory can add and suspend members.
 */
export async function changeAsFreshOwner<Result>(
  db: Database,
  { tenantId, principal }: DirectoriesCall,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  await requireOwner(db, { tenantId, principal });
  await requireFreshSignIn(db, userOnly(principal));
  return changeAsOwner(db, { tenantId, principal }, change);
}
