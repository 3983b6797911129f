import { IdentityError, isUuid } from '@org/identity-core';
import type { AgentSeatRule, Transaction } from '@org/identity-prisma';

interface LockedApplication {
  id: string;
  name: string;
  agentSeats: AgentSeatRule;
  createdAt: Date;
}

/**
 * Locks an application until the commit, against changes and against rows that would refer to it. Returns undefined if there
 * is none.
 */
export async function lockApplicationRow(
  tx: Transaction,
  applicationId: string,
): Promise<LockedApplication | undefined> {
  if (!isUuid(applicationId)) return undefined;
  const [found] = await tx.$queryRaw<LockedApplication[]>`
    SELECT id, name, agent_seats AS "agentSeats", created_at AS "createdAt" FROM identity.applications
    WHERE id = ${applicationId}::uuid FOR UPDATE`;
  return found;
}

/** Locks the license types of an application that is locked already: nothing new can refer to them until the commit. */
export async function lockLicenseTypeRows(tx: Transaction, applicationId: string): Promise<number> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT FROM identity.license_types WHERE application_id = ${applicationId}::uuid ORDER BY id FOR UPDATE`;
  return found.length;
}

/** The error for an id without an application. */
export const applicationNotFound = (id: string) => new IdentityError('NOT_FOUND', `There is no application "${id}".`);
