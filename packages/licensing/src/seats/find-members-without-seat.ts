import { isUuid, type Principal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { manager, tenantOf } from '../access/rights.js';
import { applicationNotFound } from './application-not-found.js';
import { findActiveMembers } from './find-active-members.js';

export interface WithoutSeatInput {
  principal: Principal;
  applicationId: string;
  search?: string | undefined;
  /** The `next` of the page before. */
  after?: string | undefined;
  limit: number;
}

/** The active members to whom a seat of an application can be granted. `next` is the value to continue with. */
export async function findMembersWithoutSeat(db: Database, input: WithoutSeatInput) {
  const { principal, search = '', ...rest } = input;
  const tenantId = tenantOf(manager(principal, 'licenses:read'));
  if (!isUuid(input.applicationId)) throw applicationNotFound();
  return findActiveMembers(db, { ...rest, tenantId, search, hasSeat: false });
}
