import type { UserPrincipal } from '@org/identity-core';
import { changeAsOwner, type Database, requireFreshSignIn, requireOwner, type Transaction } from '@org/identity-prisma';

/** Who does something with the connections of a tenant. */
export interface OwnerCall {
  readonly tenantId: string;
  readonly principal: UserPrincipal;
}

/** Runs a change under the tenant's lock, for an owner who has signed in a moment ago. */
export async function changeAsFreshOwner<Result>(
  db: Database,
  call: OwnerCall,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { tenantId, principal } = call;
  // Before the sign-in is asked for: the tenant does not exist for others.
  await requireOwner(db, call);
  await requireFreshSignIn(db, principal, { tenantId });
  return changeAsOwner(db, call, change);
}
